#include "checker/formats/event_scan.hpp"

#include <cstdint>

namespace checker::formats {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Walks over a line; any surprise makes it give up.
class Scanner {
 public:
  explicit Scanner(std::string_view line) : line_{line} {}

  void give_up() { gave_up_ = true; }
  [[nodiscard]] bool gave_up() const { return gave_up_; }
  [[nodiscard]] bool at_end() const { return at_ == line_.size(); }
  [[nodiscard]] char next() const { return at_ < line_.size() ? line_[at_] : '\0'; }

  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void need(char c) {
    if (!take(c)) gave_up_ = true;
  }

  /// With its quotes.
  std::string_view string() {
    auto const from = at_;
    need('"');
    // Escapes, control characters and all beyond ASCII are for the reader proper.
    while (next() >= ' ' && next() != '"' && next() != '\\') ++at_;
    need('"');
    return line_.substr(from, at_ - from);
  }

  std::int64_t integer() {
    bool const negative = take('-');
    auto const from = at_;
    std::int64_t number = 0;
    while (is_digit(next()) && at_ - from < kDigits) number = number * 10 + (line_[at_++] - '0');
    bool const padded = at_ - from > 1 && line_[from] == '0';
    if (at_ == from || padded || is_digit(next())) gave_up_ = true;
    return negative ? -number : number;
  }

  /// A string, an integer, a word, or an array of integers.
  std::string_view value() {
    auto const from = at_;
    if (next() == '"') return string();
    if (take('[')) {
      if (!take(']')) {
        do static_cast<void>(integer());
        while (take(','));
        need(']');
      }
    } else if (!take_word("true") && !take_word("false") && !take_word("null")) {
      static_cast<void>(integer());
    }
    return line_.substr(from, at_ - from);
  }

  Slice slice() {
    auto const offset = at_;
    return {value(), offset};
  }

 private:
  static constexpr std::size_t kDigits = 18;  // Always fit 64 bits.

  bool take_word(std::string_view word) {
    if (line_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  bool gave_up_ = false;
};

std::string_view inside(std::string_view quoted) {
  return quoted.size() < 2 ? std::string_view{} : quoted.substr(1, quoted.size() - 2);
}

std::optional<JsonEvent::Type> type_of(std::string_view quoted) {
  using enum JsonEvent::Type;
  if (quoted == R"("invoke")") return invoke;
  if (quoted == R"("ok")") return ok;
  if (quoted == R"("fail")") return fail;
  if (quoted == R"("info")") return info;
  return std::nullopt;
}

/// A string or an integer, which may name a process or a key.
std::string_view name(Scanner& scanner) {
  bool const possible = scanner.next() == '"' || scanner.next() == '-' || is_digit(scanner.next());
  if (!possible) scanner.give_up();
  return scanner.value();
}

void scan_member(Scanner& scanner, std::string_view key, JsonEvent& event, bool& typed) {
  if (key == "process") {
    event.process = name(scanner);
  } else if (key == "type") {
    auto const type = type_of(scanner.string());
    if (!type) return scanner.give_up();
    typed = true;
    event.type = *type;
  } else if (key == "op") {
    event.op = inside(scanner.string());
  } else if (key == "key") {
    event.key = {name(scanner), 0};
  } else if (key == "version") {
    event.version = scanner.integer();
  } else if (key == "time") {
    event.time = scanner.integer();
  } else if (key == "value") {
    event.value = scanner.slice();
  } else if (key == "args") {
    if (scanner.next() != '[') scanner.give_up();
    event.args = scanner.slice();
  } else {
    scanner.give_up();
  }
}

}  // namespace

std::optional<JsonEvent> scan_event(std::string_view line) {
  Scanner scanner{line};
  JsonEvent event;
  bool typed = false;
  scanner.need('{');
  do {
    auto const key = inside(scanner.string());
    scanner.need(':');
    if (scanner.gave_up()) return std::nullopt;
    scan_member(scanner, key, event, typed);
  } while (!scanner.gave_up() && scanner.take(','));
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
