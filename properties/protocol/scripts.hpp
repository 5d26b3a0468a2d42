#pragma once

#include "model/protocol/scenario.hpp"

namespace properties::protocol {

/// follow(a,b) as eight fixed statements, block(b,a) as ten, whatever they answer.
[[nodiscard]] model::protocol::Script follow_script(model::Pair pair);
[[nodiscard]] model::protocol::Script block_script(model::Pair permission);

/// Accounts 1 … `users`, all public.
[[nodiscard]] std::map<model::UserId, bool> public_accounts(int users);

/// Given tasks that put the placeholder rows of all pairs of these users in.
[[nodiscard]] std::vector<model::protocol::Task> placeholders(int users);

}  // namespace properties::protocol
