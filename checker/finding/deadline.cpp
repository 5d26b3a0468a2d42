#include "checker/finding/deadline.hpp"

#include <chrono>

namespace checker::finding {

Deadline::Deadline(double seconds) {
  if (seconds <= 0) return;
  timer_ = std::jthread{[this, seconds](std::stop_token stop) {
    std::unique_lock lock{mutex_};
    auto const time = std::chrono::duration<double>{seconds};
    sleep_.wait_for(lock, stop, time, [] { return false; });
    if (!stop.stop_requested()) passed_ = true;
  }};
}

}  // namespace checker::finding
