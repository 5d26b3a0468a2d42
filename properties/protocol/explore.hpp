#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/exploration/report.hpp"
#include "properties/protocol/moves.hpp"

namespace properties::protocol {

/// How a scenario is searched. Both find the same claims broken.
enum class Search {
  every_order,  ///< The counterexample is a shortest one.
  reduced,      ///< Partial-order reduction and symmetry: a shortest one of those that are left.
};

/// What becomes of a search that has told how far it is.
enum class Next {
  go_on,
  save,  ///< To its file; and go on.
  stop,
};

/// What a search is asked for.
struct Asked {
  Search search{Search::every_order};
  std::uint32_t goals{0};  ///< To be reached, or else the search fails.
  std::uint64_t states{std::uint64_t{1} << 27};
  /// Remember states by a few of 2^bits bits: for what memory would not hold otherwise, and never a
  /// proof. Depth first, or else breadth first.
  std::optional<unsigned> bits{};
  /// Asked once in a while; if empty, the search goes on.
  std::function<Next(checker::exploration::Statistics const&)> watch{};
  /// Where the search is kept, and gone on from if it is there. Not with `bits`. Empty: nowhere.
  std::filesystem::path file{};
};

/// What is wrong with the file.
enum class FileTrouble {
  not_taken,  ///< It is of another search, or damaged; nothing was searched.
  not_saved,  ///< What was searched is not in it.
};

struct Explored {
  checker::exploration::End end{checker::exploration::End::exhausted};
  checker::exploration::Statistics statistics;
  std::uint32_t broken{0};   ///< Bits of model::protocol::Claim.
  std::uint32_t reached{0};  ///< Bits of model::protocol::Goal.
  std::uint32_t missed{0};   ///< Of those asked for.
  std::vector<Move> moves;   ///< To the broken claims.
  std::optional<FileTrouble> trouble{};

  [[nodiscard]] bool breaks(model::protocol::Claim claim) const {
    return (broken & model::protocol::bit(claim)) != 0;
  }
  [[nodiscard]] bool reaches(model::protocol::Goal goal) const {
    return (reached & model::protocol::bit(goal)) != 0;
  }
};

/// Explores a scenario.
[[nodiscard]] Explored explore(model::protocol::Scenario const& scenario,
                               model::protocol::Variant const& variant = model::protocol::kCorrect,
                               Asked const& asked = {});

/// The names of the claims, or of the goals, in these bits.
[[nodiscard]] std::string names_of_claims(std::uint32_t broken);
[[nodiscard]] std::string names_of_goals(std::uint32_t reached);

}  // namespace properties::protocol
