#include "checker/versioned/stream.hpp"

#include <algorithm>

#include "checker/assert.hpp"

namespace checker::versioned {
namespace {

bool agree(std::int64_t a, std::int64_t b) { return a == kNoValue || b == kNoValue || a == b; }

}  // namespace

Stream::Ticket Stream::call(std::uint32_t key, Kind kind, std::uint32_t expected,
                            std::int64_t value) {
  if (key >= keys_.size()) keys_.resize(key + std::size_t{1}, Key{initial_value_});
  if (free_.empty()) {
    free_.push_back(static_cast<Ticket>(open_.size()));
    open_.emplace_back();
  }
  auto const ticket = free_.back();
  free_.pop_back();
  auto& state = keys_[key];
  open_[ticket] = {state.shown_by, calls_++, value, key, state.shown, expected, kind};
  values_told_ = values_told_ || value != kNoValue;
  if (kind != Kind::read) state.makers.push_back(ticket);
  state.recent.hold();
  return ticket;
}

Stream::Open Stream::end(Ticket ticket) {
  RELCHECK_ASSERT(ticket < open_.size());
  auto const& operation = open_[ticket];
  auto& key = keys_[operation.key];
  if (operation.kind != Kind::read) {
    auto const place = std::find(key.makers.begin(), key.makers.end(), ticket);
    RELCHECK_ASSERT(place != key.makers.end());
    *place = key.makers.back();
    key.makers.pop_back();
  }
  free_.push_back(ticket);
  return operation;
}

std::optional<Stream::Fault> Stream::answer(Ticket ticket, bool refused, std::uint32_t version,
                                            std::int64_t value) {
  auto const operation = end(ticket);
  values_told_ = values_told_ || value != kNoValue;
  if (auto fault = take_version(operation, refused, version)) return fault;
  auto const told = operation.kind == Kind::read ? value : operation.value;
  if (told != kNoValue && !refused) {
    if (auto fault = take_value(operation, version, told)) return fault;
  }
  keys_[operation.key].recent.release(operation.shown);
  return settle(operation.key);
}

std::optional<Stream::Fault> Stream::never_happened(Ticket ticket) {
  auto const operation = end(ticket);
  keys_[operation.key].recent.release(operation.shown);
  return settle(operation.key);
}

void Stream::lose(Ticket ticket) {
  auto const operation = end(ticket);
  auto& key = keys_[operation.key];
  key.recent.release(operation.shown);
  if (operation.kind == Kind::cas) {
    if (operation.shown <= operation.expected) {
      key.lost_cas.push_back({operation.expected + 1, operation.value});
    }
  } else if (operation.kind == Kind::write) {
    key.lost.push_back({operation.shown, operation.value});
  }
  settle_gaps(key);
}

std::size_t Stream::remembered(std::uint32_t key) const {
  auto const& state = keys_[key];
  return state.recent.largest() - state.recent.oldest() + 1 + state.makers.size() +
         state.gaps.size() + state.any_gap.size() + state.lost.size() + state.lost_cas.size();
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
  auto const gap = std::lower_bound(key.gaps.begin(), key.gaps.end(), version,
                                    [](Gap const& g, std::uint32_t v) { return g.version < v; });
  if (gap == key.gaps.end() || gap->version != version) return fault(made_twice, {});
  key.gaps.erase(gap);
  return std::nullopt;
}

/// The version was shown before or is now, and so is among the recent ones.
std::optional<Stream::Fault> Stream::take_value(Open const& operation, std::uint32_t version,
                                                std::int64_t value) {
  auto& key = keys_[operation.key];
  auto& told = key.recent[version];
  if (told.value == value) return std::nullopt;
  if (told.value != kNoValue) {
    bool const initial = version == 0 && initial_value_ != kNoValue;
    auto const against = initial ? std::nullopt : std::optional{told.by};
    return Fault{Violation::Reason::two_values, operation.key, version, against};
  }
  told.value = value;
  told.by = operation.number;
  auto const gap = std::lower_bound(key.gaps.begin(), key.gaps.end(), version,
                                    [](Gap const& g, std::uint32_t v) { return g.version < v; });
  if (gap != key.gaps.end() && gap->version == version) gap->value = value;
  return std::nullopt;
}

/// Remembers that `version` was shown; false if no operations can have made those skipped.
bool Stream::show(Key& key, Open const& operation, std::uint32_t version, bool made) {
  auto const skipped = version - key.shown - (made ? 1U : 0U);
  auto const lost = key.lost.size() + key.lost_cas.size() + key.any_gap.spare();
  if (skipped > key.makers.size() + lost) return false;
  for (std::uint32_t i = 1; i <= skipped; ++i) key.gaps.push_back({key.shown + i});
  key.recent.grow_to(version);
  key.shown = version;
  key.shown_by = operation.number;
  return true;
}

bool Stream::cas_can_fill(Key const& key, Gap const& gap) const {
  auto const fits = [&](LostCas const& cas) {
    return cas.version == gap.version && agree(cas.value, gap.value);
  };
  if (std::any_of(key.lost_cas.begin(), key.lost_cas.end(), fits)) return true;
  return std::any_of(key.makers.begin(), key.makers.end(), [&](Ticket ticket) {
    auto const& maker = open_[ticket];
    return maker.kind == Kind::cas && maker.shown < gap.version &&
           fits({maker.expected + 1, maker.value});
  });
}

/// Gives each gap whose value was told, and that no cas can fill, the latest write in time that
/// wrote it, since an early one may serve other gaps as well.
bool Stream::fill_told_gaps(Key const& key) {
  for (auto const& gap : key.gaps) {
    if (gap.value == kNoValue || cas_can_fill(key, gap)) continue;
    Maker* latest = nullptr;
    for (auto& maker : makers_) {
      bool const fits = !maker.used && maker.shown < gap.version && maker.value == gap.value;
      if (fits && (latest == nullptr || maker.shown > latest->shown)) latest = &maker;
    }
    if (latest != nullptr) {
      latest->used = true;
      continue;
    }
    from_lost_.push_back(gap.value);
  }
  return key.any_gap.can_give(from_lost_);
}

/// Hall's condition for nested choices: the n smallest gaps have n writes that were in time.
bool Stream::gaps_can_be_filled(Key const& key) {
  makers_.clear();
  from_lost_.clear();
  for (auto const ticket : key.makers) {
    auto const& maker = open_[ticket];
    if (maker.kind == Kind::write) makers_.push_back({maker.shown, maker.value, false});
  }
  for (auto const& lost : key.lost) makers_.push_back({lost.shown, lost.value, false});
  if (values_told_ && !fill_told_gaps(key)) return false;
  auto const from_lost = key.any_gap.spare() - from_lost_.size();
  std::size_t needed = 0;
  for (auto const& gap : key.gaps) {
    if (gap.value != kNoValue || cas_can_fill(key, gap)) continue;
    ++needed;
    auto writes = from_lost;
    for (auto const& maker : makers_) writes += !maker.used && maker.shown < gap.version ? 1U : 0U;
    if (writes < needed) return false;
  }
  return true;
}

/// What an event means for the gaps of its key.
std::optional<Stream::Fault> Stream::settle(std::uint32_t number) {
  auto& key = keys_[number];
  if (key.gaps.empty()) return std::nullopt;
  if (!gaps_can_be_filled(key)) {
    return Fault{Violation::Reason::made_by_nobody, number, key.gaps.front().version, {}};
  }
  settle_gaps(key);
  return std::nullopt;
}

/// Gives the oldest gaps to lost operations once no open one can claim them, and forgets all that
/// makes no difference any more.
void Stream::settle_gaps(Key& key) {
  if (key.any_gap.empty() && key.lost.empty() && key.lost_cas.empty()) return;
  auto oldest = ~std::uint32_t{0};
  for (auto const ticket : key.makers) oldest = std::min(oldest, open_[ticket].shown);
  std::size_t settled = 0;
  for (auto const& gap : key.gaps) {
    if (gap.version > oldest) break;
    take_lost(key);
    if (!settle_gap(key, gap)) break;
    ++settled;
    key.gaps[settled - 1].version = 0;
  }
  key.gaps.erase(key.gaps.begin(), key.gaps.begin() + static_cast<std::ptrdiff_t>(settled));
  take_lost(key);
  std::erase_if(key.lost_cas, [&](LostCas const& cas) {
    if (cas.version > key.shown) return false;
    return std::none_of(key.gaps.begin(), key.gaps.end(),
                        [&](Gap const& gap) { return gap.version == cas.version; });
  });
}

/// Lost writes that were called in time for the oldest gap may have made any.
void Stream::take_lost(Key& key) {
  auto const first = std::find_if(key.gaps.begin(), key.gaps.end(),
                                  [](Gap const& gap) { return gap.version != 0; });
  auto const first_gap = first == key.gaps.end() ? ~std::uint32_t{0} : first->version;
  std::erase_if(key.lost, [&](LostWrite const& write) {
    if (write.shown >= first_gap) return false;
    key.any_gap.add(write.value);
    return true;
  });
}

/// Accounts for a gap that none but a lost operation can have made; false if it is too early.
bool Stream::settle_gap(Key& key, Gap const& gap) {
  bool const may_be_told = values_told_ && gap.value == kNoValue &&
                           (gap.version >= key.recent.oldest() || gap.version == key.shown);
  if (may_be_told) return false;
  auto const cas = std::find_if(key.lost_cas.begin(), key.lost_cas.end(), [&](auto const& lost) {
    return lost.version == gap.version && agree(lost.value, gap.value);
  });
  if (cas != key.lost_cas.end()) {
    key.lost_cas.erase(cas);
  } else if (gap.value == kNoValue) {
    key.any_gap.owe();
  } else {
    key.any_gap.take(gap.value);
  }
  return true;
}

}  // namespace checker::versioned
