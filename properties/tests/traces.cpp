#include "properties/tests/traces.hpp"

#include <cstdlib>

#include "properties/tests/child.hpp"

namespace properties::tests {

std::string hand_written_trace() {
  return R"json({
  "$schema": "relcheck/trace/1",
  "title": "an unblock brings a follow back",
  "mutant": "unblock_restores",
  "expect": "violation",
  "scenario": {
    "accounts": [{"id": 1}, {"id": 2}],
    "given": [{"op": "follow", "follower": 1, "followee": 2}],
    "sessions": [
      {"name": "c1", "actions": [
        {"op": "block", "blocker": 2, "blocked": 1},
        {"op": "follow", "follower": 2, "followee": 1},
        {"op": "unblock", "blocker": 2, "blocked": 1}
      ]},
      {"name": "c2", "actions": [{"op": "unfollow", "follower": 2, "followee": 1}]}
    ]
  }
}
)json";
}

std::filesystem::path make_recorded_trace(std::filesystem::path const& folder) {
  auto const by_hand = folder / "hand.trace.json";
  auto const recorded = folder / "recorded.trace.json";
  write_text(by_hand, hand_written_trace());
  auto const ended = relcheck({"shrink", by_hand, "--out", recorded});
  return ended.code == 0 ? recorded : std::filesystem::path{};
}

std::string with(std::string text, std::string const& from, std::string const& to) {
  auto const at = text.find(from);
  if (at == std::string::npos) std::abort();  // The test would test nothing.
  return text.replace(at, from.size(), to);
}

}  // namespace properties::tests
