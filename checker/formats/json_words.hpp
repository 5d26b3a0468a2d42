#pragma once

#include <string_view>
#include <utility>

#include "checker/formats/json_event.hpp"
#include "checker/formats/recorded.hpp"

namespace checker::formats {

/// How the operations and answers of a specification are written in JSON. What is not as it should
/// be is said through the cursor; what is returned then does not matter.
template <class Spec>
struct JsonWords;

/// Takes the arguments of an operation one after the other.
class Arguments {
 public:
  explicit Arguments(JsonEvent const& event);

  /// The cursor at the next argument; complains if there is none.
  [[nodiscard]] JsonCursor& next(char const* what);
  /// The cursor at the next argument, if there is one.
  [[nodiscard]] JsonCursor* next_if_any();
  /// Complains if there are more.
  void end();

  /// The key of the event as a text; complains if there is none.
  [[nodiscard]] std::string key();
  /// Complains of an operation the specification does not have.
  void unknown(char const* known);

  [[nodiscard]] std::optional<Complaint> const& complaint() const { return cursor_.complaint(); }
  [[nodiscard]] std::string_view op() const { return event_.op; }

 private:
  JsonEvent const& event_;
  JsonCursor cursor_;
  bool ended_ = false;
};

/// A value other than null, by number.
[[nodiscard]] std::int64_t value_number(JsonCursor& cursor, Values& values);
/// The same, or nothing for null.
[[nodiscard]] std::optional<std::int64_t> nullable_number(JsonCursor& cursor, Values& values);

template <>
struct JsonWords<Register> {
  static Register::Operation operation(Arguments& arguments, Vocabulary& words);
  static Register::Outcome outcome(Register::Operation const& of, JsonCursor& answer,
                                   Vocabulary& words);
};

template <>
struct JsonWords<specs::KeyValue> {
  static specs::KeyValue::Operation operation(Arguments& arguments, Vocabulary& words);
  static specs::KeyValue::Outcome outcome(specs::KeyValue::Operation const& of, JsonCursor& answer,
                                          Vocabulary& words);
};

template <>
struct JsonWords<Set> {
  static Set::Operation operation(Arguments& arguments, Vocabulary& words);
  static Set::Outcome outcome(Set::Operation const& of, JsonCursor& answer, Vocabulary& words);
};

template <>
struct JsonWords<Queue> {
  static Queue::Operation operation(Arguments& arguments, Vocabulary& words);
  static Queue::Outcome outcome(Queue::Operation const& of, JsonCursor& answer, Vocabulary& words);
};

template <>
struct JsonWords<specs::Counter> {
  static specs::Counter::Operation operation(Arguments& arguments, Vocabulary& words);
  static specs::Counter::Outcome outcome(specs::Counter::Operation const& of, JsonCursor& answer,
                                         Vocabulary& words);
};

template <>
struct JsonWords<specs::RelationGraph> {
  static specs::RelationGraph::Operation operation(Arguments& arguments, Vocabulary& words);
  static specs::RelationGraph::Outcome outcome(specs::RelationGraph::Operation const& of,
                                               JsonCursor& answer, Vocabulary& words);
};

}  // namespace checker::formats
