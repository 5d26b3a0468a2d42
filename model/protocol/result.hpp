#pragma once

#include <array>
#include <optional>
#include <variant>

#include "model/outcome.hpp"
#include "model/protocol/state.hpp"

namespace model::protocol {

/// What a check reads of the truth in one statement.
struct TruthRead {
  RelationState state{RelationState::removed};
  bool blocked{false};
  friend bool operator==(TruthRead const&, TruthRead const&) = default;
};

/// What a check reads of the view in one statement.
struct ViewRead {
  RelationState state{RelationState::removed};
  Seq watermark;
  friend bool operator==(ViewRead const&, ViewRead const&) = default;
};

/// A post's token; none where there is no post.
struct PostRead {
  std::optional<Seq> token;
  friend bool operator==(PostRead const&, PostRead const&) = default;
};

/// What a statement has read, or what it was given to write; monostate where neither tells
/// anything: it ends a transaction, makes a place for a row, or the server alone knows.
///
/// bool: the yes or no that it answers. int: by how much it moves a count.
using Result = std::variant<std::monostate, bool, int, Seq, PairRow, TruthRead, ViewRead, PostRead>;

/// By session: of the statement that it carried out last.
using Results = std::array<Result, kMaxSessions>;

}  // namespace model::protocol
