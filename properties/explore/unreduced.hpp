#pragma once

#include <cstddef>
#include <vector>

#include "properties/schedule/strategy.hpp"

namespace properties::explore {

/// Every order in which sessions can be let go, depth first: follows a prefix of choices, then
/// takes the first that can go, and remembers every choice.
class Unreduced : public schedule::Strategy {
 public:
  struct Taken {
    std::vector<int> enabled;
    std::size_t index;
  };
  explicit Unreduced(std::vector<Taken> prefix) : taken_{std::move(prefix)} {}
  int choose(schedule::Choice const& choice) override;
  /// Once the run has ended well (a lost server leads anywhere). Throws std::logic_error if the
  /// prefix led elsewhere.
  void finish() const;
  /// The prefix of the next schedule; empty after the last.
  [[nodiscard]] std::vector<Taken> next() const;

 private:
  std::vector<Taken> taken_;
  std::size_t at_{0};
  bool departed_{false};
};

}  // namespace properties::explore
