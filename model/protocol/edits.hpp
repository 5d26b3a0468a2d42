#pragma once

#include "model/protocol/program.hpp"

/// The words in which variants are told. All of them leave a program without the step as it is.
namespace model::protocol::edits {

/// Gives a step another effect, as another SQL text would.
void replace(Program& program, Step step, Effect effect);
/// The same, for one of the two pairs.
void replace(Program& program, Step step, Place place, Effect effect);
/// Moves a step to right before another one.
void move_before(Program& program, Step step, Step other);
/// Moves all lines of this step to the end.
void move_to_end(Program& program, Step step);
/// Puts lines in right before the first of this step.
void insert_before(Program& program, Step step, Program const& lines);
/// Takes a step out.
void drop(Program& program, Step step);
/// Lets steps be taken always that had this guard.
void ignore(Program& program, Guard guard);

}  // namespace model::protocol::edits
