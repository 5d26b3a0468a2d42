#include "impl/log/log.hpp"

#include "impl/tests/database.hpp"

namespace impl::tests {
namespace {

/// What `action` writes to the log at `level`.
template <class Action>
std::string logged(LogLevel level, Action const& action) {
  testing::internal::CaptureStderr();
  set_log_level(level);
  action();
  set_log_level(LogLevel::off);
  return testing::internal::GetCapturedStderr();
}

class LogTest : public DatabaseTest {};

TEST_F(LogTest, a_write_is_one_line_of_pairs) {
  auto const text =
      logged(LogLevel::info, [this] { (void)relations->follow(UserId{1}, UserId{2}); });
  EXPECT_NE(text.find(" level=info op=follow outcome=CHANGED reason=none seq=1 follower=1 "
                      "followee=2 state=ACTIVE version=1\n"),
            std::string::npos)
      << text;
}

TEST_F(LogTest, an_operation_without_an_answer_is_a_warning_and_a_write_is_not) {
  EXPECT_EQ(logged(LogLevel::warn, [this] { (void)relations->follow(UserId{1}, UserId{2}); }), "");
  postgres::ConnectionPool single{options(1)};
  postgres::PgAccessStore store{single};
  AccessService service{store, metrics};
  auto const held = single.acquire();
  auto const text = logged(
      LogLevel::warn, [&] { (void)service.can_read(UserId{1}, PostId{1}, AccessMode::truth); });
  EXPECT_NE(text.find("level=warning op=can_read result=unavailable sqlstate=none message=\"no "),
            std::string::npos)
      << text;
}

TEST(Log, nothing_is_enabled_when_it_is_off) {
  EXPECT_EQ(logged(LogLevel::off, [] { log(LogLevel::error, "op=x"); }), "");
  EXPECT_FALSE(log_enabled(LogLevel::error));
}

}  // namespace
}  // namespace impl::tests
