#pragma once

#include <compare>
#include <cstdint>
#include <utility>

#include "checker/history.hpp"
#include "checker/versioned/history.hpp"

namespace checker::tests {

/// One key that numbers its versions and may tell its values, as a sequential specification: for
/// judging versioned histories by search.
struct VersionedKey {
  struct State {
    std::uint32_t version{};
    std::int64_t value{};
    friend auto operator<=>(State const&, State const&) = default;
  };
  struct Operation {
    versioned::Kind kind{};
    std::uint32_t expected{};
    std::int64_t value{};  ///< To be written.
    friend auto operator<=>(Operation const&, Operation const&) = default;
  };
  struct Outcome {
    bool refused{};
    State state;
    friend auto operator<=>(Outcome const&, Outcome const&) = default;
  };

  [[nodiscard]] State initial() const { return {}; }
  [[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation) const {
    bool const refused =
        operation.kind == versioned::Kind::cas && operation.expected != state.version;
    if (refused) return {state, {true, {state.version, 0}}};
    if (operation.kind != versioned::Kind::read) state = {state.version + 1, operation.value};
    return {state, {false, state}};
  }
  [[nodiscard]] bool keeps_state(Operation const& operation) const {
    return operation.kind == versioned::Kind::read;
  }
  [[nodiscard]] bool keeps_state(Operation const& operation, Outcome const& outcome) const {
    return keeps_state(operation) || outcome.refused;
  }
};

/// A versioned history of one key for the search.
[[nodiscard]] inline History<VersionedKey::Operation, VersionedKey::Outcome> for_search(
    versioned::History const& history) {
  History<VersionedKey::Operation, VersionedKey::Outcome> result;
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto const& op = history.operations[id];
    bool const has_value = !history.values.empty() && op.status != versioned::Status::refused;
    auto const value = has_value ? history.values[id] : 0;
    auto const written = op.kind == versioned::Kind::read ? 0 : value;
    VersionedKey::Operation const operation{op.kind, op.expected, written};
    auto const client = static_cast<ClientId>(op.client);
    if (op.status == versioned::Status::unknown) {
      result.push_back({client, operation, op.call, std::nullopt, Indeterminate{}});
      continue;
    }
    VersionedKey::Outcome const outcome{op.status == versioned::Status::refused,
                                        {op.version, value}};
    result.push_back(
        {client, operation, op.call, op.ret, Returned<VersionedKey::Outcome>{outcome}});
  }
  return result;
}

}  // namespace checker::tests
