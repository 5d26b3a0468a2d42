#include "properties/campaign/history_file.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "properties/trace/overloaded.hpp"
#include "properties/trace/show.hpp"

namespace properties::campaign {
namespace {

using nlohmann::ordered_json;
using trace::overloaded;

struct Call {
  std::string op;
  ordered_json args;
};

/// Nothing for actions that are not writes of relations.
std::optional<Call> call_of(trace::Action const& action) {
  using Answer = std::optional<Call>;
  auto const pair = [](char const* op, model::UserId actor, model::UserId target) {
    return Answer{Call{op, ordered_json::array({actor.value(), target.value()})}};
  };
  return std::visit(
      overloaded{
          [&](model::Follow const& op) { return pair("follow", op.follower, op.followee); },
          [&](model::Unfollow const& op) { return pair("unfollow", op.follower, op.followee); },
          [&](model::Decide const& op) {
            auto call = pair("decide", op.decider, op.requester);
            call->args.push_back(op.accept);
            return call;
          },
          [&](model::Block const& op) { return pair("block", op.blocker, op.blocked); },
          [&](model::Unblock const& op) { return pair("unblock", op.blocker, op.blocked); },
          [](model::MakePost const&) { return Answer{}; },
          [](model::CanRead const&) { return Answer{}; },
          [](trace::Deliver const&) { return Answer{}; },
          [](trace::Rebuild const&) { return Answer{}; },
          [](trace::Certify const&) { return Answer{}; },
      },
      action);
}

char const* word(model::Verdict verdict) {
  switch (verdict) {
    case model::Verdict::changed:
      return "changed";
    case model::Verdict::noop:
      return "noop";
    case model::Verdict::rejected:
      return "rejected";
  }
  return "";
}

char const* word(model::RelationState state) {
  switch (state) {
    case model::RelationState::removed:
      return "removed";
    case model::RelationState::pending:
      return "pending";
    case model::RelationState::active:
      return "active";
  }
  return "";
}

ordered_json value_of(trace::WriteAnswer const& answer) {
  auto changes = ordered_json::array();
  for (auto const& [change, seq] : answer.changes) {
    changes.push_back({{"follower", change.pair.follower.value()},
                       {"followee", change.pair.followee.value()},
                       {"state", word(change.row.state)},
                       {"version", change.row.version.value()}});
  }
  return {{"result", word(answer.verdict)}, {"changes", std::move(changes)}};
}

ordered_json line(std::string const& process, char const* type, Call const& call) {
  return {{"process", process}, {"type", type}, {"op", call.op}, {"args", call.args}};
}

ordered_json ending(std::string const& process, Call const& call, trace::Completion const& how) {
  return std::visit(overloaded{
                        [&](trace::Returned const& returned) {
                          auto const* answer = std::get_if<trace::WriteAnswer>(&returned.answer);
                          // An account that does not exist is no part of the specification of
                          // relations.
                          bool const known =
                              answer != nullptr && answer->reason != model::Reason::unknown;
                          auto ended = line(process, known ? "ok" : "fail", call);
                          if (known) ended["value"] = value_of(*answer);
                          return ended;
                        },
                        [&](trace::NeverHappened const&) { return line(process, "fail", call); },
                        [&](trace::Indeterminate const&) { return line(process, "info", call); },
                        [&](trace::Void const&) { return line(process, "fail", call); },
                    },
                    how);
}

}  // namespace

std::string history_lines(trace::Scenario const& scenario, trace::Run const& run) {
  auto private_users = ordered_json::array();
  for (auto const& account : scenario.accounts) {
    if (account.is_private) private_users.push_back(account.id.value());
  }
  ordered_json const header{
      {"history", 1}, {"spec", "relations"}, {"private", std::move(private_users)}};
  std::map<trace::Tick, std::string> lines;
  for (auto const& record : run.actions) {
    auto const call = call_of(record.action);
    if (!call) continue;
    auto const process = trace::session_name(scenario, record.session);
    lines[record.invoked_at] = line(process, "invoke", *call).dump();
    if (record.responded_at) {
      lines[*record.responded_at] = ending(process, *call, record.completion).dump();
    }
  }
  auto text = header.dump() + "\n";
  for (auto const& [tick, content] : lines) text += content + "\n";
  return text;
}

}  // namespace properties::campaign
