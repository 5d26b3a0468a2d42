#include "properties/protocol/conformance.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "model/protocol/machine.hpp"
#include "properties/protocol/bounds.hpp"
#include "properties/protocol/endings.hpp"
#include "properties/protocol/notes.hpp"
#include "properties/protocol/wander.hpp"
#include "properties/trace/show.hpp"

namespace properties::protocol {
namespace {

using model::protocol::Action;
using model::protocol::bit;
using model::protocol::Claim;
using model::protocol::Machine;
using trace::Ending;
using trace::LogEntry;
using Kind = Action::Kind;

constexpr char const* kDeadlock = "40P01";

unsigned bits_of(std::vector<int> const& sessions) {
  unsigned bits = 0;
  for (int const session : sessions) bits |= 1U << session;
  return bits;
}

bool never_happened(trace::Run const& run, trace::Point const& at) {
  return std::any_of(run.actions.begin(), run.actions.end(), [&](trace::ActionRecord const& one) {
    return one.session == at.session && one.index == at.action &&
           std::holds_alternative<trace::NeverHappened>(one.completion);
  });
}

/// The ROLLBACKs after which the service did not try again.
std::set<trace::Tick> surrenders_in(trace::Run const& run) {
  std::map<std::pair<int, int>, LogEntry const*> last;
  for (auto const& entry : run.log) last[{entry.at.session, entry.at.action}] = &entry;
  std::set<trace::Tick> ticks;
  for (auto const& [action, entry] : last) {
    if (entry->at.step != trace::Step::rollback || !never_happened(run, entry->at)) continue;
    ticks.insert(entry->tick);
  }
  return ticks;
}

/// The machine beside a run.
class Shadow {
 public:
  Shadow(trace::Scenario const& scenario, trace::Run const& run, Machine const& machine)
      : scenario_{scenario},
        run_{run},
        machine_{machine},
        state_{machine.start()},
        surrenders_{surrenders_in(run)},
        steps_(scenario.sessions.size()),
        answer_(scenario.sessions.size()),
        answers_(scenario.sessions.size()) {}

  /// False once they have parted; then `departs()` tells.
  bool follow(LogEntry const& entry) {
    if (entry.at.session < 0) return true;
    return entry.kind == LogEntry::Kind::step ? step(entry) : wake(entry);
  }

  bool end() {
    give_up_deliveries();
    if (!enabled().empty()) {
      return parts("the end of the run", "it has ended", "somebody can still go on");
    }
    if (owed_refusals_ != 0) {
      return parts("the end of the run", "it has refused nothing", "a statement was refused");
    }
    auto const difference =
        difference_of_endings(scenario_, run_, answers_, machine_.tables(state_));
    return difference.empty() || parts("the end of the run", difference[0], difference[1]);
  }

  [[nodiscard]] std::vector<std::string> const& departs() const { return departs_; }

 private:
  bool step(LogEntry const& entry) {
    auto const session = entry.at.session;
    if ((refused_ >> session & 1) != 0 && entry.at.step == trace::Step::rollback) {
      refused_ &= ~(1U << session);  // The machine's task has ended with the refusal.
      return true;
    }
    if (!can_go(session)) give_up_deliveries();
    auto const machines = who_can_go() & ~refused_;
    auto const servers = bits_of(entry.enabled) & ~refused_;
    if (machines != servers) {
      return parts(place(entry), names(servers) + " can go on", names(machines) + " can");
    }
    Action const action{Kind::step, static_cast<std::uint8_t>(session), 0};
    auto const expected = machine_.step_of(state_, action);
    if (name_of(expected) != trace::name_of(entry.at.step)) {
      return parts(place(entry), "that is the step",
                   "it would be " + std::string{name_of(expected)});
    }
    if (surrenders_.contains(entry.tick)) {
      machine_.give_up(state_, session);
      return true;
    }
    steps_[at(session)] = expected;
    results_[at(session)] = {};
    bool const refuses = take(action);
    return waits_alike(entry) && refuses_alike(entry, refuses) && reads_alike(entry);
  }

  bool wake(LogEntry const& entry) {
    auto const session = entry.at.session;
    if (entry.sqlstate == kDeadlock) return fall_victim(entry);
    if (!waits(session)) {
      if (entry.ending == Ending::blocked) {
        return parts(place(entry), "it waits again", "it need not");
      }
      if (entry.ending == Ending::failed) {
        refused_ |= 1U << session;
        return --owed_refusals_ >= 0 || parts(place(entry), "it is refused", "it is not");
      }
      return reads_alike(entry);
    }
    bool const may = is_enabled({Kind::wake, static_cast<std::uint8_t>(session), 0});
    if (entry.ending == Ending::blocked) {
      return !may || parts(place(entry), "it waits again", "it could go on");
    }
    if (!may) return parts(place(entry), "it goes on", "it still waits");
    bool const refuses = take({Kind::wake, static_cast<std::uint8_t>(session), 0});
    return refuses_alike(entry, refuses) && reads_alike(entry);
  }

  bool fall_victim(LogEntry const& entry) {
    Action const victim{Kind::victim, static_cast<std::uint8_t>(entry.at.session), 0};
    if (!is_enabled(victim)) {
      return parts(place(entry), "it is the victim of a deadlock", "there is none, or not with it");
    }
    take(victim);
    return true;
  }

  /// Lets it happen; answers whether the session's own statement is refused.
  bool take(Action const& action) {
    auto const seen = machine_.apply(state_, action, &results_);
    note_answer(action.session, seen.reached);
    if ((seen.broken & bit(Claim::no_defect)) == 0) return false;
    ++owed_refusals_;
    return true;
  }

  /// A task of a wrong service may have two COMMITs; it answers once, at its end.
  void note_answer(int session, std::uint32_t reached) {
    auto& answer = answer_[at(session)];
    answer |= answer_in(reached);
    if (answer == 0 || machine_.is_in_a_task(state_, session)) return;
    answers_[at(session)].push_back(std::exchange(answer, 0));
  }

  bool waits_alike(LogEntry const& entry) {
    bool const server = entry.ending == Ending::blocked;
    if (server != waits(entry.at.session)) {
      return parts(place(entry), server ? "it waits" : "it does not wait",
                   server ? "it need not" : "it has to");
    }
    if (!server) return true;
    auto const blockers = bits_of(entry.blocked_by);
    auto const possible = machine_.waits_for(state_, entry.at.session);
    return (blockers != 0 && (blockers & ~possible) == 0) ||
           parts(place(entry), "it waits for " + names(blockers),
                 "it waits for some of " + names(possible));
  }

  bool refuses_alike(LogEntry const& entry, bool refuses) {
    bool const refused = entry.ending == Ending::failed;
    if (!refused) return true;  // Whom the machine refuses may be one that this step has freed.
    if (!refuses) return parts(place(entry), "it is refused", "it is not");
    --owed_refusals_;
    refused_ |= 1U << entry.at.session;
    return true;
  }

  bool reads_alike(LogEntry const& entry) {
    if (entry.ending != Ending::done) return true;
    auto const session = at(entry.at.session);
    auto const expected = note_of(steps_[session], results_[session]);
    bool const told = !std::holds_alternative<std::monostate>(results_[session]);
    return !told || entry.note == expected ||
           parts(place(entry), "it says " + entry.note, "it says " + expected);
  }

  void give_up_deliveries() {
    for (auto actions = enabled(); !actions.empty(); actions = enabled()) {
      if (actions.front().kind != Kind::skip) return;
      machine_.apply(state_, actions.front());
    }
  }

  [[nodiscard]] std::vector<Action> enabled() const {
    std::vector<Action> actions;
    machine_.enabled(state_, actions);
    return actions;
  }
  [[nodiscard]] bool is_enabled(Action const& action) const {
    auto const all = enabled();
    return std::find(all.begin(), all.end(), action) != all.end();
  }
  [[nodiscard]] unsigned who_can_go() const {
    unsigned sessions = 0;
    for (auto const& action : enabled()) {
      if (action.kind == Kind::step) sessions |= 1U << action.session;
    }
    return sessions;
  }
  [[nodiscard]] bool can_go(int session) const { return (who_can_go() >> session & 1) != 0; }
  [[nodiscard]] bool waits(int session) const {
    return (machine_.waiting(state_) >> session & 1) != 0;
  }
  [[nodiscard]] static std::size_t at(int session) { return static_cast<std::size_t>(session); }

  [[nodiscard]] std::string place(LogEntry const& entry) const {
    bool const wakes = entry.kind == LogEntry::Kind::wake;
    return trace::show(scenario_, entry.at) + (wakes ? ", woken" : "") + " at " +
           std::to_string(entry.tick);
  }
  [[nodiscard]] std::string names(unsigned sessions) const {
    std::string text;
    for (int session = 0; session < static_cast<int>(scenario_.sessions.size()); ++session) {
      if ((sessions >> session & 1) == 0) continue;
      text += (text.empty() ? "" : ", ") + trace::session_name(scenario_, session);
    }
    return text.empty() ? "nobody" : text;
  }

  bool parts(std::string const& where, std::string const& server, std::string const& machine) {
    departs_ = {"At " + where + ":", "on PostgreSQL " + server + ".",
                "On the abstract machine " + machine + "."};
    return false;
  }

  trace::Scenario const& scenario_;
  trace::Run const& run_;
  Machine const& machine_;
  model::protocol::State state_;
  std::set<trace::Tick> surrenders_;
  std::vector<model::protocol::Step> steps_;  ///< By session: its last.
  model::protocol::Results results_;          ///< Of those, once they are done.
  std::vector<std::uint32_t> answer_;         ///< By session: what its task has answered so far.
  Answers answers_;
  unsigned refused_{0};   ///< Sessions whose ROLLBACK after a refusal is still to come.
  int owed_refusals_{0};  ///< The machine has refused a statement; the server not yet.
  std::vector<std::string> departs_;
};

}  // namespace

trace::Scenario conforming_program(std::uint64_t seed, std::size_t most_sessions) {
  return to_program(random_scenario(seed, most_sessions));
}

Conformance conformance_of(trace::Scenario const& scenario, trace::Run const& run,
                           model::protocol::Variant const& variant) {
  auto const known = to_machine(scenario, variant);
  auto const* const programs = std::get_if<model::protocol::Scenario>(&known);
  if (programs == nullptr) return {};
  Machine const machine{*programs, variant};
  Shadow shadow{scenario, run, machine};
  for (auto const& entry : run.log) {
    if (!shadow.follow(entry)) return {true, shadow.departs()};
  }
  shadow.end();
  return {true, shadow.departs()};
}

bool is_of_conformance(trace::Trace const& trace) {
  return std::any_of(trace.findings.begin(), trace.findings.end(),
                     [](auto const& finding) { return finding.property == kConformance; });
}

}  // namespace properties::protocol
