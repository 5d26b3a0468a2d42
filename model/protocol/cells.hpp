#pragma once

#include "model/protocol/code.hpp"

namespace model::protocol {

/// All tasks that the scenario may do, the given ones first.
[[nodiscard]] std::vector<Task> tasks_of(Scenario const& scenario);
/// Of its post, of which there is at most one; the default if there is none.
[[nodiscard]] UserId author_of(Scenario const& scenario);

/// Gives each row that some task may touch a place.
[[nodiscard]] Cells cells_of(Scenario const& scenario);
[[nodiscard]] Rows rows_of(Cells const& cells, Pair pair);

}  // namespace model::protocol
