#include <gtest/gtest.h>

#include <set>

#include "properties/tests/fixed_scripts.hpp"
#include "properties/tests/with_server.hpp"

namespace properties::tests {
namespace {

class PinnedCounts : public WithServer {
 protected:
  /// How many orders of the statements of follow ‖ block PostgreSQL allows.
  static std::size_t feasible_sequences(std::string const& prepare) {
    Scripted scripted{dsn(), {follow_script(), block_script()}, prepare};
    std::set<std::string> sequences;
    int const runs = for_every_schedule(scripted, [&] {
      sequences.insert(sequence_of(scripted.log()));
      EXPECT_TRUE(scripted.controller().deadlocks().empty());
      EXPECT_EQ(scripted.ask("SELECT version FROM relation WHERE follower = 1"), "2");
      EXPECT_EQ(scripted.ask("SELECT last FROM event_seq"), "2");
    });
    EXPECT_EQ(sequences.size(), static_cast<std::size_t>(runs)) << "a schedule came up twice";
    return sequences.size();
  }
};

TEST_F(PinnedCounts, follow_beside_block_where_the_rows_are_absent) {
  EXPECT_EQ(feasible_sequences(""), 105U);
}

TEST_F(PinnedCounts, follow_beside_block_where_the_rows_are_present) {
  EXPECT_EQ(feasible_sequences(kRowsPresent), 339U);
}

}  // namespace
}  // namespace properties::tests
