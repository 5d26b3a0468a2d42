#pragma once

#include <vector>

#include "properties/mutants/mutant.hpp"

/// One group a file. A new mutant is a new entry in its group.
namespace properties::mutants {

[[nodiscard]] std::vector<Mutant> locking_mutants();
[[nodiscard]] std::vector<Mutant> relation_mutants();
[[nodiscard]] std::vector<Mutant> event_log_mutants();
[[nodiscard]] std::vector<Mutant> projection_mutants();
[[nodiscard]] std::vector<Mutant> watermark_mutants();
[[nodiscard]] std::vector<Mutant> token_mutants();
[[nodiscard]] std::vector<Mutant> access_mutants();

}  // namespace properties::mutants
