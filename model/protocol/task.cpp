#include "model/protocol/task.hpp"

#include <cstdio>
#include <cstdlib>

#include "model/overloaded.hpp"

namespace model::protocol {
namespace {

[[noreturn]] void not_of_the_model() {
  std::fputs("model::protocol: a delivery or script is no operation of the model\n", stderr);
  std::abort();
}

}  // namespace

Pair asked_pair(Task const& task, UserId author) {
  return std::visit(overloaded{
                        [](Follow const& op) {
                          return Pair{op.follower, op.followee};
                        },
                        [](Unfollow const& op) {
                          return Pair{op.follower, op.followee};
                        },
                        [](Decide const& op) {
                          return Pair{op.requester, op.decider};
                        },
                        [](Block const& op) {
                          return Pair{op.blocked, op.blocker};
                        },
                        [](Unblock const& op) {
                          return Pair{op.blocked, op.blocker};
                        },
                        [](MakePost const&) { return Pair{}; },
                        [&](CanRead const& op) {
                          return Pair{op.viewer, author};
                        },
                        [](Deliver const&) { return Pair{}; },
                        [](Script const& script) { return script.pair; },
                    },
                    task);
}

Operation operation_of(Task const& task) {
  return std::visit(overloaded{
                        [](Follow const& op) -> Operation { return op; },
                        [](Unfollow const& op) -> Operation { return op; },
                        [](Decide const& op) -> Operation { return op; },
                        [](Block const& op) -> Operation { return op; },
                        [](Unblock const& op) -> Operation { return op; },
                        [](MakePost const& op) -> Operation { return op; },
                        [](CanRead const& op) -> Operation { return op; },
                        [](Deliver const&) -> Operation { not_of_the_model(); },
                        [](Script const&) -> Operation { not_of_the_model(); },
                    },
                    task);
}

}  // namespace model::protocol
