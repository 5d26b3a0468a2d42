#include "model/protocol/symmetry.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace model::protocol {
namespace {

using Users = std::map<UserId, UserId>;

Pair renamed(Pair pair, Users const& users) {
  return {users.at(pair.follower), users.at(pair.followee)};
}

/// False if some row gets no place.
bool rename_cells(Cells const& cells, Users const& users, Automorphism& names) {
  std::iota(names.cell.begin(), names.cell.end(), std::uint8_t{0});
  auto const move = [&](auto const& table, auto const& key, std::uint8_t cell) {
    auto const found = table.find(key);
    if (found == table.end()) return false;
    names.cell[cell] = found->second;
    return true;
  };
  bool all = true;
  for (auto const& [pair, cell] : cells.relation) {
    all = all && move(cells.relation, renamed(pair, users), cell);
  }
  for (auto const& [pair, cell] : cells.log)
    all = all && move(cells.log, renamed(pair, users), cell);
  for (auto const& [block, cell] : cells.block) {
    all = all && move(cells.block, std::pair{users.at(block.first), users.at(block.second)}, cell);
  }
  return all;
}

std::uint8_t named(Automorphism const& names, std::uint8_t cell) {
  return cell == kNoCell ? cell : names.cell[cell];
}

Rows renamed(Rows const& rows, Automorphism const& names) {
  return {named(names, rows.asked),     named(names, rows.reverse),
          named(names, rows.block),     named(names, rows.other_block),
          named(names, rows.asked_log), named(names, rows.reverse_log)};
}

bool maps(SessionCode const& from, SessionCode const& to, Automorphism const& names) {
  auto const same_line = [&](Instruction line, Instruction const& other) {
    line.cell = named(names, line.cell);
    return line == other;
  };
  auto const same_task = [&](TaskCode const& task, TaskCode const& other) {
    return task.kind == other.kind && task.saves == other.saves && task.start == other.start &&
           renamed(task.rows, names) == other.rows && task.expected.answer == other.expected.answer;
  };
  return from.slots == to.slots &&
         std::equal(from.lines.begin(), from.lines.end(), to.lines.begin(), to.lines.end(),
                    same_line) &&
         std::equal(from.tasks.begin(), from.tasks.end(), to.tasks.begin(), to.tasks.end(),
                    same_task);
}

bool maps(Code const& code, Automorphism const& names) {
  for (std::size_t i = 0; i < code.sessions.size(); ++i) {
    if (!maps(code.sessions[i], code.sessions[names.session[i]], names)) return false;
  }
  return true;
}

bool is_identity(Automorphism const& names) {
  for (std::size_t i = 0; i < names.session.size(); ++i) {
    if (names.session[i] != i) return false;
  }
  for (std::size_t i = 0; i < names.cell.size(); ++i) {
    if (names.cell[i] != i) return false;
  }
  return true;
}

std::vector<UserId> users_of(Cells const& cells) {
  std::set<UserId> users;
  for (auto const& [pair, cell] : cells.relation) users.insert(pair.follower);
  return {users.begin(), users.end()};
}

}  // namespace

std::vector<Automorphism> automorphisms_of(Code const& code, State const& start) {
  std::vector<Automorphism> found;
  if (code.cells.post != kNoCell || code.cells.watermark != kNoCell) return found;
  auto const users = users_of(code.cells);
  auto to = users;
  do {
    Users renaming;
    for (std::size_t i = 0; i < users.size(); ++i) renaming[users[i]] = to[i];
    Automorphism names;
    if (!rename_cells(code.cells, renaming, names)) continue;
    std::iota(names.session.begin(), names.session.end(), std::uint8_t{0});
    auto const last = names.session.begin() + code.layout.sessions;
    do {
      bool const useful = !is_identity(names) && maps(code, names);
      if (useful && rename(start, names, code) == start) found.push_back(names);
    } while (std::next_permutation(names.session.begin(), last));
  } while (std::next_permutation(to.begin(), to.end()));
  return found;
}

State rename(State const& state, Automorphism const& names, Code const& code) {
  State result;
  Readable const from{state.bytes.data(), code.layout};
  Writable to{result.bytes.data(), code.layout};
  to.committed() = from.committed();
  unsigned sharers = 0;
  for (int i = 0; i < code.layout.sessions; ++i) {
    auto const name = names.session[static_cast<std::size_t>(i)];
    to.session(name) = from.session(i);
    sharers |= (static_cast<unsigned>(from.sharers()) >> i & 1) << name;
  }
  to.sharers() = static_cast<std::uint8_t>(sharers);
  for (int i = 0; i < code.layout.cells; ++i) {
    auto row = from.cell(i);
    if (row.owner != 0) row.owner = (names.session[row.owner - 1U] + 1) & 7;
    to.cell(names.cell[static_cast<std::size_t>(i)]) = row;
  }
  return result;
}

}  // namespace model::protocol
