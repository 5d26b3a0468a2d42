#include "checker/versioned/check.hpp"

#include <algorithm>
#include <map>

#include "checker/assert.hpp"
#include "checker/versioned/evidence.hpp"
#include "checker/versioned/filling.hpp"
#include "checker/versioned/outline.hpp"

namespace checker::versioned {
namespace {

/// One key, newest version first: what is later in the order must not have returned before what is
/// earlier was called.
class Sweep {
 public:
  Sweep(std::uint32_t key, std::span<Cell const> cells) : key_{key} {
    for (auto version = cells.size(); version-- > 0 && !late_;) {
      auto const& [seen, made] = cells[version].extents;
      if (!pass(seen)) {
        tell_late(version, false);
      } else if (made.empty() && version > 0 && first_later_return_ != Operation::kNever) {
        gaps_.push_back({static_cast<std::uint32_t>(version), first_later_return_, kNoValue});
      } else if (!pass(made)) {
        tell_late(version, true);
      }
    }
    std::reverse(gaps_.begin(), gaps_.end());
  }

  /// A version whose reader, or maker, was called after something later had returned.
  [[nodiscard]] std::optional<Suspicion> const& late() const { return late_; }
  [[nodiscard]] std::vector<Gap>& gaps() { return gaps_; }

 private:
  [[nodiscard]] bool pass(Extent const& extent) {
    if (extent.latest_call > first_later_return_) return false;
    first_later_return_ = std::min(first_later_return_, extent.earliest_return);
    return true;
  }
  void tell_late(std::size_t version, bool made) {
    late_ = Suspicion{.reason = Violation::Reason::out_of_order,
                      .key = key_,
                      .version = static_cast<std::uint32_t>(version),
                      .made = made};
  }

  std::uint32_t key_;
  Tick first_later_return_ = Operation::kNever;
  std::optional<Suspicion> late_;
  std::vector<Gap> gaps_;
};

/// Finds two operations that tell different values of one version, or one against the initial.
std::optional<Suspicion> find_two_values(History const& history, Outline const& outline) {
  if (history.values.empty()) return std::nullopt;
  std::vector<std::vector<OperationId>> tellers(outline.keys());
  for (std::uint32_t key = 0; key < outline.keys(); ++key) {
    tellers[key].assign(outline.cells(key).size(), history.operations.size());
  }
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto const& operation = history.operations[id];
    if (!operation.returned() || operation.status == Status::refused) continue;
    if (operation.version == 0 && history.initial_value != kNoValue &&
        history.initial_value != history.values[id]) {
      return Suspicion{Violation::Reason::two_values, operation.key, 0, {id}};
    }
    auto& teller = tellers[operation.key][operation.version];
    if (teller == history.operations.size()) teller = id;
    if (history.values[teller] == history.values[id]) continue;
    return Suspicion{Violation::Reason::two_values, operation.key, operation.version, {teller, id}};
  }
  return std::nullopt;
}

/// Adds the values that were seen in gaps.
void tell_values(History const& history, std::uint32_t key, std::vector<Gap>& gaps) {
  if (history.values.empty() || gaps.empty()) return;
  std::map<std::uint32_t, Gap*> by_version;
  for (auto& gap : gaps) by_version.emplace(gap.version, &gap);
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto const& operation = history.operations[id];
    bool const tells = operation.kind == Kind::read && operation.status == Status::ok;
    if (!tells || operation.key != key) continue;
    auto const gap = by_version.find(operation.version);
    if (gap != by_version.end()) gap->second->value = history.values[id];
  }
}

/// What is wrong with the history; adds how its gaps were filled to `filled` if given.
std::optional<Suspicion> find_suspicion(History const& history, std::vector<Filled>* filled) {
  Outline const outline{history};
  if (outline.blunder()) return outline.blunder();
  if (auto two_values = find_two_values(history, outline)) return two_values;
  for (std::uint32_t key = 0; key < outline.keys(); ++key) {
    Sweep sweep{key, outline.cells(key)};
    if (sweep.late()) return sweep.late();
    auto& gaps = sweep.gaps();
    if (gaps.empty()) continue;
    tell_values(history, key, gaps);
    auto const filling = fill_gaps(history, gaps, outline.candidates(key));
    for (std::size_t i = 0; filled != nullptr && i < filling.fillers.size(); ++i) {
      filled->push_back({gaps[i].version, filling.fillers[i]});
    }
    if (filling.unfilled) {
      auto const& gap = gaps[*filling.unfilled];
      return Suspicion{.reason = Violation::Reason::made_by_nobody,
                       .key = key,
                       .version = gap.version,
                       .deadline = gap.deadline};
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_legal(History const& history) { return !find_suspicion(history, nullptr); }

std::vector<Filled> fill_all_gaps(History const& history) {
  std::vector<Filled> filled;
  auto const suspicion = find_suspicion(history, &filled);
  RELCHECK_ASSERT(!suspicion);
  return filled;
}

std::optional<Violation> find_violation(History const& history) {
  auto const suspicion = find_suspicion(history, nullptr);
  if (!suspicion) return std::nullopt;
  return find_evidence(history, *suspicion);
}

}  // namespace checker::versioned
