#pragma once

namespace properties::trace {

/// A visitor made of lambdas. Name every alternative: a new one must fail to compile.
template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;

}  // namespace properties::trace
