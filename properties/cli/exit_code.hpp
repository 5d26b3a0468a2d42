#pragma once

namespace properties::cli {

/// How the program ends. Documented in the README, and tested.
enum ExitCode {
  kPass = 0,
  kViolation = 1,
  kInconclusive = 2,   ///< A budget ran out, it was interrupted, or nothing was exercised.
  kFlaky = 3,          ///< A finding that does not replay: a defect of the suite.
  kControlFailed = 4,  ///< A health check failed, or a mutant survived.
  kUsage = 64,
  kInternal = 70,
  kEnvironment = 75,
};

/// The graver of two endings. A violation is proven by its replays, whatever else went wrong; then
/// what makes a run worth nothing; then doubts. ci/gravest is the same order.
[[nodiscard]] constexpr ExitCode graver(ExitCode a, ExitCode b) {
  constexpr ExitCode kOrder[] = {kViolation, kUsage,         kInternal,     kEnvironment,
                                 kFlaky,     kControlFailed, kInconclusive, kPass};
  for (auto const code : kOrder) {
    if (a == code || b == code) return code;
  }
  return kInternal;
}

}  // namespace properties::cli
