#include "model/protocol/moments.hpp"

#include "model/protocol/values.hpp"

namespace model::protocol::moments {
namespace {

constexpr int kBits = 5;
constexpr unsigned kTokenShift = 0;
constexpr unsigned kCommitShift = 2;
constexpr unsigned kEver = 1U << 4;

/// What is true of the reader now, as the bits of one span.
unsigned truth_of(Writable view, Code const& code, std::size_t reader) {
  auto const row = static_cast<std::uint8_t>(view.cell(code.readers[reader]).now);
  return values::state_of(row) == values::kActive ? kAllowed : kDenied;
}

template <class Change>
void for_each_reader(Writable view, Code const& code, Change change) {
  unsigned all = view.moments();
  for (std::size_t reader = 0; reader < code.readers.size(); ++reader) {
    auto const shift = static_cast<unsigned>(reader) * kBits;
    auto const mine = all >> shift & 31;
    all = (all & ~(31U << shift)) | change(mine, truth_of(view, code, reader)) << shift;
  }
  view.moments() = static_cast<std::uint16_t>(all);
}

}  // namespace

Reader of(Readable view, std::uint8_t reader) {
  auto const mine = static_cast<unsigned>(view.moments()) >> (reader * kBits) & 31;
  return {static_cast<std::uint8_t>(mine >> kTokenShift & 3),
          static_cast<std::uint8_t>(mine >> kCommitShift & 3), (mine & kEver) != 0};
}

void note_truth(Writable view, Code const& code) {
  for_each_reader(view, code, [](unsigned mine, unsigned truth) {
    return mine | truth << kTokenShift | truth << kCommitShift |
           ((truth & kAllowed) != 0 ? kEver : 0);
  });
}

void start_token(Writable view, Code const& code) {
  for_each_reader(view, code, [](unsigned mine, unsigned truth) {
    return (mine & ~(3U << kTokenShift)) | truth << kTokenShift;
  });
}

void start_commit(Writable view, Code const& code) {
  for_each_reader(view, code, [](unsigned mine, unsigned truth) {
    return (mine & ~(3U << kCommitShift)) | truth << kCommitShift;
  });
}

}  // namespace model::protocol::moments
