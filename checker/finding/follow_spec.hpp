#pragma once

#include <memory>
#include <string>

#include "checker/budget.hpp"
#include "checker/formats/followed.hpp"

namespace checker::finding {

/// Follows a history of the specification of that name; nothing if there is none.
[[nodiscard]] std::unique_ptr<formats::Followed> follow_spec(std::string const& spec,
                                                             Budget const& budget);

}  // namespace checker::finding
