#include "properties/trace/table.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "properties/trace/utf8.hpp"

namespace properties::trace {
namespace {

constexpr std::size_t kNarrowest = 16;
constexpr std::size_t kBetween = 3;  ///< " │ "
constexpr std::size_t kLabel = 8;    ///< What a line across hangs by: "at rest ".

constexpr Glyphs kUnicode{"│", "─", "┼", "┌ ", "│ ", "└ ", "? ", "• ", "▸ ", "= ", "✗ "};
constexpr Glyphs kAscii{"|", "-", "+", "/ ", "| ", "\\ ", "? ", "* ", "> ", "= ", "! "};

/// Our own symbols in ASCII.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kSpelled{
    {{"→", "->"}, {"←", "<-"}, {"…", "..."}, {"·", "|"}}};

std::string spelled(std::string_view character) {
  for (auto const& [symbol, spelling] : kSpelled) {
    if (symbol == character) return std::string{spelling};
  }
  return "?";
}

std::string repeated(std::string_view glyph, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += glyph;
  return out;
}

/// How many bytes of `text` make up its first `columns` columns.
std::size_t bytes_in(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  for (; columns > 0 && at < text.size(); --columns) at += code_point_at(text, at).bytes;
  return at;
}

/// Where to break a text that is too long: at the last blank or behind the last comma within
/// `limit` bytes, else there.
std::size_t line_end(std::string_view text, std::size_t limit) {
  auto const blank = text.rfind(' ', limit);
  auto const comma = text.substr(0, limit).rfind(',');
  std::size_t end = 0;
  if (blank != std::string_view::npos) end = blank;
  if (comma != std::string_view::npos) end = std::max(end, comma + 1);
  return end == 0 ? limit : end;
}

void trim_right(std::string& line) {
  auto const last = line.find_last_not_of(' ');
  line.resize(last == std::string::npos ? 0 : last + 1);
}

}  // namespace

Glyphs const& glyphs_of(Look look) { return look.ascii ? kAscii : kUnicode; }

std::string one_line(std::string_view text, Look look) {
  std::string out;
  auto const valid = valid_utf8(text);
  for (std::size_t at = 0; at < valid.size();) {
    auto const next = code_point_at(valid, at);
    auto const character = std::string_view{valid}.substr(at, next.bytes);
    bool const control = next.value < 0x20 || (next.value >= 0x7F && next.value < 0xA0);
    if (control) {
      out += ' ';
    } else if (look.ascii && next.bytes > 1) {
      out += spelled(character);
    } else {
      out += character;
    }
    at += next.bytes;
  }
  return out;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (width > 0 && width_of(text) > width) {
    auto const end = line_end(text, bytes_in(text, width));
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  lines.emplace_back(text);
  return lines;
}

Table::Table(std::vector<std::string> headers, Look look)
    : headers_{std::move(headers)}, look_{look} {
  for (auto& header : headers_) header = one_line(header, look_);
}

void Table::row(std::vector<Cell> cells, std::string label) {
  for (auto& cell : cells) cell.text = one_line(cell.text, look_);
  rows_.push_back({std::move(label), std::move(cells)});
}

void Table::across(std::string text) { rows_.push_back({one_line(text, look_), {}}); }

std::size_t Table::margin() const {
  std::size_t widest = 0;
  for (auto const& row : rows_) {
    if (!row.cells.empty()) widest = std::max(widest, width_of(row.label));
  }
  return widest == 0 ? 1 : widest + 2;
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> needed;
  for (auto const& header : headers_) needed.push_back(width_of(header));
  for (auto const& row : rows_) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      auto const& cell = row.cells[i];
      needed[i] = std::max(needed[i], width_of(cell.mark) + width_of(cell.text));
    }
  }
  auto const lines = margin() + kBetween * (headers_.empty() ? 0 : headers_.size() - 1);
  auto const room = look_.width > lines ? look_.width - lines : 0;
  while (std::accumulate(needed.begin(), needed.end(), std::size_t{0}) > room) {
    auto const widest = std::max_element(needed.begin(), needed.end());
    if (*widest <= kNarrowest) break;
    --*widest;
  }
  return needed;
}

std::string Table::head(std::vector<std::size_t> const& widths) const {
  auto const& glyphs = glyphs_of(look_);
  std::string names(margin(), ' ');
  std::string rule = names;
  for (std::size_t i = 0; i < headers_.size(); ++i) {
    bool const last = i + 1 == headers_.size();
    names += fitted(headers_[i], widths[i]);
    rule += repeated(glyphs.dash, widths[i]);
    if (last) continue;
    names += " " + std::string{glyphs.bar} + " ";
    rule += std::string{glyphs.dash} + std::string{glyphs.cross} + std::string{glyphs.dash};
  }
  trim_right(names);
  return names + "\n" + rule + "\n";
}

void Table::draw_cells(Row const& row, std::vector<std::size_t> const& widths,
                       std::string& out) const {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    auto const mark = width_of(row.cells[i].mark);
    cells.push_back(wrapped(row.cells[i].text, std::max(widths[i], mark + 1) - mark));
    height = std::max(height, cells.back().size());
  }
  for (std::size_t h = 0; h < height; ++h) {
    auto const label = h == 0 ? row.label : "";
    std::string line = fitted(std::string(margin() - 1 - width_of(label), ' ') + label, margin());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      auto const text = h < cells[i].size() ? cells[i][h] : "";
      auto const cell = (h == 0 ? row.cells[i].mark : row.cells[i].hanging) + text;
      line += fitted(cell, std::max(widths[i], width_of(cell)));
      if (i + 1 < cells.size()) line += " " + std::string{glyphs_of(look_).bar} + " ";
    }
    trim_right(line);
    out += line + "\n";
  }
}

void Table::draw_across(std::string const& text, std::string& out) const {
  auto const indent = margin() + kLabel;
  auto const room = look_.width > indent + kNarrowest ? look_.width - indent : kNarrowest;
  auto const label = text.substr(0, bytes_in(text, kLabel));
  auto begin = std::string(margin(), ' ') + label;
  for (auto const& piece : wrapped(std::string_view{text}.substr(label.size()), room)) {
    auto line = begin + piece;
    trim_right(line);
    out += line + "\n";
    begin = std::string(indent, ' ');
  }
}

std::string Table::drawn() const {
  auto const columns = widths();
  std::string out;
  bool headed = false;
  for (auto const& row : rows_) {
    if (row.cells.empty()) {
      draw_across(row.label, out);
      continue;
    }
    if (!std::exchange(headed, true)) out += head(columns);
    draw_cells(row, columns, out);
  }
  return out;
}

}  // namespace properties::trace
