#pragma once

#include <string_view>
#include <vector>

#include "model/protocol/scenario.hpp"

namespace model::protocol {

/// One way in which services are wrong: what it makes of the program of a task.
struct Variant {
  std::string_view name;  ///< Of the mutant of the services that is wrong in the same way.
  std::string_view what;
  void (*rewrite)(Task const& task, Program& program){nullptr};
  /// Whether it tells what the mutant makes of this task; null: of every task.
  bool (*covers)(Task const& task){nullptr};
};

/// The services as they are.
inline constexpr Variant kCorrect{"correct", "the services as they are"};

[[nodiscard]] std::vector<Variant> const& all_variants();
/// Of this name; null if there is none.
[[nodiscard]] Variant const* find_variant(std::string_view name);

}  // namespace model::protocol
