#include "properties/harness/vocabulary.hpp"

namespace properties::harness {
namespace {

// Both enumerations list the same words in the same order; a static_assert beside each use.
template <class To, class From>
constexpr To by_position(From from) {
  return static_cast<To>(static_cast<int>(from));
}

static_assert(by_position<model::Reason>(impl::Reason::unknown) == model::Reason::unknown);
static_assert(by_position<model::Reason>(impl::Reason::not_blocked) == model::Reason::not_blocked);
static_assert(by_position<model::Verdict>(impl::Outcome::rejected) == model::Verdict::rejected);
static_assert(by_position<model::RelationState>(impl::RelationState::active) ==
              model::RelationState::active);
static_assert(by_position<impl::Visibility>(model::Visibility::self) == impl::Visibility::self);
static_assert(by_position<impl::AccessMode>(model::AccessMode::fresh_token) ==
              impl::AccessMode::fresh_token);
static_assert(by_position<trace::AccessSource>(impl::AccessSource::no_such_post) ==
              trace::AccessSource::no_such_post);
static_assert(by_position<trace::ApplyVerdict>(impl::ApplyVerdict::dup) ==
              trace::ApplyVerdict::dup);

}  // namespace

impl::Post to_impl(model::MakePost const& post) {
  return impl::Post{to_impl(post.post), to_impl(post.author),
                    by_position<impl::Visibility>(post.visibility), impl::Seq{}};
}

impl::TokenRead to_impl(model::TokenRead token) {
  return token == model::TokenRead::plain ? impl::TokenRead::plain : impl::TokenRead::locking;
}

impl::AccessMode to_impl(model::AccessMode mode) { return by_position<impl::AccessMode>(mode); }

impl::RelationEvent to_impl(trace::Event const& event) {
  return impl::RelationEvent{impl::Seq{event.seq.value()},
                             impl::Pair{to_impl(event.pair.follower), to_impl(event.pair.followee)},
                             impl::PairRow{by_position<impl::RelationState>(event.row.state),
                                           impl::Version{event.row.version.value()}}};
}

model::Seq to_model(impl::Seq seq) { return model::Seq{seq.value()}; }

model::PairRow to_model(impl::PairRow const& row) {
  return model::PairRow{by_position<model::RelationState>(row.state),
                        model::Version{row.version.value()}};
}

model::Pair to_model(impl::Pair const& pair) {
  return model::Pair{model::UserId{pair.follower.value()}, model::UserId{pair.followee.value()}};
}

trace::Event to_trace(impl::RelationEvent const& event) {
  return trace::Event{to_model(event.seq), to_model(event.pair), to_model(event.row)};
}

trace::WriteAnswer to_trace(impl::WriteResult const& result) {
  trace::WriteAnswer answer{by_position<model::Verdict>(result.outcome),
                            by_position<model::Reason>(result.reason),
                            to_model(result.present),
                            {}};
  for (auto const& change : result.changes) {
    answer.changes.push_back(trace::SeqChange{
        model::Change{to_model(change.pair), to_model(change.row)}, to_model(change.seq)});
  }
  return answer;
}

trace::ReadAnswer to_trace(impl::AccessDecision const& decision) {
  return trace::ReadAnswer{decision.allowed, by_position<trace::AccessSource>(decision.source)};
}

trace::ApplyAnswer to_trace(impl::ApplyVerdict verdict) {
  return trace::ApplyAnswer{by_position<trace::ApplyVerdict>(verdict)};
}

trace::DiffAnswer to_trace(impl::ProjectionDiff const& diff) {
  return trace::DiffAnswer{diff.resurrected, diff.missing, diff.wrong_counts,
                           to_model(diff.watermark), to_model(diff.last)};
}

model::RelationState state_word(std::string_view word) {
  if (word == "ACTIVE") return model::RelationState::active;
  return word == "PENDING" ? model::RelationState::pending : model::RelationState::removed;
}

model::Visibility visibility_word(std::string_view word) {
  if (word == "PUBLIC") return model::Visibility::everyone;
  return word == "FOLLOWERS" ? model::Visibility::followers : model::Visibility::self;
}

}  // namespace properties::harness
