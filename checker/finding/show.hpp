#pragma once

#include <string>

#include "checker/formats/recorded.hpp"

namespace checker::finding {

using formats::Vocabulary;

/// Calls and answers as a reader is to see them: "write(1)", "done".
[[nodiscard]] std::string show(formats::Register::Operation const& operation,
                               Vocabulary const& words);
[[nodiscard]] std::string show(formats::Register::Outcome const& outcome, Vocabulary const& words);
[[nodiscard]] std::string show(specs::KeyValue::Operation const& operation,
                               Vocabulary const& words);
[[nodiscard]] std::string show(specs::KeyValue::Outcome const& outcome, Vocabulary const& words);
[[nodiscard]] std::string show(formats::Set::Operation const& operation, Vocabulary const& words);
[[nodiscard]] std::string show(formats::Set::Outcome const& outcome, Vocabulary const& words);
[[nodiscard]] std::string show(formats::Queue::Operation const& operation, Vocabulary const& words);
[[nodiscard]] std::string show(formats::Queue::Outcome const& outcome, Vocabulary const& words);
[[nodiscard]] std::string show(specs::Counter::Operation const& operation, Vocabulary const& words);
[[nodiscard]] std::string show(specs::Counter::Outcome const& outcome, Vocabulary const& words);
[[nodiscard]] std::string show(specs::RelationGraph::Operation const& operation,
                               Vocabulary const& words);
[[nodiscard]] std::string show(specs::RelationGraph::Outcome const& outcome,
                               Vocabulary const& words);

/// The call and the answer of operation `id` of a versioned history.
[[nodiscard]] std::string show_call(formats::RecordedVersions const& recorded, OperationId id);
[[nodiscard]] std::string show_answer(formats::RecordedVersions const& recorded, OperationId id);

/// "process 3".
[[nodiscard]] std::string show_client(ClientId client, Vocabulary const& words);
/// "lines 3-5", or "line 3-" for one that has no end.
[[nodiscard]] std::string show_place(formats::Place place);

}  // namespace checker::finding
