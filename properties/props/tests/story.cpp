#include "properties/props/tests/story.hpp"

#include <algorithm>
#include <map>

namespace properties::props::tests {
namespace {

constexpr model::PostId kPost{1};

model::UserId user(int id) { return model::UserId{id}; }

trace::WriteAnswer const* write_answer(trace::ActionRecord const& record) {
  auto const* returned = std::get_if<trace::Returned>(&record.completion);
  return returned == nullptr ? nullptr : std::get_if<trace::WriteAnswer>(&returned->answer);
}

bool changed_something(trace::ActionRecord const& record) {
  auto const* answer = write_answer(record);
  return answer != nullptr && answer->verdict == model::Verdict::changed;
}

}  // namespace

Event event(int seq, int follower, int followee, RelationState state, int version) {
  return {model::Seq{seq}, {user(follower), user(followee)}, row(state, version)};
}
model::Follow follow(int follower, int followee) { return {user(follower), user(followee)}; }
model::Unfollow unfollow(int follower, int followee) { return {user(follower), user(followee)}; }
model::Block block(int blocker, int blocked) { return {user(blocker), user(blocked)}; }
model::Unblock unblock(int blocker, int blocked) { return {user(blocker), user(blocked)}; }
model::MakePost post(int author, model::Visibility visibility, model::TokenRead token) {
  return {user(author), kPost, visibility, token};
}
model::CanRead can_read(int viewer, model::AccessMode mode) { return {user(viewer), kPost, mode}; }
trace::Deliver deliver(int seq) { return {model::Seq{seq}}; }

trace::WriteAnswer changed(std::vector<Event> const& events) {
  trace::WriteAnswer answer{model::Verdict::changed, model::Reason::none, {}, {}};
  if (!events.empty()) answer.present = events.front().row;
  for (auto const& e : events) answer.changes.push_back({{e.pair, e.row}, e.seq});
  return answer;
}
trace::WriteAnswer noop(model::Reason reason, model::PairRow present) {
  return {model::Verdict::noop, reason, present, {}};
}
trace::WriteAnswer rejected(model::Reason reason, model::PairRow present) {
  return {model::Verdict::rejected, reason, present, {}};
}
model::PairRow row(RelationState state, int version) { return {state, model::Version{version}}; }
trace::ReadAnswer allow(trace::AccessSource source) { return {true, source}; }
trace::ReadAnswer deny(trace::AccessSource source) { return {false, source}; }
trace::ApplyAnswer applied() { return {trace::ApplyVerdict::applied}; }
trace::ApplyAnswer stale() { return {trace::ApplyVerdict::stale}; }
trace::ApplyAnswer dup() { return {trace::ApplyVerdict::dup}; }

Story::Story() { scenario_.accounts = {{user(1)}, {user(2)}, {user(3)}}; }

int Story::session_named(std::string_view name) {
  if (name == "given") return trace::kGiven;
  if (name == "drain") return trace::kDrain;
  auto const found = std::ranges::find(scenario_.sessions, name, &trace::Session::name);
  auto const index = static_cast<int>(found - scenario_.sessions.begin());
  if (found == scenario_.sessions.end()) scenario_.sessions.push_back({std::string{name}, {}});
  return index;
}

Story::Handle Story::call(std::string_view session, trace::Action action) {
  int const number = session_named(session);
  auto const index =
      static_cast<int>(std::ranges::count(run_.actions, number, &trace::ActionRecord::session));
  if (number == trace::kGiven) scenario_.given.push_back(action);
  if (number >= 0) {
    scenario_.sessions[static_cast<std::size_t>(number)].actions.push_back(action);
  }
  run_.actions.push_back({number, index, std::move(action), ++now_, {}, trace::NeverHappened{}});
  return run_.actions.size() - 1;
}

trace::LogEntry& Story::step(Handle action, Step step) {
  auto const& record = run_.actions[action];
  trace::LogEntry entry;
  entry.tick = ++now_;
  entry.at = {record.session, record.index, step, 0};
  return run_.log.emplace_back(std::move(entry));
}

void Story::commit(Handle action, std::vector<Event> const& events) {
  step(action, Step::commit).events = events;
  run_.quiet.events.insert(run_.quiet.events.end(), events.begin(), events.end());
}

void Story::answer(Handle action, trace::Answer answer) {
  end(action, trace::Returned{std::move(answer)});
}

void Story::end(Handle action, trace::Completion completion) {
  ++now_;
  auto& record = run_.actions[action];
  if (!std::holds_alternative<trace::Indeterminate>(completion)) record.responded_at = now_;
  record.completion = std::move(completion);
}

Story::Handle Story::does(std::string_view session, trace::Action action, trace::Answer answer) {
  auto const handle = call(session, std::move(action));
  step(handle, Step::begin);
  std::vector<Event> events;
  if (auto const* write = std::get_if<trace::WriteAnswer>(&answer)) {
    for (auto const& c : write->changes) events.push_back({c.seq, c.change.pair, c.change.row});
  }
  commit(handle, events);
  this->answer(handle, std::move(answer));
  return handle;
}

void Story::fill_tables() {
  std::map<model::Pair, model::InspectOutcome> pairs;
  std::ranges::sort(run_.quiet.events);
  for (auto const& e : run_.quiet.events) {
    pairs[e.pair].row = e.row;
    run_.quiet.last = e.seq;
  }
  for (auto const& record : run_.actions) {
    if (!changed_something(record)) continue;
    if (auto const* op = std::get_if<model::Block>(&record.action)) {
      pairs[{op->blocked, op->blocker}].blocked = true;
    } else if (auto const* undo = std::get_if<model::Unblock>(&record.action)) {
      pairs[{undo->blocked, undo->blocker}].blocked = false;
    } else if (auto const* made = std::get_if<model::MakePost>(&record.action)) {
      run_.quiet.posts.push_back({made->post, made->author, made->visibility, run_.quiet.last});
    }
  }
  for (auto const& [pair, seen] : pairs) run_.quiet.pairs.push_back({pair, seen});
}

trace::Quiet& Story::quiet() {
  if (!quiet_) fill_tables();
  quiet_ = true;
  run_.quiet.tick = now_ + 1;
  return run_.quiet;
}

std::string Story::judged_by(std::string const& property) {
  quiet();
  auto const report = judge(scenario_, run_, {property});
  if (!report.held.empty()) return "holds";
  if (!report.undecided.empty()) return "undecided: " + report.undecided.front();
  if (report.findings.empty()) return "not applicable";
  std::string text;
  for (auto const& line : report.findings.front().because) text += line + "\n";
  return text;
}

}  // namespace properties::props::tests
