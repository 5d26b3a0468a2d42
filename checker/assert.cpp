#include "checker/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace checker {

void fail_assertion(char const* claim, char const* file, int line) {
  std::fprintf(stderr, "%s:%d: the checker broke its own rule: %s\n", file, line, claim);
  std::abort();
}

}  // namespace checker
