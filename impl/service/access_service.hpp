#pragma once

#include "impl/domain/access.hpp"
#include "impl/domain/result.hpp"
#include "impl/ports/access_store.hpp"
#include "impl/service/metrics.hpp"

namespace impl {

/// The one decision function of all read paths (T1–T6).
class AccessService {
 public:
  AccessService(AccessStore& store, Metrics& metrics) : store_{store}, metrics_{metrics} {}

  Result<AccessDecision> can_read(UserId viewer, PostId post, AccessMode mode);

 private:
  AccessStore& store_;
  Metrics& metrics_;
};

}  // namespace impl
