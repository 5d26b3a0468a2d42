#include "properties/harness/yielding.hpp"

#include <string>
#include <utility>

#include "properties/harness/vocabulary.hpp"
#include "properties/trace/show.hpp"

namespace properties::harness {
namespace {

using trace::Step;

std::string note_row(impl::PairRow const& row) { return trace::show(to_model(row)); }
std::string note_seq(impl::Seq seq) { return std::to_string(seq.value()); }
std::string note_yes(bool yes) { return yes ? "yes" : "no"; }

schedule::Object about(impl::UserId a, impl::UserId b) { return {a.value(), b.value()}; }
schedule::Object about(impl::UserId user) { return {user.value()}; }
schedule::Object about(impl::PostId post) { return {post.value()}; }
schedule::Object about(impl::Pair pair) { return about(pair.follower, pair.followee); }
schedule::Object about(impl::Seq seq) { return {0, 0, seq.value()}; }
schedule::Object about(impl::RelationEvent const& event) {
  return {event.pair.follower.value(), event.pair.followee.value(), event.seq.value()};
}

/// What both kinds of transaction share: BEGIN was a step, and so is the end, whichever it is.
template <class Txn>
class Yielding : public Txn {
 public:
  Yielding(std::unique_ptr<Txn> next, Gate& gate) : next_{std::move(next)}, gate_{gate} {}
  ~Yielding() override { rollback(); }
  void commit() override {
    gate_.step(Step::commit, [&] { next_->commit(); });
    open_ = false;
  }
  void rollback() noexcept override {
    if (!std::exchange(open_, false)) return;
    try {
      gate_.step(Step::rollback, [&] { next_->rollback(); });
    } catch (impl::StoreError const&) {  // The run was given up before the step was taken.
      next_->rollback();
    }
  }

 protected:
  [[nodiscard]] Txn& next() { return *next_; }
  [[nodiscard]] Gate& gate() { return gate_; }

 private:
  std::unique_ptr<Txn> next_;
  Gate& gate_;
  bool open_{true};
};

class YieldingTruthTxn : public Yielding<impl::TruthTxn> {
 public:
  using Yielding::Yielding;
  bool check_accounts(impl::UserId a, impl::UserId b) override {
    return gate().step(
        {Step::check_accounts, about(a, b)}, [&] { return next().check_accounts(a, b); }, note_yes);
  }
  std::optional<bool> lock_followee(impl::UserId follower, impl::UserId followee) override {
    return gate().step(
        {Step::lock_followee, about(follower, followee)},
        [&] { return next().lock_followee(follower, followee); },
        [](std::optional<bool> is_private) -> std::string {
          if (!is_private) return "unknown";
          return *is_private ? "private" : "public";
        });
  }
  void ensure_pair(impl::Pair pair) override {
    gate().step({Step::ensure_pair, about(pair)}, [&] { next().ensure_pair(pair); });
  }
  impl::PairRow lock_pair(impl::Pair pair) override {
    return gate().step(
        {Step::lock_pair, about(pair)}, [&] { return next().lock_pair(pair); }, note_row);
  }
  bool check_block(impl::UserId a, impl::UserId b) override {
    return gate().step(
        {Step::check_block, about(a, b)}, [&] { return next().check_block(a, b); }, note_yes);
  }
  void save_pair(impl::Pair pair, impl::PairRow row) override {
    gate().step(
        {Step::save_pair, about(pair)},
        [&] {
          next().save_pair(pair, row);
          return row;
        },
        note_row);
  }
  impl::Seq next_seq() override {
    return gate().step(
        Step::next_seq, [&] { return next().next_seq(); }, note_seq);
  }
  void append_event(impl::RelationEvent const& event) override {
    gate().step(
        {Step::append_event, about(event)},
        [&] {
          next().append_event(event);
          return event.seq;
        },
        [](impl::Seq seq) { return "e" + note_seq(seq); });
  }
  bool insert_block(impl::UserId blocker, impl::UserId blocked) override {
    return gate().step(
        {Step::insert_block, about(blocker, blocked)},
        [&] { return next().insert_block(blocker, blocked); }, note_yes);
  }
  bool delete_block(impl::UserId blocker, impl::UserId blocked) override {
    return gate().step(
        {Step::delete_block, about(blocker, blocked)},
        [&] { return next().delete_block(blocker, blocked); }, note_yes);
  }
  impl::Seq read_token() override {
    return gate().step(
        Step::read_token, [&] { return next().read_token(); }, note_seq);
  }
  impl::Seq lock_token() override {
    return gate().step(
        Step::lock_token, [&] { return next().lock_token(); }, note_seq);
  }
  void insert_post(impl::Post const& post) override {
    gate().step(
        {Step::insert_post, about(post.id)},
        [&] {
          next().insert_post(post);
          return post.acl_token;
        },
        [](impl::Seq seq) { return "acl_token " + note_seq(seq); });
  }
};

class YieldingProjectionTxn : public Yielding<impl::ProjectionTxn> {
 public:
  using Yielding::Yielding;
  bool mark_seen(impl::Seq seq) override {
    return gate().step(
        {Step::mark_seen, about(seq)}, [&] { return next().mark_seen(seq); },
        [](bool fresh) { return std::string{fresh ? "new" : "seen before"}; });
  }
  void ensure_row(impl::Pair pair) override {
    gate().step({Step::ensure_row, about(pair)}, [&] { next().ensure_row(pair); });
  }
  impl::PairRow lock_row(impl::Pair pair) override {
    return gate().step(
        {Step::lock_row, about(pair)}, [&] { return next().lock_row(pair); }, note_row);
  }
  void replace_row(impl::Pair pair, impl::PairRow row) override {
    gate().step(
        {Step::replace_row, about(pair)},
        [&] {
          next().replace_row(pair, row);
          return row;
        },
        note_row);
  }
  void add_count(impl::UserId followee, int delta) override {
    gate().step(
        {Step::add_count, about(followee)},
        [&] {
          next().add_count(followee, delta);
          return delta;
        },
        [](int by) { return (by > 0 ? "+" : "") + std::to_string(by); });
  }
  impl::Seq lock_watermark() override {
    return gate().step(
        Step::lock_watermark, [&] { return next().lock_watermark(); }, note_seq);
  }
  impl::Seq seen_prefix(impl::Seq from) override {
    return gate().step(
        Step::seen_prefix, [&] { return next().seen_prefix(from); }, note_seq);
  }
  void save_watermark(impl::Seq watermark) override {
    gate().step(
        Step::save_watermark,
        [&] {
          next().save_watermark(watermark);
          return watermark;
        },
        note_seq);
  }
  void lock_projection() override {
    gate().step(Step::lock_projection, [&] { next().lock_projection(); });
  }
  void clear_projection() override {
    gate().step(Step::clear_projection, [&] { next().clear_projection(); });
  }
  impl::ProjectionDiff read_diff() override {
    return gate().step(
        Step::read_diff, [&] { return next().read_diff(); },
        [](impl::ProjectionDiff const& diff) {
          return trace::show(trace::Answer{to_trace(diff)});
        });
  }
  void mark_serving() override {
    gate().step(Step::mark_serving, [&] { next().mark_serving(); });
  }
};

}  // namespace

std::unique_ptr<impl::TruthTxn> YieldingTruthStore::begin(impl::TxnKind kind) {
  std::unique_ptr<impl::TruthTxn> txn;
  gate_.step(Step::begin, [&] { txn = next_.begin(kind); });
  return std::make_unique<YieldingTruthTxn>(std::move(txn), gate_);
}

std::unique_ptr<impl::ProjectionTxn> YieldingProjectionStore::begin(impl::TxnKind kind) {
  std::unique_ptr<impl::ProjectionTxn> txn;
  gate_.step(Step::begin, [&] { txn = next_.begin(kind); });
  return std::make_unique<YieldingProjectionTxn>(std::move(txn), gate_);
}

std::vector<impl::RelationEvent> YieldingProjectionStore::fetch_events(impl::Seq after, int limit) {
  return gate_.step(
      Step::fetch_events, [&] { return next_.fetch_events(after, limit); },
      [](auto const& events) { return std::to_string(events.size()) + " events"; });
}

impl::Seq YieldingProjectionStore::read_watermark() {
  return gate_.step(
      Step::read_watermark, [&] { return next_.read_watermark(); }, note_seq);
}

impl::Seq YieldingProjectionStore::read_last_seq() {
  return gate_.step(
      Step::read_last_seq, [&] { return next_.read_last_seq(); }, note_seq);
}

std::optional<impl::Post> YieldingAccessStore::load_post(impl::PostId id) {
  return gate_.step(
      {Step::load_post, about(id)}, [&] { return next_.load_post(id); },
      [](std::optional<impl::Post> const& post) {
        return post ? "acl_token " + note_seq(post->acl_token) : "no such post";
      });
}

bool YieldingAccessStore::check_block(impl::UserId a, impl::UserId b) {
  return gate_.step(
      {Step::check_block, about(a, b)}, [&] { return next_.check_block(a, b); }, note_yes);
}

impl::TruthView YieldingAccessStore::read_truth(impl::Pair pair) {
  return gate_.step(
      {Step::read_truth, about(pair)}, [&] { return next_.read_truth(pair); },
      [](impl::TruthView const& view) {
        return trace::show_state(static_cast<model::RelationState>(view.state)) +
               (view.blocked ? ", blocked" : "");
      });
}

impl::ProjectionView YieldingAccessStore::read_projection(impl::Pair pair) {
  return gate_.step(
      {Step::read_projection, about(pair)}, [&] { return next_.read_projection(pair); },
      [](impl::ProjectionView const& view) {
        return trace::show_state(static_cast<model::RelationState>(view.state)) + " at watermark " +
               note_seq(view.watermark) + (view.serving ? "" : ", not serving");
      });
}

impl::Seq YieldingAccessStore::read_last_seq() {
  return gate_.step(
      Step::read_last_seq, [&] { return next_.read_last_seq(); }, note_seq);
}

}  // namespace properties::harness
