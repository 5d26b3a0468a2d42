#pragma once

namespace properties {

inline constexpr char const* kVersion = RELCHECK_VERSION;

}  // namespace properties
