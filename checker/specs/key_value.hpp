#pragma once

#include <array>
#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "checker/assert.hpp"
#include "checker/spec.hpp"
#include "checker/specs/observed_text.hpp"

namespace checker::specs {

/// A map from keys to texts: get, put, append. Every key starts as the empty text. Keys are
/// independent, so that a history may be checked key by key.
struct KeyValue {
  using State = std::map<std::string, std::string>;

  struct Get {
    std::string key;
    friend auto operator<=>(Get const&, Get const&) = default;
  };
  struct Put {
    std::string key;
    std::string value;
    friend auto operator<=>(Put const&, Put const&) = default;
  };
  struct Append {
    std::string key;
    std::string value;
    friend auto operator<=>(Append const&, Append const&) = default;
  };
  using Operation = std::variant<Get, Put, Append>;

  /// What a get found.
  struct Found {
    std::string value;
    friend auto operator<=>(Found const&, Found const&) = default;
  };
  /// A put or an append took effect.
  struct Done {
    friend auto operator<=>(Done const&, Done const&) = default;
  };
  using Outcome = std::variant<Found, Done>;

  [[nodiscard]] State initial() const { return {}; }

  [[nodiscard]] std::pair<State, Outcome> step(State state, Operation const& operation) const {
    if (auto const* get = std::get_if<Get>(&operation)) {
      auto const found = state.find(get->key);
      Outcome outcome = Found{found == state.end() ? std::string{} : found->second};
      return {std::move(state), std::move(outcome)};
    }
    if (auto const* put = std::get_if<Put>(&operation)) {
      state[put->key] = put->value;
    } else {
      auto const& append = std::get<Append>(operation);
      state[append.key] += append.value;
    }
    return {std::move(state), Done{}};
  }

  [[nodiscard]] std::array<std::string, 1> footprint(Operation const& operation) const {
    return {std::visit([](auto const& any) { return any.key; }, operation)};
  }
  [[nodiscard]] bool keeps_state(Operation const& operation) const {
    return std::holds_alternative<Get>(operation);
  }
  /// For the operations of one key.
  [[nodiscard]] ObservedText machine(
      std::vector<SearchedOperation<Operation, Outcome>> const& operations) const {
    std::vector<TextOperation> texts;
    texts.reserve(operations.size());
    for (auto const& [operation, outcome] : operations) {
      if (auto const* put = std::get_if<Put>(operation)) {
        texts.push_back({TextOperation::Kind::put, put->value});
      } else if (auto const* append = std::get_if<Append>(operation)) {
        texts.push_back({TextOperation::Kind::append, append->value});
      } else {
        RELCHECK_ASSERT(outcome != nullptr);  // Reads without an answer are not searched.
        texts.push_back({TextOperation::Kind::get, answered(*outcome)});
      }
    }
    return ObservedText{std::move(texts)};
  }

 private:
  [[nodiscard]] static std::string_view answered(Outcome const& outcome) {
    auto const* found = std::get_if<Found>(&outcome);
    RELCHECK_ASSERT(found != nullptr);  // A get answers with a text.
    return found->value;
  }
};

}  // namespace checker::specs
