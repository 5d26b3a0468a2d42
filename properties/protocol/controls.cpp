#include "properties/protocol/controls.hpp"

namespace properties::protocol {
namespace {

using model::AccessMode;
using model::Block;
using model::CanRead;
using model::Decide;
using model::Follow;
using model::MakePost;
using model::PostId;
using model::TokenRead;
using model::Unblock;
using model::Unfollow;
using model::UserId;
using model::Visibility;
using model::protocol::Claim;
using model::protocol::Deliver;
using model::protocol::in_order;
using model::protocol::Scenario;
using model::protocol::Task;

constexpr UserId kAnn{1};
constexpr UserId kBob{2};
constexpr UserId kCid{3};

enum class Accounts { open, bob_is_private };

/// Each list is a session; the first one is what has been done before.
Scenario scene(std::vector<Task> const& given, std::vector<std::vector<Task>> const& sessions,
               Accounts accounts = Accounts::open) {
  Scenario scenario{
      {{kAnn, false}, {kBob, accounts == Accounts::bob_is_private}, {kCid, false}}, given, {}};
  for (auto const& tasks : sessions) scenario.sessions.push_back(in_order(tasks));
  return scenario;
}

MakePost post_by_bob(TokenRead token) { return {kBob, PostId{1}, Visibility::followers, token}; }

CanRead ann_reads(AccessMode mode) { return {kAnn, PostId{1}, mode}; }

constexpr auto kPlain = TokenRead::plain;
constexpr auto kLocking = TokenRead::locking;
constexpr Follow kFollow{kAnn, kBob};
constexpr Unfollow kUnfollow{kAnn, kBob};
constexpr Block kBlock{kBob, kAnn};
constexpr Unblock kUnblock{kBob, kAnn};

std::vector<Control> relations() {
  return {
      {"checks_block_before_lock", scene({}, {{kFollow}, {kBlock}}), Claim::relations_linearize,
       17},
      {"locks_in_call_order", scene({}, {{kBlock}, {Block{kAnn, kBob}}}), Claim::no_deadlock, 10},
      {"reads_pair_without_lock", scene({kUnfollow}, {{kFollow}, {kFollow}}), Claim::no_defect, 17},
      {"shares_seq_before_it_increments", scene({}, {{kFollow}, {Follow{kAnn, kCid}}}),
       Claim::no_deadlock, 16},
      {"block_removes_one_direction", scene({Follow{kBob, kAnn}}, {{kBlock}}),
       Claim::relations_linearize, 8},
      {"unblock_restores", scene({kFollow, kBlock}, {{kUnblock}}), Claim::relations_linearize, 9},
      {"version_restarts", scene({kFollow, kUnfollow}, {{kFollow}}),
       Claim::a_change_adds_one_version, 9},
      {"decides_when_not_pending", scene({}, {{Decide{kBob, kAnn, true}}}),
       Claim::relations_linearize, 8},
      {"noop_writes_event", scene({kFollow}, {{kFollow}}), Claim::every_change_has_one_event, 8},
      {"event_after_commit", scene({}, {{kFollow}}), Claim::every_change_has_one_event, 8},
      {"plain_sequence", scene({}, {{kFollow}, {Follow{kAnn, kCid}}}),
       Claim::seq_order_is_commit_order, 16},
  };
}

std::vector<Control> tokens() {
  auto const check = ann_reads(AccessMode::content_token);
  std::vector<Task> const followed{kFollow, Deliver{1}};
  return {
      {"stores_zero_token", scene(followed, {{post_by_bob(kPlain)}}), Claim::stored_token_covers,
       5},
      {"token_before_transaction", scene(followed, {{post_by_bob(kPlain)}, {kUnfollow}}),
       Claim::stored_token_covers, 15},
      {"locking_token_without_lock", scene(followed, {{post_by_bob(kLocking)}, {kUnfollow}}),
       Claim::stored_token_covers, 13},
      {"projection_only", scene({kFollow, Deliver{1}, kUnfollow}, {{post_by_bob(kPlain), check}}),
       Claim::content_token_bounds, 7},
      {"truth_from_view", scene({kFollow}, {{post_by_bob(kPlain), ann_reads(AccessMode::truth)}}),
       Claim::relations_linearize, 8},
      {"absent_row_lets_in", scene({}, {{post_by_bob(kPlain), check}}), Claim::content_token_bounds,
       7},
      {"fresh_token_from_view",
       scene({kFollow, Deliver{1}, kUnfollow},
             {{post_by_bob(kPlain), ann_reads(AccessMode::fresh_token)}}),
       Claim::fresh_token_is_current, 8},
  };
}

std::vector<Control> consumers() {
  std::vector<Task> const two{kFollow, kUnfollow};
  return {
      {"applies_in_arrival_order", scene(two, {{Deliver{2}, Deliver{1}}}),
       Claim::projection_verdicts, 18},
      {"counts_by_event_kind",
       scene({kFollow, kUnfollow}, {{Deliver{1}, Deliver{2}}}, Accounts::bob_is_private),
       Claim::count_equals_active_rows, 10},
      {"watermark_without_lock", scene({kFollow, Follow{kAnn, kCid}}, {{Deliver{1}}, {Deliver{2}}}),
       Claim::watermark_never_left_behind, 19},
      {"watermark_in_one_statement",
       scene({kFollow, Follow{kAnn, kCid}}, {{Deliver{1}}, {Deliver{2}}}),
       Claim::watermark_never_left_behind, 16},
      {"watermark_jumps_gaps", scene(two, {{Deliver{2}}}), Claim::watermark_within_seen_prefix, 9},
  };
}

}  // namespace

std::vector<Control> const& all_controls() {
  static std::vector<Control> const all = [] {
    auto controls = relations();
    for (auto const& more : {tokens(), consumers()}) {
      controls.insert(controls.end(), more.begin(), more.end());
    }
    return controls;
  }();
  return all;
}

}  // namespace properties::protocol
