#include "properties/trace/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

namespace properties::trace {
namespace {

using Json = nlohmann::json;

/// Brings a document from version `from` to the next. Add one here when kTraceVersion rises.
struct Migration {
  int from;
  void (*apply)(Json&);
};
constexpr std::array<Migration, 0> kMigrations{};

constexpr std::string_view kSchemaPrefix{"relcheck/trace/"};

/// Finds keys that stand twice in one object, which nlohmann would silently merge.
class DuplicateKeys {
 public:
  bool operator()(int /*depth*/, Json::parse_event_t event, Json const& parsed) {
    using Happened = Json::parse_event_t;
    if (event == Happened::object_end || event == Happened::array_end) {
      open_.pop_back();
      return true;
    }
    if (event == Happened::key) {
      see_key(parsed.get_ref<std::string const&>());
      return true;
    }
    if (!open_.empty() && open_.back().is_list) ++open_.back().elements;
    if (event != Happened::value) open_.push_back({event == Happened::array_start, 0, {}, {}});
    return true;
  }

  /// The place of the first one.
  [[nodiscard]] std::optional<std::string> const& first() const { return first_; }

 private:
  struct Container {
    bool is_list;
    std::size_t elements;
    std::string key;
    std::set<std::string> keys;
  };

  void see_key(std::string const& key) {
    auto& object = open_.back();
    object.key = key;
    if (object.keys.insert(key).second || first_) return;
    first_.emplace();
    for (auto const& outer : open_) {
      *first_ += "/" + (outer.is_list ? std::to_string(outer.elements - 1) : outer.key);
    }
  }

  std::vector<Container> open_;
  std::optional<std::string> first_;
};

std::string line_and_column(std::string_view text, std::size_t byte) {
  auto const before = text.substr(0, std::min(byte, text.size()));
  auto const line = std::count(before.begin(), before.end(), '\n') + 1;
  auto const last = before.rfind('\n');
  auto const column = before.size() - (last == std::string_view::npos ? 0 : last + 1) + 1;
  return fmt::format("line {}, column {}", line, column);
}

TraceError not_json(std::string_view text, std::string const& name, std::size_t byte) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return {name + ": the file is empty; expected a trace"};
  }
  auto const place = line_and_column(text, byte == 0 ? 0 : byte - 1);
  if (byte > text.size()) {
    return {
        fmt::format("{}: {}: the file is cut: it ends in the middle of the trace; "
                    "fetch or write it again",
                    name, place)};
  }
  return {
      fmt::format("{}: {}: this is not JSON; expected a trace as relcheck writes it", name, place)};
}

std::optional<int> version_in(std::string const& schema) {
  if (!schema.starts_with(kSchemaPrefix)) return std::nullopt;
  int version = 0;
  auto const* const end = schema.data() + schema.size();
  auto const [stop, error] = std::from_chars(schema.data() + kSchemaPrefix.size(), end, version);
  if (error != std::errc{} || stop != end || version < 0) return std::nullopt;
  return version;
}

/// Nothing when the document is (now) of our version.
std::optional<std::string> version_problem(Json& document) {
  if (!document.is_object()) return "found no object; expected a trace, which begins with {";
  auto const entry = document.find("$schema");
  auto const version = entry != document.end() && entry->is_string()
                           ? version_in(entry->get<std::string>())
                           : std::nullopt;
  if (!version) {
    return fmt::format("at /$schema: this is no trace of relcheck; expected \"{}{}\"",
                       kSchemaPrefix, kTraceVersion);
  }
  if (*version > kTraceVersion) {
    return fmt::format(
        "this is a trace of version {}; this relcheck reads {}: use a newer relcheck", *version,
        kTraceVersion);
  }
  for (int now = *version; now < kTraceVersion; ++now) {
    auto const next = std::find_if(kMigrations.begin(), kMigrations.end(),
                                   [now](Migration const& step) { return step.from == now; });
    if (next == kMigrations.end()) {
      return fmt::format(
          "this is a trace of version {}, which this relcheck cannot read (it reads {}): "
          "find it again with this relcheck",
          *version, kTraceVersion);
    }
    next->apply(document);
  }
  return std::nullopt;
}

}  // namespace

std::variant<Json, TraceError> parse_document(std::string_view text, std::string const& name) {
  DuplicateKeys duplicates;
  Json document;
  try {
    document = Json::parse(text, std::ref(duplicates));
  } catch (Json::parse_error const& error) {
    return not_json(text, name, error.byte);
  } catch (Json::exception const&) {
    return TraceError{name +
                      ": the file holds a number that is out of range; expected whole "
                      "numbers of 64 bits"};
  }
  if (auto problem = version_problem(document)) {
    return TraceError{fmt::format("{}: {}", name, *problem)};
  }
  if (duplicates.first()) {
    return TraceError{fmt::format("{}: at {}: found this key twice, expected it once", name,
                                  *duplicates.first())};
  }
  return document;
}

}  // namespace properties::trace
