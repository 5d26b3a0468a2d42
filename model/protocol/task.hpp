#pragma once

#include "model/protocol/scenario.hpp"

namespace model::protocol {

/// By position in Task.
enum class Kind { follow, unfollow, decide, block, unblock, make_post, can_read, deliver, script };

[[nodiscard]] inline Kind kind_of(Task const& task) { return static_cast<Kind>(task.index()); }

/// A write of relations: follow, unfollow, decide, block or unblock.
[[nodiscard]] inline bool writes_relations(Kind kind) { return kind <= Kind::unblock; }

[[nodiscard]] inline Pair reversed(Pair pair) { return {pair.followee, pair.follower}; }

/// The pair a task is about: of a block or unblock, blocked → blocker; of a check, viewer → author,
/// where `author` is the post's; of posts and deliveries nothing.
[[nodiscard]] Pair asked_pair(Task const& task, UserId author = {});

/// A task of the relations as the model knows it.
[[nodiscard]] Operation operation_of(Task const& task);

}  // namespace model::protocol
