#pragma once

#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "checker/history.hpp"
#include "checker/search.hpp"
#include "checker/spec.hpp"

namespace checker {

/// Any specification as a machine: states are numbered as they are met, steps are remembered.
template <SequentialSpec Spec>
class SpecMachine {
 public:
  using Operation = typename Spec::Operation;
  using Outcome = typename Spec::Outcome;
  using Entry = SearchedOperation<Operation, Outcome>;

  SpecMachine(Spec const& spec, std::vector<Entry> entries)
      : spec_{spec}, entries_{std::move(entries)} {}

  [[nodiscard]] StateId initial() { return number(spec_.initial()); }

  [[nodiscard]] StateId step(StateId state, OpIndex op) {
    return steps_.after(state, op, [&] { return take_step(state, entries_[op]); });
  }

  [[nodiscard]] bool keeps_state(OpIndex op) const {
    auto const& [operation, outcome] = entries_[op];
    if constexpr (TellsReads<Spec>) {
      if (spec_.keeps_state(*operation)) return true;
    }
    if constexpr (TellsRefusals<Spec>) {
      if (outcome != nullptr && spec_.keeps_state(*operation, *outcome)) return true;
    }
    return false;
  }

  [[nodiscard]] bool overwrites(OpIndex op) const {
    if constexpr (TellsOverwrites<Spec>) return spec_.overwrites(*entries_[op].operation);
    return false;
  }

 private:
  [[nodiscard]] StateId take_step(StateId state, Entry const& entry) {
    auto [after, outcome] = spec_.step(*states_[state], *entry.operation);
    if (entry.outcome != nullptr && !(outcome == *entry.outcome)) return kIllegal;
    return number(std::move(after));
  }

  [[nodiscard]] StateId number(typename Spec::State state) {
    auto const next = static_cast<StateId>(states_.size());
    auto const [place, fresh] = numbers_.try_emplace(std::move(state), next);
    if (fresh) states_.push_back(&place->first);
    return place->second;
  }

  Spec const& spec_;
  std::vector<Entry> entries_;
  std::map<typename Spec::State, StateId> numbers_;
  std::vector<typename Spec::State const*> states_;
  StepMemory steps_;
};

}  // namespace checker
