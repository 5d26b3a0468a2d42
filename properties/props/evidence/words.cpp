#include "properties/props/evidence/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/overloaded.hpp"
#include "properties/trace/show.hpp"

namespace properties::props::evidence {
namespace {

using model::overloaded;
using trace::show;

std::string write_words(model::WriteOutcome const& outcome) {
  trace::WriteAnswer answer{outcome.verdict, outcome.reason, outcome.present, {}};
  std::string text = show(trace::Answer{answer});
  bool told = outcome.present == model::PairRow{};
  char const* separator = " ";
  for (auto const& change : outcome.changes) {
    text += fmt::format("{}{} {}", separator, words(change.pair), show(change.row));
    told = told || change.row == outcome.present;
    separator = ", ";
  }
  return told ? text : fmt::format("{} ({})", text, show(outcome.present));
}

}  // namespace

std::string name(trace::Scenario const& scenario, trace::ActionRecord const& record) {
  return fmt::format("{} {}", session_name(scenario, record.session), show(record.action));
}

std::string said(trace::Scenario const& scenario, trace::ActionRecord const& record) {
  return fmt::format("{} answered {}", name(scenario, record), show(record.completion));
}

std::string words(model::Pair pair) {
  return fmt::format("{}→{}", pair.follower.value(), pair.followee.value());
}

std::string words(trace::Event const& event) {
  return fmt::format("e{} ({} {})", event.seq.value(), words(event.pair), show(event.row));
}

std::string words(model::Outcome const& outcome) {
  return std::visit(overloaded{
                        [](model::WriteOutcome const& write) { return write_words(write); },
                        [](model::ReadOutcome const& read) -> std::string {
                          return read.allowed ? "ALLOW" : "DENY";
                        },
                        [](model::InspectOutcome const& seen) {
                          return fmt::format("{}{}", show(seen.row),
                                             seen.blocked ? ", blocked" : ", no block");
                        },
                    },
                    outcome);
}

std::string listed(std::vector<std::string> const& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

std::vector<std::string> lines(std::string const& text) {
  std::vector<std::string> result;
  for (std::size_t from = 0; from < text.size();) {
    auto const end = std::min(text.find('\n', from), text.size());
    result.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return result;
}

}  // namespace properties::props::evidence
