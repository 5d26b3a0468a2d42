#include "properties/explore/edge_coverage.hpp"

namespace properties::explore {
namespace {

void follow(AbstractState& state, trace::LogEntry const& entry) {
  state.sessions[entry.at.session] = {entry.at, entry.ending == trace::Ending::blocked, entry.note};
  for (auto const& event : entry.events) state.committed[event.pair] = event.row;
}

}  // namespace

void EdgeCoverage::saw(trace::Run const& run) {
  auto const before = edges_.size();
  AbstractState state;
  for (auto const& entry : run.log) {
    if (entry.at.session >= 0 && entry.kind == trace::LogEntry::Kind::step) {
      auto const number = states_.try_emplace(state, static_cast<int>(states_.size()));
      edges_.emplace(number.first->second, entry.at.session);
    }
    follow(state, entry);
  }
  barren_ = edges_.size() > before ? 0 : barren_ + 1;
}

}  // namespace properties::explore
