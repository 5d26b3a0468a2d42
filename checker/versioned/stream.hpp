#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/versioned/check.hpp"
#include "checker/versioned/history.hpp"

namespace checker::versioned {

/// Checks a versioned history while it grows, and tells at the first event that makes it illegal,
/// whatever might follow. What is decided is forgotten: memory goes with the number of keys and of
/// operations that are open (calls without an answer so far).
///
/// Events come in the order of time; at one tick, calls before answers. Values are not looked at.
/// A key's state is the largest version shown so far; an answer must be no older than what had been
/// shown when its operation was called, and each version that was skipped over needs an open or
/// lost operation, called before it was skipped, to have made it.
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

  [[nodiscard]] Ticket call(std::uint32_t key, Kind kind, std::uint32_t expected);

  /// The operation answered: done, or (a cas only) refused. Ends it.
  [[nodiscard]] std::optional<Fault> answer(Ticket ticket, bool refused, std::uint32_t version);
  /// It certainly had no effect. Ends it.
  [[nodiscard]] std::optional<Fault> never_happened(Ticket ticket);
  /// Its answer will never come; it may take effect at any time. Ends it.
  void lose(Ticket ticket);

  /// Operations that are open, or lost and not accounted for.
  [[nodiscard]] std::size_t open() const { return open_.size() - free_.size(); }

 private:
  struct Open {
    std::uint64_t shown_by;  ///< Who had shown `shown`.
    std::uint64_t number;    ///< Of the call.
    std::uint32_t key;
    std::uint32_t shown;  ///< The largest version of the key that an answer had shown at the call.
    std::uint32_t expected;
    Kind kind;
  };
  struct Key {
    std::uint64_t shown_by = 0;
    std::uint32_t shown = 0;
    std::uint32_t spare_writes = 0;   ///< Lost writes that may have made any gap of now or later.
    std::vector<Ticket> makers;       ///< Open writes and cas.
    std::vector<std::uint32_t> gaps;  ///< Versions shown, not acknowledged; ascending.
    std::vector<std::uint32_t> lost;  ///< Other lost writes: what had been shown at their call.
    std::vector<std::uint32_t> lost_cas;  ///< The one version each can have made.
  };

  [[nodiscard]] std::optional<Fault> take_version(Open const& operation, bool refused,
                                                  std::uint32_t version);
  [[nodiscard]] bool show(Key& key, Open const& operation, std::uint32_t version, bool made);
  [[nodiscard]] bool gaps_can_be_filled(Key const& key) const;
  [[nodiscard]] bool cas_can_fill(Key const& key, std::uint32_t gap) const;
  void settle_gaps(Key& key);
  void fill_by_lost(Key& key, std::uint32_t gap);
  Open end(Ticket ticket);

  std::vector<Open> open_;
  std::vector<Ticket> free_;
  std::vector<Key> keys_;
  std::uint64_t calls_ = 0;
};

}  // namespace checker::versioned
