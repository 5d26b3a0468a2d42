#pragma once

#include <chrono>
#include <string>

namespace properties::cli {

/// Where a person or a log reads along. On a terminal one line is rewritten; elsewhere a plain
/// line comes every ten seconds. One thread.
class Console {
 public:
  explicit Console(bool quiet);

  /// A line that stays.
  void say(std::string const& text);
  /// What is going on; overwritten by the next.
  void progress(std::string const& text);
  /// Wipes the progress line.
  void clear();
  [[nodiscard]] bool terminal() const { return terminal_; }
  [[nodiscard]] std::size_t width() const;

 private:
  bool quiet_;
  bool terminal_;
  bool dirty_{false};
  std::chrono::steady_clock::time_point last_plain_;
};

/// "1,234,567"
[[nodiscard]] std::string grouped(std::int64_t number);
/// "1 m 05 s", "8.1 s"
[[nodiscard]] std::string duration(double seconds);

}  // namespace properties::cli
