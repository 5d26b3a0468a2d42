#pragma once

#include <memory>
#include <string>

#include "impl/postgres/connection.hpp"
#include "properties/schedule/dependence.hpp"

namespace properties::tests {

/// A connection that takes the services' steps by name, without the services.
class Hand {
 public:
  /// `lock_timeout`: after so many milliseconds a wait ends in the answer kWaits; 0: never.
  Hand(std::string const& dsn, int lock_timeout);

  static constexpr char const* kWaits = "waits";

  /// What one step said: its rows, how many it touched, or an SQLSTATE.
  struct Said {
    std::string words;
    schedule::Effect effect{schedule::Effect::any};
  };
  Said take(trace::Step step, schedule::Object const& object);
  void roll_back() { connection_->rollback(); }
  [[nodiscard]] int pid() const { return connection_->backend_pid(); }

 private:
  class Patience : public impl::postgres::Wait {
    void until_readable(int socket) override;
  };
  [[nodiscard]] impl::postgres::Rows run(trace::Step step, schedule::Object const& object);
  [[nodiscard]] impl::postgres::Rows run_on_projection(trace::Step step,
                                                       schedule::Object const& object);

  Patience wait_;
  std::unique_ptr<impl::postgres::Connection> connection_;
};

}  // namespace properties::tests
