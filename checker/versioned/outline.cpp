#include "checker/versioned/outline.hpp"

namespace checker::versioned {
namespace {

/// Whether the answer can be right in no history. Without branches, which would be mispredicted.
bool wrong_alone(Operation const& operation) {
  bool const cas = operation.kind == Kind::cas;
  bool const follows = operation.version == operation.expected + std::uint64_t{1};
  bool const wrongly_made = operation.made() & ((operation.version == 0) | (cas & !follows));
  bool const refused = operation.status == Status::refused;
  return wrongly_made | (refused & (operation.version == operation.expected));
}

}  // namespace

Outline::Outline(History const& history) {
  count_makers(history);
  cells_.resize(from_.back());
  bool twice = false;
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto const& operation = history.operations[id];
    if (!operation.returned()) {
      if (operation.may_have_made()) unknown_.emplace_back(operation.key, id);
      continue;
    }
    auto const place = from_[operation.key] + operation.version;
    if (wrong_alone(operation) | (place >= from_[operation.key + 1])) {
      tell_blunder(history, id);
      return;
    }
    bool const made = operation.made();
    auto& extent = cells_[place].extents[made];
    // Looked up afterwards: a branch here would be mispredicted at every second operation.
    twice |= made & !extent.empty();
    extent.add(operation);
  }
  if (twice) find_made_twice(history);
  std::sort(unknown_.begin(), unknown_.end());
}

void Outline::count_makers(History const& history) {
  std::vector<std::size_t> makers;
  for (auto const& operation : history.operations) {
    if (operation.key >= makers.size()) makers.resize(operation.key + std::size_t{1}, 0);
    makers[operation.key] += operation.kind == Kind::read ? 0 : 1;
  }
  from_.assign(1, 0);
  for (auto const count : makers) from_.push_back(from_.back() + count + 1);
}

void Outline::tell_blunder(History const& history, OperationId id) {
  using enum Violation::Reason;
  auto const& operation = history.operations[id];
  auto const reason = !wrong_alone(operation) ? made_by_nobody
                      : operation.made()      ? impossible_version
                                              : refused_as_expected;
  blunder_ = Suspicion{reason, operation.key, operation.version, {id}};
}

void Outline::find_made_twice(History const& history) {
  auto const count = history.operations.size();
  std::vector<OperationId> makers(cells_.size(), count);
  for (OperationId id = 0; id < count; ++id) {
    auto const& operation = history.operations[id];
    if (!operation.made()) continue;
    auto& maker = makers[from_[operation.key] + operation.version];
    if (maker != count) {
      blunder_ =
          Suspicion{Violation::Reason::made_twice, operation.key, operation.version, {maker, id}};
      return;
    }
    maker = id;
  }
}

std::vector<OperationId> Outline::candidates(std::uint32_t key) const {
  std::vector<OperationId> ids;
  auto const from =
      std::lower_bound(unknown_.begin(), unknown_.end(), std::pair{key, OperationId{0}});
  for (auto at = from; at != unknown_.end() && at->first == key; ++at) ids.push_back(at->second);
  return ids;
}

}  // namespace checker::versioned
