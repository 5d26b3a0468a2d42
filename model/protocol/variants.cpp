#include <algorithm>

#include "model/protocol/edits.hpp"
#include "model/protocol/task.hpp"
#include "model/protocol/variant.hpp"

namespace model::protocol {
namespace {

using edits::drop;
using edits::insert_before;
using edits::move_before;
using edits::move_to_end;
using edits::replace;

constexpr Line kBegin{Step::begin, Effect::begin};
constexpr Line kCommit{Step::commit, Effect::commit};

bool is(Task const& task, Kind kind) { return kind_of(task) == kind; }

/// A variant that is another text for one statement, whoever says it.
template <Step kStep, Effect kEffect>
void says(Task const&, Program& program) {
  replace(program, kStep, kEffect);
}

// Relations ---------------------------------------------------------------------------------------

void checks_block_before_lock(Task const& task, Program& program) {
  if (is(task, Kind::follow)) move_before(program, Step::check_block, Step::ensure_pair);
}

void takes(Program& program, Place place) {
  auto const of_place = [=](Line const& line) {
    return line.place == place && (line.step == Step::ensure_pair || line.step == Step::lock_pair);
  };
  auto const first = std::find_if(program.begin(), program.end(),
                                  [](Line const& line) { return line.step == Step::ensure_pair; });
  std::stable_partition(first, program.end(), of_place);
}

void locks_in_call_order(Task const& task, Program& program) {
  if (is(task, Kind::block)) takes(program, Place::asked);
}

void shares_seq_before_it_increments(Task const& task, Program& program) {
  if (!writes_relations(kind_of(task))) return;
  Program sharing;
  for (auto const& line : program) {
    bool const saves = line.step == Step::save_pair;
    if (saves) sharing.push_back({Step::lock_token, Effect::share_seq, Place::none, line.guard});
    sharing.push_back(line);
  }
  program = std::move(sharing);
}

void block_removes_one_direction(Task const& task, Program& program) {
  if (is(task, Kind::block)) {
    replace(program, Step::lock_pair, Place::reverse, Effect::lock_as_removed);
  }
}

void unblock_restores(Task const& task, Program& program) {
  if (!is(task, Kind::unblock)) return;
  constexpr auto kKnown = Guard::asked_known;
  insert_before(program, Step::commit,
                {{Step::save_pair, Effect::save_active, Place::asked, kKnown},
                 {Step::next_seq, Effect::bump_seq, Place::none, kKnown},
                 {Step::append_event, Effect::append_event, Place::asked, kKnown}});
}

void version_restarts(Task const&, Program& program) {
  replace(program, Step::save_pair, Effect::save_restarted);
  replace(program, Step::append_event, Effect::append_restarted);
}

void decides_when_not_pending(Task const& task, Program& program) {
  if (is(task, Kind::decide)) replace(program, Step::lock_pair, Effect::lock_as_pending);
}

// The event log -----------------------------------------------------------------------------------

void noop_writes_event(Task const& task, Program& program) {
  if (!is(task, Kind::follow)) return;
  constexpr auto kAgain = Guard::asked_there;
  insert_before(program, Step::commit,
                {{Step::next_seq, Effect::bump_seq, Place::none, kAgain},
                 {Step::append_event, Effect::append_again, Place::asked, kAgain}});
}

bool is_not_of_two_pairs(Task const& task) { return !is(task, Kind::block); }

void event_after_commit(Task const& task, Program& program) {
  if (!writes_relations(kind_of(task)) || is(task, Kind::block) || is(task, Kind::unblock)) return;
  auto const changes = std::find_if(program.begin(), program.end(), [](Line const& line) {
                         return line.step == Step::append_event;
                       })->guard;
  program.push_back({Step::begin, Effect::begin, Place::none, changes});
  replace(program, Step::append_event, Effect::append_late);
  move_to_end(program, Step::append_event);
  program.push_back({Step::commit, Effect::commit, Place::none, changes});
}

// Tokens and access -------------------------------------------------------------------------------

void stores_zero_token(Task const&, Program& program) {
  replace(program, Step::read_token, Effect::read_zero);
  replace(program, Step::lock_token, Effect::share_zero);
}

void token_before_transaction(Task const& task, Program& program) {
  if (!is(task, Kind::make_post)) return;
  drop(program, Step::lock_token);
  drop(program, Step::read_token);
  insert_before(program, Step::begin, {kBegin, {Step::read_token, Effect::read_seq}, kCommit});
}

void truth_from_view(Task const&, Program& program) {
  replace(program, Step::read_truth, Effect::read_blocks);
  Program twice;
  for (auto const& line : program) {
    twice.push_back(line);
    if (line.step != Step::read_truth) continue;
    twice.push_back({Step::read_projection, Effect::read_view_as_truth, line.place, line.guard});
  }
  program = std::move(twice);
}

void fresh_token_from_view(Task const& task, Program& program) {
  if (is(task, Kind::can_read)) replace(program, Step::read_last_seq, Effect::take_watermark);
}

// The projection ----------------------------------------------------------------------------------

void applies_in_arrival_order(Task const& task, Program& program) {
  if (!is(task, Kind::deliver)) return;
  replace(program, Step::mark_seen, Effect::mark_blindly);
  replace(program, Step::lock_row, Effect::forget_row);
}

void counts_by_event_kind(Task const& task, Program& program) {
  if (!is(task, Kind::deliver)) return;
  replace(program, Step::add_count, Effect::count_kind);
  for (auto& line : program) {
    if (line.guard == Guard::count_moves) line.guard = Guard::is_newer;
  }
}

void watermark_in_one_statement(Task const& task, Program& program) {
  if (!is(task, Kind::deliver)) return;
  drop(program, Step::lock_watermark);
  drop(program, Step::seen_prefix);
  for (auto& line : program) {
    if (line.guard == Guard::watermark_moves) line.guard = Guard::never_seen;
  }
  replace(program, Step::save_watermark, Effect::find_and_save_watermark);
}

}  // namespace

std::vector<Variant> const& all_variants() {
  static std::vector<Variant> const all{
      {"checks_block_before_lock", "follow reads the block table before it locks the pair",
       checks_block_before_lock},
      {"locks_in_call_order", "block locks its two pairs in the order of its arguments",
       locks_in_call_order},
      {"reads_pair_without_lock", "the pair is read without FOR UPDATE",
       says<Step::lock_pair, Effect::read_row>},
      {"shares_seq_before_it_increments", "a change takes event_seq FOR SHARE before it increments",
       shares_seq_before_it_increments},
      {"block_removes_one_direction", "block leaves the blocker's own follow in place",
       block_removes_one_direction},
      {"unblock_restores", "unblock brings the old follow back", unblock_restores},
      {"version_restarts", "a relation that comes back starts at version 1 again",
       version_restarts},
      {"decides_when_not_pending", "decide accepts or refuses what was never asked",
       decides_when_not_pending},
      {"noop_writes_event", "following again, without a change, writes an event",
       noop_writes_event},
      {"event_after_commit", "the event is written after the change has been committed",
       event_after_commit, is_not_of_two_pairs},
      {"plain_sequence", "seqs come from a sequence, which neither waits nor rolls back",
       says<Step::next_seq, Effect::draw_seq>},
      {"stores_zero_token", "every post stores acl_token 0", stores_zero_token},
      {"token_before_transaction", "the acl_token is read before the post's transaction begins",
       token_before_transaction},
      {"locking_token_without_lock", "the locking read of the acl_token takes no lock",
       says<Step::lock_token, Effect::read_seq>},
      {"projection_only", "the projection answers without regard to any token",
       says<Step::read_projection, Effect::read_view_blindly>},
      {"truth_from_view", "a check of the truth asks the view for the relation", truth_from_view},
      {"absent_row_lets_in", "to a check on the view, who has no row in it is a follower",
       says<Step::read_projection, Effect::read_view_of_absent>},
      {"fresh_token_from_view", "the fresh token is where the view stands, not where the log ends",
       fresh_token_from_view},
      {"applies_in_arrival_order", "the consumer takes every delivery as the newest",
       applies_in_arrival_order},
      {"counts_by_event_kind", "the count moves by the event's kind, not by what changed",
       counts_by_event_kind},
      {"watermark_without_lock", "the watermark is read without FOR UPDATE",
       says<Step::lock_watermark, Effect::read_watermark>},
      {"watermark_in_one_statement",
       "one statement both looks for the seen prefix and moves the watermark",
       watermark_in_one_statement},
      {"watermark_jumps_gaps", "the watermark is the highest seq seen",
       says<Step::seen_prefix, Effect::find_highest>},
  };
  return all;
}

Variant const* find_variant(std::string_view name) {
  auto const& all = all_variants();
  auto const found = std::find_if(all.begin(), all.end(),
                                  [&](Variant const& variant) { return variant.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace model::protocol
