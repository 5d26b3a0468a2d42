#pragma once

#include <string>
#include <variant>
#include <vector>

#include "model/protocol/scenario.hpp"
#include "model/protocol/variant.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::protocol {

/// One of these, whichever the session likes.
using Choice = std::vector<trace::Action>;

/// A program whose sessions choose what they do.
struct Choices {
  std::vector<trace::Account> accounts;
  std::vector<trace::Action> given;
  std::vector<std::vector<Choice>> sessions;
  int mishaps{0};  ///< Transactions that may be rolled back by something else.
};

/// Why the machine cannot have a program, as a rule that it would have to keep.
struct BeyondTheMachine {
  std::string rule;
};

/// The program as the machine has it under this variant, if it is within what the machine knows
/// (model/README.md, "Limits").
[[nodiscard]] std::variant<model::protocol::Scenario, BeyondTheMachine> to_machine(
    Choices const& choices, model::protocol::Variant const& variant = model::protocol::kCorrect);

/// The same of a scenario without choices; its schedule is left aside.
[[nodiscard]] std::variant<model::protocol::Scenario, BeyondTheMachine> to_machine(
    trace::Scenario const& scenario,
    model::protocol::Variant const& variant = model::protocol::kCorrect);

/// The other way, of a scenario in which no session has a choice. Its schedule is empty.
[[nodiscard]] trace::Scenario to_program(model::protocol::Scenario const& scenario);

}  // namespace properties::protocol
