#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace checker {

/// A moment of the recorder's clock: the position of an event in the recorded order.
/// Only the order means anything. Equal ticks of two invocations are concurrent.
using Tick = std::int64_t;

/// Who invoked: a session of the run, or a client of the logged service.
using ClientId = std::int32_t;

/// The operation answered, and this is what it said.
template <class Outcome>
struct Returned {
  Outcome outcome;
  friend bool operator==(Returned const&, Returned const&) = default;
};

/// Certainly without effect: the checker ignores it.
struct NeverHappened {
  friend bool operator==(NeverHappened const&, NeverHappened const&) = default;
};

/// Takes effect at any moment after its invocation, or never: concurrent with all that follows.
struct Indeterminate {
  friend bool operator==(Indeterminate const&, Indeterminate const&) = default;
};

/// One operation of one client, from its call to its ending.
template <class OperationT, class OutcomeT>
struct Invocation {
  using Operation = OperationT;
  using Outcome = OutcomeT;

  ClientId client{};
  Operation operation{};
  Tick invoked_at{};
  std::optional<Tick> responded_at;  ///< Absent exactly when indeterminate.
  std::variant<Returned<Outcome>, NeverHappened, Indeterminate> completion;
};

/// All invocations of a run. Their index in it is their OperationId.
template <class Operation, class Outcome>
using History = std::vector<Invocation<Operation, Outcome>>;

/// An index into the history that was checked.
using OperationId = std::size_t;

}  // namespace checker
