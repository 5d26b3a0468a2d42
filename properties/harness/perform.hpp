#pragma once

#include "impl/service/access_service.hpp"
#include "impl/service/projector.hpp"
#include "impl/service/relation_service.hpp"
#include "properties/schedule/strategy.hpp"
#include "properties/trace/run.hpp"

namespace properties::harness {

/// What actions are done through.
struct Services {
  impl::RelationService& relations;
  impl::Projector& projector;
  impl::AccessService& access;
};

/// Does one action, and says how it ended.
/// `events`: the log so far, from which deliveries are taken.
[[nodiscard]] trace::Completion perform(trace::Action const& action, Services const& services,
                                        std::vector<trace::Event> const& events);

/// How many steps the action takes when nothing comes in its way: an estimate for strategies.
[[nodiscard]] int expected_steps(trace::Action const& action);

/// What strategies are told before a run.
[[nodiscard]] schedule::Outlook outlook_of(trace::Scenario const& scenario);

/// Whether the scenario has anything to do with the projection, so that it must be drained.
[[nodiscard]] bool concerns_projection(trace::Scenario const& scenario);

}  // namespace properties::harness
