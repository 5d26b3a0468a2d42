#include "properties/gen/coverage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace properties::gen {
namespace {

using model::UserId;

trace::ActionRecord record(trace::Action action, trace::Completion completion, int session = 0) {
  return {session, 0, std::move(action), 0, 1, std::move(completion)};
}

trace::Returned write(model::Verdict verdict, model::Reason reason,
                      model::RelationState state = {}) {
  trace::WriteAnswer answer;
  answer.verdict = verdict;
  answer.reason = reason;
  answer.present.state = state;
  return {answer};
}

model::Follow const kFollow{UserId{1}, UserId{2}};

TEST(Coverage, counts_outcomes_by_name) {
  trace::Run run;
  run.actions = {
      record(kFollow, write(model::Verdict::rejected, model::Reason::blocked)),
      record(kFollow, write(model::Verdict::rejected, model::Reason::blocked)),
      record(model::Decide{UserId{2}, UserId{1}, false},
             write(model::Verdict::rejected, model::Reason::not_pending)),
      record(trace::Deliver{model::Seq{1}}, trace::Returned{trace::ApplyAnswer{}}),
  };
  Coverage coverage;
  coverage.count(run);
  EXPECT_EQ(coverage.total(), 4);
  EXPECT_EQ(coverage.counts(),
            (std::map<std::string, std::int64_t>{{"follow REJECTED blocked", 2},
                                                 {"refuse REJECTED not_pending", 1},
                                                 {"deliver applied", 1}}));
}

TEST(Coverage, leaves_out_what_did_not_return_and_the_drain) {
  trace::Run run;
  run.actions = {
      record(kFollow, trace::NeverHappened{"deadlock", "40P01", false}),
      record(kFollow, trace::Indeterminate{"no answer"}),
      record(trace::Deliver{model::Seq{1}}, trace::Void{}),
      record(trace::Deliver{model::Seq{1}}, trace::Returned{trace::ApplyAnswer{}}, trace::kDrain)};
  Coverage coverage;
  coverage.count(run);
  EXPECT_EQ(coverage.total(), 0);
  EXPECT_EQ(coverage.missing(), reachable_outcomes());
}

TEST(Coverage, knows_what_is_missing_after_a_merge) {
  trace::Run run;
  run.actions = {record(kFollow, write(model::Verdict::rejected, model::Reason::self))};
  Coverage one;
  one.count(run);
  Coverage all;
  all.merge(one);
  all.merge(one);
  EXPECT_EQ(all.total(), 2);
  auto const missing = all.missing();
  EXPECT_EQ(missing.size(), reachable_outcomes().size() - 1);
  EXPECT_EQ(std::count(missing.begin(), missing.end(), "follow REJECTED self"), 0);
}

TEST(ReachableOutcomes, are_named_once) {
  auto const& all = reachable_outcomes();
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
}

}  // namespace
}  // namespace properties::gen
