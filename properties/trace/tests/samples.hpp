#pragma once

#include "properties/trace/trace.hpp"

/// Traces that the tests of this folder share.
namespace properties::trace::samples {

/// A trace that holds every operation, every kind of answer and ending, and every optional key.
[[nodiscard]] Trace everything();

/// Two sessions without a run, as one writes it by hand.
[[nodiscard]] Trace by_hand();

}  // namespace properties::trace::samples
