#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "checker/formats/names.hpp"
#include "checker/history.hpp"
#include "checker/specs/counter.hpp"
#include "checker/specs/key_value.hpp"
#include "checker/specs/queue.hpp"
#include "checker/specs/register.hpp"
#include "checker/specs/relation_graph.hpp"
#include "checker/specs/set.hpp"
#include "checker/versioned/history.hpp"

namespace checker::formats {

/// Where an operation stands in its file.
struct Place {
  std::uint32_t called{};  ///< Line, from 1.
  std::uint32_t ended{};   ///< Line; 0 if the file does not say how it ended.
};

/// The words of a file behind the numbers of its history.
struct Vocabulary {
  Names clients;  ///< By ClientId.
  Names objects;  ///< By object: the keys of the file. Empty if it has none.
  Values values;
};

/// A history as read from a file, with the specification it is to be held against.
///
/// It may be about several objects, each of which starts afresh and follows the specification
/// alone. (Keys of a KeyValue are in its operations, and are no objects here.)
template <class SpecT>
struct Recorded {
  using Spec = SpecT;

  Spec spec;
  checker::History<typename Spec::Operation, typename Spec::Outcome> history;
  std::vector<Place> places;           ///< By operation.
  std::vector<std::uint32_t> objects;  ///< By operation; empty if there is only one object.
  Vocabulary words;
};

/// A history whose answers tell versions.
struct RecordedVersions {
  versioned::History history;
  std::vector<Place> places;
  Vocabulary words;
  std::optional<bool> labelled_legal;  ///< What the file itself claims of the history.
};

using Register = specs::Register<std::int64_t>;
using Set = specs::Set<std::int64_t>;
using Queue = specs::Queue<std::int64_t>;

using AnyRecorded =
    std::variant<RecordedVersions, Recorded<Register>, Recorded<specs::KeyValue>, Recorded<Set>,
                 Recorded<Queue>, Recorded<specs::Counter>, Recorded<specs::RelationGraph>>;

/// The names of the specifications, in the order of AnyRecorded.
inline constexpr char const* kSpecNames[] = {"versioned", "register", "kv",       "set",
                                             "queue",     "counter",  "relations"};

}  // namespace checker::formats
