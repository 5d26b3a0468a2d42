#include "properties/schedule/cpus.hpp"

namespace properties::schedule {

std::vector<int> usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu) {
    if (CPU_ISSET(static_cast<unsigned>(cpu), &set)) cpus.push_back(cpu);
  }
  return cpus;
}

Pinned::Pinned(int cpu) {
  CPU_ZERO(&before_);
  sched_getaffinity(0, sizeof before_, &before_);
  if (cpu < 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  sched_setaffinity(0, sizeof set, &set);
}

Pinned::~Pinned() { sched_setaffinity(0, sizeof before_, &before_); }

}  // namespace properties::schedule
