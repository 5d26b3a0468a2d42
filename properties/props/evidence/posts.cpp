#include "properties/props/evidence/posts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "properties/props/evidence/truth.hpp"
#include "properties/props/evidence/words.hpp"
#include "properties/trace/show.hpp"

namespace properties::props::evidence {
namespace {

using trace::show;

/// What an explanation draws on.
struct Told {
  trace::Scenario const& scenario;
  trace::Run const& run;
  Moments const& moments;
};

bool allows(model::PairRow const& row) { return row.state == model::RelationState::active; }

char const* verdict(bool allowed) { return allowed ? "ALLOW" : "DENY"; }

std::string phases(checker::NeverTrue<model::PairRow> const& never) {
  std::vector<std::string> rows;
  for (auto const& phase : never.truths) rows.push_back(show(phase.value));
  return listed(rows);
}

/// The event of the pair that ended the phase before `moment`, and whose it was.
std::string change_at(Told const& about, model::Pair pair, Tick moment) {
  for (auto const& event : about.run.quiet.events) {
    if (event.pair != pair || about.moments.visible(event.seq) != moment) continue;
    auto const* entry = about.moments.entry_of(event.seq);
    return fmt::format("{} became visible at {}{}", words(event), moment,
                       entry == nullptr ? "" : ", by " + show(about.scenario, entry->at));
  }
  return fmt::format("{}", moment);
}

std::string when_else(Told const& about, checker::NeverTrue<model::PairRow> const& never,
                      model::Pair pair, bool allowed) {
  if (never.last_true_before) {
    return fmt::format("{} had been right until {}.", verdict(allowed),
                       change_at(about, pair, never.last_true_before->to + 1));
  }
  if (never.first_true_after) {
    return fmt::format("{} became right only after the check, when {}.", verdict(allowed),
                       change_at(about, pair, *never.first_true_after));
  }
  return fmt::format("{} was not right at any moment of the run.", verdict(allowed));
}

}  // namespace

trace::ActionRecord const* making_of(trace::Run const& run, model::PostId post) {
  for (auto const& record : run.actions) {
    auto const* made = std::get_if<model::MakePost>(&record.action);
    if (made != nullptr && made->post == post) return &record;
  }
  return nullptr;
}

TokenBound token_bound(trace::Scenario const& scenario, trace::Run const& run,
                       trace::ActionRecord const& making) {
  auto const who = name(scenario, making);
  auto const attempt = committed_attempt(run, making);
  if (attempt.empty()) {
    return {making.invoked_at, fmt::format("{} was called at {}", who, making.invoked_at)};
  }
  if (std::get<model::MakePost>(making.action).token == model::TokenRead::locking) {
    auto const commit = attempt.back()->tick;
    return {commit, fmt::format("{} committed at {}, with its token locked", who, commit)};
  }
  for (auto const* entry : attempt) {
    if (entry->at.step != trace::Step::read_token) continue;
    return {entry->tick, fmt::format("{} read its token at {}", who, entry->tick)};
  }
  auto const begin = attempt.front()->tick;
  return {begin, fmt::format("{} began at {} and read no token in its transaction", who, begin)};
}

std::vector<Check> all_checks(trace::Run const& run) {
  std::vector<Check> checks;
  for (auto const& record : run.actions) {
    auto const* asked = std::get_if<model::CanRead>(&record.action);
    auto const* returned = std::get_if<trace::Returned>(&record.completion);
    if (asked == nullptr || returned == nullptr) continue;
    auto const* answer = std::get_if<trace::ReadAnswer>(&returned->answer);
    auto const* making = making_of(run, asked->post);
    if (answer == nullptr || making == nullptr) continue;
    checks.push_back({&record, *asked, *answer, making, std::get<model::MakePost>(making->action)});
  }
  return checks;
}

std::vector<Check> checks_by_others(trace::Run const& run, model::Visibility visibility) {
  auto checks = all_checks(run);
  std::erase_if(checks, [&](Check const& check) {
    return check.post.visibility != visibility || check.asked.viewer == check.post.author ||
           check.answer.source == trace::AccessSource::no_such_post;
  });
  return checks;
}

std::optional<Violated> find_wrong_permission(trace::Scenario const& scenario,
                                              trace::Run const& run, Moments const& moments,
                                              Check const& check, Tick from,
                                              std::string const& since) {
  model::Pair const pair{check.asked.viewer, check.post.author};
  auto const truth = relation_truth(run, moments, pair);
  auto const end = std::max(check.record->responded_at.value_or(run.quiet.tick), from);
  auto const verdict_of = checker::check_interval(
      truth, {from, end}, [&](auto const& row) { return allows(row) == check.answer.allowed; });
  auto const* never = std::get_if<checker::NeverTrue<model::PairRow>>(&verdict_of);
  if (never == nullptr) return std::nullopt;
  return Violated{{
      fmt::format("{} at {}.", said(scenario, *check.record), end),
      fmt::format("{}; from then to the end of the check {} was {}.", since, words(pair),
                  phases(*never)),
      when_else({scenario, run, moments}, *never, pair, check.answer.allowed),
      fmt::format("The answer should have been {}.", verdict(!check.answer.allowed)),
  }};
}

}  // namespace properties::props::evidence
