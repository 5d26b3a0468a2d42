#pragma once

#include <optional>
#include <string_view>

#include "impl/domain/access.hpp"
#include "impl/domain/post.hpp"
#include "impl/domain/projection.hpp"
#include "impl/domain/write_result.hpp"

namespace impl {

/// The one spelling of each value, in SQL, logs and answers. Static, zero-terminated.
[[nodiscard]] char const* word(RelationState state);    ///< ACTIVE
[[nodiscard]] char const* word(Visibility visibility);  ///< PUBLIC for `everyone`
[[nodiscard]] char const* word(Outcome outcome);        ///< CHANGED
[[nodiscard]] char const* word(Reason reason);          ///< already_active
[[nodiscard]] char const* word(ApplyVerdict verdict);   ///< applied
[[nodiscard]] char const* word(AccessMode mode);        ///< CONTENT_TOKEN
[[nodiscard]] char const* word(AccessSource source);    ///< fallback_truth

/// The value a word stands for, or nothing if it stands for none.
[[nodiscard]] std::optional<RelationState> decode_relation_state(std::string_view word);
[[nodiscard]] std::optional<Visibility> decode_visibility(std::string_view word);

}  // namespace impl
