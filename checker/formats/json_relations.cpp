#include <array>
#include <string>

#include "checker/formats/json_words.hpp"

namespace checker::formats {
namespace {

using Graph = specs::RelationGraph;

template <class Request>
Request pair_request(Arguments& arguments) {
  auto const actor = arguments.next("the user who acts").integer();
  auto const target = arguments.next("the user it is about").integer();
  return {actor, target};
}

/// The index of a word among those known; complains of others.
template <std::size_t count>
std::size_t word(JsonCursor& cursor, std::array<char const*, count> const& known,
                 char const* expected) {
  auto const before = cursor;
  auto const text = cursor.string();
  for (std::size_t i = 0; i < count; ++i) {
    if (text == known[i]) return i;
  }
  cursor = before;
  cursor.fail(expected);
  return 0;
}

std::pair<Graph::Pair, Graph::Relation> change(JsonCursor& cursor) {
  static constexpr std::array kStates{"removed", "pending", "active"};
  Graph::Pair pair;
  Graph::Relation relation;
  cursor.open('{');
  while (auto const key = cursor.next_key()) {
    if (*key == "follower") {
      pair.first = cursor.integer();
    } else if (*key == "followee") {
      pair.second = cursor.integer();
    } else if (*key == "version") {
      relation.version = cursor.integer();
    } else if (*key == "state") {
      relation.standing = static_cast<Graph::Standing>(
          word(cursor, kStates, R"("removed", "pending" or "active")"));
    } else {
      cursor.complain({"a member called " + quoted(*key), "follower, followee, state or version"});
    }
  }
  return {pair, relation};
}

void changes(JsonCursor& cursor, Graph::Outcome& outcome) {
  for (cursor.open('['); cursor.next_element();) outcome.changes.push_back(change(cursor));
  std::sort(outcome.changes.begin(), outcome.changes.end());
}

}  // namespace

Graph::Operation JsonWords<Graph>::operation(Arguments& arguments, Vocabulary&) {
  auto const op = arguments.op();
  if (op == "follow") return pair_request<Graph::Follow>(arguments);
  if (op == "unfollow") return pair_request<Graph::Unfollow>(arguments);
  if (op == "block") return pair_request<Graph::Block>(arguments);
  if (op == "unblock") return pair_request<Graph::Unblock>(arguments);
  if (op == "decide") {
    auto const [actor, target] = pair_request<Graph::Follow>(arguments);
    return Graph::Decide{actor, target, arguments.next("whether to accept").boolean()};
  }
  if (op == "set_private") {
    auto const actor = arguments.next("the user who acts").integer();
    return Graph::SetPrivate{actor, arguments.next("whether private").boolean()};
  }
  arguments.unknown("follow, unfollow, decide, block, unblock or set_private");
  return {};
}

Graph::Outcome JsonWords<Graph>::outcome(Graph::Operation const&, JsonCursor& answer, Vocabulary&) {
  static constexpr std::array kResults{"changed", "noop", "rejected"};
  Graph::Outcome outcome;
  answer.open('{');
  while (auto const key = answer.next_key()) {
    if (*key == "result") {
      outcome.result =
          static_cast<Graph::Result>(word(answer, kResults, R"("changed", "noop" or "rejected")"));
    } else if (*key == "changes") {
      changes(answer, outcome);
    } else {
      answer.complain({"a member called " + quoted(*key) + " in an answer", "result or changes"});
    }
  }
  return outcome;
}

}  // namespace checker::formats
