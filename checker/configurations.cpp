#include "checker/configurations.hpp"

#include <algorithm>
#include <new>

namespace checker {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080U;

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29U);
}

}  // namespace

Configurations::Configurations(std::size_t key_words, std::size_t cost_words, Budget const& budget)
    : key_words_{key_words},
      cost_words_{cost_words},
      stride_{2 + key_words + cost_words},
      memory_bytes_{budget.memory_bytes},
      index_(64, kNone) {}

Configurations::Origin Configurations::origin(Id id) const {
  auto const word = rows_[id * stride_];
  return {static_cast<Id>(word >> 32U), static_cast<OpIndex>(word)};
}

Configurations::Id Configurations::next(Id id) const {
  return static_cast<Id>(rows_[id * stride_ + 1]);
}

std::size_t Configurations::find_place(std::uint64_t const* key) const {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < key_words_; ++i) hash = mix(hash, key[i]);
  auto place = hash & (index_.size() - 1);
  while (index_[place] != kNone && !std::equal(key, key + key_words_, words(index_[place]))) {
    place = (place + 1) & (index_.size() - 1);
  }
  return place;
}

bool Configurations::dominates(std::uint64_t const* known, std::uint64_t const* costs) const {
  for (std::size_t i = 0; i < cost_words_; ++i) {
    // Each byte of the difference keeps its high bit exactly when that cost is no larger.
    if ((((costs[i] | kHighBits) - known[i]) & kHighBits) != kHighBits) return false;
  }
  return true;
}

std::optional<Configurations::Id> Configurations::insert(std::vector<std::uint64_t> const& words,
                                                         Origin origin) {
  auto const place = find_place(words.data());
  auto const newest = index_[place];
  for (auto id = newest; id != kNone; id = next(id)) {
    if (dominates(this->words(id) + key_words_, words.data() + key_words_)) return std::nullopt;
  }
  auto const id = static_cast<Id>(size_);
  if (id == kNone) throw ResourcesExhausted{"memory: more than 2^32 configurations"};
  if (rows_.size() + stride_ > rows_.capacity()) grow_rows();
  rows_.push_back((std::uint64_t{origin.parent} << 32U) | origin.op);
  rows_.push_back(newest);
  rows_.insert(rows_.end(), words.begin(), words.end());
  ++size_;
  index_[place] = id;
  if (newest == kNone && ++keys_ * 2 > index_.size()) grow_index();
  return id;
}

void Configurations::grow_rows() {
  auto const capacity = std::max(stride_ * 64, rows_.capacity() + rows_.capacity() / 2);
  if (memory_bytes_ != 0 && (capacity + index_.size()) * sizeof(std::uint64_t) > memory_bytes_) {
    throw ResourcesExhausted{"memory: the configurations fill what was allowed"};
  }
  try {
    rows_.reserve(capacity);
  } catch (std::bad_alloc const&) {
    throw ResourcesExhausted{"memory: the system has no more for configurations"};
  }
}

void Configurations::grow_index() {
  auto const old = std::move(index_);
  try {
    index_.assign(old.size() * 2, kNone);
  } catch (std::bad_alloc const&) {
    throw ResourcesExhausted{"memory: the system has no more for configurations"};
  }
  for (auto const id : old) {
    if (id != kNone) index_[find_place(words(id))] = id;
  }
}

}  // namespace checker
