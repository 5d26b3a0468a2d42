#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "properties/bench/strategy_results.hpp"

namespace properties::bench {

/// The seeds of one strategy on one ground. A quantile beyond the cap is told as the cap.
struct Cell {
  int seeds{0};
  int missed{0};  ///< Seeds that met the cap.
  double lower{0};
  double median{0};
  double upper{0};
  bool beyond{false};  ///< The median is.
};

/// Empty if no seed has been tried. Quantiles between two seeds are interpolated.
[[nodiscard]] std::optional<Cell> cell_of(std::vector<Hunted> hunted, int cap);

/// What is told: these rows and columns of all results.
struct Table {
  std::vector<Ground> grounds;
  std::vector<std::string> strategies;
  Results results;
  int seeds{20};
  int cap{0};

  [[nodiscard]] std::optional<Cell> cell(std::string const& ground,
                                         std::string const& strategy) const;
};

/// What is asked of the portfolio, over the negative controls that every strategy was tried on and
/// that some single one finds before the cap, by the medians.
struct Goals {
  int grounds{0};
  int left_out{0};    ///< For want of results, or found by none.
  std::size_t k{0};   ///< Strategies the portfolio mixes.
  std::string best;   ///< Of single strategies, by the geometric mean.
  double of_best{0};  ///< Portfolio's geometric mean by that of the best.
  double worst{0};    ///< Portfolio by the best strategy for this ground, where that is most.
  std::string worst_at;
  double sum{0};
  double sum_of_walk{0};

  [[nodiscard]] bool near_the_best() const { return of_best <= 1.5; }
  [[nodiscard]] bool near_each() const { return worst <= static_cast<double>(k); }
  [[nodiscard]] bool better_than_the_walk() const { return sum < sum_of_walk; }
};

/// Empty without portfolio, random walk, or grounds to judge by.
[[nodiscard]] std::optional<Goals> goals_of(Table const& table);

[[nodiscard]] std::string show(Table const& table);
[[nodiscard]] std::string show(Goals const& goals);
[[nodiscard]] nlohmann::ordered_json to_json(Table const& table);

}  // namespace properties::bench
