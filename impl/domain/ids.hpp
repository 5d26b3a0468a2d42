#pragma once

#include "impl/domain/strong.hpp"

namespace impl {

struct UserIdTag {};
struct PostIdTag {};
struct VersionTag {};
struct SeqTag {};

using UserId = Strong<UserIdTag>;
/// Made by the caller's id generator, unique among all posts.
using PostId = Strong<PostIdTag>;
/// Counts the state changes of one ordered pair; never restarts (R2).
using Version = Strong<VersionTag>;
/// Position in the event log: no holes, and its order is the commit order (R6). 0 = before all.
using Seq = Strong<SeqTag>;

}  // namespace impl
