#pragma once

#include "impl/domain/post.hpp"
#include "impl/domain/write_result.hpp"
#include "impl/ports/truth_store.hpp"
#include "impl/service/transact.hpp"

namespace impl {

/// The writes of the relation system (R1–R9). Stateless: any number of threads may share one,
/// if the store may be shared. Each call is one transaction; see transact() for its endings.
class RelationService {
 public:
  RelationService(TruthStore& store, Runtime runtime) : store_{store}, runtime_{runtime} {}

  Result<WriteResult> follow(UserId follower, UserId followee);
  Result<WriteResult> unfollow(UserId follower, UserId followee);
  /// `decider` accepts or refuses the request of `requester`.
  Result<WriteResult> decide(UserId decider, UserId requester, bool accept);
  Result<WriteResult> block(UserId blocker, UserId blocked);
  Result<WriteResult> unblock(UserId blocker, UserId blocked);
  /// Stores the post with its acl_token; `post.acl_token` is ignored.
  Result<WriteResult> post(Post const& post, TokenRead token);

 private:
  TruthStore& store_;
  Runtime runtime_;
};

}  // namespace impl
