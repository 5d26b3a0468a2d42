#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "model/protocol/limits.hpp"
#include "model/protocol/machine.hpp"
#include "model/tests/people.hpp"

namespace model::protocol {
namespace {

constexpr UserId kCid{3};
constexpr Follow kFollow{kAnn, kBob};
constexpr Unfollow kUnfollow{kAnn, kBob};
constexpr Block kBlock{kBob, kAnn};

Scenario scene(std::vector<Task> const& given, std::vector<std::vector<Task>> const& sessions,
               int aborts = 0) {
  Scenario scenario{{{kAnn, false}, {kBob, false}, {kCid, false}}, given, {}, aborts};
  for (auto const& tasks : sessions) scenario.sessions.push_back(in_order(tasks));
  return scenario;
}

/// Drives a machine by hand.
class Play {
 public:
  explicit Play(Scenario const& scenario, Variant const& variant = kCorrect)
      : machine_{scenario, variant}, state_{machine_.start()} {}

  [[nodiscard]] std::vector<Action> enabled() const {
    std::vector<Action> actions;
    machine_.enabled(state_, actions);
    return actions;
  }
  [[nodiscard]] bool can(Action::Kind kind, int session) const {
    auto const all = enabled();
    return std::ranges::any_of(all, [&](Action const& action) {
      return action.kind == kind && action.session == session;
    });
  }
  Seen take(Action::Kind kind, int session) {
    EXPECT_TRUE(can(kind, session)) << "session " << session;
    return machine_.apply(state_, {kind, static_cast<std::uint8_t>(session), 0});
  }
  /// Steps of a session, up to and with the first of this name.
  Play& upto(int session, Step step) {
    for (bool there = false; !there && !waits(session);) {
      there = next(session) == step;
      seen_ = take(Action::Kind::step, session);
    }
    return *this;
  }
  Play& finish(int session) { return upto(session, Step::commit); }
  [[nodiscard]] Step next(int session) const {
    return machine_.step_of(state_, {Action::Kind::step, static_cast<std::uint8_t>(session), 0});
  }
  [[nodiscard]] bool waits(int session) const {
    return (machine_.waiting(state_) >> session & 1) != 0;
  }
  [[nodiscard]] unsigned blocked_by(int session) const {
    return machine_.blocked_by(state_, session);
  }
  [[nodiscard]] Tables tables() const { return machine_.tables(state_); }
  [[nodiscard]] Seen seen() const { return seen_; }

 private:
  Machine machine_;
  State state_;
  Seen seen_;
};

constexpr Pair kPair{kAnn, kBob};

TEST(an_insert, waits_for_an_uncommitted_row_of_its_key) {
  Play play{scene({}, {{kFollow}, {kUnfollow}})};
  play.upto(0, Step::ensure_pair).upto(1, Step::ensure_pair);
  EXPECT_TRUE(play.waits(1));
  EXPECT_EQ(play.blocked_by(1), 1U);
  play.finish(0);
  EXPECT_FALSE(play.waits(1));
  EXPECT_EQ(play.next(1), Step::lock_pair);
}

TEST(an_insert, waits_for_an_update_of_the_row_but_not_for_a_lock) {
  Play locked{scene({kUnfollow}, {{kFollow}, {kUnfollow}})};
  locked.upto(0, Step::lock_pair).upto(1, Step::ensure_pair);
  EXPECT_FALSE(locked.waits(1));
  Play updated{scene({kUnfollow}, {{kFollow}, {kUnfollow}})};
  updated.upto(0, Step::save_pair).upto(1, Step::ensure_pair);
  EXPECT_TRUE(updated.waits(1));
}

TEST(a_row_lock, is_granted_in_the_order_of_asking) {
  Play play{scene({kUnfollow}, {{kFollow}, {kFollow}, {kUnfollow}})};
  play.upto(0, Step::lock_pair);
  play.upto(2, Step::lock_pair).upto(1, Step::lock_pair);
  EXPECT_EQ(play.blocked_by(2), 0b001U);
  EXPECT_EQ(play.blocked_by(1), 0b100U) << "the one ahead, not the holder";
  play.finish(0);
  EXPECT_FALSE(play.waits(2));
  EXPECT_TRUE(play.waits(1));
}

TEST(a_statement_that_waited, sees_what_was_committed_meanwhile) {
  Play play{scene({kUnfollow}, {{kFollow}, {kUnfollow}})};
  play.upto(0, Step::lock_pair).upto(1, Step::lock_pair).finish(0);
  EXPECT_EQ(play.tables().relation.at(kPair), (PairRow{RelationState::active, Version{1}}));
  play.finish(1);
  EXPECT_EQ(play.tables().relation.at(kPair), (PairRow{RelationState::removed, Version{2}}));
  EXPECT_TRUE((play.seen().reached & bit(Goal::changed)) != 0);
}

TEST(a_rollback, lets_anyone_of_those_go_first_who_insert_the_same_key) {
  Play play{scene({}, {{kFollow}, {kFollow}, {kUnfollow}}, 1)};
  play.upto(0, Step::ensure_pair).upto(1, Step::ensure_pair).upto(2, Step::ensure_pair);
  play.take(Action::Kind::mishap, 0);
  ASSERT_EQ(play.enabled().size(), 2U);
  EXPECT_TRUE(play.can(Action::Kind::wake, 1));
  play.take(Action::Kind::wake, 2);
  EXPECT_FALSE(play.waits(2));
  EXPECT_TRUE(play.waits(1));
  EXPECT_EQ(play.blocked_by(1), 0b100U);
}

TEST(a_rollback, leaves_neither_a_row_nor_a_hole_in_the_log) {
  Play play{scene({}, {{kFollow}, {Follow{kAnn, kCid}}}, 1)};
  play.upto(0, Step::append_event);
  play.take(Action::Kind::mishap, 0);
  EXPECT_TRUE(play.tables().relation.empty());
  EXPECT_EQ(play.tables().last, Seq{0});
  play.finish(1);
  EXPECT_EQ(play.tables().last, Seq{1});
  EXPECT_EQ(play.seen().broken, 0U);
}

TEST(the_end_of_the_log, is_held_until_commit) {
  Play play{scene({}, {{kFollow}, {Follow{kAnn, kCid}}})};
  play.upto(0, Step::next_seq).upto(1, Step::next_seq);
  EXPECT_TRUE(play.waits(1));
  play.finish(0);
  EXPECT_FALSE(play.waits(1));
}

TEST(the_end_of_the_log, may_be_shared_by_posts_but_holds_changes_back) {
  MakePost const post{kBob, PostId{1}, Visibility::followers, TokenRead::locking};
  Play play{scene({kFollow}, {{post}, {kUnfollow}})};
  play.upto(0, Step::lock_token).upto(1, Step::next_seq);
  EXPECT_TRUE(play.waits(1));
  play.finish(0);
  EXPECT_FALSE(play.waits(1));
}

TEST(a_deadlock, is_seen_and_either_session_may_be_the_victim) {
  Play play{scene({}, {{kBlock}, {Block{kAnn, kBob}}}), *find_variant("locks_in_call_order")};
  play.upto(0, Step::lock_pair).upto(1, Step::lock_pair);
  play.upto(0, Step::ensure_pair);
  EXPECT_EQ(play.seen().broken, 0U);
  play.upto(1, Step::ensure_pair);
  EXPECT_EQ(play.seen().broken, bit(Claim::no_deadlock));
  ASSERT_EQ(play.enabled().size(), 2U);
  EXPECT_TRUE(play.can(Action::Kind::victim, 0));
  play.take(Action::Kind::victim, 1);
  EXPECT_FALSE(play.waits(0)) << "the other goes on";
  EXPECT_EQ(play.next(1), Step::rollback);
  play.upto(1, Step::rollback);
  EXPECT_EQ(play.next(1), Step::begin) << "the whole transaction again";
  play.finish(0).finish(1);
  EXPECT_TRUE(play.enabled().empty());
}

TEST(a_delivery, waits_for_its_event_and_is_void_without_it) {
  Play play{scene({}, {{kFollow}, {Deliver{1}, Deliver{2}}, {kUnfollow}})};
  EXPECT_FALSE(play.can(Action::Kind::step, 1));
  play.upto(0, Step::append_event);
  EXPECT_FALSE(play.can(Action::Kind::step, 1)) << "not committed";
  play.finish(0).finish(1);
  EXPECT_EQ(play.seen().reached & bit(Goal::applied), bit(Goal::applied));
  EXPECT_FALSE(play.can(Action::Kind::step, 1));
  Play alone{scene({}, {{kUnfollow}, {Deliver{1}, Deliver{2}}, {kFollow}})};
  alone.finish(0).finish(2).finish(1);
  ASSERT_EQ(alone.enabled().size(), 1U);
  alone.take(Action::Kind::skip, 1);
  EXPECT_TRUE(alone.enabled().empty());
}

/// The steps a task takes alone.
std::vector<Step> steps_of(Scenario const& scenario) {
  Play play{scenario};
  std::vector<Step> steps;
  while (!play.enabled().empty()) {
    steps.push_back(play.next(0));
    play.take(Action::Kind::step, 0);
  }
  return steps;
}

TEST(a_task, takes_the_steps_of_the_services) {
  using enum Step;
  EXPECT_EQ(steps_of(scene({}, {{kFollow}})),
            (std::vector{begin, lock_followee, ensure_pair, lock_pair, check_block, save_pair,
                         next_seq, append_event, commit}));
  EXPECT_EQ(steps_of(scene({kFollow}, {{kFollow}})),
            (std::vector{begin, lock_followee, ensure_pair, lock_pair, check_block, commit}));
  EXPECT_EQ(steps_of(scene({kFollow}, {{kBlock}})),
            (std::vector{begin, check_accounts, ensure_pair, lock_pair, ensure_pair, lock_pair,
                         insert_block, save_pair, next_seq, append_event, commit}));
  EXPECT_EQ(steps_of(scene({kFollow}, {{Deliver{1}}})),
            (std::vector{begin, mark_seen, ensure_row, lock_row, replace_row, add_count,
                         lock_watermark, seen_prefix, save_watermark, commit}));
}

/// A walk through a scenario, choosing at random.
template <class Visit>
void wander(Machine const& machine, std::uint32_t seed, Visit visit) {
  std::mt19937 random{seed};
  auto state = machine.start();
  for (std::vector<Action> actions;; actions.clear()) {
    visit(state);
    machine.enabled(state, actions);
    if (actions.empty()) return;
    machine.apply(state, actions[random() % actions.size()]);
  }
}

TEST(symmetry, makes_one_of_states_that_differ_in_the_sessions_names) {
  Machine const machine{scene({}, {{kFollow, kUnfollow}, {kFollow, kUnfollow}, {kBlock}})};
  auto const names = automorphisms_of(machine.code(), machine.start());
  ASSERT_EQ(names.size(), 1U) << "the two that follow";
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    wander(machine, seed, [&](State const& state) {
      auto const other = rename(state, names.front(), machine.code());
      ASSERT_EQ(machine.canonical(state), machine.canonical(other));
      ASSERT_EQ(rename(other, names.front(), machine.code()), state);
    });
  }
}

TEST(symmetry, takes_users_for_each_other_only_where_their_rows_are_locked_alike) {
  Machine const follows{scene({}, {{Follow{kAnn, kCid}}, {Follow{kBob, kCid}}})};
  EXPECT_EQ(automorphisms_of(follows.code(), follows.start()).size(), 1U);
  // Each block takes (1,2) first: for one of them it is the other's pair, for one its own.
  Machine const blocks{scene({}, {{kBlock}, {Block{kAnn, kBob}}})};
  EXPECT_TRUE(automorphisms_of(blocks.code(), blocks.start()).empty());
}

std::string limit_of(Scenario const& scenario) {
  auto const* const limit = broken_limit(scenario, kCorrect);
  return limit == nullptr ? "" : limit;
}

Scenario with_checks(std::vector<Task> const& tasks) {
  return scene({}, {{MakePost{kBob, PostId{1}, Visibility::followers, TokenRead::plain}}, tasks});
}

TEST(limits, are_told_before_a_machine_is_made) {
  std::vector<Task> const many(8, kFollow);
  std::vector<Task> const seven(7, kFollow);
  EXPECT_EQ(limit_of(scene({}, {seven, seven})), "");
  EXPECT_EQ(limit_of(scene({}, {})), "there are one to four sessions");
  EXPECT_EQ(limit_of(scene({}, {many})),
            "a session has at most seven operations, and so has what is given");
  EXPECT_EQ(limit_of(scene({}, {{kFollow}}, 4)),
            "at most three transactions are rolled back by a mishap");
  EXPECT_EQ(limit_of(scene({}, {{Follow{kAnn, UserId{9}}}})), "everyone has an account");
  EXPECT_EQ(limit_of(scene({}, {{Follow{kAnn, kAnn}}})), "nobody follows or blocks themselves");
  EXPECT_EQ(limit_of(scene({kFollow, kFollow}, {seven, seven})),
            "there are at most 15 operations that may change a relation");
  EXPECT_EQ(limit_of(scene({}, {{Deliver{2}}, {kFollow}})),
            "a delivery is of an event that may come to be, and of the first seven");
  EXPECT_EQ(limit_of(scene({}, {{Deliver{2}}, {kFollow, kBlock, kBlock, kBlock, kBlock}})),
            "at most 31 events may come to be, and seven where somebody receives them (a block may "
            "make two)");
}

TEST(limits, of_posts_are_told_too) {
  auto const check = [](UserId viewer, int post) {
    return CanRead{viewer, PostId{post}, AccessMode::truth};
  };
  EXPECT_EQ(limit_of(with_checks({check(kAnn, 1), check(kCid, 1)})), "");
  for (auto const& bad : {check(kAnn, 2), check(kBob, 1)}) {
    EXPECT_EQ(limit_of(with_checks({bad})),
              "what is checked is that post, by others than its author");
  }
  EXPECT_EQ(
      limit_of(with_checks({MakePost{kAnn, PostId{2}, Visibility::followers, TokenRead::plain}})),
      "there is at most one post, made in one place, for followers");
}

TEST(limits, keep_programs_within_a_session) {
  Scenario scenario{{}, {}, {{{}}}};
  for (int user = 1; user <= 4; ++user) scenario.accounts[UserId{user}] = false;
  for (int a = 1; a <= 4; ++a) {
    for (int b = 1; b <= 4; ++b) {
      if (a == b) continue;
      auto& slot = scenario.sessions[0][0];
      slot.insert(slot.end(), {Follow{UserId{a}, UserId{b}}, Unfollow{UserId{a}, UserId{b}},
                               Block{UserId{a}, UserId{b}}});
    }
  }
  EXPECT_EQ(limit_of(scenario), "what a session may choose from has at most 255 statements in all");
}

TEST(a_machine, is_not_made_beyond_its_limits) {
  EXPECT_DEATH((Machine{scene({}, {{Follow{kAnn, kAnn}}})}), "nobody follows");
}

TEST(variants, have_names_of_their_own_and_change_some_program) {
  std::set<std::string_view> names;
  for (auto const& variant : all_variants()) {
    EXPECT_TRUE(names.insert(variant.name).second) << variant.name;
    EXPECT_EQ(find_variant(variant.name), &variant);
    EXPECT_NE(variant.rewrite, nullptr);
  }
  EXPECT_GE(names.size(), 13U);
  EXPECT_EQ(find_variant("no_such_variant"), nullptr);
}

}  // namespace
}  // namespace model::protocol
