#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "checker/component.hpp"
#include "checker/explain.hpp"
#include "checker/finding/show.hpp"
#include "checker/formats/recorded.hpp"

namespace checker::finding {

/// Explains why the answers `evidence` of an illegal part contradict each other.
///
/// Where answers that were forgotten had to take effect for the others to make sense (a value that
/// was read must have been written), the fewest such operations are shown too, as operations that
/// may have happened.
template <class Spec>
class Contradiction {
 public:
  using Recorded = formats::Recorded<Spec>;
  using Invocation = typename History<typename Spec::Operation, typename Spec::Outcome>::value_type;
  using Outcome = typename Spec::Outcome;

  Contradiction(Recorded const& recorded, std::vector<OperationId> part,
                std::vector<OperationId> evidence, Budget const& budget)
      : recorded_{recorded},
        part_{std::move(part)},
        evidence_{std::move(evidence)},
        budget_{budget} {}

  [[nodiscard]] Explanation explanation() const {
    auto shown = shown_operations();
    bool const few = shown.size() <= kMostOrdered;
    if (!few) std::erase_if(shown, [&](OperationId id) { return !is_evidence(id); });
    Explanation result;
    for (auto const id : shown) result.exhibits.push_back(exhibit(id));
    result.never_happened = static_cast<std::size_t>(std::count_if(
        part_.begin(), part_.end(), [&](OperationId id) { return never_happened(id); }));
    result.others_left_out = part_.size() - shown.size() - result.never_happened;
    if (!few) return result;
    auto orders = Orders<Spec>{recorded_.spec, candidates(shown)};
    tell_dead_ends(orders, result);
    tell_remedy(orders, shown, result);
    return result;
  }

  [[nodiscard]] Exhibit exhibit(OperationId id) const {
    auto const& invocation = recorded_.history[id];
    Exhibit exhibit{id,
                    show_client(invocation.client, recorded_.words),
                    show(invocation.operation, recorded_.words),
                    {},
                    show_place(recorded_.places[id]),
                    {invocation.invoked_at, std::nullopt},
                    invocation.responded_at};
    if (!is_evidence(id)) return exhibit;
    exhibit.lifetime.returned = invocation.responded_at;
    exhibit.answer = show(answer(invocation), recorded_.words);
    return exhibit;
  }

 private:
  static constexpr std::size_t kMostDeadEnds = 6;
  static constexpr std::size_t kMostShownWhole = 6;
  static constexpr std::size_t kMostOrdered = 8;  ///< Beyond it orders are not tried one by one.

  [[nodiscard]] static Outcome const& answer(Invocation const& invocation) {
    return std::get<Returned<Outcome>>(invocation.completion).outcome;
  }

  [[nodiscard]] bool is_evidence(OperationId id) const {
    return std::binary_search(evidence_.begin(), evidence_.end(), id);
  }

  /// Evidence and helpers by call.
  [[nodiscard]] std::vector<OperationId> shown_operations() const {
    auto shown = evidence_;
    auto const helping = helpers();
    shown.insert(shown.end(), helping.begin(), helping.end());
    std::sort(shown.begin(), shown.end(), [&](OperationId a, OperationId b) {
      auto const& history = recorded_.history;
      return std::pair{history[a].invoked_at, a} < std::pair{history[b].invoked_at, b};
    });
    return shown;
  }

  /// Forgotten operations that make sense of all the evidence but the answer called last. In a
  /// small part they are all that may have had an effect.
  [[nodiscard]] std::vector<OperationId> helpers() const {
    std::vector<OperationId> effective;
    for (auto const id : part_) {
      if (!is_evidence(id) && !is_read(id) && !never_happened(id)) effective.push_back(id);
    }
    if (effective.size() + evidence_.size() <= kMostShownWhole) return effective;
    auto const last =
        *std::max_element(evidence_.begin(), evidence_.end(), [&](OperationId a, OperationId b) {
          return recorded_.history[a].invoked_at < recorded_.history[b].invoked_at;
        });
    auto kept = evidence_;
    std::erase(kept, last);
    return needed_by(kept, last);
  }

  [[nodiscard]] bool never_happened(OperationId id) const {
    return std::holds_alternative<NeverHappened>(recorded_.history[id].completion);
  }

  [[nodiscard]] std::vector<OperationId> needed_by(std::vector<OperationId> const& kept,
                                                   OperationId doubted) const {
    auto needed = helpers_in_witness(kept, part_);
    std::erase(needed, doubted);
    for (std::size_t i = needed.size(); i-- > 0;) {
      auto without = needed;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      auto part = kept;
      part.push_back(doubted);
      part.insert(part.end(), without.begin(), without.end());
      std::sort(part.begin(), part.end());
      if (std::holds_alternative<Linearizable>(judge(kept, part))) needed = std::move(without);
    }
    return needed;
  }

  /// The verdict on a part of which only the answers `kept` are known.
  [[nodiscard]] Verdict judge(std::vector<OperationId> const& kept,
                              std::vector<OperationId> const& part) const {
    auto const& [spec, history, places, objects, words] = recorded_;
    auto problem = linearizability::pose(spec, history, part, [&](OperationId id) {
      return std::binary_search(kept.begin(), kept.end(), id);
    });
    auto const names = problem.ids;
    return linearizability::verdict(linearizability::solve(spec, std::move(problem), budget_),
                                    names);
  }

  [[nodiscard]] std::vector<OperationId> helpers_in_witness(
      std::vector<OperationId> const& kept, std::vector<OperationId> const& part) const {
    auto const verdict = judge(kept, part);
    std::vector<OperationId> helping;
    auto const* legal = std::get_if<Linearizable>(&verdict);
    if (legal == nullptr) return helping;
    for (auto const id : legal->witness) {
      if (!std::binary_search(kept.begin(), kept.end(), id)) helping.push_back(id);
    }
    std::sort(helping.begin(), helping.end());
    return helping;
  }

  [[nodiscard]] std::vector<typename Orders<Spec>::Candidate> candidates(
      std::vector<OperationId> const& shown) const {
    std::vector<typename Orders<Spec>::Candidate> result;
    for (auto const id : shown) {
      auto const& invocation = recorded_.history[id];
      if (is_evidence(id)) {
        result.push_back({&invocation.operation,
                          answer(invocation),
                          {invocation.invoked_at, invocation.responded_at}});
      } else {
        result.push_back(
            {&invocation.operation, std::nullopt, {invocation.invoked_at, std::nullopt}});
      }
    }
    return result;
  }

  void tell_dead_ends(Orders<Spec>& orders, Explanation& result) const {
    auto stops = orders.stops();
    std::stable_sort(stops.begin(), stops.end(), [](auto const& a, auto const& b) {
      return a.before.size() > b.before.size();
    });
    for (auto const& stop : stops) {
      if (result.dead_ends.size() == kMostDeadEnds) {
        ++result.dead_ends_left_out;
        continue;
      }
      result.dead_ends.push_back(
          {stop.before, stop.next, show(stop.would_answer, recorded_.words)});
    }
  }

  /// Doubts the answer of the operation called last first: the earlier ones made the state it saw.
  void tell_remedy(Orders<Spec>& orders, std::vector<OperationId> const& shown,
                   Explanation& result) const {
    for (bool const reads_only : {true, false}) {
      for (std::size_t i = shown.size(); i-- > 0;) {
        if (!is_evidence(shown[i]) || (reads_only && !is_read(shown[i]))) continue;
        auto const possible = orders.possible_answers(i);
        if (possible.empty()) continue;
        result.remedy = Remedy{i, {}};
        for (auto const& outcome : possible) {
          auto text = show(outcome, recorded_.words);
          auto& answers = result.remedy->answers;
          if (std::find(answers.begin(), answers.end(), text) == answers.end()) {
            answers.push_back(std::move(text));
          }
        }
        return;
      }
    }
  }

  [[nodiscard]] bool is_read(OperationId id) const {
    if constexpr (TellsReads<Spec>) {
      return recorded_.spec.keeps_state(recorded_.history[id].operation);
    } else {
      return false;
    }
  }

  Recorded const& recorded_;
  std::vector<OperationId> part_;
  std::vector<OperationId> evidence_;
  Budget budget_;
};

}  // namespace checker::finding
