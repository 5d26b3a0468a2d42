#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "checker/explain.hpp"

namespace checker::finding {

/// The last lines of a history that is followed, for a picture of how it ended. Constant memory.
class Tail {
 public:
  static constexpr std::size_t kMostLines = 256;
  static constexpr std::size_t kLongestLine = 4'096;  ///< Longer ones are left out.

  void note(std::string_view line, std::size_t number);

  struct Scene {
    std::vector<Exhibit> ended;   ///< The operation that ended in the line asked for; at most one.
    std::vector<Exhibit> around;  ///< Others of its key, the last of them.
    std::string key;              ///< Empty if it has none, or was called before the tail.
  };
  /// The operations of these lines, ticks being line numbers.
  [[nodiscard]] Scene scene(std::size_t line) const;

 private:
  struct Line {
    std::string text;
    std::size_t number{};
  };
  std::deque<Line> lines_;
};

}  // namespace checker::finding
