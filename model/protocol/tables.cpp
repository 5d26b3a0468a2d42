#include "model/protocol/tables.hpp"

#include "model/protocol/values.hpp"

namespace model::protocol {

Tables committed_tables(Readable view, Code const& code) {
  Tables tables;
  auto const& cells = code.cells;
  auto const now = [&](std::uint8_t cell) {
    return cell == kNoCell ? std::uint8_t{0} : static_cast<std::uint8_t>(view.cell(cell).now);
  };
  for (auto const& [pair, cell] : cells.relation) {
    if (now(cell) != 0) tables.relation[pair] = values::pair_row(now(cell));
  }
  for (auto const& [block, cell] : cells.block) {
    if (now(cell) != 0) tables.blocks.insert(block);
  }
  tables.last = Seq{values::seq_of(now(cells.event_seq))};
  if (now(cells.post) != 0) tables.token = Seq{values::seq_of(now(cells.post))};
  for (auto const& [pair, cell] : cells.view) {
    if (now(cell) != 0) tables.view[pair] = values::pair_row(now(cell));
  }
  for (auto const& [user, cell] : cells.count) {
    if (now(cell) != 0) tables.followers[user] = values::count_of(now(cell));
  }
  for (std::size_t i = 0; i < cells.seen.size(); ++i) {
    if (now(cells.seen[i]) != 0) tables.seen.insert(Seq{static_cast<std::int64_t>(i) + 1});
  }
  if (now(cells.watermark) != 0) tables.watermark = Seq{values::seq_of(now(cells.watermark))};
  return tables;
}

}  // namespace model::protocol
