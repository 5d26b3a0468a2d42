#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace checker::exploration {

/// What one step, or one state at rest, showed: claims that it broke, goals that it reached. What
/// each bit means is the machine's affair.
struct Observation {
  std::uint32_t broken{0};
  std::uint32_t reached{0};

  Observation& operator|=(Observation const& other) {
    broken |= other.broken;
    reached |= other.reached;
    return *this;
  }
  friend bool operator==(Observation const&, Observation const&) = default;
};

/// A machine whose every run is to be tried. All of it is deterministic, and equal states have
/// equal encodings.
///
/// - `enabled(state, actions)` appends what can happen next, in a fixed order; nothing if the
///   state is at rest.
/// - `apply(state, action)` lets it happen and says what was seen.
/// - `at_rest(state)` says what is to be seen in a state in which nothing is enabled.
/// - `words()` is how many words every encoding has; `decode` undoes `encode`.
template <class M>
concept Machine = std::is_trivially_copyable_v<typename M::State> &&
    requires(M const& machine, typename M::State& state, typename M::State const& given,
             typename M::Action const& action, std::vector<typename M::Action>& actions,
             std::uint64_t* words, std::uint64_t const* stored) {
  { machine.initial() } -> std::same_as<std::vector<typename M::State>>;
  machine.enabled(given, actions);
  { machine.apply(state, action) } -> std::same_as<Observation>;
  { machine.at_rest(given) } -> std::same_as<Observation>;
  { machine.words() } -> std::same_as<std::size_t>;
  machine.encode(given, words);
  { machine.decode(stored) } -> std::same_as<typename M::State>;
};

/// Longest encoding that the searches take, in words.
inline constexpr std::size_t kMaxWords = 24;

}  // namespace checker::exploration
