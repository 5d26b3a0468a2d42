#include <limits>
#include <utility>

#include "properties/mutants/groups.hpp"
#include "properties/mutants/mutated_store.hpp"

namespace properties::mutants {
namespace {

/// The source document's 30-K: whatever token is asked for, the projection answers.
class TrustsProjection : public harness::ForwardingAccessStore {
 public:
  using ForwardingAccessStore::ForwardingAccessStore;
  impl::ProjectionView read_projection(impl::Pair pair) override {
    auto view = ForwardingAccessStore::read_projection(pair);
    view.watermark = impl::Seq{std::numeric_limits<std::int64_t>::max()};
    return view;
  }
};

class StoresZeroToken : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  impl::Seq read_token() override {
    (void)next().read_token();
    return impl::Seq{0};
  }
  impl::Seq lock_token() override {
    (void)next().lock_token();
    return impl::Seq{0};
  }
};

class PostsBecomePublic : public MutatedTruthTxn {
 public:
  using MutatedTruthTxn::MutatedTruthTxn;
  void insert_post(impl::Post const& post) override {
    auto altered = post;
    altered.visibility = impl::Visibility::everyone;
    next().insert_post(altered);
  }
};

/// The token is read in a transaction of its own, before the post's begins.
class TokenBeforeTransaction : public impl::TruthStore {
 public:
  explicit TokenBeforeTransaction(impl::TruthStore& next) : next_{next} {}
  std::unique_ptr<impl::TruthTxn> begin(impl::TxnKind kind) override {
    if (kind != impl::TxnKind::post) return next_.begin(kind);
    auto const token = read_early();
    return std::make_unique<WithToken>(next_.begin(kind), token);
  }

 private:
  class WithToken : public harness::ForwardingTruthTxn {
   public:
    WithToken(std::unique_ptr<impl::TruthTxn> next, impl::Seq token)
        : ForwardingTruthTxn{std::move(next)}, token_{token} {}
    impl::Seq read_token() override { return token_; }
    impl::Seq lock_token() override { return token_; }

   private:
    impl::Seq token_;
  };

  impl::Seq read_early() {
    auto const txn = next_.begin(impl::TxnKind::post);
    auto const token = txn->read_token();
    txn->commit();
    return token;
  }
  impl::TruthStore& next_;
};

}  // namespace

std::vector<Mutant> token_mutants() {
  return {
      {.name = "projection_only",
       .breaks = "T3",
       .what = "the projection answers without regard to any token",
       .killed_by = "content_token_bounds",
       .access = &wrap<TrustsProjection, impl::AccessStore>},
      {.name = "stores_zero_token",
       .breaks = "T3",
       .what = "every post stores acl_token 0",
       .killed_by = "stored_token_covers",
       .truth = &wrap<MutatedTruth<StoresZeroToken>, impl::TruthStore>},
      {.name = "token_before_transaction",
       .breaks = "T5",
       .what = "the acl_token is read before the post's transaction begins",
       .killed_by = "stored_token_covers",
       .race = true,
       .truth = &wrap<TokenBeforeTransaction, impl::TruthStore>},
      {.name = "locking_token_without_lock",
       .breaks = "T5",
       .what = "the locking read of the acl_token takes no lock",
       .killed_by = "stored_token_covers",
       .race = true,
       .statements = {{"lock_token", "SELECT last FROM event_seq WHERE id = 1"}}},
      {.name = "posts_become_public",
       .breaks = "T1",
       .what = "every post is stored as PUBLIC",
       .killed_by = "posts_are_stored_as_asked",
       .truth = &wrap<MutatedTruth<PostsBecomePublic>, impl::TruthStore>},
  };
}

}  // namespace properties::mutants
