#include "model/protocol/edits.hpp"

#include <algorithm>

namespace model::protocol::edits {
namespace {

Program::iterator find(Program& program, Step step) {
  return std::find_if(program.begin(), program.end(),
                      [=](Line const& line) { return line.step == step; });
}

}  // namespace

void replace(Program& program, Step step, Effect effect) {
  for (auto& line : program) {
    if (line.step == step) line.effect = effect;
  }
}

void replace(Program& program, Step step, Place place, Effect effect) {
  for (auto& line : program) {
    if (line.step == step && line.place == place) line.effect = effect;
  }
}

void move_before(Program& program, Step step, Step other) {
  auto const from = find(program, step);
  if (from == program.end()) return;
  auto const line = *from;
  program.erase(from);
  program.insert(find(program, other), line);
}

void move_to_end(Program& program, Step step) {
  std::stable_partition(program.begin(), program.end(),
                        [=](Line const& line) { return line.step != step; });
}

void insert_before(Program& program, Step step, Program const& lines) {
  program.insert(find(program, step), lines.begin(), lines.end());
}

void drop(Program& program, Step step) {
  std::erase_if(program, [=](Line const& line) { return line.step == step; });
}

void ignore(Program& program, Guard guard) {
  for (auto& line : program) {
    if (line.guard == guard) line.guard = Guard::always;
  }
}

}  // namespace model::protocol::edits
