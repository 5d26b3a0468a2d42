#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "checker/precedence_graph.hpp"

namespace checker {
namespace {

using Names = std::map<OperationId, std::string>;

/// A, B, …, Z, then op27, op28, …
std::string name_of(std::size_t index) {
  return index < 26 ? std::string(1, static_cast<char>('A' + index))
                    : fmt::format("op{}", index + 1);
}

Names name_operations(Cycle const& cycle) {
  Names names;
  for (auto const& precedence : cycle) {
    names.emplace(precedence.before, name_of(names.size()));
  }
  return names;
}

/// The evidence, as what follows "because".
struct InWords {
  std::string const& before;
  std::string const& after;

  std::string operator()(RealTime const& time) const {
    return fmt::format("{} had returned (at {}) before {} was called (at {})", before,
                       time.returned, after, time.called);
  }
  std::string operator()(VersionOrder const& version) const {
    return fmt::format("{} is at version {} of {} and {} at version {}", before, version.before,
                       version.object, after, version.after);
  }
  std::string operator()(SeqOrder const& seq) const {
    return fmt::format("{} has seq {} and {} has seq {}", before, seq.before, after, seq.after);
  }
  std::string operator()(ReadsFrom const& read) const {
    return fmt::format("{} read {}, which {} wrote", after, read.value, before);
  }
  std::string operator()(CommitOrder const& commit) const {
    return fmt::format("{} committed at step {} and {} at step {}", before, commit.before, after,
                       commit.after);
  }
};

std::string sentence(Precedence const& precedence, Names const& names) {
  auto const& before = names.at(precedence.before);
  auto const& after = names.at(precedence.after);
  return fmt::format("{} comes before {}, because {}", before, after,
                     std::visit(InWords{before, after}, precedence.reason));
}

}  // namespace

std::string explain_cycle(Cycle const& cycle, Describe const& describe) {
  Names const names = name_operations(cycle);
  std::string text = "Let:\n";
  for (auto const& precedence : cycle) {
    text += fmt::format("  {} = {}\n", names.at(precedence.before), describe(precedence.before));
  }
  text += "Then:\n";
  for (std::size_t i = 0; i + 1 < cycle.size(); ++i) {
    text += fmt::format("  - {}.\n", sentence(cycle[i], names));
  }
  if (!cycle.empty()) {
    text += fmt::format("  - However, {}: a contradiction.\n", sentence(cycle.back(), names));
  }
  return text;
}

}  // namespace checker
