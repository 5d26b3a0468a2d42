#pragma once

#include <array>
#include <cstring>

#include "checker/exploration/machine.hpp"
#include "model/protocol/machine.hpp"

namespace properties::protocol {

/// The abstract machine of the transactions, as the searches want it: a state is its own encoding.
class Protocol {
 public:
  using State = model::protocol::State;
  using Action = model::protocol::Action;

  explicit Protocol(model::protocol::Scenario const& scenario,
                    model::protocol::Variant const& variant = model::protocol::kCorrect)
      : machine_{scenario, variant}, words_{(static_cast<std::size_t>(machine_.size()) + 7) / 8} {}

  [[nodiscard]] model::protocol::Machine const& machine() const { return machine_; }

  [[nodiscard]] std::vector<State> initial() const { return {machine_.start()}; }
  void enabled(State const& state, std::vector<Action>& actions) const {
    machine_.enabled(state, actions);
  }
  checker::exploration::Observation apply(State& state, Action const& action) const {
    return observed(machine_.apply(state, action));
  }
  [[nodiscard]] checker::exploration::Observation at_rest(State const& state) const {
    return observed(machine_.at_rest(state));
  }
  void reduce(State const& state, std::vector<Action>& actions) const {
    machine_.reduce(state, actions);
  }
  [[nodiscard]] State canonical(State const& state) const { return machine_.canonical(state); }

  [[nodiscard]] std::size_t words() const { return words_; }
  void encode(State const& state, std::uint64_t* words) const {
    std::memcpy(words, state.bytes.data(), words_ * 8);
  }
  [[nodiscard]] State decode(std::uint64_t const* words) const {
    State state;
    std::memcpy(state.bytes.data(), words, words_ * 8);
    return state;
  }

 private:
  static checker::exploration::Observation observed(model::protocol::Seen const& seen) {
    return {seen.broken, seen.reached};
  }

  model::protocol::Machine machine_;
  std::size_t words_;
};

}  // namespace properties::protocol
