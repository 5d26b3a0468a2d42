#include "checker/versioned/evidence.hpp"

#include <algorithm>

#include "checker/assert.hpp"

namespace checker::versioned {
namespace {

/// Whether `operation` comes after the readers (or the maker) of `version` in every order.
bool comes_after(Operation const& operation, std::uint32_t version, bool maker) {
  if (!operation.returned()) return false;
  if (operation.version != version) return operation.version > version;
  return maker && !operation.made();
}

/// Whether enough operations had been called for what `id` answered: a write for any version, a
/// cas for the one after that which it expected.
bool possible_alone(History const& history, OperationId id) {
  auto const& only = history.operations[id];
  auto const needed = only.version - (only.made() ? 1U : 0U);
  std::vector<bool> cas_for(needed + std::size_t{1}, false);
  std::size_t makers = 0;
  for (auto const& other : history.operations) {
    if (makers == needed) return true;
    if (other.key != only.key || other.call > only.ret || &other == &only) continue;
    if (other.kind == Kind::write) ++makers;
    if (other.kind != Kind::cas || other.expected >= needed) continue;
    if (!cas_for[other.expected + 1]) ++makers;
    cas_for[other.expected + 1] = true;
  }
  return makers == needed;
}

bool still_illegal(History const& history, std::uint32_t key,
                   std::vector<OperationId> const& kept) {
  bool const alone = kept.size() == 1 && history.values.empty();
  if (alone) return !possible_alone(history, kept.front());
  return !is_legal(forget_answers(history, key, kept).history);
}

/// Drops what the contradiction does not need, last first, until dropping any one more ends it.
std::vector<OperationId> minimal(History const& history, std::uint32_t key,
                                 std::vector<OperationId> kept) {
  std::sort(kept.begin(), kept.end());
  if (kept.size() < 2) return kept;
  for (auto block = std::max<std::size_t>(kept.size() / 2, 1);; block = (block + 1) / 2) {
    for (auto end = kept.size(); end > 0;) {
      auto const begin = end - std::min(end, block);
      auto fewer = kept;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                  fewer.begin() + static_cast<std::ptrdiff_t>(end));
      if (still_illegal(history, key, fewer)) kept = std::move(fewer);
      end = begin;
    }
    if (block == 1) return kept;
  }
}

void order_by_version(History const& history, std::vector<OperationId>& ids) {
  std::sort(ids.begin(), ids.end(), [&](OperationId a, OperationId b) {
    auto const& first = history.operations[a];
    auto const& second = history.operations[b];
    if (first.version != second.version) return first.version < second.version;
    return first.made() != second.made() ? first.made() : a < b;
  });
}

/// The operation that returned first of those after the version, and the last called of those
/// before.
std::vector<OperationId> find_out_of_order(History const& history, Suspicion const& suspicion) {
  auto const& all = history.operations;
  auto earlier = all.size();
  auto later = all.size();
  for (OperationId id = 0; id < all.size(); ++id) {
    auto const& operation = all[id];
    if (operation.key != suspicion.key || !operation.returned()) continue;
    if (comes_after(operation, suspicion.version, suspicion.made)) {
      if (later == all.size() || operation.ret < all[later].ret) later = id;
    } else if (operation.version == suspicion.version && operation.made() == suspicion.made) {
      if (earlier == all.size() || operation.call > all[earlier].call) earlier = id;
    }
  }
  return {earlier, later};
}

/// What set the gap's deadline, and what shows that possible makers made something else.
std::vector<OperationId> find_unfilled(History const& history, Suspicion const& gap) {
  std::vector<OperationId> kept;
  std::vector<OperationId> all_returned;
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto const& operation = history.operations[id];
    if (operation.key != gap.key || !operation.returned()) continue;
    all_returned.push_back(id);
    bool const sets_deadline = operation.ret == gap.deadline;
    bool const used_later = operation.version > gap.version && operation.call <= gap.deadline;
    bool const tells_value = !history.values.empty() && operation.version <= gap.version;
    if (sets_deadline || used_later || tells_value) kept.push_back(id);
  }
  return still_illegal(history, gap.key, kept) ? kept : all_returned;
}

}  // namespace

Reduced forget_answers(History const& history, std::uint32_t key,
                       std::vector<OperationId> const& kept) {
  RELCHECK_ASSERT(std::is_sorted(kept.begin(), kept.end()));
  Reduced reduced;
  reduced.history.initial_value = history.initial_value;
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto operation = history.operations[id];
    if (operation.key != key) continue;
    if (!std::binary_search(kept.begin(), kept.end(), id)) {
      if (operation.kind == Kind::read) continue;
      operation.status = Status::unknown;
      operation.ret = Operation::kNever;
      operation.version = 0;
    }
    operation.key = 0;
    reduced.history.operations.push_back(operation);
    reduced.ids.push_back(id);
    if (!history.values.empty()) reduced.history.values.push_back(history.values[id]);
  }
  return reduced;
}

Violation find_evidence(History const& history, Suspicion const& suspicion) {
  using enum Violation::Reason;
  auto operations = suspicion.operations;
  if (suspicion.reason == out_of_order) operations = find_out_of_order(history, suspicion);
  if (operations.empty()) operations = find_unfilled(history, suspicion);
  operations = minimal(history, suspicion.key, std::move(operations));
  order_by_version(history, operations);
  Violation violation{suspicion.reason, suspicion.key, suspicion.version, std::move(operations)};
  bool const of_one = violation.operations.size() == 1 && suspicion.operations.size() != 1;
  // One of two contradicting operations may be wrong alone: too few were called to make it so far.
  if (of_one) violation.reason = made_by_nobody;
  return violation;
}

}  // namespace checker::versioned
