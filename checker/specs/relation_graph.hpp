#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <variant>
#include <vector>

namespace checker::specs {

/// Who follows and blocks whom, among any number of users, some of them private (R1–R4, R11).
struct RelationGraph {
  using User = std::int64_t;
  using Pair = std::pair<User, User>;  ///< Who follows, who is followed; or who blocks whom.

  enum class Standing : std::uint8_t { removed, pending, active };
  struct Relation {
    Standing standing = Standing::removed;
    std::int64_t version = 0;
    friend auto operator<=>(Relation const&, Relation const&) = default;
  };
  struct State {
    std::map<Pair, Relation> relations;
    std::set<Pair> blocks;
    std::set<User> private_users;
    friend auto operator<=>(State const&, State const&) = default;
  };

  struct Follow {
    User actor, target;
    friend auto operator<=>(Follow const&, Follow const&) = default;
  };
  struct Unfollow {
    User actor, target;
    friend auto operator<=>(Unfollow const&, Unfollow const&) = default;
  };
  /// `actor` answers the pending request of `target`.
  struct Decide {
    User actor, target;
    bool accept;
    friend auto operator<=>(Decide const&, Decide const&) = default;
  };
  struct Block {
    User actor, target;
    friend auto operator<=>(Block const&, Block const&) = default;
  };
  struct Unblock {
    User actor, target;
    friend auto operator<=>(Unblock const&, Unblock const&) = default;
  };
  struct SetPrivate {
    User actor;
    bool enabled;
    friend auto operator<=>(SetPrivate const&, SetPrivate const&) = default;
  };
  using Operation = std::variant<Follow, Unfollow, Decide, Block, Unblock, SetPrivate>;

  enum class Result : std::uint8_t { changed, noop, rejected };
  struct Outcome {
    Result result = Result::noop;
    /// Each relation that changed, as it became; ordered by pair.
    std::vector<std::pair<Pair, Relation>> changes;
    friend auto operator<=>(Outcome const&, Outcome const&) = default;
  };

  std::set<User> private_at_start;
  /// Users of whom the history holds a SetPrivate: it joins all the pairs they are in.
  std::set<User> privacy_changes;

  [[nodiscard]] State initial() const { return {{}, {}, private_at_start}; }

  [[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation) const {
    auto const outcome =
        std::visit([&](auto const& request) { return apply(state, request); }, operation);
    return {std::move(state), outcome};
  }

  /// The pair in either direction, and each user in it whose privacy changes.
  [[nodiscard]] std::vector<Pair> footprint(Operation const& operation) const {
    if (auto const* change = std::get_if<SetPrivate>(&operation)) {
      return {{change->actor, change->actor}};
    }
    auto const [a, b] = std::visit([](auto const& request) { return ends(request); }, operation);
    std::vector<Pair> items{{std::min(a, b), std::max(a, b)}};
    for (auto const user : {a, b}) {
      if (privacy_changes.contains(user)) items.emplace_back(user, user);
    }
    return items;
  }
  [[nodiscard]] bool keeps_state(Operation const&) const { return false; }
  [[nodiscard]] bool keeps_state(Operation const&, Outcome const& outcome) const {
    return outcome.result != Result::changed;
  }

 private:
  [[nodiscard]] static Pair ends(SetPrivate const& request) {
    return {request.actor, request.actor};
  }
  template <class Request>
  [[nodiscard]] static Pair ends(Request const& request) {
    return {request.actor, request.target};
  }

  [[nodiscard]] static Standing standing(State const& state, Pair pair) {
    auto const found = state.relations.find(pair);
    return found == state.relations.end() ? Standing::removed : found->second.standing;
  }
  static Outcome become(State& state, Pair pair, Standing standing) {
    auto& relation = state.relations[pair];
    relation = {standing, relation.version + 1};
    return {Result::changed, {{pair, relation}}};
  }

  [[nodiscard]] static Outcome apply(State& state, Follow const& request) {
    Pair const pair{request.actor, request.target};
    bool const blocked =
        state.blocks.contains(pair) || state.blocks.contains({request.target, request.actor});
    if (request.actor == request.target || blocked) return {Result::rejected, {}};
    if (standing(state, pair) != Standing::removed) return {Result::noop, {}};
    bool const asks = state.private_users.contains(request.target);
    return become(state, pair, asks ? Standing::pending : Standing::active);
  }
  [[nodiscard]] static Outcome apply(State& state, Unfollow const& request) {
    Pair const pair{request.actor, request.target};
    if (standing(state, pair) == Standing::removed) return {Result::noop, {}};
    return become(state, pair, Standing::removed);
  }
  [[nodiscard]] static Outcome apply(State& state, Decide const& request) {
    Pair const pair{request.target, request.actor};
    if (standing(state, pair) != Standing::pending) return {Result::rejected, {}};
    return become(state, pair, request.accept ? Standing::active : Standing::removed);
  }
  [[nodiscard]] static Outcome apply(State& state, Block const& request) {
    if (request.actor == request.target) return {Result::rejected, {}};
    bool const wrote = state.blocks.insert({request.actor, request.target}).second;
    Outcome outcome{wrote ? Result::changed : Result::noop, {}};
    auto const [low, high] = std::minmax(request.actor, request.target);
    for (auto const& pair : {Pair{low, high}, Pair{high, low}}) {
      if (standing(state, pair) == Standing::removed) continue;
      outcome.result = Result::changed;
      outcome.changes.push_back(become(state, pair, Standing::removed).changes.front());
    }
    return outcome;
  }
  [[nodiscard]] static Outcome apply(State& state, Unblock const& request) {
    bool const deleted = state.blocks.erase({request.actor, request.target}) != 0;
    return {deleted ? Result::changed : Result::noop, {}};
  }
  [[nodiscard]] static Outcome apply(State& state, SetPrivate const& request) {
    bool const was = state.private_users.contains(request.actor);
    if (was == request.enabled) return {Result::noop, {}};
    if (request.enabled) {
      state.private_users.insert(request.actor);
      return {Result::changed, {}};
    }
    state.private_users.erase(request.actor);
    Outcome outcome{Result::changed, {}};
    for (auto const& [pair, relation] : state.relations) {
      if (pair.second != request.actor || relation.standing != Standing::pending) continue;
      outcome.changes.push_back(become(state, pair, Standing::active).changes.front());
    }
    return outcome;
  }
};

}  // namespace checker::specs
