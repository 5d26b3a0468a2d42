#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "checker/exploration/machine.hpp"

namespace checker::exploration {

/// Why a search returned.
enum class End {
  exhausted,     ///< There is nothing left: what was not seen does not happen.
  violated,      ///< A claim was broken; there is a counterexample.
  budget_spent,  ///< `run` goes on where it was.
};

[[nodiscard]] constexpr std::string_view word(End end) {
  switch (end) {
    case End::exhausted:
      return "exhausted";
    case End::violated:
      return "violated";
    case End::budget_spent:
      return "budget spent";
  }
  return "";
}

struct Statistics {
  std::uint64_t states{0};       ///< Different ones, the initial ones included.
  std::uint64_t transitions{0};  ///< Steps taken, to known states too.
  std::uint64_t at_rest{0};      ///< States in which nothing is enabled.
  std::uint64_t depth{0};     ///< Steps from an initial state: of the last layer, or the deepest.
  double bytes_per_state{0};  ///< Memory of the visited set.
};

/// How to get to what was seen: the actions, from the initial state on.
template <class M>
struct Counterexample {
  typename M::State initial;
  std::vector<typename M::Action> actions;
  Observation seen;
};

template <class M>
struct Report {
  End end{End::exhausted};
  Statistics statistics;
  std::uint32_t reached{0};  ///< Goals that some step or state reached.
  std::optional<Counterexample<M>> counterexample;
};

/// Called now and then with how far the search has got.
using Progress = std::function<void(Statistics const&)>;

}  // namespace checker::exploration
