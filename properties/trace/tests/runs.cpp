#include "properties/trace/tests/runs.hpp"

namespace properties::trace::runs {
namespace {

using model::AccessMode;
using model::PairRow;
using model::PostId;
using model::RelationState;
using model::Seq;
using model::TokenRead;
using model::UserId;
using model::Version;
using model::Visibility;

constexpr UserId kOne{1};
constexpr UserId kTwo{2};
constexpr model::Pair kPair{kOne, kTwo};

Event event(int seq, PairRow const& row) { return {Seq{seq}, kPair, row}; }

}  // namespace

Story block_waits_for_follow() {
  Scenario scenario;
  scenario.accounts = {{kOne, false}, {kTwo, false}};
  scenario.sessions = {{"c1", {model::Follow{kOne, kTwo}}}, {"c2", {model::Block{kTwo, kOne}}}};
  scenario.schedule.switches = {{{0, 0, Step::check_block, 0}, 1, false}};
  Story story{scenario};
  story.call(0, changed({change(1, 2, RelationState::active, 1, 1)}));
  story.until(0, Step::lock_pair);
  story.call(1, changed({change(1, 2, RelationState::removed, 2, 2)}));
  story.until(1, Step::check_accounts);
  story.waits(1, {0});
  story.finish(0);
  story.woken(1);
  story.note("ACTIVE v1");
  story.finish(1);
  story.run().quiet.pairs = {{kPair, {{RelationState::removed, Version{2}}, true}}};
  story.run().quiet.events = {event(1, {RelationState::active, Version{1}}),
                              event(2, {RelationState::removed, Version{2}})};
  story.run().quiet.last = Seq{2};
  return story;
}

Story new_enemy_reads_the_post() {
  Scenario scenario;
  scenario.accounts = {{kOne, false}, {kTwo, false}};
  scenario.given = {model::Follow{kOne, kTwo}, Deliver{Seq{1}}};
  scenario.sessions = {
      {"c1",
       {model::Unfollow{kOne, kTwo},
        model::MakePost{kTwo, PostId{1}, Visibility::followers, TokenRead::plain}}},
      {"c2", {model::CanRead{kOne, PostId{1}, AccessMode::projection_only}}},
      {"p1", {Deliver{Seq{2}}}}};
  scenario.schedule.switches = {{{0, 1, Step::commit, 0}, 1, true},
                                {{1, 0, Step::read_projection, 0}, 2, false}};
  Story story{scenario};
  story.given({changed({change(1, 2, RelationState::active, 1, 1)}), ApplyAnswer{}});
  story.whole(0, changed({change(1, 2, RelationState::removed, 2, 2)}));
  story.whole(0, changed({}));
  story.call(1, ReadAnswer{true, AccessSource::projection});
  story.until(1, Step::load_post);
  story.call(2, ApplyAnswer{});
  story.until(2, Step::lock_row);
  story.note("ACTIVE");
  story.finish(1);
  story.finish(2);
  story.drain({Certify{}}, {DiffAnswer{0, 0, 0, Seq{2}, Seq{2}}});
  auto& quiet = story.run().quiet;
  quiet.pairs = {{kPair, {{RelationState::removed, Version{2}}, false}}};
  quiet.posts = {{PostId{1}, kTwo, Visibility::followers, Seq{2}}};
  quiet.events = {event(1, {RelationState::active, Version{1}}),
                  event(2, {RelationState::removed, Version{2}})};
  quiet.last = Seq{2};
  quiet.diff = {0, 0, 0, Seq{2}, Seq{2}};
  quiet.serving = true;
  return story;
}

Story lost_answer_and_deadlock() {
  Scenario scenario;
  scenario.accounts = {{kOne, false}, {kTwo, true}};
  scenario.sessions = {{"c1", {model::Block{kTwo, kOne}}},
                       {"c2", {model::Block{kOne, kTwo}, model::Follow{kOne, kOne}}}};
  Story story{scenario};
  story.call(0, changed({}));
  story.until(0, Step::lock_pair);
  story.call(1, changed({}));
  story.until(1, Step::lock_pair);
  story.until(1, Step::ensure_pair, 1);
  story.waits(1, {0});
  story.until(0, Step::ensure_pair, 1);
  story.waits(0, {1});
  story.run().deadlocks = {{story.run().log.back().tick, {0, 1}, 0}};
  story.woken(0);
  auto& victim = story.run().log.back();
  victim.ending = Ending::failed;
  victim.sqlstate = "40P01";
  story.end(0, NeverHappened{"gave up after 1 try", "40P01", false});
  story.woken(1);
  story.until(1, Step::insert_block);
  auto& commit = story.run().log;
  story.until(1, Step::commit);
  commit.back().broken = {{"blocked_pairs_are_removed", R"({"follower": 1, "followee": 2})"}};
  story.end(1, Indeterminate{"the connection broke in COMMIT"});
  story.run().quiet.pairs = {{{kTwo, kOne}, {{}, true}}};
  story.run().quiet.broken = commit.back().broken;
  return story;
}

}  // namespace properties::trace::runs
