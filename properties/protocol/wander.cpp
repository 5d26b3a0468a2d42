#include "properties/protocol/wander.hpp"

#include <random>

#include "model/protocol/limits.hpp"
#include "properties/protocol/scripts.hpp"

namespace properties::protocol {
namespace {

using model::UserId;
using model::protocol::Action;
using model::protocol::Deliver;
using model::protocol::Scenario;
using model::protocol::Task;

/// Draws that are the same everywhere.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_{seed} {}
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

 private:
  std::mt19937_64 random_;
};

constexpr model::PostId kPost{1};
constexpr UserId kAuthor{2};

class Drawn {
 public:
  explicit Drawn(std::uint64_t seed) : draw_{seed}, users_{2 + draw_.below(2)} {
    scenario_.accounts = public_accounts(static_cast<int>(users_));
    scenario_.accounts[kAuthor] = draw_.below(2) == 0;
    consumes_ = draw_.below(3) == 0;
    reads_ = draw_.below(3) == 0;
  }
  Scenario scenario(std::size_t most_sessions) {
    if (consumes_) give_events();
    for (auto count = draw_.below(3); count > 0; --count) scenario_.given.push_back(relation());
    auto const sessions = 2 + draw_.below(most_sessions - 1);
    for (std::size_t i = 0; i < sessions; ++i) {
      std::vector<Task> tasks;
      auto const count = 1 + draw_.below(consumes_ ? 2 : 3);
      while (tasks.size() < count) tasks.push_back(task(i == 0 && tasks.empty()));
      scenario_.sessions.push_back(model::protocol::in_order(tasks));
    }
    return std::move(scenario_);
  }

 private:
  /// Two events to receive, of one pair or of two: consumers of one pair never meet behind its row.
  void give_events() {
    scenario_.accounts[kAuthor] = false;
    scenario_.given = {model::Follow{UserId{1}, UserId{2}}};
    if (draw_.below(2) == 0) {
      scenario_.given.push_back(model::Unfollow{UserId{1}, UserId{2}});
    } else {
      scenario_.given.push_back(model::Follow{UserId{2}, UserId{1}});
    }
  }
  Task task(bool first) {
    if (reads_ && first) return post();
    if (reads_ && draw_.below(4) == 0) return check();
    if (consumes_ && !first && draw_.below(2) == 0) {
      return Deliver{static_cast<int>(1 + draw_.below(2))};
    }
    return relation();
  }
  Task post() {
    auto const token = draw_.below(2) == 0 ? model::TokenRead::plain : model::TokenRead::locking;
    return model::MakePost{kAuthor, kPost, model::Visibility::followers, token};
  }
  Task check() {
    auto const mode = static_cast<model::AccessMode>(draw_.below(4));
    return model::CanRead{users_ == 3 && draw_.below(2) == 0 ? UserId{3} : UserId{1}, kPost, mode};
  }
  Task relation() {
    auto const a = draw_.below(users_);
    auto const b = (a + 1 + draw_.below(users_ - 1)) % users_;
    UserId const one{static_cast<std::int64_t>(a) + 1};
    UserId const other{static_cast<std::int64_t>(b) + 1};
    switch (draw_.below(7)) {
      case 0:
      case 1:
        return model::Follow{one, other};
      case 2:
        return model::Unfollow{one, other};
      case 3:
      case 4:
        return model::Block{one, other};
      case 5:
        return model::Unblock{one, other};
      default:
        return model::Decide{one, other, draw_.below(3) != 0};
    }
  }

  Draw draw_;
  std::size_t users_;
  bool consumes_{false};
  bool reads_{false};
  Scenario scenario_;
};

}  // namespace

Scenario random_scenario(std::uint64_t seed, std::size_t most_sessions) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    auto scenario = Drawn{seed + (attempt << 32U)}.scenario(most_sessions);
    if (broken_limit(scenario, model::protocol::kCorrect) == nullptr) return scenario;
  }
}

Walk wander(model::protocol::Machine const& machine, std::uint64_t seed) {
  Draw draw{seed};
  auto state = machine.start();
  std::vector<Action> taken;
  for (std::vector<Action> actions;; actions.clear()) {
    machine.enabled(state, actions);
    if (actions.empty()) break;
    taken.push_back(actions[draw.below(actions.size())]);
    machine.apply(state, taken.back());
  }
  return {moves_of(machine, taken), machine.tables(state)};
}

}  // namespace properties::protocol
