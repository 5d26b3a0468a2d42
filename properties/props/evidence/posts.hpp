#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/interval.hpp"
#include "properties/props/evidence/moments.hpp"
#include "properties/props/property.hpp"

namespace properties::props::evidence {

/// The action that was to make the post; nothing if no action of the run does.
[[nodiscard]] trace::ActionRecord const* making_of(trace::Run const& run, model::PostId post);

/// From when on the token of a post must cover what has been committed (T3), and why.
struct TokenBound {
  Tick moment{};
  std::string because;  ///< "c2 post(2,p1,followers,plain) read its token at 31"
};

/// Taken from the step log, never from what the service stored: the read of the token (plain) or
/// the post's COMMIT (locking). A read outside the post's transaction does not count.
[[nodiscard]] TokenBound token_bound(trace::Scenario const& scenario, trace::Run const& run,
                                     trace::ActionRecord const& making);

/// A check that answered about a post which the run made.
struct Check {
  trace::ActionRecord const* record;
  model::CanRead asked;
  trace::ReadAnswer answer;
  trace::ActionRecord const* making;
  model::MakePost post;
};

/// The checks on posts of one visibility by others than the author that found the post.
[[nodiscard]] std::vector<Check> checks_by_others(trace::Run const& run,
                                                  model::Visibility visibility);

/// All checks on posts of the run, also those that did not find theirs.
[[nodiscard]] std::vector<Check> all_checks(trace::Run const& run);

/// Whether the answer about a FOLLOWERS post was right at some moment from `from` to the end of
/// the check; if not, why. `since` says what happened at `from`.
[[nodiscard]] std::optional<Violated> find_wrong_permission(trace::Scenario const& scenario,
                                                            trace::Run const& run,
                                                            Moments const& moments,
                                                            Check const& check, Tick from,
                                                            std::string const& since);

}  // namespace properties::props::evidence
