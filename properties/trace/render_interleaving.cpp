#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "properties/trace/render.hpp"
#include "properties/trace/rest.hpp"
#include "properties/trace/show.hpp"

namespace properties::trace {
namespace {

std::string joined_names(Scenario const& scenario, std::vector<int> const& sessions,
                         std::string_view between) {
  std::vector<std::string> names;
  for (int const session : sessions) names.push_back(session_name(scenario, session));
  return fmt::format("{}", fmt::join(names, between));
}

/// What became of the step: "lock_pair waits for c1".
std::string step_text(Scenario const& scenario, LogEntry const& entry) {
  std::string text{name_of(entry.at.step)};
  if (entry.at.nth > 0) text += fmt::format("#{}", entry.at.nth + 1);
  if (entry.kind == LogEntry::Kind::wake) text += " ← woken";
  if (entry.ending == Ending::blocked) {
    text += fmt::format(" … waits for {}", joined_names(scenario, entry.blocked_by, ", "));
  }
  if (entry.ending == Ending::failed) {
    text += " FAILED";
    if (!entry.sqlstate.empty()) text += " " + entry.sqlstate;
  }
  if (!entry.note.empty()) text += " " + entry.note;
  for (auto const& event : entry.events) text += " → " + show(event);
  return text;
}

std::string deadlock_text(Scenario const& scenario, DeadlockSeen const& deadlock) {
  auto cycle = deadlock.cycle;
  if (!cycle.empty()) cycle.push_back(cycle.front());
  return fmt::format("deadlock: {}; the victim is {}", joined_names(scenario, cycle, " waits for "),
                     session_name(scenario, deadlock.victim));
}

/// Draws entry by entry, with what the callers were told in between.
class Interleaving {
 public:
  Interleaving(Scenario const& scenario, Run const& run, Look look)
      : scenario_{scenario}, run_{run}, glyphs_{glyphs_of(look)}, table_{names(), look} {
    for (auto const& record : run.actions) {
      if (record.responded_at) answers_.push_back(&record);
    }
    std::stable_sort(answers_.begin(), answers_.end(), [](auto const* a, auto const* b) {
      return *a->responded_at < *b->responded_at;
    });
    current_.assign(scenario.sessions.size(), -1);
  }

  std::string drawn() {
    for (std::size_t i = 0; i < run_.log.size(); ++i) {
      answers_before(run_.log[i].tick);
      deadlocks_before(run_.log[i].tick);
      draw(run_.log[i], i + 1);
    }
    answers_before(run_.quiet.tick + 1);
    deadlocks_before(run_.quiet.tick + 1);
    open_for_ever();
    for (auto const& line : lines_at_rest(run_)) table_.across(line);
    return table_.drawn();
  }

 private:
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (auto const& session : scenario_.sessions) names.push_back(session.name);
    return names;
  }

  void draw(LogEntry const& entry, std::size_t number) {
    if (entry.at.session >= 0) {
      mark_switch(entry);
      begin_action(entry);
      in_column(entry.at.session, "  ", step_text(scenario_, entry), std::to_string(number));
    }
    for (auto const& broken : entry.broken) {
      auto const who = entry.at.session < 0 ? fmt::format(" (after {})", show(scenario_, entry.at))
                                            : std::string{};
      table_.across(fmt::format("{}{}: {}{}", glyphs_.broken, broken.name, broken.row, who));
    }
  }

  /// A wake is no turn: it belongs to the step that freed the session.
  void mark_switch(LogEntry const& entry) {
    if (entry.kind == LogEntry::Kind::wake) return;
    bool const could_go_on =
        std::find(entry.enabled.begin(), entry.enabled.end(), turn_) != entry.enabled.end();
    if (turn_ >= 0 && turn_ != entry.at.session && could_go_on) in_column(turn_, "  ", "switch");
    turn_ = entry.at.session;
  }

  void begin_action(LogEntry const& entry) {
    auto const session = static_cast<std::size_t>(entry.at.session);
    if (std::exchange(current_[session], entry.at.action) == entry.at.action) return;
    auto const& program = scenario_.sessions[session].actions;
    auto const action = static_cast<std::size_t>(entry.at.action);
    if (action < program.size()) in_column(entry.at.session, glyphs_.begins, show(program[action]));
  }

  void answers_before(Tick tick) {
    for (; next_answer_ < answers_.size(); ++next_answer_) {
      auto const& record = *answers_[next_answer_];
      if (*record.responded_at >= tick) return;
      if (record.session == kGiven) {
        table_.across(fmt::format("given   {}: {}", show(record.action), show(record.completion)));
      }
      if (record.session < 0) continue;
      auto const session = static_cast<std::size_t>(record.session);
      bool const without_steps = current_[session] != record.index;
      in_column(record.session, glyphs_.answers,
                without_steps ? fmt::format("{}: {}", show(record.action), show(record.completion))
                              : show(record.completion));
    }
  }

  void deadlocks_before(Tick tick) {
    for (; next_deadlock_ < run_.deadlocks.size(); ++next_deadlock_) {
      auto const& deadlock = run_.deadlocks[next_deadlock_];
      if (deadlock.tick >= tick) return;
      table_.across(fmt::format("{}{}", glyphs_.broken, deadlock_text(scenario_, deadlock)));
    }
  }

  void open_for_ever() {
    for (auto const& record : run_.actions) {
      if (record.responded_at || record.session < 0) continue;
      in_column(record.session, glyphs_.unknown,
                fmt::format("{}: {}", show(record.action), show(record.completion)));
    }
  }

  void in_column(int session, std::string_view mark, std::string text, std::string label = "") {
    std::vector<Cell> cells(scenario_.sessions.size());
    cells[static_cast<std::size_t>(session)] = {std::move(text), std::string{mark}, "  "};
    table_.row(std::move(cells), std::move(label));
  }

  Scenario const& scenario_;
  Run const& run_;
  Glyphs const& glyphs_;
  Table table_;
  std::vector<ActionRecord const*> answers_;
  std::size_t next_answer_{0};
  std::size_t next_deadlock_{0};
  std::vector<int> current_;  ///< The action whose steps each session is taking.
  int turn_{kGiven};
};

}  // namespace

std::string render_interleaving(Scenario const& scenario, Run const& run, Look look) {
  return Interleaving{scenario, run, look}.drawn();
}

}  // namespace properties::trace
