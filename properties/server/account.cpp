#include "properties/server/account.hpp"

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

namespace properties::server {

Result<Account> server_account() {
  if (geteuid() != 0) {
    passwd const* self = getpwuid(geteuid());
    return Account{geteuid(), getegid(), self != nullptr ? self->pw_name : "this user"};
  }
  for (char const* name : {"postgres", "nobody"}) {
    passwd const* entry = getpwnam(name);
    if (entry != nullptr && entry->pw_uid != 0) return Account{entry->pw_uid, entry->pw_gid, name};
  }
  return Problem{"PostgreSQL does not run as root, and there is no user 'postgres' or 'nobody'",
                 "create one (adduser --system postgres), or run relcheck as an ordinary user"};
}

bool become(Account const& account) {
  if (geteuid() != 0) return true;
  return setgroups(0, nullptr) == 0 && setgid(account.gid) == 0 && setuid(account.uid) == 0;
}

bool give_to(Account const& account, std::filesystem::path const& path) {
  if (geteuid() != 0) return true;
  return lchown(path.c_str(), account.uid, account.gid) == 0;
}

}  // namespace properties::server
