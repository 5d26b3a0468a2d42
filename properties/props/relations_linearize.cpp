#include <fmt/format.h>

#include "checker/linearizability.hpp"
#include "properties/props/evidence/relation_history.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/props/property.hpp"

namespace properties::props {
namespace {

using evidence::RelationHistory;
using evidence::RelationSpec;
using evidence::words;

/// Far above what any scenario needs: hundreds are usual.
constexpr checker::Budget kBudget{.configurations = 1'000'000};

/// Tells why a part of a history has no order.
class Explanation {
 public:
  Explanation(trace::Scenario const& scenario, RelationSpec const& spec,
              RelationHistory const& seen)
      : scenario_{scenario}, spec_{spec}, seen_{seen} {}

  [[nodiscard]] Violated violated(checker::NotLinearizable const& found) const {
    Violated violated;
    auto& because = violated.because;
    auto state = spec_.initial();
    because.emplace_back(found.longest_prefix.empty()
                             ? "No order of the operations explains even a first answer."
                             : "The longest order of operations that explains their answers is:");
    for (auto const id : found.longest_prefix) {
      auto [after, outcome] = spec_.step(std::move(state), operation(id));
      state = std::move(after);
      // A look at the tables that fits is no news, and changes nothing.
      if (seen_.records[id] == nullptr) continue;
      because.push_back(fmt::format("- {}: {}.", called(id), words(outcome)));
    }
    because.emplace_back(found.stuck.size() == 1 ? "Next must come:"
                                                 : "Next must come one of these, and none can:");
    for (auto const id : found.stuck) because.push_back(contradiction(id, state));
    return violated;
  }

 private:
  [[nodiscard]] model::Operation const& operation(checker::OperationId id) const {
    return seen_.history[id].operation;
  }

  [[nodiscard]] std::string called(checker::OperationId id) const {
    if (seen_.records[id] != nullptr) return evidence::name(scenario_, *seen_.records[id]);
    auto const& look = std::get<model::Inspect>(operation(id));
    return fmt::format("the final tables on {}", words(model::Pair{look.follower, look.followee}));
  }

  [[nodiscard]] std::string contradiction(checker::OperationId id, model::State state) const {
    using Said = checker::Returned<model::Outcome>;
    auto const& said = std::get<Said>(seen_.history[id].completion).outcome;
    auto const expected = spec_.step(std::move(state), operation(id)).second;
    return fmt::format("- {}: {}; it should have been {}.", called(id), words(said),
                       words(expected));
  }

  trace::Scenario const& scenario_;
  RelationSpec const& spec_;
  RelationHistory const& seen_;
};

Judgement judge(trace::Scenario const& scenario, trace::Run const& run) {
  auto const seen = evidence::relation_history(run);
  if (seen.history.empty()) return NotApplicable{};
  RelationSpec const spec{scenario};
  auto const parts = checker::partition(
      seen.history, [&](model::Operation const& operation) { return spec.footprint(operation); });
  std::optional<Undecided> undecided;
  for (auto const& part : parts) {
    auto const verdict = checker::check_linearizable(spec, seen.history, part, kBudget);
    if (auto const* wrong = std::get_if<checker::NotLinearizable>(&verdict)) {
      return Explanation{scenario, spec, seen}.violated(*wrong);
    }
    auto const* spent = std::get_if<checker::Undecided>(&verdict);
    if (spent != nullptr && !undecided) {
      undecided = Undecided{fmt::format("no verdict on {} operations after {} configurations",
                                        part.size(), spent->configurations)};
    }
  }
  if (undecided) return *undecided;
  return Holds{};
}

Registration const kRegistration{{
    .name = "relations_linearize",
    .cites = "R1 R2 R3 R4 R9 T1",
    .claim = "Some order of the operations, in which each takes effect at one moment between its "
             "call and its response, explains every answer and the tables at the end.",
    .judge = judge,
    .file = __FILE__,
    .line = __LINE__,
}};

}  // namespace
}  // namespace properties::props
