#include "impl/domain/words.hpp"

#include <array>
#include <cstddef>

namespace impl {

namespace {

/// The words of an enumeration in the order of its enumerators.
template <std::size_t N>
using Words = std::array<char const*, N>;

constexpr Words<3> kStates{"REMOVED", "PENDING", "ACTIVE"};
constexpr Words<3> kVisibilities{"PUBLIC", "FOLLOWERS", "SELF"};
constexpr Words<3> kOutcomes{"CHANGED", "NOOP", "REJECTED"};
constexpr Words<10> kReasons{
    "none",        "already_active", "already_pending", "already_removed", "already_blocked",
    "not_blocked", "self",           "blocked",         "not_pending",     "unknown"};
constexpr Words<3> kVerdicts{"applied", "stale", "dup"};
constexpr Words<4> kModes{"TRUTH", "PROJECTION_ONLY", "CONTENT_TOKEN", "FRESH_TOKEN"};
constexpr Words<6> kSources{"truth",  "projection",  "fallback_truth", "public_block_check",
                            "author", "no_such_post"};

template <class Enum, std::size_t N>
char const* at(Words<N> const& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

template <class Enum, std::size_t N>
std::optional<Enum> find(Words<N> const& words, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

char const* word(RelationState state) { return at(kStates, state); }
char const* word(Visibility visibility) { return at(kVisibilities, visibility); }
char const* word(Outcome outcome) { return at(kOutcomes, outcome); }
char const* word(Reason reason) { return at(kReasons, reason); }
char const* word(ApplyVerdict verdict) { return at(kVerdicts, verdict); }
char const* word(AccessMode mode) { return at(kModes, mode); }
char const* word(AccessSource source) { return at(kSources, source); }

std::optional<RelationState> decode_relation_state(std::string_view word) {
  return find<RelationState>(kStates, word);
}

std::optional<Visibility> decode_visibility(std::string_view word) {
  return find<Visibility>(kVisibilities, word);
}

}  // namespace impl
