#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "checker/budget.hpp"
#include "checker/explain.hpp"
#include "checker/formats/recorded.hpp"

namespace checker::finding {

/// What checking one recorded history came to, in words that need no other data.
struct Finding {
  enum class Kind {
    legal,
    illegal,
    undecided,  ///< The budget was spent first.
    empty,      ///< There was no operation to check.
  };
  Kind kind = Kind::empty;
  std::string spec;
  std::size_t operations = 0;
  std::size_t parts = 0;  ///< Independent parts, each checked alone.
  std::size_t parts_illegal = 0;
  std::size_t parts_undecided = 0;
  std::string object;             ///< If illegal: the key the contradiction is about, or empty.
  std::vector<Exhibit> evidence;  ///< If illegal: the operations that contradict each other.
  std::vector<Exhibit> nearby;    ///< If illegal: others around them, for a picture.
  std::string explanation;        ///< If illegal or undecided. Lines end in '\n'.
};

struct Effort {
  Budget budget;
  unsigned jobs = 1;
};

/// Checks one history. Deterministic, whatever the number of jobs. Throws ResourcesExhausted.
[[nodiscard]] Finding check(formats::AnyRecorded const& recorded, Effort const& effort);

}  // namespace checker::finding
