#include "model/invariants.hpp"

#include <algorithm>

namespace model {
namespace {

bool removed(PairRow const& row) { return row.state == RelationState::removed; }

bool no_self_pair(State const& state) {
  return std::ranges::none_of(
      state.pairs, [](auto const& entry) { return entry.first.follower == entry.first.followee; });
}

bool no_self_block(State const& state) {
  return std::ranges::none_of(state.blocks,
                              [](auto const& block) { return block.first == block.second; });
}

bool blocked_pairs_are_removed(State const& state) {
  return std::ranges::all_of(state.blocks, [&](auto const& block) {
    return removed(row_of(state, {block.first, block.second})) &&
           removed(row_of(state, {block.second, block.first}));
  });
}

bool version_zero_is_the_placeholder(State const& state) {
  return std::ranges::all_of(state.pairs, [](auto const& entry) {
    return entry.second.version > Version{0} || entry.second == PairRow{};
  });
}

bool everyone_named_has_an_account(State const& state) {
  auto const knows = [&](UserId user) { return state.accounts.contains(user); };
  return std::ranges::all_of(state.pairs,
                             [&](auto const& entry) {
                               return knows(entry.first.follower) && knows(entry.first.followee);
                             }) &&
         std::ranges::all_of(
             state.blocks,
             [&](auto const& block) { return knows(block.first) && knows(block.second); }) &&
         std::ranges::all_of(state.posts,
                             [&](auto const& post) { return knows(post.second.author); });
}

bool public_accounts_have_no_requests(State const& state) {
  return std::ranges::none_of(state.pairs, [&](auto const& entry) {
    return entry.second.state == RelationState::pending && !state.accounts.at(entry.first.followee);
  });
}

std::vector<Change> changes_between(State const& before, State const& after) {
  std::vector<Change> changes;
  for (auto const& [pair, row] : after.pairs) {
    if (row != row_of(before, pair)) changes.push_back({pair, row});
  }
  return changes;
}

bool answers_tell_every_change(State const& before, Operation const&, Outcome const& outcome,
                               State const& after) {
  auto const* answer = std::get_if<WriteOutcome>(&outcome);
  return changes_between(before, after) ==
         (answer == nullptr ? std::vector<Change>{} : answer->changes);
}

bool a_change_adds_one_version(State const& before, Operation const&, Outcome const&,
                               State const& after) {
  return std::ranges::all_of(changes_between(before, after), [&](Change const& change) {
    auto const old = row_of(before, change.pair);
    return change.row.state != old.state && change.row.version == old.version.next();
  });
}

bool only_changed_changes(State const& before, Operation const&, Outcome const& outcome,
                          State const& after) {
  auto const* answer = std::get_if<WriteOutcome>(&outcome);
  bool const said_changed = answer != nullptr && answer->verdict == Verdict::changed;
  return said_changed == (before != after);
}

bool unblock_touches_no_relation(State const& before, Operation const& operation, Outcome const&,
                                 State const& after) {
  return !std::holds_alternative<Unblock>(operation) || before.pairs == after.pairs;
}

bool counts_equal_active_rows(Projection const& view) {
  std::map<UserId, std::int64_t> counted;
  for (auto const& [pair, row] : view.rows) {
    counted[pair.followee] += row.state == RelationState::active ? 1 : 0;
  }
  return std::ranges::all_of(
             view.followers,
             [&](auto const& entry) { return counted[entry.first] == entry.second; }) &&
         std::ranges::all_of(counted, [&](auto const& entry) {
           return entry.second == 0 || view.followers.contains(entry.first);
         });
}

bool watermark_ends_the_seen_prefix(Projection const& view) {
  for (Seq seq{1}; seq <= view.watermark; seq = seq.next()) {
    if (!view.seen.contains(seq)) return false;
  }
  return !view.seen.contains(view.watermark.next());
}

}  // namespace

std::vector<StateInvariant> const& state_invariants() {
  static std::vector<StateInvariant> const all{
      {"no_self_pair", "R1", no_self_pair},
      {"no_self_block", "R", no_self_block},
      {"blocked_pairs_are_removed", "R3", blocked_pairs_are_removed},
      {"version_zero_is_the_placeholder", "R2 R9", version_zero_is_the_placeholder},
      {"everyone_named_has_an_account", "R", everyone_named_has_an_account},
      {"public_accounts_have_no_requests", "R", public_accounts_have_no_requests},
  };
  return all;
}

std::vector<StepInvariant> const& step_invariants() {
  static std::vector<StepInvariant> const all{
      {"answers_tell_every_change", "R2", answers_tell_every_change},
      {"a_change_adds_one_version", "R2", a_change_adds_one_version},
      {"only_changed_changes", "R2", only_changed_changes},
      {"unblock_touches_no_relation", "R4", unblock_touches_no_relation},
  };
  return all;
}

std::vector<ViewInvariant> const& view_invariants() {
  static std::vector<ViewInvariant> const all{
      {"counts_equal_active_rows", "P4", counts_equal_active_rows},
      {"watermark_ends_the_seen_prefix", "P3", watermark_ends_the_seen_prefix},
  };
  return all;
}

}  // namespace model
