#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "impl/ports/access_store.hpp"
#include "impl/ports/projection_store.hpp"
#include "impl/ports/truth_store.hpp"

/// Decorators that change nothing: the base of those that do.
namespace properties::harness {

class ForwardingTruthTxn : public impl::TruthTxn {
 public:
  explicit ForwardingTruthTxn(std::unique_ptr<impl::TruthTxn> next) : next_{std::move(next)} {}
  bool check_accounts(impl::UserId a, impl::UserId b) override {
    return next_->check_accounts(a, b);
  }
  std::optional<bool> lock_followee(impl::UserId follower, impl::UserId followee) override {
    return next_->lock_followee(follower, followee);
  }
  void ensure_pair(impl::Pair pair) override { next_->ensure_pair(pair); }
  impl::PairRow lock_pair(impl::Pair pair) override { return next_->lock_pair(pair); }
  bool check_block(impl::UserId a, impl::UserId b) override { return next_->check_block(a, b); }
  void save_pair(impl::Pair pair, impl::PairRow row) override { next_->save_pair(pair, row); }
  impl::Seq next_seq() override { return next_->next_seq(); }
  void append_event(impl::RelationEvent const& event) override { next_->append_event(event); }
  bool insert_block(impl::UserId blocker, impl::UserId blocked) override {
    return next_->insert_block(blocker, blocked);
  }
  bool delete_block(impl::UserId blocker, impl::UserId blocked) override {
    return next_->delete_block(blocker, blocked);
  }
  impl::Seq read_token() override { return next_->read_token(); }
  impl::Seq lock_token() override { return next_->lock_token(); }
  void insert_post(impl::Post const& post) override { next_->insert_post(post); }
  void commit() override { next_->commit(); }
  void rollback() noexcept override { next_->rollback(); }

 protected:
  [[nodiscard]] impl::TruthTxn& next() { return *next_; }
  /// Lets go of the transaction and its connection.
  void release() { next_.reset(); }

 private:
  std::unique_ptr<impl::TruthTxn> next_;
};

class ForwardingProjectionTxn : public impl::ProjectionTxn {
 public:
  explicit ForwardingProjectionTxn(std::unique_ptr<impl::ProjectionTxn> next)
      : next_{std::move(next)} {}
  bool mark_seen(impl::Seq seq) override { return next_->mark_seen(seq); }
  void ensure_row(impl::Pair pair) override { next_->ensure_row(pair); }
  impl::PairRow lock_row(impl::Pair pair) override { return next_->lock_row(pair); }
  void replace_row(impl::Pair pair, impl::PairRow row) override { next_->replace_row(pair, row); }
  void add_count(impl::UserId followee, int delta) override { next_->add_count(followee, delta); }
  impl::Seq lock_watermark() override { return next_->lock_watermark(); }
  impl::Seq seen_prefix(impl::Seq from) override { return next_->seen_prefix(from); }
  void save_watermark(impl::Seq watermark) override { next_->save_watermark(watermark); }
  void lock_projection() override { next_->lock_projection(); }
  void clear_projection() override { next_->clear_projection(); }
  impl::ProjectionDiff read_diff() override { return next_->read_diff(); }
  void mark_serving() override { next_->mark_serving(); }
  void commit() override { next_->commit(); }
  void rollback() noexcept override { next_->rollback(); }

 protected:
  [[nodiscard]] impl::ProjectionTxn& next() { return *next_; }

 private:
  std::unique_ptr<impl::ProjectionTxn> next_;
};

class ForwardingProjectionStore : public impl::ProjectionStore {
 public:
  explicit ForwardingProjectionStore(impl::ProjectionStore& next) : next_{next} {}
  std::unique_ptr<impl::ProjectionTxn> begin(impl::TxnKind kind) override {
    return next_.begin(kind);
  }
  std::vector<impl::RelationEvent> fetch_events(impl::Seq after, int limit) override {
    return next_.fetch_events(after, limit);
  }
  impl::Seq read_watermark() override { return next_.read_watermark(); }
  impl::Seq read_last_seq() override { return next_.read_last_seq(); }

 protected:
  [[nodiscard]] impl::ProjectionStore& next() { return next_; }

 private:
  impl::ProjectionStore& next_;
};

class ForwardingAccessStore : public impl::AccessStore {
 public:
  explicit ForwardingAccessStore(impl::AccessStore& next) : next_{next} {}
  std::optional<impl::Post> load_post(impl::PostId id) override { return next_.load_post(id); }
  bool check_block(impl::UserId a, impl::UserId b) override { return next_.check_block(a, b); }
  impl::TruthView read_truth(impl::Pair pair) override { return next_.read_truth(pair); }
  impl::ProjectionView read_projection(impl::Pair pair) override {
    return next_.read_projection(pair);
  }
  impl::Seq read_last_seq() override { return next_.read_last_seq(); }

 private:
  impl::AccessStore& next_;
};

}  // namespace properties::harness
