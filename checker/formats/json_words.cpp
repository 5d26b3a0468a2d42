#include "checker/formats/json_words.hpp"

#include <fmt/format.h>

namespace checker::formats {

Arguments::Arguments(JsonEvent const& event)
    : event_{event}, cursor_{event.args.given() ? event.args.text : "[]", event.args.offset} {
  cursor_.open('[');
}

JsonCursor& Arguments::next(char const* what) {
  if (next_if_any() == nullptr) {
    cursor_.complain({fmt::format("too few arguments of {}", event_.op), what});
  }
  return cursor_;
}

JsonCursor* Arguments::next_if_any() {
  if (ended_ || cursor_.failed()) return nullptr;
  ended_ = !cursor_.next_element();
  return ended_ ? nullptr : &cursor_;
}

void Arguments::end() {
  if (next_if_any() != nullptr) {
    cursor_.complain({fmt::format("too many arguments of {}", event_.op), "no more"});
  }
}

std::string Arguments::key() {
  if (!event_.key.given()) {
    cursor_.complain({fmt::format("a {} without \"key\"", event_.op), "the key it is about"});
  }
  return plain_text(event_.key.text);
}

void Arguments::unknown(char const* known) {
  cursor_.complain({fmt::format("an operation called {}", quoted(event_.op)), known});
}

std::int64_t value_number(JsonCursor& cursor, Values& values) {
  if (cursor.peek() == '"') return values.number('"' + cursor.string() + '"');
  if (cursor.peek() == 'n') cursor.fail("a value other than null, which means there is none");
  return values.number(cursor.value());
}

std::optional<std::int64_t> nullable_number(JsonCursor& cursor, Values& values) {
  if (cursor.take_null()) return std::nullopt;
  return value_number(cursor, values);
}

Register::Operation JsonWords<Register>::operation(Arguments& arguments, Vocabulary& words) {
  if (arguments.op() == "read") return Register::Read{};
  if (arguments.op() == "write") {
    return Register::Write{value_number(arguments.next("the value to write"), words.values)};
  }
  if (arguments.op() == "cas") {
    auto const expected = value_number(arguments.next("the value expected"), words.values);
    auto const desired = value_number(arguments.next("the value desired"), words.values);
    return Register::CompareAndSet{expected, desired};
  }
  arguments.unknown("read, write or cas");
  return {};
}

Register::Outcome JsonWords<Register>::outcome(Register::Operation const& of, JsonCursor& answer,
                                               Vocabulary& words) {
  if (std::holds_alternative<Register::Write>(of)) return Register::Done{};
  if (std::holds_alternative<Register::Read>(of)) {
    return Register::Found{nullable_number(answer, words.values)};
  }
  if (answer.boolean()) return Register::Done{};
  return Register::Refused{};
}

using specs::KeyValue;

KeyValue::Operation JsonWords<KeyValue>::operation(Arguments& arguments, Vocabulary&) {
  if (arguments.op() == "get") return KeyValue::Get{arguments.key()};
  if (arguments.op() == "put") {
    return KeyValue::Put{arguments.key(), arguments.next("the text to put").string()};
  }
  if (arguments.op() == "append") {
    return KeyValue::Append{arguments.key(), arguments.next("the text to append").string()};
  }
  arguments.unknown("get, put or append");
  return {};
}

KeyValue::Outcome JsonWords<KeyValue>::outcome(KeyValue::Operation const& of, JsonCursor& answer,
                                               Vocabulary&) {
  if (!std::holds_alternative<KeyValue::Get>(of)) return KeyValue::Done{};
  return KeyValue::Found{answer.string()};
}

Set::Operation JsonWords<Set>::operation(Arguments& arguments, Vocabulary& words) {
  auto const value = [&] { return value_number(arguments.next("a value"), words.values); };
  if (arguments.op() == "add") return Set::Add{value()};
  if (arguments.op() == "remove") return Set::Remove{value()};
  if (arguments.op() == "contains") return Set::Contains{value()};
  arguments.unknown("add, remove or contains");
  return {};
}

/// In files an add and a remove tell whether they changed the set.
Set::Outcome JsonWords<Set>::outcome(Set::Operation const& of, JsonCursor& answer, Vocabulary&) {
  bool const said = answer.boolean();
  return {std::holds_alternative<Set::Add>(of) ? !said : said};
}

Queue::Operation JsonWords<Queue>::operation(Arguments& arguments, Vocabulary& words) {
  if (arguments.op() == "dequeue") return Queue::Dequeue{};
  if (arguments.op() == "enqueue") {
    return Queue::Enqueue{value_number(arguments.next("the value to enqueue"), words.values)};
  }
  arguments.unknown("enqueue or dequeue");
  return {};
}

Queue::Outcome JsonWords<Queue>::outcome(Queue::Operation const& of, JsonCursor& answer,
                                         Vocabulary& words) {
  if (std::holds_alternative<Queue::Enqueue>(of)) return Queue::Done{};
  return Queue::Taken{nullable_number(answer, words.values)};
}

using specs::Counter;

namespace {

/// So bounded that the total of millions of them fits 64 bits.
std::int64_t amount(Arguments& arguments) {
  constexpr std::int64_t kLargest = 1'000'000'000'000;
  auto& cursor = arguments.next("how much to add");
  auto const number = cursor.integer();
  if (number < -kLargest || number > kLargest) {
    cursor.complain({fmt::format("an amount of {}", number), "one from -10^12 to 10^12"});
  }
  return number;
}

}  // namespace

Counter::Operation JsonWords<Counter>::operation(Arguments& arguments, Vocabulary&) {
  if (arguments.op() == "read") return Counter::Read{};
  if (arguments.op() == "add") return Counter::Add{amount(arguments)};
  if (arguments.op() == "add_and_get") return Counter::AddAndGet{amount(arguments)};
  arguments.unknown("add, add_and_get or read");
  return {};
}

Counter::Outcome JsonWords<Counter>::outcome(Counter::Operation const& of, JsonCursor& answer,
                                             Vocabulary&) {
  if (std::holds_alternative<Counter::Add>(of)) return Counter::Done{};
  return Counter::Total{answer.integer()};
}

}  // namespace checker::formats
