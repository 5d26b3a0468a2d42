#include "checker/formats/event_scan.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "checker/formats/ascii.hpp"

namespace checker::formats {
namespace {

/// Walks over a line; any surprise makes it give up.
class Scanner {
 public:
  explicit Scanner(std::string_view line)
      : begin_{line.data()}, at_{begin_}, end_{begin_ + line.size()} {}

  void give_up() { gave_up_ = true; }
  [[nodiscard]] bool gave_up() const { return gave_up_; }
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  /// The character `ahead` of the next one; '\0' beyond the end.
  [[nodiscard]] char next(std::ptrdiff_t ahead = 0) const {
    return end_ - at_ > ahead ? at_[ahead] : '\0';
  }

  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void need(char c) {
    if (!take(c)) gave_up_ = true;
  }

  /// The length is known when this is compiled, so that it takes a comparison or two.
  template <std::size_t kSize>
  bool take(char const (&word)[kSize]) {
    constexpr std::ptrdiff_t kLength = kSize - 1;
    if (end_ - at_ < kLength || std::memcmp(at_, word, kLength) != 0) return false;
    at_ += kLength;
    return true;
  }

  /// With its quotes.
  std::string_view string() {
    auto const* const from = at_;
    need('"');
    // Escapes, control characters and all beyond ASCII are for the reader proper.
    while (at_ != end_ && *at_ >= ' ' && *at_ != '"' && *at_ != '\\') ++at_;
    need('"');
    return since(from);
  }

  std::int64_t integer() {
    bool const negative = take('-');
    auto const* const from = at_;
    std::int64_t number = 0;
    while (is_digit(next()) && at_ - from < kDigits) number = number * 10 + (*at_++ - '0');
    bool const padded = at_ - from > 1 && *from == '0';
    if (at_ == from || padded || is_digit(next())) gave_up_ = true;
    return negative ? -number : number;
  }

  /// A string, an integer, a word, or an array of integers.
  std::string_view value() {
    auto const* const from = at_;
    if (next() == '"') return string();
    if (take('[')) {
      if (!take(']')) {
        do static_cast<void>(integer());
        while (take(','));
        need(']');
      }
    } else if (!take("true") && !take("false") && !take("null")) {
      static_cast<void>(integer());
    }
    return since(from);
  }

  Slice slice() {
    auto const offset = static_cast<std::size_t>(at_ - begin_);
    return {value(), offset};
  }

 private:
  static constexpr std::ptrdiff_t kDigits = 18;  // Always fit 64 bits.

  [[nodiscard]] std::string_view since(char const* from) const { return {from, at_}; }

  char const* begin_;
  char const* at_;
  char const* end_;
  bool gave_up_ = false;
};

std::string_view inside(std::string_view quoted) {
  return quoted.size() < 2 ? std::string_view{} : quoted.substr(1, quoted.size() - 2);
}

void scan_type(Scanner& scanner, JsonEvent& event) {
  using enum JsonEvent::Type;
  if (scanner.take(R"("invoke")")) {
    event.type = invoke;
  } else if (scanner.take(R"("ok")")) {
    event.type = ok;
  } else if (scanner.take(R"("fail")")) {
    event.type = fail;
  } else if (scanner.take(R"("info")")) {
    event.type = info;
  } else {
    scanner.give_up();
  }
}

/// A string or an integer, which may name a process or a key.
std::string_view name(Scanner& scanner) {
  bool const possible = scanner.next() == '"' || scanner.next() == '-' || is_digit(scanner.next());
  if (!possible) scanner.give_up();
  return scanner.value();
}

/// The first two letters tell members apart.
void scan_member(Scanner& scanner, JsonEvent& event, bool& typed) {
  char const second = scanner.next(2);
  switch (scanner.next(1)) {
    case 'p':
      if (scanner.take(R"("process":)")) return void(event.process = name(scanner));
      break;
    case 't':
      if (second == 'y' && scanner.take(R"("type":)")) {
        typed = true;
        return scan_type(scanner, event);
      }
      if (scanner.take(R"("time":)")) return void(event.time = scanner.integer());
      break;
    case 'o':
      if (scanner.take(R"("op":)")) return void(event.op = inside(scanner.string()));
      break;
    case 'k':
      if (scanner.take(R"("key":)")) return void(event.key = {name(scanner), 0});
      break;
    case 'v':
      if (second == 'e' && scanner.take(R"("version":)")) {
        return void(event.version = scanner.integer());
      }
      if (scanner.take(R"("value":)")) return void(event.value = scanner.slice());
      break;
    case 'a':
      if (scanner.take(R"("args":)") && scanner.next() == '[') {
        return void(event.args = scanner.slice());
      }
      break;
    default:
      break;
  }
  scanner.give_up();
}

}  // namespace

std::optional<JsonEvent> scan_event(std::string_view line) {
  Scanner scanner{line};
  JsonEvent event;
  bool typed = false;
  scanner.need('{');
  do scan_member(scanner, event, typed);
  while (!scanner.gave_up() && scanner.take(','));
  scanner.need('}');
  bool const is_call = event.type == JsonEvent::Type::invoke;
  bool const complete = typed && !event.process.empty() && (!is_call || !event.op.empty());
  bool const answered = event.value.given() || event.version.has_value();
  if (scanner.gave_up() || !scanner.at_end() || !complete || (is_call && answered)) {
    return std::nullopt;
  }
  return event;
}

}  // namespace checker::formats
