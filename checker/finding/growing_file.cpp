#include "checker/finding/growing_file.hpp"

#include <fmt/format.h>
#include <sys/poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "checker/budget.hpp"

namespace checker::finding {
namespace {

constexpr int kWaitMilliseconds = 20;

}  // namespace

GrowingFile::GrowingFile(std::string path, std::atomic<bool> const* stop,
                         std::atomic<bool> const* give_up)
    : path_{std::move(path)}, stop_{stop}, give_up_{give_up} {}

formats::Result<formats::ByteSource> GrowingFile::bytes() {
  auto opened = formats::open_descriptor(path_);
  if (auto* failure = std::get_if<formats::Failure>(&opened)) return std::move(*failure);
  descriptor_ = std::get<formats::Descriptor>(std::move(opened));
  struct stat status {};
  grows_ = path_ != "-" && ::fstat(*descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  if (formats::is_gzip(descriptor_)) {
    auto zipped = formats::Lines::source(path_);
    if (auto* failure = std::get_if<formats::Failure>(&zipped)) return std::move(*failure);
    zipped_ = std::get<formats::ByteSource>(std::move(zipped));
  }
  return formats::ByteSource{[this](char* to, std::size_t size) { return read_waiting(to, size); }};
}

bool GrowingFile::may_go_on() {
  if (give_up_ != nullptr && give_up_->load()) throw ResourcesExhausted{"time: stopped"};
  return stop_ == nullptr || !stop_->load();
}

/// A read of a pipe would not notice that it is to stop.
bool GrowingFile::wait_for_input() const {
  pollfd ready{*descriptor_, POLLIN, 0};
  return ::poll(&ready, 1, kWaitMilliseconds) > 0;
}

std::optional<std::size_t> GrowingFile::read_waiting(char* to, std::size_t size) {
  for (;;) {
    bool const goes_on = may_go_on();
    if (!grows_ && !wait_for_input()) {
      if (goes_on) continue;
      return 0;
    }
    if (zipped_) {
      auto const got = zipped_(to, size);
      if (!got || *got > 0 || !grows_ || !goes_on) return got;
    } else {
      auto const got = ::read(*descriptor_, to, size);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return std::nullopt;
      seen_ += got;
      if (got > 0 || !grows_ || !goes_on) return static_cast<std::size_t>(got);
      look_for_breaks();
      if (!broken_.empty()) return 0;
    }
    ::poll(nullptr, 0, kWaitMilliseconds);  // Not every file system tells of writes.
  }
}

/// At the end: whether the file has become shorter than what was read, or another has its name.
void GrowingFile::look_for_breaks() {
  struct stat mine {};
  struct stat named {};
  if (::fstat(*descriptor_, &mine) != 0) return;
  if (mine.st_size < seen_) {
    broken_ =
        fmt::format("found {} bytes, where {} had been read: it was cut while it was followed",
                    static_cast<std::int64_t>(mine.st_size), seen_);
    return;
  }
  if (::stat(path_.c_str(), &named) != 0) return;  // Whoever wrote it may still do.
  bool const same = named.st_ino == mine.st_ino && named.st_dev == mine.st_dev;
  // Nothing that was written before the name was given to another may be missed.
  if (!same && mine.st_size == seen_) {
    broken_ = "found another file under this name: it was replaced while it was followed";
  }
}

}  // namespace checker::finding
