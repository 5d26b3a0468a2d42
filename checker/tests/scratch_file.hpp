#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace checker::tests {

/// A file of the running test's own, gone after it.
class ScratchFile {
 public:
  explicit ScratchFile(std::string const& text)
      : path_{std::filesystem::canonical(testing::TempDir()) /
              (std::string{testing::UnitTest::GetInstance()->current_test_info()->name()} +
               ".jsonl")} {
    append(text);
  }
  ScratchFile(ScratchFile const&) = delete;
  ScratchFile& operator=(ScratchFile const&) = delete;
  ~ScratchFile() { std::filesystem::remove(path_); }

  void append(std::string const& text) const {
    std::ofstream{path_, std::ios::app | std::ios::binary} << text;
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace checker::tests
