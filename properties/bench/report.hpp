#pragma once

#include <string>
#include <vector>

#include "properties/bench/permutations.hpp"
#include "properties/bench/throughput.hpp"

namespace properties::bench {

/// The same load with one worker, and with two on two cores where there are two.
struct LoadFigures {
  Load load;
  Throughput one;
  Throughput two;  ///< No schedules: not measured.

  [[nodiscard]] double scaling() const { return two.per_second() / one.per_second(); }
};

struct Figures {
  std::string server_version;
  std::vector<int> cpus;
  double load_before{0};  ///< Load averages over a minute.
  double load_after{0};
  std::vector<LoadFigures> loads;
  std::vector<Comparison> comparisons;
};

void print_table(Figures const& figures);
void print_json(Figures const& figures);

}  // namespace properties::bench
