#include "properties/protocol/actions.hpp"

#include <cstdlib>

#include "properties/trace/overloaded.hpp"

namespace properties::protocol {

using model::protocol::Task;

trace::Action action_of(Task const& task) {
  return std::visit(trace::overloaded{
                        [](model::protocol::Deliver const& op) -> trace::Action {
                          return trace::Deliver{model::Seq{op.seq}};
                        },
                        [](model::protocol::Script const&) -> trace::Action { std::abort(); },
                        [](auto const& op) -> trace::Action { return op; },
                    },
                    task);
}

Task task_of(trace::Action const& action) {
  return std::visit(trace::overloaded{
                        [](trace::Deliver const& op) -> Task {
                          return model::protocol::Deliver{static_cast<int>(op.seq.value())};
                        },
                        [](trace::Rebuild const&) -> Task { std::abort(); },
                        [](trace::Certify const&) -> Task { std::abort(); },
                        [](auto const& op) -> Task { return op; },
                    },
                    action);
}

}  // namespace properties::protocol
