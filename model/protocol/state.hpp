#pragma once

#include <array>
#include <cstdint>
#include <cstring>

namespace model::protocol {

inline constexpr int kMaxSessions = 4;
inline constexpr int kMaxCells = 40;
inline constexpr int kMaxEvents = 7;

/// A row, or the place of one. Values are six bits, 0 = there is no such row; what else they mean
/// is the table's affair.
struct Cell {
  std::uint16_t now : 6;    ///< As committed.
  std::uint16_t next : 6;   ///< As its writer sees it.
  std::uint16_t owner : 3;  ///< Whoever holds the row's lock, or inserts it: session + 1.
  std::uint16_t wrote : 1;  ///< `next` counts; or else the row is merely locked.
};
static_assert(sizeof(Cell) == 2);

/// Where a session is, and what it remembers of the task's answers so far.
struct Session {
  std::uint8_t at;         ///< Line of its code; 0 between tasks.
  std::uint8_t slot : 3;   ///< Tasks behind it.
  std::uint8_t wait : 3;   ///< Place in the order of those who wait for one row; 0 = does not wait.
  std::uint8_t flag : 1;   ///< The last yes or no.
  std::uint8_t flag2 : 1;  ///< Another one.
  std::uint8_t asked;      ///< The asked row as it was read.
  std::uint8_t reverse;    ///< The same of the other direction; a consumer's watermark.
  std::uint8_t seq : 5;    ///< The last seq or token that was read.
  std::uint8_t seen : 3;   ///< Answers that have been right at some moment since the call.
};
static_assert(sizeof(Session) == 5);

/// An entry of the event log; 0 = none. For consumers only.
struct Event {
  std::uint16_t cell : 6;   ///< The relation's row.
  std::uint16_t value : 6;  ///< Its state and version.
  std::uint16_t owner : 3;  ///< Who writes it and has not committed: session + 1.
  std::uint16_t is_there : 1;
};
static_assert(sizeof(Event) == 2);

/// The whole machine, side by side: sessions, cells, then what only some scenarios have. `Layout`
/// says where what is; what it leaves unused is zero, so that equal states have equal bytes.
struct State {
  alignas(8) std::array<std::uint8_t, 136> bytes{};
  friend bool operator==(State const&, State const&) = default;
};

/// Where the parts of a state lie, for one scenario.
struct Layout {
  int sessions{0};
  int cells{0};
  int events{0};  ///< Capacity of the log; 0 if nobody reads it.
  bool has_moments{false};

  [[nodiscard]] int cells_at() const { return (2 + 5 * sessions + 1) / 2 * 2; }
  [[nodiscard]] int events_at() const { return cells_at() + 2 * cells; }
  [[nodiscard]] int moments_at() const { return events_at() + 2 * events; }
  [[nodiscard]] int size() const { return moments_at() + (has_moments ? 2 : 0); }
};

/// A state seen through its layout.
template <class Bytes>
class View {
 public:
  View(Bytes* bytes, Layout const& layout)
      : bytes_{bytes}, cells_at_{layout.cells_at()}, layout_{layout} {}

  /// Who holds event_seq FOR SHARE: a bit for each session.
  [[nodiscard]] auto& sharers() const { return bytes_[0]; }
  /// Low five bits: how many events are committed. High two: mishaps that may still happen.
  [[nodiscard]] auto& committed() const { return bytes_[1]; }
  [[nodiscard]] auto& session(int i) const { return at<Session>(2 + 5 * i); }
  [[nodiscard]] auto& cell(int i) const { return at<Cell>(cells_at_ + 2 * i); }
  /// The event with this seq, from 1.
  [[nodiscard]] auto& event(int seq) const {
    return at<Event>(layout_.events_at() + 2 * (seq - 1));
  }
  /// What has been true of the readers of the post, see `moments.hpp`.
  [[nodiscard]] auto& moments() const { return at<std::uint16_t>(layout_.moments_at()); }

 private:
  template <class T>
  [[nodiscard]] auto& at(int offset) const {
    if constexpr (std::is_const_v<Bytes>) {
      return *reinterpret_cast<T const*>(bytes_ + offset);
    } else {
      return *reinterpret_cast<T*>(bytes_ + offset);
    }
  }

  Bytes* bytes_;
  int cells_at_;
  Layout const& layout_;
};

using Writable = View<std::uint8_t>;
using Readable = View<std::uint8_t const>;

}  // namespace model::protocol
