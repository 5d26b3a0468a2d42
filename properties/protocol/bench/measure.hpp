#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace properties::protocol::bench {

/// One search of all states, and the processor time it took.
struct Figure {
  std::string what;
  std::uint64_t states{0};
  std::uint64_t transitions{0};
  double seconds{0};
  double bytes_per_state{0};  ///< As stored, the index included.
  bool finished{false};

  [[nodiscard]] double rate() const {
    return seconds > 0 ? static_cast<double>(states) / seconds : 0;
  }
};

/// Follows beside blocks of two users, in every order.
[[nodiscard]] Figure measure_every_order(int sessions, int operations);
/// The same with reduction and symmetry.
[[nodiscard]] Figure measure_reduced(int sessions, int operations);
/// Everyone does anything, in every order.
[[nodiscard]] Figure measure_anything(int sessions, int operations);

/// What Spin is asked for.
struct SpinSetting {
  std::string folder;  ///< Where it works.
  std::string model;   ///< The Promela file.
  int table_bits{24};  ///< Its -w.
};

/// Translates and compiles the model, and searches it once. Nothing, and a word on standard error,
/// where `spin` or `gcc` is missing or fails.
[[nodiscard]] std::optional<Figure> measure_spin(SpinSetting const& setting);

}  // namespace properties::protocol::bench
