#include "checker/formats/edn_history.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "checker/formats/edn_cursor.hpp"
#include "checker/formats/recorder.hpp"

namespace checker::formats {
namespace {

/// Views into the text; empty if not given.
struct EdnEvent {
  std::string_view process;
  std::string_view type;
  std::string_view f;
  std::string_view key;
  std::string_view value;
};

enum class FailedCas { never_happened, refused };

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Complaint missing(std::string_view f, char const* what) {
  return {"a " + std::string{f} + " without " + what, what};
}

Complaint unknown_operation(EdnEvent const& event, char const* known) {
  return {":f " + quoted(event.f), known};
}

/// How a register is written.
struct RegisterWords {
  using Spec = Register;

  FailedCas failed_cas;

  std::variant<Register::Operation, Complaint> operation(EdnEvent const& event,
                                                         Vocabulary& words) const {
    if (event.f == ":read") return Register::Read{};
    if (event.f == ":write") {
      if (event.value.empty() || event.value == "nil") return missing(event.f, "a value to write");
      return Register::Write{words.values.number(event.value)};
    }
    if (event.f != ":cas") return unknown_operation(event, ":read, :write or :cas");
    EdnCursor pair{event.value};
    if (!pair.take('[')) return missing(event.f, "the pair [EXPECTED DESIRED]");
    auto const expected = pair.form();
    auto const desired = pair.form();
    if (!pair.take(']')) return missing(event.f, "the pair [EXPECTED DESIRED]");
    return Register::CompareAndSet{words.values.number(expected), words.values.number(desired)};
  }

  std::variant<Register::Outcome, Complaint> outcome(Register::Operation const& of,
                                                     EdnEvent const& event,
                                                     Vocabulary& words) const {
    if (!std::holds_alternative<Register::Read>(of)) return Register::Outcome{Register::Done{}};
    if (event.value.empty()) return missing(event.f, "the value read");
    if (event.value == "nil") return Register::Outcome{Register::Found{}};
    return Register::Outcome{Register::Found{words.values.number(event.value)}};
  }

  std::optional<Register::Outcome> failure(Register::Operation const& of) const {
    bool const cas = std::holds_alternative<Register::CompareAndSet>(of);
    if (!cas || failed_cas == FailedCas::never_happened) return std::nullopt;
    return Register::Refused{};
  }
};

/// How a key-value store is written.
struct KeyValueWords {
  using Spec = specs::KeyValue;

  static std::variant<Spec::Operation, Complaint> operation(EdnEvent const& event, Vocabulary&) {
    if (event.key.empty()) return missing(event.f, ":key");
    auto key = edn_plain_text(event.key);
    if (event.f == ":get") return Spec::Get{std::move(key)};
    bool const writes = event.f == ":put" || event.f == ":append";
    if (!writes) return unknown_operation(event, ":get, :put or :append");
    if (!event.value.starts_with('"')) return missing(event.f, "a :value in quotes");
    if (event.f == ":put") return Spec::Put{std::move(key), edn_plain_text(event.value)};
    return Spec::Append{std::move(key), edn_plain_text(event.value)};
  }

  static std::variant<Spec::Outcome, Complaint> outcome(Spec::Operation const& of,
                                                        EdnEvent const& event, Vocabulary&) {
    if (!std::holds_alternative<Spec::Get>(of)) return Spec::Outcome{Spec::Done{}};
    if (!event.value.starts_with('"')) return missing(event.f, "a :value in quotes");
    return Spec::Outcome{Spec::Found{edn_plain_text(event.value)}};
  }

  static std::optional<Spec::Outcome> failure(Spec::Operation const&) { return std::nullopt; }
};

/// Takes the events of one specification.
template <class Words>
class Events {
 public:
  using Spec = typename Words::Spec;
  using Outcome = typename Spec::Outcome;

  explicit Events(Words words) : words_{words} {}

  [[nodiscard]] std::optional<Complaint> take(EdnEvent const& event, Stamp stamp) {
    if (!is_number(event.process)) return std::nullopt;
    auto& names = recorder_.words().clients;
    auto const client = static_cast<ClientId>(names.number(event.process));
    if (event.type == ":invoke") return call(client, event, stamp);
    bool const ends = event.type == ":ok" || event.type == ":fail" || event.type == ":info";
    if (!ends) return Complaint{":type " + quoted(event.type), ":invoke, :ok, :fail or :info"};
    auto const id = recorder_.close(client);
    if (!id) return ends_without_call();
    if (event.type == ":info") return recorder_.end(*id, Indeterminate{}, stamp);
    auto const& operation = recorder_.operation(*id);
    if (event.type == ":fail") {
      auto answer = words_.failure(operation);
      if (!answer) return recorder_.end(*id, NeverHappened{}, stamp);
      return recorder_.end(*id, Returned<Outcome>{std::move(*answer)}, stamp);
    }
    auto outcome = words_.outcome(operation, event, recorder_.words());
    if (auto* complaint = std::get_if<Complaint>(&outcome)) return std::move(*complaint);
    return recorder_.end(*id, Returned<Outcome>{std::get<Outcome>(std::move(outcome))}, stamp);
  }

  [[nodiscard]] AnyRecorded take() && { return std::move(recorder_).take(); }

 private:
  std::optional<Complaint> call(ClientId client, EdnEvent const& event, Stamp stamp) {
    auto operation = words_.operation(event, recorder_.words());
    if (auto* complaint = std::get_if<Complaint>(&operation)) return std::move(*complaint);
    return recorder_.call(client, std::get<typename Spec::Operation>(std::move(operation)), 0,
                          stamp);
  }

  Words words_;
  Recorder<Spec> recorder_;
};

/// Fills the member of an event that a keyword names, if it names one.
void assign(EdnEvent& event, std::string_view keyword, std::string_view form) {
  if (keyword == ":process") event.process = form;
  if (keyword == ":type") event.type = form;
  if (keyword == ":f") event.f = form;
  if (keyword == ":key") event.key = form;
  if (keyword == ":value") event.value = form;
}

/// The next event of a text; nothing at its end, or when the cursor has failed.
std::optional<EdnEvent> next_event(EdnCursor& cursor) {
  while (cursor.take('[') || cursor.take(']')) {
  }
  if (cursor.peek() == '\0') return std::nullopt;
  if (cursor.peek() == '#') {  // A tagged map, such as #jepsen.history.Op{…}.
    cursor.fail("a map such as {:process 0, :type :invoke, :f :read, :value nil}, without a tag");
    return std::nullopt;
  }
  EdnEvent event;
  if (!cursor.take('{')) {
    cursor.fail("a map such as {:process 0, :type :invoke, :f :read, :value nil}");
    return std::nullopt;
  }
  while (!cursor.take('}')) {
    auto const keyword = cursor.form();
    auto const form = cursor.form();
    if (cursor.failed()) return std::nullopt;
    assign(event, keyword, form);
  }
  return event;
}

std::optional<Complaint> incomplete(EdnEvent const& event) {
  if (event.process.empty()) return Complaint{"an event without :process", "who called"};
  if (event.type.empty())
    return Complaint{"an event without :type", ":invoke, :ok, :fail or :info"};
  return std::nullopt;
}

template <class Words>
Result<AnyRecorded> read_all(Lines& lines, std::string const& text, Words words) {
  EdnCursor cursor{text};
  Events<Words> events{words};
  Tick tick = 0;
  while (auto const event = next_event(cursor)) {
    auto const line = static_cast<std::uint32_t>(cursor.line());
    auto complaint = incomplete(*event);
    if (!complaint) complaint = events.take(*event, {++tick, line});
    if (complaint) return Malformed{lines.name(), cursor.line(), std::move(*complaint)};
  }
  bool const cut_off = cursor.at_end() && lines.cut_off();
  if (cursor.failed() && !cut_off) {
    return Malformed{lines.name(), cursor.line(), cursor.complaint()};
  }
  return std::move(events).take();
}

/// Whether the first event of a client is of a key-value store.
bool is_key_value(std::string const& text) {
  EdnCursor cursor{text};
  while (auto const event = next_event(cursor)) {
    if (is_number(event->process)) {
      return event->f == ":get" || event->f == ":put" || event->f == ":append";
    }
  }
  return false;
}

constexpr std::string_view kLogger = "jepsen.util - ";

/// The next word of a line, which is taken from it; empty at its end.
std::string_view take_word(std::string_view& line) {
  auto const is_space = [](char c) { return c == ' ' || c == '\t'; };
  auto const* const begin = std::find_if_not(line.begin(), line.end(), is_space);
  auto const* const end = std::find_if(begin, line.end(), is_space);
  line.remove_prefix(static_cast<std::size_t>(end - line.begin()));
  return {begin, end};
}

}  // namespace

Result<AnyRecorded> read_edn(Lines& lines) {
  std::string text;
  while (auto const line = lines.next()) {
    text += *line;
    text += '\n';
  }
  if (lines.failure()) return *lines.failure();
  if (is_key_value(text)) return read_all(lines, text, KeyValueWords{});
  return read_all(lines, text, RegisterWords{FailedCas::never_happened});
}

Result<AnyRecorded> read_jepsen_log(Lines& lines) {
  Events<RegisterWords> events{RegisterWords{FailedCas::refused}};
  std::size_t logger = 0;  // Mostly where it was on the line before.
  while (auto const line = lines.next_filled()) {
    if (line->compare(std::min(logger, line->size()), kLogger.size(), kLogger) != 0) {
      logger = line->find(kLogger);
    }
    if (logger == std::string_view::npos) {
      return lines.malformed({quoted(*line),
                              "INFO  jepsen.util - PROCESS :TYPE :F VALUE (lines of "
                              "other loggers must be taken out first)"});
    }
    auto rest = line->substr(logger + kLogger.size());
    EdnEvent event;
    event.process = take_word(rest);
    event.type = take_word(rest);
    event.f = take_word(rest);
    EdnCursor cursor{rest, lines.number()};
    event.value = cursor.form();
    if (!cursor.failed() && cursor.peek() != '\0') cursor.fail("the end of the line after VALUE");
    if (cursor.failed()) return lines.malformed(cursor.complaint());
    auto const number = static_cast<std::uint32_t>(lines.number());
    if (auto complaint = events.take(event, {static_cast<Tick>(number), number})) {
      return lines.malformed(std::move(*complaint));
    }
  }
  if (lines.failure()) return *lines.failure();
  return std::move(events).take();
}

}  // namespace checker::formats
