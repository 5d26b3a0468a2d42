#include "impl/tests/recording_store.hpp"

#include <utility>

namespace impl::tests {

namespace {

template <class Txn>
class Recorder : public Txn {
 public:
  Recorder(std::unique_ptr<Txn> next, Steps& steps) : next_{std::move(next)}, steps_{steps} {}
  void commit() override { note("commit").commit(); }
  void rollback() noexcept override { note("rollback").rollback(); }

 protected:
  Txn& note(char const* step) {
    steps_.push_back(step);
    return *next_;
  }

 private:
  std::unique_ptr<Txn> next_;
  Steps& steps_;
};

class RecordingTruthTxn : public Recorder<TruthTxn> {
 public:
  using Recorder::Recorder;
  bool check_accounts(UserId a, UserId b) override {
    return note("check_accounts").check_accounts(a, b);
  }
  std::optional<bool> lock_followee(UserId a, UserId b) override {
    return note("lock_followee").lock_followee(a, b);
  }
  void ensure_pair(Pair pair) override { note("ensure_pair").ensure_pair(pair); }
  PairRow lock_pair(Pair pair) override { return note("lock_pair").lock_pair(pair); }
  bool check_block(UserId a, UserId b) override { return note("check_block").check_block(a, b); }
  void save_pair(Pair pair, PairRow row) override { note("save_pair").save_pair(pair, row); }
  Seq next_seq() override { return note("next_seq").next_seq(); }
  void append_event(RelationEvent const& e) override { note("append_event").append_event(e); }
  bool insert_block(UserId a, UserId b) override { return note("insert_block").insert_block(a, b); }
  bool delete_block(UserId a, UserId b) override { return note("delete_block").delete_block(a, b); }
  Seq read_token() override { return note("read_token").read_token(); }
  Seq lock_token() override { return note("lock_token").lock_token(); }
  void insert_post(Post const& post) override { note("insert_post").insert_post(post); }
};

class RecordingProjectionTxn : public Recorder<ProjectionTxn> {
 public:
  using Recorder::Recorder;
  bool mark_seen(Seq seq) override { return note("mark_seen").mark_seen(seq); }
  void ensure_row(Pair pair) override { note("ensure_row").ensure_row(pair); }
  PairRow lock_row(Pair pair) override { return note("lock_row").lock_row(pair); }
  void replace_row(Pair pair, PairRow row) override { note("replace_row").replace_row(pair, row); }
  void add_count(UserId user, int delta) override { note("add_count").add_count(user, delta); }
  Seq lock_watermark() override { return note("lock_watermark").lock_watermark(); }
  Seq seen_prefix(Seq from) override { return note("seen_prefix").seen_prefix(from); }
  void save_watermark(Seq seq) override { note("save_watermark").save_watermark(seq); }
  void lock_projection() override { note("lock_projection").lock_projection(); }
  void clear_projection() override { note("clear_projection").clear_projection(); }
  ProjectionDiff read_diff() override { return note("read_diff").read_diff(); }
  void mark_serving() override { note("mark_serving").mark_serving(); }
};

}  // namespace

std::unique_ptr<TruthTxn> RecordingTruthStore::begin(TxnKind kind) {
  steps_.push_back("begin");
  return std::make_unique<RecordingTruthTxn>(next_.begin(kind), steps_);
}

std::unique_ptr<ProjectionTxn> RecordingProjectionStore::begin(TxnKind kind) {
  steps_.push_back("begin");
  return std::make_unique<RecordingProjectionTxn>(next_.begin(kind), steps_);
}

std::vector<RelationEvent> RecordingProjectionStore::fetch_events(Seq after, int limit) {
  steps_.push_back("fetch_events");
  return next_.fetch_events(after, limit);
}

Seq RecordingProjectionStore::read_watermark() {
  steps_.push_back("read_watermark");
  return next_.read_watermark();
}

Seq RecordingProjectionStore::read_last_seq() {
  steps_.push_back("read_last_seq");
  return next_.read_last_seq();
}

}  // namespace impl::tests
