#include "model/protocol/scope.hpp"

#include "model/protocol/cells.hpp"

namespace model::protocol {
namespace {

template <class... Enums>
constexpr std::uint32_t bits(Enums... all) {
  return (bit(all) | ...);
}

constexpr auto kOfLocks = bits(Claim::no_deadlock, Claim::no_defect);
constexpr auto kOfWrites = bits(Claim::relations_linearize, Claim::no_relation_between_blocked,
                                Claim::a_change_adds_one_version, Claim::every_change_has_one_event,
                                Claim::seq_order_is_commit_order);
constexpr auto kOfDeliveries =
    bits(Claim::projection_verdicts, Claim::count_equals_active_rows,
         Claim::watermark_within_seen_prefix, Claim::watermark_means_applied,
         Claim::watermark_never_left_behind, Claim::projection_converges);

constexpr auto kWaits = bits(Goal::waited_for_row, Goal::waited_for_key, Goal::waited_in_queue);
constexpr auto kAborts = bits(Goal::chose_who_wakes, Goal::aborted);
constexpr auto kAnswers = bits(Goal::changed, Goal::noop, Goal::rejected);
constexpr auto kVerdicts = bits(Goal::applied, Goal::stale, Goal::dup);
constexpr auto kOutcomes = bits(Goal::let_in, Goal::kept_out);
constexpr auto kByView = bits(Goal::let_in_by_view, Goal::kept_out_by_view);

std::uint32_t claim_of(AccessMode mode) {
  switch (mode) {
    case AccessMode::truth:
      return bit(Claim::relations_linearize);
    case AccessMode::projection_only:
      return bit(Claim::projection_only_is_some_state);
    case AccessMode::content_token:
      return bit(Claim::content_token_bounds);
    case AccessMode::fresh_token:
      return bit(Claim::fresh_token_is_current);
  }
  return 0;
}

std::uint32_t goals_of(AccessMode mode) {
  switch (mode) {
    case AccessMode::truth:
      return kOutcomes;
    case AccessMode::projection_only:
      return kOutcomes | kByView;
    case AccessMode::content_token:
      return kOutcomes | kByView | bits(Goal::fell_back, Goal::revocation_escaped);
    case AccessMode::fresh_token:
      return kOutcomes | kByView | bit(Goal::fell_back);
  }
  return 0;
}

std::uint32_t claims_of(Task const& task) {
  if (auto const* check = std::get_if<CanRead>(&task)) return claim_of(check->mode);
  if (std::holds_alternative<MakePost>(task)) return bit(Claim::stored_token_covers);
  if (std::holds_alternative<Deliver>(task)) return kOfDeliveries;
  return writes_relations(kind_of(task)) ? kOfWrites : 0;
}

std::uint32_t goals_of(Task const& task) {
  if (auto const* check = std::get_if<CanRead>(&task)) return goals_of(check->mode);
  if (std::holds_alternative<Deliver>(task)) return kVerdicts;
  return writes_relations(kind_of(task)) ? kAnswers : 0;
}

}  // namespace

std::uint32_t claims_tested_by(Scenario const& scenario) {
  auto claims = kOfLocks;
  for (auto const& task : tasks_of(scenario)) claims |= claims_of(task);
  return claims;
}

std::uint32_t goals_about(Scenario const& scenario) {
  auto goals = kWaits | (scenario.aborts > 0 ? kAborts : 0);
  for (auto const& task : tasks_of(scenario)) goals |= goals_of(task);
  return goals;
}

}  // namespace model::protocol
