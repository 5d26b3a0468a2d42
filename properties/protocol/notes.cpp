#include "properties/protocol/notes.hpp"

#include "model/overloaded.hpp"
#include "properties/trace/show.hpp"

namespace properties::protocol {
namespace {

using model::Seq;
using model::protocol::PostRead;
using model::protocol::Step;
using model::protocol::TruthRead;
using model::protocol::ViewRead;

std::string text_of(Seq seq) { return std::to_string(seq.value()); }

std::string note_of_answer(Step step, bool yes) {
  if (step == Step::mark_seen) return yes ? "new" : "seen before";
  if (step == Step::lock_followee) return yes ? "private" : "public";
  return yes ? "yes" : "no";
}

std::string note_of_view(ViewRead const& view) {
  return trace::show_state(view.state) + " at watermark " + text_of(view.watermark);
}

}  // namespace

std::string note_of(Step step, model::protocol::Result const& result) {
  return std::visit(
      model::overloaded{
          [](std::monostate) { return std::string{}; },
          [&](bool yes) { return note_of_answer(step, yes); },
          [](int by) { return (by > 0 ? "+" : "") + std::to_string(by); },
          [&](Seq seq) { return (step == Step::append_event ? "e" : "") + text_of(seq); },
          [](model::PairRow const& row) { return trace::show(row); },
          [](TruthRead const& truth) {
            return trace::show_state(truth.state) + (truth.blocked ? ", blocked" : "");
          },
          [](ViewRead const& view) { return note_of_view(view); },
          [](PostRead const& post) {
            return post.token ? "acl_token " + text_of(*post.token) : "no such post";
          },
      },
      result);
}

}  // namespace properties::protocol
