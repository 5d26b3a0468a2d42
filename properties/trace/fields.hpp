#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "properties/trace/trace.hpp"

/// The file format, said once: which key stands for which member, in the order of the file.
///
/// Reader and writer are visitors of it, so that neither can know a key that the other does not.
/// A visitor offers
///   required(key, member)   always written, refused when missing;
///   optional(key, member)   left out when it equals its default;
///   rows(key, list)         as `required`, one element a line;
///   optional_rows(key, list)
///   session(key, number)    written by name;
///   sessions(key, numbers)  as `session`, left out when empty;
///   names(sessions)         from here on, these are the names.
namespace properties::trace {

template <class T, class Of>
concept Like = std::same_as<std::remove_const_t<T>, Of>;

/// The key that tells the alternatives of a variant apart, and its word for each.
template <class Variant>
inline constexpr std::string_view kTag{};
template <>
inline constexpr std::string_view kTag<Action>{"op"};
template <>
inline constexpr std::string_view kTag<Completion>{"as"};
template <>
inline constexpr std::string_view kTag<Answer>{"to"};

template <class Alternative>
inline constexpr std::string_view kTagWord{};
template <>
inline constexpr std::string_view kTagWord<model::Follow>{"follow"};
template <>
inline constexpr std::string_view kTagWord<model::Unfollow>{"unfollow"};
template <>
inline constexpr std::string_view kTagWord<model::Decide>{"decide"};
template <>
inline constexpr std::string_view kTagWord<model::Block>{"block"};
template <>
inline constexpr std::string_view kTagWord<model::Unblock>{"unblock"};
template <>
inline constexpr std::string_view kTagWord<model::MakePost>{"post"};
template <>
inline constexpr std::string_view kTagWord<model::CanRead>{"can_read"};
template <>
inline constexpr std::string_view kTagWord<Deliver>{"deliver"};
template <>
inline constexpr std::string_view kTagWord<Rebuild>{"rebuild"};
template <>
inline constexpr std::string_view kTagWord<Certify>{"certify"};
template <>
inline constexpr std::string_view kTagWord<Returned>{"returned"};
template <>
inline constexpr std::string_view kTagWord<NeverHappened>{"never_happened"};
template <>
inline constexpr std::string_view kTagWord<Indeterminate>{"indeterminate"};
template <>
inline constexpr std::string_view kTagWord<Void>{"void"};
template <>
inline constexpr std::string_view kTagWord<WriteAnswer>{"write"};
template <>
inline constexpr std::string_view kTagWord<ReadAnswer>{"read"};
template <>
inline constexpr std::string_view kTagWord<ApplyAnswer>{"apply"};
template <>
inline constexpr std::string_view kTagWord<DiffAnswer>{"diff"};

/// Laid out over several lines by the writer.
template <class T>
inline constexpr bool kTall = false;
template <>
inline constexpr bool kTall<Session> = true;
template <>
inline constexpr bool kTall<Scenario> = true;
template <>
inline constexpr bool kTall<Quiet> = true;
template <>
inline constexpr bool kTall<Run> = true;
template <>
inline constexpr bool kTall<RecordedFinding> = true;
template <>
inline constexpr bool kTall<Trace> = true;

template <class Visitor, class T>
requires Like<T, model::Follow> || Like<T, model::Unfollow> || Like<T, model::Pair>
void fields(Visitor& visit, T& pair) {
  visit.required("follower", pair.follower);
  visit.required("followee", pair.followee);
}
template <class Visitor, Like<model::Decide> T>
void fields(Visitor& visit, T& decide) {
  visit.required("decider", decide.decider);
  visit.required("requester", decide.requester);
  visit.required("accept", decide.accept);
}
template <class Visitor, class T>
requires Like<T, model::Block> || Like<T, model::Unblock>
void fields(Visitor& visit, T& block) {
  visit.required("blocker", block.blocker);
  visit.required("blocked", block.blocked);
}
template <class Visitor, Like<model::MakePost> T>
void fields(Visitor& visit, T& post) {
  visit.required("author", post.author);
  visit.required("post", post.post);
  visit.required("visibility", post.visibility);
  visit.required("token", post.token);
}
template <class Visitor, Like<model::CanRead> T>
void fields(Visitor& visit, T& read) {
  visit.required("viewer", read.viewer);
  visit.required("post", read.post);
  visit.required("mode", read.mode);
}
template <class Visitor, Like<Deliver> T>
void fields(Visitor& visit, T& delivery) {
  visit.required("seq", delivery.seq);
}
template <class Visitor, class T>
requires Like<T, Rebuild> || Like<T, Certify> || Like<T, Void>
void fields(Visitor&, T&) {}

template <class Visitor, Like<Account> T>
void fields(Visitor& visit, T& account) {
  visit.required("id", account.id);
  visit.optional("private", account.is_private);
  visit.optional("deleted", account.is_deleted);
}
template <class Visitor, Like<Session> T>
void fields(Visitor& visit, T& session) {
  visit.required("name", session.name);
  visit.rows("actions", session.actions);
}
template <class Visitor, Like<Point> T>
void fields(Visitor& visit, T& point) {
  visit.session("session", point.session);
  visit.required("action", point.action);
  visit.required("step", point.step);
  visit.optional("nth", point.nth);
}
template <class Visitor, Like<Switch> T>
void fields(Visitor& visit, T& change) {
  visit.required("at", change.at);
  visit.session("to", change.to);
  visit.optional("after", change.after);
}
template <class Visitor, Like<Scenario> T>
void fields(Visitor& visit, T& scenario) {
  visit.required("accounts", scenario.accounts);
  visit.optional_rows("given", scenario.given);
  visit.rows("sessions", scenario.sessions);
  visit.names(scenario.sessions);
  visit.optional_rows("schedule", scenario.schedule.switches);
  visit.optional("lost", scenario.lost);
}

template <class Visitor, Like<model::PairRow> T>
void fields(Visitor& visit, T& row) {
  visit.required("state", row.state);
  visit.required("version", row.version);
}
template <class Visitor, Like<Event> T>
void fields(Visitor& visit, T& event) {
  visit.required("seq", event.seq);
  fields(visit, event.pair);
  fields(visit, event.row);
}
template <class Visitor, Like<SeqChange> T>
void fields(Visitor& visit, T& change) {
  fields(visit, change.change.pair);
  fields(visit, change.change.row);
  visit.required("seq", change.seq);
}
template <class Visitor, Like<WriteAnswer> T>
void fields(Visitor& visit, T& answer) {
  visit.required("verdict", answer.verdict);
  visit.optional("reason", answer.reason);
  visit.required("present", answer.present);
  visit.optional("changes", answer.changes);
}
template <class Visitor, Like<ReadAnswer> T>
void fields(Visitor& visit, T& answer) {
  visit.required("allowed", answer.allowed);
  visit.required("source", answer.source);
}
template <class Visitor, Like<ApplyAnswer> T>
void fields(Visitor& visit, T& answer) {
  visit.required("verdict", answer.verdict);
}
template <class Visitor, Like<DiffAnswer> T>
void fields(Visitor& visit, T& answer) {
  visit.required("resurrected", answer.resurrected);
  visit.required("missing", answer.missing);
  visit.required("wrong_counts", answer.wrong_counts);
  visit.required("watermark", answer.watermark);
  visit.required("last", answer.last);
}
template <class Visitor, Like<Returned> T>
void fields(Visitor& visit, T& ended) {
  visit.required("answer", ended.answer);
}
template <class Visitor, Like<NeverHappened> T>
void fields(Visitor& visit, T& ended) {
  visit.required("reason", ended.reason);
  visit.optional("sqlstate", ended.sqlstate);
  visit.optional("defect", ended.defect);
}
template <class Visitor, Like<Indeterminate> T>
void fields(Visitor& visit, T& ended) {
  visit.required("reason", ended.reason);
}
template <class Visitor, Like<ActionRecord> T>
void fields(Visitor& visit, T& record) {
  visit.session("session", record.session);
  visit.required("index", record.index);
  visit.required("action", record.action);
  visit.required("invoked", record.invoked_at);
  visit.optional("responded", record.responded_at);
  visit.required("ended", record.completion);
}
template <class Visitor, Like<BrokenInvariant> T>
void fields(Visitor& visit, T& broken) {
  visit.required("name", broken.name);
  visit.required("row", broken.row);
}
template <class Visitor, Like<LogEntry> T>
void fields(Visitor& visit, T& entry) {
  visit.required("tick", entry.tick);
  visit.optional("kind", entry.kind);
  visit.required("at", entry.at);
  visit.optional("ending", entry.ending);
  visit.sessions("blocked_by", entry.blocked_by);
  visit.optional("sqlstate", entry.sqlstate);
  visit.optional("note", entry.note);
  visit.optional("events", entry.events);
  visit.optional("broken", entry.broken);
  visit.sessions("enabled", entry.enabled);
}
template <class Visitor, Like<FinalPair> T>
void fields(Visitor& visit, T& seen) {
  fields(visit, seen.pair);
  fields(visit, seen.seen.row);
  visit.optional("blocked", seen.seen.blocked);
}
template <class Visitor, Like<FinalPost> T>
void fields(Visitor& visit, T& post) {
  visit.required("post", post.post);
  visit.required("author", post.author);
  visit.required("visibility", post.visibility);
  visit.required("acl_token", post.acl_token);
}
template <class Visitor, Like<Quiet> T>
void fields(Visitor& visit, T& quiet) {
  visit.required("tick", quiet.tick);
  visit.required("drained", quiet.drained);
  visit.optional_rows("pairs", quiet.pairs);
  visit.optional_rows("posts", quiet.posts);
  visit.optional_rows("events", quiet.events);
  visit.required("last", quiet.last);
  visit.required("diff", quiet.diff);
  visit.required("serving", quiet.serving);
  visit.optional_rows("broken", quiet.broken);
}
template <class Visitor, Like<DeadlockSeen> T>
void fields(Visitor& visit, T& deadlock) {
  visit.required("tick", deadlock.tick);
  visit.sessions("cycle", deadlock.cycle);
  visit.session("victim", deadlock.victim);
}
template <class Visitor, Like<Run> T>
void fields(Visitor& visit, T& run) {
  visit.rows("actions", run.actions);
  visit.rows("log", run.log);
  visit.optional_rows("deadlocks", run.deadlocks);
  visit.required("quiet", run.quiet);
}

template <class Visitor, Like<RecordedFinding> T>
void fields(Visitor& visit, T& finding) {
  visit.required("property", finding.property);
  visit.rows("because", finding.because);
}
template <class Visitor, Like<Environment> T>
void fields(Visitor& visit, T& environment) {
  visit.optional("relcheck", environment.relcheck);
  visit.optional("postgres", environment.postgres);
  visit.optional("seed", environment.seed);
  visit.optional("strategy", environment.strategy);
}
/// Without `$schema`, which is read and written first.
template <class Visitor, Like<Trace> T>
void fields(Visitor& visit, T& trace) {
  visit.optional("title", trace.title);
  visit.optional("mutant", trace.mutant);
  visit.required("expect", trace.expect);
  visit.required("scenario", trace.scenario);
  visit.optional_rows("findings", trace.findings);
  visit.optional("environment", trace.environment);
  visit.optional("run", trace.run);
}

}  // namespace properties::trace
