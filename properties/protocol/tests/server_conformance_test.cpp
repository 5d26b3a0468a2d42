#include <gtest/gtest.h>

#include <algorithm>

#include "properties/harness/examine.hpp"
#include "properties/protocol/translate.hpp"
#include "properties/protocol/wander.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::protocol {
namespace {

using model::protocol::bit;
using model::protocol::Goal;
using model::protocol::Tables;
using trace::LogEntry;

/// With four, two can be woken into another wait at once, and then the server's order is not that
/// of asking: once in 20,000 schedules (see model/README.md).
constexpr std::size_t kSessions = 3;

/// A step as both tell it.
struct Told {
  int session{0};
  std::string step;
  unsigned enabled{0};
  bool waits{false};
  unsigned blocked_by{0};  ///< The machine names all that are possible, the server some of them.
};

bool agree(Told const& machine, Told const& server) {
  bool const same_step = machine.session == server.session && machine.step == server.step;
  bool const same_choice = machine.enabled == server.enabled && machine.waits == server.waits;
  bool const named =
      !machine.waits || ((server.blocked_by & ~machine.blocked_by) == 0 && server.blocked_by != 0);
  return same_step && same_choice && named;
}

std::string line(Told const& told) {
  return 's' + std::to_string(told.session + 1) + ' ' + told.step + " of " +
         std::to_string(told.enabled) +
         (told.waits ? " waits for " + std::to_string(told.blocked_by) : "") + '\n';
}

/// Empty if both tell the same; else how far they did, and what each tells then.
std::string departure(std::vector<Told> const& machine, std::vector<Told> const& server) {
  std::string told;
  for (std::size_t i = 0; i < std::max(machine.size(), server.size()); ++i) {
    if (i < machine.size() && i < server.size() && agree(machine[i], server[i])) {
      told += line(machine[i]);
      continue;
    }
    return told + "machine: " + (i < machine.size() ? line(machine[i]) : "the end\n") +
           "server: " + (i < server.size() ? line(server[i]) : "the end\n");
  }
  return "";
}

unsigned bits_of(std::vector<int> const& sessions) {
  unsigned bits = 0;
  for (int const session : sessions) bits |= 1U << session;
  return bits;
}

std::vector<Told> told_by(std::vector<Move> const& moves) {
  std::vector<Told> all;
  for (auto const& move : moves) {
    all.push_back({move.action.session, std::string{name_of(move.step)}, move.enabled, move.waits,
                   move.waits_for});
  }
  return all;
}

std::vector<Told> told_by(trace::Run const& run) {
  std::vector<Told> all;
  for (auto const& entry : run.log) {
    if (entry.at.session < 0 || entry.kind != LogEntry::Kind::step) continue;
    all.push_back({entry.at.session, std::string{trace::name_of(entry.at.step)},
                   bits_of(entry.enabled), entry.ending == trace::Ending::blocked,
                   bits_of(entry.blocked_by)});
  }
  return all;
}

/// The answers of writes and deliveries, by session, as bits of Goal.
std::vector<std::vector<std::uint32_t>> answers_of(std::vector<Move> const& moves) {
  constexpr auto kAnswers = bit(Goal::changed) | bit(Goal::noop) | bit(Goal::rejected) |
                            bit(Goal::applied) | bit(Goal::stale) | bit(Goal::dup);
  std::vector<std::vector<std::uint32_t>> answers(model::protocol::kMaxSessions);
  for (auto const& move : moves) {
    if ((move.reached & kAnswers) == 0) continue;
    answers[move.action.session].push_back(move.reached & kAnswers);
  }
  return answers;
}

std::uint32_t goal_of(trace::Answer const& answer) {
  if (auto const* write = std::get_if<trace::WriteAnswer>(&answer)) {
    return bit(Goal::changed) << static_cast<int>(write->verdict);
  }
  if (auto const* apply = std::get_if<trace::ApplyAnswer>(&answer)) {
    return bit(Goal::applied) << static_cast<int>(apply->verdict);
  }
  return 0;
}

std::vector<std::vector<std::uint32_t>> answers_of(trace::Run const& run) {
  std::vector<std::vector<std::uint32_t>> answers(model::protocol::kMaxSessions);
  for (auto const& record : run.actions) {
    auto const* returned = std::get_if<trace::Returned>(&record.completion);
    bool const is_post = std::holds_alternative<model::MakePost>(record.action);
    if (record.session < 0 || returned == nullptr || is_post) continue;
    auto const goal = goal_of(returned->answer);
    if (goal != 0) answers[static_cast<std::size_t>(record.session)].push_back(goal);
  }
  return answers;
}

/// Relations, blocks, the log's end and the post's token.
Tables truth_of(trace::Quiet const& quiet) {
  Tables tables;
  for (auto const& pair : quiet.pairs) {
    tables.relation[pair.pair] = pair.seen.row;
    if (pair.seen.blocked) tables.blocks.insert({pair.pair.followee, pair.pair.follower});
  }
  tables.last = quiet.last;
  for (auto const& post : quiet.posts) tables.token = post.acl_token;
  return tables;
}

/// The same of the machine; a pair with a block has a row on both sides.
Tables truth_of(Tables const& all) {
  Tables tables{all.relation, all.blocks, all.last, all.token, {}, {}, {}, {}};
  return tables;
}

class Conformance : public tests::WithServer {
 protected:
  /// Runs random scenarios under random schedules on both.
  static void expect_no_departure(std::uint64_t first, std::uint64_t count) {
    auto const sound = worker();
    for (auto seed = first; seed < first + count; ++seed) {
      auto const scenario = random_scenario(seed, kSessions);
      model::protocol::Machine const machine{scenario};
      auto const walk = wander(machine, seed);
      bool const skips = std::any_of(walk.moves.begin(), walk.moves.end(), [](Move const& move) {
        return move.action.kind != model::protocol::Action::Kind::step;
      });
      if (skips) continue;
      auto const examined = harness::replay(*sound, translate(scenario, walk.moves));
      auto const& run = examined.result.run;
      ASSERT_EQ(departure(told_by(walk.moves), told_by(run)), "") << "seed " << seed;
      ASSERT_EQ(answers_of(run), answers_of(walk.moves)) << "seed " << seed;
      ASSERT_EQ(truth_of(run.quiet), truth_of(walk.tables)) << "seed " << seed;
    }
  }
};

TEST_F(Conformance, of_machine_and_server_in_every_step_answer_and_row) {
  expect_no_departure(0, 500);
}

TEST_F(Conformance, of_machine_and_server_for_many_schedules_Slow) {
  expect_no_departure(1'000'000, 20'000);
}

}  // namespace
}  // namespace properties::protocol
