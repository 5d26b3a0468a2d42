#include <fmt/format.h>

#include <array>

#include "properties/cases/actions.hpp"
#include "properties/cases/groups.hpp"
#include "properties/cases/play.hpp"
#include "properties/cases/words.hpp"

namespace properties::cases {
namespace {

using model::AccessMode;
using model::Visibility;
using trace::Action;
using trace::Certify;

constexpr int kAuthor = 300;
constexpr int kRevoked = 342;
constexpr int kAskedAt = 8;  ///< Where the reads of case K begin.

/// Approval, P1, a view that has caught up; a block, P2, and a consumer that stands still.
Script around_a_revocation() {
  Script script{{private_account(kAuthor), account(kRevoked)},
                {{follow(kRevoked, kAuthor), "CHANGED(PENDING,v1,seq1)"},
                 {decide(kAuthor, kRevoked, true), "CHANGED(ACTIVE,v2,seq2)"},
                 {post(kAuthor, 1, Visibility::followers), "stored"},
                 {deliver(1), "applied"},
                 {deliver(2), "applied"},
                 {Certify{}, "diff=0,0,0 watermark=2/2"},
                 {block(kAuthor, kRevoked), "CHANGED(REMOVED,v3,seq3)"},
                 {post(kAuthor, 2, Visibility::followers), "stored"}}};
  for (auto const mode : kModes) {
    for (int id : {1, 2}) script.cues.push_back({can_read(kRevoked, id, mode), ""});
  }
  return script;
}

/// "P1=DENY/truth P2=DENY/truth" for the mode at this place of kModes.
std::string both_posts(trace::Run const& run, std::size_t mode) {
  int const at = kAskedAt + 2 * static_cast<int>(mode);
  return fmt::format("P1={} P2={}", answer_of(run, 0, at), answer_of(run, 0, at + 1));
}

void expect_modes(Sheet& sheet, trace::Run const& run,
                  std::array<char const*, kModes.size()> const& expected) {
  for (std::size_t i = 0; i < kModes.size(); ++i) {
    sheet.expect(fmt::format("{:<15}", words(kModes[i])), both_posts(run, i), expected[i]);
  }
}

void check_tokens(Sheet& sheet, trace::Run const& run) {
  std::string tokens;
  for (auto const& stored : run.quiet.posts) {
    tokens += fmt::format("{}P{}={}", tokens.empty() ? "" : " ", stored.post.value(),
                          stored.acl_token.value());
  }
  sheet.expect("acl_token", tokens, "P1=2 P2=3");
}

// Sessions of a revocation that meets a post, and then someone reads.
constexpr int kPost = 0;
constexpr int kRevoker = 1;
constexpr int kReading = 2;

/// A revocation begins while a post is being made, between the read of its token and its COMMIT,
/// or the other way round.
struct RevocationMeetsPost {
  std::string title;
  model::TokenRead how{};
  trace::Switch turn;  ///< Where the session that began gives way to the other.
  int first{kPost};
  std::string waited;     ///< "post in lock_token", "block in next_seq" or "nobody".
  std::string committed;  ///< Who came first: "post, block".
  std::string token;
  std::string answer;
};

trace::Scenario scenario_of(RevocationMeetsPost const& meeting) {
  trace::Scenario scenario;
  scenario.accounts = {private_account(kAuthor), account(kRevoked)};
  scenario.given = {follow(kRevoked, kAuthor), decide(kAuthor, kRevoked, true), deliver(1),
                    deliver(2), Certify{}};
  scenario.sessions = {{"post", {post(kAuthor, 1, Visibility::followers, meeting.how)}},
                       {"block", {block(kAuthor, kRevoked)}},
                       {"reader", {can_read(kRevoked, 1, AccessMode::content_token)}}};
  if (meeting.first == kRevoker) {
    scenario.schedule.switches.push_back({{kPost, 0, trace::Step::begin}, kRevoker, false});
  }
  scenario.schedule.switches.push_back(meeting.turn);
  return scenario;
}

std::string who_waited(trace::Run const& run) {
  auto const by_post = waited_in(run, kPost, kRevoker);
  if (by_post != "nothing") return "post in " + by_post;
  auto const by_block = waited_in(run, kRevoker, kPost);
  return by_block == "nothing" ? "nobody" : "block in " + by_block;
}

/// "block, post": whose COMMIT was first.
std::string commit_order(trace::Run const& run) {
  std::string order;
  for (auto const& entry : run.log) {
    bool const done = entry.at.step == trace::Step::commit && entry.ending == trace::Ending::done;
    if (!done || (entry.at.session != kPost && entry.at.session != kRevoker)) continue;
    order +=
        (order.empty() ? "" : ", ") + std::string{entry.at.session == kPost ? "post" : "block"};
  }
  return order;
}

void meet_post(Bench& bench, Sheet& sheet, RevocationMeetsPost const& meeting) {
  auto const examined = bench.run({.scenario = scenario_of(meeting)});
  auto const& run = examined.result.run;
  sheet.note(meeting.title);
  sheet.expect("who waited:", who_waited(run), meeting.waited);
  sheet.expect("committed:", commit_order(run), meeting.committed);
  sheet.expect("acl_token", fmt::format("{}", run.quiet.posts.at(0).acl_token.value()),
               meeting.token);
  sheet.expect("the revoked reads it by CONTENT_TOKEN:", answer_of(run, kReading, 0),
               meeting.answer);
  check_properties(sheet, "this course", examined.report);
}

/// T5: what a plain read of the token leaves open, and the locking read does not.
void declared_window(Bench& bench, Sheet& sheet) {
  using model::TokenRead;
  using trace::Step;
  trace::Switch const token_read{{kPost, 0, Step::insert_post}, kRevoker, false};
  trace::Switch const seq_taken{{kRevoker, 0, Step::append_event}, kPost, false};
  meet_post(
      bench, sheet,
      {"the declared window: the token is read, the block commits, the post commits:",
       TokenRead::plain, token_read, kPost, "nobody", "block, post", "2", "ALLOW/projection"});
  meet_post(bench, sheet,
            {"the same schedule with a locking read: the block comes after the post, as after P1:",
             TokenRead::locking, token_read, kPost, "block in next_seq", "post, block", "2",
             "ALLOW/projection"});
  meet_post(bench, sheet,
            {"with a locking read the block can be first only if the token covers it:",
             TokenRead::locking, seq_taken, kRevoker, "post in lock_token", "block, post", "3",
             "DENY/fallback-truth"});
}

void new_enemy(Bench& bench, Sheet& sheet) {
  auto script = around_a_revocation();
  script.cues.push_back({deliver(3), "applied"});
  script.cues.push_back({Certify{}, "diff=0,0,0 watermark=3/3"});
  script.cues.push_back({can_read(kRevoked, 1, AccessMode::content_token), "DENY/projection"});
  auto const built = play(bench, sheet, script);
  check_tokens(sheet, built.result.run);
  sheet.note("the view at watermark 2 of 3, the consumer stopped:");
  expect_modes(sheet, built.result.run,
               {"P1=DENY/truth P2=DENY/truth", "P1=ALLOW/projection P2=ALLOW/projection",
                "P1=ALLOW/projection P2=DENY/fallback-truth",
                "P1=DENY/fallback-truth P2=DENY/fallback-truth"});
  sheet.note("after drain watermark=3 P1 CONTENT_TOKEN=" +
             answer_of(built.result.run, 0, static_cast<int>(script.cues.size()) - 1));

  auto const control =
      bench.run({.scenario = scenario_of(around_a_revocation()), .control = "projection_only"});
  sheet.note("when the projection answers whatever the token:");
  constexpr auto kLetIn = "P1=ALLOW/projection P2=ALLOW/projection";
  expect_modes(sheet, control.result.run, {"P1=DENY/truth P2=DENY/truth", kLetIn, kLetIn, kLetIn});
  check_caught(sheet, "projection_only", "content_token_bounds", control.report);
  declared_window(bench, sheet);
}

/// Who reads what: four modes each, in the order of kModes.
struct Row {
  std::string who;
  int viewer{0};
  int post{0};
  std::string expected;
};

std::string everywhere(std::string const& answer) { return fmt::format("{0} {0} {0} {0}", answer); }
std::string by_relation(std::string const& verdict) {
  return fmt::format("{0}/truth {0}/projection {0}/projection {0}/projection", verdict);
}

/// 2 is private; 1 follows it, 4 has asked, 3 and 5 have not.
std::vector<Action> before_the_blocks() {
  return {follow(1, 2),
          decide(2, 1, true),
          follow(4, 2),
          deliver(1),
          deliver(2),
          deliver(3),
          Certify{},
          post(2, 1, Visibility::everyone),
          post(2, 2, Visibility::followers),
          post(2, 3, Visibility::self)};
}

void show_rows(Bench& bench, Sheet& sheet, std::vector<Action> actions,
               std::vector<Row> const& rows) {
  trace::Scenario scenario;
  scenario.accounts = {account(1), private_account(2), account(3), account(4), account(5)};
  scenario.given = std::move(actions);
  auto& reader = scenario.sessions.emplace_back();
  reader.name = "reader";
  for (auto const& row : rows) {
    for (auto const mode : kModes) reader.actions.push_back(can_read(row.viewer, row.post, mode));
  }
  auto const examined = bench.run({.scenario = scenario});
  int at = 0;
  for (auto const& row : rows) {
    std::string answers;
    for (std::size_t i = 0; i < kModes.size(); ++i) {
      answers += (i == 0 ? "" : " ") + answer_of(examined.result.run, 0, at++);
    }
    sheet.expect(fmt::format("{:<21}", row.who), answers, row.expected);
  }
  check_properties(sheet, "these reads", examined.report);
}

void visibility_edges(Bench& bench, Sheet& sheet) {
  auto const to_all = everywhere("ALLOW/public-block-check");
  auto const to_nobody = everywhere("DENY/public-block-check");
  sheet.note("modes: TRUTH PROJECTION_ONLY CONTENT_TOKEN FRESH_TOKEN");
  show_rows(bench, sheet, before_the_blocks(),
            {{"author PUBLIC", 2, 1, everywhere("ALLOW/author")},
             {"author FOLLOWERS", 2, 2, everywhere("ALLOW/author")},
             {"author SELF", 2, 3, everywhere("ALLOW/author")},
             {"follower PUBLIC", 1, 1, to_all},
             {"follower FOLLOWERS", 1, 2, by_relation("ALLOW")},
             {"follower SELF", 1, 3, everywhere("DENY/truth")},
             {"pending PUBLIC", 4, 1, to_all},
             {"pending FOLLOWERS", 4, 2, by_relation("DENY")},
             {"stranger PUBLIC", 3, 1, to_all},
             {"stranger FOLLOWERS", 3, 2, by_relation("DENY")},
             {"stranger SELF", 3, 3, everywhere("DENY/truth")},
             {"a post that is not", 1, 9, everywhere("DENY/no-such-post")}});

  auto actions = before_the_blocks();
  actions.insert(actions.end(), {block(2, 3), block(5, 2)});
  sheet.note("2 blocks 3, and 5 blocks 2:");
  show_rows(bench, sheet, actions,
            {{"blocked PUBLIC", 3, 1, to_nobody},
             {"blocker PUBLIC", 5, 1, to_nobody},
             {"follower PUBLIC", 1, 1, to_all}});

  actions.insert(actions.end(), {unblock(2, 3), unblock(5, 2)});
  sheet.note("both take it back:");
  show_rows(bench, sheet, actions,
            {{"unblocked PUBLIC", 3, 1, to_all},
             {"unblocker PUBLIC", 5, 1, to_all},
             {"unblocked FOLLOWERS", 3, 2, by_relation("DENY")}});
}

}  // namespace

std::vector<Case> reading_cases() {
  return {
      {.name = "K",
       .claim = "what was posted after a revocation stays closed to the revoked, by token",
       .cites = "T1 T2 T3 T4 T5",
       .perform = new_enemy,
       .file = __FILE__,
       .line = __LINE__},
      {.name = "M",
       .claim =
           "PUBLIC asks only for blocks, FOLLOWERS for an ACTIVE relation, SELF for the author",
       .cites = "T1 T2 T3 T4 T6",
       .perform = visibility_edges,
       .file = __FILE__,
       .line = __LINE__},
  };
}

}  // namespace properties::cases
