#include "impl/postgres/deadline_wait.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <cerrno>

namespace impl::postgres {

void DeadlineWait::until_readable(int socket) {
  if (!readable_within(socket, timeout_)) {
    throw WaitExpired{fmt::format("no answer from the server within {} ms", timeout_.count())};
  }
}

bool readable_within(int socket, std::chrono::milliseconds timeout) {
  using Clock = std::chrono::steady_clock;
  auto const deadline = Clock::now() + timeout;
  pollfd watched{socket, POLLIN, 0};
  for (auto left = timeout;;) {
    int const ready = ::poll(&watched, 1, static_cast<int>(left.count()));
    // An error of poll() counts as readable: the read that follows reports it.
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    if (ready == 0) return false;
    left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() < 0) return false;
  }
}

}  // namespace impl::postgres
