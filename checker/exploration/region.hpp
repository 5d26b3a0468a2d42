#pragma once

#include <cstddef>
#include <cstdint>

namespace checker::exploration {

/// Zeroed memory that is there in full from the start but costs only what has been written to.
/// Throws std::bad_alloc if there are no addresses left.
class Region {
 public:
  Region() = default;
  explicit Region(std::size_t bytes);
  Region(Region&& other) noexcept;
  Region& operator=(Region&& other) noexcept;
  ~Region();

  template <class T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(begin_);
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void* begin_{nullptr};
  std::size_t size_{0};
};

}  // namespace checker::exploration
