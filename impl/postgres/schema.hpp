#pragma once

#include <string_view>

namespace impl::postgres {

/// The text of schema.sql: statements for an empty schema that is first in the search_path.
[[nodiscard]] std::string_view schema_sql();

}  // namespace impl::postgres
