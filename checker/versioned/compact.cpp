#include "checker/versioned/compact.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace checker::versioned {
namespace {

constexpr std::string_view kMagic = "RCV1";
/// No operation is shorter: kind and status, client, key, call.
constexpr std::size_t kShortest = 4;

/// The version told last of each key.
class LastVersions {
 public:
  [[nodiscard]] std::uint32_t& of(std::uint32_t key) {
    if (key >= versions_.size()) versions_.resize(key + std::size_t{1}, 0);
    return versions_[key];
  }

 private:
  std::vector<std::uint32_t> versions_;
};

bool has_value(Operation const& operation) {
  if (operation.status == Status::refused) return false;
  return operation.kind != Kind::read || operation.returned();
}

class Writer {
 public:
  void byte(std::uint32_t value) { bytes_.push_back(static_cast<char>(value)); }
  void number(std::uint64_t value) {
    for (; value >= 128; value >>= 7U) byte((value & 127U) | 128U);
    byte(static_cast<std::uint32_t>(value));
  }
  void signed_number(std::int64_t value) {
    auto const bits = static_cast<std::uint64_t>(value);
    number(value < 0 ? ~(bits << 1U) : bits << 1U);
  }
  void difference(std::int64_t value, std::int64_t from) {
    // Through unsigned, where it cannot overflow.
    signed_number(static_cast<std::int64_t>(static_cast<std::uint64_t>(value) -
                                            static_cast<std::uint64_t>(from)));
  }
  void text(std::string_view text) { bytes_ += text; }
  [[nodiscard]] std::string bytes() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_{bytes} {}

  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

  std::uint32_t byte() {
    if (at_ == bytes_.size()) {
      failed_ = true;
      return 0;
    }
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      auto const digit = byte();
      value |= std::uint64_t{digit & 127U} << shift;
      if (digit < 128) return value;
    }
    failed_ = true;
    return value;
  }
  std::uint32_t small(std::uint32_t most) {
    auto const value = number();
    if (value > most) failed_ = true;
    return static_cast<std::uint32_t>(value);
  }
  std::int64_t signed_number() {
    auto const bits = number();
    auto const half = static_cast<std::int64_t>(bits >> 1U);
    return (bits & 1U) != 0 ? ~half : half;
  }
  std::int64_t after(std::int64_t from) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) +
                                     static_cast<std::uint64_t>(signed_number()));
  }
  std::uint32_t version_after(std::uint32_t from) {
    auto const version = after(from);
    if (version < 0 || version > std::numeric_limits<std::uint32_t>::max()) failed_ = true;
    return static_cast<std::uint32_t>(version);
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

void write(Writer& writer, Operation const& operation, Tick last_call, LastVersions& last) {
  writer.byte(static_cast<std::uint32_t>(operation.kind) |
              static_cast<std::uint32_t>(operation.status) << 2U);
  writer.number(operation.client);
  writer.number(operation.key);
  writer.difference(operation.call, last_call);
  auto& version = last.of(operation.key);
  if (operation.returned()) {
    writer.number(static_cast<std::uint64_t>(operation.ret) -
                  static_cast<std::uint64_t>(operation.call));
    writer.difference(operation.version, version);
    version = operation.version;
  }
  if (operation.kind == Kind::cas) writer.difference(operation.expected, version);
}

/// What was expected instead, if the operation could not be read.
std::optional<std::string> read(Reader& reader, Operation& operation, Tick last_call,
                                LastVersions& last, std::uint32_t keys_at_most) {
  auto const head = reader.byte();
  if (head > 0b1010U || (head & 3U) == 3 || (head & 0b1100U) == 0b1100U) {
    return "a kind and a status of an operation";
  }
  operation.kind = static_cast<Kind>(head & 3U);
  operation.status = static_cast<Status>(head >> 2U & 3U);
  if (operation.status == Status::refused && operation.kind != Kind::cas) {
    return "a cas, since only a cas is refused";
  }
  operation.client = reader.small((1U << 28U) - 1) & 0xFFFFFFFU;
  operation.key = reader.small(keys_at_most);
  operation.call = reader.after(last_call);
  if (reader.failed()) return "client, key (numbered densely) and call";
  auto& version = last.of(operation.key);
  if (operation.returned()) {
    auto const length = reader.number();
    auto const most = static_cast<std::uint64_t>(Operation::kNever - 1) -
                      static_cast<std::uint64_t>(operation.call);
    if (length > most) return "a return after the call";
    operation.ret = static_cast<Tick>(static_cast<std::uint64_t>(operation.call) + length);
    operation.version = version = reader.version_after(version);
  }
  if (operation.kind == Kind::cas) operation.expected = reader.version_after(version);
  if (reader.failed()) return "return, version and expected version";
  return std::nullopt;
}

}  // namespace

std::string encode(History const& history) {
  Writer writer;
  bool const values = !history.values.empty();
  writer.text(kMagic);
  writer.byte(values ? 1 : 0);
  writer.number(history.operations.size());
  if (values) {
    writer.byte(history.initial_value != kNoValue ? 1 : 0);
    if (history.initial_value != kNoValue) writer.signed_number(history.initial_value);
  }
  LastVersions last;
  Tick last_call = 0;
  for (OperationId id = 0; id < history.operations.size(); ++id) {
    auto const& operation = history.operations[id];
    write(writer, operation, last_call, last);
    if (values && has_value(operation)) writer.signed_number(history.values[id]);
    last_call = operation.call;
  }
  return std::move(writer).bytes();
}

std::variant<History, NotCompact> decode(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return NotCompact{0, "the bytes RCV1"};
  Reader reader{bytes.substr(kMagic.size())};
  auto const not_compact = [&](std::string expected) {
    return NotCompact{kMagic.size() + reader.offset(), std::move(expected)};
  };
  bool const values = reader.small(1) == 1;
  auto const count = reader.number();
  if (reader.failed() || count > reader.left() / kShortest) {
    return not_compact("as many operations as are announced");
  }
  History history;
  history.operations.resize(count);
  if (values && reader.small(1) == 1) history.initial_value = reader.signed_number();
  LastVersions last;
  Tick last_call = 0;
  for (auto& operation : history.operations) {
    auto const most = static_cast<std::uint32_t>(
        std::min<std::size_t>(count, std::numeric_limits<std::uint32_t>::max()));
    if (auto expected = read(reader, operation, last_call, last, most)) {
      return not_compact(std::move(*expected));
    }
    if (values) {
      history.values.push_back(has_value(operation) ? reader.signed_number() : kNoValue);
    }
    last_call = operation.call;
  }
  if (reader.failed()) return not_compact("a value");
  if (reader.left() != 0) return not_compact("the end");
  return history;
}

}  // namespace checker::versioned
