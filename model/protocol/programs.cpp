#include "model/protocol/programs.hpp"

#include "model/overloaded.hpp"

namespace model::protocol {
namespace {

constexpr Line kBegin{Step::begin, Effect::begin};
constexpr Line kCommit{Step::commit, Effect::commit};
constexpr Line kCheckAccounts{Step::check_accounts, Effect::know_accounts};
constexpr auto kAsked = Place::asked;
constexpr auto kReverse = Place::reverse;

void take_row(Program& program, Place place) {
  program.push_back({Step::ensure_pair, Effect::insert_row, place});
  program.push_back({Step::lock_pair, Effect::lock_row, place});
}

void write_change(Program& program, Place place, Guard guard) {
  program.push_back({Step::save_pair, Effect::save_row, place, guard});
  program.push_back({Step::next_seq, Effect::bump_seq, Place::none, guard});
  program.push_back({Step::append_event, Effect::append_event, place, guard});
}

/// unfollow and decide: the pair alone.
Program change_of_pair(Guard guard) {
  Program program{kBegin, kCheckAccounts};
  take_row(program, kAsked);
  write_change(program, kAsked, guard);
  program.push_back(kCommit);
  return program;
}

Program follow() {
  Program program{kBegin, {Step::lock_followee, Effect::know_accounts}};
  take_row(program, kAsked);
  program.push_back({Step::check_block, Effect::check_blocks});
  write_change(program, kAsked, Guard::follow_changes);
  program.push_back(kCommit);
  return program;
}

Guard there(Place place) { return place == kAsked ? Guard::asked_there : Guard::reverse_there; }

/// The permission at stake is blocked → blocker; both pairs in the order (follower, followee).
Program block(Block const& task) {
  auto const first = task.blocked < task.blocker ? kAsked : kReverse;
  auto const second = first == kAsked ? kReverse : kAsked;
  Program program{kBegin, kCheckAccounts};
  take_row(program, first);
  take_row(program, second);
  program.push_back({Step::insert_block, Effect::insert_fact, kAsked});
  write_change(program, first, there(first));
  write_change(program, second, there(second));
  program.push_back(kCommit);
  return program;
}

Program unblock() {
  Program program{kBegin, kCheckAccounts};
  take_row(program, kAsked);
  program.push_back({Step::delete_block, Effect::delete_fact, kAsked});
  program.push_back(kCommit);
  return program;
}

Program make_post(MakePost const& task) {
  Line const token = task.token == TokenRead::plain ? Line{Step::read_token, Effect::read_seq}
                                                    : Line{Step::lock_token, Effect::share_seq};
  return {kBegin, kCheckAccounts, token, {Step::insert_post, Effect::insert_post}, kCommit};
}

Program apply() {
  constexpr auto kFresh = Guard::never_seen;
  return {kBegin,
          {Step::mark_seen, Effect::insert_fact},
          {Step::ensure_row, Effect::insert_row, kAsked, kFresh},
          {Step::lock_row, Effect::lock_row, kAsked, kFresh},
          {Step::replace_row, Effect::accept_event, kAsked, Guard::is_newer},
          {Step::add_count, Effect::move_count, Place::none, Guard::count_moves},
          {Step::lock_watermark, Effect::lock_watermark, Place::none, kFresh},
          {Step::seen_prefix, Effect::find_prefix, Place::none, kFresh},
          {Step::save_watermark, Effect::save_watermark, Place::none, Guard::watermark_moves},
          kCommit};
}

/// Single statements, outside any transaction.
Program can_read(CanRead const& task) {
  constexpr auto kFound = Guard::post_found;
  Line const load{Step::load_post, Effect::load_post};
  Line const view{Step::read_projection, Effect::read_view, kAsked, kFound};
  Line const truth{Step::read_truth, Effect::read_truth, kAsked, kFound};
  Line const fall_back{Step::read_truth, Effect::read_truth, kAsked, Guard::view_too_old};
  switch (task.mode) {
    case AccessMode::truth:
      return {load, truth};
    case AccessMode::projection_only:
      return {load, {Step::read_projection, Effect::read_view_blindly, kAsked, kFound}};
    case AccessMode::content_token:
      return {load, view, fall_back};
    case AccessMode::fresh_token:
      return {load, {Step::read_last_seq, Effect::read_seq, Place::none, kFound}, view, fall_back};
  }
  return {};
}

}  // namespace

Program program_of(Task const& task) {
  return std::visit(overloaded{
                        [](Follow const&) { return follow(); },
                        [](Unfollow const&) { return change_of_pair(Guard::asked_there); },
                        [](Decide const&) { return change_of_pair(Guard::asked_pending); },
                        [](Block const& op) { return block(op); },
                        [](Unblock const&) { return unblock(); },
                        [](MakePost const& op) { return make_post(op); },
                        [](CanRead const& op) { return can_read(op); },
                        [](Deliver const&) { return apply(); },
                        [](Script const& script) { return script.program; },
                    },
                    task);
}

}  // namespace model::protocol
