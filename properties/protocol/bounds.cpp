#include "properties/protocol/bounds.hpp"

#include <algorithm>
#include <limits>

#include "model/protocol/cells.hpp"
#include "model/protocol/limits.hpp"
#include "properties/protocol/actions.hpp"

namespace properties::protocol {
namespace {

using model::protocol::Scenario;
using model::protocol::Slot;
using model::protocol::Variant;

bool is_a_task(trace::Action const& action) {
  if (auto const* delivery = std::get_if<trace::Deliver>(&action)) {
    return delivery->seq.value() <= std::numeric_limits<int>::max();
  }
  return !std::holds_alternative<trace::Rebuild>(action) &&
         !std::holds_alternative<trace::Certify>(action);
}

bool are_tasks(Choice const& actions) {
  return std::all_of(actions.begin(), actions.end(), is_a_task);
}

bool are_tasks(Choices const& choices) {
  return are_tasks(choices.given) &&
         std::all_of(choices.sessions.begin(), choices.sessions.end(), [](auto const& session) {
           return std::all_of(session.begin(), session.end(),
                              [](Choice const& choice) { return are_tasks(choice); });
         });
}

Slot slot_of(Choice const& choice) {
  Slot slot;
  for (auto const& action : choice) slot.push_back(task_of(action));
  return slot;
}

Scenario machine_of(Choices const& choices) {
  Scenario machine{{}, slot_of(choices.given), {}, choices.mishaps};
  for (auto const& account : choices.accounts) machine.accounts[account.id] = account.is_private;
  for (auto const& session : choices.sessions) {
    auto& slots = machine.sessions.emplace_back();
    for (auto const& choice : session) slots.push_back(slot_of(choice));
  }
  return machine;
}

bool covers(Variant const& variant, Scenario const& scenario) {
  if (variant.covers == nullptr) return true;
  auto const tasks = model::protocol::tasks_of(scenario);
  return std::all_of(tasks.begin(), tasks.end(), variant.covers);
}

}  // namespace

std::variant<Scenario, BeyondTheMachine> to_machine(Choices const& choices,
                                                    Variant const& variant) {
  if (!are_tasks(choices)) return BeyondTheMachine{"nothing is rebuilt or certified"};
  if (std::any_of(choices.accounts.begin(), choices.accounts.end(),
                  [](trace::Account const& account) { return account.is_deleted; })) {
    return BeyondTheMachine{"no account is deleted"};
  }
  auto machine = machine_of(choices);
  if (auto const* limit = model::protocol::broken_limit(machine, variant)) {
    return BeyondTheMachine{limit};
  }
  if (!covers(variant, machine)) {
    return BeyondTheMachine{"every operation is one of which it is known what " +
                            std::string{variant.name} + " makes of it"};
  }
  return machine;
}

std::variant<Scenario, BeyondTheMachine> to_machine(trace::Scenario const& scenario,
                                                    Variant const& variant) {
  if (!scenario.lost.empty()) return BeyondTheMachine{"no event is lost"};
  Choices choices{scenario.accounts, scenario.given, {}, 0};
  for (auto const& session : scenario.sessions) {
    auto& slots = choices.sessions.emplace_back();
    for (auto const& action : session.actions) slots.push_back({action});
  }
  return to_machine(choices, variant);
}

trace::Scenario to_program(Scenario const& scenario) {
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
