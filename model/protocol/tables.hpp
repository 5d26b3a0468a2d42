#pragma once

#include <optional>
#include <set>

#include "model/protocol/code.hpp"

namespace model::protocol {

/// The rows that are committed, as one would read them.
struct Tables {
  std::map<Pair, PairRow> relation;            ///< Placeholders too.
  std::set<std::pair<UserId, UserId>> blocks;  ///< (blocker, blocked)
  Seq last;                                    ///< Of event_seq.
  std::optional<Seq> token;                    ///< Of the post.
  std::map<Pair, PairRow> view;                ///< Of the consumers.
  std::map<UserId, int> followers;             ///< As the view counts them; absent: no row.
  std::set<Seq> seen;
  Seq watermark;
  friend bool operator==(Tables const&, Tables const&) = default;
};

[[nodiscard]] Tables committed_tables(Readable view, Code const& code);

}  // namespace model::protocol
