#pragma once

#include <utility>

#include "checker/exploration/machine.hpp"

namespace checker::exploration {

/// A machine that can leave actions out whose order does not matter: `reduce(state, actions)` keeps
/// enough of the enabled actions that every claim that can be broken still is (an ample set).
template <class M>
concept Reducible = Machine<M> && requires(M const& machine, typename M::State const& state,
                                           std::vector<typename M::Action>& actions) {
  machine.reduce(state, actions);
};

/// A machine some of whose states differ in names alone: `canonical(state)` is the same for all
/// states that do.
template <class M>
concept Nameless = Machine<M> && requires(M const& machine, typename M::State const& state) {
  { machine.canonical(state) } -> std::same_as<typename M::State>;
};

/// What the decorators have in common: all of the machine beneath, which must outlive them.
template <Machine M>
class Decorated {
 public:
  using State = typename M::State;
  using Action = typename M::Action;

  explicit Decorated(M const& machine) : machine_{machine} {}
  [[nodiscard]] std::vector<State> initial() const { return machine_.initial(); }
  void enabled(State const& state, std::vector<Action>& actions) const {
    machine_.enabled(state, actions);
  }
  Observation apply(State& state, Action const& action) const {
    return machine_.apply(state, action);
  }
  [[nodiscard]] Observation at_rest(State const& state) const { return machine_.at_rest(state); }
  [[nodiscard]] std::size_t words() const { return machine_.words(); }
  void encode(State const& state, std::uint64_t* words) const { machine_.encode(state, words); }
  [[nodiscard]] State decode(std::uint64_t const* words) const { return machine_.decode(words); }
  void reduce(State const& state, std::vector<Action>& actions) const requires Reducible<M> {
    machine_.reduce(state, actions);
  }
  [[nodiscard]] State canonical(State const& state) const requires Nameless<M> {
    return machine_.canonical(state);
  }
  /// The machine without this decorator.
  [[nodiscard]] M const& beneath() const { return machine_; }

 private:
  M const& machine_;
};

/// Partial-order reduction: fewer interleavings, the same findings.
template <Reducible M>
class Reduced : public Decorated<M> {
 public:
  using Decorated<M>::Decorated;
  void enabled(typename M::State const& state, std::vector<typename M::Action>& actions) const {
    auto const first = actions.size();
    this->beneath().enabled(state, actions);
    if (actions.size() > first + 1) this->beneath().reduce(state, actions);
  }
};

/// Symmetry: of states that differ in names alone, one is kept.
template <Nameless M>
class Symmetric : public Decorated<M> {
 public:
  using Decorated<M>::Decorated;
  void encode(typename M::State const& state, std::uint64_t* words) const {
    this->beneath().encode(this->beneath().canonical(state), words);
  }
};

/// All that can happen in a state, whatever a reduction leaves out.
template <Machine M>
void enabled_unreduced(M const& machine, typename M::State const& state,
                       std::vector<typename M::Action>& actions) {
  if constexpr (requires { machine.beneath(); }) {
    enabled_unreduced(machine.beneath(), state, actions);
  } else {
    machine.enabled(state, actions);
  }
}

}  // namespace checker::exploration
