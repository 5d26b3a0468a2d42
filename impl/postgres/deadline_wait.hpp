#pragma once

#include <chrono>

#include "impl/postgres/wait.hpp"

namespace impl::postgres {

/// Sleeps until the server answers, or throws WaitExpired after `timeout`. Any thread.
class DeadlineWait : public Wait {
 public:
  explicit DeadlineWait(std::chrono::milliseconds timeout) : timeout_{timeout} {}
  void until_readable(int socket) override;

 private:
  std::chrono::milliseconds timeout_;
};

/// True if `socket` can be read within `timeout` (0: now).
[[nodiscard]] bool readable_within(int socket, std::chrono::milliseconds timeout);

}  // namespace impl::postgres
