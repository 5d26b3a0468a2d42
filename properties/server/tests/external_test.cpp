#include "properties/server/external.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <array>

#include "properties/server/tests/scratch.hpp"

namespace properties::server {
namespace {

/// A server of a user's own, with an ordinary user `guest` who may create schemas.
class ExternalServer : public testing::Test {
 protected:
  void SetUp() override {
    auto started = Server::start(scratch_.options());
    ASSERT_TRUE(started.ok()) << started.problem().line();
    host_ = std::move(started.value());
    administer("CREATE ROLE guest LOGIN");
    administer("GRANT CREATE ON DATABASE relcheck_w0 TO guest");
  }

  [[nodiscard]] std::string admin_dsn() const { return host_->worker_dsn(0); }

  void administer(std::string const& sql) const { ASSERT_EQ(ask(admin_dsn(), sql), "(no row)"); }

  [[nodiscard]] std::string guest_dsn() const {
    return with_settings(admin_dsn(), {{"user", "guest"}}).value();
  }

  [[nodiscard]] Options options() const {
    Options options;
    options.workers = 2;
    options.connections_per_worker = 2;
    options.dsn = guest_dsn();
    return options;
  }

  [[nodiscard]] std::string refusal() const { return refusal_of(options()); }

  [[nodiscard]] std::string schemas() const {
    return ask(admin_dsn(),
               "SELECT count(*) FROM pg_namespace WHERE nspname ~ '^relcheck_[0-9a-f]{8}_w'");
  }

  Scratch scratch_;
  std::unique_ptr<Server> host_;
};

TEST_F(ExternalServer, gives_each_worker_a_schema_and_drops_it) {
  auto server = Server::start(options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  EXPECT_FALSE(server.value()->same_host());
  EXPECT_FALSE(server.value()->may_set_deadlock_timeout());
  EXPECT_TRUE(server.value()->version().starts_with("15."));
  for (int worker = 0; worker < 2; ++worker) {
    auto const dsn = server.value()->worker_dsn(worker);
    EXPECT_EQ(ask(dsn, "CREATE TABLE mine ()"), "(no row)");
    EXPECT_TRUE(ask(dsn, "SELECT current_schema()").ends_with("_w" + std::to_string(worker)));
  }
  EXPECT_EQ(schemas(), "2");
  server.value().reset();
  EXPECT_EQ(schemas(), "0");
}

TEST_F(ExternalServer, settings_of_the_user_that_would_slow_or_stop_a_schedule_do_not_hold) {
  administer("ALTER ROLE guest SET jit = on");
  administer("ALTER ROLE guest SET statement_timeout = '1s'");
  administer("ALTER ROLE guest SET idle_in_transaction_session_timeout = '1s'");
  administer("ALTER ROLE guest SET default_transaction_isolation = 'serializable'");
  auto server = Server::start(options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  for (auto const& [setting, value] : {std::pair{"jit", "off"},
                                       {"statement_timeout", "0"},
                                       {"idle_in_transaction_session_timeout", "0"},
                                       {"default_transaction_isolation", "read committed"}}) {
    EXPECT_EQ(ask(server.value()->worker_dsn(0), std::string{"SHOW "} + setting), value) << setting;
  }
}

TEST_F(ExternalServer, touches_nothing_else) {
  administer("CREATE TABLE public.users ()");
  administer("CREATE SCHEMA relcheck_0badcafe_w0 AUTHORIZATION guest");
  ASSERT_EQ(refusal(), "");
  EXPECT_EQ(ask(admin_dsn(), "SELECT count(*) FROM public.users"), "0");
  EXPECT_EQ(schemas(), "1") << "the name is like ours, but the mark is missing";
}

TEST_F(ExternalServer, refuses_a_second_relcheck_and_says_who_is_there) {
  auto first = Server::start(options());
  ASSERT_TRUE(first.ok()) << first.problem().line();
  auto const line = refusal();
  EXPECT_NE(line.find("another relcheck is using this database (backend "), std::string::npos)
      << line;
  EXPECT_NE(line.find("user guest"), std::string::npos) << line;
  EXPECT_EQ(schemas(), "2");
  first.value().reset();
  EXPECT_EQ(refusal(), "");
}

TEST_F(ExternalServer, drops_what_a_killed_run_left) {
  std::array<int, 2> ready{};
  ASSERT_EQ(pipe(ready.data()), 0);
  pid_t const child = fork();
  if (child == 0) {
    auto server = Server::start(options());
    auto connection = Connection::open(server.value()->worker_dsn(0));
    static_cast<void>(connection.value().execute("CREATE TABLE mine ()"));
    if (write(ready[1], "r", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char letter = 0;
  ASSERT_EQ(read(ready[0], &letter, 1), 1);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(schemas(), "2");
  ASSERT_TRUE(comes_true([&] { return refusal() == ""; }));
  EXPECT_EQ(schemas(), "0");
}

TEST_F(ExternalServer, names_the_right_to_create_when_it_is_missing) {
  administer("REVOKE CREATE ON DATABASE relcheck_w0 FROM guest");
  EXPECT_EQ(refusal(),
            "user 'guest' lacks the right to create a schema in database 'relcheck_w0': as its "
            "owner or a superuser: GRANT CREATE ON DATABASE \"relcheck_w0\" TO \"guest\"");
}

TEST_F(ExternalServer, names_the_function_it_may_not_call) {
  administer("REVOKE EXECUTE ON FUNCTION pg_blocking_pids(integer) FROM PUBLIC");
  auto const line = refusal();
  EXPECT_NE(line.find("lacks EXECUTE on pg_blocking_pids(integer)"), std::string::npos) << line;
}

TEST_F(ExternalServer, refuses_read_only_transactions) {
  administer("ALTER ROLE guest SET default_transaction_read_only = on");
  EXPECT_NE(refusal().find("read-only by default"), std::string::npos) << refusal();
}

TEST_F(ExternalServer, counts_the_connections_it_needs) {
  auto greedy = options();
  greedy.connections_per_worker = 1000;
  auto server = Server::start(greedy);
  ASSERT_FALSE(server.ok());
  EXPECT_NE(server.problem().line().find("and 2000 are needed"), std::string::npos)
      << server.problem().line();
}

TEST_F(ExternalServer, says_so_when_it_is_lost) {
  auto server = Server::start(options());
  ASSERT_TRUE(server.ok()) << server.problem().line();
  EXPECT_FALSE(server.value()->lost().has_value());
  host_.reset();
  EXPECT_TRUE(server.value()->lost().has_value());
}

TEST(ExternalServerRefusal, names_a_dsn_that_is_none) {
  Options options;
  options.dsn = "nonsense";
  auto server = Server::start(options);
  ASSERT_FALSE(server.ok());
  EXPECT_TRUE(server.problem().what.starts_with("--dsn is not a connection string"))
      << server.problem().line();
}

TEST(ExternalServerRefusal, says_that_nobody_listens) {
  Options options;
  options.dsn = "postgresql://guest@/somewhere?host=/nonexistent";
  auto server = Server::start(options);
  ASSERT_FALSE(server.ok());
  EXPECT_TRUE(server.problem().what.starts_with("cannot connect to PostgreSQL"))
      << server.problem().line();
}

}  // namespace
}  // namespace properties::server
