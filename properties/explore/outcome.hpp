#pragma once

#include <compare>
#include <string>
#include <utility>
#include <vector>

#include "properties/harness/examine.hpp"

namespace properties::explore {

/// What a run comes to: every answer, the rows at the end, and what the properties say. Runs that
/// differ in the order of independent steps alone have one outcome.
struct Outcome {
  struct Ending {
    int session{0};
    int action{0};
    trace::Completion completion;  ///< Without the server's words, which tell process numbers.
    friend auto operator<=>(Ending const&, Ending const&) = default;
  };
  std::vector<Ending> endings;  ///< By session and action; those of `given` and the drain too.
  std::vector<trace::FinalPair> pairs;
  std::vector<trace::FinalPost> posts;
  std::vector<trace::Event> events;
  trace::DiffAnswer diff;
  bool serving{false};
  std::vector<std::string> broken;  ///< Properties, sorted.
  friend auto operator<=>(Outcome const&, Outcome const&) = default;
};

[[nodiscard]] Outcome outcome_of(harness::Examined const& examined);

/// "c1 CHANGED 1→2 ACTIVE v1 e1 · c2 NOOP …", "1→2 ACTIVE v1, 2 has blocked 1": for people.
[[nodiscard]] std::string show_answers(trace::Scenario const& scenario, Outcome const& outcome);
[[nodiscard]] std::string show_rows(Outcome const& outcome);

}  // namespace properties::explore
