#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "properties/protocol/bounds.hpp"
#include "properties/trace/scenario.hpp"

/// Scenarios as people write them on a command line:
///   follow(a,b); block(b,a) || can_read(b,p1,truth)
/// Sessions between `||`, actions between `;`, written as trace::show writes them. Users are
/// letters (a is 1) or numbers. Where sessions may choose, alternatives stand between `or`, and
/// `any` is every operation on the relations of every two users.
namespace properties::explore {

/// What is wrong with a text, and where.
struct BadText {
  std::string message;
};

struct Text {
  std::string sessions;
  std::string given;
  std::vector<std::string> private_users;  ///< "b" or "2".
  int users{0};                            ///< These are there, too, from the first on.
};

/// The scenario, with an account for every user that is named, sessions c1, c2, …
[[nodiscard]] std::variant<trace::Scenario, BadText> read_scenario(Text const& text);

/// The same where sessions may choose.
[[nodiscard]] std::variant<protocol::Choices, BadText> read_choices(Text const& text);

}  // namespace properties::explore
