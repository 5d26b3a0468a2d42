#include "properties/explore/unreduced.hpp"

#include <stdexcept>

namespace properties::explore {

int Unreduced::choose(schedule::Choice const& choice) {
  std::vector<int> enabled;
  for (auto const& candidate : choice.enabled) enabled.push_back(candidate.session);
  if (at_ == taken_.size()) taken_.push_back({enabled, 0});
  if (departed_ || taken_[at_].enabled != enabled) {
    departed_ = true;
    return choice.by_default();
  }
  auto const& taken = taken_[at_++];
  return taken.enabled[taken.index];
}

void Unreduced::finish() const {
  if (departed_) throw std::logic_error{"an exploration's prefix led elsewhere"};
}

std::vector<Unreduced::Taken> Unreduced::next() const {
  auto prefix = taken_;
  while (!prefix.empty() && prefix.back().index + 1 == prefix.back().enabled.size()) {
    prefix.pop_back();
  }
  if (!prefix.empty()) ++prefix.back().index;
  return prefix;
}

}  // namespace properties::explore
