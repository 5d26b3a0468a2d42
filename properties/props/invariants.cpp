#include "properties/props/invariants.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "properties/props/embedded_invariants.hpp"

namespace properties::props {
namespace {

constexpr std::string_view kHeader = "-- relcheck: invariant";
constexpr std::string_view kExample =
    "-- relcheck: invariant when=commit|quiescent severity=safety cites=R3";

/// The lines of a text, one by one, with their number.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_{text} {}

  [[nodiscard]] std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    auto const end = rest_.find('\n');
    auto line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  auto const from = text.find_first_not_of(kBlank);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlank) - from + 1);
}

std::string complaint(std::string const& file, int line, std::string_view what) {
  return fmt::format("{}:{}: {}", file, line, what);
}

/// Takes "key=value" into the invariant; what is wrong with it, or nothing.
std::optional<std::string> take_setting(Invariant& invariant, std::string_view word) {
  auto const equals = word.find('=');
  auto const key = word.substr(0, equals);
  auto const value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
  if (key == "when") {
    if (value != "commit" && value != "quiescent") {
      return fmt::format("when={} is unknown: write when=commit or when=quiescent", value);
    }
    invariant.when = value == "commit" ? When::commit : When::quiescent;
    return std::nullopt;
  }
  if (key == "severity") {
    if (value == "safety") return std::nullopt;
    return fmt::format("severity={} is unknown: write severity=safety", value);
  }
  if (key == "cites") {
    if (!value.empty()) {
      invariant.cites = value;
      return std::nullopt;
    }
    return "cites= names nothing: write what the invariant is about, as in cites=R3";
  }
  return fmt::format("'{}' is not a setting: write {}", word, kExample);
}

std::optional<std::string> take_header(Invariant& invariant, std::string_view line) {
  if (!line.starts_with(kHeader)) return fmt::format("expected the header {}", kExample);
  auto rest = trimmed(line.substr(kHeader.size()));
  bool timed = false;
  while (!rest.empty()) {
    auto const word = rest.substr(0, rest.find_first_of(" \t"));
    if (auto wrong = take_setting(invariant, word)) return wrong;
    timed = timed || word.starts_with("when=");
    rest = trimmed(rest.substr(word.size()));
  }
  if (!timed) return "the header lacks when=: write when=commit or when=quiescent";
  return std::nullopt;
}

/// The comment lines after the header, joined, up to the first line of SQL.
std::string take_claim(Lines& lines) {
  std::string claim;
  while (lines.rest().starts_with("--")) {
    if (!claim.empty()) claim += ' ';
    claim += trimmed(lines.next()->substr(2));
  }
  return claim;
}

/// Where a ';' ends a statement: not in a string, a quoted name or a comment.
std::size_t find_semicolon(std::string_view sql) {
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] == ';') return i;
    if (sql[i] == '\'' || sql[i] == '"') {
      i = sql.find(sql[i], i + 1);
    } else if (sql.substr(i).starts_with("--")) {
      i = sql.find('\n', i);
    }
    if (i == std::string_view::npos) break;
  }
  return std::string_view::npos;
}

std::vector<Invariant> parse_embedded() {
  std::vector<Invariant> invariants;
  for (auto const& [file, text] : embedded_invariants()) {
    auto parsed = parse_invariant(text, std::string{file});
    if (auto const* wrong = std::get_if<std::string>(&parsed)) {
      std::fprintf(stderr, "%s\n", wrong->c_str());
      std::abort();
    }
    invariants.push_back(std::get<Invariant>(std::move(parsed)));
  }
  return invariants;
}

}  // namespace

std::variant<Invariant, std::string> parse_invariant(std::string_view text,
                                                     std::string const& file) {
  Invariant invariant;
  invariant.name = std::filesystem::path{file}.stem().string();
  invariant.file = file;
  if (invariant.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") !=
      std::string::npos) {
    return complaint(file, 1,
                     "the file's name is the invariant's: use small letters, digits and '_' only");
  }
  Lines lines{text};
  auto const header = lines.next();
  if (!header) return complaint(file, 1, "the file is empty: write an SQL invariant into it");
  if (auto const wrong = take_header(invariant, *header)) return complaint(file, 1, *wrong);
  invariant.claim = take_claim(lines);
  if (invariant.claim.empty()) {
    return complaint(file, 2, "expected a comment: say in one sentence what is claimed");
  }
  auto sql = trimmed(lines.rest());
  int const first = lines.number() + 1;
  auto const end = find_semicolon(sql);
  if (end != std::string_view::npos && !trimmed(sql.substr(end + 1)).empty()) {
    return complaint(file, first,
                     "expected one statement: put a second one into a file of its own");
  }
  sql = trimmed(sql.substr(0, end));
  if (sql.empty()) {
    return complaint(file, first, "expected SQL: write a SELECT of the rows that break the claim");
  }
  invariant.sql = sql;
  return invariant;
}

std::vector<Invariant> const& all_invariants() {
  static std::vector<Invariant> const invariants = parse_embedded();
  return invariants;
}

bool concerns_projection(Invariant const& invariant) {
  return invariant.sql.find("proj_") != std::string::npos;
}

std::string property_name(Invariant const& invariant) { return "sql." + invariant.name; }

}  // namespace properties::props
