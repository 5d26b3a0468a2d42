#include "impl/postgres/schema.hpp"

#include <set>
#include <string_view>

#include "impl/ports/store_error.hpp"
#include "impl/tests/database.hpp"

namespace impl::tests {
namespace {

using SchemaTest = DatabaseTest;

TEST(Statements, each_name_is_there_once) {
  std::set<std::string_view> names;
  for (auto const& statement : postgres::kStatements) {
    EXPECT_TRUE(names.insert(statement.name).second) << statement.name;
  }
}

TEST_F(SchemaTest, a_misspelt_column_fails_when_connecting) {
  auto wrong = options();
  wrong.statements = {{"lock_pair", "SELECT stat FROM relation"}};
  try {
    postgres::Connection connection{wrong};
    FAIL() << "connected";
  } catch (StatementFailed const& error) {
    EXPECT_EQ(error.sqlstate(), "42703");
    EXPECT_NE(std::string_view{error.what()}.find("lock_pair"), std::string_view::npos);
  }
}

TEST_F(SchemaTest, refuses_what_no_relation_may_be) {
  auto const refused = [&](char const* text) {
    auto statements = options();
    statements.statements = {{"refused", text}};
    try {
      postgres::Connection{statements}.execute(statements.statements.front());
    } catch (StatementFailed const& error) {
      return error.sqlstate();
    }
    return std::string{};
  };
  constexpr char const* kCheck = "23514";
  constexpr char const* kUnique = "23505";
  constexpr char const* kNotOfType = "22P02";
  sql->run("INSERT INTO relation VALUES (1, 2, 'ACTIVE', 1)");
  sql->run("INSERT INTO relation_event VALUES (1, 1, 2, 'ACTIVE', 1)");
  EXPECT_EQ(refused("INSERT INTO relation VALUES (1, 1, 'ACTIVE', 1)"), kCheck);
  EXPECT_EQ(refused("INSERT INTO relation VALUES (2, 1, 'FRIEND', 1)"), kNotOfType);
  EXPECT_EQ(refused("INSERT INTO relation VALUES (2, 1, 'REMOVED', -1)"), kCheck);
  EXPECT_EQ(refused("INSERT INTO relation VALUES (1, 2, 'PENDING', 2)"), kUnique);
  EXPECT_EQ(refused("INSERT INTO block VALUES (3, 3)"), kCheck);
  EXPECT_EQ(refused("INSERT INTO relation_event VALUES (2, 1, 2, 'REMOVED', 1)"), kUnique);
  EXPECT_EQ(refused("INSERT INTO relation_event VALUES (2, 1, 2, 'REMOVED', 0)"), kCheck);
  EXPECT_EQ(refused("INSERT INTO post VALUES (1, 1, 'FRIENDS', 0)"), kNotOfType);
  EXPECT_EQ(refused("INSERT INTO event_seq VALUES (2, 0)"), kCheck);
}

}  // namespace
}  // namespace impl::tests
