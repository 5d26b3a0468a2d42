#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "properties/props/judge.hpp"
#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::props::tests {

using model::RelationState;
using trace::Event;
using trace::Step;

[[nodiscard]] Event event(int seq, int follower, int followee, RelationState state, int version);
[[nodiscard]] model::Follow follow(int follower, int followee);
[[nodiscard]] model::Unfollow unfollow(int follower, int followee);
[[nodiscard]] model::Block block(int blocker, int blocked);
[[nodiscard]] model::Unblock unblock(int blocker, int blocked);
[[nodiscard]] model::MakePost post(int author, model::Visibility visibility,
                                   model::TokenRead token = model::TokenRead::plain);
[[nodiscard]] model::CanRead can_read(int viewer, model::AccessMode mode);
[[nodiscard]] trace::Deliver deliver(int seq);

/// CHANGED, with the events it tells of; the present row is that of the first.
[[nodiscard]] trace::WriteAnswer changed(std::vector<Event> const& events = {});
[[nodiscard]] trace::WriteAnswer noop(model::Reason reason, model::PairRow present = {});
[[nodiscard]] trace::WriteAnswer rejected(model::Reason reason, model::PairRow present = {});
[[nodiscard]] model::PairRow row(RelationState state, int version);
[[nodiscard]] trace::ReadAnswer allow(trace::AccessSource source = trace::AccessSource::projection);
[[nodiscard]] trace::ReadAnswer deny(trace::AccessSource source = trace::AccessSource::projection);
[[nodiscard]] trace::ApplyAnswer applied();
[[nodiscard]] trace::ApplyAnswer stale();
[[nodiscard]] trace::ApplyAnswer dup();

/// A run told by hand, moment by moment. Users 1, 2 and 3 have public accounts.
class Story {
 public:
  using Handle = std::size_t;

  Story();

  /// The session's next action is called. A session is made when it is first named.
  Handle call(std::string_view session, trace::Action action);
  /// A step that was done; `at` is changed by the caller for anything else.
  trace::LogEntry& step(Handle action, Step step);
  /// The COMMIT, with what became visible by it.
  void commit(Handle action, std::vector<Event> const& events = {});
  void answer(Handle action, trace::Answer answer);
  void end(Handle action, trace::Completion completion);
  /// One action from call to answer while nobody else does anything.
  Handle does(std::string_view session, trace::Action action, trace::Answer answer);

  /// The tables at the end, as the events and blocks make them; then what the caller changes.
  trace::Quiet& quiet();

  [[nodiscard]] trace::Tick now() const { return now_; }
  [[nodiscard]] trace::Run const& run() const { return run_; }
  [[nodiscard]] trace::Scenario& scenario() { return scenario_; }

  /// What one property says of it: "holds", "not applicable", or its reasons, one a line.
  [[nodiscard]] std::string judged_by(std::string const& property);

 private:
  int session_named(std::string_view name);
  void fill_tables();

  trace::Scenario scenario_;
  trace::Run run_;
  trace::Tick now_ = 0;
  bool quiet_ = false;
};

}  // namespace properties::props::tests
