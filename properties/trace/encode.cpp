#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "properties/trace/codec.hpp"
#include "properties/trace/fields.hpp"
#include "properties/trace/show.hpp"
#include "properties/trace/utf8.hpp"
#include "properties/trace/words.hpp"

namespace properties::trace {
namespace {

std::string in_quotes(std::string_view text) {
  std::string out{'"'};
  for (char const c : valid_utf8(text)) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out += '"';
}

/// The visitor of fields.hpp that writes. Text is made directly, not through a JSON document: the
/// layout (what shares a line) is the point of it.
class Writer {
 public:
  [[nodiscard]] std::string finish() && { return std::move(out_) + "\n"; }

  template <class T>
  void required(std::string_view key, T const& member) {
    begin_member(key);
    value(member);
  }
  template <class T>
  void optional(std::string_view key, T const& member) {
    if (member != T{}) required(key, member);
  }
  template <class T>
  void optional(std::string_view key, std::optional<T> const& member) {
    if (member) required(key, *member);
  }
  template <class T>
  void rows(std::string_view key, std::vector<T> const& list) {
    begin_member(key);
    if (list.empty()) {
      out_ += "[]";
      return;
    }
    list_of(list, true);
  }
  template <class T>
  void optional_rows(std::string_view key, std::vector<T> const& list) {
    if (!list.empty()) rows(key, list);
  }
  void session(std::string_view key, int number) {
    begin_member(key);
    out_ += in_quotes(session_name(*scenario_, number));
  }
  void sessions(std::string_view key, std::vector<int> const& numbers) {
    if (numbers.empty()) return;
    std::vector<std::string> names;
    for (int const number : numbers) names.push_back(session_name(*scenario_, number));
    required(key, names);
  }
  void names(std::vector<Session> const&) {}

  void file(Trace const& trace) {
    scenario_ = &trace.scenario;
    enclosed('{', '}', true, [&] {
      required("$schema", fmt::format("relcheck/trace/{}", kTraceVersion));
      fields(*this, trace);
    });
  }

 private:
  void value(bool flag) { out_ += flag ? "true" : "false"; }
  void value(std::int64_t number) { out_ += fmt::format("{}", number); }
  void value(int number) { value(std::int64_t{number}); }
  /// As text: readers in other languages lose digits beyond 2^53.
  void value(std::uint64_t seed) { out_ += fmt::format("\"{}\"", seed); }
  void value(std::string const& text) { out_ += in_quotes(text); }
  template <class Tag>
  void value(model::Strong<Tag> id) {
    value(id.value());
  }
  template <class T>
  void value(std::vector<T> const& list) {
    list_of(list, false);
  }
  template <class... Alternatives>
  void value(std::variant<Alternatives...> const& chosen) {
    using Variant = std::variant<Alternatives...>;
    std::visit(
        [this]<class Alternative>(Alternative const& alternative) {
          enclosed('{', '}', false, [&] {
            required(kTag<Variant>, std::string{kTagWord<Alternative>});
            fields(*this, alternative);
          });
        },
        chosen);
  }
  template <class T>
  requires std::is_enum_v<T>
  void value(T word) { out_ += in_quotes(word_for(word)); }
  template <class T>
  requires std::is_class_v<T>
  void value(T const& object) {
    enclosed('{', '}', kTall<T>, [&] { fields(*this, object); });
  }

  template <class T>
  void list_of(std::vector<T> const& list, bool tall) {
    enclosed('[', ']', tall, [&] {
      for (auto const& element : list) {
        begin_element();
        value(element);
      }
    });
  }

  template <class Body>
  void enclosed(char open, char close, bool tall, Body const& body) {
    bool const was_first = std::exchange(first_, true);
    bool const was_tall = std::exchange(tall_, tall);
    out_ += open;
    indent_ += 2;
    body();
    indent_ -= 2;
    if (tall && !first_) new_line();
    out_ += close;
    first_ = was_first;
    tall_ = was_tall;
  }
  void begin_element() {
    if (!std::exchange(first_, false)) out_ += tall_ ? "," : ", ";
    if (tall_) new_line();
  }
  void begin_member(std::string_view key) {
    begin_element();
    out_ += fmt::format("\"{}\": ", key);
  }
  void new_line() {
    out_ += '\n';
    out_.append(indent_, ' ');
  }

  Scenario const* scenario_{nullptr};
  std::string out_;
  std::size_t indent_{0};
  bool first_{true};
  bool tall_{false};
};

}  // namespace

std::string encode_trace(Trace const& trace) {
  Writer writer;
  writer.file(trace);
  return std::move(writer).finish();
}

}  // namespace properties::trace
