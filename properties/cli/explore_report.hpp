#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "properties/explore/explore.hpp"
#include "properties/explore/sweep.hpp"
#include "properties/explore/token_window.hpp"

namespace properties::cli {

/// A walk's edges, and after how many runs without a new one it stopped.
struct Covered {
  std::string strategy;
  std::int64_t patience{0};
  std::size_t states{0};
  std::size_t edges{0};
};

/// T5's window with either way to read a token.
struct TokenWindows {
  explore::TokenWindow plain;
  explore::TokenWindow locking;
};

/// One scenario, what exploring it came to, and how many interleavings there are in all.
struct Explored {
  trace::Scenario scenario;
  explore::Exploration exploration;
  std::optional<explore::Exploration> counted{};  ///< Without reduction, up to a bound.
  std::optional<Covered> covered{};               ///< It was a walk.
  std::optional<TokenWindows> windows{};
};

[[nodiscard]] std::string show(Explored const& explored);
[[nodiscard]] nlohmann::ordered_json to_json(Explored const& explored);

/// "c1 follow(1,2) ‖ c2 block(2,1), given follow(2,1), 2 private"
[[nodiscard]] std::string show_in_line(trace::Scenario const& scenario);

/// A sweep: what was done, and exactly what is left.
[[nodiscard]] std::string show(explore::Progress const& progress,
                               std::vector<trace::Scenario> const& scenarios);
[[nodiscard]] nlohmann::ordered_json to_json(explore::Progress const& progress);

}  // namespace properties::cli
