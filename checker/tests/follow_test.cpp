#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "checker/check_command.hpp"
#include "checker/tests/following.hpp"

namespace checker {
namespace {

using namespace tests;

namespace fs = std::filesystem;

/// Waits for something that must happen; false after a minute.
template <class Condition>
bool comes_true(Condition condition) {
  for (int waited = 0; waited < 60'000; waited += 2) {
    if (condition()) return true;
    ::poll(nullptr, 0, 2);
  }
  return false;
}

/// Whether the process has the file open, and has read all of it.
bool has_read(pid_t process, ScratchFile const& file) {
  auto const proc = fs::path{"/proc"} / std::to_string(process);
  std::error_code error;
  for (auto const& entry : fs::directory_iterator{proc / "fd", error}) {
    if (fs::read_symlink(entry.path(), error) != file.path()) continue;
    std::ifstream about{proc / "fdinfo" / entry.path().filename()};
    std::string word;
    std::uintmax_t position = 0;
    if (about >> word >> position && position == fs::file_size(file.path())) return true;
  }
  return false;
}

/// Whether all that was written into the pipe has been read.
bool is_drained(int pipe) {
  int left = 0;
  return ::ioctl(pipe, FIONREAD, &left) == 0 && left == 0;
}

/// The command as a process of its own, its output in a pipe.
class Process {
 public:
  /// `input` is what it has as standard input, if not -1.
  explicit Process(std::vector<std::string> arguments, int input = -1) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    arguments.insert(arguments.begin(), {RELCHECK_CHECK, "check", "--follow"});
    std::vector<char*> words;
    for (auto& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      if (input >= 0) ::dup2(input, STDIN_FILENO);
      ::execv(words.front(), words.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    out_ = ends[0];
  }
  Process(Process const&) = delete;
  Process& operator=(Process const&) = delete;
  ~Process() { ::close(out_); }

  [[nodiscard]] pid_t id() const { return child_; }
  void interrupt() const { ::kill(child_, SIGINT); }
  [[nodiscard]] Ran end() const {
    std::string out;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = ::read(out_, buffer.data(), buffer.size())) > 0;) {
      out.append(buffer.data(), static_cast<std::size_t>(got));
    }
    int status = 0;
    ::waitpid(child_, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out};
  }

 private:
  pid_t child_ = -1;
  int out_ = -1;
};

TEST(Follow, ends_with_the_event_that_makes_the_history_illegal) {
  ScratchFile const file{header("versioned") + write_made(1)};
  std::jthread const writer{[&] {
    EXPECT_TRUE(comes_true([&] { return has_read(::getpid(), file); }));
    file.append(write_made(2) + event(1, R"("type":"invoke","op":"read")"));
    file.append(event(1, R"("type":"ok","ver)").substr(0, 29));
    EXPECT_TRUE(comes_true([&] { return has_read(::getpid(), file); }));
    file.append("sion\":1}\n");
  }};
  auto const ran = run(following(file.path()));
  EXPECT_EQ(ran.exit, 1) << ran.out;
  EXPECT_NE(ran.out.find("from line 7 on, after 3 operations"), std::string::npos) << ran.out;
}

TEST(Follow, every_litmus_gets_its_verdict) {
  std::size_t followed = 0;
  for (auto const* verdict : {"legal", "illegal"}) {
    auto const folder = fs::path{RELCHECK_TRACES} / "litmus" / verdict;
    for (auto const& entry : fs::directory_iterator{folder}) {
      if (entry.path().extension() != ".jsonl") continue;
      ++followed;
      auto const ran = run_to_end(following(entry.path().string()));
      EXPECT_EQ(ran.exit, verdict == std::string{"legal"} ? 0 : 1) << entry.path() << ran.out;
    }
  }
  EXPECT_GE(followed, 60U);
}

TEST(Follow, says_what_might_have_been_answered) {
  auto const ran = follow_text(header("register") + write(0, 1) + write(0, 2) + read(1, 1));
  EXPECT_EQ(ran.exit, 1);
  EXPECT_NE(ran.out.find("from line 7 on, after 3 operations\n"
                         "  The answer to what process 1 called read(), 1, is explained by no "
                         "order. It might have been 2.\n"),
            std::string::npos)
      << ran.out;
}

TEST(Follow, holds_values_against_versions) {
  auto const versioned_read = [](int process, int value, int version) {
    return event(process, R"("type":"invoke","op":"read")") +
           event(process, R"("type":"ok","value":)" + std::to_string(value) + R"(,"version":)" +
                              std::to_string(version));
  };
  auto const write_3 = event(0, R"("type":"invoke","op":"write","args":[3])") +
                       event(0, R"("type":"ok","version":1)");
  EXPECT_EQ(follow_text(header("versioned") + write_3 + versioned_read(1, 3, 1)).exit, 0);
}

TEST(Follow, a_wrong_value_of_the_right_version_is_told) {
  auto const text = header("versioned") + event(0, R"("type":"invoke","op":"write","args":[3])") +
                    event(0, R"("type":"ok","version":1)") +
                    event(1, R"("type":"invoke","op":"read")") +
                    event(1, R"("type":"ok","value":4,"version":1)");
  auto const ran = follow_text(text);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_NE(ran.out.find("is about version 1 of key '', of which two values are told. It "
                         "contradicts call 1 of the file."),
            std::string::npos)
      << ran.out;
}

TEST(Follow, ends_at_one_time_are_concurrent_with_calls_at_that_time) {
  auto const at = [](int time, std::string const& rest) {
    return R"("time":)" + std::to_string(time) + "," + rest;
  };
  auto const text = [&](int time) {
    return header("register") + event(0, at(1, R"("type":"invoke","op":"write","args":[1])")) +
           event(0, at(2, R"("type":"ok")")) +
           event(0, at(time, R"("type":"invoke","op":"read")")) +
           event(0, at(4, R"("type":"ok","value":null)"));
  };
  EXPECT_EQ(follow_text(text(2)).exit, 0);
  EXPECT_EQ(follow_text(text(3)).exit, 1);
}

TEST(Follow, a_time_that_goes_back_is_malformed) {
  auto const ran =
      follow_text(header("register") + event(0, R"("time":5,"type":"invoke","op":"read")") +
                  event(0, R"("time":4,"type":"ok","value":null)"));
  EXPECT_EQ(ran.exit, 64);
  EXPECT_NE(ran.out.find(":3: found time 4 after time 5; expected events in the order of time"),
            std::string::npos)
      << ran.out;
}

TEST(Follow, what_it_has_seen_is_told_when_it_is_stopped) {
  auto const ran =
      follow_text(header("versioned") + write_made(1) + event(1, R"("type":"invoke","op":"read")"));
  EXPECT_EQ(ran.exit, 0);
  EXPECT_NE(ran.out.find("versioned, 2 operations so far, 1 of them open"), std::string::npos)
      << ran.out;
}

TEST(Follow, an_incomplete_last_line_says_nothing) {
  EXPECT_EQ(follow_text(header("register") + write(0, 1) + R"({"process":1,"typ)").exit, 0);
}

TEST(Follow, nothing_to_check_is_no_pass) {
  EXPECT_EQ(follow_text("").exit, 2);
  EXPECT_EQ(follow_text(header("queue")).exit, 2);
}

TEST(Follow, a_malformed_line_is_told_with_the_verdict_so_far) {
  auto const ran = follow_text(header("register") + write(0, 1) + "what?\n");
  EXPECT_EQ(ran.exit, 64);
  EXPECT_NE(ran.out.find(":4: found 'what?'"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("register, 1 operations so far, 0 of them open"), std::string::npos);
}

TEST(Follow, a_spent_budget_is_undecided) {
  std::string text = header("counter");
  for (int i = 0; i < 8; ++i) {
    text += event(i, R"("type":"invoke","op":"add","args":[)" + std::to_string(1 << i) + "]");
  }
  text += read(9, 255) + read(9, 1'000);
  ScratchFile const file{text};
  auto options = following(file.path());
  options.budget = 20;
  auto const ran = run_to_end(options);
  EXPECT_EQ(ran.exit, 2) << ran.out;
  EXPECT_NE(ran.out.find("UNDECIDED"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("on, operations are not judged"), std::string::npos) << ran.out;
}

TEST(Follow, json_tells_the_line) {
  ScratchFile const file{header("register") + write(0, 1) + read(1, 2)};
  auto options = following(file.path());
  options.json = true;
  auto const ran = run_to_end(options);
  EXPECT_EQ(ran.exit, 1);
  auto const json = nlohmann::json::parse(ran.out);
  EXPECT_EQ(json["failed"], 1);
  EXPECT_EQ(json["results"][0]["verdict"], "illegal");
  EXPECT_EQ(json["results"][0]["line"], 5);
  EXPECT_EQ(json["results"][0]["operations"], 2);
}

TEST(Follow, an_interrupt_ends_it_with_the_verdict_so_far) {
  ScratchFile const file{header("register") + write(0, 1)};
  Process const process{{file.path()}};
  EXPECT_TRUE(comes_true([&] { return has_read(process.id(), file); }));
  file.append(read(1, 1));
  EXPECT_TRUE(comes_true([&] { return has_read(process.id(), file); }));
  process.interrupt();
  auto const ran = process.end();
  EXPECT_EQ(ran.exit, 0);
  EXPECT_NE(ran.out.find("LEGAL"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("register, 2 operations so far, 0 of them open"), std::string::npos)
      << ran.out;
}

TEST(Follow, an_interrupt_ends_it_while_it_waits_for_a_pipe) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  Process const process{{"-"}, ends[0]};
  auto const text = header("register") + write(0, 1);
  ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  EXPECT_TRUE(comes_true([&] { return is_drained(ends[1]); }));
  process.interrupt();
  auto const ran = process.end();
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_EQ(ran.exit, 0) << ran.out;
  EXPECT_NE(ran.out.find("register, 1 operations so far"), std::string::npos) << ran.out;
}

TEST(Follow, a_pipe_is_followed_until_it_is_closed) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  Process const process{{"-"}, ends[0]};
  ::close(ends[0]);
  for (auto const& text : {header("register") + write(0, 1), read(1, 1)}) {
    ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    EXPECT_TRUE(comes_true([&] { return is_drained(ends[1]); }));
  }
  ::close(ends[1]);
  auto const ran = process.end();
  EXPECT_EQ(ran.exit, 0) << ran.out;
  EXPECT_NE(ran.out.find("register, 2 operations so far"), std::string::npos) << ran.out;
}

TEST(Follow, a_file_that_is_cut_is_told) {
  ScratchFile const file{header("register") + write(0, 1)};
  std::jthread const writer{[&] {
    EXPECT_TRUE(comes_true([&] { return has_read(::getpid(), file); }));
    fs::resize_file(file.path(), 10);
  }};
  auto const ran = run(following(file.path()));
  EXPECT_EQ(ran.exit, 64);
  EXPECT_NE(ran.out.find("it was cut while it was followed"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("What came after line 3 was not seen"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("register, 1 operations so far"), std::string::npos) << ran.out;
}

TEST(Follow, a_file_that_is_replaced_is_told) {
  ScratchFile const file{header("register") + write(0, 1)};
  auto const old = file.path() + ".old";
  std::jthread const writer{[&] {
    EXPECT_TRUE(comes_true([&] { return has_read(::getpid(), file); }));
    fs::rename(file.path(), old);
    file.append(header("register"));
  }};
  auto const ran = run(following(file.path()));
  fs::remove(old);
  EXPECT_EQ(ran.exit, 64);
  EXPECT_NE(ran.out.find("it was replaced while it was followed"), std::string::npos) << ran.out;
}

TEST(Follow, time_that_runs_out_is_no_verdict) {
  ScratchFile const file{header("register") + write(0, 1)};
  auto options = following(file.path());
  options.timeout_s = 0.1;
  EXPECT_EQ(run(options).exit, 75);
}

}  // namespace
}  // namespace checker
