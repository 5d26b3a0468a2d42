#pragma once

#include <sched.h>

#include <vector>

namespace properties::schedule {

/// The cores that this thread may use. The first one last: it serves the most interrupts.
[[nodiscard]] std::vector<int> usable_cpus();

/// The calling thread stays on one core, next to its backends, until the end of the scope.
class Pinned {
 public:
  /// Negative: it stays free.
  explicit Pinned(int cpu);
  Pinned(Pinned const&) = delete;
  Pinned& operator=(Pinned const&) = delete;
  ~Pinned();

 private:
  cpu_set_t before_{};
};

}  // namespace properties::schedule
