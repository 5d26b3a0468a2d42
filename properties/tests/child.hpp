#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace properties::tests {

/// A folder of a test's own, deleted with the object.
class Scratch {
 public:
  Scratch();
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;
  ~Scratch();

  [[nodiscard]] std::filesystem::path const& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(std::string const& name) const {
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// How to run a program: `program` empty means relcheck as built.
struct Launch {
  std::vector<std::string> arguments;
  std::string program{};
  std::map<std::string, std::string> environment{};  ///< Added to, or instead of, ours.
  std::filesystem::path folder{};                    ///< Where it runs; empty: here.
  /// A folder on which only the program sees a small file system of its own.
  std::filesystem::path small_disk{};
  std::string small_disk_size{"size=4k"};  ///< As mount takes it.
};

/// How a program ended.
struct Ended {
  int code{0};  ///< 128 + n when signal n ended it.
  std::string out;
  std::string err;
};

/// A running program. Killed when it is still running at the end.
class Child {
 public:
  explicit Child(Launch const& launch);
  Child(Child const&) = delete;
  Child& operator=(Child const&) = delete;
  ~Child();

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] bool running();
  void signal(int number) const { kill(pid_, number); }
  /// What it has said so far on standard output.
  [[nodiscard]] std::string said() const;
  /// Waits for its end, two minutes at most: then it is killed, which shows in the code.
  [[nodiscard]] Ended wait();

  /// The folder of the private server that this program started, once it is there.
  [[nodiscard]] std::optional<std::filesystem::path> server_folder() const;

 private:
  Scratch scratch_;
  pid_t pid_{-1};
  std::optional<int> status_;
};

[[nodiscard]] Ended run(Launch const& launch);
/// relcheck with these arguments.
[[nodiscard]] Ended relcheck(std::vector<std::string> const& arguments);
/// What relcheck says with these arguments, all of it as JSON. The test fails if it is not, or if
/// it ends with another code.
nlohmann::json json_of(std::vector<std::string> const& arguments, int code);

/// Whether a small_disk can be had: a mount namespace of one's own is not permitted everywhere.
[[nodiscard]] bool may_mount();

/// The process that runs the server in the folder.
[[nodiscard]] pid_t postmaster_in(std::filesystem::path const& folder);

[[nodiscard]] std::string text_of(std::filesystem::path const& file);
void write_text(std::filesystem::path const& file, std::string const& text);
[[nodiscard]] std::vector<std::string> lines_of(std::string const& text);
/// The files of that name below a folder, by path. None when there is no folder.
[[nodiscard]] std::vector<std::filesystem::path> files_named(std::filesystem::path const& folder,
                                                             std::string const& name);

/// Waits for something that must happen; false after a minute.
template <class Condition>
[[nodiscard]] bool comes_true(Condition condition) {
  auto const deadline = std::chrono::steady_clock::now() + std::chrono::minutes{1};
  while (std::chrono::steady_clock::now() < deadline) {
    if (condition()) return true;
    timespec const pause{0, 10'000'000};
    nanosleep(&pause, nullptr);
  }
  return false;
}

}  // namespace properties::tests
