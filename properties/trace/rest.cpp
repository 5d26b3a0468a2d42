#include "properties/trace/rest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <variant>

#include "properties/trace/show.hpp"
#include "properties/trace/words.hpp"

namespace properties::trace {
namespace {

/// "3 deliveries (2 applied, 1 dup)"; anything else that the drain did stands by itself.
std::string drained(Run const& run) {
  std::array<int, kWords<ApplyVerdict>.size()> counts{};
  std::vector<std::string> others;
  int deliveries = 0;
  for (auto const& record : run.actions) {
    if (record.session != kDrain) continue;
    auto const* returned = std::get_if<Returned>(&record.completion);
    auto const* applied = returned ? std::get_if<ApplyAnswer>(&returned->answer) : nullptr;
    if (applied != nullptr) {
      ++deliveries;
      ++counts[static_cast<std::size_t>(applied->verdict)];
    } else {
      others.push_back(fmt::format("{}: {}", show(record.action), show(record.completion)));
    }
  }
  std::vector<std::string> verdicts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) verdicts.push_back(fmt::format("{} {}", counts[i], kWords<ApplyVerdict>[i]));
  }
  if (deliveries > 0) {
    others.insert(others.begin(),
                  fmt::format("{} {} ({})", deliveries, deliveries == 1 ? "delivery" : "deliveries",
                              fmt::join(verdicts, ", ")));
  }
  return fmt::format("{}", fmt::join(others, " · "));
}

/// The drain ended in a certificate that says what we see ourselves, or nothing was drained.
bool certified(Run const& run) {
  if (!run.quiet.drained) return true;
  auto const& records = run.actions;
  return std::any_of(records.begin(), records.end(), [&](ActionRecord const& record) {
    auto const* returned = std::get_if<Returned>(&record.completion);
    return record.session == kDrain && returned != nullptr &&
           returned->answer == Answer{run.quiet.diff};
  });
}

std::string fact(FinalPair const& seen) {
  auto text = fmt::format("{}→{} {}", seen.pair.follower.value(), seen.pair.followee.value(),
                          show(seen.seen.row));
  if (!seen.seen.blocked) return text;
  return fmt::format("{}, {} has blocked {}", text, seen.pair.followee.value(),
                     seen.pair.follower.value());
}

std::string fact(FinalPost const& post) {
  return fmt::format("p{} by {} for {}, acl_token {}", post.post.value(), post.author.value(),
                     word_for(post.visibility), post.acl_token.value());
}

}  // namespace

std::vector<std::string> lines_at_rest(Run const& run) {
  std::vector<std::string> lines;
  if (auto const drain = drained(run); !drain.empty()) lines.push_back("drain   " + drain);
  std::vector<std::string> facts;
  for (auto const& pair : run.quiet.pairs) facts.push_back(fact(pair));
  for (auto const& post : run.quiet.posts) facts.push_back(fact(post));
  if (facts.empty()) facts.emplace_back("no pair, no post");
  facts.push_back(fmt::format("last seq {}", run.quiet.last.value()));
  if (!certified(run)) facts.push_back(fmt::format("projection {}", show(run.quiet.diff)));
  lines.push_back(fmt::format("at rest {}", fmt::join(facts, " · ")));
  for (auto const& broken : run.quiet.broken) {
    lines.push_back(fmt::format("broken  {}: {}", broken.name, broken.row));
  }
  return lines;
}

}  // namespace properties::trace
