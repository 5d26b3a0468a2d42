#include "properties/explore/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "properties/trace/overloaded.hpp"
#include "properties/trace/show.hpp"

namespace properties::explore {
namespace {

trace::Completion without_words(trace::Completion completion) {
  std::visit(trace::overloaded{
                 [](trace::NeverHappened& ended) { ended.reason.clear(); },
                 [](trace::Indeterminate& ended) { ended.reason.clear(); },
                 [](trace::Returned&) {},
                 [](trace::Void&) {},
             },
             completion);
  return completion;
}

}  // namespace

Outcome outcome_of(harness::Examined const& examined) {
  auto const& run = examined.result.run;
  Outcome outcome;
  for (auto const& record : run.actions) {
    outcome.endings.push_back({record.session, record.index, without_words(record.completion)});
  }
  std::sort(outcome.endings.begin(), outcome.endings.end());
  outcome.pairs = run.quiet.pairs;
  outcome.posts = run.quiet.posts;
  outcome.events = run.quiet.events;
  outcome.diff = run.quiet.diff;
  outcome.serving = run.quiet.serving;
  for (auto const& finding : examined.report.findings) outcome.broken.push_back(finding.property);
  std::sort(outcome.broken.begin(), outcome.broken.end());
  return outcome;
}

std::string show_answers(trace::Scenario const& scenario, Outcome const& outcome) {
  std::string text;
  for (auto const& ending : outcome.endings) {
    if (ending.session < 0) continue;
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : " · ",
                    trace::session_name(scenario, ending.session), trace::show(ending.completion));
  }
  return text;
}

std::string show_rows(Outcome const& outcome) {
  std::string text;
  auto const add = [&](std::string const& words) { text += (text.empty() ? "" : ", ") + words; };
  for (auto const& [pair, seen] : outcome.pairs) {
    auto const [follower, followee] = std::pair{pair.follower.value(), pair.followee.value()};
    if (seen.row.version.value() > 0) {
      add(fmt::format("{}→{} {}", follower, followee, trace::show(seen.row)));
    }
    if (seen.blocked) add(fmt::format("{} has blocked {}", followee, follower));
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace properties::explore
