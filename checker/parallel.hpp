#pragma once

#include <cstddef>
#include <functional>

namespace checker {

/// Calls `task(0)` to `task(count - 1)` on up to `jobs` threads, each once, in any order, and
/// returns when all are done. If tasks throw, the exception of the lowest number is rethrown.
void for_each_index(std::size_t count, unsigned jobs, std::function<void(std::size_t)> const& task);

}  // namespace checker
