#pragma once

#include <vector>

#include "model/protocol/action.hpp"
#include "model/protocol/code.hpp"

/// Which statements can tell in which order they were taken.
namespace model::protocol::footprints {

/// Rows that something reads, and rows that it locks or writes; a bit each. What a claim looks at
/// counts as read.
struct Footprint {
  std::uint64_t reads{0};
  std::uint64_t writes{0};

  Footprint& operator|=(Footprint const& other) {
    reads |= other.reads;
    writes |= other.writes;
    return *this;
  }
};

/// Does the order of the two matter?
[[nodiscard]] constexpr bool conflict(Footprint const& a, Footprint const& b) {
  return (a.writes & (b.reads | b.writes)) != 0 || (a.reads & b.writes) != 0;
}

/// The footprints of all statements of a scenario.
class Table {
 public:
  Table() = default;
  explicit Table(Code const& code);

  /// Keeps a single session's actions where they are independent of all that the others may still
  /// do (a persistent set), or where it has just begun: BEGIN and the look at accounts move
  /// nothing, so that they can be taken right before what follows them. Not with mishaps, which may
  /// hit anything at any time.
  void reduce(Readable view, Code const& code, std::vector<Action>& actions) const;
  /// The second half of that alone.
  static void merge_begins(Readable view, Code const& code, std::vector<Action>& actions);

 private:
  struct OfSession {
    std::vector<Footprint> lines;
    std::vector<Footprint> calls;  ///< By task.
    std::vector<Footprint> tasks;
    std::vector<Footprint> later;  ///< By slot: that slot and all behind it.
  };
  [[nodiscard]] OfSession of(Code const& code, SessionCode const& session) const;
  [[nodiscard]] Footprint next(Readable view, Code const& code, Action const& action) const;
  [[nodiscard]] Footprint future(Readable view, Code const& code, int session) const;
  [[nodiscard]] bool is_independent(Readable view, Code const& code, int session,
                                    std::vector<Action> const& actions) const;

  std::vector<OfSession> sessions_;
};

}  // namespace model::protocol::footprints
