#include "checker/exploration/region.hpp"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace checker::exploration {

Region::Region(std::size_t bytes) : size_{bytes} {
  begin_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                -1, 0);
  if (begin_ == MAP_FAILED) throw std::bad_alloc{};
  madvise(begin_, bytes, MADV_HUGEPAGE);  // Refused is fine: it only costs time.
}

Region::Region(Region&& other) noexcept
    : begin_{std::exchange(other.begin_, nullptr)}, size_{std::exchange(other.size_, 0)} {}

Region& Region::operator=(Region&& other) noexcept {
  std::swap(begin_, other.begin_);
  std::swap(size_, other.size_);
  return *this;
}

Region::~Region() {
  if (begin_ != nullptr) munmap(begin_, size_);
}

}  // namespace checker::exploration
