#pragma once

namespace model {

/// A visitor made of one function per alternative. Without a generic one, a new alternative fails
/// to compile wherever it matters.
template <class... Functions>
struct overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
overloaded(Functions...) -> overloaded<Functions...>;

}  // namespace model
