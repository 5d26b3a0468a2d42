#pragma once

#include "checker/specs/counter.hpp"
#include "checker/specs/key_value.hpp"
#include "checker/specs/queue.hpp"
#include "checker/specs/register.hpp"
#include "checker/specs/relation_graph.hpp"
#include "checker/specs/relation_pair.hpp"
#include "checker/specs/set.hpp"
#include "checker/tests/random_history.hpp"

namespace checker::tests {

/// An operation over so few values that most operations of a history concern each other.
template <class Spec>
[[nodiscard]] typename Spec::Operation pick_operation(Dice& dice);

template <>
inline specs::Register<>::Operation pick_operation<specs::Register<>>(Dice& dice) {
  switch (dice.below(3)) {
    case 0:
      return specs::Register<>::Read{};
    case 1:
      return specs::Register<>::Write{dice.below(3)};
    default:
      return specs::Register<>::CompareAndSet{dice.below(3), dice.below(3)};
  }
}

template <>
inline specs::KeyValue::Operation pick_operation<specs::KeyValue>(Dice& dice) {
  std::string const key = dice.one_in(4) ? "b" : "a";
  std::string const value = dice.one_in(3) ? "x" : dice.one_in(2) ? "y" : "xy";
  switch (dice.below(4)) {
    case 0:
      return specs::KeyValue::Put{key, value};
    case 1:
      return specs::KeyValue::Append{key, value};
    default:
      return specs::KeyValue::Get{key};
  }
}

template <>
inline specs::Set<>::Operation pick_operation<specs::Set<>>(Dice& dice) {
  auto const value = dice.below(2);
  switch (dice.below(3)) {
    case 0:
      return specs::Set<>::Add{value};
    case 1:
      return specs::Set<>::Remove{value};
    default:
      return specs::Set<>::Contains{value};
  }
}

template <>
inline specs::Queue<>::Operation pick_operation<specs::Queue<>>(Dice& dice) {
  if (dice.one_in(2)) return specs::Queue<>::Dequeue{};
  return specs::Queue<>::Enqueue{dice.below(3)};
}

template <>
inline specs::Counter::Operation pick_operation<specs::Counter>(Dice& dice) {
  switch (dice.below(3)) {
    case 0:
      return specs::Counter::Add{dice.below(3)};
    case 1:
      return specs::Counter::AddAndGet{1 - dice.below(3)};
    default:
      return specs::Counter::Read{};
  }
}

template <>
inline specs::RelationPair::Operation pick_operation<specs::RelationPair>(Dice& dice) {
  using Pair = specs::RelationPair;
  auto const actor = dice.one_in(2) ? Pair::Side::first : Pair::Side::second;
  switch (dice.below(7)) {
    case 0:
      return Pair::Unfollow{actor};
    case 1:
      return Pair::Decide{actor, dice.one_in(2)};
    case 2:
      return Pair::Block{actor};
    case 3:
      return Pair::Unblock{actor};
    default:
      return Pair::Follow{actor};
  }
}

template <>
inline specs::RelationGraph::Operation pick_operation<specs::RelationGraph>(Dice& dice) {
  using Graph = specs::RelationGraph;
  auto const actor = dice.below(3);
  auto const target = dice.below(3);
  switch (dice.below(8)) {
    case 0:
      return Graph::Unfollow{actor, target};
    case 1:
      return Graph::Decide{2, target, dice.one_in(2)};
    case 2:
      return Graph::Block{actor, target};
    case 3:
      return Graph::Unblock{actor, target};
    case 4:
      return Graph::SetPrivate{2, dice.one_in(2)};
    default:
      return Graph::Follow{actor, target};
  }
}

}  // namespace checker::tests
