#include <algorithm>
#include <iterator>

#include "properties/mutants/groups.hpp"

namespace properties::mutants {
namespace {

std::vector<Mutant> collect() {
  std::vector<Mutant> all;
  for (auto group :
       {locking_mutants(), relation_mutants(), event_log_mutants(), projection_mutants(),
        watermark_mutants(), token_mutants(), access_mutants()}) {
    std::move(group.begin(), group.end(), std::back_inserter(all));
  }
  std::sort(all.begin(), all.end(),
            [](Mutant const& a, Mutant const& b) { return a.name < b.name; });
  return all;
}

}  // namespace

std::vector<Mutant> const& all_mutants() {
  static std::vector<Mutant> const all = collect();
  return all;
}

Mutant const* find_mutant(std::string_view name) {
  auto const& all = all_mutants();
  auto const found = std::find_if(all.begin(), all.end(),
                                  [&](Mutant const& mutant) { return mutant.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace properties::mutants
