#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace checker::finding {

/// Sets a flag once so many seconds have passed; never, if they are zero.
class Deadline {
 public:
  explicit Deadline(double seconds);

  /// Valid as long as the deadline.
  [[nodiscard]] std::atomic<bool> const* passed() const { return &passed_; }

 private:
  std::atomic<bool> passed_ = false;
  std::mutex mutex_;
  std::condition_variable_any sleep_;
  std::jthread timer_;  // Last, so that it ends before what it uses.
};

}  // namespace checker::finding
