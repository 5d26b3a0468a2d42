#include "model/protocol/limits.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "model/protocol/cells.hpp"
#include "model/protocol/programs.hpp"
#include "model/protocol/values.hpp"

namespace model::protocol {
namespace {

constexpr std::size_t kMostTasks = 7;
constexpr std::size_t kMostLines = 255;
constexpr std::size_t kMostReaders = 3;
constexpr int kMostMishaps = 3;
constexpr int kMostUnreadEvents = 31;
constexpr int kMostOfOne = 2;  ///< Events by one operation.

template <class Holds>
bool all_tasks(Scenario const& scenario, Holds holds) {
  auto const tasks = tasks_of(scenario);
  return std::all_of(tasks.begin(), tasks.end(), holds);
}

bool some_sessions(Scenario const& scenario) {
  return !scenario.sessions.empty() && scenario.sessions.size() <= kMaxSessions;
}

bool few_tasks(Scenario const& scenario) {
  return scenario.given.size() <= kMostTasks &&
         std::all_of(scenario.sessions.begin(), scenario.sessions.end(), [](auto const& slots) {
           return slots.size() <= kMostTasks &&
                  std::none_of(slots.begin(), slots.end(),
                               [](Slot const& slot) { return slot.empty(); });
         });
}

bool few_mishaps(Scenario const& scenario) {
  return scenario.aborts >= 0 && scenario.aborts <= kMostMishaps;
}

bool users_have_accounts(Scenario const& scenario) {
  auto const known = [&](UserId user) { return scenario.accounts.contains(user); };
  return all_tasks(scenario, [&](Task const& task) {
    if (auto const* post = std::get_if<MakePost>(&task)) return known(post->author);
    if (auto const* check = std::get_if<CanRead>(&task)) return known(check->viewer);
    auto const pair = asked_pair(task);
    return pair == Pair{} || (known(pair.follower) && known(pair.followee));
  });
}

bool never_oneself(Scenario const& scenario) {
  return all_tasks(scenario, [](Task const& task) {
    auto const pair = asked_pair(task);
    return pair == Pair{} || std::holds_alternative<CanRead>(task) ||
           pair.follower != pair.followee;
  });
}

bool one_post_for_followers(Scenario const& scenario) {
  auto const posts = of_kind<MakePost>(scenario);
  return posts.empty() || (posts.size() == 1 && posts[0].visibility == Visibility::followers);
}

bool checks_of_the_post_by_others(Scenario const& scenario) {
  auto const posts = of_kind<MakePost>(scenario);
  auto const checks = of_kind<CanRead>(scenario);
  return std::all_of(checks.begin(), checks.end(), [&](CanRead const& check) {
    return !posts.empty() && check.post == posts[0].post && check.viewer != posts[0].author;
  });
}

bool few_readers(Scenario const& scenario) {
  std::set<UserId> readers;
  for (auto const& check : of_kind<CanRead>(scenario)) readers.insert(check.viewer);
  return readers.size() <= kMostReaders;
}

bool deliveries_of_what_may_be(Scenario const& scenario) {
  auto const deliveries = of_kind<Deliver>(scenario);
  auto const last = std::min(most_events(scenario), kMaxEvents);
  return std::all_of(deliveries.begin(), deliveries.end(),
                     [&](Deliver const& one) { return one.seq >= 1 && one.seq <= last; });
}

bool few_changes(Scenario const& scenario) {
  auto const writes = [](Task const& task) { return writes_relations(kind_of(task)); };
  auto changes = std::count_if(scenario.given.begin(), scenario.given.end(), writes);
  for (auto const& session : scenario.sessions) {
    changes += std::count_if(session.begin(), session.end(), [&](Slot const& slot) {
      return std::any_of(slot.begin(), slot.end(), writes);
    });
  }
  return changes <= values::kMaxVersion;
}

/// A transaction that is rolled back may have used seqs up, if the services are wrong.
bool few_events(Scenario const& scenario) {
  bool const consumed = !of_kind<Deliver>(scenario).empty();
  auto const most = most_events(scenario) + kMostOfOne * scenario.aborts;
  return most <= (consumed ? kMaxEvents : kMostUnreadEvents);
}

bool few_rows(Scenario const& scenario) {
  auto const posts = of_kind<MakePost>(scenario);
  std::set<Pair> pairs;
  std::set<UserId> users;
  for (auto const& task : tasks_of(scenario)) {
    auto const pair = asked_pair(task, posts.empty() ? UserId{} : posts[0].author);
    if (pair == Pair{}) continue;
    pairs.insert(std::min(pair, reversed(pair)));
    users.insert({pair.follower, pair.followee});
  }
  auto rows = 6 * pairs.size() + 1 + posts.size();
  bool const consumed = !of_kind<Deliver>(scenario).empty();
  if (consumed || !of_kind<CanRead>(scenario).empty()) rows += 2 * pairs.size() + users.size() + 1;
  if (consumed) rows += kMaxEvents;
  return rows <= kMaxCells;
}

struct Rule {
  bool (*holds)(Scenario const&);
  char const* text;
};

constexpr std::array<Rule, 12> kRules{{
    {some_sessions, "there are one to four sessions"},
    {few_tasks, "a session has at most seven operations, and so has what is given"},
    {few_mishaps, "at most three transactions are rolled back by a mishap"},
    {users_have_accounts, "everyone has an account"},
    {never_oneself, "nobody follows or blocks themselves"},
    {one_post_for_followers, "there is at most one post, made in one place, for followers"},
    {checks_of_the_post_by_others, "what is checked is that post, by others than its author"},
    {few_readers, "a post has at most three readers"},
    {deliveries_of_what_may_be,
     "a delivery is of an event that may come to be, and of the first seven"},
    {few_changes, "there are at most 15 operations that may change a relation"},
    {few_events,
     "at most 31 events may come to be, and seven where somebody receives them (a block may make "
     "two)"},
    {few_rows, "there are at most 40 rows: six for each two users"},
}};

std::size_t lines_of(std::vector<Slot> const& slots, Variant const& variant) {
  std::set<Task> tasks;
  for (auto const& slot : slots) tasks.insert(slot.begin(), slot.end());
  return std::accumulate(tasks.begin(), tasks.end(), std::size_t{0},
                         [&](std::size_t sum, Task const& task) {
                           auto program = program_of(task);
                           if (variant.rewrite != nullptr) variant.rewrite(task, program);
                           return sum + program.size() + 1;
                         });
}

}  // namespace

char const* broken_limit(Scenario const& scenario, Variant const& variant) {
  auto const broken = std::find_if(kRules.begin(), kRules.end(),
                                   [&](Rule const& rule) { return !rule.holds(scenario); });
  if (broken != kRules.end()) return broken->text;
  bool const fits =
      lines_of(in_order(scenario.given), variant) <= kMostLines &&
      std::all_of(scenario.sessions.begin(), scenario.sessions.end(),
                  [&](auto const& slots) { return lines_of(slots, variant) <= kMostLines; });
  return fits ? nullptr : "what a session may choose from has at most 255 statements in all";
}

}  // namespace model::protocol
