#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <utility>
#include <variant>

namespace checker::specs {

/// Two users and the relations between them in both directions (R1–R4); whether each of them is
/// private does not change during the run.
struct RelationPair {
  /// Which of the two.
  enum class Side : std::uint8_t { first, second };
  enum class Standing : std::uint8_t { removed, pending, active };
  /// How one of them stands towards the other.
  struct Relation {
    Standing standing = Standing::removed;
    std::int64_t version = 0;
    bool blocks = false;
    friend auto operator<=>(Relation const&, Relation const&) = default;
  };
  /// By side of the follower.
  using State = std::array<Relation, 2>;

  struct Follow {
    Side actor;
    friend auto operator<=>(Follow const&, Follow const&) = default;
  };
  struct Unfollow {
    Side actor;
    friend auto operator<=>(Unfollow const&, Unfollow const&) = default;
  };
  /// `actor` answers the pending request of the other.
  struct Decide {
    Side actor;
    bool accept;
    friend auto operator<=>(Decide const&, Decide const&) = default;
  };
  struct Block {
    Side actor;
    friend auto operator<=>(Block const&, Block const&) = default;
  };
  struct Unblock {
    Side actor;
    friend auto operator<=>(Unblock const&, Unblock const&) = default;
  };
  using Operation = std::variant<Follow, Unfollow, Decide, Block, Unblock>;

  enum class Result : std::uint8_t { changed, noop, rejected };
  /// The answer, and how both stand after it.
  struct Outcome {
    Result result = Result::noop;
    State present;
    friend auto operator<=>(Outcome const&, Outcome const&) = default;
  };

  std::array<bool, 2> is_private{};

  [[nodiscard]] State initial() const { return {}; }

  [[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation) const {
    auto const result =
        std::visit([&](auto const& request) { return apply(state, request); }, operation);
    return {state, {result, state}};
  }

  [[nodiscard]] bool keeps_state(Operation const&) const { return false; }
  [[nodiscard]] bool keeps_state(Operation const&, Outcome const& outcome) const {
    return outcome.result != Result::changed;
  }

 private:
  [[nodiscard]] static std::size_t own(Side side) { return static_cast<std::size_t>(side); }
  [[nodiscard]] static std::size_t other(Side side) { return 1 - own(side); }

  static Result become(Relation& relation, Standing standing) {
    relation.standing = standing;
    ++relation.version;
    return Result::changed;
  }

  [[nodiscard]] Result apply(State& state, Follow const& request) const {
    if (state[0].blocks || state[1].blocks) return Result::rejected;
    auto& relation = state[own(request.actor)];
    if (relation.standing != Standing::removed) return Result::noop;
    bool const asks = is_private[other(request.actor)];
    return become(relation, asks ? Standing::pending : Standing::active);
  }
  [[nodiscard]] Result apply(State& state, Unfollow const& request) const {
    auto& relation = state[own(request.actor)];
    if (relation.standing == Standing::removed) return Result::noop;
    return become(relation, Standing::removed);
  }
  [[nodiscard]] Result apply(State& state, Decide const& request) const {
    auto& relation = state[other(request.actor)];
    if (relation.standing != Standing::pending) return Result::rejected;
    return become(relation, request.accept ? Standing::active : Standing::removed);
  }
  [[nodiscard]] Result apply(State& state, Block const& request) const {
    auto& blocker = state[own(request.actor)];
    auto result = blocker.blocks ? Result::noop : Result::changed;
    blocker.blocks = true;
    for (auto& relation : state) {
      if (relation.standing != Standing::removed) result = become(relation, Standing::removed);
    }
    return result;
  }
  [[nodiscard]] Result apply(State& state, Unblock const& request) const {
    auto& blocker = state[own(request.actor)];
    return std::exchange(blocker.blocks, false) ? Result::changed : Result::noop;
  }
};

}  // namespace checker::specs
