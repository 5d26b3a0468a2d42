#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "properties/trace/codec.hpp"
#include "properties/trace/document.hpp"
#include "properties/trace/fields.hpp"
#include "properties/trace/utf8.hpp"
#include "properties/trace/validate.hpp"
#include "properties/trace/words.hpp"

namespace properties::trace {
namespace {

using Json = nlohmann::json;

/// Leaves the reader at the first thing that does not fit; caught in decode_trace.
struct Misfit {
  std::string place;
  std::string what;
};

/// Where we are in the document. Lives on the stack of the reader.
struct Place {
  Place const* parent{nullptr};
  std::string key;

  [[nodiscard]] std::string path() const { return parent ? parent->path() + "/" + key : ""; }
};

constexpr std::size_t kShownText = 40;

/// A value as messages name it.
std::string found(Json const& json) {
  if (json.is_object()) return "an object";
  if (json.is_array()) return "a list";
  if (json.is_string()) {
    auto const text = json.get<std::string>();
    return fmt::format("\"{}\"", width_of(text) > kShownText ? fitted(text, kShownText) : text);
  }
  return json.dump();
}

[[noreturn]] void refuse(Place const& place, Json const& json, std::string_view expected) {
  throw Misfit{place.path(), fmt::format("found {}, expected {}", found(json), expected)};
}

template <class Words>
std::string listed(Words const& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

/// The visitor of fields.hpp that reads one object. `sessions` outlives it and is filled when
/// their names become known.
class Reader {
 public:
  using SessionNames = std::vector<std::string>;

  Reader(Json const& object, Place const& place, SessionNames& names)
      : object_{object}, place_{place}, names_{names} {
    if (!object.is_object()) refuse(place, object, "an object");
  }

  template <class T>
  void required(std::string_view key, T& member) {
    if (auto const* json = find(key)) return read(*json, {&place_, std::string{key}}, member);
    throw Misfit{place_.path(), fmt::format("found no key \"{}\", expected one", key)};
  }
  template <class T>
  void optional(std::string_view key, T& member) {
    if (auto const* json = find(key)) read(*json, {&place_, std::string{key}}, member);
  }
  template <class T>
  void rows(std::string_view key, std::vector<T>& list) {
    required(key, list);
  }
  template <class T>
  void optional_rows(std::string_view key, std::vector<T>& list) {
    optional(key, list);
  }
  void session(std::string_view key, int& number) {
    std::string name;
    required(key, name);
    number = number_of(name, {&place_, std::string{key}});
  }
  void sessions(std::string_view key, std::vector<int>& numbers) {
    std::vector<std::string> names;
    optional(key, names);
    Place const list{&place_, std::string{key}};
    for (std::size_t i = 0; i < names.size(); ++i) {
      numbers.push_back(number_of(names[i], {&list, std::to_string(i)}));
    }
  }
  void names(std::vector<Session> const& sessions) {
    for (auto const& session : sessions) names_.push_back(session.name);
  }

  /// Refuses what no field has asked for.
  void finish() const {
    for (auto const& [key, unused] : object_.items()) {
      bool const known = std::find(asked_.begin(), asked_.end(), key) != asked_.end();
      if (known) continue;
      throw Misfit{place_.path(), fmt::format("found the unknown key \"{}\", expected only {}",
                                              fitted(key, std::min(width_of(key), kShownText)),
                                              asked_.empty() ? "{}" : listed(asked_))};
    }
  }
  void know(std::string_view key) { asked_.emplace_back(key); }

 private:
  Json const* find(std::string_view key) {
    know(key);
    auto const entry = object_.find(std::string{key});
    return entry == object_.end() ? nullptr : &*entry;
  }

  [[nodiscard]] int number_of(std::string const& name, Place const& place) const {
    if (name == "given") return kGiven;
    if (name == "drain") return kDrain;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) return static_cast<int>(i);
    }
    refuse(place, Json(name), fmt::format("the name of a session: {}", listed(names_)));
  }

  void read(Json const& json, Place const& place, bool& flag) {
    if (!json.is_boolean()) refuse(place, json, "true or false");
    flag = json.get<bool>();
  }
  void read(Json const& json, Place const& place, std::int64_t& number) {
    bool const fits = json.is_number_unsigned()
                          ? json.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max()
                          : json.is_number_integer();
    if (!fits) refuse(place, json, "a whole number");
    number = json.get<std::int64_t>();
  }
  void read(Json const& json, Place const& place, int& number) {
    std::int64_t wide = 0;
    read(json, place, wide);
    if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max()) {
      refuse(place, json, "a smaller number");
    }
    number = static_cast<int>(wide);
  }
  void read(Json const& json, Place const& place, std::uint64_t& seed) {
    auto const digits = json.is_string() ? json.get<std::string>() : std::string{};
    auto const* const end = digits.data() + digits.size();
    auto const [stop, error] = std::from_chars(digits.data(), end, seed);
    if (error != std::errc{} || stop != end || digits.empty()) {
      refuse(place, json, "a number of at most 64 bits in quotes, like \"42\"");
    }
  }
  void read(Json const& json, Place const& place, std::string& text) {
    if (!json.is_string()) refuse(place, json, "a text");
    text = json.get<std::string>();
  }
  template <class Tag>
  void read(Json const& json, Place const& place, model::Strong<Tag>& id) {
    constexpr bool kFromOne =
        std::is_same_v<Tag, model::UserIdTag> || std::is_same_v<Tag, model::PostIdTag>;
    std::int64_t number = 0;
    read(json, place, number);
    if (number < (kFromOne ? 1 : 0)) refuse(place, json, kFromOne ? "1 or more" : "0 or more");
    id = model::Strong<Tag>{number};
  }
  template <class T>
  void read(Json const& json, Place const& place, std::optional<T>& member) {
    read(json, place, member.emplace());
  }
  template <class T>
  void read(Json const& json, Place const& place, std::vector<T>& list) {
    if (!json.is_array()) refuse(place, json, "a list");
    list.clear();
    for (auto const& element : json) {
      Place const here{&place, std::to_string(list.size())};
      read(element, here, list.emplace_back());
    }
  }
  template <class... Alternatives>
  void read(Json const& json, Place const& place, std::variant<Alternatives...>& chosen) {
    constexpr std::string_view kKey = kTag<std::variant<Alternatives...>>;
    Reader reader{json, place, names_};
    std::string word;
    reader.required(kKey, word);
    bool const known = ((word == kTagWord<Alternatives> &&
                         (fields(reader, chosen.template emplace<Alternatives>()), true)) ||
                        ...);
    if (!known) {
      constexpr std::array kKnown{kTagWord<Alternatives>...};
      refuse({&place, std::string{kKey}}, Json(word), fmt::format("one of {}", listed(kKnown)));
    }
    reader.finish();
  }
  template <class T>
  requires std::is_enum_v<T>
  void read(Json const& json, Place const& place, T& word) {
    auto const named =
        json.is_string() ? enum_named<T>(json.get<std::string>()) : std::optional<T>{};
    if (!named) refuse(place, json, fmt::format("one of {}", listed(kWords<T>)));
    word = *named;
  }
  template <class T>
  requires std::is_class_v<T>
  void read(Json const& json, Place const& place, T& object) {
    Reader reader{json, place, names_};
    fields(reader, object);
    reader.finish();
  }

  Json const& object_;
  Place const& place_;
  SessionNames& names_;
  std::vector<std::string> asked_;
};

Trace read_document(Json const& document) {
  Place const root;
  Reader::SessionNames names;
  Reader reader{document, root, names};
  reader.know("$schema");
  Trace trace;
  fields(reader, trace);
  reader.finish();
  auto flaw = find_flaw(trace.scenario);
  if (!flaw && trace.run) flaw = find_flaw(trace.scenario, *trace.run);
  if (flaw) throw Misfit{flaw->place, flaw->what};
  return trace;
}

}  // namespace

std::variant<Trace, TraceError> decode_trace(std::string_view text, std::string const& name) {
  auto parsed = parse_document(text, name);
  if (auto const* error = std::get_if<TraceError>(&parsed)) return *error;
  try {
    return read_document(std::get<Json>(parsed));
  } catch (Misfit const& misfit) {
    return TraceError{fmt::format("{}: at {}: {}", name,
                                  misfit.place.empty() ? "the top" : misfit.place, misfit.what)};
  }
}

}  // namespace properties::trace
