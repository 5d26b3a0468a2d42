#pragma once

#include <optional>

#include "properties/explore/explore.hpp"

/// T5's window: a post whose token does not cover a revocation that committed before the post did.
/// Declared for a token that is read plainly; a locking read must close it.
namespace properties::explore {

/// Whether some post of the run has a token below the seq of a revocation (a follower of the
/// author's who is one no more) that committed first.
[[nodiscard]] bool revocation_escaped(trace::Run const& run);

/// Whether there is a post to ask about, and somebody beside.
[[nodiscard]] bool has_token_window(trace::Scenario const& scenario);

/// The scenario with every token read in this way.
[[nodiscard]] trace::Scenario with_tokens(trace::Scenario scenario, model::TokenRead read);

/// What exploring one way of reading the token showed.
struct TokenWindow {
  bool finished{false};  ///< Every order was tried, so that what was not seen is not there.
  std::int64_t executions{0};
  std::int64_t escaped{0};                 ///< Executions in which a revocation did.
  std::optional<trace::Schedule> example;  ///< Of the first of them.
};

[[nodiscard]] TokenWindow explore_window(harness::Worker& worker, trace::Scenario const& scenario,
                                         mutants::Mutant const* mutant, Limits limits);

}  // namespace properties::explore
