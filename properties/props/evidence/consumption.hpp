#pragma once

#include <optional>
#include <vector>

#include "model/projection.hpp"
#include "properties/props/evidence/moments.hpp"

namespace properties::props::evidence {

/// One transaction of a consumer or a rebuild, as the model sees it.
struct Consumed {
  trace::ActionRecord const* record;
  Tick moment{};                               ///< Of its COMMIT.
  model::RelationEvent event;                  ///< Of a delivery; default for a rebuild.
  model::PairRow stored;                       ///< The view's row of the event's pair just before.
  std::optional<model::Application> expected;  ///< What a delivery should have answered.
  model::Seq watermark;                        ///< Just after.
};

/// The deliveries and rebuilds of a run in the order of their COMMITs, folded by the model.
///
/// Row locks make a verdict a function of that order: the mark of a seq, the row of a pair and the
/// watermark each stay locked until COMMIT, and a rebuild waits for the marks in flight.
struct Consumption {
  std::vector<Consumed> steps;
  model::Projection view;  ///< In the end.
  /// False when a consumer's COMMIT is in doubt: from then on the fold is only a guess, and
  /// `steps` and `view` end before it.
  bool complete{true};

  /// Where the model's watermark stood at `moment`.
  [[nodiscard]] model::Seq watermark_at(Tick moment) const;
};

[[nodiscard]] Consumption consumption(trace::Run const& run, Moments const& moments);

/// Whether any action of the run is a delivery, a rebuild or a certification.
[[nodiscard]] bool consumes(trace::Run const& run);

/// What a Certify or Rebuild answered; nothing for other actions.
[[nodiscard]] trace::DiffAnswer const* diff_answer(trace::ActionRecord const& record);

/// When the diff of a certification was read: its `read_diff` step, or else its COMMIT.
[[nodiscard]] Tick moment_of_diff(trace::Run const& run, Moments const& moments,
                                  trace::ActionRecord const& record);

}  // namespace properties::props::evidence
