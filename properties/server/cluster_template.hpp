#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "properties/server/account.hpp"
#include "properties/server/installation.hpp"
#include "properties/server/problem.hpp"
#include "properties/server/run_folder.hpp"

namespace properties::server {

/// How many worker databases are ready in the template; further ones are made when asked for.
inline constexpr int kReadyDatabases = 2;

/// "relcheck_w0".
[[nodiscard]] std::string worker_database(int worker);

/// Fills the run folder's `data` with a fresh cluster: a copy of the one kept in the cache for
/// this version, which is made first when there is none. A cache that cannot be written costs a
/// second at every start and is no problem.
[[nodiscard]] std::optional<Problem> fill_data_folder(
    RunFolder const& folder, Installation const& installation, std::filesystem::path const& cache,
    Account const& account, std::function<void(std::string_view)> const& notice);

/// Copies a folder whole, gives the copy to the account and lets nobody else read it. Says what
/// went wrong, if anything.
[[nodiscard]] std::optional<Problem> copy_tree(std::filesystem::path const& from,
                                               std::filesystem::path const& to,
                                               Account const& account);

}  // namespace properties::server
