#pragma once

#include <string>
#include <utility>
#include <variant>

namespace impl {

/// An operation that did not answer. The two endings never mix:
struct Failure {
  enum class Kind {
    unavailable,  ///< Certainly without effect: the caller may try again.
    in_doubt,     ///< COMMIT was sent and its answer lost: it may have happened, or may yet.
    defect,       ///< The server refused a statement that must not fail; without effect.
  };
  Kind kind{Kind::unavailable};
  std::string sqlstate;  ///< Empty when the connection broke.
  std::string message;
};

/// A value, or why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_{std::move(value)} {}
  Result(Failure failure) : held_{std::move(failure)} {}
  [[nodiscard]] bool ok() const { return held_.index() == 0; }
  explicit operator bool() const { return ok(); }
  /// The value; throws std::bad_variant_access if there is none.
  [[nodiscard]] T const& value() const { return std::get<0>(held_); }
  [[nodiscard]] Failure const& failure() const { return std::get<1>(held_); }
  T const& operator*() const { return value(); }
  T const* operator->() const { return &value(); }

 private:
  std::variant<T, Failure> held_;
};

}  // namespace impl
