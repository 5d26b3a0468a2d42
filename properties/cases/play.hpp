#pragma once

#include <string>
#include <vector>

#include "properties/cases/bench.hpp"
#include "properties/cases/sheet.hpp"

namespace properties::cases {

/// An action, and the answer it must get; empty: the case looks at the answer itself.
struct Cue {
  trace::Action action;
  std::string expected;
};

/// One client does these, one after the other.
struct Script {
  std::vector<trace::Account> accounts;
  std::vector<Cue> cues;
};

[[nodiscard]] trace::Scenario scenario_of(Script const& script);

/// Runs a script on the services as built, checks every expected answer, and that all properties
/// hold.
harness::Examined play(Bench& bench, Sheet& sheet, Script const& script);

/// That every property which applied holds in this run.
void check_properties(Sheet& sheet, std::string const& what, props::Report const& report);
/// That a negative control was caught, by this property among others.
void check_caught(Sheet& sheet, std::string const& control, std::string const& property,
                  props::Report const& report);

}  // namespace properties::cases
