#pragma once

#include "model/protocol/code.hpp"

/// What has been true of the relation between each reader of the post and its author: since its
/// token was read, since it was committed, and ever. Five bits a reader.
namespace model::protocol::moments {

struct Reader {
  std::uint8_t since_token{0};  ///< kAllowed, kDenied: was so at some moment.
  std::uint8_t since_commit{0};
  bool ever_allowed{false};
};

[[nodiscard]] Reader of(Readable view, std::uint8_t reader);

/// Relations may have changed.
void note_truth(Writable view, Code const& code);
/// From now on counts what is true "since the token".
void start_token(Writable view, Code const& code);
/// From now on counts what is true "since the commit".
void start_commit(Writable view, Code const& code);

}  // namespace model::protocol::moments
