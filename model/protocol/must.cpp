#include "model/protocol/must.hpp"

#include <cstdio>
#include <cstdlib>

namespace model::protocol {

void stop(char const* rule) {
  std::fprintf(stderr, "model::protocol: not so: %s\n", rule);
  std::abort();
}

}  // namespace model::protocol
