#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "properties/trace/codec.hpp"
#include "properties/trace/whole_file.hpp"

namespace properties::trace {
namespace {

/// An open file that is closed on leaving.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_{number} {}
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }

 private:
  int number_;
};

TraceError cannot(std::string_view verb, std::filesystem::path const& file, int error) {
  std::string remedy = std::strerror(error);
  if (error == ENOENT || error == ENOTDIR) remedy += "; create the folder or name another";
  if (error == ENOSPC || error == EDQUOT) remedy += "; free some room and write it again";
  if (error == EACCES || error == EPERM || error == EROFS) remedy += "; name a place you may use";
  if (error == EISDIR) remedy += "; name a file";
  return {fmt::format("cannot {} {}: {}", verb, file.string(), remedy)};
}

/// 0, or why not all of the text is safely on disk.
int write_all(Descriptor const& file, std::string_view text) {
  while (!text.empty()) {
    auto const written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  // Devices and pipes cannot be synced, and need not be.
  if (::fsync(file.number()) != 0 && errno != EINVAL && errno != EROFS) return errno;
  return 0;
}

/// So that the new name survives a crash of the machine. Best effort: the data is safe already.
void sync_folder(std::filesystem::path const& folder) {
  Descriptor const opened{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (opened.open()) ::fsync(opened.number());
}

}  // namespace

std::variant<Trace, TraceError> read_trace(std::filesystem::path const& file) {
  Descriptor const opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!opened.open()) {
    if (errno == ENOENT) {
      return TraceError{
          fmt::format("cannot read {}: there is no such file; "
                      "look in out/ for what was found, or in traces/",
                      file.string())};
    }
    return cannot("read", file, errno);
  }
  std::string text;
  char piece[1 << 16];
  for (;;) {
    auto const count = ::read(opened.number(), piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot("read", file, errno);
    if (count == 0) break;
    text.append(piece, static_cast<std::size_t>(count));
  }
  return decode_trace(text, file.string());
}

std::optional<TraceError> write_whole(std::filesystem::path const& file, std::string_view text) {
  auto part = file;
  part += ".part";
  int error = 0;
  {
    Descriptor const opened{::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)};
    if (!opened.open()) return cannot("write", file, errno);
    error = write_all(opened, text);
  }
  if (error == 0 && std::rename(part.c_str(), file.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(part.c_str());
    return cannot("write", file, error);
  }
  sync_folder(file.has_parent_path() ? file.parent_path() : ".");
  return std::nullopt;
}

std::optional<TraceError> write_trace(std::filesystem::path const& file, Trace const& trace) {
  return write_whole(file, encode_trace(trace));
}

}  // namespace properties::trace
