#include "properties/tests/scripted.hpp"

#include <poll.h>

#include <algorithm>

#include "impl/ports/store_error.hpp"
#include "properties/schedule/backend.hpp"

namespace properties::tests {

/// Waits under the schedule while a run is on.
class DeskWait : public impl::postgres::Wait {
 public:
  void until_readable(int socket) override {
    if (seat != nullptr) return seat->until_readable(socket);
    pollfd fd{socket, POLLIN, 0};
    poll(&fd, 1, 10'000);
  }
  schedule::Seat* seat{nullptr};
};

namespace {

using impl::postgres::Statement;

/// Follows a prefix of choices, then takes the first that can go; remembers every choice.
class Explore : public schedule::Strategy {
 public:
  struct Taken {
    std::vector<int> enabled;
    std::size_t index;
  };
  explicit Explore(std::vector<Taken> prefix) : taken_{std::move(prefix)} {}
  int choose(schedule::Choice const& choice) override {
    std::vector<int> enabled;
    for (auto const& one : choice.enabled) enabled.push_back(one.session);
    if (at_ == taken_.size()) taken_.push_back({enabled, 0});
    if (taken_[at_].enabled != enabled) throw std::logic_error{"the prefix led elsewhere"};
    auto const& taken = taken_[at_++];
    return taken.enabled[taken.index];
  }
  /// The prefix of the next schedule; empty after the last.
  [[nodiscard]] std::vector<Taken> next() const {
    auto prefix = taken_;
    while (!prefix.empty() && prefix.back().index + 1 == prefix.back().enabled.size()) {
      prefix.pop_back();
    }
    if (!prefix.empty()) ++prefix.back().index;
    return prefix;
  }

 private:
  std::vector<Taken> taken_;
  std::size_t at_{0};
};

}  // namespace

/// One session: its script and its connection.
struct Scripted::Desk {
  Desk(std::string const& dsn, Script lines) : script{std::move(lines)} {
    for (std::size_t i = 0; i < script.size(); ++i) names.push_back("s" + std::to_string(i));
    for (std::size_t i = 0; i < script.size(); ++i) {
      statements.push_back({names[i].c_str(), script[i].sql.c_str()});
    }
    statements.push_back(impl::postgres::kRollback);
    connection = std::make_unique<impl::postgres::Connection>(
        impl::postgres::ConnectOptions{.dsn = dsn, .statements = statements, .wait = wait});
    backend = std::make_unique<schedule::Backend>(connection->backend_pid(), true);
  }

  void play(schedule::Seat& seat) {
    wait.seat = &seat;
    seat.begin_action(0);
    for (std::size_t i = 0; i < script.size(); ++i) {
      if (!take(seat, i)) break;
    }
    wait.seat = nullptr;
    connection->rollback();
  }

  bool take(schedule::Seat& seat, std::size_t line) {
    seat.reach(script[line].step);
    try {
      connection->execute(statements[line]);
      seat.done({});
      return true;
    } catch (impl::StoreError const& error) {
      seat.failed(error.sqlstate());
    }
    seat.reach(trace::Step::rollback);
    connection->rollback();
    seat.done({});
    return false;
  }

  Script script;
  std::vector<std::string> names;
  std::vector<Statement> statements;
  DeskWait wait;
  std::unique_ptr<impl::postgres::Connection> connection;
  std::unique_ptr<schedule::Backend> backend;
};

Scripted::Scripted(std::string const& dsn, std::vector<Script> scripts, std::string const& prepare)
    : control_{dsn, {}, "", ""}, pg_{dsn}, prepared_{!prepare.empty()} {
  if (prepared_) pg_.prepare("prepare", prepare);
  for (auto& script : scripts) desks_.push_back(std::make_unique<Desk>(dsn, std::move(script)));
}

Scripted::~Scripted() = default;

void Scripted::run(schedule::Strategy& strategy) {
  control_.reset({{model::UserId{1}, false}, {model::UserId{2}, false}}, true);
  if (prepared_) pg_.execute("prepare");
  controller_.start();
  std::vector<schedule::Program> programs;
  for (auto const& desk : desks_) {
    auto* const mine = desk.get();
    programs.push_back({static_cast<int>(programs.size()),
                        desk->backend.get(),
                        {static_cast<int>(desk->script.size())},
                        [mine](schedule::Seat& seat) { mine->play(seat); }});
  }
  controller_.run(std::move(programs), strategy);
}

int Scripted::backend_pid(int session) const {
  return desks_[static_cast<std::size_t>(session)]->backend->pid();
}

schedule::Candidate const* candidate(schedule::Choice const& choice, int session) {
  auto const found =
      std::find_if(choice.enabled.begin(), choice.enabled.end(),
                   [&](schedule::Candidate const& one) { return one.session == session; });
  return found == choice.enabled.end() ? nullptr : &*found;
}

std::string sequence_of(std::vector<trace::LogEntry> const& log) {
  std::string sequence;
  for (auto const& entry : log) {
    if (entry.kind != trace::LogEntry::Kind::step) continue;
    sequence += (sequence.empty() ? "" : " ") + std::to_string(entry.at.session);
  }
  return sequence;
}

int for_every_schedule(Scripted& scripted, std::function<void()> const& see) {
  std::vector<Explore::Taken> prefix;
  int runs = 0;
  do {
    Explore explore{std::move(prefix)};
    scripted.run(explore);
    ++runs;
    see();
    prefix = explore.next();
  } while (!prefix.empty());
  return runs;
}

}  // namespace properties::tests
