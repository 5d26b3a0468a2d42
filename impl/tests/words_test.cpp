#include "impl/domain/words.hpp"

#include <gtest/gtest.h>

#include "impl/ports/txn_kind.hpp"

namespace impl {
namespace {

TEST(Words, states_and_visibilities_are_read_back) {
  for (auto const state : {RelationState::removed, RelationState::pending, RelationState::active}) {
    EXPECT_EQ(decode_relation_state(word(state)), state);
  }
  for (auto const value : {Visibility::everyone, Visibility::followers, Visibility::self}) {
    EXPECT_EQ(decode_visibility(word(value)), value);
  }
  EXPECT_EQ(decode_relation_state("active"), std::nullopt);
  EXPECT_EQ(decode_visibility(""), std::nullopt);
}

TEST(Words, each_list_is_in_the_order_of_its_enumerators) {
  EXPECT_STREQ(word(RelationState::active), "ACTIVE");
  EXPECT_STREQ(word(Visibility::everyone), "PUBLIC");
  EXPECT_STREQ(word(Outcome::rejected), "REJECTED");
  EXPECT_STREQ(word(Reason::already_blocked), "already_blocked");
  EXPECT_STREQ(word(Reason::unknown), "unknown");
  EXPECT_STREQ(word(ApplyVerdict::dup), "dup");
  EXPECT_STREQ(word(AccessMode::fresh_token), "FRESH_TOKEN");
  EXPECT_STREQ(word(AccessSource::fallback_truth), "fallback_truth");
  EXPECT_STREQ(word(AccessSource::no_such_post), "no_such_post");
  EXPECT_STREQ(word(TxnKind::unblock), "unblock");
  EXPECT_STREQ(word(TxnKind::diff), "diff");
}

}  // namespace
}  // namespace impl
