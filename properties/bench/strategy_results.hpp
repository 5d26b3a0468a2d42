#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

#include "properties/bench/strategy_hunt.hpp"

namespace properties::bench {

/// Which hunt.
struct HuntId {
  std::string ground;
  std::string strategy;
  int seed{0};
  friend auto operator<=>(HuntId const&, HuntId const&) = default;
};

using Results = std::map<HuntId, Hunted>;

/// Results as lines of JSON, the first of which says under which cap they were had. One line is
/// added for each hunt, so that an interrupted run can go on. Any thread, one at a time.
class ResultsFile {
 public:
  /// Reads what is there; begins the file if there is none. A last line cut short is one that was
  /// not written. What is broken, or had under another cap, is refused, in words.
  [[nodiscard]] static std::variant<ResultsFile, std::string> open(
      std::filesystem::path const& path, int cap);

  [[nodiscard]] Results const& before() const { return before_; }
  /// False if it cannot be written.
  [[nodiscard]] bool add(HuntId const& id, Hunted const& hunted);

 private:
  ResultsFile(Results before, std::ofstream out)
      : before_{std::move(before)}, out_{std::move(out)} {}
  Results before_;
  std::ofstream out_;
};

/// The lines of a results file; or line and reason why not.
[[nodiscard]] std::variant<Results, std::string> decode_results(std::string_view text, int cap);

[[nodiscard]] std::string encode_heading(int cap);
[[nodiscard]] std::string encode(HuntId const& id, Hunted const& hunted);

}  // namespace properties::bench
