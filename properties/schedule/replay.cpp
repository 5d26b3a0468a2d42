#include <algorithm>
#include <map>

#include "properties/schedule/strategy.hpp"

namespace properties::schedule {
namespace {

class Replay : public Strategy {
 public:
  explicit Replay(trace::Schedule const& schedule) {
    for (auto const& change : schedule.switches) to_[{change.at, change.after}] = change.to;
  }
  int choose(Choice const& choice) override {
    auto const found = to_.find({choice.last, choice.after});
    if (found == to_.end()) return choice.by_default();
    auto const can_go =
        std::any_of(choice.enabled.begin(), choice.enabled.end(),
                    [&](Candidate const& candidate) { return candidate.session == found->second; });
    return can_go ? found->second : choice.by_default();
  }

 private:
  std::map<std::pair<trace::Point, bool>, int> to_;
};

}  // namespace

std::unique_ptr<Strategy> replay_of(trace::Schedule const& schedule) {
  return std::make_unique<Replay>(schedule);
}

}  // namespace properties::schedule
