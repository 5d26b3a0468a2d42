#pragma once

namespace properties::schedule {

/// The server process behind a session's connection, as seen from the same machine.
/// Without `same_host` it knows only the pid, and every other call does nothing.
class Backend {
 public:
  Backend(int pid, bool same_host);
  Backend(Backend const&) = delete;
  Backend& operator=(Backend const&) = delete;
  ~Backend();

  [[nodiscard]] int pid() const { return pid_; }
  [[nodiscard]] bool same_host() const { return title_ >= 0; }
  /// Its process title says "… waiting": a cheap first sign, true only of a statement that was
  /// just released. After a wake the title lags behind.
  [[nodiscard]] bool title_says_waiting() const;
  /// Keeps it from running (and its deadlock check from firing) until cont().
  void stop();
  void cont();
  void pin_to(int cpu) const;

 private:
  int pid_;
  int title_{-1};
  bool stopped_{false};
};

}  // namespace properties::schedule
