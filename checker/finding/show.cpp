#include "checker/finding/show.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <type_traits>

namespace checker::finding {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string nullable(std::optional<std::int64_t> value, Vocabulary const& words) {
  return value ? words.values.show(*value) : "nothing";
}

/// A text in quotes; of a long one the end, since appends tell themselves apart there.
std::string text(std::string const& value) {
  constexpr std::size_t kLongest = 40;
  std::string shown;
  for (char const c : value) {
    auto const byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  if (shown.size() > kLongest) shown = "..." + shown.substr(shown.size() - kLongest);
  return '"' + shown + '"';
}

}  // namespace

using formats::Queue;
using formats::Register;
using formats::Set;
using specs::Counter;
using specs::KeyValue;
using specs::RelationGraph;

std::string show(Register::Operation const& operation, Vocabulary const& words) {
  auto const value = [&](std::int64_t number) { return words.values.show(number); };
  return std::visit(Overloaded{[](Register::Read const&) { return std::string{"read()"}; },
                               [&](Register::Write const& write) {
                                 return fmt::format("write({})", value(write.value));
                               },
                               [&](Register::CompareAndSet const& cas) {
                                 return fmt::format("cas({} to {})", value(cas.expected),
                                                    value(cas.desired));
                               }},
                    operation);
}

std::string show(Register::Outcome const& outcome, Vocabulary const& words) {
  return std::visit(
      Overloaded{[&](Register::Found const& found) { return nullable(found.value, words); },
                 [](Register::Done const&) { return std::string{"done"}; },
                 [](Register::Refused const&) { return std::string{"refused"}; }},
      outcome);
}

std::string show(KeyValue::Operation const& operation, Vocabulary const&) {
  return std::visit(
      Overloaded{[](KeyValue::Get const& get) { return fmt::format("get({})", get.key); },
                 [](KeyValue::Put const& put) {
                   return fmt::format("put({}, {})", put.key, text(put.value));
                 },
                 [](KeyValue::Append const& append) {
                   return fmt::format("append({}, {})", append.key, text(append.value));
                 }},
      operation);
}

std::string show(KeyValue::Outcome const& outcome, Vocabulary const&) {
  auto const* found = std::get_if<KeyValue::Found>(&outcome);
  return found != nullptr ? text(found->value) : "done";
}

std::string show(Set::Operation const& operation, Vocabulary const& words) {
  auto const call = [&](char const* name, std::int64_t value) {
    return fmt::format("{}({})", name, words.values.show(value));
  };
  return std::visit(
      Overloaded{[&](Set::Add const& add) { return call("add", add.value); },
                 [&](Set::Remove const& remove) { return call("remove", remove.value); },
                 [&](Set::Contains const& contains) { return call("contains", contains.value); }},
      operation);
}

std::string show(Set::Outcome const& outcome, Vocabulary const&) {
  return outcome.was_member ? "present" : "absent";
}

std::string show(Queue::Operation const& operation, Vocabulary const& words) {
  auto const* enqueue = std::get_if<Queue::Enqueue>(&operation);
  return enqueue == nullptr ? "dequeue()"
                            : fmt::format("enqueue({})", words.values.show(enqueue->value));
}

std::string show(Queue::Outcome const& outcome, Vocabulary const& words) {
  auto const* taken = std::get_if<Queue::Taken>(&outcome);
  return taken == nullptr ? "done" : nullable(taken->value, words);
}

std::string show(Counter::Operation const& operation, Vocabulary const&) {
  return std::visit(
      Overloaded{
          [](Counter::Add const& add) { return fmt::format("add({})", add.amount); },
          [](Counter::AddAndGet const& add) { return fmt::format("add_and_get({})", add.amount); },
          [](Counter::Read const&) { return std::string{"read()"}; }},
      operation);
}

std::string show(Counter::Outcome const& outcome, Vocabulary const&) {
  auto const* total = std::get_if<Counter::Total>(&outcome);
  return total == nullptr ? "done" : std::to_string(total->value);
}

std::string show(RelationGraph::Operation const& operation, Vocabulary const&) {
  auto const call = [](char const* name, auto const& request) {
    return fmt::format("{}({}, {})", name, request.actor, request.target);
  };
  return std::visit(
      Overloaded{
          [&](RelationGraph::Follow const& r) { return call("follow", r); },
          [&](RelationGraph::Unfollow const& r) { return call("unfollow", r); },
          [&](RelationGraph::Decide const& r) { return call(r.accept ? "accept" : "decline", r); },
          [&](RelationGraph::Block const& r) { return call("block", r); },
          [&](RelationGraph::Unblock const& r) { return call("unblock", r); },
          [&](RelationGraph::SetPrivate const& r) {
            return fmt::format("set_private({}, {})", r.actor, r.enabled);
          }},
      operation);
}

std::string show(RelationGraph::Outcome const& outcome, Vocabulary const&) {
  static constexpr char const* kResults[] = {"changed", "no-op", "rejected"};
  static constexpr char const* kStandings[] = {"removed", "pending", "active"};
  std::vector<std::string> changes;
  for (auto const& [pair, relation] : outcome.changes) {
    changes.push_back(fmt::format("{}->{} {} v{}", pair.first, pair.second,
                                  kStandings[static_cast<std::size_t>(relation.standing)],
                                  relation.version));
  }
  std::string const result = kResults[static_cast<std::size_t>(outcome.result)];
  return changes.empty() ? result : fmt::format("{} ({})", result, fmt::join(changes, ", "));
}

std::string show_call(formats::RecordedVersions const& recorded, OperationId id) {
  auto const& operation = recorded.history.operations[id];
  auto const& values = recorded.history.values;
  bool const told = !values.empty() && values[id] != versioned::kNoValue;
  auto const value = told ? recorded.words.values.show(values[id]) : std::string{};
  switch (operation.kind) {
    case versioned::Kind::read:
      return "read()";
    case versioned::Kind::write:
      return fmt::format("write({})", value);
    case versioned::Kind::cas:
      return fmt::format("cas(v{}{}{})", operation.expected, told ? " to " : "", value);
  }
  return {};
}

std::string show_answer(formats::RecordedVersions const& recorded, OperationId id) {
  auto const& operation = recorded.history.operations[id];
  auto const& values = recorded.history.values;
  if (operation.status == versioned::Status::unknown) return {};
  if (operation.status == versioned::Status::refused) {
    return fmt::format("refused, found v{}", operation.version);
  }
  if (operation.made()) return fmt::format("made v{}", operation.version);
  if (values.empty()) return fmt::format("v{}", operation.version);
  return fmt::format("{} at v{}", recorded.words.values.show(values[id]), operation.version);
}

std::string show_client(ClientId client, Vocabulary const& words) {
  auto const number = static_cast<std::size_t>(client);
  auto name = number < words.clients.size() ? words.clients.name(number) : std::to_string(number);
  std::erase(name, '"');
  return "process " + name;
}

std::string show_place(formats::Place place) {
  if (place.called == 0) return {};  // Not from lines.
  if (place.ended == 0) return fmt::format("line {}, no end", place.called);
  if (place.ended == place.called) return fmt::format("line {}", place.called);
  return fmt::format("lines {} and {}", place.called, place.ended);
}

}  // namespace checker::finding
