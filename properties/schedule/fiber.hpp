#pragma once

#include <array>
#include <boost/context/fiber.hpp>
#include <cstddef>
#include <functional>

namespace properties::schedule {

/// A stack of its own that runs `body` piecewise: resume() goes on inside, suspend() comes back.
/// Both sides run on one thread, so what they share needs no lock.
///
/// Exceptions may be in flight on either side of a switch (a rollback in a destructor is a step):
/// the exception state of the C++ runtime, which is per thread, travels with the fiber.
/// Announces every switch to AddressSanitizer and ThreadSanitizer when they are on.
class Fiber {
 public:
  explicit Fiber(std::function<void()> body);
  Fiber(Fiber const&) = delete;
  Fiber& operator=(Fiber const&) = delete;
  /// The body must have returned, or never have been resumed.
  ~Fiber();

  /// From outside: runs the body until it suspends or returns.
  void resume();
  /// From inside the body only.
  void suspend();
  [[nodiscard]] bool finished() const { return finished_; }

 private:
  using ExceptionState = std::array<std::byte, 16>;
  void enter();

  std::function<void()> body_;
  bool finished_{false};
  boost::context::fiber inside_;
  boost::context::fiber outside_;
  ExceptionState saved_exceptions_{};
  // What the sanitizers want to know of both stacks.
  void* inside_fake_stack_{nullptr};
  void* outside_fake_stack_{nullptr};
  void const* stack_bottom_{nullptr};
  std::size_t stack_size_{0};
  void const* outside_bottom_{nullptr};
  std::size_t outside_size_{0};
  void* tsan_inside_{nullptr};
  void* tsan_outside_{nullptr};
};

}  // namespace properties::schedule
