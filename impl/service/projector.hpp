#pragma once

#include "impl/ports/projection_store.hpp"
#include "impl/service/transact.hpp"

namespace impl {

/// A consumer of the event log (P1–P7). Stateless like RelationService: all progress is in the
/// database, so a consumer that dies is replaced by another.
class Projector {
 public:
  Projector(ProjectionStore& store, Runtime runtime) : store_{store}, runtime_{runtime} {}

  /// Handles one delivery: any order, any number of times.
  Result<ApplyVerdict> apply(RelationEvent const& event);
  /// Applies what the log holds after the watermark until nothing is left; answers how many
  /// deliveries it made.
  Result<std::int64_t> catch_up();
  /// Empties the projection; every mode answers from the truth until certify() (P5, P6).
  Result<bool> rebuild();
  Result<ProjectionDiff> diff();
  /// Sets the serving mark if the difference is 0,0,0 at watermark = last (P6).
  Result<ProjectionDiff> certify();

 private:
  ProjectionStore& store_;
  Runtime runtime_;
};

}  // namespace impl
