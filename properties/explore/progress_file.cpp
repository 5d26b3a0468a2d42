#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>

#include "properties/explore/sweep.hpp"

namespace properties::explore {
namespace {

using nlohmann::ordered_json;

constexpr int kVersion = 1;

std::string ranges_of(std::vector<bool> const& done) {
  std::string text;
  for (std::size_t from = 0; from < done.size(); ++from) {
    if (!done[from]) continue;
    auto to = from;
    while (to + 1 < done.size() && done[to + 1]) ++to;
    text += (text.empty() ? "" : " ") + std::to_string(from);
    if (to > from) text += "-" + std::to_string(to);
    from = to;
  }
  return text;
}

bool read_ranges(std::string const& text, std::vector<bool>& done) {
  std::istringstream words{text};
  for (std::string word; words >> word;) {
    std::size_t from = 0;
    auto const* const end = word.data() + word.size();
    auto [rest, error] = std::from_chars(word.data(), end, from);
    auto to = from;
    if (error == std::errc{} && rest != end && *rest == '-') {
      std::tie(rest, error) = [&] {
        auto const read = std::from_chars(rest + 1, end, to);
        return std::tuple{read.ptr, read.ec};
      }();
    }
    if (error != std::errc{} || rest != end || from > to || to >= done.size()) return false;
    for (auto at = from; at <= to; ++at) done[at] = true;
  }
  return true;
}

}  // namespace

std::string encode_progress(About const& about, Progress const& progress) {
  ordered_json const json{{"explored", kVersion},
                          {"what", about.what},
                          {"mutant", about.mutant},
                          {"scenarios", about.scenarios},
                          {"done", ranges_of(progress.done)},
                          {"executions", progress.executions},
                          {"redundant", progress.redundant},
                          {"outcomes", progress.outcomes},
                          {"lock_waits", progress.lock_waits},
                          {"deadlocks", progress.deadlocks},
                          {"most_executions", progress.most_executions},
                          {"most_in", progress.most_in},
                          {"undecided", progress.undecided},
                          {"violating", progress.violating}};
  return json.dump(2) + "\n";
}

std::variant<Progress, std::string> decode_progress(std::string const& text, About const& about) {
  std::string const otherwise{": give another file, or delete this one to begin anew"};
  auto const json = ordered_json::parse(text, nullptr, /*allow_exceptions=*/false);
  try {
    if (json.is_discarded() || json.at("explored") != kVersion) {
      return "it is no file of an exploration" + otherwise;
    }
    if (json.at("what") != about.what || json.at("mutant") != about.mutant ||
        json.at("scenarios") != about.scenarios) {
      return "it belongs to another exploration (" + json.at("what").get<std::string>() +
             ", mutant '" + json.at("mutant").get<std::string>() + "')" + otherwise;
    }
    Progress progress;
    progress.done.resize(about.scenarios, false);
    if (!read_ranges(json.at("done").get<std::string>(), progress.done)) {
      return "its list of what is done cannot be read" + otherwise;
    }
    progress.executions = json.at("executions");
    progress.redundant = json.at("redundant");
    progress.outcomes = json.at("outcomes");
    progress.lock_waits = json.at("lock_waits");
    progress.deadlocks = json.at("deadlocks");
    progress.most_executions = json.at("most_executions");
    progress.most_in = json.at("most_in");
    progress.undecided = json.at("undecided");
    progress.violating = json.at("violating");
    if (progress.most_in >= about.scenarios) return "it names a scenario too many" + otherwise;
    return progress;
  } catch (nlohmann::json::exception const&) {
    return "it is no file of an exploration" + otherwise;
  }
}

}  // namespace properties::explore
