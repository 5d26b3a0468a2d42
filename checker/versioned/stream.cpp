#include "checker/versioned/stream.hpp"

#include <algorithm>

#include "checker/assert.hpp"

namespace checker::versioned {

Stream::Ticket Stream::call(std::uint32_t key, Kind kind, std::uint32_t expected) {
  if (key >= keys_.size()) keys_.resize(key + std::size_t{1});
  if (free_.empty()) {
    free_.push_back(static_cast<Ticket>(open_.size()));
    open_.emplace_back();
  }
  auto const ticket = free_.back();
  free_.pop_back();
  auto& state = keys_[key];
  open_[ticket] = {state.shown_by, calls_++, key, state.shown, expected, kind};
  if (kind != Kind::read) state.makers.push_back(ticket);
  return ticket;
}

Stream::Open Stream::end(Ticket ticket) {
  RELCHECK_ASSERT(ticket < open_.size());
  auto const& operation = open_[ticket];
  if (operation.kind != Kind::read) {
    auto& makers = keys_[operation.key].makers;
    auto const place = std::find(makers.begin(), makers.end(), ticket);
    RELCHECK_ASSERT(place != makers.end());
    *place = makers.back();
    makers.pop_back();
  }
  free_.push_back(ticket);
  return operation;
}

std::optional<Stream::Fault> Stream::answer(Ticket ticket, bool refused, std::uint32_t version) {
  auto const operation = end(ticket);
  auto fault = take_version(operation, refused, version);
  if (fault) return fault;
  auto& key = keys_[operation.key];
  if (key.gaps.empty()) return std::nullopt;
  if (!gaps_can_be_filled(key)) {
    return Fault{Violation::Reason::made_by_nobody, operation.key, key.gaps.front(), std::nullopt};
  }
  settle_gaps(key);
  return std::nullopt;
}

std::optional<Stream::Fault> Stream::never_happened(Ticket ticket) {
  auto const operation = end(ticket);
  auto& key = keys_[operation.key];
  if (operation.kind == Kind::read || key.gaps.empty()) return std::nullopt;
  if (!gaps_can_be_filled(key)) {
    return Fault{Violation::Reason::made_by_nobody, operation.key, key.gaps.front(), std::nullopt};
  }
  settle_gaps(key);
  return std::nullopt;
}

void Stream::lose(Ticket ticket) {
  auto const operation = end(ticket);
  auto& key = keys_[operation.key];
  if (operation.kind == Kind::cas) {
    if (operation.shown <= operation.expected) key.lost_cas.push_back(operation.expected + 1);
  } else if (operation.kind == Kind::write) {
    key.lost.push_back(operation.shown);
  }
  settle_gaps(key);
}

std::optional<Stream::Fault> Stream::take_version(Open const& operation, bool refused,
                                                  std::uint32_t version) {
  using enum Violation::Reason;
  auto& key = keys_[operation.key];
  auto const fault = [&](Violation::Reason reason, std::optional<std::uint64_t> against) {
    return Fault{reason, operation.key, version, against};
  };
  if (operation.kind == Kind::read || refused) {
    if (refused && version == operation.expected) return fault(refused_as_expected, {});
    if (version < operation.shown) return fault(out_of_order, operation.shown_by);
    if (version > key.shown && !show(key, operation, version, false)) {
      return fault(made_by_nobody, {});
    }
    return std::nullopt;
  }
  bool const follows = operation.kind != Kind::cas || version == operation.expected + 1ULL;
  if (version == 0 || !follows) return fault(impossible_version, {});
  if (version <= operation.shown) return fault(out_of_order, operation.shown_by);
  if (version > key.shown) {
    if (!show(key, operation, version, true)) return fault(made_by_nobody, {});
    return std::nullopt;
  }
  auto const gap = std::lower_bound(key.gaps.begin(), key.gaps.end(), version);
  if (gap == key.gaps.end() || *gap != version) return fault(made_twice, {});
  key.gaps.erase(gap);
  return std::nullopt;
}

/// Remembers that `version` was shown; false if no operations can have made those skipped.
bool Stream::show(Key& key, Open const& operation, std::uint32_t version, bool made) {
  auto const skipped = version - key.shown - (made ? 1U : 0U);
  if (skipped > key.makers.size() + key.lost.size() + key.lost_cas.size() + key.spare_writes) {
    return false;
  }
  for (std::uint32_t i = 1; i <= skipped; ++i) key.gaps.push_back(key.shown + i);
  key.shown = version;
  key.shown_by = operation.number;
  return true;
}

bool Stream::cas_can_fill(Key const& key, std::uint32_t gap) const {
  if (std::find(key.lost_cas.begin(), key.lost_cas.end(), gap) != key.lost_cas.end()) return true;
  return std::any_of(key.makers.begin(), key.makers.end(), [&](Ticket ticket) {
    auto const& maker = open_[ticket];
    return maker.kind == Kind::cas && maker.expected + 1 == gap && maker.shown < gap;
  });
}

/// Hall's condition for nested choices: the n smallest gaps have n writes that were in time.
bool Stream::gaps_can_be_filled(Key const& key) const {
  std::size_t needed = 0;
  for (auto const gap : key.gaps) {
    if (cas_can_fill(key, gap)) continue;
    ++needed;
    std::size_t writes = key.spare_writes;
    for (auto const shown : key.lost) writes += shown < gap ? 1U : 0U;
    for (auto const ticket : key.makers) {
      auto const& maker = open_[ticket];
      writes += maker.kind == Kind::write && maker.shown < gap ? 1U : 0U;
    }
    if (writes < needed) return false;
  }
  return true;
}

/// Gives the oldest gaps to lost operations once no open one can claim them, and forgets all that
/// makes no difference any more.
void Stream::settle_gaps(Key& key) {
  if (key.spare_writes + key.lost.size() + key.lost_cas.size() == 0) return;
  auto oldest = ~std::uint32_t{0};
  for (auto const ticket : key.makers) oldest = std::min(oldest, open_[ticket].shown);
  auto gap = key.gaps.begin();
  for (; gap != key.gaps.end() && *gap <= oldest; ++gap) fill_by_lost(key, *gap);
  key.gaps.erase(key.gaps.begin(), gap);

  auto const first_gap = key.gaps.empty() ? ~std::uint32_t{0} : key.gaps.front();
  auto const old = std::erase_if(key.lost, [&](auto shown) { return shown < first_gap; });
  key.spare_writes += static_cast<std::uint32_t>(old);
  std::erase_if(key.lost_cas, [&](std::uint32_t version) {
    return version <= key.shown && !std::binary_search(key.gaps.begin(), key.gaps.end(), version);
  });
}

void Stream::fill_by_lost(Key& key, std::uint32_t gap) {
  auto const cas = std::find(key.lost_cas.begin(), key.lost_cas.end(), gap);
  if (cas != key.lost_cas.end()) {
    key.lost_cas.erase(cas);
  } else if (key.spare_writes > 0) {
    --key.spare_writes;
  } else {
    auto const write = std::find_if(key.lost.begin(), key.lost.end(),
                                    [&](std::uint32_t shown) { return shown < gap; });
    RELCHECK_ASSERT(write != key.lost.end());
    key.lost.erase(write);
  }
}

}  // namespace checker::versioned
