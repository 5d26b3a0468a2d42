#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace checker::bench {

/// One row of the report.
struct Figure {
  std::string name;  ///< A short name, by which the peer's figure is found.
  std::string what;
  double milliseconds = 0;  ///< Processor time, median of 7.
  std::uint64_t peak_kib = 0;
  std::string note;  ///< What was concluded, how many configurations it took.
};

/// The median processor time of seven runs, in milliseconds, after one to warm up.
[[nodiscard]] double median_milliseconds(std::function<void()> const& run);
/// The same when each run needs something prepared that does not count.
[[nodiscard]] double median_milliseconds(std::function<void()> const& prepare,
                                         std::function<void()> const& run);

/// Measures in a child process, so that its peak memory is its own. The figure's own peak is filled
/// in. Stops the program if the child fails.
[[nodiscard]] Figure in_child(std::function<Figure()> const& measure);

}  // namespace checker::bench
