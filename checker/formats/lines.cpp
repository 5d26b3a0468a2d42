#include "checker/formats/lines.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "checker/formats/descriptor.hpp"

namespace checker::formats {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

struct CloseGzip {
  void operator()(gzFile file) const { gzclose(file); }
};

ByteSource read_gzip(std::shared_ptr<gzFile_s> file) {
  return [file = std::move(file)](char* to, std::size_t size) -> std::optional<std::size_t> {
    int const got = gzread(file.get(), to, static_cast<unsigned>(size));
    if (got < 0) return std::nullopt;
    return static_cast<std::size_t>(got);
  };
}

ByteSource read_plain(Descriptor descriptor) {
  return [descriptor = std::move(descriptor)](char* to,
                                              std::size_t size) -> std::optional<std::size_t> {
    for (;;) {
      auto const got = ::read(*descriptor, to, size);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) return std::nullopt;
    }
  };
}

}  // namespace

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

Lines::Lines(std::string name, ByteSource source, std::size_t chunk)
    : name_{std::move(name)}, source_{std::move(source)}, buffer_(chunk) {}

Result<ByteSource> Lines::source(std::string const& path) {
  auto opened = open_descriptor(path);
  if (auto* failure = std::get_if<Failure>(&opened)) return std::move(*failure);
  auto& descriptor = std::get<Descriptor>(opened);
  if (!is_gzip(descriptor)) return read_plain(std::move(descriptor));
  std::shared_ptr<gzFile_s> file{gzdopen(::dup(*descriptor), "rb"), CloseGzip{}};
  if (file == nullptr) return Unreadable{path, "out of memory"};
  return read_gzip(std::move(file));
}

Result<Lines> Lines::open(std::string const& path) {
  auto bytes = source(path);
  if (auto* failure = std::get_if<Failure>(&bytes)) return std::move(*failure);
  Lines lines{path, std::get<ByteSource>(std::move(bytes))};
  std::error_code unknown;
  auto const size = std::filesystem::file_size(path, unknown);
  if (!unknown) lines.expected_bytes_ = static_cast<std::size_t>(size);
  return lines;
}

Lines Lines::over(std::string name, std::string_view text) {
  auto const give = [text](char* to, std::size_t size) mutable {
    auto const part = text.substr(0, size);
    std::copy(part.begin(), part.end(), to);
    text.remove_prefix(part.size());
    return std::optional{part.size()};
  };
  return {std::move(name), give, std::size_t{4} << 10U};
}

bool Lines::refill() {
  if (at_end_ || failure_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (end_ >= kLongest) {
      ++number_;
      failure_ = malformed({fmt::format("more than {} MiB without an end of line", kLongest >> 20U),
                            "a text of lines"});
      return false;
    }
    buffer_.resize(2 * buffer_.size());
  }
  errno = 0;
  auto const got = source_(buffer_.data() + end_, buffer_.size() - end_);
  if (!got) {
    failure_ = Unreadable{name_, errno == 0 ? "damaged gzip data" : std::strerror(errno)};
    return false;
  }
  at_end_ = *got == 0;
  end_ += *got;
  return !at_end_;
}

std::optional<std::string_view> Lines::next() {
  std::size_t searched = 0;
  for (;;) {
    char const* const from = buffer_.data() + begin_;
    std::size_t const held = end_ - begin_;
    auto const* newline =
        static_cast<char const*>(std::memchr(from + searched, '\n', held - searched));
    searched = held;
    if (newline == nullptr && refill()) continue;
    if (newline == nullptr && (held == 0 || failure_)) return std::nullopt;
    cut_off_ = newline == nullptr;
    std::string_view line{buffer_.data() + begin_,
                          cut_off_ ? held : static_cast<std::size_t>(newline - from)};
    begin_ += line.size() + (cut_off_ ? 0 : 1);
    if (++number_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(3);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
}

std::optional<std::string_view> Lines::next_filled() {
  auto line = next();
  while (line && is_blank(*line)) line = next();
  return line;
}

std::optional<std::string_view> Lines::peek() {
  for (;;) {
    std::string_view const held{buffer_.data() + begin_, end_ - begin_};
    auto const first = held.find_first_not_of(" \t\r\n\v\f\xef\xbb\xbf");
    bool const whole =
        first != std::string_view::npos && held.find('\n', first) != std::string_view::npos;
    if (!whole && refill()) continue;
    if (failure_ || first == std::string_view::npos) return std::nullopt;
    return held.substr(first, held.find('\n', first) - first);
  }
}

std::string Lines::bytes() {
  std::string all;
  do {
    all.append(buffer_.data() + begin_, end_ - begin_);
    begin_ = end_ = 0;
  } while (refill());
  return all;
}

Failure Lines::malformed(Complaint complaint) const {
  return Malformed{name_, number_, std::move(complaint)};
}

}  // namespace checker::formats
