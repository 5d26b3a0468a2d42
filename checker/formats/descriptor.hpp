#pragma once

#include <memory>
#include <string>

#include "checker/formats/malformed.hpp"

namespace checker::formats {

/// A file that is open for reading, until the last owner lets go; "-" is standard input.
using Descriptor = std::shared_ptr<int>;

[[nodiscard]] Result<Descriptor> open_descriptor(std::string const& path);

/// Whether what lies there is gzipped. A pipe never is.
[[nodiscard]] bool is_gzip(Descriptor const& descriptor);

}  // namespace checker::formats
