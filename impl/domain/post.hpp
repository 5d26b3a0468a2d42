#pragma once

#include "impl/domain/ids.hpp"

namespace impl {

enum class Visibility { everyone, followers, self };

/// Seed word in SQL and JSON for `everyone` is PUBLIC.
struct Post {
  PostId id;
  UserId author;
  Visibility visibility{Visibility::everyone};
  Seq acl_token;  ///< Every revocation up to it is seen by a reader who honours it (T3).
  friend auto operator<=>(Post const&, Post const&) = default;
};

/// How a post takes its acl_token.
enum class TokenRead {
  plain,    ///< Covers the revocations committed at the read; those in flight may escape (T5).
  locking,  ///< FOR SHARE: covers every revocation that commits before the post.
};

}  // namespace impl
