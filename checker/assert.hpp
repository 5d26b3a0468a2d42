#pragma once

namespace checker {

/// Says which rule was broken, and where, and stops the program.
[[noreturn]] void fail_assertion(char const* claim, char const* file, int line);

}  // namespace checker

/// A rule the programmer must keep; never about what a user may feed. On in every build.
#define RELCHECK_ASSERT(claim) \
  ((claim) ? static_cast<void>(0) : ::checker::fail_assertion(#claim, __FILE__, __LINE__))
