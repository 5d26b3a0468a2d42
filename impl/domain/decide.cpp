#include "impl/domain/decide.hpp"

namespace impl {

namespace {

Transition changed(PairRow const& row, RelationState state) {
  return {PairRow{state, row.version.next()}, Outcome::changed, Reason::none};
}

Transition unchanged(Outcome outcome, Reason reason) { return {std::nullopt, outcome, reason}; }

}  // namespace

Transition decide_follow(PairRow const& row, bool followee_private, bool blocked) {
  if (blocked) return unchanged(Outcome::rejected, Reason::blocked);
  switch (row.state) {
    case RelationState::active:
      return unchanged(Outcome::noop, Reason::already_active);
    case RelationState::pending:
      return unchanged(Outcome::noop, Reason::already_pending);
    case RelationState::removed:
      break;
  }
  return changed(row, followee_private ? RelationState::pending : RelationState::active);
}

Transition decide_unfollow(PairRow const& row) {
  auto const next = decide_removal(row);
  if (!next) return unchanged(Outcome::noop, Reason::already_removed);
  return {next, Outcome::changed, Reason::none};
}

Transition decide_request(PairRow const& row, bool accept) {
  if (row.state != RelationState::pending) {
    return unchanged(Outcome::rejected, Reason::not_pending);
  }
  return changed(row, accept ? RelationState::active : RelationState::removed);
}

std::optional<PairRow> decide_removal(PairRow const& row) {
  if (row.state == RelationState::removed) return std::nullopt;
  return PairRow{RelationState::removed, row.version.next()};
}

}  // namespace impl
