#pragma once

#include <memory>
#include <string>

#include "impl/postgres/pg_access_store.hpp"
#include "impl/postgres/pg_projection_store.hpp"
#include "impl/postgres/pg_truth_store.hpp"
#include "impl/postgres/pool.hpp"
#include "impl/service/access_service.hpp"
#include "impl/service/projector.hpp"
#include "impl/service/relation_service.hpp"
#include "properties/harness/gate.hpp"
#include "properties/harness/yielding.hpp"
#include "properties/mutants/mutant.hpp"
#include "properties/schedule/backend.hpp"

namespace properties::harness {

/// What one session works with: the services as built (or mutated), over a connection of its own
/// whose every step is under the schedule.
class Station {
 public:
  struct Options {
    std::string dsn;
    bool same_host{false};
    int cpu{-1};  ///< Where to pin the backend, or -1.
    mutants::Mutant const* mutant{nullptr};
  };
  explicit Station(Options const& options);

  /// Opens the connection, or a new one if the last was lost. Throws EnvironmentError.
  void connect();
  /// Puts the following calls under the schedule of `seat`; null ends that.
  void sit(schedule::Seat* seat) { gate_.sit(seat); }

  [[nodiscard]] schedule::Backend& backend() { return *backend_; }
  [[nodiscard]] impl::RelationService& relations() { return relations_; }
  [[nodiscard]] impl::Projector& projector() { return projector_; }
  [[nodiscard]] impl::AccessService& access() { return access_; }

 private:
  /// Waits inside the fiber when there is one.
  class SeatWait : public impl::postgres::Wait {
   public:
    explicit SeatWait(Gate& gate) : gate_{gate} {}
    void until_readable(int socket) override;

   private:
    Gate& gate_;
  };
  /// A schedule has no time: whoever retries is scheduled like anyone else.
  class NoBackoff : public impl::Backoff {
    void wait(int) override {}
  };

  Options options_;
  Gate gate_;
  SeatWait wait_{gate_};
  NoBackoff backoff_;
  impl::Metrics metrics_;
  impl::postgres::ConnectionPool pool_;
  impl::postgres::PgTruthStore pg_truth_;
  impl::postgres::PgProjectionStore pg_projection_;
  impl::postgres::PgAccessStore pg_access_;
  YieldingTruthStore truth_{pg_truth_, gate_};
  YieldingProjectionStore projection_{pg_projection_, gate_};
  YieldingAccessStore access_store_{pg_access_, gate_};
  std::unique_ptr<impl::TruthStore> mutated_truth_;
  std::unique_ptr<impl::ProjectionStore> mutated_projection_;
  std::unique_ptr<impl::AccessStore> mutated_access_;
  impl::RelationService relations_;
  impl::Projector projector_;
  impl::AccessService access_;
  std::unique_ptr<schedule::Backend> backend_;
};

}  // namespace properties::harness
