#include "checker/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace checker {

void for_each_index(std::size_t count, unsigned jobs,
                    std::function<void(std::size_t)> const& task) {
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(count);
  auto const work = [&] {
    for (auto index = next++; index < count; index = next++) {
      try {
        task(index);
      } catch (...) {
        failures[index] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    auto const wanted = std::min<std::size_t>(std::max(jobs, 1U), count);
    for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(work);
    work();
  }
  for (auto const& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace checker
