#include "properties/explore/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <set>

#include "properties/protocol/actions.hpp"
#include "properties/protocol/scenes.hpp"
#include "properties/trace/overloaded.hpp"
#include "properties/trace/words.hpp"

namespace properties::explore {
namespace {

using model::UserId;
using trace::Action;

/// Thrown inside this file only.
struct Bad {
  std::string message;
};

std::string trimmed(std::string_view text) {
  auto const first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return std::string{text.substr(first, text.find_last_not_of(" \t\n") - first + 1)};
}

std::vector<std::string> split(std::string_view text, std::string_view at) {
  std::vector<std::string> parts;
  for (;;) {
    auto const end = text.find(at);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + at.size());
  }
}

std::int64_t number(std::string_view text, std::string const& what) {
  std::int64_t value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1) {
    throw Bad{fmt::format("'{}' is not {}", text, what)};
  }
  return value;
}

UserId user(std::string_view text) {
  if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z') return UserId{text[0] - 'a' + 1};
  return UserId{number(text, "a user: write a letter or a number")};
}

std::int64_t after(char letter, std::string_view text, std::string const& what) {
  if (!text.starts_with(letter)) throw Bad{fmt::format("'{}' is not {}", text, what)};
  return number(text.substr(1), what);
}

model::PostId post(std::string_view text) {
  return model::PostId{after('p', text, "a post: write p1, p2, …")};
}

template <class Enum>
Enum word(std::string_view text) {
  if (auto const value = trace::enum_named<Enum>(text)) return *value;
  throw Bad{fmt::format("'{}' is none of {}", text, fmt::join(trace::kWords<Enum>, ", "))};
}

bool accepts(std::string_view text) {
  if (text != "accept" && text != "refuse") {
    throw Bad{fmt::format("'{}' is neither accept nor refuse", text)};
  }
  return text == "accept";
}

using Words = std::vector<std::string>;

/// How an action is written, and made of the words between its brackets.
struct Form {
  std::string usage;
  std::size_t least;
  std::size_t most;
  std::function<Action(Words const&)> make;
};

std::map<std::string, Form> const& forms() {
  static std::map<std::string, Form> const all{
      {"follow",
       {"follow(a,b)", 2, 2,
        [](Words const& w) -> Action {
          return model::Follow{user(w[0]), user(w[1])};
        }}},
      {"unfollow",
       {"unfollow(a,b)", 2, 2,
        [](Words const& w) -> Action {
          return model::Unfollow{user(w[0]), user(w[1])};
        }}},
      {"decide",
       {"decide(b,a,accept|refuse)", 3, 3,
        [](Words const& w) -> Action {
          return model::Decide{user(w[0]), user(w[1]), accepts(w[2])};
        }}},
      {"block",
       {"block(b,a)", 2, 2,
        [](Words const& w) -> Action {
          return model::Block{user(w[0]), user(w[1])};
        }}},
      {"unblock",
       {"unblock(b,a)", 2, 2,
        [](Words const& w) -> Action {
          return model::Unblock{user(w[0]), user(w[1])};
        }}},
      {"post",
       {"post(a,p1,followers[,plain|locking])", 3, 4,
        [](Words const& w) -> Action {
          auto const token = w.size() > 3 ? word<model::TokenRead>(w[3]) : model::TokenRead::plain;
          return model::MakePost{user(w[0]), post(w[1]), word<model::Visibility>(w[2]), token};
        }}},
      {"can_read",
       {"can_read(b,p1,truth)", 3, 3,
        [](Words const& w) -> Action {
          return model::CanRead{user(w[0]), post(w[1]), word<model::AccessMode>(w[2])};
        }}},
      {"deliver",
       {"deliver(e1)", 1, 1,
        [](Words const& w) -> Action {
          return trace::Deliver{model::Seq{after('e', w[0], "an event: write e1, e2, …")}};
        }}},
      {"rebuild", {"rebuild()", 0, 0, [](Words const&) -> Action { return trace::Rebuild{}; }}},
      {"certify", {"certify()", 0, 0, [](Words const&) -> Action { return trace::Certify{}; }}},
  };
  return all;
}

std::string known() {
  std::string text;
  for (auto const& [name, form] : forms()) text += (text.empty() ? "" : ", ") + form.usage;
  return text;
}

Action action(std::string const& text) {
  auto const open = text.find('(');
  if (text.empty()) throw Bad{"an operation is missing: write one of " + known()};
  if (open == std::string::npos || text.back() != ')') {
    throw Bad{
        fmt::format("'{}' is not an operation with its brackets: write one of {}", text, known())};
  }
  auto const found = forms().find(trimmed(std::string_view{text}.substr(0, open)));
  if (found == forms().end()) {
    throw Bad{fmt::format("there is no operation '{}': write one of {}", text, known())};
  }
  auto const inner = trimmed(std::string_view{text}.substr(open + 1, text.size() - open - 2));
  auto const words = inner.empty() ? Words{} : split(inner, ",");
  auto const& form = found->second;
  if (words.size() < form.least || words.size() > form.most) {
    throw Bad{fmt::format("'{}' has another form: {}", text, form.usage)};
  }
  try {
    return form.make(words);
  } catch (Bad const& bad) {
    throw Bad{fmt::format("in '{}': {}", text, bad.message)};
  }
}

std::vector<Action> actions(std::string_view text) {
  std::vector<Action> all;
  for (auto const& part : split(text, ";")) all.push_back(action(part));
  return all;
}

void note_users(Action const& of, std::set<UserId>& users) {
  auto const pair = [&](UserId a, UserId b) { users.insert({a, b}); };
  std::visit(trace::overloaded{
                 [&](model::Follow const& op) { pair(op.follower, op.followee); },
                 [&](model::Unfollow const& op) { pair(op.follower, op.followee); },
                 [&](model::Decide const& op) { pair(op.decider, op.requester); },
                 [&](model::Block const& op) { pair(op.blocker, op.blocked); },
                 [&](model::Unblock const& op) { pair(op.blocker, op.blocked); },
                 [&](model::MakePost const& op) { users.insert(op.author); },
                 [&](model::CanRead const& op) { users.insert(op.viewer); },
                 [](trace::Deliver const&) {},
                 [](trace::Rebuild const&) {},
                 [](trace::Certify const&) {},
             },
             of);
}

/// Nothing in it: any operation. Filled in once it is known who is there.
protocol::Choice choice(std::string const& text) {
  protocol::Choice alternatives;
  if (text == "any") return alternatives;
  for (auto const& part : split(text, " or ")) alternatives.push_back(action(part));
  return alternatives;
}

std::vector<protocol::Choice> choices(std::string_view text) {
  std::vector<protocol::Choice> all;
  for (auto const& part : split(text, ";")) all.push_back(choice(part));
  return all;
}

std::vector<trace::Account> accounts_of(protocol::Choices const& program, Text const& text) {
  std::set<UserId> users;
  std::set<UserId> hidden;
  for (auto const& name : text.private_users) hidden.insert(user(trimmed(name)));
  for (auto const& one : program.given) note_users(one, users);
  for (auto const& session : program.sessions) {
    for (auto const& alternatives : session) {
      for (auto const& one : alternatives) note_users(one, users);
    }
  }
  users.insert(hidden.begin(), hidden.end());
  for (int id = 1; id <= text.users; ++id) users.insert(UserId{id});
  std::vector<trace::Account> accounts;
  for (auto const& id : users) accounts.push_back({id, hidden.contains(id)});
  return accounts;
}

protocol::Choice any_operation(std::vector<trace::Account> const& accounts) {
  if (accounts.size() < 2) throw Bad{"'any' is of two users or more: say --users 2"};
  std::map<UserId, bool> privacy;
  for (auto const& account : accounts) privacy[account.id] = account.is_private;
  protocol::Choice any;
  for (auto const& task : protocol::any_operation(privacy)) {
    any.push_back(protocol::action_of(task));
  }
  return any;
}

protocol::Choices program_of(Text const& text) {
  protocol::Choices program;
  if (!trimmed(text.given).empty()) program.given = actions(text.given);
  for (auto const& part : split(text.sessions, "||")) program.sessions.push_back(choices(part));
  program.accounts = accounts_of(program, text);
  for (auto& session : program.sessions) {
    for (auto& alternatives : session) {
      if (alternatives.empty()) alternatives = any_operation(program.accounts);
    }
  }
  return program;
}

trace::Scenario scenario_of(Text const& text) {
  auto const program = program_of(text);
  trace::Scenario scenario{program.accounts, program.given, {}, {}, {}};
  for (auto const& session : program.sessions) {
    auto& added = scenario.sessions.emplace_back();
    added.name = "c" + std::to_string(scenario.sessions.size());
    for (auto const& alternatives : session) {
      if (alternatives.size() > 1) {
        throw Bad{"'any' and 'or' are for `relcheck machine`: say what each session does"};
      }
      added.actions.push_back(alternatives.front());
    }
  }
  return scenario;
}

template <class T, class Read>
std::variant<T, BadText> read(Text const& text, Read how) {
  try {
    return how(text);
  } catch (Bad const& bad) {
    return BadText{bad.message};
  }
}

}  // namespace

std::variant<trace::Scenario, BadText> read_scenario(Text const& text) {
  return read<trace::Scenario>(text, scenario_of);
}

std::variant<protocol::Choices, BadText> read_choices(Text const& text) {
  return read<protocol::Choices>(text, program_of);
}

}  // namespace properties::explore
