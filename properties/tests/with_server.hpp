#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "properties/harness/examine.hpp"
#include "properties/harness/worker.hpp"
#include "properties/server/server.hpp"
#include "properties/trace/scenario.hpp"

namespace properties::tests {

/// Tests that share one private server.
class WithServer : public ::testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();

  [[nodiscard]] static std::string dsn();
  /// A worker as the command line makes it, against the services as built or a mutant.
  [[nodiscard]] static std::unique_ptr<harness::Worker> worker(
      mutants::Mutant const* mutant = nullptr);

 private:
  static std::unique_ptr<server::Server> server_;
};

/// Whether the property is among the findings.
[[nodiscard]] bool fails(harness::Examined const& examined, std::string_view property);

/// The schedule that the k-th of a program's schedules is drawn with.
[[nodiscard]] std::unique_ptr<schedule::Strategy> strategy_for(std::uint64_t program, int k,
                                                               trace::Scenario const& scenario);

}  // namespace properties::tests
