#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "properties/trace/scenario.hpp"

/// Scenarios as people write them on a command line:
///   follow(a,b); block(b,a) || can_read(b,p1,truth)
/// Sessions between `||`, actions between `;`, written as trace::show writes them. Users are
/// letters (a is 1) or numbers.
namespace properties::explore {

/// What is wrong with a text, and where.
struct BadText {
  std::string message;
};

struct Text {
  std::string sessions;
  std::string given;
  std::vector<std::string> private_users;  ///< "b" or "2".
};

/// The scenario, with an account for every user that is named, sessions c1, c2, …
[[nodiscard]] std::variant<trace::Scenario, BadText> read_scenario(Text const& text);

}  // namespace properties::explore
