#pragma once

#include <array>
#include <map>
#include <vector>

#include "model/protocol/expectation.hpp"
#include "model/protocol/state.hpp"
#include "model/protocol/task.hpp"
#include "model/protocol/variant.hpp"

namespace model::protocol {

/// What a statement may have to wait for.
enum class Lock : std::uint8_t {
  none,
  key,        ///< An INSERT: for whoever inserts, changes or deletes this key and has not ended.
  exclusive,  ///< FOR UPDATE, UPDATE, DELETE of a visible row: first come, first served.
  upsert,     ///< The same, also of a row that is being inserted.
  share,      ///< FOR SHARE
};

inline constexpr std::uint8_t kNoCell = 63;

/// A line as the machine takes it: rows are cells.
struct Instruction {
  Step step{Step::begin};
  Effect effect{Effect::begin};
  Guard guard{Guard::always};
  Place place{Place::none};
  Lock lock{Lock::none};
  std::uint8_t cell{
      kNoCell};  ///< What it locks or writes; of a consumer's row: found when it runs.
  std::uint8_t task{0};
  bool after_begin{false};  ///< Between BEGIN and here nothing was read that anybody writes.
  friend bool operator==(Instruction const&, Instruction const&) = default;
};

/// The rows of two users, as one task sees them.
struct Rows {
  std::uint8_t asked{kNoCell};
  std::uint8_t reverse{kNoCell};
  std::uint8_t block{kNoCell};        ///< The asked pair's followee has blocked its follower.
  std::uint8_t other_block{kNoCell};  ///< The other way.
  std::uint8_t asked_log{kNoCell};    ///< Where the log ends, of the asked pair.
  std::uint8_t reverse_log{kNoCell};
  friend bool operator==(Rows const&, Rows const&) = default;
};

/// A task, with all that is known of it before it runs.
struct TaskCode {
  Task task;
  Kind kind{Kind::follow};
  Rows rows;
  Expectation expected;    ///< Of a write of relations.
  std::uint8_t saves{0};   ///< The state that save_row writes.
  std::uint8_t reader{0};  ///< Of a check: the viewer's number among the post's readers.
  std::uint8_t start{0};   ///< Its first line, in the session's code.
  std::uint8_t end{0};     ///< Behind its last line: there stands its ROLLBACK.
};

struct SessionCode {
  std::vector<Instruction> lines;                ///< Line 0 is "between tasks".
  std::vector<TaskCode> tasks;                   ///< Each different one once.
  std::vector<std::vector<std::uint8_t>> slots;  ///< For each slot, its tasks.
};

/// Where the tables' rows are.
struct Cells {
  std::map<Pair, std::uint8_t> relation;
  std::map<std::pair<UserId, UserId>, std::uint8_t> block;  ///< (blocker, blocked)
  std::map<Pair, std::uint8_t> log;                         ///< The version of the last event.
  std::map<Pair, std::uint8_t> view;
  std::map<UserId, std::uint8_t> count;
  std::vector<std::uint8_t> seen;  ///< By seq - 1.
  std::uint8_t event_seq{kNoCell};
  std::uint8_t post{kNoCell};
  std::uint8_t watermark{kNoCell};
  int size{0};
};

/// A scenario under a variant, ready to run.
struct Code {
  Layout layout;
  Cells cells;
  std::vector<SessionCode> sessions;
  SessionCode given;
  std::vector<std::uint8_t> readers;               ///< Of the post: their relations to its author.
  bool token_is_locked{false};                     ///< Of the post.
  std::array<std::uint8_t, kMaxCells> view_of{};   ///< By cell of the relation.
  std::array<std::uint8_t, kMaxCells> count_of{};  ///< By cell of the relation.
  std::vector<Rows> pairs;                         ///< Each unordered pair of users once.
  int aborts{0};
};

/// Scenarios are made by programs: one that does not fit the machine is a programmer error.
[[nodiscard]] Code compile(Scenario const& scenario, Variant const& variant);

/// What the statement may have to wait for.
[[nodiscard]] Lock lock_of(Effect effect);

/// Does it lock a row and leave it as it is?
[[nodiscard]] constexpr bool only_locks(Effect effect) {
  return effect == Effect::lock_row || effect == Effect::lock_as_removed ||
         effect == Effect::lock_as_pending || effect == Effect::forget_row ||
         effect == Effect::lock_watermark;
}

}  // namespace model::protocol
