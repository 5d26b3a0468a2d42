#include "checker/finding/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace checker::finding {
namespace {

constexpr int kRowHeight = 34;
constexpr int kBarHeight = 24;
constexpr int kTop = 56;
// A tick's width: as much as labels want, as long as there are few.
constexpr int kNarrowest = 46;
constexpr int kWidest = 140;
constexpr int kWidth = 1'000;
constexpr int kCharWidth = 7;
constexpr std::size_t kLongestLabel = 48;

/// Escapes what XML would take for its own, and drops what it cannot hold.
std::string escaped(std::string const& text) {
  std::string result;
  for (char const c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result +=
          static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f ? '?' : c;
    }
  }
  return result;
}

std::string label_of(Exhibit const& exhibit) {
  auto label = exhibit.call + ": " + (exhibit.answer.empty() ? "?" : exhibit.answer);
  if (label.size() > kLongestLabel) label = label.substr(0, kLongestLabel - 3) + "...";
  return label;
}

/// Where ticks and clients are drawn.
class Layout {
 public:
  explicit Layout(std::vector<Exhibit> const& exhibits) {
    std::set<Tick> ticks;
    for (auto const& exhibit : exhibits) {
      ticks.insert(exhibit.lifetime.called);
      if (exhibit.drawn_to) ticks.insert(*exhibit.drawn_to);
      rows_.emplace(exhibit.client, static_cast<int>(rows_.size()));
      margin_ = std::max(margin_, 24 + kCharWidth * static_cast<int>(exhibit.client.size()));
    }
    // Time is compressed: each tick takes one step, whatever has passed between them.
    for (auto const tick : ticks) columns_.emplace(tick, static_cast<int>(columns_.size()));
    tick_width_ =
        std::clamp(kWidth / std::max(static_cast<int>(columns_.size()), 1), kNarrowest, kWidest);
  }

  [[nodiscard]] int x(Tick tick) const { return margin_ + tick_width_ * columns_.at(tick); }
  [[nodiscard]] int right() const {
    return margin_ + tick_width_ * static_cast<int>(columns_.size());
  }
  [[nodiscard]] int y(std::string const& client) const {
    return kTop + kRowHeight * rows_.at(client);
  }
  [[nodiscard]] int bottom() const { return kTop + kRowHeight * static_cast<int>(rows_.size()); }
  [[nodiscard]] std::map<std::string, int> const& rows() const { return rows_; }

 private:
  std::map<std::string, int> rows_;
  std::map<Tick, int> columns_;
  int margin_ = 0;
  int tick_width_ = kNarrowest;
};

std::string bar(Exhibit const& exhibit, Layout const& layout, char const* style) {
  int const from = layout.x(exhibit.lifetime.called);
  int const to = exhibit.drawn_to ? layout.x(*exhibit.drawn_to) : layout.right();
  int const width = std::max(to - from, 8);
  auto const label = label_of(exhibit);
  auto const fitting = static_cast<std::size_t>(std::max(width / kCharWidth, 1));
  return fmt::format(
      "<g class=\"{}\"><title>{}, {}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" "
      "rx=\"4\"/><text x=\"{}\" y=\"{}\">{}</text></g>\n",
      style, escaped(exhibit.client + " " + exhibit.call + ": " + exhibit.answer),
      escaped(exhibit.place), from, layout.y(exhibit.client), width, kBarHeight, from + 5,
      layout.y(exhibit.client) + 16, escaped(label.substr(0, fitting)));
}

/// What the red bars are.
std::string about_evidence(std::size_t count) {
  if (count == 1) return "the answer of 1 is impossible (red)";
  return fmt::format("{} contradict each other (red)", count);
}

std::string about_others(Finding const& finding) {
  auto const shown = finding.evidence.size() + finding.nearby.size();
  return finding.operations > shown ? fmt::format(", {} left out", finding.operations - shown) : "";
}

std::string head(Finding const& finding, Layout const& layout) {
  auto const about = finding.object.empty() ? std::string{} : ", key " + finding.object;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"monospace\" font-size=\"12\">\n"
      "<style>svg{{background:#fff}}.evidence rect{{fill:#ffd0d0;stroke:#b00020;stroke-width:2}}"
      ".nearby{{opacity:.45}}.nearby rect{{fill:#d8e4f8;stroke:#456}}</style>\n"
      "<text x=\"12\" y=\"22\">{2} operations of {3}{4}: {5}, {6} "
      "around{7}</text>\n",
      std::max(layout.right() + 24, 700), layout.bottom() + 16, finding.operations, finding.spec,
      escaped(about), about_evidence(finding.evidence.size()), finding.nearby.size(),
      about_others(finding));
}

}  // namespace

std::string picture(Finding const& finding) {
  auto all = finding.evidence;
  all.insert(all.end(), finding.nearby.begin(), finding.nearby.end());
  Layout const layout{all};
  auto svg = head(finding, layout);
  for (auto const& [client, row] : layout.rows()) {
    svg +=
        fmt::format("<text x=\"12\" y=\"{}\">{}</text>\n", layout.y(client) + 16, escaped(client));
  }
  for (auto const& exhibit : finding.nearby) svg += bar(exhibit, layout, "nearby");
  for (auto const& exhibit : finding.evidence) svg += bar(exhibit, layout, "evidence");
  return svg + "</svg>\n";
}

}  // namespace checker::finding
