#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "properties/trace/run.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::props {

/// The property holds, and something was there to judge.
struct Holds {};
/// Nothing in this run concerns the property.
struct NotApplicable {};
/// It does not hold. `because` is the explanation: one sentence a line, the last says what should
/// have been.
struct Violated {
  std::vector<std::string> because;
};
/// The budget ran out. Never a pass.
struct Undecided {
  std::string why;
};

using Judgement = std::variant<Holds, NotApplicable, Violated, Undecided>;

/// A claim about every run.
struct Property {
  std::string_view name;   ///< A present-tense claim: `relations_linearize`.
  std::string_view cites;  ///< The requirements it holds: "R1 R2 R3 T1".
  std::string_view claim;  ///< One sentence for people.
  Judgement (*judge)(trace::Scenario const&, trace::Run const&);
  char const* file;  ///< Where it stands, for reports.
  int line;
};

/// Put one at namespace scope in a file of properties/props and the property exists.
class Registration {
 public:
  explicit Registration(Property property);
};

/// All C++ properties, by name.
[[nodiscard]] std::vector<Property> const& all_properties();

}  // namespace properties::props
