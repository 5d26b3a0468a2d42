#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <string>

#include "checker/check_command.hpp"
#include "checker/tests/scratch_file.hpp"

namespace checker::tests {

struct Ran {
  int exit;
  std::string out;
};

inline CheckOptions following(std::string const& file) {
  CheckOptions options;
  options.files = {file};
  options.follow = true;
  return options;
}

inline Ran run(CheckOptions const& options, std::atomic<bool> const* stop = nullptr) {
  std::FILE* out = std::tmpfile();
  int const exit = run_check(options, out, stop);
  std::string text(static_cast<std::size_t>(std::ftell(out)), '\0');
  std::rewind(out);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), out), text.size());
  std::fclose(out);
  return {exit, text};
}

/// What following comes to if nothing more is ever written.
inline Ran run_to_end(CheckOptions const& options) {
  std::atomic<bool> const stop = true;
  return run(options, &stop);
}

inline Ran follow_text(std::string const& text) {
  ScratchFile const file{text};
  return run_to_end(following(file.path()));
}

/// Lines of a history.
inline std::string header(std::string const& spec) {
  return R"({"history":1,"spec":")" + spec + "\"}\n";
}
inline std::string event(int process, std::string const& rest) {
  return "{\"process\":" + std::to_string(process) + "," + rest + "}\n";
}
inline std::string write_made(int version) {
  return event(0, R"("type":"invoke","op":"write")") +
         event(0, R"("type":"ok","version":)" + std::to_string(version));
}
inline std::string write(int process, int value) {
  return event(process, R"("type":"invoke","op":"write","args":[)" + std::to_string(value) + "]") +
         event(process, R"("type":"ok")");
}
inline std::string read(int process, int value) {
  return event(process, R"("type":"invoke","op":"read")") +
         event(process, R"("type":"ok","value":)" + std::to_string(value));
}

}  // namespace checker::tests
