#pragma once

#include "model/protocol/claims.hpp"
#include "model/protocol/code.hpp"

/// Holds what happens against the model and the claims. What needs memory is remembered in the
/// state: which answers have been right since a session's call, and what has been true of the
/// post's readers.
namespace model::protocol::judge {

/// The truth about the rows, as committed.
[[nodiscard]] int committed_truth(Readable view, Rows const& rows);

/// A call begins: which answers are right at this moment?
void note_call(Writable view, Code const& code, int session, TaskCode const& task);

/// A commit changed relations or blocks: which answers have become right, for those under way?
void note_change(Writable view, Code const& code);

/// A post's transaction begins, or reads its token.
void note_token(Writable view, Code const& code, int session);

/// What is about to be committed, remembered for `committed`.
struct Before {
  int truth{0};
  std::uint8_t asked{0};
  std::uint8_t reverse{0};
  std::uint8_t view_row{0};
  bool was_seen{false};
  bool wrote_post{false};
  int events{0};
};
[[nodiscard]] Before before_commit(Readable view, Code const& code, int session);

/// What a commit breaks and reaches.
void committed(Writable view, Code const& code, int session, Before const& before, Seen& seen);

/// A check has its answer.
void answered(Readable view, Code const& code, int session, Seen& seen);

/// Nothing can happen any more.
[[nodiscard]] Seen at_rest(Readable view, Code const& code);

}  // namespace model::protocol::judge
