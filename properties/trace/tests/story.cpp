#include "properties/trace/tests/story.hpp"

#include <cstdlib>
#include <utility>
#include <variant>

#include "properties/trace/overloaded.hpp"

namespace properties::trace {
namespace {

using Steps = std::vector<Step>;

Steps operator+(Steps left, Steps const& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Steps writes(Answer const& answer) {
  Steps steps;
  auto const* write = std::get_if<WriteAnswer>(&answer);
  for (std::size_t i = 0; write != nullptr && i < write->changes.size(); ++i) {
    steps = steps + Steps{Step::save_pair, Step::next_seq, Step::append_event};
  }
  return steps;
}

Steps reads(model::CanRead const& read, Answer const& answer) {
  Steps steps{Step::load_post};
  auto const source = std::get<ReadAnswer>(answer).source;
  if (source == AccessSource::no_such_post || source == AccessSource::author) return steps;
  if (source == AccessSource::public_block_check) return steps + Steps{Step::check_block};
  if (read.mode == model::AccessMode::fresh_token) steps.push_back(Step::read_last_seq);
  if (read.mode != model::AccessMode::truth) steps.push_back(Step::read_projection);
  return source == AccessSource::projection ? steps : steps + Steps{Step::read_truth};
}

Steps applies(Answer const& answer) {
  auto const verdict = std::get<ApplyAnswer>(answer).verdict;
  Steps steps{Step::begin, Step::mark_seen};
  if (verdict != ApplyVerdict::dup) steps = steps + Steps{Step::ensure_row, Step::lock_row};
  if (verdict == ApplyVerdict::applied) steps = steps + Steps{Step::replace_row, Step::add_count};
  if (verdict != ApplyVerdict::dup) {
    steps = steps + Steps{Step::lock_watermark, Step::seen_prefix, Step::save_watermark};
  }
  return steps + Steps{Step::commit};
}

/// What the services do for an action that comes to this answer.
Steps steps_of(Action const& action, Answer const& answer) {
  using enum Step;
  Steps const pair{begin, check_accounts, ensure_pair, lock_pair};
  Steps const ends{commit};
  return std::visit(
      overloaded{
          [&](model::Follow const&) {
            return Steps{begin, lock_followee, ensure_pair, lock_pair, check_block} +
                   writes(answer) + ends;
          },
          [&](model::Unfollow const&) { return pair + writes(answer) + ends; },
          [&](model::Decide const&) { return pair + writes(answer) + ends; },
          [&](model::Block const&) {
            return pair + Steps{ensure_pair, lock_pair, insert_block} + writes(answer) + ends;
          },
          [&](model::Unblock const&) { return pair + Steps{delete_block} + ends; },
          [&](model::MakePost const& post) {
            auto const token = post.token == model::TokenRead::plain ? read_token : lock_token;
            return Steps{begin, check_accounts, token, insert_post, commit};
          },
          [&](model::CanRead const& read) { return reads(read, answer); },
          [&](Deliver const&) { return applies(answer); },
          [&](Rebuild const&) {
            return Steps{begin, lock_projection, clear_projection, commit};
          },
          [&](Certify const&) {
            return Steps{begin, read_diff, mark_serving, commit};
          },
      },
      action);
}

}  // namespace

Story::Story(Scenario scenario) : scenario_{std::move(scenario)} {}

void Story::given(std::vector<Answer> const& answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    begin(kGiven, static_cast<int>(i), scenario_.given.at(i), answers[i]);
    finish(kGiven);
  }
}

void Story::whole(int session, Answer const& answer) {
  call(session, answer);
  finish(session);
}

void Story::call(int session, Answer const& answer) {
  auto const& actions = scenario_.sessions.at(static_cast<std::size_t>(session)).actions;
  int const index = seats_[session].next_action++;
  begin(session, index, actions.at(static_cast<std::size_t>(index)), answer);
}

void Story::begin(int session, int index, Action const& action, Answer const& answer) {
  auto& seat = seats_[session];
  if (!seat.left.empty()) std::abort();  // The story is told wrong: the last action is not over.
  seat.left = steps_of(action, answer);
  seat.taken.clear();
  seat.answer = answer;
  seat.record = run_.actions.size();
  run_.actions.push_back({session, index, action, tick_++, std::nullopt, Indeterminate{}});
}

std::vector<int> Story::enabled() const {
  std::vector<int> sessions;
  for (int i = 0; i < static_cast<int>(scenario_.sessions.size()); ++i) {
    auto const seat = seats_.find(i);
    bool const fresh = seat == seats_.end();
    auto const& actions = scenario_.sessions[static_cast<std::size_t>(i)].actions;
    bool const has_more = fresh || !seat->second.left.empty() ||
                          static_cast<std::size_t>(seat->second.next_action) < actions.size();
    if (has_more && (fresh || !seat->second.waiting)) sessions.push_back(i);
  }
  return sessions;
}

LogEntry& Story::log(int session) {
  auto& seat = seats_.at(session);
  auto const step = seat.left.at(0);
  LogEntry entry;
  entry.tick = tick_++;
  entry.at = {session, run_.actions[seat.record].index, step, seat.taken[step]};
  if (session >= 0) entry.enabled = enabled();
  entry.note = std::exchange(note_, "");
  run_.log.push_back(entry);
  return run_.log.back();
}

void Story::take(int session) {
  auto& entry = log(session);
  auto& seat = seats_.at(session);
  auto const* write = std::get_if<WriteAnswer>(&seat.answer);
  if (entry.at.step == Step::commit && write != nullptr) {
    for (auto const& [made, seq] : write->changes) {
      entry.events.push_back({seq, made.pair, made.row});
    }
  }
  ++seat.taken[entry.at.step];
  seat.left.erase(seat.left.begin());
}

void Story::until(int session, Step step, int nth) {
  auto& seat = seats_.at(session);
  while (seat.taken[step] <= nth) take(session);
}

void Story::waits(int session, std::vector<int> const& holders) {
  auto& entry = log(session);
  entry.ending = Ending::blocked;
  entry.blocked_by = holders;
  seats_.at(session).waiting = true;
}

void Story::woken(int session) {
  seats_.at(session).waiting = false;
  auto const at = run_.log.size();
  take(session);
  run_.log[at].kind = LogEntry::Kind::wake;
  run_.log[at].enabled.clear();
}

void Story::finish(int session) {
  auto& seat = seats_.at(session);
  while (!seat.left.empty()) take(session);
  end(session, Returned{seat.answer});
}

void Story::end(int session, Completion const& completion) {
  auto& seat = seats_.at(session);
  seat.left.clear();
  auto& record = run_.actions[seat.record];
  record.completion = completion;
  if (!std::holds_alternative<Indeterminate>(completion)) record.responded_at = tick_++;
  run_.quiet.tick = tick_;
}

void Story::drain(std::vector<Action> const& actions, std::vector<Answer> const& answers) {
  run_.quiet.drained = true;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    begin(kDrain, static_cast<int>(i), actions[i], answers.at(i));
    finish(kDrain);
  }
}

WriteAnswer changed(std::vector<SeqChange> changes) {
  WriteAnswer answer;
  answer.verdict = model::Verdict::changed;
  if (!changes.empty()) answer.present = changes[0].change.row;
  answer.changes = std::move(changes);
  return answer;
}

SeqChange change(int follower, int followee, model::RelationState state, int version, int seq) {
  return {{{model::UserId{follower}, model::UserId{followee}}, {state, model::Version{version}}},
          model::Seq{seq}};
}

}  // namespace properties::trace
