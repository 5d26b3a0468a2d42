#pragma once

#include <string>
#include <utility>
#include <vector>

namespace properties::cases {

/// What a case observed and what it made of it, in order.
class Sheet {
 public:
  enum class Kind { note, ok, failed };
  struct Line {
    Kind kind{Kind::note};
    std::string text;
  };

  /// Something worth seeing that decides nothing.
  void note(std::string text) { lines_.push_back({Kind::note, std::move(text)}); }
  /// A claim that was checked.
  void check(bool holds, std::string claim) {
    lines_.push_back({holds ? Kind::ok : Kind::failed, std::move(claim)});
  }
  /// The claim that `what` is `expected`.
  void expect(std::string const& what, std::string const& actual, std::string const& expected);

  [[nodiscard]] std::vector<Line> const& lines() const { return lines_; }
  [[nodiscard]] int count(Kind kind) const;
  /// Something was checked, and all of it held.
  [[nodiscard]] bool passed() const { return count(Kind::ok) > 0 && count(Kind::failed) == 0; }

 private:
  std::vector<Line> lines_;
};

}  // namespace properties::cases
