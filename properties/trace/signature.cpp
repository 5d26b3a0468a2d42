#include "properties/trace/signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "properties/trace/overloaded.hpp"
#include "properties/trace/words.hpp"

namespace properties::trace {
namespace {

/// Numbers as letters and small numbers, by first appearance.
class Renaming {
 public:
  std::string user(model::UserId id) {
    auto const [entry, unused] = users_.emplace(id, users_.size());
    auto const letter = static_cast<char>('a' + entry->second % 26);
    return entry->second < 26 ? std::string(1, letter)
                              : fmt::format("{}{}", letter, entry->second / 26);
  }
  std::string post(model::PostId id) {
    return fmt::format("p{}", posts_.emplace(id, posts_.size() + 1).first->second);
  }
  std::string seq(model::Seq seq) {
    return fmt::format("e{}", seqs_.emplace(seq, seqs_.size() + 1).first->second);
  }

 private:
  std::map<model::UserId, std::size_t> users_;
  std::map<model::PostId, std::size_t> posts_;
  std::map<model::Seq, std::size_t> seqs_;
};

std::string pair(std::string_view name, Renaming& rename, model::UserId a, model::UserId b) {
  auto const first = rename.user(a);
  return fmt::format("{}({},{})", name, first, rename.user(b));
}

std::string shape(Action const& action, Renaming& rename) {
  return std::visit(
      overloaded{
          [&](model::Follow const& a) { return pair("follow", rename, a.follower, a.followee); },
          [&](model::Unfollow const& a) {
            return pair("unfollow", rename, a.follower, a.followee);
          },
          [&](model::Decide const& a) {
            return pair(a.accept ? "accept" : "refuse", rename, a.decider, a.requester);
          },
          [&](model::Block const& a) { return pair("block", rename, a.blocker, a.blocked); },
          [&](model::Unblock const& a) { return pair("unblock", rename, a.blocker, a.blocked); },
          [&](model::MakePost const& a) {
            auto const author = rename.user(a.author);
            return fmt::format("post_{}_{}({},{})", word_for(a.visibility), word_for(a.token),
                               author, rename.post(a.post));
          },
          [&](model::CanRead const& a) {
            auto const viewer = rename.user(a.viewer);
            return fmt::format("can_read_{}({},{})", word_for(a.mode), viewer, rename.post(a.post));
          },
          [&](Deliver const& a) { return fmt::format("deliver({})", rename.seq(a.seq)); },
          [](Rebuild const&) { return std::string{"rebuild"}; },
          [](Certify const&) { return std::string{"certify"}; },
      },
      action);
}

std::string shape(std::vector<Action> const& actions, Renaming& rename) {
  std::string text;
  for (auto const& action : actions) text += (text.empty() ? "" : " ") + shape(action, rename);
  return text;
}

/// A session by itself, so that sessions can be put in an order that does not depend on numbers.
std::string alone(Session const& session) {
  Renaming rename;
  return shape(session.actions, rename);
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (char const c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

}  // namespace

std::string shape_of(Scenario const& scenario) {
  Renaming rename;
  std::string text = shape(scenario.given, rename);
  if (!text.empty()) text = "given " + text + " | ";
  auto sessions = scenario.sessions;
  std::stable_sort(sessions.begin(), sessions.end(),
                   [](auto const& a, auto const& b) { return alone(a) < alone(b); });
  char const* separator = "";
  for (auto const& session : sessions) {
    text += separator + shape(session.actions, rename);
    separator = " | ";
  }
  return text;
}

std::string signature(std::string_view property, Scenario const& scenario) {
  auto const hash = fnv1a(fmt::format("{}\n{}", property, shape_of(scenario)));
  return fmt::format("{:08x}", static_cast<std::uint32_t>(hash ^ (hash >> 32U)));
}

}  // namespace properties::trace
