#include "properties/gen/scenario_gen.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

namespace properties::gen {
namespace {

using model::UserId;
using trace::Action;

/// Draws from RapidCheck's generators. element() and weightedElement() do not scale with size,
/// so users collide in small cases too.
int pick(int low, int high) {
  std::vector<int> values;
  for (int value = low; value <= high; ++value) values.push_back(value);
  return *rc::gen::elementOf(values);
}

bool one_in(int n) { return pick(1, n) == 1; }

/// Few more often than many.
int pick_few(int high) { return pick(1, pick(1, high)); }

struct World {
  Mix mix;
  int users{2};
  int posts{0};
  int changes{0};  ///< Actions that may write an event: how many seqs to expect.
};

constexpr UserId kNobody{9};  // No such account, or one that was deleted.

UserId any_user(World const& world) {
  if (one_in(40)) return kNobody;
  return UserId{pick(1, world.users)};
}

UserId other_user(World const& world, UserId than) {
  if (one_in(30)) return than;  // Oneself.
  auto const user = any_user(world);
  if (user != than) return user;
  return UserId{than.value() % world.users + 1};
}

enum class Kind { follow, unfollow, accept, refuse, block, unblock, post, read };

Kind pick_kind(World const& world) {
  if (!world.mix.tokens) {
    return *rc::gen::weightedElement<Kind>({{30, Kind::follow},
                                            {14, Kind::unfollow},
                                            {12, Kind::accept},
                                            {5, Kind::refuse},
                                            {14, Kind::block},
                                            {10, Kind::unblock}});
  }
  return *rc::gen::weightedElement<Kind>({{28, Kind::follow},
                                          {12, Kind::unfollow},
                                          {11, Kind::accept},
                                          {5, Kind::refuse},
                                          {12, Kind::block},
                                          {9, Kind::unblock},
                                          {9, Kind::post},
                                          {14, Kind::read}});
}

model::AccessMode pick_mode() {
  return *rc::gen::element(model::AccessMode::truth, model::AccessMode::projection_only,
                           model::AccessMode::content_token, model::AccessMode::fresh_token);
}

Action make_post(World& world, UserId author) {
  ++world.posts;
  auto const visibility =
      *rc::gen::weightedElement<model::Visibility>({{2, model::Visibility::everyone},
                                                    {6, model::Visibility::followers},
                                                    {1, model::Visibility::self}});
  auto const token = one_in(3) ? model::TokenRead::locking : model::TokenRead::plain;
  return model::MakePost{author, model::PostId{world.posts}, visibility, token};
}

Action client_action(World& world) {
  auto const a = any_user(world);
  auto const b = other_user(world, a);
  ++world.changes;
  switch (pick_kind(world)) {
    case Kind::follow:
      return model::Follow{a, b};
    case Kind::unfollow:
      return model::Unfollow{a, b};
    case Kind::accept:
      return model::Decide{a, b, true};
    case Kind::refuse:
      return model::Decide{a, b, false};
    case Kind::block:
      return model::Block{a, b};
    case Kind::unblock:
      return model::Unblock{a, b};
    case Kind::post:
      return make_post(world, a);
    case Kind::read:
      break;
  }
  auto const post = model::PostId{pick(1, std::max(1, world.posts))};
  return model::CanRead{a, post, pick_mode()};
}

/// A start from which the rest is interesting: someone follows, has asked, or is blocked.
std::vector<Action> given_actions(World& world, std::vector<trace::Account> const& accounts) {
  std::vector<Action> given;
  if (one_in(3)) return given;
  auto const a = UserId{pick(1, world.users)};
  auto const b = UserId{a.value() % world.users + 1};
  given.emplace_back(model::Follow{a, b});
  auto const& followee = accounts[static_cast<std::size_t>(b.value() - 1)];
  if (followee.is_private && !one_in(3)) given.emplace_back(model::Decide{b, a, true});
  if (one_in(5)) given.emplace_back(model::Block{b, a});
  if (world.mix.tokens && one_in(2)) given.push_back(make_post(world, b));
  world.changes += static_cast<int>(given.size());
  return given;
}

/// Every event so far is in the view already, so a token can be satisfied.
void catch_up(World const& world, trace::Scenario& scenario) {
  for (int seq = 1; seq <= world.changes; ++seq) {
    scenario.given.emplace_back(trace::Deliver{model::Seq{seq}});
  }
}

std::vector<trace::Account> make_accounts(World const& world) {
  std::vector<trace::Account> accounts;
  for (int id = 1; id <= world.users; ++id) {
    accounts.push_back(trace::Account{UserId{id}, one_in(2)});
  }
  return accounts;
}

/// Every seq that may come to be, some twice or more, in any order, dealt to the consumers.
void add_consumers(World const& world, trace::Scenario& scenario) {
  auto const events = std::max(1, std::min(12, world.changes * 2 / 3 + 1));
  std::vector<int> plan;
  for (int seq = 1; seq <= events; ++seq) {
    auto const copies = *rc::gen::weightedElement<int>({{1, 0}, {6, 1}, {3, 2}, {1, 3}});
    for (int copy = 0; copy < copies; ++copy) plan.push_back(seq);
  }
  bool const shuffled = !one_in(3);
  if (shuffled) {
    for (std::size_t i = plan.size(); i > 1; --i) {
      std::swap(plan[i - 1], plan[static_cast<std::size_t>(pick(0, static_cast<int>(i) - 1))]);
    }
  }
  auto const consumers = pick_few(world.mix.max_consumers);
  for (int c = 1; c <= consumers; ++c) {
    scenario.sessions.push_back(trace::Session{"p" + std::to_string(c), {}});
  }
  auto const first = scenario.sessions.size() - static_cast<std::size_t>(consumers);
  for (auto const seq : plan) {
    auto const at = first + static_cast<std::size_t>(pick(0, consumers - 1));
    scenario.sessions[at].actions.emplace_back(trace::Deliver{model::Seq{seq}});
  }
}

void add_keeper(trace::Scenario& scenario) {
  trace::Session keeper{"k1", {trace::Rebuild{}}};
  if (one_in(2)) keeper.actions.emplace_back(trace::Certify{});
  if (one_in(4)) keeper.actions.emplace_back(trace::Rebuild{});
  scenario.sessions.push_back(std::move(keeper));
}

/// Nobody receives it, neither a session nor whoever caught up before.
void lose_one(World const& world, trace::Scenario& scenario) {
  auto const seq = model::Seq{pick(1, std::max(1, world.changes / 2))};
  scenario.lost.push_back(seq);
  auto const delivers_it = [&](Action const& action) {
    auto const* delivery = std::get_if<trace::Deliver>(&action);
    return delivery != nullptr && delivery->seq == seq;
  };
  std::erase_if(scenario.given, delivers_it);
  for (auto& session : scenario.sessions) std::erase_if(session.actions, delivers_it);
}

/// What a scenario dwells on. A mix of everything seldom brings two consumers to the same row, so
/// most scenarios leave something out (swarm testing: Groce and others, 2012).
enum class Focus { writers, consumers, readers, everything };

Focus pick_focus(Mix const& mix) {
  if (mix.max_consumers == 0) return mix.tokens ? Focus::readers : Focus::writers;
  return *rc::gen::weightedElement<Focus>(
      {{3, Focus::writers}, {3, Focus::consumers}, {2, Focus::readers}, {4, Focus::everything}});
}

void add_clients(World& world, trace::Scenario& scenario, int clients, int actions_each) {
  for (int c = 1; c <= clients; ++c) {
    trace::Session session{"c" + std::to_string(c), {}};
    auto const actions = pick_few(actions_each);
    for (int i = 0; i < actions; ++i) session.actions.push_back(client_action(world));
    scenario.sessions.push_back(std::move(session));
  }
}

/// A log that is there from the start, and nobody but those who read it.
void dwell_on_consumers(World& world, trace::Scenario& scenario) {
  world.mix.tokens = false;
  int const changes = pick(1, 3);
  for (int i = 0; i < changes; ++i) {
    auto const a = UserId{pick(1, world.users)};
    auto const b = UserId{a.value() % world.users + 1};
    scenario.given.emplace_back(model::Follow{a, b});
    if (one_in(2)) scenario.given.emplace_back(model::Unfollow{a, b});
  }
  world.changes = static_cast<int>(scenario.given.size());
  if (one_in(4)) add_clients(world, scenario, 1, 2);
  add_consumers(world, scenario);
  if (one_in(3)) add_keeper(scenario);
}

/// Everything one session does, as one program.
void join_all(trace::Scenario& scenario) {
  if (scenario.sessions.empty()) return;
  trace::Session all{"c1", {}};
  for (auto const& session : scenario.sessions) {
    all.actions.insert(all.actions.end(), session.actions.begin(), session.actions.end());
  }
  scenario.sessions = {std::move(all)};
}

trace::Scenario draw(Mix const& mix) {
  auto const focus = pick_focus(mix);
  World world{mix, one_in(4) ? 3 : 2, 0, 0};
  if (focus == Focus::writers) world.mix.tokens = false;
  trace::Scenario scenario;
  scenario.accounts = make_accounts(world);
  if (focus == Focus::consumers) {
    dwell_on_consumers(world, scenario);
  } else {
    scenario.given = given_actions(world, scenario.accounts);
    if (focus == Focus::readers && mix.max_consumers > 0 && one_in(2)) catch_up(world, scenario);
    bool const small = focus != Focus::everything;
    add_clients(world, scenario, pick(1, std::min(mix.max_sessions, small ? 3 : mix.max_sessions)),
                small ? std::min(3, mix.max_actions) : mix.max_actions);
  }
  if (focus == Focus::everything && mix.max_consumers > 0 && !one_in(4)) {
    add_consumers(world, scenario);
    if (one_in(4)) add_keeper(scenario);
  }
  if (focus != Focus::writers && mix.loss && mix.max_consumers > 0 && one_in(10)) {
    lose_one(world, scenario);
  }
  std::erase_if(scenario.sessions, [](auto const& session) { return session.actions.empty(); });
  if (mix.max_sessions == 1) join_all(scenario);
  if (!one_in(3)) scenario.accounts.push_back({.id = kNobody, .is_deleted = true});
  return scenario;
}

}  // namespace

trace::Scenario generate(std::uint64_t seed, Mix const& mix) {
  // RapidCheck keeps what exec() is in the middle of in a variable of the whole program.
  static std::mutex one_at_a_time;
  std::lock_guard const lock{one_at_a_time};
  auto const scenarios = rc::gen::exec([mix] { return draw(mix); });
  return scenarios(rc::Random{seed}, rc::kNominalSize).value();
}

}  // namespace properties::gen
