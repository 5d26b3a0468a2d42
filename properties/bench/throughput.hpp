#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "properties/schedule/time_spent.hpp"
#include "properties/server/server.hpp"

namespace properties::bench {

/// Runs it in a thread pinned to the core, to its end. What it throws is thrown on.
void on_cpu(int cpu, std::function<void()> const& body);

/// What to run: follow(1,2) ‖ block(2,1) through the services.
struct Load {
  std::string strategy;
  bool rows_present{false};  ///< follow(1,2) was done before.
};

/// What one worker got done; or several, added up.
struct Throughput {
  std::int64_t schedules{0};
  std::int64_t steps{0};
  std::int64_t waits{0};
  double seconds{0};  ///< Of each worker.
  double judging{0};  ///< Seconds of what is outside Worker::run(), all workers together.
  std::array<double, schedule::kPurposes> spent{};  ///< Seconds by purpose, all workers together.

  [[nodiscard]] double per_second() const { return static_cast<double>(schedules) / seconds; }
};

/// Runs, checks and judges schedules of the load for so long, with one worker a core, each in a
/// database of its own.
[[nodiscard]] Throughput measure(server::Server& server, std::vector<int> const& cpus,
                                 Load const& load, double seconds);

}  // namespace properties::bench
