#include "checker/finding/follow.hpp"

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "checker/finding/follow_spec.hpp"
#include "checker/finding/growing_file.hpp"
#include "checker/finding/tail.hpp"
#include "checker/formats/json_event.hpp"
#include "checker/formats/lines.hpp"

namespace checker::finding {
namespace {

using formats::Followed;

/// What a history came to that was followed.
struct Outcome {
  CheckExit exit = CheckExit::pass;
  std::string problem;  ///< Why following ended early, if the history is not to blame.
  std::string spec;
  Followed::Fault fault;
  std::string undecided;
  std::size_t operations = 0;
  std::size_t open = 0;
  std::optional<Tail::Scene> scene;  ///< If illegal, and a picture was asked for.
};

class Follow {
 public:
  Follow(FollowOptions const& options, formats::Lines& lines) : options_{options}, lines_{lines} {
    if (options.picture) tail_.emplace();
  }

  [[nodiscard]] Outcome run();

 private:
  [[nodiscard]] std::optional<formats::Complaint> begin();
  [[nodiscard]] std::optional<formats::Complaint> take_line(std::string_view line);
  void note_fault(Followed::Fault fault) {
    if (outcome_.fault.empty()) outcome_.fault = std::move(fault);
  }
  void blame_file(formats::Failure const& failure) {
    outcome_.problem = formats::message(failure);
    outcome_.exit = CheckExit::usage;
  }
  void judge();

  FollowOptions const& options_;
  formats::Lines& lines_;
  std::unique_ptr<Followed> history_;
  std::optional<Tail> tail_;
  Outcome outcome_;
};

Outcome Follow::run() {
  bool complained = false;
  while (!complained && outcome_.fault.empty()) {
    auto const line = lines_.next_filled();
    if (!line) break;
    if (auto complaint = take_line(*line)) {
      // A last line without its end is what a crash leaves of an event: it says nothing.
      if (lines_.cut_off()) break;
      blame_file(lines_.malformed(std::move(*complaint)));
      complained = true;
    }
  }
  if (lines_.failure() && !complained) blame_file(*lines_.failure());
  judge();
  return std::move(outcome_);
}

/// Finds out what the history is of, from the first line or as asked.
std::optional<formats::Complaint> Follow::begin() {
  history_ = follow_spec(outcome_.spec, options_.budget);
  if (history_ != nullptr) return std::nullopt;
  auto const found = outcome_.spec.empty() ? "no specification"
                                           : "specification " + formats::quoted(outcome_.spec);
  return formats::Complaint{
      found,
      "a first line such as {\"history\":1,\"spec\":\"register\"}, or --spec, with one of "
      "versioned, register, kv, set, queue, counter, relations"};
}

std::optional<formats::Complaint> Follow::take_line(std::string_view line) {
  if (history_ == nullptr) {
    formats::JsonHeader header;
    bool const has_header = formats::is_header(line);
    if (has_header) {
      auto parsed = formats::parse_header(line);
      if (auto* complaint = std::get_if<formats::Complaint>(&parsed)) return std::move(*complaint);
      header = std::get<formats::JsonHeader>(std::move(parsed));
    }
    outcome_.spec = options_.spec.empty() ? header.spec : options_.spec;
    if (auto complaint = begin()) return complaint;
    if (has_header) return history_->set_up(header);
  }
  if (tail_) tail_->note(line, lines_.number());
  auto const event = formats::parse_event(line);
  if (auto const* complaint = std::get_if<formats::Complaint>(&event)) return *complaint;
  auto taken = history_->take(std::get<formats::JsonEvent>(event), lines_.number());
  note_fault(std::move(taken.fault));
  return std::move(taken.complaint);
}

void Follow::judge() {
  if (history_ != nullptr) {
    note_fault(history_->finish());
    outcome_.operations = history_->operations();
    outcome_.open = history_->open();
    outcome_.undecided = history_->undecided();
  }
  if (!outcome_.fault.empty()) {
    outcome_.exit = CheckExit::violation;
    if (tail_) outcome_.scene = tail_->scene(outcome_.fault.line);
  } else if (outcome_.exit == CheckExit::pass) {
    bool const nothing = outcome_.operations == 0;
    if (nothing || !outcome_.undecided.empty()) outcome_.exit = CheckExit::undecided;
  }
}

std::string seen(Outcome const& outcome) {
  if (outcome.operations == 0) return "no operation: nothing was checked";
  return fmt::format("{}, {} operations so far, {} of them open", outcome.spec, outcome.operations,
                     outcome.open);
}

std::string as_text(std::string const& file, Outcome const& outcome) {
  std::string text;
  if (!outcome.problem.empty()) text = fmt::format("ERROR      {}\n", outcome.problem);
  if (!outcome.fault.empty()) {
    return text + fmt::format("ILLEGAL    {}: from line {} on, after {} operations\n  {}\n", file,
                              outcome.fault.line, outcome.operations, outcome.fault.why);
  }
  if (!outcome.undecided.empty()) {
    return text + fmt::format("UNDECIDED  {}: {}\n  {}\n", file, seen(outcome), outcome.undecided);
  }
  auto const* verdict = outcome.operations == 0 ? "EMPTY" : "LEGAL";
  return text + fmt::format("{:<10} {}: {}\n", verdict, file, seen(outcome));
}

std::string as_json(std::string const& file, Outcome const& outcome) {
  using Json = nlohmann::ordered_json;
  bool const illegal = !outcome.fault.empty();
  bool const passed = outcome.exit == CheckExit::pass;
  bool const erred = !outcome.problem.empty();
  auto const* verdict = illegal                     ? "illegal"
                        : outcome.operations == 0   ? "empty"
                        : outcome.undecided.empty() ? "legal"
                                                    : "undecided";
  Json result{{"name", file},
              {"verdict", verdict},
              {"spec", outcome.spec},
              {"operations", outcome.operations},
              {"open", outcome.open}};
  if (illegal) result["line"] = outcome.fault.line;
  auto const& explanation = illegal ? outcome.fault.why : outcome.undecided;
  if (!explanation.empty()) result["explanation"] = explanation;
  if (erred) result["error"] = outcome.problem;
  Json const json{{"results", Json::array({result})},
                  {"passed", passed ? 1 : 0},
                  {"failed", illegal ? 1 : 0},
                  {"undecided", !passed && !illegal && !erred ? 1 : 0},
                  {"errors", erred ? 1 : 0}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Outcome run(FollowOptions const& options, std::atomic<bool> const* stop) {
  GrowingFile growing{options.file, stop, options.budget.stop};
  auto bytes = growing.bytes();
  if (auto const* failure = std::get_if<formats::Failure>(&bytes)) {
    Outcome outcome;
    outcome.exit = CheckExit::usage;
    outcome.problem = formats::message(*failure);
    return outcome;
  }
  formats::Lines lines{options.file, std::get<formats::ByteSource>(std::move(bytes))};
  auto outcome = Follow{options, lines}.run();
  if (!growing.broken().empty() && outcome.problem.empty()) {
    outcome.problem = fmt::format(
        "{}: {}; expected a file that only grows. What came after line {} was not seen: start anew",
        options.file, growing.broken(), lines.number());
    if (outcome.fault.empty()) outcome.exit = CheckExit::usage;
  }
  return outcome;
}

/// For a picture.
std::optional<Finding> finding_of(Outcome&& outcome) {
  if (!outcome.scene) return std::nullopt;
  Finding finding;
  finding.kind = Finding::Kind::illegal;
  finding.spec = outcome.spec;
  finding.operations = outcome.operations;
  finding.object = std::move(outcome.scene->key);
  finding.evidence = std::move(outcome.scene->ended);
  finding.nearby = std::move(outcome.scene->around);
  return finding;
}

}  // namespace

FollowEnd follow(FollowOptions const& options, std::FILE* out, std::atomic<bool> const* stop) {
  Outcome outcome;
  try {
    outcome = run(options, stop);
  } catch (ResourcesExhausted const& exhausted) {
    outcome.exit = CheckExit::environment;
    outcome.problem = fmt::format("{}: {}", options.file, exhausted.what());
  } catch (std::bad_alloc const&) {
    outcome.exit = CheckExit::environment;
    outcome.problem = options.file + ": out of memory";
  } catch (std::exception const& error) {
    outcome.exit = CheckExit::internal;
    outcome.problem = fmt::format("{}: {}", options.file, error.what());
  }
  bool const told = outcome.operations > 0 || outcome.problem.empty();
  auto const text = options.json ? as_json(options.file, outcome)
                    : told       ? as_text(options.file, outcome)
                                 : fmt::format("ERROR      {}\n", outcome.problem);
  fmt::print(out, "{}", text);
  std::fflush(out);
  FollowEnd end{outcome.exit, {}, {}};
  if (outcome.exit == CheckExit::violation) end.explanation = as_text(options.file, outcome);
  end.finding = finding_of(std::move(outcome));
  return end;
}

}  // namespace checker::finding
