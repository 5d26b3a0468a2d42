#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "impl/ports/access_store.hpp"
#include "impl/ports/projection_store.hpp"
#include "impl/ports/truth_store.hpp"
#include "impl/postgres/statements.hpp"

namespace properties::mutants {

/// A store around another store, which outlives it.
template <class Store>
using Wrap = std::unique_ptr<Store> (*)(Store&);

template <class Wrapped, class Store>
std::unique_ptr<Store> wrap(Store& next) {
  return std::make_unique<Wrapped>(next);
}

/// A negative control: services that are wrong in one way, and the property that must notice.
/// The wrongness is a decorator over the ports, or another text for one named statement.
struct Mutant {
  std::string_view name;       ///< What it does wrong: `checks_block_before_lock`.
  std::string_view breaks;     ///< The requirement: "R8".
  std::string_view what;       ///< One sentence for people.
  std::string_view killed_by;  ///< The property that claims it.
  bool race{false};            ///< Wrong only when sessions overlap.
  Wrap<impl::TruthStore> truth{nullptr};
  Wrap<impl::ProjectionStore> projection{nullptr};
  Wrap<impl::AccessStore> access{nullptr};
  std::vector<impl::postgres::Statement> statements{};  ///< Replace those of the same name.
  std::string schema{};                                 ///< Created with the schema.
  std::string reset{};                                  ///< Run at every reset.
};

/// All mutants, by name.
[[nodiscard]] std::vector<Mutant> const& all_mutants();
[[nodiscard]] Mutant const* find_mutant(std::string_view name);

}  // namespace properties::mutants
