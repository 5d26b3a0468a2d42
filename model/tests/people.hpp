#pragma once

#include "model/ids.hpp"

namespace model {

constexpr UserId kAnn{1};
constexpr UserId kBob{2};
constexpr PostId kPost{1};

}  // namespace model
