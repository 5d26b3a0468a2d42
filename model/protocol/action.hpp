#pragma once

#include <cstdint>

namespace model::protocol {

/// What happens next: a session takes a step, or nobody can and something gives.
struct Action {
  enum class Kind : std::uint8_t {
    step,    ///< The session's next statement; at a call, of the task that `choice` says.
    wake,    ///< Of several that a rollback let go on and that stand in each other's way, this one.
    victim,  ///< The deadlock is broken by refusing this session's statement.
    skip,    ///< Its delivery's event will never be: the delivery is void.
    mishap,  ///< Its transaction is rolled back by something else.
  };
  Kind kind{Kind::step};
  std::uint8_t session{0};
  std::uint8_t choice{0};
  friend bool operator==(Action const&, Action const&) = default;
};

}  // namespace model::protocol
