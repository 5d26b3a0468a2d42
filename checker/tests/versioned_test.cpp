#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "checker/formats/read.hpp"
#include "checker/linearizability.hpp"
#include "checker/parallel.hpp"
#include "checker/tests/brute_force.hpp"
#include "checker/tests/versioned_events.hpp"
#include "checker/tests/versioned_histories.hpp"
#include "checker/tests/versioned_spec.hpp"
#include "checker/versioned/check.hpp"
#include "checker/versioned/evidence.hpp"
#include "checker/versioned/stream.hpp"

namespace checker::tests {
namespace {

using versioned::Kind;
using versioned::Status;

/// How many operations a history has, both ends included.
struct Sizes {
  std::int64_t smallest = 2;
  std::int64_t largest = 7;
};

/// A few operations of one key on a service without faults, mostly with some ticks made equal.
versioned::History small_history(Dice& dice, Sizes sizes) {
  auto const operations = sizes.smallest + dice.below(sizes.largest - sizes.smallest + 1);
  auto history =
      versioned_history({.operations = static_cast<std::size_t>(operations),
                         .clients = static_cast<std::uint32_t>(2 + dice.below(4)),
                         .keys = 1,
                         .unknown_per_10000 = dice.below(3) * (sizes.largest > 7 ? 300 : 2'000)},
                        dice.next());
  auto const scale = 1 + dice.below(60);
  for (auto& operation : history.operations) {
    operation.call /= scale;
    if (operation.returned()) operation.ret /= scale;
  }
  return history;
}

void give_values(versioned::History& history, Dice& dice) {
  history.initial_value = 0;
  std::map<std::uint32_t, std::int64_t> by_version{{0, 0}};
  for (auto const& operation : history.operations) {
    if (operation.returned()) by_version.try_emplace(operation.version, dice.below(3));
  }
  for (auto const& op : history.operations) {
    bool const told = op.status == Status::ok;
    auto const value = told ? by_version.at(op.version) : dice.below(3);
    bool const none =
        op.status == Status::refused || (op.kind == Kind::read && op.status == Status::unknown);
    history.values.push_back(none ? versioned::kNoValue : value);
  }
}

void perturb(versioned::History& history, Dice& dice) {
  auto const pick = [&] {
    return static_cast<std::size_t>(
        dice.below(static_cast<std::int64_t>(history.operations.size())));
  };
  auto const victim = pick();
  auto& operation = history.operations[victim];
  if (!operation.returned()) return;
  switch (dice.below(4)) {
    case 0:
      ++operation.version;
      break;
    case 1:
      if (operation.version > 0) --operation.version;
      break;
    case 2:
      if (auto& other = history.operations[pick()]; other.returned()) {
        std::swap(other.version, operation.version);
      }
      break;
    default:
      if (history.values.empty() || operation.status == Status::refused) break;
      history.values[victim] = dice.below(3);
  }
}

/// Nothing if the search gives up.
std::optional<bool> search(versioned::History const& history) {
  auto const verdict =
      check_linearizable(VersionedKey{}, for_search(history), Budget{.configurations = 10'000});
  if (std::holds_alternative<Undecided>(verdict)) return std::nullopt;
  return std::holds_alternative<Linearizable>(verdict);
}

bool brute_force_says_legal(versioned::History const& history) {
  VersionedKey const spec;
  auto const operations = for_search(history);
  return BruteForce<VersionedKey>{spec, operations}.legal();
}

/// Nothing, or what is wrong with the evidence.
std::string fault_of_evidence(versioned::History const& history,
                              versioned::Violation const& violation) {
  auto kept = violation.operations;
  std::sort(kept.begin(), kept.end());
  if (search(forget_answers(history, 0, kept).history) == true) return "legal evidence";
  for (std::size_t i = 0; i < kept.size(); ++i) {
    auto fewer = kept;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (search(forget_answers(history, 0, fewer).history) == false) return "needless evidence";
  }
  return {};
}

/// Nothing, or who disagrees with the search about this history.
std::string disagreement(versioned::History const& history, bool legal) {
  auto const violation = find_violation(history);
  if (violation.has_value() == legal) return "the witness check";
  if (violation && history.operations.size() <= 7) {
    auto const fault = fault_of_evidence(history, *violation);
    if (!fault.empty()) return fault;
  }
  if (legal && !explains(find_witness(history), VersionedKey{}, for_search(history))) {
    return "the witness";
  }
  auto const end = first_illegal_event(history);
  if (end.has_value() == legal) return "the stream";
  auto const events = events_of(history);
  for (std::size_t length = 0; length <= events.size(); ++length) {
    bool const illegal_by_now = end && length > *end;
    if (is_legal(prefix_of(history, events, length)) == illegal_by_now) return "a prefix";
  }
  return {};
}

struct Tally {
  std::uint64_t illegal = 0;
  std::uint64_t undecided = 0;
  std::string disagreement;
};

Tally judge(std::uint64_t from, std::uint64_t to, Sizes sizes) {
  Tally tally;
  for (auto seed = from; seed < to && tally.disagreement.empty(); ++seed) {
    Dice dice{seed};
    auto history = small_history(dice, sizes);
    if (seed % 2 == 0) give_values(history, dice);
    for (auto i = dice.below(3); i > 0; --i) perturb(history, dice);
    auto const found = search(history);
    if (!found) {
      ++tally.undecided;
      continue;
    }
    bool const legal = sizes.largest > 7 ? *found : brute_force_says_legal(history);
    tally.illegal += legal ? 0 : 1;
    auto const who = *found != legal ? "the search" : disagreement(history, legal);
    if (!who.empty()) tally.disagreement = who + ", seed " + std::to_string(seed);
  }
  return tally;
}

void expect_agreement(std::uint64_t histories, Sizes sizes) {
  constexpr std::uint64_t kBlocks = 16;
  std::vector<Tally> tallies(kBlocks);
  for_each_index(kBlocks, std::thread::hardware_concurrency(), [&](std::size_t block) {
    tallies[block] = judge(histories * block / kBlocks, histories * (block + 1) / kBlocks, sizes);
  });
  std::uint64_t illegal = 0;
  std::uint64_t undecided = 0;
  for (auto const& tally : tallies) {
    EXPECT_EQ(tally.disagreement, "");
    illegal += tally.illegal;
    undecided += tally.undecided;
  }
  EXPECT_LE(undecided, histories / 100);
  EXPECT_GT(illegal, histories / 10);
  EXPECT_LT(illegal, histories * 9 / 10);
}

TEST(Versioned, witness_check_stream_search_and_brute_force_agree_on_small_histories) {
  expect_agreement(150'000, {2, 7});
}

TEST(Versioned, witness_check_stream_and_search_agree_on_histories_of_30_to_60) {
  expect_agreement(10'000, {30, 60});
}

TEST(Versioned, labelled_histories_get_their_verdicts) {
  auto const result = formats::read_histories(
      std::string{RELCHECK_DATA} + "/versioned/small_random_labelled.txt.gz", {});
  auto const* histories = std::get_if<std::vector<formats::AnyRecorded>>(&result);
  auto const* failure = std::get_if<formats::Failure>(&result);
  ASSERT_NE(histories, nullptr) << (failure != nullptr ? message(*failure) : "");
  EXPECT_EQ(histories->size(), 3'770U);
  for (auto const& any : *histories) {
    auto const& recorded = std::get<formats::RecordedVersions>(any);
    ASSERT_TRUE(recorded.labelled_legal.has_value());
    EXPECT_EQ(is_legal(recorded.history), *recorded.labelled_legal);
    EXPECT_EQ(search(recorded.history), recorded.labelled_legal);
    ASSERT_EQ(disagreement(recorded.history, *recorded.labelled_legal), "");
  }
}

TEST(Versioned, an_injected_fault_in_a_long_history_is_told_by_at_most_three_operations) {
  for (std::int64_t const unknown : {0, 100}) {
    auto const legal = versioned_history({.operations = 50'000, .unknown_per_10000 = unknown}, 7);
    EXPECT_EQ(find_violation(legal), std::nullopt);
    for (auto const fault : {Fault::stale_read, Fault::lost_update, Fault::doubled_version,
                             Fault::real_time_inversion}) {
      auto faulty = legal;
      inject(faulty, fault, 25'000);
      auto const violation = find_violation(faulty);
      ASSERT_TRUE(violation.has_value());
      EXPECT_LE(violation->operations.size(), 3U);
      EXPECT_TRUE(first_illegal_event(faulty).has_value());
    }
  }
}

/// Gives a legal history of one key values that go with some order which explains it.
void give_explained_values(versioned::History& history, Dice& dice) {
  auto const witness = find_witness(history);
  history.values.assign(history.operations.size(), versioned::kNoValue);
  auto now = history.initial_value = 0;
  for (auto const id : witness) {
    auto const& operation = history.operations[id];
    if (operation.status == Status::refused) continue;
    if (operation.kind != Kind::read) now = dice.below(1'000);
    history.values[id] = now;
  }
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto const& operation = history.operations[id];
    bool const lost = operation.may_have_made() && history.values[id] == versioned::kNoValue;
    if (lost) history.values[id] = dice.below(1'000);
  }
}

/// The largest that was remembered of a key at any time.
std::size_t most_remembered(versioned::History const& history) {
  versioned::Stream stream{history.initial_value};
  std::size_t most = 0;
  auto const look = [&] { most = std::max(most, stream.remembered(0)); };
  EXPECT_EQ(feed(stream, history, look, Unanswered::lost), std::nullopt);
  return most;
}

TEST(Versioned, a_stream_remembers_no_more_of_values_than_open_operations_may_tell) {
  for (std::int64_t const unknown : {0, 100}) {
    auto history =
        versioned_history({.operations = 100'000, .clients = 20, .unknown_per_10000 = unknown}, 3);
    Dice dice{1};
    give_explained_values(history, dice);
    EXPECT_LE(most_remembered(history), unknown == 0 ? 100U : 1'500U);
  }
}

TEST(Versioned, a_stream_remembers_only_what_is_open) {
  auto const history =
      versioned_history({.operations = 100'000, .clients = 20, .unknown_per_10000 = 0}, 3);
  versioned::Stream stream;
  std::size_t most_open = 0;
  EXPECT_EQ(feed(stream, history, [&] { most_open = std::max(most_open, stream.open()); }),
            std::nullopt);
  EXPECT_LE(most_open, 20U);
  EXPECT_EQ(stream.open(), 0U);
}

}  // namespace
}  // namespace checker::tests
