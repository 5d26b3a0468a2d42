#include "properties/cases/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "properties/trace/overloaded.hpp"
#include "properties/trace/show.hpp"
#include "properties/trace/words.hpp"

namespace properties::cases {
namespace {

template <class Enum>
std::string upper(Enum value) {
  std::string text{trace::word_for(value)};
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

template <class Enum>
std::string spelt(Enum value, char between) {
  std::string text{trace::word_for(value)};
  std::replace(text.begin(), text.end(), '_', between);
  return text;
}

std::string words_of(trace::Answer const& answer) {
  return std::visit(trace::overloaded{
                        [](trace::WriteAnswer const& a) { return words(a); },
                        [](trace::ReadAnswer const& a) { return words(a); },
                        [](trace::ApplyAnswer const& a) { return spelt(a.verdict, ' '); },
                        [](trace::DiffAnswer const& a) { return words(a); },
                    },
                    answer);
}

}  // namespace

std::string words(trace::WriteAnswer const& answer) {
  auto text = fmt::format("{}({},v{}", upper(answer.verdict), upper(answer.present.state),
                          answer.present.version.value());
  if (answer.reason != model::Reason::none) text += "," + spelt(answer.reason, ' ');
  char const* separator = ",";
  for (auto const& change : answer.changes) {
    text += fmt::format("{}seq{}", separator, change.seq.value());
    separator = "+";
  }
  return text + ")";
}

std::string words(trace::ReadAnswer const& answer) {
  return fmt::format("{}/{}", answer.allowed ? "ALLOW" : "DENY", spelt(answer.source, '-'));
}

std::string words(trace::DiffAnswer const& diff) {
  return fmt::format("diff={},{},{} watermark={}/{}", diff.resurrected, diff.missing,
                     diff.wrong_counts, diff.watermark.value(), diff.last.value());
}

std::string words(model::AccessMode mode) { return upper(mode); }

trace::ActionRecord const& record_of(trace::Run const& run, int session, int index) {
  auto const found =
      std::find_if(run.actions.begin(), run.actions.end(), [&](trace::ActionRecord const& record) {
        return record.session == session && record.index == index;
      });
  if (found == run.actions.end()) {
    throw std::logic_error{fmt::format("session {} has no action {}", session, index)};
  }
  return *found;
}

std::string answer_of(trace::Run const& run, int session, int index) {
  auto const& record = record_of(run, session, index);
  auto const* returned = std::get_if<trace::Returned>(&record.completion);
  if (returned == nullptr) return trace::show(record.completion);
  // A post has neither state nor version.
  if (std::holds_alternative<model::MakePost>(record.action)) {
    auto const* write = std::get_if<trace::WriteAnswer>(&returned->answer);
    if (write != nullptr && write->verdict == model::Verdict::changed) return "stored";
  }
  return words_of(returned->answer);
}

trace::DiffAnswer const& diff_of(trace::Run const& run, int session, int index) {
  auto const* returned = std::get_if<trace::Returned>(&record_of(run, session, index).completion);
  auto const* diff =
      returned == nullptr ? nullptr : std::get_if<trace::DiffAnswer>(&returned->answer);
  if (diff == nullptr) {
    throw std::logic_error{
        fmt::format("action {} of session {} told no difference", index, session)};
  }
  return *diff;
}

int count_answers(trace::Run const& run, int session, trace::ApplyVerdict verdict) {
  trace::Completion const sought{trace::Returned{trace::ApplyAnswer{verdict}}};
  return static_cast<int>(
      std::count_if(run.actions.begin(), run.actions.end(), [&](trace::ActionRecord const& record) {
        return record.session == session && record.completion == sought;
      }));
}

std::string waited_in(trace::Run const& run, int session, int holder) {
  for (auto const& entry : run.log) {
    if (entry.at.session == session && entry.ending == trace::Ending::blocked &&
        entry.blocked_by == std::vector{holder}) {
      return std::string{trace::name_of(entry.at.step)};
    }
  }
  return "nothing";
}

std::string final_row(trace::Run const& run, model::Pair pair) {
  for (auto const& row : run.quiet.pairs) {
    if (row.pair == pair) return trace::show(row.seen.row);
  }
  return trace::show(model::PairRow{});
}

int count_blocks(trace::Run const& run) {
  return static_cast<int>(std::count_if(run.quiet.pairs.begin(), run.quiet.pairs.end(),
                                        [](auto const& row) { return row.seen.blocked; }));
}

}  // namespace properties::cases
