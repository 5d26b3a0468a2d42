#include "properties/tests/play.hpp"

#include <algorithm>

namespace properties::tests {
namespace {

using schedule::Candidate;
using schedule::Choice;

/// The state of a play.
class Stage {
 public:
  explicit Stage(Play const& programs) : programs_{programs}, done_(programs.steps.size(), 0) {}

  [[nodiscard]] std::vector<Candidate> enabled() const {
    std::vector<Candidate> able;
    for (int s = 0; s < static_cast<int>(done_.size()); ++s) {
      if (!finished(s) && !waits(s)) able.push_back({s, point(s), left(s)});
    }
    if (!able.empty()) return able;
    for (int s = 0; s < static_cast<int>(done_.size()); ++s) {  // All wait: nobody does.
      if (!finished(s)) able.push_back({s, point(s), left(s)});
    }
    return able;
  }
  [[nodiscard]] trace::Point point(int s) const {
    int const at = done_[static_cast<std::size_t>(s)];
    auto const named = programs_.named.find({s, at});
    return {s, at, named == programs_.named.end() ? trace::Step::begin : named->second, 0};
  }
  void take(int s) { ++done_[static_cast<std::size_t>(s)]; }

 private:
  [[nodiscard]] int left(int s) const {
    auto const at = static_cast<std::size_t>(s);
    return programs_.steps[at] - done_[at];
  }
  [[nodiscard]] bool finished(int s) const { return left(s) == 0; }
  /// Depends on how far it has come alone, as a lock wait does.
  [[nodiscard]] bool waits(int s) const {
    if (programs_.waits_seed == 0) return false;
    auto const at = static_cast<std::uint64_t>(done_[static_cast<std::size_t>(s)]);
    schedule::Rng rng{
        schedule::derive_seed(programs_.waits_seed, static_cast<std::uint64_t>(s), at)};
    auto const other = static_cast<int>(rng.below(done_.size()));
    return rng.chance(1, 3) && other != s && !finished(other);
  }

  Play const& programs_;
  std::vector<int> done_;
};

}  // namespace

Played play(Play const& programs, schedule::Strategy& strategy) {
  Stage stage{programs};
  Played played;
  int current = 0;
  trace::Point last_taken;
  for (auto able = stage.enabled(); !able.empty(); able = stage.enabled()) {
    bool const can_go = std::any_of(able.begin(), able.end(), [&](Candidate const& candidate) {
      return candidate.session == current;
    });
    bool const after = !can_go && !played.taken.empty();
    Choice const choice{able, current, can_go, after ? last_taken : stage.point(current), after};
    int const chosen = able.size() == 1 ? able.front().session : strategy.choose(choice);
    if (able.size() > 1 && chosen != choice.by_default()) {
      played.schedule.switches.push_back({choice.last, chosen, after});
    }
    played.preemptions += can_go && chosen != current ? 1 : 0;
    last_taken = stage.point(chosen);
    strategy.took({chosen, last_taken});
    stage.take(chosen);
    played.taken.push_back(chosen);
    current = chosen;
  }
  return played;
}

}  // namespace properties::tests
