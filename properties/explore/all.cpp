#include "properties/explore/all.hpp"

#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "model/step.hpp"

namespace properties::explore {
namespace {

using model::UserId;
using trace::Action;

constexpr UserId kA{1};
constexpr UserId kB{2};

template <class Use>
void for_each_operation(Use const& use) {
  for (auto const& [one, other] : {std::pair{kA, kB}, std::pair{kB, kA}}) {
    use(model::Follow{one, other});
    use(model::Unfollow{one, other});
    use(model::Decide{one, other, true});
    use(model::Decide{one, other, false});
    use(model::Block{one, other});
    use(model::Unblock{one, other});
  }
}

struct Start {
  std::vector<trace::Account> accounts;
  std::vector<Action> given;
};

/// What tells two states apart: versions count only as far as there is one.
using Key = std::tuple<model::RelationState, bool, model::RelationState, bool,
                       std::set<std::pair<UserId, UserId>>>;

Key key_of(model::State const& state) {
  auto const row = [&](UserId one, UserId other) {
    auto const found = state.pairs.find({one, other});
    return found == state.pairs.end() ? model::PairRow{} : found->second;
  };
  auto const there = row(kA, kB);
  auto const back = row(kB, kA);
  return {there.state, there.version.value() > 0, back.state, back.version.value() > 0,
          state.blocks};
}

/// Breadth first: each state by the fewest operations.
void add_states(bool a_private, bool b_private, std::vector<Start>& into) {
  model::State first;
  first.accounts = {{kA, a_private}, {kB, b_private}};
  std::vector<trace::Account> const accounts{{kA, a_private}, {kB, b_private}};
  std::deque<std::pair<model::State, std::vector<Action>>> open{{first, {}}};
  std::set<Key> seen{key_of(first)};
  for (; !open.empty(); open.pop_front()) {
    auto const& [state, given] = open.front();
    into.push_back({accounts, given});
    for_each_operation([&, &from = state, &path = given](auto const& operation) {
      auto next = model::step(from, operation).first;
      if (!seen.insert(key_of(next)).second) return;
      auto longer = path;
      longer.emplace_back(operation);
      open.emplace_back(std::move(next), std::move(longer));
    });
  }
}

/// Unordered choices with repetition, as non-decreasing lists of places.
void add_choices(std::size_t of, std::size_t from, std::vector<std::size_t>& chosen,
                 std::size_t many, std::vector<std::vector<std::size_t>>& into) {
  if (chosen.size() == many) {
    into.push_back(chosen);
    return;
  }
  for (auto next = from; next < of; ++next) {
    chosen.push_back(next);
    add_choices(of, next, chosen, many, into);
    chosen.pop_back();
  }
}

}  // namespace

std::vector<trace::Scenario> all_scenarios(int sessions) {
  std::vector<Action> operations;
  for_each_operation([&](auto const& operation) { operations.emplace_back(operation); });
  std::vector<Start> starts;
  for (int privacy = 0; privacy < 4; ++privacy)
    add_states(privacy / 2 == 1, privacy % 2 == 1, starts);
  std::vector<std::vector<std::size_t>> choices;
  std::vector<std::size_t> chosen;
  add_choices(operations.size(), 0, chosen, static_cast<std::size_t>(sessions), choices);
  std::vector<trace::Scenario> all;
  for (auto const& choice : choices) {
    for (auto const& start : starts) {
      trace::Scenario scenario;
      scenario.accounts = start.accounts;
      scenario.given = start.given;
      for (auto const place : choice) {
        auto const number = scenario.sessions.size() + 1;
        scenario.sessions.push_back({"c" + std::to_string(number), {operations[place]}});
      }
      all.push_back(std::move(scenario));
    }
  }
  return all;
}

}  // namespace properties::explore
