#include "properties/harness/station.hpp"

#include <poll.h>

#include <algorithm>
#include <string_view>

#include "properties/schedule/server_view.hpp"

namespace properties::harness {
namespace {

using impl::postgres::Statement;

std::vector<Statement> catalogue(mutants::Mutant const* mutant) {
  std::vector<Statement> statements{impl::postgres::kStatements.begin(),
                                    impl::postgres::kStatements.end()};
  if (mutant == nullptr) return statements;
  for (auto const& other : mutant->statements) {
    for (auto& statement : statements) {
      if (std::string_view{statement.name} == other.name) statement = other;
    }
  }
  return statements;
}

template <class Store>
std::unique_ptr<Store> mutate(mutants::Wrap<Store> wrap, Store& store) {
  return wrap == nullptr ? nullptr : wrap(store);
}

template <class Store>
Store& either(std::unique_ptr<Store> const& mutated, Store& built) {
  return mutated ? *mutated : built;
}

impl::postgres::ConnectOptions connect_options(Station::Options const& options,
                                               impl::postgres::Wait& wait) {
  impl::postgres::ConnectOptions connect{.dsn = options.dsn,
                                         .application_name = "relcheck session",
                                         .search_path = {},
                                         .statements = catalogue(options.mutant),
                                         .wait = wait};
  connect.size = 1;
  return connect;
}

}  // namespace

Station::Station(Options const& options)
    : options_{options},
      pool_{connect_options(options, wait_)},
      pg_truth_{pool_},
      pg_projection_{pool_},
      pg_access_{pool_},
      mutated_truth_{options.mutant == nullptr
                         ? nullptr
                         : mutate<impl::TruthStore>(options.mutant->truth, truth_)},
      mutated_projection_{options.mutant == nullptr ? nullptr
                                                    : mutate<impl::ProjectionStore>(
                                                          options.mutant->projection, projection_)},
      mutated_access_{options.mutant == nullptr
                          ? nullptr
                          : mutate<impl::AccessStore>(options.mutant->access, access_store_)},
      relations_{either<impl::TruthStore>(mutated_truth_, truth_),
                 impl::Runtime{backoff_, metrics_}},
      projector_{either<impl::ProjectionStore>(mutated_projection_, projection_),
                 impl::Runtime{backoff_, metrics_}},
      access_{either<impl::AccessStore>(mutated_access_, access_store_), metrics_} {}

void Station::connect() {
  try {
    auto const lease = pool_.acquire();
    if (backend_ && backend_->pid() == lease->backend_pid()) return;
    backend_ = std::make_unique<schedule::Backend>(lease->backend_pid(), options_.same_host);
    if (options_.cpu >= 0) backend_->pin_to(options_.cpu);
  } catch (impl::StoreError const& error) {
    std::string_view const why{error.what()};
    throw schedule::EnvironmentError{"a session cannot connect: " +
                                     std::string{why.substr(0, why.find('\n'))}};
  }
}

void Station::SeatWait::until_readable(int socket) {
  if (gate_.seat() != nullptr) return gate_.seat()->until_readable(socket);
  pollfd fd{socket, POLLIN, 0};
  poll(&fd, 1, 10'000);
}

}  // namespace properties::harness
