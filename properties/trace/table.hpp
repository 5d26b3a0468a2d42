#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace properties::trace {

/// How a picture of a run is drawn.
struct Look {
  std::size_t width{100};  ///< Columns of the terminal. A table never gets narrower than legible.
  bool ascii{false};       ///< No character beyond ASCII.
};

/// The characters that lines are made of.
struct Glyphs {
  std::string_view bar;
  std::string_view dash;
  std::string_view cross;
  std::string_view opens;    ///< A call.
  std::string_view during;   ///< The call is open.
  std::string_view closes;   ///< Its answer.
  std::string_view unknown;  ///< Open for ever: indeterminate.
  std::string_view at_once;  ///< Called and answered with nothing in between.
  std::string_view begins;   ///< An action's first step follows.
  std::string_view answers;  ///< What the action's caller was told.
  std::string_view broken;
};

[[nodiscard]] Glyphs const& glyphs_of(Look look);

/// The text on one line: control characters become blanks, and with `ascii` our few symbols are
/// spelled out and anything else becomes '?'.
[[nodiscard]] std::string one_line(std::string_view text, Look look);

/// The text in lines of at most `width` columns, broken at blanks and behind commas where that is
/// possible. At least one line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// What stands in one column of one row. Every line of it begins with a mark.
struct Cell {
  std::string text;
  std::string mark{};     ///< On the first line.
  std::string hanging{};  ///< On the lines that a long text takes besides; same width as `mark`.
};

/// Rows of cells, and lines across all columns. Columns take what they need if there is room for
/// all; otherwise the widest give way and their cells are wrapped.
class Table {
 public:
  Table(std::vector<std::string> headers, Look look);

  /// One cell per column. `label` stands to the left: a step's number.
  void row(std::vector<Cell> cells, std::string label = "");
  /// A line across all columns. If it is too long, it hangs by its first eight columns.
  void across(std::string text);
  /// The whole picture. The headers stand before the first row of cells.
  [[nodiscard]] std::string drawn() const;

 private:
  struct Row {
    std::string label;
    std::vector<Cell> cells;  ///< Empty: `label` runs across.
  };

  [[nodiscard]] std::vector<std::size_t> widths() const;
  [[nodiscard]] std::size_t margin() const;
  [[nodiscard]] std::string head(std::vector<std::size_t> const& widths) const;
  void draw_cells(Row const& row, std::vector<std::size_t> const& widths, std::string& out) const;
  void draw_across(std::string const& text, std::string& out) const;

  std::vector<std::string> headers_;
  Look look_;
  std::vector<Row> rows_;
};

}  // namespace properties::trace
