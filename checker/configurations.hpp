#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/budget.hpp"
#include "checker/timeline.hpp"

namespace checker {

/// Every configuration a search has been in, so that none is entered twice.
///
/// A configuration is a row of words: first a key (what must be equal), then costs, eight to a
/// word (what was spent: each at most 127). One that costs no more in any place than another of
/// equal key can do all that the other can: the other is dominated and not worth visiting.
class Configurations {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = ~Id{0};
  /// How a configuration was reached.
  struct Origin {
    Id parent = kNone;
    OpIndex op{};
  };

  Configurations(std::size_t key_words, std::size_t cost_words, Budget const& budget);

  /// Remembers a configuration; nothing if it is dominated by one that is known.
  /// Throws ResourcesExhausted when the memory allowed is spent.
  std::optional<Id> insert(std::vector<std::uint64_t> const& words, Origin origin);

  [[nodiscard]] std::uint64_t const* words(Id id) const { return rows_.data() + id * stride_ + 2; }
  [[nodiscard]] Origin origin(Id id) const;
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  [[nodiscard]] std::size_t find_place(std::uint64_t const* key) const;
  [[nodiscard]] bool dominates(std::uint64_t const* known, std::uint64_t const* costs) const;
  [[nodiscard]] Id next(Id id) const;
  void grow_index();
  void grow_rows();

  std::size_t key_words_;
  std::size_t cost_words_;
  std::size_t stride_;
  std::uint64_t memory_bytes_;
  std::uint64_t size_ = 0;
  std::uint64_t keys_ = 0;
  std::vector<std::uint64_t> rows_;  ///< Each: origin, next of the same key, then its words.
  std::vector<Id> index_;            ///< By hash of the key: the newest row that has it.
};

}  // namespace checker
