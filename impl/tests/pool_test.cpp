#include "impl/postgres/pool.hpp"

#include <atomic>
#include <future>
#include <optional>
#include <thread>

#include "impl/ports/store_error.hpp"
#include "impl/tests/database.hpp"

namespace impl::tests {
namespace {

using postgres::ConnectionPool;
using postgres::Lease;

using PoolTest = DatabaseTest;

TEST_F(PoolTest, opens_when_needed_and_uses_again) {
  ConnectionPool two{options(2)};
  EXPECT_TRUE(two.backend_pids().empty());
  int const first = two.acquire()->backend_pid();
  EXPECT_EQ(two.acquire()->backend_pid(), first);
  EXPECT_EQ(two.backend_pids(), std::vector{first});
}

TEST_F(PoolTest, an_exhausted_pool_says_so_within_its_bound) {
  ConnectionPool one{options(1)};
  auto const held = one.acquire();
  try {
    (void)one.acquire();
    FAIL() << "more connections than the pool has";
  } catch (ConnectionLost const& error) {
    EXPECT_STREQ(error.what(), "no connection came free within 200 ms: all 1 are in use");
  }
}

TEST_F(PoolTest, a_waiting_thread_gets_the_connection_that_comes_back) {
  auto patient = options(1);
  patient.acquire_timeout = std::chrono::seconds{10};
  ConnectionPool one{patient};
  std::optional<Lease> held{one.acquire()};
  int const pid = (*held)->backend_pid();
  auto waiting = std::async(std::launch::async, [&] { return one.acquire()->backend_pid(); });
  held.reset();
  EXPECT_EQ(waiting.get(), pid);
}

TEST_F(PoolTest, a_connection_that_died_while_idle_is_replaced) {
  ConnectionPool one{options(1)};
  int const pid = one.acquire()->backend_pid();
  kill(pid);
  auto const lease = one.acquire();
  EXPECT_NE(lease->backend_pid(), pid);
  EXPECT_EQ(one.backend_pids(), std::vector{lease->backend_pid()});
}

TEST_F(PoolTest, a_connection_lost_in_use_is_replaced) {
  ConnectionPool one{options(1)};
  int pid = 0;
  {
    auto const lease = one.acquire();
    pid = lease->backend_pid();
    kill(pid);
    EXPECT_THROW(lease->execute(postgres::kReadLastSeq), ConnectionLost);
  }
  EXPECT_NE(one.acquire()->backend_pid(), pid);
}

TEST_F(PoolTest, a_connection_given_back_inside_a_transaction_is_closed) {
  ConnectionPool one{options(1)};
  int pid = 0;
  {
    auto const lease = one.acquire();
    pid = lease->backend_pid();
    lease->begin(postgres::kBegin);
  }
  EXPECT_NE(one.acquire()->backend_pid(), pid);
}

TEST_F(PoolTest, a_server_that_cannot_be_reached_costs_no_slot) {
  auto nowhere = options(1);
  nowhere.dsn = "host=/nonexistent";
  ConnectionPool one{nowhere};
  for (int i = 0; i < 3; ++i) {
    try {
      (void)one.acquire();
      FAIL() << "connected";
    } catch (ConnectionLost const& error) {
      EXPECT_NE(std::string{error.what()}.find("cannot connect"), std::string::npos);
    }
  }
}

TEST_F(PoolTest, many_threads_share_few_connections) {
  auto patient = options(3);
  patient.acquire_timeout = std::chrono::seconds{10};
  ConnectionPool three{patient};
  std::atomic<int> in_use{0};
  std::atomic<int> most{0};
  std::vector<std::jthread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        auto const lease = three.acquire();
        int const now = ++in_use;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) continue;
        EXPECT_EQ(lease->execute(postgres::kReadLastSeq).integer(0, 0), 0);
        --in_use;
      }
    });
  }
  threads.clear();
  EXPECT_LE(most, 3);
  EXPECT_LE(three.backend_pids().size(), 3U);
}

TEST_F(PoolTest, a_pool_of_one_serves_every_operation_of_one_thread) {
  ConnectionPool one{options(1)};
  postgres::PgTruthStore truth_store{one};
  postgres::PgProjectionStore projection_store{one};
  postgres::PgAccessStore reads{one};
  RelationService service{truth_store, runtime()};
  Projector consumer{projection_store, runtime()};
  AccessService checks{reads, metrics};
  UserId const reader{1};
  UserId const author{2};
  EXPECT_TRUE(service.follow(reader, author).ok());
  EXPECT_TRUE(
      service.post({PostId{1}, author, Visibility::followers, {}}, TokenRead::locking).ok());
  EXPECT_EQ(*consumer.catch_up(), 1);
  EXPECT_TRUE(consumer.certify()->clean());
  EXPECT_TRUE(checks.can_read(reader, PostId{1}, AccessMode::fresh_token)->allowed);
  EXPECT_TRUE(service.block(author, reader).ok());
  EXPECT_EQ(one.backend_pids().size(), 1U);
}

}  // namespace
}  // namespace impl::tests
