#include "properties/schedule/fiber.hpp"

#include <cxxabi.h>

#include <boost/context/protected_fixedsize_stack.hpp>
#include <cstring>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace properties::schedule {
namespace {

constexpr std::size_t kStackSize = 512 * 1024;

// Itanium C++ ABI 2.2.2: {caughtExceptions, uncaughtExceptions} of this thread.
void swap_exception_state(std::array<std::byte, 16>& saved) {
  auto* const live = reinterpret_cast<std::byte*>(abi::__cxa_get_globals());
  std::array<std::byte, 16> before{};
  std::memcpy(before.data(), live, before.size());
  std::memcpy(live, saved.data(), saved.size());
  saved = before;
}

void announce_start([[maybe_unused]] void** fake_stack, [[maybe_unused]] void const* bottom,
                    [[maybe_unused]] std::size_t size, [[maybe_unused]] void* tsan) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(fake_stack, bottom, size);
#endif
#if defined(__SANITIZE_THREAD__)
  __tsan_switch_to_fiber(tsan, 0);
#endif
}

void announce_finish([[maybe_unused]] void* fake_stack, [[maybe_unused]] void const** bottom,
                     [[maybe_unused]] std::size_t* size) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake_stack, bottom, size);
#endif
}

void* tsan_current() {
#if defined(__SANITIZE_THREAD__)
  return __tsan_get_current_fiber();
#else
  return nullptr;
#endif
}

void* tsan_create() {
#if defined(__SANITIZE_THREAD__)
  return __tsan_create_fiber(0);
#else
  return nullptr;
#endif
}

void tsan_destroy([[maybe_unused]] void* fiber) {
#if defined(__SANITIZE_THREAD__)
  __tsan_destroy_fiber(fiber);
#endif
}

}  // namespace

Fiber::Fiber(std::function<void()> body) : body_{std::move(body)} {
  boost::context::protected_fixedsize_stack allocator{kStackSize};
  auto stack = allocator.allocate();
  stack_size_ = stack.size;
  stack_bottom_ = static_cast<std::byte const*>(stack.sp) - stack.size;
  tsan_inside_ = tsan_create();
  inside_ = boost::context::fiber{
      std::allocator_arg, boost::context::preallocated{stack.sp, stack.size, stack}, allocator,
      [this](boost::context::fiber&& outside) {
        outside_ = std::move(outside);
        announce_finish(inside_fake_stack_, &outside_bottom_, &outside_size_);
        enter();
        finished_ = true;
        announce_start(nullptr, outside_bottom_, outside_size_, tsan_outside_);
        return std::move(outside_);
      }};
}

Fiber::~Fiber() { tsan_destroy(tsan_inside_); }

void Fiber::enter() { body_(); }

void Fiber::resume() {
  tsan_outside_ = tsan_current();
  swap_exception_state(saved_exceptions_);
  announce_start(&outside_fake_stack_, stack_bottom_, stack_size_, tsan_inside_);
  inside_ = std::move(inside_).resume();
  announce_finish(outside_fake_stack_, nullptr, nullptr);
  swap_exception_state(saved_exceptions_);
}

void Fiber::suspend() {
  announce_start(&inside_fake_stack_, outside_bottom_, outside_size_, tsan_outside_);
  outside_ = std::move(outside_).resume();
  announce_finish(inside_fake_stack_, &outside_bottom_, &outside_size_);
}

}  // namespace properties::schedule
