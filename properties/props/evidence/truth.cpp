#include "properties/props/evidence/truth.hpp"

#include <algorithm>
#include <array>

namespace properties::props::evidence {
namespace {

/// One block row that was written, deleted, or perhaps so.
struct BlockChange {
  Tick moment{};
  bool by_first{};
  BlockTruth now{};
};

BlockTruth either(std::array<BlockTruth, 2> const& directions) {
  return std::max(directions[0], directions[1], [](BlockTruth a, BlockTruth b) {
    auto const rank = [](BlockTruth t) {
      return t == BlockTruth::stands ? 3 : static_cast<int>(t);
    };
    return rank(a) < rank(b);
  });
}

/// What the action made of the row (blocker, blocked); nothing if it did not touch it.
std::optional<BlockChange> change_by(trace::ActionRecord const& record, Moments const& moments,
                                     model::UserId a, model::UserId b) {
  auto const* block = std::get_if<model::Block>(&record.action);
  auto const* unblock = std::get_if<model::Unblock>(&record.action);
  if (block == nullptr && unblock == nullptr) return std::nullopt;
  auto const blocker = block != nullptr ? block->blocker : unblock->blocker;
  auto const blocked = block != nullptr ? block->blocked : unblock->blocked;
  if (std::minmax(blocker, blocked) != std::minmax(a, b)) return std::nullopt;
  auto const now = block != nullptr ? BlockTruth::stands : BlockTruth::none;
  if (auto const* returned = std::get_if<trace::Returned>(&record.completion)) {
    auto const* answer = std::get_if<trace::WriteAnswer>(&returned->answer);
    if (answer == nullptr || answer->verdict == model::Verdict::rejected) return std::nullopt;
    return BlockChange{*moments.effect(record), blocker == a, now};
  }
  if (!std::holds_alternative<trace::Indeterminate>(record.completion)) return std::nullopt;
  auto const commit = moments.logged_commit(record);
  return BlockChange{commit.value_or(record.invoked_at), blocker == a,
                     commit ? now : BlockTruth::unclear};
}

}  // namespace

checker::Truth<model::PairRow> relation_truth(trace::Run const& run, Moments const& moments,
                                              model::Pair pair) {
  std::vector<std::pair<Tick, model::PairRow>> changes;
  for (auto const& event : run.quiet.events) {
    if (event.pair == pair) changes.emplace_back(moments.visible(event.seq), event.row);
  }
  std::ranges::stable_sort(changes, {}, &std::pair<Tick, model::PairRow>::first);
  checker::Truth<model::PairRow> truth{{}};
  for (auto const& [moment, row] : changes) truth.change(moment, row);
  return truth;
}

checker::Truth<BlockTruth> block_truth(trace::Run const& run, Moments const& moments,
                                       model::UserId a, model::UserId b) {
  std::vector<BlockChange> changes;
  for (auto const& record : run.actions) {
    if (auto const change = change_by(record, moments, a, b)) changes.push_back(*change);
  }
  std::ranges::stable_sort(changes, {}, &BlockChange::moment);
  std::array<BlockTruth, 2> directions{BlockTruth::none, BlockTruth::none};
  checker::Truth<BlockTruth> truth{BlockTruth::none};
  for (auto const& change : changes) {
    directions[change.by_first ? 0 : 1] = change.now;
    truth.change(change.moment, either(directions));
  }
  return truth;
}

}  // namespace properties::props::evidence
