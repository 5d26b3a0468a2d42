#include "properties/cli/hunt_options.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace properties::cli {
namespace {

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds{static_cast<std::int64_t>(seconds * 1000)};
}

}  // namespace

std::variant<campaign::Plan, Refusal> plan_of(HuntOptions const& options) {
  campaign::Plan plan;
  auto invariants = invariants_of(options.setting);
  if (auto* refusal = std::get_if<Refusal>(&invariants)) return *refusal;
  plan.invariants = std::get<0>(std::move(invariants));
  auto mutant = mutant_named(options.mutant);
  if (auto* refusal = std::get_if<Refusal>(&mutant)) return *refusal;
  plan.mutant = std::get<0>(mutant);
  if (options.seconds) plan.time = milliseconds(*options.seconds);
  auto const cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  plan.jobs = options.jobs > 0 ? options.jobs : cores;
  plan.keep_going = options.keep_going;
  plan.shrink = !options.no_shrink;
  plan.shrink_for = milliseconds(options.shrink_seconds);
  plan.out = options.out;
  return plan;
}

}  // namespace properties::cli
