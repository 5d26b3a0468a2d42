#include "checker/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

namespace checker {
namespace {

std::string letter(std::size_t index) {
  return index < 26 ? std::string(1, static_cast<char>('A' + index))
                    : fmt::format("op{}", index + 1);
}

std::string letters(std::vector<std::size_t> const& indices) {
  std::vector<std::string> names;
  for (auto const index : indices) names.push_back(letter(index));
  return fmt::format("{}", fmt::join(names, ", "));
}

bool before(Exhibit const& a, Exhibit const& b) {
  return a.lifetime.returned && *a.lifetime.returned < b.lifetime.called;
}

/// The pairs that imply all others.
std::vector<std::string> real_time(std::vector<Exhibit> const& exhibits) {
  std::vector<std::string> pairs;
  for (std::size_t a = 0; a < exhibits.size(); ++a) {
    for (std::size_t b = 0; b < exhibits.size(); ++b) {
      if (!before(exhibits[a], exhibits[b])) continue;
      bool const implied = std::any_of(exhibits.begin(), exhibits.end(), [&](auto const& c) {
        return before(exhibits[a], c) && before(c, exhibits[b]);
      });
      if (!implied) {
        pairs.push_back(fmt::format("{} returned before {} was called", letter(a), letter(b)));
      }
    }
  }
  return pairs;
}

std::size_t widest(std::vector<Exhibit> const& exhibits, std::string Exhibit::*member) {
  std::size_t width = 0;
  for (auto const& exhibit : exhibits) width = std::max(width, (exhibit.*member).size());
  return width;
}

std::string shown_answer(Exhibit const& exhibit) {
  return exhibit.answer.empty() ? "(may have happened)" : "answered " + exhibit.answer;
}

std::string list_exhibits(std::vector<Exhibit> const& exhibits) {
  auto const clients = widest(exhibits, &Exhibit::client);
  auto const calls = widest(exhibits, &Exhibit::call);
  std::size_t answers = 0;
  for (auto const& exhibit : exhibits) answers = std::max(answers, shown_answer(exhibit).size());
  std::string text;
  for (std::size_t i = 0; i < exhibits.size(); ++i) {
    auto const& exhibit = exhibits[i];
    auto const line =
        fmt::format("  {}  {:<{}}  {:<{}}  {:<{}}  {}", letter(i), exhibit.client, clients,
                    exhibit.call, calls, shown_answer(exhibit), answers, exhibit.place);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string tell(DeadEnd const& end, std::vector<Exhibit> const& exhibits) {
  auto const next = letter(end.next);
  auto const begin = end.before.empty() ? fmt::format("{} first", next)
                                        : fmt::format("{}, then {}", letters(end.before), next);
  return fmt::format("  - {}: {} would have to answer {}, but answered {}.\n", begin, next,
                     end.would_answer, exhibits[end.next].answer);
}

std::string tell_dead_ends(Explanation const& explanation) {
  std::string text = explanation.dead_ends.size() + explanation.dead_ends_left_out == 1
                         ? "The only order that keeps real time fails:\n"
                         : "Every order that keeps real time fails:\n";
  for (auto const& end : explanation.dead_ends) text += tell(end, explanation.exhibits);
  if (explanation.dead_ends_left_out > 0) {
    text += fmt::format("  - and {} more.\n", explanation.dead_ends_left_out);
  }
  return text;
}

std::string tell_remedy(Explanation const& explanation) {
  if (!explanation.remedy) return {};
  auto const& [of, answers] = *explanation.remedy;
  return fmt::format(
      "{} answered {}. It should have been {}: then there would be no contradiction.\n", letter(of),
      explanation.exhibits[of].answer, fmt::join(answers, " or "));
}

std::string tell_left_out(Explanation const& explanation) {
  std::string text;
  auto const failed = explanation.never_happened;
  auto const others = explanation.others_left_out;
  if (failed == 1) text += "(1 other operation failed: it did not happen.)\n";
  if (failed > 1)
    text += fmt::format("({} other operations failed: they did not happen.)\n", failed);
  if (others == 1) {
    text += "(1 other operation is left out: whatever it answered, it would not help.)\n";
  } else if (others > 1) {
    text += fmt::format(
        "({} other operations are left out: whatever they answered, and even if they took effect "
        "at other times, it would not help.)\n",
        others);
  }
  return text;
}

std::string headline(Explanation const& explanation) {
  std::size_t answered = 0;
  for (auto const& exhibit : explanation.exhibits) answered += exhibit.answer.empty() ? 0 : 1;
  return answered == 1 ? "One answer is impossible:\n"
                       : fmt::format("These {} answers contradict each other:\n", answered);
}

}  // namespace

std::string explain(Explanation const& explanation) {
  auto text = headline(explanation) + list_exhibits(explanation.exhibits);
  if (auto const pairs = real_time(explanation.exhibits); !pairs.empty()) {
    text += fmt::format("{}.\n", fmt::join(pairs, ", "));
  }
  if (!explanation.dead_ends.empty()) text += tell_dead_ends(explanation);
  text += tell_remedy(explanation);
  text += tell_left_out(explanation);
  return text;
}

namespace {

/// The boxes of a picture in text: what is drawn between two ticks, and how.
struct Box {
  std::size_t row;
  std::size_t from;  ///< Rank of its call among all ticks.
  std::size_t to;    ///< Rank of its return, or one past all ranks.
  std::string label;
};

std::optional<Tick> drawn_end(Exhibit const& exhibit) {
  return exhibit.drawn_to ? exhibit.drawn_to : exhibit.lifetime.returned;
}

std::vector<Tick> ticks_of(std::vector<Exhibit> const& exhibits) {
  std::set<Tick> ticks;
  for (auto const& exhibit : exhibits) {
    ticks.insert(exhibit.lifetime.called);
    if (auto const end = drawn_end(exhibit)) ticks.insert(*end);
  }
  return {ticks.begin(), ticks.end()};
}

std::size_t rank(std::vector<Tick> const& ticks, Tick tick) {
  return static_cast<std::size_t>(std::lower_bound(ticks.begin(), ticks.end(), tick) -
                                  ticks.begin());
}

std::vector<Box> boxes_of(std::vector<Exhibit> const& exhibits, std::vector<std::string>& rows) {
  auto const ticks = ticks_of(exhibits);
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < exhibits.size(); ++i) {
    auto const& exhibit = exhibits[i];
    auto row = std::find(rows.begin(), rows.end(), exhibit.client);
    if (row == rows.end()) row = rows.insert(rows.end(), exhibit.client);
    auto const returned = drawn_end(exhibit);
    auto const answer = exhibit.answer.empty() ? "?" : exhibit.answer;
    boxes.push_back({static_cast<std::size_t>(row - rows.begin()),
                     rank(ticks, exhibit.lifetime.called),
                     returned ? rank(ticks, *returned) : ticks.size(),
                     fmt::format("{} {}: {}", letter(i), exhibit.call, answer)});
  }
  return boxes;
}

/// The column of each rank, such that every label fits into its box.
std::vector<std::size_t> columns_of(std::vector<Box> const& boxes) {
  std::size_t ranks = 0;
  for (auto const& box : boxes) ranks = std::max(ranks, box.to + 1);
  std::vector<std::size_t> columns(ranks, 0);
  for (std::size_t r = 1; r < ranks; ++r) {
    columns[r] = columns[r - 1] + 2;
    for (auto const& box : boxes) {
      if (box.to == r) columns[r] = std::max(columns[r], columns[box.from] + box.label.size() + 3);
    }
  }
  return columns;
}

void put(std::string& row, std::size_t column, std::string const& text) {
  if (row.size() < column + text.size()) row.resize(column + text.size(), ' ');
  row.replace(column, text.size(), text);
}

}  // namespace

std::string draw(std::vector<Exhibit> const& exhibits, std::size_t width) {
  std::vector<std::string> clients;
  auto const boxes = boxes_of(exhibits, clients);
  auto const columns = columns_of(boxes);
  std::size_t const margin = widest(exhibits, &Exhibit::client) + 4;
  std::vector<std::string> rows(clients.size());
  for (std::size_t r = 0; r < rows.size(); ++r) put(rows[r], 2, clients[r]);
  for (auto const& box : boxes) {
    std::size_t const from = margin + columns[box.from];
    std::size_t const to = margin + columns[box.to];
    bool const open = !drawn_end(exhibits[static_cast<std::size_t>(&box - boxes.data())]);
    put(rows[box.row], from, "[" + box.label);
    auto const filled = from + 1 + box.label.size();
    put(rows[box.row], filled, std::string(to - filled, open ? '.' : ' ') + (open ? "" : "]"));
  }
  std::string text;
  for (auto const& row : rows) {
    if (row.size() > width) return {};
    text += row + '\n';
  }
  return text;
}

}  // namespace checker
