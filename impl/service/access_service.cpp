#include "impl/service/access_service.hpp"

#include <fmt/format.h>

#include "impl/domain/words.hpp"
#include "impl/log/log.hpp"
#include "impl/service/transact.hpp"

namespace impl {

namespace {

AccessDecision answer_from_truth(AccessStore& store, Pair pair, AccessSource source) {
  auto const view = store.read_truth(pair);
  return {view.state == RelationState::active && !view.blocked, source};
}

/// Asks the projection, if it serves and has reached `token`.
AccessDecision answer_from_projection(AccessStore& store, Pair pair, Seq token) {
  auto const view = store.read_projection(pair);
  if (!view.serving || view.watermark < token) {
    return answer_from_truth(store, pair, AccessSource::fallback_truth);
  }
  return {view.state == RelationState::active, AccessSource::projection};
}

AccessDecision check_follower(AccessStore& store, Pair pair, Post const& post, AccessMode mode) {
  switch (mode) {
    case AccessMode::truth:
      break;
    case AccessMode::projection_only:
      return answer_from_projection(store, pair, Seq{});
    case AccessMode::content_token:
      return answer_from_projection(store, pair, post.acl_token);
    case AccessMode::fresh_token:
      return answer_from_projection(store, pair, store.read_last_seq());
  }
  return answer_from_truth(store, pair, AccessSource::truth);
}

AccessDecision check(AccessStore& store, UserId viewer, PostId id, AccessMode mode) {
  auto const post = store.load_post(id);
  if (!post) return {false, AccessSource::no_such_post};
  if (post->author == viewer) return {true, AccessSource::author};
  switch (post->visibility) {
    case Visibility::everyone:
      return {!store.check_block(viewer, post->author), AccessSource::public_block_check};
    case Visibility::followers:
      return check_follower(store, Pair{viewer, post->author}, *post, mode);
    case Visibility::self:
      break;
  }
  return {false, AccessSource::truth};
}

void log_decision(UserId viewer, PostId post, AccessMode mode, AccessDecision const& decision) {
  if (!log_enabled(LogLevel::info)) return;
  log(LogLevel::info, fmt::format("op=can_read viewer={} post={} mode={} answer={} source={}",
                                  viewer.value(), post.value(), word(mode),
                                  decision.allowed ? "ALLOW" : "DENY", word(decision.source)));
}

}  // namespace

Result<AccessDecision> AccessService::can_read(UserId viewer, PostId post, AccessMode mode) {
  try {
    auto const decision = check(store_, viewer, post, mode);
    log_decision(viewer, post, mode, decision);
    return decision;
  } catch (StoreError const& error) {
    return give_up(error, "can_read", metrics_);
  }
}

}  // namespace impl
