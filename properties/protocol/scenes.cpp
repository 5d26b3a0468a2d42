#include "properties/protocol/scenes.hpp"

#include "properties/protocol/scripts.hpp"

namespace properties::protocol {
namespace {

using model::AccessMode;
using model::Block;
using model::Decide;
using model::Follow;
using model::Unblock;
using model::Unfollow;
using model::UserId;
using model::protocol::Deliver;
using model::protocol::in_order;
using model::protocol::Scenario;
using model::protocol::Slot;

void add_all(Slot& slot, UserId a, UserId b, bool decides) {
  slot.insert(slot.end(), {Follow{a, b}, Unfollow{a, b}, Block{b, a}, Unblock{b, a}});
  if (decides) slot.insert(slot.end(), {Decide{b, a, true}, Decide{b, a, false}});
}

void let_choose(Scenario& scenario, Slot const& slot, int sessions, int operations) {
  for (int session = 0; session < sessions; ++session) {
    scenario.sessions.emplace_back(operations, slot);
  }
}

}  // namespace

Slot any_operation(std::map<UserId, bool> const& accounts) {
  Slot slot;
  for (auto const& [a, ignored] : accounts) {
    for (auto const& [b, is_private] : accounts) {
      if (a != b) add_all(slot, a, b, is_private);
    }
  }
  return slot;
}

Scenario everyone_does_anything(Bounds const& bounds) {
  constexpr UserId kPrivate{2};
  Scenario scenario{public_accounts(bounds.users), {}, {}, bounds.mishaps};
  scenario.accounts[kPrivate] = bounds.one_is_private;
  let_choose(scenario, any_operation(scenario.accounts), bounds.sessions, bounds.operations);
  return scenario;
}

Scenario follows_beside_blocks(int sessions, int operations) {
  Scenario scenario{public_accounts(2), {}, {}};
  Slot slot;
  add_all(slot, UserId{1}, UserId{2}, false);
  let_choose(scenario, slot, sessions, operations);
  return scenario;
}

Scenario posts_beside_revocation(model::TokenRead token) {
  constexpr UserId kReader{1};
  constexpr UserId kAuthor{2};
  Scenario scenario{public_accounts(2), {Follow{kReader, kAuthor}, Deliver{1}}, {}};
  model::MakePost const post{kAuthor, model::PostId{1}, model::Visibility::followers, token};
  Slot check;
  for (auto const mode : {AccessMode::truth, AccessMode::projection_only, AccessMode::content_token,
                          AccessMode::fresh_token}) {
    check.emplace_back(model::CanRead{kReader, model::PostId{1}, mode});
  }
  scenario.sessions = {in_order({post}),
                       {{Unfollow{kReader, kAuthor}, Block{kAuthor, kReader}},
                        {Follow{kReader, kAuthor}, Unblock{kAuthor, kReader}}},
                       {check, check},
                       {{Deliver{2}}, {Deliver{2}, Deliver{3}}}};
  return scenario;
}

Scenario consumers_of_anything(int consumers) {
  Follow const follow{UserId{1}, UserId{2}};
  Scenario scenario{public_accounts(3), {follow, Unfollow{UserId{1}, UserId{2}}}, {}};
  scenario.given.emplace_back(Follow{UserId{3}, UserId{2}});
  let_choose(scenario, {Deliver{1}, Deliver{2}, Deliver{3}}, consumers, 2);
  return scenario;
}

}  // namespace properties::protocol
