#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "properties/trace/codec.hpp"
#include "properties/trace/tests/samples.hpp"

namespace properties::trace {
namespace {

namespace fs = std::filesystem;

/// A new folder that is gone afterwards.
class TraceFile : public testing::Test {
 protected:
  TraceFile() {
    std::string pattern = (fs::temp_directory_path() / "relcheck-trace-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    folder_ = pattern;
  }
  ~TraceFile() override { fs::remove_all(folder_); }

  fs::path folder_;
};

std::string message_of(std::variant<Trace, TraceError> const& read) {
  return std::get<TraceError>(read).message;
}

TEST_F(TraceFile, what_is_written_is_read_back_and_nothing_else_is_left) {
  auto const file = folder_ / "a.trace.json";
  ASSERT_FALSE(write_trace(file, samples::everything()));
  ASSERT_FALSE(write_trace(file, samples::by_hand()));
  EXPECT_EQ(std::get<Trace>(read_trace(file)), samples::by_hand());
  EXPECT_EQ(std::distance(fs::directory_iterator{folder_}, fs::directory_iterator{}), 1);
}

TEST_F(TraceFile, a_missing_file_is_told_with_where_to_look) {
  auto const file = folder_ / "none.json";
  EXPECT_EQ(message_of(read_trace(file)), "cannot read " + file.string() +
                                              ": there is no such file; look in out/ for what was "
                                              "found, or in traces/");
}

TEST_F(TraceFile, a_folder_is_no_trace) {
  EXPECT_EQ(message_of(read_trace(folder_)),
            "cannot read " + folder_.string() + ": Is a directory; name a file");
}

TEST_F(TraceFile, a_missing_folder_is_an_error_value) {
  auto const file = folder_ / "no" / "a.trace.json";
  auto const error = write_trace(file, samples::by_hand());
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "cannot write " + file.string() +
                                ": No such file or directory; create the folder or name another");
}

TEST_F(TraceFile, an_unwritable_target_keeps_what_was_there) {
  auto const file = folder_ / "a.trace.json";
  fs::create_directory(file);
  auto const error = write_trace(file, samples::by_hand());
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "cannot write " + file.string() + ": Is a directory; name a file");
  EXPECT_EQ(std::distance(fs::directory_iterator{folder_}, fs::directory_iterator{}), 1);
}

/// The part file is a link to a device that is always full.
TEST_F(TraceFile, a_full_disk_is_an_error_value_and_the_old_trace_stays) {
  auto const file = folder_ / "a.trace.json";
  ASSERT_FALSE(write_trace(file, samples::by_hand()));
  fs::create_symlink("/dev/full", folder_ / "a.trace.json.part");
  auto const error = write_trace(file, samples::everything());
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "cannot write " + file.string() +
                                ": No space left on device; free some room and write it again");
  EXPECT_EQ(std::get<Trace>(read_trace(file)), samples::by_hand());
  EXPECT_FALSE(fs::exists(fs::symlink_status(folder_ / "a.trace.json.part")));
}

}  // namespace
}  // namespace properties::trace
