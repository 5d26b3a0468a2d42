#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "properties/trace/render.hpp"
#include "properties/trace/rest.hpp"
#include "properties/trace/show.hpp"

namespace properties::trace {
namespace {

/// A call or an answer, at its moment.
struct Moment {
  Tick tick;
  bool answer;  ///< At one tick calls come first: equal ticks are concurrent.
  std::size_t record;
  friend auto operator<=>(Moment const&, Moment const&) = default;
};

std::vector<Moment> moments_of(Run const& run) {
  std::vector<Moment> moments;
  for (std::size_t i = 0; i < run.actions.size(); ++i) {
    if (run.actions[i].session < 0) continue;
    moments.push_back({run.actions[i].invoked_at, false, i});
    if (run.actions[i].responded_at) moments.push_back({*run.actions[i].responded_at, true, i});
  }
  std::sort(moments.begin(), moments.end());
  return moments;
}

std::string call_and_answer(ActionRecord const& record) {
  return fmt::format("{}: {}", show(record.action), show(record.completion));
}

/// Draws moment by moment; `open_` is the call that each session is in.
class Observed {
 public:
  Observed(Scenario const& scenario, Run const& run, Look look)
      : run_{run}, glyphs_{glyphs_of(look)}, table_{names_of(scenario), look} {
    open_.resize(scenario.sessions.size());
  }

  std::string drawn() {
    for (auto const& record : run_.actions) {
      if (record.session == kGiven) table_.across("given   " + call_and_answer(record));
    }
    auto const moments = moments_of(run_);
    for (std::size_t i = 0; i < moments.size(); ++i) {
      auto const& now = moments[i];
      bool const at_once = !now.answer && i + 1 < moments.size() &&
                           moments[i + 1].record == now.record && moments[i + 1].answer;
      draw(run_.actions[now.record], now.answer, at_once);
      if (at_once) ++i;
    }
    draw_open_for_ever();
    for (auto const& line : lines_at_rest(run_)) table_.across(line);
    return table_.drawn();
  }

 private:
  static std::vector<std::string> names_of(Scenario const& scenario) {
    std::vector<std::string> names;
    for (auto const& session : scenario.sessions) names.push_back(session.name);
    return names;
  }

  void draw(ActionRecord const& record, bool answer, bool at_once) {
    auto const session = static_cast<std::size_t>(record.session);
    auto cells = cells_of_the_others();
    if (at_once) {
      cells[session] = cell(glyphs_.at_once, "  ", call_and_answer(record));
    } else if (answer) {
      cells[session] = cell(glyphs_.closes, "  ", show(record.completion));
      open_[session].reset();
    } else {
      cells[session] = cell(glyphs_.opens, glyphs_.during, show(record.action));
      open_[session] = &record;
    }
    table_.row(std::move(cells));
  }

  /// The open call of an indeterminate action does not end here.
  void draw_open_for_ever() {
    auto cells = cells_of_the_others();
    bool any = false;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (!open_[i]) continue;
      any = true;
      cells[i] = cell(glyphs_.unknown, "  ", show((*open_[i])->completion));
    }
    if (any) table_.row(std::move(cells));
  }

  [[nodiscard]] std::vector<Cell> cells_of_the_others() const {
    std::vector<Cell> cells(open_.size());
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_[i]) cells[i] = cell(glyphs_.during, glyphs_.during, "");
    }
    return cells;
  }
  static Cell cell(std::string_view mark, std::string_view hanging, std::string text) {
    return {std::move(text), std::string{mark}, std::string{hanging}};
  }

  Run const& run_;
  Glyphs const& glyphs_;
  Table table_;
  std::vector<std::optional<ActionRecord const*>> open_;
};

}  // namespace

std::string render_observed(Scenario const& scenario, Run const& run, Look look) {
  return Observed{scenario, run, look}.drawn();
}

}  // namespace properties::trace
