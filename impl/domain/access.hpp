#pragma once

#include "impl/domain/ids.hpp"

namespace impl {

/// How fresh an answer the caller asks for (T1–T4).
enum class AccessMode { truth, projection_only, content_token, fresh_token };

/// Where an answer came from.
enum class AccessSource {
  truth,
  projection,
  fallback_truth,  ///< The projection was behind the token, or not serving.
  public_block_check,
  author,
  no_such_post,
};

struct AccessDecision {
  bool allowed{false};
  AccessSource source{AccessSource::truth};
  friend bool operator==(AccessDecision const&, AccessDecision const&) = default;
};

}  // namespace impl
