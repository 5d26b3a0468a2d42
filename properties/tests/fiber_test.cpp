#include "properties/schedule/fiber.hpp"

#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace properties::schedule {
namespace {

std::string caught_now() {
  auto const error = std::current_exception();
  if (!error) return {};
  try {
    std::rethrow_exception(error);
  } catch (std::exception const& caught) {
    return caught.what();
  }
}

TEST(Fiber, runs_its_body_piecewise) {
  std::string told;
  Fiber* self = nullptr;
  Fiber fiber{[&] {
    told += "a";
    self->suspend();
    told += "b";
  }};
  self = &fiber;
  EXPECT_EQ(told, "");
  fiber.resume();
  EXPECT_EQ(told, "a");
  EXPECT_FALSE(fiber.finished());
  fiber.resume();
  EXPECT_EQ(told, "ab");
  EXPECT_TRUE(fiber.finished());
}

TEST(Fiber, that_was_never_resumed_may_go) {
  auto const held = std::make_shared<int>(1);
  {
    Fiber const fiber{[held] { FAIL() << "nobody resumed it"; }};
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(Fiber, keeps_the_exception_it_handles_to_itself) {
  Fiber* self = nullptr;
  std::vector<std::string> inside;
  Fiber fiber{[&] {
    try {
      throw std::runtime_error{"inside"};
    } catch (std::exception const&) {
      self->suspend();
      inside.push_back(caught_now());
    }
    inside.push_back(caught_now());
  }};
  self = &fiber;
  fiber.resume();
  EXPECT_EQ(caught_now(), "");
  try {
    throw std::runtime_error{"outside"};
  } catch (std::exception const&) {
    fiber.resume();
    EXPECT_EQ(caught_now(), "outside");
  }
  EXPECT_EQ(inside, (std::vector<std::string>{"inside", ""}));
}

TEST(Fiber, starts_with_no_exception_although_its_caller_handles_one) {
  std::string seen{"unset"};
  try {
    throw std::runtime_error{"outside"};
  } catch (std::exception const&) {
    Fiber fiber{[&] { seen = caught_now(); }};
    fiber.resume();
  }
  EXPECT_EQ(seen, "");
}

/// Suspends while it is destroyed, as the rollback of a transaction does.
struct SuspendsAtTheEnd {
  Fiber*& fiber;
  std::vector<int>& in_flight;
  ~SuspendsAtTheEnd() {
    in_flight.push_back(std::uncaught_exceptions());
    fiber->suspend();
    in_flight.push_back(std::uncaught_exceptions());
  }
};

TEST(Fiber, suspends_in_a_destructor_while_an_exception_flies) {
  Fiber* self = nullptr;
  std::vector<int> in_flight;
  std::string caught;
  Fiber fiber{[&] {
    try {
      SuspendsAtTheEnd const guard{self, in_flight};
      throw std::runtime_error{"inside"};
    } catch (std::exception const& error) {
      caught = error.what();
    }
  }};
  self = &fiber;
  fiber.resume();
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  try {
    throw std::logic_error{"outside, meanwhile"};
  } catch (std::exception const&) {
  }
  fiber.resume();
  EXPECT_EQ(in_flight, (std::vector<int>{1, 1}));
  EXPECT_EQ(caught, "inside");
}

/// Every fiber is suspended in a handler within a handler, and they end in another order.
TEST(Fiber, of_many_none_disturbs_another) {
  constexpr std::size_t kFibers = 300;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<std::string> seen(kFibers);
  for (std::size_t i = 0; i < kFibers; ++i) {
    fibers.push_back(std::make_unique<Fiber>([&, i] {
      try {
        throw std::runtime_error{"outer " + std::to_string(i)};
      } catch (std::exception const&) {
        fibers[i]->suspend();
        try {
          throw std::runtime_error{"inner " + std::to_string(i)};
        } catch (std::exception const& inner) {
          fibers[i]->suspend();
          seen[i] = inner.what();
        }
        seen[i] += ", " + caught_now();
      }
    }));
  }
  for (auto const& fiber : fibers) fiber->resume();
  for (std::size_t i = kFibers; i > 0; --i) fibers[i - 1]->resume();
  for (std::size_t i = 0; i < kFibers; ++i) fibers[i * 7 % kFibers]->resume();
  for (std::size_t i = 0; i < kFibers; ++i) {
    auto const number = std::to_string(i);
    EXPECT_TRUE(fibers[i]->finished());
    EXPECT_EQ(seen[i], "inner " + number + ", outer " + number);
  }
}

TEST(Fiber, has_room_for_deep_calls) {
  // A quarter of its stack: the deepest a service goes is far less.
  struct Deep {
    static int sum(int depth) {
      std::array<char volatile, 1024> room{};
      room[0] = static_cast<char>(depth & 1);
      return depth == 0 ? room[0] : sum(depth - 1) + room[0];
    }
  };
  int sum = 0;
  Fiber fiber{[&] { sum = Deep::sum(100); }};
  fiber.resume();
  EXPECT_EQ(sum, 50);
}

}  // namespace
}  // namespace properties::schedule
