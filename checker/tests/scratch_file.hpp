#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace checker::tests {

/// A file of the running test's own, one for each ending, gone after it.
class ScratchFile {
 public:
  explicit ScratchFile(std::string const& text, char const* ending = ".jsonl")
      : path_{
            std::filesystem::canonical(testing::TempDir()) /
            (std::string{testing::UnitTest::GetInstance()->current_test_info()->name()} + ending)} {
    append(text);
  }
  ScratchFile(ScratchFile const&) = delete;
  ScratchFile& operator=(ScratchFile const&) = delete;
  ~ScratchFile() { std::filesystem::remove(path_); }

  void append(std::string const& text) const {
    std::ofstream{path_, std::ios::app | std::ios::binary} << text;
  }
  [[nodiscard]] std::string contents() const {
    std::ifstream const file{path_, std::ios::binary};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace checker::tests
