#include "model/protocol/expectation.hpp"

#include "model/overloaded.hpp"
#include "model/protocol/task.hpp"
#include "model/protocol/values.hpp"
#include "model/step.hpp"

namespace model::protocol {
namespace {

constexpr Version kSome{1};

std::uint8_t state_in(State const& state, Pair pair) {
  auto const found = state.pairs.find(pair);
  return found == state.pairs.end() ? values::kRemoved : values::state_of(found->second.state);
}

int index_of(State const& state, Pair pair) {
  return truth_index(state_in(state, pair), state_in(state, reversed(pair)),
                     state.blocks.contains({pair.followee, pair.follower}),
                     state.blocks.contains({pair.follower, pair.followee}));
}

State truth_at(int index, Pair pair, std::map<UserId, bool> const& accounts) {
  State state{accounts, {}, {}, {}};
  auto const put = [&](Pair where, int code) {
    if (code > values::kRemoved) {
      state.pairs[where] = {static_cast<RelationState>(code - 1), kSome};
    }
  };
  put(pair, index & 3);
  put(reversed(pair), index >> 2 & 3);
  if ((index >> 4 & 1) != 0) state.blocks.insert({pair.followee, pair.follower});
  if ((index >> 5 & 1) != 0) state.blocks.insert({pair.follower, pair.followee});
  return state;
}

Answer answer_of(WriteOutcome const& outcome) {
  if (outcome.verdict == Verdict::changed) return kChanged;
  if (outcome.reason == Reason::already_active) return kActiveAlready;
  if (outcome.reason == Reason::already_pending) return kPendingAlready;
  return kBlocked;
}

}  // namespace

Expectation expectation_of(Task const& task, std::map<UserId, bool> const& accounts) {
  auto const operation = operation_of(task);
  auto const pair = asked_pair(task);
  Expectation expected;
  for (int index = 0; index < 64; ++index) {
    auto const [after, outcome] = step(truth_at(index, pair, accounts), operation);
    expected.answer[static_cast<std::size_t>(index)] = answer_of(std::get<WriteOutcome>(outcome));
    expected.after[static_cast<std::size_t>(index)] =
        static_cast<std::uint8_t>(index_of(after, pair));
  }
  return expected;
}

}  // namespace model::protocol
