#pragma once

#include <array>
#include <cstdint>

#include "model/outcome.hpp"
#include "properties/trace/scenario.hpp"

/// Actions by number, so that scripts read like the traces.
namespace properties::cases {

inline constexpr std::array kModes{model::AccessMode::truth, model::AccessMode::projection_only,
                                   model::AccessMode::content_token,
                                   model::AccessMode::fresh_token};

[[nodiscard]] inline trace::Account account(std::int64_t id) { return {model::UserId{id}, false}; }
[[nodiscard]] inline trace::Account private_account(std::int64_t id) {
  return {model::UserId{id}, true};
}
[[nodiscard]] inline model::Pair pair_of(std::int64_t follower, std::int64_t followee) {
  return {model::UserId{follower}, model::UserId{followee}};
}

[[nodiscard]] inline trace::Action follow(std::int64_t follower, std::int64_t followee) {
  return model::Follow{model::UserId{follower}, model::UserId{followee}};
}
[[nodiscard]] inline trace::Action unfollow(std::int64_t follower, std::int64_t followee) {
  return model::Unfollow{model::UserId{follower}, model::UserId{followee}};
}
[[nodiscard]] inline trace::Action decide(std::int64_t decider, std::int64_t requester,
                                          bool accept) {
  return model::Decide{model::UserId{decider}, model::UserId{requester}, accept};
}
[[nodiscard]] inline trace::Action block(std::int64_t blocker, std::int64_t blocked) {
  return model::Block{model::UserId{blocker}, model::UserId{blocked}};
}
[[nodiscard]] inline trace::Action unblock(std::int64_t blocker, std::int64_t blocked) {
  return model::Unblock{model::UserId{blocker}, model::UserId{blocked}};
}
[[nodiscard]] inline trace::Action post(std::int64_t author, std::int64_t id,
                                        model::Visibility visibility,
                                        model::TokenRead token = model::TokenRead::plain) {
  return model::MakePost{model::UserId{author}, model::PostId{id}, visibility, token};
}
[[nodiscard]] inline trace::Action can_read(std::int64_t viewer, std::int64_t id,
                                            model::AccessMode mode) {
  return model::CanRead{model::UserId{viewer}, model::PostId{id}, mode};
}
[[nodiscard]] inline trace::Action deliver(std::int64_t seq) {
  return trace::Deliver{model::Seq{seq}};
}

}  // namespace properties::cases
