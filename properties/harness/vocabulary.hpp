#pragma once

#include <string_view>

#include "impl/domain/access.hpp"
#include "impl/domain/post.hpp"
#include "impl/domain/projection.hpp"
#include "impl/domain/write_result.hpp"
#include "properties/trace/run.hpp"

/// The only place that knows the words of both the services and the model.
namespace properties::harness {

[[nodiscard]] inline impl::UserId to_impl(model::UserId id) { return impl::UserId{id.value()}; }
[[nodiscard]] inline impl::PostId to_impl(model::PostId id) { return impl::PostId{id.value()}; }
[[nodiscard]] impl::Post to_impl(model::MakePost const& post);
[[nodiscard]] impl::TokenRead to_impl(model::TokenRead token);
[[nodiscard]] impl::AccessMode to_impl(model::AccessMode mode);
[[nodiscard]] impl::RelationEvent to_impl(trace::Event const& event);

[[nodiscard]] model::Seq to_model(impl::Seq seq);
[[nodiscard]] model::PairRow to_model(impl::PairRow const& row);
[[nodiscard]] model::Pair to_model(impl::Pair const& pair);
[[nodiscard]] trace::Event to_trace(impl::RelationEvent const& event);
[[nodiscard]] trace::WriteAnswer to_trace(impl::WriteResult const& result);
[[nodiscard]] trace::ReadAnswer to_trace(impl::AccessDecision const& decision);
[[nodiscard]] trace::ApplyAnswer to_trace(impl::ApplyVerdict verdict);
[[nodiscard]] trace::DiffAnswer to_trace(impl::ProjectionDiff const& diff);

/// The words in the tables. Any other word reads as REMOVED / SELF; their type keeps them out.
[[nodiscard]] model::RelationState state_word(std::string_view word);
[[nodiscard]] model::Visibility visibility_word(std::string_view word);

}  // namespace properties::harness
