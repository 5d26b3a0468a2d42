#pragma once

#include <vector>

#include "checker/timeline.hpp"

namespace checker::specs {

/// A verdict on some operations that needed no search.
struct Decision {
  bool legal{};
  std::vector<OpIndex> order;  ///< The witness, if legal.
};

}  // namespace checker::specs
