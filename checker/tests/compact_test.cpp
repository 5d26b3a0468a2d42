#include "checker/versioned/compact.hpp"

#include <gtest/gtest.h>

#include "checker/tests/versioned_histories.hpp"

namespace checker::tests {
namespace {

versioned::History sample(bool with_values) {
  auto history = versioned_history(
      {.operations = 2'000, .clients = 5, .keys = 3, .unknown_per_10000 = 500}, 11);
  if (!with_values) return history;
  history.initial_value = -7;
  Dice dice{5};
  for (auto const& op : history.operations) {
    bool const none = op.status == versioned::Status::refused ||
                      (op.kind == versioned::Kind::read && !op.returned());
    history.values.push_back(none ? versioned::kNoValue : dice.below(1'000) - 500);
  }
  return history;
}

TEST(Compact, what_was_encoded_decodes_to_the_same) {
  for (bool const with_values : {false, true}) {
    auto const history = sample(with_values);
    auto const decoded = versioned::decode(versioned::encode(history));
    auto const* again = std::get_if<versioned::History>(&decoded);
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(again->operations, history.operations);
    EXPECT_EQ(again->values, history.values);
    EXPECT_EQ(again->initial_value, history.initial_value);
  }
}

TEST(Compact, an_operation_takes_about_ten_bytes) {
  auto const history = versioned_history({.operations = 10'000}, 11);
  EXPECT_LT(versioned::encode(history).size(), 100'000U);
}

TEST(Compact, every_cut_is_told_with_its_offset) {
  auto const bytes = versioned::encode(sample(true));
  for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 50) {
    auto const decoded = versioned::decode(std::string_view{bytes}.substr(0, length));
    auto const* error = std::get_if<versioned::NotCompact>(&decoded);
    ASSERT_NE(error, nullptr);
    EXPECT_LE(error->offset, length);
    EXPECT_NE(error->expected, "");
  }
}

TEST(Compact, any_changed_byte_is_told_or_makes_another_history) {
  auto const history = sample(false);
  auto const bytes = versioned::encode(history);
  Dice dice{1};
  for (int round = 0; round < 2'000; ++round) {
    auto changed = bytes;
    auto const at = static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(bytes.size())));
    changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1 + dice.below(255)));
    auto const decoded = versioned::decode(changed);
    auto const* other = std::get_if<versioned::History>(&decoded);
    EXPECT_TRUE(other == nullptr || other->operations != history.operations);
  }
}

}  // namespace
}  // namespace checker::tests
