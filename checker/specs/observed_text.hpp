#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "checker/search.hpp"
#include "checker/step_memory.hpp"

namespace checker::specs {

/// What an operation does to a text, in views of the history.
struct TextOperation {
  enum class Kind { get, put, append };
  Kind kind{};
  std::string_view value;  ///< Found, put or appended; nothing if a get did not answer.
};

/// One text that is put, appended to and got, as a machine for one history.
///
/// Two texts differ only if some get of the history could tell: a state is the range of the got
/// texts (sorted) that begin with it, and its length. All texts that no got text begins with are
/// one state, so that work is bounded by what was observed.
class ObservedText {
 public:
  explicit ObservedText(std::vector<TextOperation> operations);

  [[nodiscard]] StateId initial() const { return initial_; }
  [[nodiscard]] StateId step(StateId state, OpIndex op);
  [[nodiscard]] bool keeps_state(OpIndex op) const {
    return operations_[op].kind == TextOperation::Kind::get;
  }
  [[nodiscard]] bool overwrites(OpIndex op) const {
    return operations_[op].kind == TextOperation::Kind::put;
  }
  /// Some get can no longer be explained: its text does not begin with the state, and every put
  /// that it may begin with has been placed.
  [[nodiscard]] bool hopeless(StateId state, Placement const& placement) const;

 private:
  /// Got texts from `first` to before `last` begin with the state, of `length` characters.
  struct Prefix {
    std::uint32_t first{};
    std::uint32_t last{};
    std::size_t length{};
    friend auto operator<=>(Prefix const&, Prefix const&) = default;
  };

  [[nodiscard]] Prefix extend(Prefix prefix, std::string_view by) const;
  [[nodiscard]] StateId number(Prefix prefix);
  [[nodiscard]] bool cannot_get(OpIndex get, Prefix const& now, Placement const& placement) const;
  void note_gets();
  void note_starts();

  std::vector<TextOperation> operations_;
  std::vector<std::string_view> got_;   ///< The texts that were got; sorted, unique.
  std::vector<std::uint32_t> text_of_;  ///< By operation: of a get, which text.
  std::vector<StateId> put_;            ///< By operation: of a put, the state after it.
  std::vector<OpIndex> gets_;
  std::vector<std::vector<OpIndex>> starts_;  ///< By got text: the puts that it may begin with.
  StateId initial_ = 0;
  std::vector<Prefix> states_;
  std::map<Prefix, StateId> numbers_;
  StepMemory steps_;
  mutable std::optional<std::vector<OpIndex>> by_deadline_;
};

}  // namespace checker::specs
