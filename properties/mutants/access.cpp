#include "properties/mutants/groups.hpp"
#include "properties/mutants/mutated_store.hpp"

namespace properties::mutants {
namespace {

using harness::ForwardingAccessStore;

class TruthFromView : public ForwardingAccessStore {
 public:
  using ForwardingAccessStore::ForwardingAccessStore;
  impl::TruthView read_truth(impl::Pair pair) override {
    auto view = ForwardingAccessStore::read_truth(pair);
    view.state = read_projection(pair).state;
    return view;
  }
};

class IgnoresServingMark : public ForwardingAccessStore {
 public:
  using ForwardingAccessStore::ForwardingAccessStore;
  impl::ProjectionView read_projection(impl::Pair pair) override {
    auto view = ForwardingAccessStore::read_projection(pair);
    view.serving = true;
    return view;
  }
};

class PublicIgnoresBlocks : public ForwardingAccessStore {
 public:
  using ForwardingAccessStore::ForwardingAccessStore;
  bool check_block(impl::UserId a, impl::UserId b) override {
    (void)ForwardingAccessStore::check_block(a, b);
    return false;
  }
};

class SelfPostsArePublic : public ForwardingAccessStore {
 public:
  using ForwardingAccessStore::ForwardingAccessStore;
  std::optional<impl::Post> load_post(impl::PostId id) override {
    auto post = ForwardingAccessStore::load_post(id);
    if (post && post->visibility == impl::Visibility::self) {
      post->visibility = impl::Visibility::everyone;
    }
    return post;
  }
};

}  // namespace

std::vector<Mutant> access_mutants() {
  return {
      {.name = "truth_from_view",
       .breaks = "T1",
       .what = "a check of the truth asks the view for the relation",
       .killed_by = "relations_linearize",
       .access = &wrap<TruthFromView, impl::AccessStore>},
      {.name = "absent_row_lets_in",
       .breaks = "T2",
       .what = "to a check on the view, who has no row in it is a follower",
       .killed_by = "projection_only_is_some_state",
       .statements = {{"read_projection", R"sql(
           SELECT coalesce((SELECT state FROM proj_follower
                             WHERE follower = $1 AND followee = $2), 'ACTIVE'),
                  applied_upto,
                  serving
             FROM proj_watermark WHERE id = 1)sql"}}},
      {.name = "fresh_token_from_view",
       .breaks = "T4",
       .what = "the fresh token is where the view stands, not where the log ends",
       .killed_by = "fresh_token_is_current",
       .statements = {{"read_last_seq", "SELECT applied_upto FROM proj_watermark WHERE id = 1"}}},
      {.name = "ignores_serving_mark",
       .breaks = "P6",
       .what = "a view that is being rebuilt goes on answering",
       .killed_by = "only_a_serving_view_answers",
       .access = &wrap<IgnoresServingMark, impl::AccessStore>},
      {.name = "public_ignores_blocks",
       .breaks = "T6",
       .what = "a PUBLIC post is shown without a look at the blocks",
       .killed_by = "public_checks_block",
       .access = &wrap<PublicIgnoresBlocks, impl::AccessStore>},
      {.name = "self_posts_are_public",
       .breaks = "T6",
       .what = "a SELF post is shown like a PUBLIC one",
       .killed_by = "self_posts_stay_private",
       .access = &wrap<SelfPostsArePublic, impl::AccessStore>},
      {.name = "posts_lose_their_author",
       .breaks = "T6",
       .what = "a post is loaded without its author, so that everyone is a stranger to it",
       .killed_by = "authors_read_their_posts",
       .statements = {{"load_post",
                       "SELECT id, 0::bigint, visibility, acl_token FROM post WHERE id = $1"}}},
      {.name = "posts_wait_for_view",
       .breaks = "T1",
       .what = "a post is found only once the view has reached its token",
       .killed_by = "posts_are_found_once_made",
       .statements = {{"load_post", R"sql(
           SELECT id, author, visibility, acl_token FROM post
            WHERE id = $1 AND acl_token <= (SELECT applied_upto FROM proj_watermark))sql"}}},
  };
}

}  // namespace properties::mutants
