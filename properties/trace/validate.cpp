#include "properties/trace/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "properties/trace/show.hpp"

namespace properties::trace {
namespace {

using MaybeFlaw = std::optional<Flaw>;

constexpr std::size_t kLongestName = 24;

std::string at(std::string_view list, std::size_t index, std::string_view rest = "") {
  return fmt::format("{}/{}{}", list, index, rest);
}

MaybeFlaw flaw_in_name(std::string const& name) {
  auto const plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  if (name == "given" || name == "drain") {
    return Flaw{"", fmt::format("found \"{}\", which is reserved for the run itself; "
                                "expected another name, like \"c1\"",
                                name)};
  }
  if (name.empty() || name.size() > kLongestName || !std::all_of(name.begin(), name.end(), plain)) {
    return Flaw{
        "", fmt::format("expected a name of 1 to {} letters, digits, '_' or '-'", kLongestName)};
  }
  return std::nullopt;
}

MaybeFlaw flaw_in_names(Scenario const& scenario) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < scenario.sessions.size(); ++i) {
    auto const& name = scenario.sessions[i].name;
    auto const place = at("/scenario/sessions", i, "/name");
    if (auto flaw = flaw_in_name(name)) return Flaw{place, flaw->what};
    auto const [earlier, is_new] = first.emplace(name, i);
    if (!is_new) {
      return Flaw{place, fmt::format("found \"{}\", the name of session {} too; "
                                     "expected a name of its own",
                                     name, earlier->second)};
    }
  }
  return std::nullopt;
}

MaybeFlaw flaw_in_accounts(Scenario const& scenario) {
  std::set<model::UserId> seen;
  for (std::size_t i = 0; i < scenario.accounts.size(); ++i) {
    auto const id = scenario.accounts[i].id;
    if (seen.insert(id).second) continue;
    return Flaw{at("/scenario/accounts", i, "/id"),
                fmt::format("found account {} a second time; expected each once", id.value())};
  }
  return std::nullopt;
}

/// Each post is made once in the whole scenario, and deliveries are of seqs that can be.
class ActionRules {
 public:
  MaybeFlaw look_at(std::vector<Action> const& actions, std::string const& place) {
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if (auto const* post = std::get_if<model::MakePost>(&actions[i])) {
        auto const here = at(place, i, "/post");
        auto const [earlier, is_new] = made_.emplace(post->post, here);
        if (is_new) continue;
        return Flaw{here, fmt::format("found post {}, made already at {}; expected a new number",
                                      post->post.value(), earlier->second)};
      }
      auto const* delivery = std::get_if<Deliver>(&actions[i]);
      if (delivery != nullptr && delivery->seq < model::Seq{1}) {
        return Flaw{at(place, i, "/seq"),
                    fmt::format("found {}, expected a seq of 1 or more", delivery->seq.value())};
      }
    }
    return std::nullopt;
  }

 private:
  std::map<model::PostId, std::string> made_;
};

MaybeFlaw flaw_in_actions(Scenario const& scenario) {
  ActionRules rules;
  if (auto flaw = rules.look_at(scenario.given, "/scenario/given")) return flaw;
  for (std::size_t i = 0; i < scenario.sessions.size(); ++i) {
    auto const place = at("/scenario/sessions", i, "/actions");
    if (auto flaw = rules.look_at(scenario.sessions[i].actions, place)) return flaw;
  }
  return std::nullopt;
}

/// A point must lie in a program of `scenario`; in a run's log also in `given` or the drain.
MaybeFlaw flaw_in_point(Scenario const& scenario, Point const& point, std::string const& place) {
  bool const known =
      point.session == kGiven ||
      (point.session >= 0 && static_cast<std::size_t>(point.session) < scenario.sessions.size());
  if (!known) {
    return Flaw{place + "/session", fmt::format("found {}, expected a session of the scenario",
                                                session_name(scenario, point.session))};
  }
  if (point.nth < 0) {
    return Flaw{place + "/nth", fmt::format("found {}, expected 0 or more", point.nth)};
  }
  auto const size = point.session == kGiven
                        ? scenario.given.size()
                        : scenario.sessions[static_cast<std::size_t>(point.session)].actions.size();
  if (point.action >= 0 && static_cast<std::size_t>(point.action) < size) return std::nullopt;
  return Flaw{place + "/action",
              fmt::format("found action {} of {}, whose program has {} (counted from 0)",
                          point.action, session_name(scenario, point.session), size)};
}

MaybeFlaw flaw_in_session(Scenario const& scenario, int session, std::string const& place) {
  bool const ours = session >= 0 && static_cast<std::size_t>(session) < scenario.sessions.size();
  if (ours) return std::nullopt;
  return Flaw{place, fmt::format("found \"{}\", which takes no turns; expected a session",
                                 session_name(scenario, session))};
}

MaybeFlaw flaw_in_schedule(Scenario const& scenario) {
  auto const& switches = scenario.schedule.switches;
  std::map<std::pair<Point, bool>, std::size_t> seen;
  for (std::size_t i = 0; i < switches.size(); ++i) {
    auto const& change = switches[i];
    auto const place = at("/scenario/schedule", i);
    if (auto flaw = flaw_in_session(scenario, change.at.session, place + "/at/session"))
      return flaw;
    if (auto flaw = flaw_in_session(scenario, change.to, place + "/to")) return flaw;
    if (auto flaw = flaw_in_point(scenario, change.at, place + "/at")) return flaw;
    auto const [earlier, is_new] = seen.emplace(std::pair{change.at, change.after}, i);
    if (!is_new) {
      return Flaw{place, fmt::format("found a second switch {} {} (the first is {}); "
                                     "expected at most one",
                                     change.after ? "after" : "before", show(scenario, change.at),
                                     earlier->second)};
    }
  }
  return std::nullopt;
}

MaybeFlaw flaw_in_lost(Scenario const& scenario) {
  for (std::size_t i = 0; i < scenario.lost.size(); ++i) {
    if (scenario.lost[i] >= model::Seq{1}) continue;
    return Flaw{at("/scenario/lost", i),
                fmt::format("found {}, expected a seq of 1 or more", scenario.lost[i].value())};
  }
  return std::nullopt;
}

MaybeFlaw flaw_in_record(Scenario const& scenario, ActionRecord const& record,
                         std::string const& place) {
  bool const open = std::holds_alternative<Indeterminate>(record.completion);
  if (record.responded_at.has_value() == open) {
    return Flaw{place, open ? "found a response of an action that ended indeterminate; "
                              "expected no \"responded\""
                            : "found no \"responded\"; expected it unless indeterminate"};
  }
  if (record.responded_at && *record.responded_at < record.invoked_at) {
    return Flaw{place + "/responded", fmt::format("found tick {}, before the call at {}",
                                                  *record.responded_at, record.invoked_at)};
  }
  if (record.session == kDrain) return std::nullopt;
  Point const point{record.session, record.index, Step::begin, 0};
  if (auto flaw = flaw_in_point(scenario, point, place)) return Flaw{place + "/index", flaw->what};
  auto const& program = record.session == kGiven
                            ? scenario.given
                            : scenario.sessions[static_cast<std::size_t>(record.session)].actions;
  auto const& planned = program[static_cast<std::size_t>(record.index)];
  if (planned == record.action) return std::nullopt;
  return Flaw{place + "/action",
              fmt::format("found {}, but the program of {} says {}", show(record.action),
                          session_name(scenario, record.session), show(planned))};
}

}  // namespace

MaybeFlaw find_flaw(Scenario const& scenario) {
  if (auto flaw = flaw_in_names(scenario)) return flaw;
  if (auto flaw = flaw_in_accounts(scenario)) return flaw;
  if (auto flaw = flaw_in_actions(scenario)) return flaw;
  if (auto flaw = flaw_in_schedule(scenario)) return flaw;
  return flaw_in_lost(scenario);
}

MaybeFlaw find_flaw(Scenario const& scenario, Run const& run) {
  for (std::size_t i = 0; i < run.actions.size(); ++i) {
    if (auto flaw = flaw_in_record(scenario, run.actions[i], at("/run/actions", i))) return flaw;
  }
  for (std::size_t i = 0; i < run.log.size(); ++i) {
    auto const place = at("/run/log", i);
    if (i > 0 && run.log[i].tick < run.log[i - 1].tick) {
      return Flaw{place + "/tick", fmt::format("found tick {} after {}; expected them in order",
                                               run.log[i].tick, run.log[i - 1].tick)};
    }
    if (run.log[i].at.session == kDrain) continue;
    if (auto flaw = flaw_in_point(scenario, run.log[i].at, place + "/at")) return flaw;
  }
  return std::nullopt;
}

}  // namespace properties::trace
