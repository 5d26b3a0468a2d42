#include "checker/formats/versioned_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace checker::formats {
namespace {

using versioned::Kind;
using versioned::Status;

constexpr std::int64_t kLargest = (std::int64_t{1} << 28U) - 1;  ///< Of clients, keys, versions.

/// Takes the columns of a line one after the other; the first that is wrong is remembered.
class Columns {
 public:
  explicit Columns(std::string_view line) : rest_{line}, line_{line} {}

  std::int64_t number(char const* what, std::int64_t smallest, std::int64_t largest) {
    skip_spaces();
    std::int64_t value = 0;
    auto const* end = rest_.data() + rest_.size();
    auto const [stop, error] = std::from_chars(rest_.data(), end, value);
    bool const whole = error == std::errc{} && (stop == end || *stop == ' ' || *stop == '\t');
    if (!whole || value < smallest || value > largest) {
      complain(fmt::format("{}, a whole number from {} to {}", what, smallest, largest));
      return smallest;
    }
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return value;
  }

  std::string_view word(char const* expected) {
    skip_spaces();
    auto const end = std::min(rest_.find_first_of(" \t"), rest_.size());
    auto const word = rest_.substr(0, end);
    if (word.empty()) complain(expected);
    rest_.remove_prefix(end);
    last_word_ = word;
    return word;
  }

  void refuse_word(char const* expected) {
    if (!complaint_) complaint_ = Complaint{quoted(last_word_), expected};
  }

  void end() {
    skip_spaces();
    if (!rest_.empty()) complain("the end of the line after VERSION");
  }

  [[nodiscard]] std::optional<Complaint> const& complaint() const { return complaint_; }

 private:
  void skip_spaces() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) {
      rest_.remove_prefix(1);
    }
  }

  void complain(std::string expected) {
    if (complaint_) return;
    auto const found = rest_.empty() ? "the end of the line " + quoted(line_)
                                     : quoted(rest_.substr(0, rest_.find(' ')));
    complaint_ = Complaint{found, std::move(expected)};
  }

  std::string_view rest_;
  std::string_view line_;
  std::string_view last_word_;
  std::optional<Complaint> complaint_;
};

Kind parse_kind(Columns& columns) {
  auto const word = columns.word("OP: read, write or cas");
  if (word == "read") return Kind::read;
  if (word == "write") return Kind::write;
  if (word != "cas") columns.refuse_word("OP: read, write or cas");
  return Kind::cas;
}

Status parse_status(Columns& columns, Kind kind) {
  auto const word = columns.word("STATUS: ok, fail or info");
  if (word == "ok") return Status::ok;
  if (word == "info") return Status::unknown;
  if (word != "fail") columns.refuse_word("STATUS: ok, fail or info");
  if (kind != Kind::cas) columns.refuse_word("STATUS ok or info (only a cas can fail)");
  return Status::refused;
}

void parse_ending(Columns& columns, versioned::Operation& operation) {
  constexpr Tick kLatest = versioned::Operation::kNever - 1;
  if (operation.status == Status::unknown) {
    static_cast<void>(columns.number("RETURN -1 of an info", -1, -1));
    static_cast<void>(columns.number("VERSION", 0, kLargest));
    return;
  }
  operation.ret = columns.number("RETURN, not before CALL", operation.call, kLatest);
  operation.version = static_cast<std::uint32_t>(columns.number("VERSION", 0, kLargest));
}

/// The histories of a file as they are read.
class Collector {
 public:
  /// A line that begins a history: `H Ok N`.
  [[nodiscard]] std::optional<Complaint> begin(std::string_view line) {
    if (missing_ > 0) return missing();
    Columns columns{line};
    static_cast<void>(columns.word("H"));
    auto const label = columns.word("Ok or Illegal");
    if (label != "Ok" && label != "Illegal") columns.refuse_word("Ok or Illegal");
    missing_ = columns.number("the number of lines that follow", 0, kLargest);
    columns.end();
    labelled_ = true;
    histories_.emplace_back().labelled_legal = label == "Ok";
    return columns.complaint();
  }

  [[nodiscard]] std::optional<Complaint> add(std::string_view line, std::size_t number) {
    if (labelled_ && missing_ == 0) {
      return Complaint{"a line more than the last 'H' line said", "the next 'H' line"};
    }
    if (histories_.empty()) histories_.emplace_back();
    auto parsed = parse_versioned_line(line);
    if (auto* complaint = std::get_if<Complaint>(&parsed)) return std::move(*complaint);
    if (labelled_) --missing_;
    keep(std::get<VersionedLine>(parsed), static_cast<std::uint32_t>(number));
    return std::nullopt;
  }

  /// What is missing at the end of the file.
  [[nodiscard]] std::optional<Complaint> missing() const {
    if (missing_ == 0) return std::nullopt;
    return Complaint{"the end of a history",
                     fmt::format("{} more lines, as its 'H' line said", missing_)};
  }

  [[nodiscard]] std::vector<RecordedVersions> take() && { return std::move(histories_); }

 private:
  void keep(VersionedLine line, std::uint32_t number) {
    auto& [history, places, words, label] = histories_.back();
    line.operation.client =
        static_cast<std::uint32_t>(clients_.number(words.clients, line.client)) & 0xfffffffU;
    line.operation.key = static_cast<std::uint32_t>(keys_.number(words.objects, line.key));
    history.operations.push_back(line.operation);
    places.push_back({number, line.operation.returned() ? number : 0});
  }

  /// Small numbers are looked up in a table: it is the fast path of files of millions of lines.
  class Dense {
   public:
    std::size_t number(Names& names, std::int64_t text) {
      if (names.size() == 0) table_.clear();
      auto const index = static_cast<std::size_t>(text);
      if (index >= kTable) return names.number(std::to_string(text));
      if (index >= table_.size()) table_.resize(index + 1, kNone);
      if (table_[index] == kNone) table_[index] = names.number(std::to_string(text));
      return table_[index];
    }

   private:
    static constexpr std::size_t kTable = 1U << 20U;
    static constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> table_;
  };

  std::vector<RecordedVersions> histories_;
  Dense clients_;
  Dense keys_;
  std::int64_t missing_ = 0;
  bool labelled_ = false;
};

}  // namespace

std::variant<VersionedLine, Complaint> parse_versioned_line(std::string_view line) {
  Columns columns{line};
  VersionedLine parsed;
  auto& operation = parsed.operation;
  parsed.client = columns.number("CLIENT", 0, kLargest);
  parsed.key = columns.number("KEY", 0, kLargest);
  operation.kind = parse_kind(columns);
  // -1 is no version: what expects it can only be refused, as the largest number tells too.
  operation.expected = static_cast<std::uint32_t>(columns.number("EXPECTED", -1, kLargest));
  operation.call = columns.number("CALL", 0, versioned::Operation::kNever - 1);
  operation.status = parse_status(columns, operation.kind);
  parse_ending(columns, operation);
  columns.end();
  if (columns.complaint()) return *columns.complaint();
  return parsed;
}

Result<std::vector<RecordedVersions>> read_versioned_text(Lines& lines) {
  Collector collector;
  while (auto const line = lines.next_filled()) {
    auto complaint =
        line->front() == 'H' ? collector.begin(*line) : collector.add(*line, lines.number());
    if (complaint) return lines.malformed(std::move(*complaint));
  }
  if (lines.failure()) return *lines.failure();
  if (auto complaint = collector.missing()) return lines.malformed(std::move(*complaint));
  return std::move(collector).take();
}

}  // namespace checker::formats
