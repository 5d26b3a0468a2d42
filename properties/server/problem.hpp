#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>

namespace properties::server {

/// Why there is no server: what is wrong and what to do, as one line for the user.
/// Always about the environment (exit code 75), never about the code under test.
struct Problem {
  std::string what;
  std::string remedy;

  [[nodiscard]] std::string line() const { return what + ": " + remedy; }
};

/// A value, or the problem that kept us from it.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_{std::in_place_index<0>, std::move(value)} {}
  Result(Problem problem) : content_{std::in_place_index<1>, std::move(problem)} {}

  [[nodiscard]] bool ok() const { return content_.index() == 0; }
  /// Only when ok(): anything else is a programmer's error and aborts.
  [[nodiscard]] T& value() {
    if (!ok()) abort_with(problem());
    return *std::get_if<0>(&content_);
  }
  /// Only when not ok().
  [[nodiscard]] Problem const& problem() const {
    if (ok()) abort_with({"a result without a problem", "ask ok() first"});
    return *std::get_if<1>(&content_);
  }

 private:
  [[noreturn]] static void abort_with(Problem const& problem) {
    std::fprintf(stderr, "relcheck: result misused: %s\n", problem.line().c_str());
    std::abort();
  }

  std::variant<T, Problem> content_;
};

}  // namespace properties::server
