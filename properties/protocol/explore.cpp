#include "properties/protocol/explore.hpp"

#include "checker/assert.hpp"
#include "checker/exploration/breadth_first.hpp"
#include "checker/exploration/decorators.hpp"
#include "checker/exploration/depth_first.hpp"
#include "properties/protocol/actions.hpp"
#include "properties/protocol/protocol.hpp"
#include "properties/trace/show.hpp"

namespace properties::protocol {
namespace {

using checker::exploration::BitVisits;
using checker::exploration::BreadthFirst;
using checker::exploration::DepthFirst;
using checker::exploration::End;
using checker::exploration::Reduced;
using checker::exploration::Symmetric;
using model::protocol::Scenario;
using model::protocol::Variant;

/// States between two looks at what is to become of the search: some hundredths of a second.
constexpr std::uint64_t kPart = std::uint64_t{1} << 16;

std::string words_of(std::vector<model::protocol::Task> const& tasks) {
  std::string text;
  for (auto const& task : tasks) text += trace::show(action_of(task)) + ' ';
  return text;
}

std::string words_of(Scenario const& scenario, Variant const& variant, Search search) {
  std::string text{variant.name};
  text += search == Search::reduced ? " reduced " : " ";
  text += std::to_string(scenario.aborts) + ' ';
  for (auto const& [user, is_private] : scenario.accounts) {
    text += std::to_string(user.value()) + (is_private ? "private " : " ");
  }
  text += words_of(scenario.given);
  for (auto const& session : scenario.sessions) {
    text += "||";
    for (auto const& slot : session) text += words_of(slot) + ';';
  }
  return text;
}

/// A digest of what is searched.
std::uint64_t subject_of(std::string text) {
  text.resize((text.size() + 7) / 8 * 8);
  std::vector<std::uint64_t> words(text.size() / 8);
  std::memcpy(words.data(), text.data(), text.size());
  return checker::exploration::hash_of(words.data(), words.size());
}

Next next(Asked const& asked, checker::exploration::Statistics const& now) {
  return asked.watch ? asked.watch(now) : Next::go_on;
}

template <class M>
Explored explored_of(checker::exploration::Report<M> const& report, Protocol const& protocol) {
  Explored explored{report.end, report.statistics, 0, report.reached, report.missed, {}};
  if (!report.counterexample) return explored;
  explored.broken = report.counterexample->seen.broken;
  explored.moves = moves_of(protocol.machine(), report.counterexample->actions);
  return explored;
}

/// A part at a time, until it has ended or is told to stop. `look(next)` is called in between.
template <class S, class Look>
auto run_in_parts(S& search, Asked const& asked, Look look) {
  auto report = search.run(kPart);
  while (report.end == End::budget_spent && report.statistics.states < asked.states) {
    auto const then = next(asked, report.statistics);
    look(then);
    if (then == Next::stop) break;
    report = search.run(kPart);
  }
  return report;
}

template <class M>
Explored search_with_bits(M const& searched, Protocol const& protocol, Asked const& asked) {
  DepthFirst<M, BitVisits> search{searched, BitVisits{*asked.bits}, asked.goals};
  return explored_of(run_in_parts(search, asked, [](Next) {}), protocol);
}

template <class M>
Explored search_breadth_first(M const& searched, Protocol const& protocol, Asked const& asked,
                              std::uint64_t subject) {
  BreadthFirst<M> search{searched,
                         {.states = asked.states, .goals = asked.goals, .subject = subject}};
  bool saved = true;
  if (!asked.file.empty() && std::filesystem::exists(asked.file)) {
    (void)search.run(kPart);  // A file that another build wrote may begin otherwise.
    if (!search.load(asked.file)) {
      Explored nothing;
      nothing.end = End::budget_spent;
      nothing.trouble = FileTrouble::not_taken;
      return nothing;
    }
  }
  auto const report = run_in_parts(search, asked, [&](Next then) {
    if (then == Next::save && !asked.file.empty()) saved = search.save(asked.file);
  });
  if (!asked.file.empty() && report.end != End::violated) saved = search.save(asked.file);
  auto explored = explored_of(report, protocol);
  if (!saved) explored.trouble = FileTrouble::not_saved;
  return explored;
}

template <class M>
Explored search_all(M const& searched, Protocol const& protocol, Asked const& asked,
                    std::uint64_t subject) {
  if (asked.bits) return search_with_bits(searched, protocol, asked);
  return search_breadth_first(searched, protocol, asked, subject);
}

template <class NameAt>
std::string names_of(std::uint32_t bits, std::size_t count, NameAt name_at) {
  std::string names;
  for (std::size_t i = 0; i < count; ++i) {
    if ((bits >> i & 1) == 0) continue;
    names += (names.empty() ? "" : ", ") + std::string{name_at(i)};
  }
  return names;
}

}  // namespace

Explored explore(Scenario const& scenario, Variant const& variant, Asked const& asked) {
  RELCHECK_ASSERT(!asked.bits || asked.file.empty());
  Protocol const protocol{scenario, variant};
  auto const subject =
      asked.file.empty() ? 0 : subject_of(words_of(scenario, variant, asked.search));
  if (asked.search == Search::every_order) return search_all(protocol, protocol, asked, subject);
  Reduced<Protocol> const reduced{protocol};
  Symmetric<Reduced<Protocol>> const symmetric{reduced};
  return search_all(symmetric, protocol, asked, subject);
}

std::string names_of_claims(std::uint32_t broken) {
  return names_of(broken, model::protocol::kClaims.size(),
                  [](std::size_t i) { return model::protocol::kClaims[i].name; });
}

std::string names_of_goals(std::uint32_t reached) {
  return names_of(reached, model::protocol::kGoalNames.size(),
                  [](std::size_t i) { return model::protocol::kGoalNames[i]; });
}

}  // namespace properties::protocol
