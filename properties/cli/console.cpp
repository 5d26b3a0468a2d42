#include "properties/cli/console.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace properties::cli {
namespace {

constexpr std::chrono::seconds kPlainEvery{10};

}  // namespace

Console::Console(bool quiet)
    : quiet_{quiet},
      terminal_{isatty(STDOUT_FILENO) == 1},
      last_plain_{std::chrono::steady_clock::now()} {}

void Console::say(std::string const& text) {
  if (quiet_) return;
  clear();
  fmt::print("{}\n", text);
  std::fflush(stdout);
}

void Console::progress(std::string const& text) {
  if (quiet_) return;
  if (terminal_) {
    fmt::print("\r\033[K{}", text.substr(0, width() - 1));
    std::fflush(stdout);
    dirty_ = true;
    return;
  }
  auto const now = std::chrono::steady_clock::now();
  if (now - last_plain_ < kPlainEvery) return;
  last_plain_ = now;
  fmt::print("{}\n", text);
  std::fflush(stdout);
}

void Console::clear() {
  if (!dirty_) return;
  fmt::print("\r\033[K");
  dirty_ = false;
}

std::size_t Console::width() const {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return 100;
  return size.ws_col;
}

std::string grouped(std::int64_t number) {
  auto const digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0 && digits[i - 1] != '-') text += ',';
    text += digits[i];
  }
  return text;
}

std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  auto const whole = static_cast<int>(seconds + 0.5);
  return fmt::format("{} m {:02} s", whole / 60, whole % 60);
}

}  // namespace properties::cli
