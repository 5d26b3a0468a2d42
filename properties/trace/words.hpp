#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "properties/trace/run.hpp"
#include "properties/trace/trace.hpp"

namespace properties::trace {

/// The words of an enumeration as files spell them, by position of the enumerator.
template <class Enum>
inline constexpr auto kWords = nullptr;

template <>
inline constexpr auto kWords<Step> = kStepNames;
template <>
inline constexpr std::array<std::string_view, 3> kWords<model::Visibility>{"everyone", "followers",
                                                                           "self"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<model::TokenRead>{"plain", "locking"};
template <>
inline constexpr std::array<std::string_view, 4> kWords<model::AccessMode>{
    "truth", "projection_only", "content_token", "fresh_token"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<model::RelationState>{"removed", "pending",
                                                                              "active"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<model::Verdict>{"changed", "noop",
                                                                        "rejected"};
template <>
inline constexpr std::array<std::string_view, 10> kWords<model::Reason>{
    "none",        "already_active", "already_pending", "already_removed", "already_blocked",
    "not_blocked", "self",           "blocked",         "not_pending",     "unknown"};
template <>
inline constexpr std::array<std::string_view, 6> kWords<AccessSource>{
    "truth", "projection", "fallback_truth", "public_block_check", "author", "no_such_post"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<ApplyVerdict>{"applied", "stale", "dup"};
template <>
inline constexpr std::array<std::string_view, 3> kWords<Ending>{"done", "blocked", "failed"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<LogEntry::Kind>{"step", "wake"};
template <>
inline constexpr std::array<std::string_view, 2> kWords<Expect>{"pass", "violation"};

template <class Enum>
[[nodiscard]] constexpr std::string_view word_for(Enum value) {
  return kWords<Enum>[static_cast<std::size_t>(value)];
}

template <class Enum>
[[nodiscard]] constexpr std::optional<Enum> enum_named(std::string_view word) {
  for (std::size_t i = 0; i < kWords<Enum>.size(); ++i) {
    if (kWords<Enum>[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace properties::trace
