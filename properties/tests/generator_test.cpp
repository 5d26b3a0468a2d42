#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "properties/gen/scenario_gen.hpp"
#include "properties/schedule/rng.hpp"
#include "properties/trace/validate.hpp"

namespace properties::gen {
namespace {

using trace::Action;
using trace::Scenario;

constexpr std::uint64_t kDraws = 2'000;

std::uint64_t seed_of(std::uint64_t draw) { return schedule::derive_seed(9, 1, draw); }

template <class Visit>
void for_draws(Mix const& mix, Visit const& visit) {
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) visit(generate(seed_of(draw), mix));
}

template <class Kind>
int count(Scenario const& scenario) {
  auto const in = [](std::vector<Action> const& actions) {
    return static_cast<int>(std::count_if(actions.begin(), actions.end(), [](Action const& action) {
      return std::holds_alternative<Kind>(action);
    }));
  };
  int total = in(scenario.given);
  for (auto const& session : scenario.sessions) total += in(session.actions);
  return total;
}

int clients(Scenario const& scenario) {
  return static_cast<int>(
      std::count_if(scenario.sessions.begin(), scenario.sessions.end(),
                    [](trace::Session const& session) { return session.name.starts_with("c"); }));
}

std::size_t living(Scenario const& scenario) {
  return static_cast<std::size_t>(
      std::count_if(scenario.accounts.begin(), scenario.accounts.end(),
                    [](trace::Account const& account) { return !account.is_deleted; }));
}

TEST(Generator, makes_no_malformed_scenario) {
  for_draws({}, [](Scenario const& scenario) {
    auto const flaw = trace::find_flaw(scenario);
    ASSERT_FALSE(flaw.has_value()) << flaw->place << ": " << flaw->what;
    ASSERT_TRUE(scenario.schedule.switches.empty());
    for (auto const& session : scenario.sessions) ASSERT_FALSE(session.actions.empty());
  });
}

TEST(Generator, may_be_asked_from_many_threads_at_once) {
  std::vector<std::vector<trace::Scenario>> made(4);
  std::vector<std::thread> threads;
  for (auto& mine : made) {
    threads.emplace_back([&mine] {
      for (std::uint64_t seed = 0; seed < 200; ++seed) mine.push_back(generate(seed, {}));
    });
  }
  for (auto& thread : threads) thread.join();
  for (auto const& mine : made) EXPECT_EQ(mine, made.front());
}

TEST(Generator, is_a_function_of_its_seed) {
  std::set<Scenario> seen;
  for (std::uint64_t draw = 0; draw < 500; ++draw) {
    auto const once = generate(seed_of(draw), {});
    ASSERT_EQ(once, generate(seed_of(draw), {}));
    seen.insert(once);
  }
  EXPECT_GT(seen.size(), 490U);
}

TEST(Generator, keeps_to_its_mix) {
  Mix const mix{
      .max_sessions = 2, .max_actions = 3, .max_consumers = 0, .loss = false, .tokens = false};
  for_draws(mix, [](Scenario const& scenario) {
    ASSERT_LE(scenario.sessions.size(), 2U);
    for (auto const& session : scenario.sessions) ASSERT_LE(session.actions.size(), 3U);
    ASSERT_EQ(count<trace::Deliver>(scenario) + count<trace::Rebuild>(scenario) +
                  count<trace::Certify>(scenario),
              0);
    ASSERT_EQ(count<model::MakePost>(scenario) + count<model::CanRead>(scenario), 0);
    ASSERT_TRUE(scenario.lost.empty());
  });
}

TEST(Generator, makes_up_to_four_clients_of_up_to_eight_operations) {
  std::map<int, int> sizes;
  std::size_t longest = 0;
  for_draws({}, [&](Scenario const& scenario) {
    ++sizes[clients(scenario)];
    for (auto const& session : scenario.sessions) {
      if (session.name.starts_with("c")) longest = std::max(longest, session.actions.size());
    }
  });
  EXPECT_EQ(sizes.rbegin()->first, 4);
  for (int number = 1; number <= 4; ++number) EXPECT_GT(sizes[number], 100) << number;
  EXPECT_EQ(longest, 8U);
}

TEST(Generator, lets_users_collide) {
  std::map<std::size_t, int> users;
  int with_private = 0;
  for_draws({}, [&](Scenario const& scenario) {
    ++users[living(scenario)];
    with_private += std::any_of(scenario.accounts.begin(), scenario.accounts.end(),
                                [](trace::Account const& account) { return account.is_private; })
                        ? 1
                        : 0;
  });
  EXPECT_EQ(users.begin()->first, 2U);
  EXPECT_LE(users.rbegin()->first, 3U);
  EXPECT_GT(with_private, 1'000);
  EXPECT_LT(with_private, 1'900);
}

TEST(Generator, has_deleted_accounts) {
  int deleted = 0;
  for_draws({}, [&](Scenario const& scenario) {
    if (living(scenario) < scenario.accounts.size()) ++deleted;
  });
  EXPECT_GT(deleted, 1'150);
  EXPECT_LT(deleted, 1'500);
}

TEST(Generator, delivers_twice_and_out_of_order) {
  int consumers = 0;
  int twice = 0;
  int out_of_order = 0;
  for_draws({}, [&](Scenario const& scenario) {
    std::map<model::Seq, int> times;
    bool descends = false;
    for (auto const& session : scenario.sessions) {
      model::Seq last{0};
      for (auto const& action : session.actions) {
        auto const* delivery = std::get_if<trace::Deliver>(&action);
        if (delivery == nullptr) continue;
        ++times[delivery->seq];
        descends = descends || delivery->seq < last;
        last = delivery->seq;
      }
    }
    consumers += times.empty() ? 0 : 1;
    out_of_order += descends ? 1 : 0;
    twice += std::any_of(times.begin(), times.end(), [](auto const& one) { return one.second > 1; })
                 ? 1
                 : 0;
  });
  EXPECT_GT(consumers, 600);
  EXPECT_GT(twice, 300);
  EXPECT_GT(out_of_order, 200);
}

TEST(Generator, never_delivers_what_is_lost) {
  int with_loss = 0;
  for_draws({}, [&](Scenario const& scenario) {
    with_loss += scenario.lost.empty() ? 0 : 1;
    for (auto const& session : scenario.sessions) {
      for (auto const& action : session.actions) {
        auto const* delivery = std::get_if<trace::Deliver>(&action);
        if (delivery == nullptr) continue;
        ASSERT_EQ(std::count(scenario.lost.begin(), scenario.lost.end(), delivery->seq), 0);
      }
    }
  });
  EXPECT_GT(with_loss, 40);
}

}  // namespace
}  // namespace properties::gen
