#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/versioned/check.hpp"
#include "checker/versioned/history.hpp"
#include "checker/versioned/lost_writes.hpp"
#include "checker/versioned/recent_versions.hpp"

namespace checker::versioned {

/// Checks a versioned history while it grows, and tells at the first event that makes it illegal,
/// whatever might follow. What is decided is forgotten: memory goes with the number of keys, of
/// operations that are open (calls without an answer so far) or lost, and of versions that came to
/// be while the oldest open operation of their key was.
///
/// Events come in the order of time; at one tick, calls before answers.
/// A key's state is the largest version shown so far; an answer must be no older than what had been
/// shown when its operation was called, and each version that was skipped over needs an open or
/// lost operation, called before it was skipped, to have made it. Where values are told, all who
/// tell that of one version must agree, and whoever made it must have written it.
class Stream {
 public:
  /// Names an open operation. Used again once it has ended.
  using Ticket = std::uint32_t;

  struct Fault {
    Violation::Reason reason{};
    std::uint32_t key{};
    std::uint32_t version{};
    /// The call, counted from 0, of an operation that contradicts the answer, if it is remembered.
    std::optional<std::uint64_t> against;
    friend bool operator==(Fault const&, Fault const&) = default;
  };

  /// `initial_value` is what every key holds at version 0, if that is known.
  explicit Stream(std::int64_t initial_value = kNoValue) : initial_value_{initial_value} {}

  /// `value` is what it means to write. Values are recorded of all operations or of none.
  [[nodiscard]] Ticket call(std::uint32_t key, Kind kind, std::uint32_t expected,
                            std::int64_t value = kNoValue);

  /// The operation answered: done, or (a cas only) refused. Ends it. `value` is what it read.
  [[nodiscard]] std::optional<Fault> answer(Ticket ticket, bool refused, std::uint32_t version,
                                            std::int64_t value = kNoValue);
  /// It certainly had no effect. Ends it.
  [[nodiscard]] std::optional<Fault> never_happened(Ticket ticket);
  /// Its answer will never come; it may take effect at any time. Ends it.
  void lose(Ticket ticket);

  /// Operations that are open.
  [[nodiscard]] std::size_t open() const { return open_.size() - free_.size(); }
  /// All that is remembered of a key: versions, and operations that are open or lost.
  [[nodiscard]] std::size_t remembered(std::uint32_t key) const;

 private:
  struct Open {
    std::uint64_t shown_by;  ///< Who had shown `shown`.
    std::uint64_t number;    ///< Of the call.
    std::int64_t value;      ///< To be written.
    std::uint32_t key;
    std::uint32_t shown;  ///< The largest version of the key that an answer had shown at the call.
    std::uint32_t expected;
    Kind kind;
  };
  /// A version that was shown, or skipped, and that nobody has acknowledged.
  struct Gap {
    std::uint32_t version;
    std::int64_t value = kNoValue;  ///< What it is said to hold.
  };
  struct LostWrite {
    std::uint32_t shown;  ///< At its call.
    std::int64_t value;
  };
  struct LostCas {
    std::uint32_t version;  ///< The one it can have made.
    std::int64_t value;
  };
  struct Key {
    explicit Key(std::int64_t initial_value) : recent{initial_value} {}

    RecentVersions recent;
    std::uint64_t shown_by = 0;
    std::uint32_t shown = 0;
    std::vector<Ticket> makers;   ///< Open writes and cas.
    std::vector<Gap> gaps;        ///< Ascending.
    LostWrites any_gap;           ///< Lost writes that may have made any gap of now or later.
    std::vector<LostWrite> lost;  ///< The others.
    std::vector<LostCas> lost_cas;
  };
  /// A write that may have made a gap.
  struct Maker {
    std::uint32_t shown;
    std::int64_t value;
    bool used;
  };

  [[nodiscard]] std::optional<Fault> take_version(Open const& operation, bool refused,
                                                  std::uint32_t version);
  [[nodiscard]] std::optional<Fault> take_value(Open const& operation, std::uint32_t version,
                                                std::int64_t value);
  [[nodiscard]] std::optional<Fault> settle(std::uint32_t key);
  [[nodiscard]] bool show(Key& key, Open const& operation, std::uint32_t version, bool made);
  [[nodiscard]] bool gaps_can_be_filled(Key const& key);
  [[nodiscard]] bool fill_told_gaps(Key const& key);
  [[nodiscard]] bool cas_can_fill(Key const& key, Gap const& gap) const;
  void settle_gaps(Key& key);
  [[nodiscard]] bool settle_gap(Key& key, Gap const& gap);
  void take_lost(Key& key);
  Open end(Ticket ticket);

  std::int64_t initial_value_;
  bool values_told_ = false;
  std::vector<Open> open_;
  std::vector<Ticket> free_;
  std::vector<Key> keys_;
  std::uint64_t calls_ = 0;
  std::vector<Maker> makers_;            ///< While gaps are filled.
  std::vector<std::int64_t> from_lost_;  ///< And what the lost writes must give.
};

}  // namespace checker::versioned
