#include "properties/bench/strategy_results.hpp"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

namespace properties::bench {
namespace {

using nlohmann::ordered_json;

constexpr int kVersion = 1;

/// Empty if the first line is a heading of such a cap.
std::string heading_problem(ordered_json const& json, int cap) {
  if (!json.is_object() || json.value("schedules_to_first_failure", ordered_json{}) != kVersion) {
    return "these are no results of `strategies_bench`; name another file";
  }
  if (json.value("cap", ordered_json{}) == cap) return "";
  return fmt::format("was had with --cap {}; give that, or another file",
                     json.value("cap", ordered_json{}).dump());
}

std::optional<std::pair<HuntId, Hunted>> entry_of(ordered_json const& json, int cap) {
  try {
    HuntId id{json.at("ground").get<std::string>(), json.at("strategy").get<std::string>(),
              json.at("seed").get<int>()};
    Hunted const hunted{json.at("schedules").get<int>(), json.at("found").get<bool>()};
    bool const sound = hunted.schedules >= 1 && hunted.schedules <= cap &&
                       (hunted.found || hunted.schedules == cap) && id.seed >= 1;
    if (sound) return std::pair{std::move(id), hunted};
  } catch (ordered_json::exception const&) {  // Told by the caller, with the line.
  }
  return std::nullopt;
}

std::string text_of(std::filesystem::path const& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace

std::string encode_heading(int cap) {
  return ordered_json{{"schedules_to_first_failure", kVersion}, {"cap", cap}}.dump() + '\n';
}

std::string encode(HuntId const& id, Hunted const& hunted) {
  return ordered_json{{"ground", id.ground},
                      {"strategy", id.strategy},
                      {"seed", id.seed},
                      {"schedules", hunted.schedules},
                      {"found", hunted.found}}
             .dump() +
         '\n';
}

std::variant<Results, std::string> decode_results(std::string_view text, int cap) {
  Results results;
  int number = 0;
  for (std::size_t from = 0, end = 0; from < text.size(); from = end + 1) {
    end = text.find('\n', from);
    if (end == std::string_view::npos) break;
    auto const json = ordered_json::parse(text.substr(from, end - from), nullptr, false);
    if (++number == 1) {
      if (auto const problem = heading_problem(json, cap); !problem.empty()) return problem;
      continue;
    }
    auto entry = entry_of(json, cap);
    if (!entry) {
      return fmt::format("line {} is broken: expected ground, strategy, seed, schedules and found",
                         number);
    }
    if (!results.insert(std::move(*entry)).second) {
      return fmt::format("line {} is broken: this hunt is told twice", number);
    }
  }
  return results;
}

std::variant<ResultsFile, std::string> ResultsFile::open(std::filesystem::path const& path,
                                                         int cap) {
  auto const text = text_of(path);
  auto results = decode_results(text, cap);
  if (auto const* problem = std::get_if<std::string>(&results)) {
    return path.string() + ": " + *problem;
  }
  std::error_code error;
  auto const whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (whole < text.size()) std::filesystem::resize_file(path, whole, error);
  std::ofstream out{path, std::ios::binary | std::ios::app};
  if (whole == 0) out << encode_heading(cap) << std::flush;
  if (error || !out) return path.string() + " cannot be written";
  return ResultsFile{std::get<Results>(std::move(results)), std::move(out)};
}

bool ResultsFile::add(HuntId const& id, Hunted const& hunted) {
  out_ << encode(id, hunted) << std::flush;
  return out_.good();
}

}  // namespace properties::bench
