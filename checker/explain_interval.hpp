#pragma once

#include <fmt/format.h>

#include <string>

#include "checker/interval.hpp"

namespace checker {

/// Why an answer is wrong, in words: what was true from when to when, and when the answer had last
/// been the truth. `show(value)` names a truth. Lines end in '\n'.
template <class Value, class Show>
[[nodiscard]] std::string explain_never_true(NeverTrue<Value> const& never, Window window,
                                             std::string const& answer, Show show) {
  auto text = fmt::format("The answer was {}, but at no moment from {} to {} was that the truth.\n",
                          answer, window.from, window.to);
  for (auto const& phase : never.truths) {
    Moment const since = std::max(phase.since, window.from);
    text += fmt::format("  - from {}{} the truth was {}.\n", since,
                        phase.since < window.from ? " (and before)" : "", show(phase.value));
  }
  if (never.last_true_before) {
    text += fmt::format("  - {} had last been the truth at {}, before the window.\n", answer,
                        never.last_true_before->to);
  }
  if (never.first_true_after) {
    text += fmt::format("  - {} became the truth at {}, after the window.\n", answer,
                        *never.first_true_after);
  }
  if (!never.last_true_before && !never.first_true_after) {
    text += fmt::format("  - {} was never the truth.\n", answer);
  }
  return text;
}

}  // namespace checker
