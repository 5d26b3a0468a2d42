#include "properties/cli/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace properties::cli {
namespace {

std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int number) {
  asked_to_stop = true;
  std::signal(number, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  for (int const number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, on_signal);
  std::signal(SIGPIPE, SIG_IGN);
}

bool interrupted() { return asked_to_stop; }

std::atomic<bool> const& interrupt_flag() { return asked_to_stop; }

}  // namespace properties::cli
