#include "properties/schedule/backend.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <string_view>

namespace properties::schedule {

Backend::Backend(int pid, bool same_host) : pid_{pid} {
  if (!same_host) return;
  title_ = open(("/proc/" + std::to_string(pid) + "/cmdline").c_str(), O_RDONLY | O_CLOEXEC);
}

Backend::~Backend() {
  cont();
  if (title_ >= 0) close(title_);
}

bool Backend::title_says_waiting() const {
  if (title_ < 0) return false;
  std::array<char, 256> buffer{};
  auto const got = pread(title_, buffer.data(), buffer.size() - 1, 0);
  if (got <= 0) return false;
  return std::string_view{buffer.data()}.ends_with(" waiting");
}

void Backend::stop() {
  if (title_ < 0 || stopped_) return;
  stopped_ = kill(pid_, SIGSTOP) == 0;
}

void Backend::cont() {
  if (!stopped_) return;
  kill(pid_, SIGCONT);
  stopped_ = false;
}

void Backend::pin_to(int cpu) const {
  if (title_ < 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  sched_setaffinity(pid_, sizeof set, &set);
}

}  // namespace properties::schedule
