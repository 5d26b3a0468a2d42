#include <algorithm>
#include <map>
#include <vector>

#include "properties/schedule/kinds.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::schedule {
namespace {

class Priorities : public Strategy {
 public:
  Priorities(std::uint64_t seed, Outlook outlook, int depth) : rng_{seed} {
    auto const sessions = std::max(1, outlook.sessions);
    for (int i = 0; i < sessions; ++i) places_.push_back(depth + i);
    for (auto i = places_.size(); i > 1; --i) std::swap(places_[i - 1], places_[rng_.below(i)]);
    auto const steps = static_cast<std::uint64_t>(std::max(1, outlook.steps));
    for (int i = 1; i < depth; ++i) falls_[1 + rng_.below(steps)] = depth - i;
  }

  int choose(Choice const& choice) override {
    auto const highest = std::max_element(choice.enabled.begin(), choice.enabled.end(),
                                          [&](Candidate const& a, Candidate const& b) {
                                            return priority(a.session) < priority(b.session);
                                          });
    return highest->session;
  }

  /// The step after the n-th finds the session lowered, if a change of priority falls there.
  void took(Candidate const& candidate) override {
    auto const fall = falls_.find(++steps_);
    if (fall != falls_.end()) lowered_[candidate.session] = fall->second;
  }

 private:
  [[nodiscard]] int priority(int session) const {
    auto const lowered = lowered_.find(session);
    if (lowered != lowered_.end()) return lowered->second;
    auto const place = static_cast<std::size_t>(session);
    return place < places_.size() ? places_[place] : session + static_cast<int>(falls_.size()) + 1;
  }

  Rng rng_;
  std::vector<int> places_;             ///< By session, all above the depth.
  std::map<std::uint64_t, int> falls_;  ///< After this step: to this priority, below the depth.
  std::map<int, int> lowered_;
  std::uint64_t steps_{0};
};

}  // namespace

std::unique_ptr<Strategy> priorities(std::uint64_t seed, Outlook outlook, int depth) {
  return std::make_unique<Priorities>(seed, outlook, depth);
}

}  // namespace properties::schedule
