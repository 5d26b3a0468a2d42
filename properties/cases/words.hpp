#pragma once

#include <string>

#include "properties/trace/run.hpp"

/// Answers as the cases tell them.
namespace properties::cases {

/// "CHANGED(ACTIVE,v1,seq1)", "NOOP(PENDING,v1,already pending)", "CHANGED(REMOVED,v4,seq5+seq6)".
[[nodiscard]] std::string words(trace::WriteAnswer const& answer);
/// "DENY/fallback-truth"
[[nodiscard]] std::string words(trace::ReadAnswer const& answer);
/// "diff=0,0,0 watermark=3/3": resurrected, missing, wrong counts.
[[nodiscard]] std::string words(trace::DiffAnswer const& diff);
/// "CONTENT_TOKEN"
[[nodiscard]] std::string words(model::AccessMode mode);

/// The record of one action; throws std::logic_error if there is none.
[[nodiscard]] trace::ActionRecord const& record_of(trace::Run const& run, int session, int index);
/// The answer of one action in words, or how it ended without one. A post answers "stored".
[[nodiscard]] std::string answer_of(trace::Run const& run, int session, int index);
/// The difference that an action told; throws std::logic_error if it told none.
[[nodiscard]] trace::DiffAnswer const& diff_of(trace::Run const& run, int session, int index);
/// How many of the session's actions had this answer.
[[nodiscard]] int count_answers(trace::Run const& run, int session, trace::ApplyVerdict verdict);

/// The step in which a session waited for another, or "nothing".
[[nodiscard]] std::string waited_in(trace::Run const& run, int session, int holder);

/// "REMOVED v2", as the tables end; a pair without a row is "REMOVED v0".
[[nodiscard]] std::string final_row(trace::Run const& run, model::Pair pair);
/// Blocks in the tables at the end.
[[nodiscard]] int count_blocks(trace::Run const& run);

}  // namespace properties::cases
