#include "model/protocol/cells.hpp"

#include <algorithm>
#include <set>

#include "model/protocol/must.hpp"

namespace model::protocol {
namespace {

class Places {
 public:
  explicit Places(Cells& cells) : cells_{cells} {}

  std::uint8_t next() {
    must(cells_.size < kMaxCells, "there are at most 40 rows");
    return static_cast<std::uint8_t>(cells_.size++);
  }
  void add_pair(Pair pair) {
    for (auto const& one : {pair, reversed(pair)}) cells_.relation[one] = next();
    for (auto const& one : {pair, reversed(pair)}) {
      cells_.block[{one.follower, one.followee}] = next();
    }
    for (auto const& one : {pair, reversed(pair)}) cells_.log[one] = next();
  }
  void add_view() {
    for (auto const& [pair, cell] : cells_.relation) cells_.view[pair] = next();
    for (auto const& [pair, cell] : cells_.relation) {
      if (!cells_.count.contains(pair.followee)) cells_.count[pair.followee] = next();
    }
  }

 private:
  Cells& cells_;
};

/// At most: a block may remove two relations, and a wrong unblock bring them back.
int events_by(Task const& task) {
  auto const kind = kind_of(task);
  if (kind == Kind::block || kind == Kind::unblock) return 2;
  return writes_relations(kind) ? 1 : 0;
}

}  // namespace

std::vector<Task> tasks_of(Scenario const& scenario) {
  auto tasks = scenario.given;
  for (auto const& session : scenario.sessions) {
    for (auto const& slot : session) tasks.insert(tasks.end(), slot.begin(), slot.end());
  }
  return tasks;
}

int most_events(Scenario const& scenario) {
  int events = 0;
  for (auto const& task : scenario.given) events += events_by(task);
  for (auto const& session : scenario.sessions) {
    for (auto const& slot : session) {
      int most = 0;
      for (auto const& task : slot) most = std::max(most, events_by(task));
      events += most;
    }
  }
  return events;
}

UserId author_of(Scenario const& scenario) {
  auto const posts = of_kind<MakePost>(scenario);
  return posts.empty() ? UserId{} : posts.front().author;
}

Cells cells_of(Scenario const& scenario) {
  Cells cells;
  Places places{cells};
  for (auto const& task : tasks_of(scenario)) {
    auto const asked = asked_pair(task, author_of(scenario));
    if (asked == Pair{}) continue;
    auto const [low, high] = std::minmax(asked.follower, asked.followee);
    if (!cells.relation.contains({low, high})) places.add_pair({low, high});
  }
  cells.event_seq = places.next();
  bool const read = !of_kind<CanRead>(scenario).empty();
  if (!of_kind<MakePost>(scenario).empty()) cells.post = places.next();
  bool const consumed = !of_kind<Deliver>(scenario).empty();
  if (!consumed && !read) return cells;
  places.add_view();
  cells.watermark = places.next();
  auto const log = std::min(most_events(scenario), kMaxEvents);
  for (int seq = 1; consumed && seq <= log; ++seq) cells.seen.push_back(places.next());
  return cells;
}

Rows rows_of(Cells const& cells, Pair pair) {
  auto const back = reversed(pair);
  return {cells.relation.at(pair),
          cells.relation.at(back),
          cells.block.at({pair.followee, pair.follower}),
          cells.block.at({pair.follower, pair.followee}),
          cells.log.at(pair),
          cells.log.at(back)};
}

}  // namespace model::protocol
