#include "properties/trace/show.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "properties/trace/overloaded.hpp"
#include "properties/trace/words.hpp"

namespace properties::trace {
namespace {

template <class Enum>
std::string upper(Enum value) {
  std::string text{word_for(value)};
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

std::string call(std::string_view name, model::UserId a, model::UserId b) {
  return fmt::format("{}({},{})", name, a.value(), b.value());
}

std::string show_write(WriteAnswer const& answer) {
  std::string text = upper(answer.verdict);
  if (answer.reason != model::Reason::none) text += fmt::format(" {}", word_for(answer.reason));
  char const* separator = " ";
  for (auto const& [change, seq] : answer.changes) {
    text += fmt::format("{}{}→{} {} e{}", separator, change.pair.follower.value(),
                        change.pair.followee.value(), show(change.row), seq.value());
    separator = ", ";
  }
  return text;
}

std::string show_diff(DiffAnswer const& diff) {
  return fmt::format("{} resurrected, {} missing, {} wrong counts, watermark {} of {}",
                     diff.resurrected, diff.missing, diff.wrong_counts, diff.watermark.value(),
                     diff.last.value());
}

std::string show_never(NeverHappened const& ended) {
  std::string text = ended.defect ? "DEFECT: " : "never happened: ";
  text += ended.reason;
  return ended.sqlstate.empty() ? text : fmt::format("{} ({})", text, ended.sqlstate);
}

/// The program a session runs; nothing for the drain, which has none.
std::vector<Action> const* program(Scenario const& scenario, int session) {
  if (session == kGiven) return &scenario.given;
  if (session < 0 || session >= static_cast<int>(scenario.sessions.size())) return nullptr;
  return &scenario.sessions[static_cast<std::size_t>(session)].actions;
}

}  // namespace

std::string show(Action const& action) {
  return std::visit(
      overloaded{
          [](model::Follow const& a) { return call("follow", a.follower, a.followee); },
          [](model::Unfollow const& a) { return call("unfollow", a.follower, a.followee); },
          [](model::Decide const& a) {
            return fmt::format("decide({},{},{})", a.decider.value(), a.requester.value(),
                               a.accept ? "accept" : "refuse");
          },
          [](model::Block const& a) { return call("block", a.blocker, a.blocked); },
          [](model::Unblock const& a) { return call("unblock", a.blocker, a.blocked); },
          [](model::MakePost const& a) {
            return fmt::format("post({},p{},{},{})", a.author.value(), a.post.value(),
                               word_for(a.visibility), word_for(a.token));
          },
          [](model::CanRead const& a) {
            return fmt::format("can_read({},p{},{})", a.viewer.value(), a.post.value(),
                               word_for(a.mode));
          },
          [](Deliver const& a) { return fmt::format("deliver(e{})", a.seq.value()); },
          [](Rebuild const&) { return std::string{"rebuild()"}; },
          [](Certify const&) { return std::string{"certify()"}; },
      },
      action);
}

std::string show(Answer const& answer) {
  return std::visit(overloaded{
                        [](WriteAnswer const& a) { return show_write(a); },
                        [](ReadAnswer const& a) {
                          return fmt::format("{} {}", a.allowed ? "ALLOW" : "DENY",
                                             word_for(a.source));
                        },
                        [](ApplyAnswer const& a) { return std::string{word_for(a.verdict)}; },
                        [](DiffAnswer const& a) { return show_diff(a); },
                    },
                    answer);
}

std::string show(Completion const& completion) {
  return std::visit(
      overloaded{
          [](Returned const& ended) { return show(ended.answer); },
          [](NeverHappened const& ended) { return show_never(ended); },
          [](Indeterminate const& ended) { return fmt::format("indeterminate: {}", ended.reason); },
          [](Void const&) { return std::string{"void: no such event"}; },
      },
      completion);
}

std::string show_state(model::RelationState state) { return upper(state); }

std::string show(model::PairRow const& row) {
  return fmt::format("{} v{}", upper(row.state), row.version.value());
}

std::string show(Event const& event) {
  return fmt::format("e{} {}→{} {}", event.seq.value(), event.pair.follower.value(),
                     event.pair.followee.value(), show(event.row));
}

std::string show(Scenario const& scenario, Point const& point) {
  std::string text = session_name(scenario, point.session);
  auto const* actions = program(scenario, point.session);
  bool const known =
      actions != nullptr && point.action >= 0 && point.action < static_cast<int>(actions->size());
  text += known ? " " + show((*actions)[static_cast<std::size_t>(point.action)])
                : fmt::format(" #{}", point.action);
  text += fmt::format(" {}", name_of(point.step));
  return point.nth == 0 ? text : fmt::format("{}#{}", text, point.nth + 1);
}

std::string session_name(Scenario const& scenario, int session) {
  if (session == kGiven) return "given";
  if (session == kDrain) return "drain";
  if (session < 0 || session >= static_cast<int>(scenario.sessions.size())) {
    return fmt::format("session {}", session);
  }
  return scenario.sessions[static_cast<std::size_t>(session)].name;
}

}  // namespace properties::trace
