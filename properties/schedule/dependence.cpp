#include "properties/schedule/dependence.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

namespace properties::schedule {
namespace {

using trace::Step;

/// With whom each mode quarrels about a row. Symmetric.
bool quarrel(Mode one, Mode other) {
  auto const with = [other](std::initializer_list<Mode> modes) {
    return std::find(modes.begin(), modes.end(), other) != modes.end();
  };
  switch (one) {
    case Mode::read:
      return with({Mode::publish});
    case Mode::share:
      return with({Mode::lock, Mode::write, Mode::publish, Mode::undo, Mode::release});
    case Mode::lock:
      return with({Mode::share, Mode::lock, Mode::write, Mode::publish, Mode::undo, Mode::release,
                   Mode::release_share});
    case Mode::find:
      return with({Mode::insert, Mode::write, Mode::publish, Mode::undo});
    case Mode::insert:
      return with({Mode::find, Mode::insert, Mode::write, Mode::publish, Mode::undo});
    case Mode::write:
      return with({Mode::share, Mode::lock, Mode::find, Mode::insert, Mode::write, Mode::publish,
                   Mode::undo, Mode::release, Mode::release_share});
    case Mode::publish:
      return with({Mode::read, Mode::share, Mode::lock, Mode::find, Mode::insert, Mode::write});
    case Mode::undo:
      return with({Mode::share, Mode::lock, Mode::find, Mode::insert, Mode::write});
    case Mode::release:
      return with({Mode::share, Mode::lock, Mode::write});
    case Mode::release_share:
      return with({Mode::lock, Mode::write});
  }
  std::abort();
}

bool meet(std::int64_t one, std::int64_t other) {
  return one == other || one == kEvery || other == kEvery;
}

bool same_row(Access const& one, Access const& other) {
  return one.table == other.table && meet(one.a, other.a) && meet(one.b, other.b);
}

bool publishes(Footprint const& footprint) {
  return std::any_of(footprint.accesses.begin(), footprint.accesses.end(),
                     [](Access const& access) { return access.mode == Mode::publish; });
}

bool empty(Footprint const& footprint) { return !footprint.unknown && footprint.accesses.empty(); }

Footprint both_blocks(Object const& object) {
  return {{{Table::block, object.a, object.b, Mode::read},
           {Table::block, object.b, object.a, Mode::read}}};
}

Footprint one_row(Table table, Object const& object, Mode mode) {
  return {{{table, object.a, object.b, mode}}};
}

Footprint only_row(Table table, Mode mode) { return {{{table, 1, 0, mode}}}; }

Footprint of_truth(Step step, Object const& object, Mode inserts) {
  switch (step) {
    case Step::check_accounts:
      return {
          {{Table::account, object.a, 0, Mode::read}, {Table::account, object.b, 0, Mode::read}}};
    case Step::lock_followee:
      return {
          {{Table::account, object.a, 0, Mode::read}, {Table::account, object.b, 0, Mode::share}}};
    case Step::ensure_pair:
      return one_row(Table::relation, object, inserts);
    case Step::lock_pair:
      return one_row(Table::relation, object, Mode::lock);
    case Step::check_block:
      return both_blocks(object);
    case Step::save_pair:
      return one_row(Table::relation, object, Mode::write);
    case Step::next_seq:
      return only_row(Table::event_seq, Mode::write);
    case Step::append_event:
      return {{{Table::event, object.seq, 0, Mode::insert},
               {Table::event_of_pair, object.a, object.b, Mode::insert}}};
    case Step::insert_block:
      return one_row(Table::block, object, inserts);
    case Step::delete_block:
      return one_row(Table::block, object, Mode::write);
    case Step::read_token:
    case Step::read_last_seq:
      return only_row(Table::event_seq, Mode::read);
    case Step::lock_token:
      return only_row(Table::event_seq, Mode::share);
    case Step::insert_post:
      return {{{Table::post, object.a, 0, Mode::insert}}};
    case Step::load_post:
      return {{{Table::post, object.a, 0, Mode::read}}};
    case Step::fetch_events:
      return {{{Table::event, kEvery, 0, Mode::read}}};
    default:
      std::abort();  // footprint_of asks for no other.
  }
}

Footprint read_truth(Object const& object) {
  auto footprint = both_blocks(object);
  footprint.accesses.push_back({Table::relation, object.a, object.b, Mode::read});
  return footprint;
}

Footprint everything(std::initializer_list<Table> tables, Mode mode) {
  Footprint footprint;
  for (auto const table : tables) footprint.accesses.push_back({table, kEvery, kEvery, mode});
  return footprint;
}

}  // namespace

bool dependent(Footprint const& one, Footprint const& other) {
  if (empty(one) || empty(other)) return false;
  if (one.unknown || other.unknown) return true;
  if (publishes(one) && publishes(other)) return true;
  return std::any_of(one.accesses.begin(), one.accesses.end(), [&](Access const& mine) {
    return std::any_of(other.accesses.begin(), other.accesses.end(), [&](Access const& theirs) {
      return same_row(mine, theirs) && quarrel(mine.mode, theirs.mode);
    });
  });
}

Footprint footprint_of(Step step, Object const& object, Effect effect) {
  switch (step) {
    case Step::begin:
    case Step::commit:
    case Step::rollback:
      return {};
    case Step::check_accounts:
    case Step::lock_followee:
    case Step::ensure_pair:
    case Step::lock_pair:
    case Step::check_block:
    case Step::save_pair:
    case Step::next_seq:
    case Step::append_event:
    case Step::insert_block:
    case Step::delete_block:
    case Step::read_token:
    case Step::lock_token:
    case Step::insert_post:
    case Step::fetch_events:
    case Step::load_post:
    case Step::read_last_seq:
      return of_truth(step, object, effect == Effect::none ? Mode::find : Mode::insert);
    case Step::mark_seen:
      return {{{Table::proj_seen, object.seq, 0, Mode::insert}}};
    case Step::ensure_row:
      return one_row(Table::proj_follower, object, Mode::insert);
    case Step::lock_row:
      return one_row(Table::proj_follower, object, Mode::lock);
    case Step::replace_row:
      return one_row(Table::proj_follower, object, Mode::write);
    case Step::add_count:
      return {{{Table::proj_count, object.a, 0, Mode::write}}};
    case Step::lock_watermark:
      return only_row(Table::proj_watermark, Mode::lock);
    case Step::save_watermark:
    case Step::mark_serving:
      return only_row(Table::proj_watermark, Mode::write);
    case Step::read_watermark:
      return only_row(Table::proj_watermark, Mode::read);
    case Step::seen_prefix:
      return everything({Table::proj_seen}, Mode::read);
    case Step::lock_projection:
      return everything({Table::proj_seen}, Mode::write);
    case Step::clear_projection:
      return everything(
          {Table::proj_follower, Table::proj_count, Table::proj_seen, Table::proj_watermark},
          Mode::write);
    case Step::read_diff:
      return everything({Table::relation, Table::event_seq, Table::proj_follower, Table::proj_count,
                         Table::proj_watermark},
                        Mode::read);
    case Step::read_truth:
      return read_truth(object);
    case Step::read_projection:
      return {{{Table::proj_follower, object.a, object.b, Mode::read},
               {Table::proj_watermark, 1, 0, Mode::read}}};
  }
  std::abort();
}

bool looks_again(Step step) { return step != Step::clear_projection; }

Footprint Transactions::footprint_of(Candidate const& candidate, Effect effect) const {
  auto const step = candidate.next.step;
  if (step == Step::commit) return end_of(candidate.session, Mode::publish);
  if (step == Step::rollback) return end_of(candidate.session, Mode::undo);
  auto footprint = schedule::footprint_of(step, candidate.object, effect);
  footprint.unknown = unknown_.contains(step);
  return footprint;
}

void Transactions::took(Candidate const& candidate, Effect effect) {
  auto const step = candidate.next.step;
  auto& done = done_[candidate.session];
  if (step == Step::begin || step == Step::commit || step == Step::rollback) {
    done = {};
    return;
  }
  if (step == Step::delete_block && effect == Effect::none && !unknown_.contains(step)) return;
  auto const footprint = footprint_of(candidate, effect);
  done.unknown = done.unknown || footprint.unknown;
  for (auto const& access : footprint.accesses) {
    if (std::find(done.accesses.begin(), done.accesses.end(), access) == done.accesses.end()) {
      done.accesses.push_back(access);
    }
  }
}

Footprint Transactions::failed(int session) {
  auto const undone = end_of(session, Mode::undo);
  done_.erase(session);
  return undone;
}

Footprint Transactions::end_of(int session, Mode written) const {
  Footprint end;
  auto const done = done_.find(session);
  if (done == done_.end()) return end;
  end.unknown = done->second.unknown;
  for (auto access : done->second.accesses) {
    switch (access.mode) {
      case Mode::read:
      case Mode::find:
        continue;
      case Mode::share:
        access.mode = Mode::release_share;
        break;
      case Mode::lock:
        access.mode = Mode::release;
        break;
      default:
        access.mode = written;
    }
    end.accesses.push_back(access);
  }
  return end;
}

}  // namespace properties::schedule
