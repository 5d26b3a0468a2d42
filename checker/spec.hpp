#pragma once

#include <concepts>
#include <utility>
#include <vector>

namespace checker {

/// A sequential specification: what one client alone would see.
///
/// A value, not a type: the initial state may depend on the run (which accounts are private, say).
/// `step` is total and deterministic; it answers every operation in every state.
template <class S>
concept SequentialSpec = std::totally_ordered<typename S::State> &&
    std::equality_comparable<typename S::Outcome> &&
    requires(S const& spec, typename S::State state, typename S::Operation const& operation) {
  { spec.initial() } -> std::same_as<typename S::State>;
  {
    spec.step(std::move(state), operation)
    } -> std::same_as<std::pair<typename S::State, typename S::Outcome>>;
};

/// The concepts below are optional: each is a promise that makes the search faster.
/// A false promise makes verdicts wrong, so a specification's tests should try them.

/// `keeps_state(operation)`: the operation never changes any state, whatever it answers.
template <class S>
concept TellsReads = requires(S const& spec, typename S::Operation const& operation) {
  { spec.keeps_state(operation) } -> std::same_as<bool>;
};

/// `keeps_state(operation, outcome)`: having answered so, the operation changed nothing
/// (a compare-and-set that failed, say).
template <class S>
concept TellsRefusals = requires(S const& spec, typename S::Operation const& operation,
                                 typename S::Outcome const& outcome) {
  { spec.keeps_state(operation, outcome) } -> std::same_as<bool>;
};

/// `overwrites(operation)`: it answers the same in every state and leaves the same state behind.
template <class S>
concept TellsOverwrites = requires(S const& spec, typename S::Operation const& operation) {
  { spec.overwrites(operation) } -> std::same_as<bool>;
};

/// `footprint(operation)`: a range of items; operations with disjoint footprints are independent,
/// so that a history may be checked one connected component at a time.
template <class S>
concept TellsFootprint = requires(S const& spec, typename S::Operation const& operation) {
  spec.footprint(operation).begin();
};

/// An operation as the search meets it; no outcome if indeterminate.
template <class Operation, class Outcome>
struct SearchedOperation {
  Operation const* operation;
  Outcome const* outcome;
};

/// `machine(operations)`: the specification made ready for the operations of one connected
/// component, as a Machine (search.hpp) that is faster than stepping through states one by one.
template <class S>
concept BringsMachine = requires(
    S const& spec,
    std::vector<SearchedOperation<typename S::Operation, typename S::Outcome>> operations) {
  spec.machine(std::move(operations));
};

}  // namespace checker
