#include "impl/postgres/pg_access_store.hpp"

#include <fmt/format.h>

#include "impl/domain/words.hpp"

namespace impl::postgres {

std::optional<Post> PgAccessStore::load_post(PostId id) {
  auto const rows = pool_.acquire()->execute(kLoadPost, id);
  if (rows.empty()) return std::nullopt;
  auto const visibility = decode_visibility(rows.text(0, 2));
  if (!visibility) {
    throw StatementFailed{"22P02",
                          fmt::format("load_post: unknown visibility '{}'", rows.text(0, 2))};
  }
  return Post{PostId{rows.integer(0, 0)}, UserId{rows.integer(0, 1)}, *visibility,
              Seq{rows.integer(0, 3)}};
}

bool PgAccessStore::check_block(UserId a, UserId b) {
  return pool_.acquire()->execute(kCheckBlock, a, b).boolean(0, 0);
}

TruthView PgAccessStore::read_truth(Pair pair) {
  auto const rows = pool_.acquire()->execute(kReadTruth, pair.follower, pair.followee);
  return {rows.state(0, 0), rows.boolean(0, 1)};
}

ProjectionView PgAccessStore::read_projection(Pair pair) {
  auto const rows = pool_.acquire()->execute(kReadProjection, pair.follower, pair.followee);
  return {rows.state(0, 0), Seq{rows.integer(0, 1)}, rows.boolean(0, 2)};
}

Seq PgAccessStore::read_last_seq() {
  return Seq{pool_.acquire()->execute(kReadLastSeq).integer(0, 0)};
}

}  // namespace impl::postgres
