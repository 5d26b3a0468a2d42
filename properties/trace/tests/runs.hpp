#pragma once

#include "properties/trace/tests/story.hpp"

/// Small runs with a story, to be drawn.
namespace properties::trace::runs {

/// follow reads the block table before block commits; block waits for its row lock.
[[nodiscard]] Story block_waits_for_follow();

/// The new enemy: the check is answered by a projection that has not yet heard of the unfollow.
[[nodiscard]] Story new_enemy_reads_the_post();

/// A COMMIT whose answer is lost while another session goes on; then a deadlock.
[[nodiscard]] Story lost_answer_and_deadlock();

}  // namespace properties::trace::runs
