#pragma once

#include "model/protocol/code.hpp"

namespace model::protocol {

/// All tasks that the scenario may do, the given ones first.
[[nodiscard]] std::vector<Task> tasks_of(Scenario const& scenario);
template <class T>
[[nodiscard]] std::vector<T> of_kind(Scenario const& scenario) {
  std::vector<T> found;
  for (auto const& task : tasks_of(scenario)) {
    if (auto const* one = std::get_if<T>(&task)) found.push_back(*one);
  }
  return found;
}
/// How many events may come to be; of those that choose, by the one that writes most.
[[nodiscard]] int most_events(Scenario const& scenario);
/// Of its post, of which there is at most one; the default if there is none.
[[nodiscard]] UserId author_of(Scenario const& scenario);

/// Gives each row that some task may touch a place.
[[nodiscard]] Cells cells_of(Scenario const& scenario);
[[nodiscard]] Rows rows_of(Cells const& cells, Pair pair);

}  // namespace model::protocol
