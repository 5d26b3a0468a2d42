#include "checker/finding/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checker/explain.hpp"

namespace checker::finding {
namespace {

using Json = nlohmann::ordered_json;

char const* verdict(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::legal:
      return "legal";
    case Finding::Kind::illegal:
      return "illegal";
    case Finding::Kind::undecided:
      return "undecided";
    case Finding::Kind::empty:
      return "empty";
  }
  return "";
}

std::string indented(std::string const& text) {
  std::string result;
  for (std::size_t from = 0; from < text.size();) {
    auto const end = std::min(text.find('\n', from), text.size() - 1) + 1;
    result += "  " + text.substr(from, end - from);
    from = end;
  }
  return result;
}

std::string plural(std::size_t count, char const* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string summary(Finding const& finding) {
  if (finding.kind == Finding::Kind::empty) return "no operation: nothing was checked";
  auto text = fmt::format("{}, {}", finding.spec, plural(finding.operations, "operation"));
  if (finding.parts > 1) text += fmt::format(" in {} parts", finding.parts);
  if (finding.parts > 1 && finding.kind == Finding::Kind::illegal && finding.spec != "versioned") {
    text += fmt::format(", {} of them illegal", finding.parts_illegal);
  }
  if (finding.parts_undecided > 0) text += fmt::format(", {} undecided", finding.parts_undecided);
  if (!finding.object.empty()) text += fmt::format(", key {}", finding.object);
  return text;
}

std::string body(Finding const& finding) {
  auto text = finding.explanation;
  if (auto const drawing = draw(finding.evidence); !finding.evidence.empty() && !drawing.empty()) {
    text += drawing;
  }
  return text;
}

std::string as_text(Report::Entry const& entry) {
  if (!entry.problem.empty()) return fmt::format("ERROR      {}: {}\n", entry.name, entry.problem);
  std::string kind = verdict(entry.finding.kind);
  std::transform(kind.begin(), kind.end(), kind.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format("{:<10} {}: {}\n{}", kind, entry.name, summary(entry.finding),
                     indented(body(entry.finding)));
}

Json as_json(Exhibit const& exhibit) {
  Json json{{"operation", exhibit.id}, {"client", exhibit.client},
            {"call", exhibit.call},    {"answer", exhibit.answer},
            {"place", exhibit.place},  {"called_at", exhibit.lifetime.called},
            {"returned_at", nullptr}};
  if (exhibit.lifetime.returned) json["returned_at"] = *exhibit.lifetime.returned;
  return json;
}

Json as_json(Report::Entry const& entry) {
  if (!entry.problem.empty()) return {{"name", entry.name}, {"error", entry.problem}};
  auto const& finding = entry.finding;
  Json json{{"name", entry.name},
            {"verdict", verdict(finding.kind)},
            {"spec", finding.spec},
            {"operations", finding.operations},
            {"parts", finding.parts},
            {"parts_illegal", finding.parts_illegal},
            {"parts_undecided", finding.parts_undecided}};
  if (!finding.explanation.empty()) json["explanation"] = finding.explanation;
  if (finding.kind != Finding::Kind::illegal) return json;
  json["key"] = finding.object;
  json["evidence"] = Json::array();
  for (auto const& exhibit : finding.evidence) json["evidence"].push_back(as_json(exhibit));
  return json;
}

}  // namespace

void Report::add(std::string name, Finding finding) {
  entries_.push_back({std::move(name), std::move(finding), {}, CheckExit::pass});
}

void Report::add_problem(std::string name, CheckExit exit, std::string problem) {
  // Messages about a file begin with its name.
  if (problem.starts_with(name + ":")) problem.erase(0, name.size() + 1);
  if (problem.starts_with(' ')) problem.erase(0, 1);
  entries_.push_back({std::move(name), {}, std::move(problem), exit});
}

Finding const* Report::first_illegal() const {
  for (auto const& entry : entries_) {
    if (entry.problem.empty() && entry.finding.kind == Finding::Kind::illegal) {
      return &entry.finding;
    }
  }
  return nullptr;
}

std::size_t Report::count(Finding::Kind kind) const {
  return static_cast<std::size_t>(std::count_if(
      entries_.begin(), entries_.end(),
      [&](Entry const& entry) { return entry.problem.empty() && entry.finding.kind == kind; }));
}

std::size_t Report::problems() const {
  return static_cast<std::size_t>(std::count_if(
      entries_.begin(), entries_.end(), [](Entry const& entry) { return !entry.problem.empty(); }));
}

std::string Report::as_text() const {
  std::string text;
  for (auto const& entry : entries_) text += finding::as_text(entry);
  text += fmt::format("relcheck: {} passed, {} failed, {} undecided", count(Finding::Kind::legal),
                      count(Finding::Kind::illegal),
                      count(Finding::Kind::undecided) + count(Finding::Kind::empty));
  if (problems() > 0) text += ", " + plural(problems(), "error");
  return text + "\n";
}

std::string Report::as_json() const {
  Json json{{"results", Json::array()},
            {"passed", count(Finding::Kind::legal)},
            {"failed", count(Finding::Kind::illegal)},
            {"undecided", count(Finding::Kind::undecided) + count(Finding::Kind::empty)},
            {"errors", problems()}};
  for (auto const& entry : entries_) json["results"].push_back(finding::as_json(entry));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string Report::explanations() const {
  std::string text;
  for (auto const& entry : entries_) {
    if (entry.problem.empty() && entry.finding.kind == Finding::Kind::illegal) {
      text += finding::as_text(entry);
    }
  }
  return text;
}

}  // namespace checker::finding
