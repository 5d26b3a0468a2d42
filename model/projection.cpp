#include "model/projection.hpp"

namespace model {
namespace {

std::int64_t follows(PairRow const& row) { return row.state == RelationState::active ? 1 : 0; }

}  // namespace

std::pair<Projection, Application> apply(Projection view, RelationEvent const& event) {
  if (!view.seen.insert(event.seq).second) return {std::move(view), Application::dup};
  while (view.seen.contains(view.watermark.next())) view.watermark = view.watermark.next();
  auto& stored = view.rows[event.pair];
  if (event.row.version <= stored.version) return {std::move(view), Application::stale};
  // What is replaced decides, not the kind of the event: an unfollow of a request counts nothing.
  view.followers[event.pair.followee] += follows(event.row) - follows(stored);
  stored = event.row;
  return {std::move(view), Application::applied};
}

}  // namespace model
