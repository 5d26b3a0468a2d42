#include "impl/service/access_service.hpp"

#include <array>

#include "impl/tests/database.hpp"

namespace impl::tests {
namespace {

constexpr UserId kReader{1};
constexpr UserId kAuthor{7};
constexpr UserId kOther{3};
constexpr std::array kModes{AccessMode::truth, AccessMode::projection_only,
                            AccessMode::content_token, AccessMode::fresh_token};

constexpr AccessDecision allow(AccessSource source) { return {true, source}; }
constexpr AccessDecision deny(AccessSource source) { return {false, source}; }

class AccessServiceTest : public DatabaseTest {
 protected:
  void SetUp() override {
    DatabaseTest::SetUp();
    (void)relations->follow(kReader, kAuthor);
    (void)relations->decide(kAuthor, kReader, true);
    (void)projector->catch_up();
  }
  void publish(std::int64_t id, Visibility visibility) {
    ASSERT_TRUE(relations->post({PostId{id}, kAuthor, visibility, {}}, TokenRead::plain).ok());
  }
  AccessDecision read(std::int64_t id, AccessMode mode, UserId viewer = kReader) {
    return *access->can_read(viewer, PostId{id}, mode);
  }
};

TEST_F(AccessServiceTest, the_four_modes_around_a_revocation) {
  publish(1, Visibility::followers);
  EXPECT_EQ(read(1, AccessMode::truth), allow(AccessSource::truth));
  EXPECT_EQ(read(1, AccessMode::content_token), allow(AccessSource::projection));
  EXPECT_EQ(read(1, AccessMode::fresh_token), allow(AccessSource::projection));

  (void)relations->block(kAuthor, kReader);
  publish(2, Visibility::followers);
  EXPECT_EQ(read(1, AccessMode::truth), deny(AccessSource::truth));
  EXPECT_EQ(read(2, AccessMode::truth), deny(AccessSource::truth));
  EXPECT_EQ(read(1, AccessMode::projection_only), allow(AccessSource::projection));
  EXPECT_EQ(read(2, AccessMode::projection_only), allow(AccessSource::projection));
  EXPECT_EQ(read(1, AccessMode::content_token), allow(AccessSource::projection));
  EXPECT_EQ(read(2, AccessMode::content_token), deny(AccessSource::fallback_truth));
  EXPECT_EQ(read(1, AccessMode::fresh_token), deny(AccessSource::fallback_truth));
  EXPECT_EQ(read(2, AccessMode::fresh_token), deny(AccessSource::fallback_truth));

  (void)projector->catch_up();
  EXPECT_EQ(read(1, AccessMode::content_token), deny(AccessSource::projection));
  EXPECT_EQ(read(2, AccessMode::content_token), deny(AccessSource::projection));
  EXPECT_EQ(read(2, AccessMode::fresh_token), deny(AccessSource::projection));
}

TEST_F(AccessServiceTest, public_posts_ask_only_for_blocks_in_every_mode) {
  publish(1, Visibility::everyone);
  for (auto const mode : kModes) {
    EXPECT_EQ(read(1, mode, kOther), allow(AccessSource::public_block_check));
  }
  (void)relations->block(kOther, kAuthor);
  for (auto const mode : kModes) {
    EXPECT_EQ(read(1, mode, kOther), deny(AccessSource::public_block_check));
    EXPECT_EQ(read(1, mode), allow(AccessSource::public_block_check));
  }
}

TEST_F(AccessServiceTest, posts_to_oneself_are_closed_to_followers) {
  publish(1, Visibility::self);
  for (auto const mode : kModes) {
    EXPECT_EQ(read(1, mode), deny(AccessSource::truth));
    EXPECT_EQ(read(1, mode, kAuthor), allow(AccessSource::author));
  }
}

TEST_F(AccessServiceTest, a_request_is_no_permission) {
  (void)relations->follow(kOther, kAuthor);
  (void)projector->catch_up();
  publish(1, Visibility::followers);
  for (auto const mode : kModes) EXPECT_FALSE(read(1, mode, kOther).allowed);
}

TEST_F(AccessServiceTest, a_post_that_does_not_exist) {
  for (auto const mode : kModes) EXPECT_EQ(read(9, mode), deny(AccessSource::no_such_post));
}

TEST_F(AccessServiceTest, every_mode_answers_from_the_truth_while_the_projection_is_rebuilt) {
  publish(1, Visibility::followers);
  ASSERT_TRUE(projector->rebuild().ok());
  (void)projector->catch_up();
  for (auto const mode :
       {AccessMode::projection_only, AccessMode::content_token, AccessMode::fresh_token}) {
    EXPECT_EQ(read(1, mode), allow(AccessSource::fallback_truth));
  }
  EXPECT_TRUE(projector->certify()->clean());
  EXPECT_EQ(read(1, AccessMode::projection_only), allow(AccessSource::projection));
}

TEST_F(AccessServiceTest, a_reader_that_cannot_be_served_is_told_so) {
  postgres::ConnectionPool single{options(1)};
  postgres::PgAccessStore store{single};
  AccessService service{store, metrics};
  auto const held = single.acquire();
  auto const result = service.can_read(kReader, PostId{1}, AccessMode::truth);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.failure().kind, Failure::Kind::unavailable);
  EXPECT_EQ(metrics.unavailable(), 1);
}

}  // namespace
}  // namespace impl::tests
