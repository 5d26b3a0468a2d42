#include "model/protocol/code.hpp"

#include <algorithm>
#include <set>

#include "model/protocol/cells.hpp"
#include "model/protocol/limits.hpp"
#include "model/protocol/must.hpp"
#include "model/protocol/programs.hpp"
#include "model/protocol/values.hpp"

namespace model::protocol {
namespace {

std::uint8_t state_saved_by(Task const& task, std::map<UserId, bool> const& accounts) {
  if (auto const* follow = std::get_if<Follow>(&task)) {
    return accounts.at(follow->followee) ? values::kPending : values::kActive;
  }
  auto const* decide = std::get_if<Decide>(&task);
  return decide != nullptr && decide->accept ? values::kActive : values::kRemoved;
}

std::uint8_t row_at(Rows const& rows, Place place) {
  return place == Place::reverse ? rows.reverse : rows.asked;
}

std::uint8_t log_at(Rows const& rows, Place place) {
  return place == Place::reverse ? rows.reverse_log : rows.asked_log;
}

/// The row that the effect is about.
std::uint8_t cell_of(Line const& line, TaskCode const& task, Cells const& cells) {
  switch (line.effect) {
    case Effect::insert_row:
    case Effect::lock_row:
    case Effect::read_row:
    case Effect::lock_as_removed:
    case Effect::lock_as_pending:
    case Effect::save_row:
    case Effect::save_restarted:
    case Effect::save_active:
    case Effect::touch_row:
    case Effect::accept_event:
    case Effect::forget_row:
      return row_at(task.rows, line.place);  // A consumer's: kNoCell.
    case Effect::append_event:
    case Effect::append_restarted:
    case Effect::append_late:
    case Effect::append_again:
      return log_at(task.rows, line.place);
    case Effect::insert_fact:
    case Effect::mark_blindly:
    case Effect::delete_fact:
      if (auto const* delivery = std::get_if<Deliver>(&task.task)) {
        return cells.seen.at(static_cast<std::size_t>(delivery->seq - 1));
      }
      return task.rows.block;
    case Effect::bump_seq:
    case Effect::draw_seq:
    case Effect::read_seq:
    case Effect::read_zero:
    case Effect::share_seq:
    case Effect::share_zero:
      return cells.event_seq;
    case Effect::insert_post:
    case Effect::load_post:
      return cells.post;
    case Effect::lock_watermark:
    case Effect::read_watermark:
    case Effect::save_watermark:
    case Effect::find_and_save_watermark:
    case Effect::take_watermark:
      return cells.watermark;
    case Effect::begin:
    case Effect::commit:
    case Effect::rollback:
    case Effect::know_accounts:
    case Effect::check_blocks:
    case Effect::find_prefix:
    case Effect::find_highest:
    case Effect::move_count:
    case Effect::count_kind:
    case Effect::read_truth:
    case Effect::read_view:
    case Effect::read_view_blindly:
    case Effect::read_view_of_absent:
    case Effect::read_blocks:
    case Effect::read_view_as_truth:
      return kNoCell;
  }
  return kNoCell;
}

/// Lays the programs of a session's tasks one behind the other.
class Compiler {
 public:
  Compiler(Scenario const& scenario, Variant const& variant, Code const& code)
      : scenario_{scenario}, variant_{variant}, code_{code} {}

  [[nodiscard]] SessionCode session(std::vector<Slot> const& slots) {
    SessionCode session;
    session.lines.emplace_back();
    for (auto const& slot : slots) {
      auto& tasks = session.slots.emplace_back();
      for (auto const& task : slot) tasks.push_back(add(session, task));
    }
    return session;
  }

 private:
  std::uint8_t add(SessionCode& session, Task const& task) const {
    auto const known = std::find_if(session.tasks.begin(), session.tasks.end(),
                                    [&](TaskCode const& one) { return one.task == task; });
    auto const number = static_cast<std::uint8_t>(known - session.tasks.begin());
    if (known == session.tasks.end()) session.tasks.push_back(lay(session, task, number));
    return number;
  }

  TaskCode lay(SessionCode& session, Task const& task, std::uint8_t number) const {
    auto made = code_of(task);
    auto program = program_of(task);
    if (variant_.rewrite != nullptr) variant_.rewrite(task, program);
    made.start = static_cast<std::uint8_t>(session.lines.size());
    made.end = static_cast<std::uint8_t>(session.lines.size() + program.size());
    bool local = false;
    for (auto const& line : program) {
      session.lines.push_back(instruction(line, made, number, local));
      bool const opens = line.effect == Effect::begin && session.lines.size() - 1 == made.start;
      local = opens || (local && line.effect == Effect::know_accounts);
    }
    session.lines.push_back(instruction({Step::rollback, Effect::rollback}, made, number, false));
    return made;
  }

  [[nodiscard]] Instruction instruction(Line const& line, TaskCode const& task, std::uint8_t number,
                                        bool after_begin) const {
    return {line.step,  line.effect,          line.guard,
            line.place, lock_of(line.effect), cell_of(line, task, code_.cells),
            number,     after_begin};
  }

  [[nodiscard]] TaskCode code_of(Task const& task) const {
    TaskCode made{task, kind_of(task), {}, {}, state_saved_by(task, scenario_.accounts), 0, 0, 0};
    auto const pair = asked_pair(task, author_of(scenario_));
    if (pair != Pair{}) made.rows = rows_of(code_.cells, pair);
    if (writes_relations(made.kind)) made.expected = expectation_of(task, scenario_.accounts);
    if (made.kind == Kind::can_read) {
      auto const& readers = code_.readers;
      made.reader = static_cast<std::uint8_t>(
          std::find(readers.begin(), readers.end(), made.rows.asked) - readers.begin());
    }
    return made;
  }

  Scenario const& scenario_;
  Variant const& variant_;
  Code const& code_;
};

void place_readers(Code& code, Scenario const& scenario) {
  std::set<std::uint8_t> readers;
  for (auto const& task : tasks_of(scenario)) {
    if (auto const* check = std::get_if<CanRead>(&task)) {
      readers.insert(code.cells.relation.at({check->viewer, author_of(scenario)}));
    }
    if (auto const* post = std::get_if<MakePost>(&task)) {
      code.token_is_locked = post->token == TokenRead::locking;
    }
  }
  code.readers.assign(readers.begin(), readers.end());
}

void place_views(Code& code) {
  code.view_of.fill(kNoCell);
  code.count_of.fill(kNoCell);
  for (auto const& [pair, cell] : code.cells.view) {
    code.view_of[code.cells.relation.at(pair)] = cell;
    code.count_of[code.cells.relation.at(pair)] = code.cells.count.at(pair.followee);
  }
  for (auto const& [pair, cell] : code.cells.relation) {
    if (pair.follower < pair.followee) code.pairs.push_back(rows_of(code.cells, pair));
  }
}

}  // namespace

Lock lock_of(Effect effect) {
  switch (effect) {
    case Effect::insert_row:
    case Effect::insert_fact:
    case Effect::mark_blindly:
    case Effect::append_event:
    case Effect::append_again:
    case Effect::insert_post:
      return Lock::key;
    case Effect::lock_row:
    case Effect::lock_as_removed:
    case Effect::lock_as_pending:
    case Effect::save_row:
    case Effect::save_restarted:
    case Effect::save_active:
    case Effect::touch_row:
    case Effect::bump_seq:
    case Effect::delete_fact:
    case Effect::lock_watermark:
    case Effect::save_watermark:
    case Effect::find_and_save_watermark:
    case Effect::accept_event:
    case Effect::forget_row:
      return Lock::exclusive;
    case Effect::move_count:
    case Effect::count_kind:
      return Lock::upsert;
    case Effect::share_seq:
    case Effect::share_zero:
      return Lock::share;
    case Effect::begin:
    case Effect::commit:
    case Effect::rollback:
    case Effect::know_accounts:
    case Effect::read_row:
    case Effect::check_blocks:
    case Effect::draw_seq:
    case Effect::append_restarted:
    case Effect::append_late:
    case Effect::read_seq:
    case Effect::read_zero:
    case Effect::read_watermark:
    case Effect::find_prefix:
    case Effect::find_highest:
    case Effect::load_post:
    case Effect::read_truth:
    case Effect::read_view:
    case Effect::read_view_blindly:
    case Effect::read_view_of_absent:
    case Effect::read_blocks:
    case Effect::read_view_as_truth:
    case Effect::take_watermark:
      return Lock::none;
  }
  return Lock::none;
}

Code compile(Scenario const& scenario, Variant const& variant) {
  auto const* const limit = broken_limit(scenario, variant);
  must(limit == nullptr, limit);
  Code code;
  code.cells = cells_of(scenario);
  code.layout.sessions = static_cast<int>(scenario.sessions.size());
  code.layout.cells = code.cells.size;
  code.layout.events = static_cast<int>(code.cells.seen.size());
  code.aborts = scenario.aborts;
  place_readers(code, scenario);
  code.layout.has_moments = code.cells.post != kNoCell;
  place_views(code);
  Compiler compiler{scenario, variant, code};
  for (auto const& slots : scenario.sessions) code.sessions.push_back(compiler.session(slots));
  code.given = compiler.session(in_order(scenario.given));
  return code;
}

}  // namespace model::protocol
