#include "properties/shrink/edits.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "properties/trace/overloaded.hpp"

namespace properties::shrink {
namespace {

using trace::Action;
using trace::Scenario;
using trace::Switch;
using Candidates = std::vector<Scenario>;

/// Names that are in order again: clients c1, c2, …; consumers p1, …; keepers k1, ….
void rename_sessions(Scenario& scenario) {
  std::map<char, int> numbers;
  for (auto& session : scenario.sessions) {
    char const kind = session.name.empty() ? 'c' : session.name.front();
    session.name = kind + std::to_string(++numbers[kind]);
  }
}

void drop_session(Scenario& scenario, int session) {
  scenario.sessions.erase(scenario.sessions.begin() + session);
  std::erase_if(scenario.schedule.switches, [&](Switch const& change) {
    return change.at.session == session || change.to == session;
  });
  for (auto& change : scenario.schedule.switches) {
    if (change.at.session > session) --change.at.session;
    if (change.to > session) --change.to;
  }
  rename_sessions(scenario);
}

void drop_actions(Scenario& scenario, int session, int first, int count) {
  auto& actions = scenario.sessions[static_cast<std::size_t>(session)].actions;
  actions.erase(actions.begin() + first, actions.begin() + first + count);
  std::erase_if(scenario.schedule.switches, [&](Switch const& change) {
    return change.at.session == session && change.at.action >= first &&
           change.at.action < first + count;
  });
  for (auto& change : scenario.schedule.switches) {
    if (change.at.session == session && change.at.action >= first) change.at.action -= count;
  }
  if (actions.empty()) drop_session(scenario, session);
}

Candidates drop_sessions(Scenario const& scenario) {
  Candidates candidates;
  for (int s = static_cast<int>(scenario.sessions.size()) - 1; s >= 0; --s) {
    candidates.push_back(scenario);
    drop_session(candidates.back(), s);
  }
  return candidates;
}

/// Runs of actions, halves first, single ones last.
Candidates drop_runs_of_actions(Scenario const& scenario) {
  Candidates candidates;
  int longest = 0;
  for (auto const& session : scenario.sessions) {
    longest = std::max(longest, static_cast<int>(session.actions.size()));
  }
  for (int length = std::max(1, longest / 2); length >= 1; length /= 2) {
    for (int s = static_cast<int>(scenario.sessions.size()) - 1; s >= 0; --s) {
      auto const size =
          static_cast<int>(scenario.sessions[static_cast<std::size_t>(s)].actions.size());
      for (int first = size - length; first >= 0; first -= length) {
        candidates.push_back(scenario);
        drop_actions(candidates.back(), s, first, length);
      }
    }
  }
  return candidates;
}

Candidates drop_given(Scenario const& scenario) {
  Candidates candidates;
  if (scenario.given.size() > 1) {
    candidates.push_back(scenario);
    candidates.back().given.clear();
  }
  for (std::size_t i = scenario.given.size(); i > 0; --i) {
    candidates.push_back(scenario);
    auto& given = candidates.back().given;
    given.erase(given.begin() + static_cast<std::ptrdiff_t>(i - 1));
  }
  return candidates;
}

Candidates drop_losses(Scenario const& scenario) {
  Candidates candidates;
  for (std::size_t i = 0; i < scenario.lost.size(); ++i) {
    candidates.push_back(scenario);
    auto& lost = candidates.back().lost;
    lost.erase(lost.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return candidates;
}

/// The second session's program goes behind the first one's.
Candidates join_sessions(Scenario const& scenario) {
  Candidates candidates;
  auto const count = static_cast<int>(scenario.sessions.size());
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) {
      if (a == b) continue;
      candidates.push_back(scenario);
      auto& joined = candidates.back();
      auto const tail = joined.sessions[static_cast<std::size_t>(b)].actions;
      auto& head = joined.sessions[static_cast<std::size_t>(a)].actions;
      head.insert(head.end(), tail.begin(), tail.end());
      drop_session(joined, b);
    }
  }
  return candidates;
}

/// A session without deliveries goes before the others, or is what is given already.
Candidates give_sessions(Scenario const& scenario) {
  Candidates candidates;
  for (int s = 0; s < static_cast<int>(scenario.sessions.size()); ++s) {
    auto const& actions = scenario.sessions[static_cast<std::size_t>(s)].actions;
    bool const delivers = std::any_of(actions.begin(), actions.end(), [](Action const& action) {
      return std::holds_alternative<trace::Deliver>(action);
    });
    if (delivers) continue;
    candidates.push_back(scenario);
    auto& given = candidates.back().given;
    given.insert(given.end(), actions.begin(), actions.end());
    drop_session(candidates.back(), s);
  }
  return candidates;
}

/// Two events less to wait for: every delivery of a later event is of an earlier one.
Candidates lower_deliveries(Scenario const& scenario) {
  Candidates candidates;
  std::set<model::Seq> seqs;
  for (auto const& session : scenario.sessions) {
    for (auto const& action : session.actions) {
      if (auto const* delivery = std::get_if<trace::Deliver>(&action)) seqs.insert(delivery->seq);
    }
  }
  for (auto const seq : seqs) {
    if (seq.value() <= 1) continue;
    candidates.push_back(scenario);
    for (auto& session : candidates.back().sessions) {
      for (auto& action : session.actions) {
        auto* delivery = std::get_if<trace::Deliver>(&action);
        if (delivery != nullptr && delivery->seq >= seq) {
          delivery->seq = model::Seq{delivery->seq.value() - 1};
        }
      }
    }
  }
  for (std::size_t i = 0; i < scenario.lost.size(); ++i) {
    if (scenario.lost[i].value() <= 1) continue;
    candidates.push_back(scenario);
    auto& lost = candidates.back().lost[i];
    lost = model::Seq{lost.value() - 1};
  }
  return candidates;
}

/// As if the event had never been: its deliveries are gone, and later events move up.
void forget_event(Scenario& scenario, model::Seq seq) {
  for (int s = static_cast<int>(scenario.sessions.size()) - 1; s >= 0; --s) {
    auto const index = static_cast<std::size_t>(s);
    for (int i = static_cast<int>(scenario.sessions[index].actions.size()) - 1; i >= 0; --i) {
      auto* delivery = std::get_if<trace::Deliver>(
          &scenario.sessions[index].actions[static_cast<std::size_t>(i)]);
      if (delivery == nullptr || delivery->seq < seq) continue;
      if (delivery->seq > seq) {
        delivery->seq = model::Seq{delivery->seq.value() - 1};
      } else {
        drop_actions(scenario, s, i, 1);
      }
    }
  }
}

/// An action and the event that it may have written, at one stroke: dropping either alone would
/// leave the deliveries pointing at other events.
Candidates drop_events(Scenario const& scenario) {
  Candidates candidates;
  std::set<model::Seq> seqs;
  for (auto const& session : scenario.sessions) {
    for (auto const& action : session.actions) {
      if (auto const* delivery = std::get_if<trace::Deliver>(&action)) seqs.insert(delivery->seq);
    }
  }
  if (seqs.empty()) return candidates;
  auto without = drop_given(scenario);
  for (auto& candidate : drop_runs_of_actions(scenario)) without.push_back(std::move(candidate));
  for (auto const& smaller : without) {
    for (std::int64_t seq = 1; seq <= seqs.rbegin()->value(); ++seq) {
      candidates.push_back(smaller);
      forget_event(candidates.back(), model::Seq{seq});
    }
  }
  return candidates;
}

/// Applies `change` to every user in the scenario.
template <class Change>
void for_users(Action& action, Change const& change) {
  std::visit(trace::overloaded{
                 [&](model::Follow& op) { change(op.follower), change(op.followee); },
                 [&](model::Unfollow& op) { change(op.follower), change(op.followee); },
                 [&](model::Decide& op) { change(op.decider), change(op.requester); },
                 [&](model::Block& op) { change(op.blocker), change(op.blocked); },
                 [&](model::Unblock& op) { change(op.blocker), change(op.blocked); },
                 [&](model::MakePost& op) { change(op.author); },
                 [&](model::CanRead& op) { change(op.viewer); },
                 [](trace::Deliver&) {},
                 [](trace::Rebuild&) {},
                 [](trace::Certify&) {},
             },
             action);
}

template <class Change>
void for_actions(Scenario& scenario, Change const& change) {
  for (auto& action : scenario.given) change(action);
  for (auto& session : scenario.sessions) {
    for (auto& action : session.actions) change(action);
  }
}

std::set<model::UserId> users_of(Scenario scenario) {
  std::set<model::UserId> users;
  for_actions(scenario, [&](Action& action) {
    for_users(action, [&](model::UserId& user) { users.insert(user); });
  });
  return users;
}

Candidates drop_accounts(Scenario const& scenario) {
  auto const used = users_of(scenario);
  auto candidate = scenario;
  std::erase_if(candidate.accounts,
                [&](trace::Account const& account) { return !used.contains(account.id); });
  return candidate.accounts.size() < scenario.accounts.size() ? Candidates{candidate}
                                                              : Candidates{};
}

Candidates rename_users(Scenario const& scenario) {
  Candidates candidates;
  auto const swap_users = [&](model::UserId a, model::UserId b) {
    auto candidate = scenario;
    auto const renamed = [&](model::UserId user) {
      if (user == a) return b;
      return user == b ? a : user;
    };
    for_actions(candidate, [&](Action& action) {
      for_users(action, [&](model::UserId& user) { user = renamed(user); });
    });
    for (auto& account : candidate.accounts) account.id = renamed(account.id);
    std::sort(candidate.accounts.begin(), candidate.accounts.end());
    candidates.push_back(std::move(candidate));
  };
  auto const used = users_of(scenario);
  for (auto const user : used) {
    for (std::int64_t other = 1; other < user.value(); ++other) {
      swap_users(user, model::UserId{other});
    }
  }
  return candidates;
}

template <bool trace::Account::*kMark>
Candidates unmark_accounts(Scenario const& scenario) {
  Candidates candidates;
  for (std::size_t i = 0; i < scenario.accounts.size(); ++i) {
    if (!(scenario.accounts[i].*kMark)) continue;
    candidates.push_back(scenario);
    candidates.back().accounts[i].*kMark = false;
  }
  return candidates;
}

/// The plainer variants of one action's own values.
std::vector<Action> plainer(Action const& action) {
  std::vector<Action> variants;
  if (auto const* post = std::get_if<model::MakePost>(&action)) {
    for (auto const visibility : {model::Visibility::everyone, model::Visibility::followers}) {
      if (visibility >= post->visibility) continue;
      auto plain = *post;
      plain.visibility = visibility;
      variants.emplace_back(plain);
    }
    if (post->token != model::TokenRead::plain) {
      auto plain = *post;
      plain.token = model::TokenRead::plain;
      variants.emplace_back(plain);
    }
  } else if (auto const* read = std::get_if<model::CanRead>(&action)) {
    for (int mode = 0; mode < static_cast<int>(read->mode); ++mode) {
      auto plain = *read;
      plain.mode = static_cast<model::AccessMode>(mode);
      variants.emplace_back(plain);
    }
  } else if (auto const* decide = std::get_if<model::Decide>(&action)) {
    if (!decide->accept) variants.emplace_back(model::Decide{decide->decider, decide->requester});
  }
  return variants;
}

Candidates plain_values(Scenario const& scenario) {
  Candidates candidates;
  for (std::size_t i = 0; i < scenario.given.size(); ++i) {
    for (auto const& variant : plainer(scenario.given[i])) {
      candidates.push_back(scenario);
      candidates.back().given[i] = variant;
    }
  }
  for (std::size_t s = 0; s < scenario.sessions.size(); ++s) {
    for (std::size_t i = 0; i < scenario.sessions[s].actions.size(); ++i) {
      for (auto const& variant : plainer(scenario.sessions[s].actions[i])) {
        candidates.push_back(scenario);
        candidates.back().sessions[s].actions[i] = variant;
      }
    }
  }
  return candidates;
}

Candidates renumber_posts(Scenario const& scenario) {
  std::map<model::PostId, model::PostId> numbers;
  auto candidate = scenario;
  auto const renumbered = [&](model::PostId post) {
    return numbers.emplace(post, model::PostId{static_cast<std::int64_t>(numbers.size()) + 1})
        .first->second;
  };
  for_actions(candidate, [&](Action& action) {
    if (auto* post = std::get_if<model::MakePost>(&action)) post->post = renumbered(post->post);
    if (auto* read = std::get_if<model::CanRead>(&action)) read->post = renumbered(read->post);
  });
  return {candidate};
}

}  // namespace

std::vector<Pass> const& program_passes() {
  static std::vector<Pass> const passes{
      {"drop-session", drop_sessions},
      {"drop-actions", drop_runs_of_actions},
      {"drop-given", drop_given},
      {"drop-loss", drop_losses},
      {"drop-events", drop_events},
      {"join-sessions", join_sessions},
      {"give-session", give_sessions},
      {"lower-deliveries", lower_deliveries},
      {"drop-accounts", drop_accounts},
      {"make-public", unmark_accounts<&trace::Account::is_private>},
      {"make-undeleted", unmark_accounts<&trace::Account::is_deleted>},
      {"plain-values", plain_values},
      {"rename-users", rename_users},
      {"renumber-posts", renumber_posts},
  };
  return passes;
}

}  // namespace properties::shrink
