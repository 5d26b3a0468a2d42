#include "properties/server/server.hpp"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

#include "properties/server/embedded.hpp"
#include "properties/server/external.hpp"

namespace properties::server {

Result<std::unique_ptr<Server>> Server::start(Options const& options) {
  return options.dsn.empty() ? Embedded::start(options) : External::start(options);
}

std::filesystem::path default_cache() {
  auto const variable = [](char const* name) {
    char const* value = std::getenv(name);
    return std::filesystem::path{value == nullptr ? "" : value};
  };
  if (auto const chosen = variable("RELCHECK_CACHE"); !chosen.empty()) return chosen;
  if (geteuid() == 0) return "/var/cache/relcheck";
  if (auto const chosen = variable("XDG_CACHE_HOME"); !chosen.empty()) return chosen / "relcheck";
  if (auto const home = variable("HOME"); !home.empty()) return home / ".cache" / "relcheck";
  passwd const* self = getpwuid(geteuid());
  return std::filesystem::path{self == nullptr ? "/tmp" : self->pw_dir} / ".cache" / "relcheck";
}

}  // namespace properties::server
