#include "properties/tests/hand.hpp"

#include <poll.h>

#include <cstdlib>

#include "impl/ports/store_error.hpp"

namespace properties::tests {
namespace {

using schedule::Effect;
using schedule::Object;
using trace::Step;
namespace pg = impl::postgres;

constexpr int kColumns = 5;

std::string words_of(pg::Rows const& rows) {
  std::string words = std::to_string(rows.affected()) + ":";
  for (int row = 0; row < rows.size(); ++row) {
    for (int column = 0; column < kColumns; ++column) {
      try {
        words += " " + std::string{rows.text(row, column)};
      } catch (impl::StoreError const&) {
        break;  // There are no more columns.
      }
    }
  }
  return words;
}

bool may_do_nothing(Step step) {
  return step == Step::ensure_pair || step == Step::insert_block || step == Step::delete_block;
}

}  // namespace

Hand::Hand(std::string const& dsn, int lock_timeout) {
  auto const timeout = " options='-c lock_timeout=" + std::to_string(lock_timeout) + "'";
  connection_ =
      std::make_unique<pg::Connection>(pg::ConnectOptions{.dsn = dsn + timeout, .wait = wait_});
}

void Hand::Patience::until_readable(int socket) {
  pollfd fd{socket, POLLIN, 0};
  poll(&fd, 1, 10'000);
}

Hand::Said Hand::take(Step step, Object const& object) {
  try {
    auto const rows = run(step, object);
    bool const nothing = may_do_nothing(step) && rows.affected() == 0;
    return {words_of(rows), nothing ? Effect::none : Effect::any};
  } catch (impl::StoreError const& error) {
    if (error.sqlstate() == "55P03") return {kWaits};
    return {error.sqlstate()};
  }
}

pg::Rows Hand::run(Step step, Object const& o) {
  auto& c = *connection_;
  switch (step) {
    case Step::begin:
      return c.execute(pg::kBegin);
    case Step::commit:
      return c.execute(pg::kCommit);
    case Step::rollback:
      return c.execute(pg::kRollback);
    case Step::check_accounts:
      return c.execute(pg::kCheckAccounts, o.a, o.b);
    case Step::lock_followee:
      return c.execute(pg::kLockFollowee, o.a, o.b);
    case Step::ensure_pair:
      return c.execute(pg::kEnsurePair, o.a, o.b);
    case Step::lock_pair:
      return c.execute(pg::kLockPair, o.a, o.b);
    case Step::check_block:
      return c.execute(pg::kCheckBlock, o.a, o.b);
    case Step::save_pair:
      return c.execute(pg::kSavePair, o.a, o.b, "ACTIVE", 7);
    case Step::next_seq:
      return c.execute(pg::kNextSeq);
    case Step::append_event:
      return c.execute(pg::kAppendEvent, o.seq, o.a, o.b, "ACTIVE", 7);
    case Step::insert_block:
      return c.execute(pg::kInsertBlock, o.a, o.b);
    case Step::delete_block:
      return c.execute(pg::kDeleteBlock, o.a, o.b);
    case Step::read_token:
      return c.execute(pg::kReadToken);
    case Step::lock_token:
      return c.execute(pg::kLockToken);
    case Step::insert_post:
      return c.execute(pg::kInsertPost, o.a, 1, "FOLLOWERS", 0);
    case Step::load_post:
      return c.execute(pg::kLoadPost, o.a);
    case Step::read_truth:
      return c.execute(pg::kReadTruth, o.a, o.b);
    case Step::fetch_events:
      return c.execute(pg::kFetchEvents, 0, 100);
    case Step::read_last_seq:
      return c.execute(pg::kReadLastSeq);
    default:
      return run_on_projection(step, o);
  }
}

pg::Rows Hand::run_on_projection(Step step, Object const& o) {
  auto& c = *connection_;
  switch (step) {
    case Step::mark_seen:
      return c.execute(pg::kMarkSeen, o.seq);
    case Step::ensure_row:
      return c.execute(pg::kEnsureRow, o.a, o.b);
    case Step::lock_row:
      return c.execute(pg::kLockRow, o.a, o.b);
    case Step::replace_row:
      return c.execute(pg::kReplaceRow, o.a, o.b, "ACTIVE", 7);
    case Step::add_count:
      return c.execute(pg::kAddCount, o.a, 1);
    case Step::lock_watermark:
      return c.execute(pg::kLockWatermark);
    case Step::seen_prefix:
      return c.execute(pg::kSeenPrefix, 0);
    case Step::save_watermark:
      return c.execute(pg::kSaveWatermark, o.seq);
    case Step::lock_projection:
      return c.execute(pg::kLockProjection);
    case Step::clear_projection:
      return c.execute(pg::kClearProjection);
    case Step::read_diff:
      return c.execute(pg::kReadDiff);
    case Step::mark_serving:
      return c.execute(pg::kMarkServing);
    case Step::read_watermark:
      return c.execute(pg::kReadWatermark);
    case Step::read_projection:
      return c.execute(pg::kReadProjection, o.a, o.b);
    default:
      std::abort();  // A step that nobody taught the hand.
  }
}

}  // namespace properties::tests
