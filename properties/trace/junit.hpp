#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "properties/trace/trace.hpp"

namespace properties::trace {

/// One property or trace that was tried, as a CI server shows it.
struct JunitCase {
  enum class Result { passed, failed, skipped, error };

  std::string name;
  std::string classname;
  std::string file{};  ///< Where the property stands, or the trace itself. Empty: left out.
  int line{0};         ///< 0: left out.
  double seconds{0};
  Result result{Result::passed};
  std::string message{};  ///< The verdict in one line, unless passed.
  std::string text{};     ///< Everything else a reader needs.
  std::vector<std::pair<std::string, std::string>> properties{};  ///< seed, trace, replay, …
};

/// A JUnit report. Well-formed XML whatever bytes the texts hold.
[[nodiscard]] std::string junit_xml(std::string const& suite, std::vector<JunitCase> const& cases);

/// Writes the report as write_trace writes a trace: wholly, or not at all.
[[nodiscard]] std::optional<TraceError> write_junit(std::filesystem::path const& file,
                                                    std::string const& suite,
                                                    std::vector<JunitCase> const& cases);

}  // namespace properties::trace
