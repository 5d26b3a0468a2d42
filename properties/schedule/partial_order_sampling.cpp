#include <algorithm>
#include <map>

#include "properties/schedule/dependence.hpp"
#include "properties/schedule/kinds.hpp"
#include "properties/schedule/rng.hpp"

namespace properties::schedule {
namespace {

class PartialOrderSampling : public Strategy {
 public:
  explicit PartialOrderSampling(std::uint64_t seed) : rng_{seed} {}

  int choose(Choice const& choice) override {
    for (auto const& candidate : choice.enabled) {
      auto& pending = pending_[candidate.session];
      if (pending.drawn && pending.step == candidate.next) continue;
      pending = {candidate.next, transactions_.footprint_of(candidate), rng_.next(), true};
    }
    auto const highest = std::max_element(
        choice.enabled.begin(), choice.enabled.end(), [&](Candidate const& a, Candidate const& b) {
          return pending_[a.session].priority < pending_[b.session].priority;
        });
    return highest->session;
  }

  void took(Candidate const& candidate) override {
    auto const footprint = transactions_.footprint_of(candidate);
    transactions_.took(candidate);
    pending_.erase(candidate.session);
    for (auto& [session, pending] : pending_) {
      if (dependent(footprint, pending.footprint)) pending.drawn = false;
    }
  }

 private:
  struct Pending {
    trace::Point step;
    Footprint footprint;
    std::uint64_t priority{0};
    bool drawn{false};
  };
  Rng rng_;
  Transactions transactions_;
  std::map<int, Pending> pending_;
};

}  // namespace

std::unique_ptr<Strategy> partial_order_sampling(std::uint64_t seed) {
  return std::make_unique<PartialOrderSampling>(seed);
}

}  // namespace properties::schedule
