#pragma once

#include <optional>

#include "impl/domain/post.hpp"
#include "impl/domain/relation.hpp"
#include "impl/ports/store_error.hpp"

namespace impl {

/// The truth about one reader and one author, from one snapshot.
struct TruthView {
  RelationState state{RelationState::removed};
  bool blocked{false};  ///< In either direction.
};

/// The projection's row and watermark, from one snapshot (T3).
struct ProjectionView {
  RelationState state{RelationState::removed};
  Seq watermark;
  bool serving{false};  ///< False: the projection is being rebuilt (P6).
};

/// Reads of the access check: each is one statement outside any transaction.
/// `pair` is (viewer, author). Throws StoreError.
class AccessStore {
 public:
  virtual ~AccessStore() = default;
  virtual std::optional<Post> load_post(PostId id) = 0;
  virtual bool check_block(UserId a, UserId b) = 0;
  virtual TruthView read_truth(Pair pair) = 0;
  virtual ProjectionView read_projection(Pair pair) = 0;
  virtual Seq read_last_seq() = 0;
};

}  // namespace impl
