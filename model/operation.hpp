#pragma once

#include <compare>
#include <variant>

#include "model/ids.hpp"

namespace model {

enum class Visibility { everyone, followers, self };
enum class TokenRead { plain, locking };
enum class AccessMode { truth, projection_only, content_token, fresh_token };

struct Follow {
  UserId follower;
  UserId followee;
  friend auto operator<=>(Follow const&, Follow const&) = default;
};
struct Unfollow {
  UserId follower;
  UserId followee;
  friend auto operator<=>(Unfollow const&, Unfollow const&) = default;
};
struct Decide {
  UserId decider;
  UserId requester;
  bool accept{true};
  friend auto operator<=>(Decide const&, Decide const&) = default;
};
struct Block {
  UserId blocker;
  UserId blocked;
  friend auto operator<=>(Block const&, Block const&) = default;
};
struct Unblock {
  UserId blocker;
  UserId blocked;
  friend auto operator<=>(Unblock const&, Unblock const&) = default;
};
struct MakePost {
  UserId author;
  PostId post;
  Visibility visibility{Visibility::followers};
  TokenRead token{TokenRead::plain};
  friend auto operator<=>(MakePost const&, MakePost const&) = default;
};
struct CanRead {
  UserId viewer;
  PostId post;
  AccessMode mode{AccessMode::truth};
  friend auto operator<=>(CanRead const&, CanRead const&) = default;
};
/// What an observer with access to the tables sees of one ordered pair.
struct Inspect {
  UserId follower;
  UserId followee;
  friend auto operator<=>(Inspect const&, Inspect const&) = default;
};

/// Everything a client can ask of the relation system.
using Operation =
    std::variant<Follow, Unfollow, Decide, Block, Unblock, MakePost, CanRead, Inspect>;

}  // namespace model
