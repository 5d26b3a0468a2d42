#pragma once

#include <string>
#include <vector>

#include "checker/check_command.hpp"
#include "checker/finding/finding.hpp"

namespace checker::finding {

/// What a run of `relcheck check` has to say, in the order of its files.
class Report {
 public:
  struct Entry {
    std::string name;
    Finding finding;
    std::string problem;  ///< Why there is no finding; else empty.
    CheckExit exit{};     ///< Of the problem.
  };

  void add(std::string name, Finding finding);
  void add_problem(std::string name, CheckExit exit, std::string problem);

  [[nodiscard]] std::vector<Entry> const& entries() const { return entries_; }
  [[nodiscard]] Finding const* first_illegal() const;

  /// One line for each history, the explanation of each that is illegal, and a closing line.
  [[nodiscard]] std::string as_text() const;
  /// The same for programs.
  [[nodiscard]] std::string as_json() const;
  /// The explanations alone.
  [[nodiscard]] std::string explanations() const;

 private:
  [[nodiscard]] std::size_t count(Finding::Kind kind) const;
  [[nodiscard]] std::size_t problems() const;

  std::vector<Entry> entries_;
};

}  // namespace checker::finding
