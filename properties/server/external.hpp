#pragma once

#include <string>
#include <vector>

#include "properties/server/connection.hpp"
#include "properties/server/server.hpp"

namespace properties::server {

/// A server of the user's own. Creates one schema per worker, `relcheck_<id>_w<n>`, drops it at the
/// end and touches nothing else. An advisory lock keeps a second relcheck out of the database.
/// Schemas of a run that was killed carry a comment of ours and are dropped by the next.
class External : public Server {
 public:
  /// Refused, saying what is missing, when the server or the rights do not suffice.
  static Result<std::unique_ptr<Server>> start(Options const& options);
  ~External() override;

  [[nodiscard]] std::string worker_dsn(int worker) const override;
  [[nodiscard]] bool same_host() const override { return false; }
  [[nodiscard]] bool may_set_deadlock_timeout() const override { return may_set_timeout_; }
  [[nodiscard]] std::string version() const override { return version_; }
  [[nodiscard]] std::filesystem::path log_file() const override { return {}; }
  [[nodiscard]] std::optional<Problem> lost() override;

 private:
  explicit External(Connection control);

  [[nodiscard]] std::optional<Problem> make_schemas(int workers);
  [[nodiscard]] std::optional<Problem> make_dsns(std::string const& dsn, int workers);
  [[nodiscard]] std::optional<Problem> try_search_path();
  [[nodiscard]] std::string schema(int worker) const;

  int owner_;
  Connection control_;  ///< Holds the advisory lock for as long as it lives.
  std::string id_;
  std::string version_;
  bool may_set_timeout_ = false;
  int schemas_made_ = 0;
  std::vector<std::string> dsns_;
};

/// Whether the server suffices for relcheck: version, rights, connections. The first objection.
[[nodiscard]] std::optional<Problem> find_objection(Connection& connection, Options const& options);

}  // namespace properties::server
