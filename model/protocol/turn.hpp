#pragma once

#include "model/protocol/claims.hpp"
#include "model/protocol/code.hpp"
#include "model/protocol/locks.hpp"
#include "model/protocol/result.hpp"

namespace model::protocol {

/// One statement of one session, and what it does to state and session.
class Turn {
 public:
  /// `results`, where there are any, learn what the statement answers.
  Turn(Writable view, Code const& code, int session, Seen& seen, Results* results = nullptr)
      : view_{view}, code_{code}, session_{session}, seen_{seen}, results_{results} {}

  /// Calls the session's next task, of those it may choose from.
  void call(std::uint8_t choice);
  /// Carries the session's statement out, or lets it wait. What others wait for may be free then.
  void take();
  /// The transaction ends without effect, by a deadlock; its task starts again after ROLLBACK.
  void fall_victim();
  /// The transaction ends without effect, by a mishap, and with it its task.
  void fail();
  /// After its transaction was aborted: the task does not start again.
  void give_up();
  /// Gives up a delivery whose event never came to be.
  void skip();

 private:
  /// How a statement ended for its session.
  enum class Ended { done, refused };
  using Cell8 = std::uint8_t;

  [[nodiscard]] Session& me() const { return view_.session(session_); }
  [[nodiscard]] Readable all() const { return {&view_.sharers(), code_.layout}; }
  [[nodiscard]] SessionCode const& session_code() const {
    return code_.sessions[static_cast<std::size_t>(session_)];
  }
  [[nodiscard]] Instruction const& statement() const { return session_code().lines[me().at]; }
  [[nodiscard]] TaskCode const& task() const { return session_code().tasks[statement().task]; }
  [[nodiscard]] Event& event() const { return view_.event(std::get<Deliver>(task().task).seq); }

  /// What a statement does that has to wait for nobody: one function for each effect.
  using Deed = Ended (Turn::*)(Instruction const& line, Cell8 cell);
  [[nodiscard]] static Deed deed_of(Effect effect);
  Ended begin(Instruction const& line, Cell8 cell);
  Ended commit(Instruction const& line, Cell8 cell);
  Ended rollback(Instruction const& line, Cell8 cell);
  Ended know_accounts(Instruction const& line, Cell8 cell);
  Ended insert_row(Instruction const& line, Cell8 cell);
  Ended insert_fact(Instruction const& line, Cell8 cell);
  Ended lock_row(Instruction const& line, Cell8 cell);
  Ended read_row(Instruction const& line, Cell8 cell);
  Ended lock_as_removed(Instruction const& line, Cell8 cell);
  Ended lock_as_pending(Instruction const& line, Cell8 cell);
  Ended check_blocks(Instruction const& line, Cell8 cell);
  Ended save_row(Instruction const& line, Cell8 cell);
  Ended save_restarted(Instruction const& line, Cell8 cell);
  Ended save_active(Instruction const& line, Cell8 cell);
  Ended touch_row(Instruction const& line, Cell8 cell);
  Ended bump_seq(Instruction const& line, Cell8 cell);
  Ended draw_seq(Instruction const& line, Cell8 cell);
  Ended append_event(Instruction const& line, Cell8 cell);
  Ended append_restarted(Instruction const& line, Cell8 cell);
  Ended append_late(Instruction const& line, Cell8 cell);
  Ended append_again(Instruction const& line, Cell8 cell);
  Ended delete_fact(Instruction const& line, Cell8 cell);
  Ended read_seq(Instruction const& line, Cell8 cell);
  Ended share_seq(Instruction const& line, Cell8 cell);
  Ended read_zero(Instruction const& line, Cell8 cell);
  Ended share_zero(Instruction const& line, Cell8 cell);
  Ended insert_post(Instruction const& line, Cell8 cell);
  Ended lock_watermark(Instruction const& line, Cell8 cell);
  Ended read_watermark(Instruction const& line, Cell8 cell);
  Ended find_prefix(Instruction const& line, Cell8 cell);
  Ended find_highest(Instruction const& line, Cell8 cell);
  Ended save_watermark(Instruction const& line, Cell8 cell);
  Ended find_and_save_watermark(Instruction const& line, Cell8 cell);
  Ended accept_event(Instruction const& line, Cell8 cell);
  Ended move_count(Instruction const& line, Cell8 cell);
  Ended count_kind(Instruction const& line, Cell8 cell);
  Ended forget_row(Instruction const& line, Cell8 cell);
  Ended load_post(Instruction const& line, Cell8 cell);
  Ended read_truth(Instruction const& line, Cell8 cell);
  Ended read_view(Instruction const& line, Cell8 cell);
  Ended read_view_blindly(Instruction const& line, Cell8 cell);
  Ended read_view_of_absent(Instruction const& line, Cell8 cell);
  Ended read_blocks(Instruction const& line, Cell8 cell);
  Ended read_view_as_truth(Instruction const& line, Cell8 cell);
  Ended take_watermark(Instruction const& line, Cell8 cell);
  Ended mark_blindly(Instruction const& line, Cell8 cell);

  void wait();
  void abort();
  void go_on();
  void finish();
  [[nodiscard]] bool holds(Guard guard) const;
  [[nodiscard]] bool is_newer() const;

  [[nodiscard]] Cell8 visible(Cell8 cell) const;
  [[nodiscard]] Cell8 value_in(Cell8 cell) const {
    return cell == kNoCell ? Cell8{0} : visible(cell);
  }
  [[nodiscard]] bool is_blocked() const;
  [[nodiscard]] ViewRead view_read(Instruction const& line) const;
  [[nodiscard]] Result result_of(Instruction const& line, Cell8 cell, Cell8 before) const;
  Cell8 lock(Cell8 cell);
  void write(Cell8 cell, Cell8 value);
  bool insert(Cell8 cell, Cell8 value);
  void save(Cell8 cell, Cell8 state, int version);
  Ended log_event(Instruction const& line, Cell8 event, bool unique);
  Ended take_seq(int seq);
  void look_at_view(Cell8 absent);
  void add_to_count(Cell8 cell, int delta);
  [[nodiscard]] int prefix_from(int seq, unsigned seen) const;
  [[nodiscard]] unsigned seen_set() const;

  [[nodiscard]] std::uint16_t number() const { return static_cast<std::uint16_t>(session_ + 1); }
  /// The row that the line's event is about.
  [[nodiscard]] Cell8 row_of(Instruction const& line) const {
    return line.place == Place::reverse ? task().rows.reverse : task().rows.asked;
  }
  /// That row, as the session read it.
  [[nodiscard]] Cell8& remembered(Instruction const& line) const {
    return line.place == Place::reverse ? me().reverse : me().asked;
  }

  Writable view_;
  Code const& code_;
  int session_;
  Seen& seen_;
  Results* results_;
};

}  // namespace model::protocol
