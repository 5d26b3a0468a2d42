#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "properties/server/problem.hpp"

namespace properties::server {

/// Whom the server runs as. PostgreSQL refuses to run as root, so root has another do it.
struct Account {
  uid_t uid{};
  gid_t gid{};
  std::string name;
};

/// Ourselves; when we are root, `postgres`, or else `nobody`.
Result<Account> server_account();

/// Becomes the account for good. To be called in a forked child, before exec; async-signal-safe.
/// False, with errno, when that is not permitted.
[[nodiscard]] bool become(Account const& account);

/// Makes the account the owner of one file or folder (not of what is in it). No-op unless root.
[[nodiscard]] bool give_to(Account const& account, std::filesystem::path const& path);

}  // namespace properties::server
