#include "properties/protocol/bounds.hpp"

#include <algorithm>
#include <set>

#include "model/protocol/state.hpp"
#include "properties/protocol/actions.hpp"

namespace properties::protocol {
namespace {

using model::UserId;
using model::protocol::Task;

constexpr std::size_t kMostUsers = 3;
constexpr std::size_t kMostTasks = 7;
constexpr int kMostEvents = 14;  ///< Of one log that nobody reads, so that no version passes 15.

/// Goes through a scenario's actions and says whether the machine can follow.
class Bounds {
 public:
  explicit Bounds(trace::Scenario const& scenario) {
    for (auto const& account : scenario.accounts) {
      known_ = known_ && !account.is_deleted;
      users_.insert(account.id);
    }
    known_ = known_ && scenario.lost.empty() && users_.size() <= kMostUsers;
  }

  void look_at(std::vector<trace::Action> const& actions) {
    known_ = known_ && actions.size() <= kMostTasks;
    for (auto const& action : actions) std::visit(*this, action);
  }
  [[nodiscard]] bool hold() const {
    bool const read = deliveries_ > 0;
    bool const events = events_ <= (read ? model::protocol::kMaxEvents : kMostEvents);
    return known_ && events && posts_ <= 1 && last_delivered_ <= events_ &&
           (checks_.empty() || posts_ == 1) && !checks_.contains(author_);
  }

  void operator()(model::Follow const& op) { write(op.follower, op.followee, 1); }
  void operator()(model::Unfollow const& op) { write(op.follower, op.followee, 1); }
  void operator()(model::Decide const& op) { write(op.decider, op.requester, 1); }
  void operator()(model::Block const& op) { write(op.blocker, op.blocked, 2); }
  void operator()(model::Unblock const& op) { write(op.blocker, op.blocked, 1); }
  void operator()(model::MakePost const& op) {
    known_ = known_ && users_.contains(op.author) && op.visibility == model::Visibility::followers;
    author_ = op.author;
    post_ = op.post;
    ++posts_;
  }
  void operator()(model::CanRead const& op) {
    known_ = known_ && users_.contains(op.viewer) && (checked_ == op.post || checks_.empty());
    checked_ = op.post;
    checks_.insert(op.viewer);
  }
  void operator()(trace::Deliver const& op) {
    known_ = known_ && op.seq.value() >= 1;
    last_delivered_ = std::max(last_delivered_, static_cast<int>(op.seq.value()));
    ++deliveries_;
  }
  void operator()(trace::Rebuild const&) { known_ = false; }
  void operator()(trace::Certify const&) { known_ = false; }

  [[nodiscard]] bool checks_the_post() const { return checks_.empty() || checked_ == post_; }

 private:
  void write(UserId one, UserId other, int most) {
    known_ = known_ && one != other && users_.contains(one) && users_.contains(other);
    events_ += most;
  }

  bool known_{true};
  std::set<UserId> users_;
  std::set<UserId> checks_;
  UserId author_;
  model::PostId post_;
  model::PostId checked_;
  int posts_{0};
  int events_{0};
  int deliveries_{0};
  int last_delivered_{0};
};

bool within_bounds(trace::Scenario const& scenario) {
  auto const sessions = scenario.sessions.size();
  if (sessions == 0 || sessions > model::protocol::kMaxSessions) return false;
  Bounds bounds{scenario};
  bounds.look_at(scenario.given);
  for (auto const& session : scenario.sessions) bounds.look_at(session.actions);
  return bounds.hold() && bounds.checks_the_post();
}

}  // namespace

std::optional<model::protocol::Scenario> to_machine(trace::Scenario const& scenario) {
  if (!within_bounds(scenario)) return std::nullopt;
  model::protocol::Scenario machine;
  for (auto const& account : scenario.accounts) machine.accounts[account.id] = account.is_private;
  for (auto const& action : scenario.given) machine.given.push_back(task_of(action));
  for (auto const& session : scenario.sessions) {
    std::vector<Task> tasks;
    for (auto const& action : session.actions) tasks.push_back(task_of(action));
    machine.sessions.push_back(model::protocol::in_order(tasks));
  }
  return machine;
}

trace::Scenario to_program(model::protocol::Scenario const& scenario) {
  trace::Scenario program;
  for (auto const& [user, is_private] : scenario.accounts) {
    program.accounts.push_back({user, is_private});
  }
  for (auto const& task : scenario.given) program.given.push_back(action_of(task));
  for (auto const& slots : scenario.sessions) {
    auto& session = program.sessions.emplace_back();
    session.name = "c" + std::to_string(program.sessions.size());
    for (auto const& slot : slots) session.actions.push_back(action_of(slot.front()));
  }
  return program;
}

}  // namespace properties::protocol
