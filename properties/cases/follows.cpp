#include <fmt/format.h>

#include "properties/cases/actions.hpp"
#include "properties/cases/groups.hpp"
#include "properties/cases/play.hpp"
#include "properties/cases/words.hpp"

namespace properties::cases {
namespace {

using model::AccessMode;
using model::Visibility;
using trace::Certify;

/// What the view counts as followers of 2 once its events are consumed.
void expect_followers(Bench& bench, Sheet& sheet, std::string const& expected) {
  auto const rows =
      bench.look("SELECT coalesce(sum(followers), 0) FROM proj_count WHERE followee = 2");
  sheet.expect("followers counted of 2:", rows.at(0).at(0), expected);
}

void follow_a_public_account(Bench& bench, Sheet& sheet) {
  std::vector<Cue> cues{
      {follow(1, 2), "CHANGED(ACTIVE,v1,seq1)"},
      {follow(1, 2), "NOOP(ACTIVE,v1,already active)"},
      {post(2, 1, Visibility::followers), "stored"},
      {deliver(1), "applied"},
      {Certify{}, "diff=0,0,0 watermark=1/1"},
      {can_read(1, 1, AccessMode::fresh_token), "ALLOW/projection"},
      {can_read(3, 1, AccessMode::fresh_token), "DENY/projection"},
  };
  std::vector const accounts{account(1), account(2), account(3)};
  play(bench, sheet, {accounts, cues});
  expect_followers(bench, sheet, "1");

  cues.push_back({unfollow(1, 2), "CHANGED(REMOVED,v2,seq2)"});
  cues.push_back({unfollow(1, 2), "NOOP(REMOVED,v2,already removed)"});
  cues.push_back({deliver(2), "applied"});
  cues.push_back({can_read(1, 1, AccessMode::fresh_token), "DENY/projection"});
  sheet.note("again, and then taken back:");
  auto const examined = play(bench, sheet, {accounts, cues});
  expect_followers(bench, sheet, "0");
  sheet.expect("events:", std::to_string(examined.result.run.quiet.events.size()), "2");
}

void ask_a_private_account(Bench& bench, Sheet& sheet) {
  std::vector<Cue> cues{
      {follow(1, 2), "CHANGED(PENDING,v1,seq1)"},
      {follow(1, 2), "NOOP(PENDING,v1,already pending)"},
      {post(2, 1, Visibility::followers), "stored"},
      {deliver(1), "applied"},
      {Certify{}, "diff=0,0,0 watermark=1/1"},
      {can_read(1, 1, AccessMode::truth), "DENY/truth"},
      {can_read(1, 1, AccessMode::fresh_token), "DENY/projection"},
  };
  std::vector const accounts{account(1), private_account(2), account(3)};
  play(bench, sheet, {accounts, cues});
  expect_followers(bench, sheet, "0");

  cues.push_back({decide(2, 1, true), "CHANGED(ACTIVE,v2,seq2)"});
  cues.push_back({decide(2, 1, true), "REJECTED(ACTIVE,v2,not pending)"});
  cues.push_back({follow(3, 2), "CHANGED(PENDING,v1,seq3)"});
  cues.push_back({decide(2, 3, false), "CHANGED(REMOVED,v2,seq4)"});
  cues.push_back({follow(3, 2), "CHANGED(PENDING,v3,seq5)"});
  for (int seq = 2; seq <= 5; ++seq) cues.push_back({deliver(seq), "applied"});
  cues.push_back({can_read(1, 1, AccessMode::fresh_token), "ALLOW/projection"});
  cues.push_back({can_read(3, 1, AccessMode::fresh_token), "DENY/projection"});
  sheet.note("again, and then decided:");
  play(bench, sheet, {accounts, cues});
  expect_followers(bench, sheet, "1");
}

void versions_go_on(Bench& bench, Sheet& sheet) {
  auto const examined = play(bench, sheet,
                             {{account(1), account(2)},
                              {
                                  {follow(1, 1), "REJECTED(REMOVED,v0,self)"},
                                  {follow(1, 9), "REJECTED(REMOVED,v0,unknown)"},
                                  {unfollow(1, 2), "NOOP(REMOVED,v0,already removed)"},
                                  {follow(1, 2), "CHANGED(ACTIVE,v1,seq1)"},
                                  {unfollow(1, 2), "CHANGED(REMOVED,v2,seq2)"},
                                  {follow(1, 2), "CHANGED(ACTIVE,v3,seq3)"},
                                  {follow(2, 1), "CHANGED(ACTIVE,v1,seq4)"},
                                  {block(2, 1), "CHANGED(REMOVED,v4,seq5+seq6)"},
                                  {block(2, 1), "NOOP(REMOVED,v4,already blocked)"},
                                  {follow(1, 2), "REJECTED(REMOVED,v4,blocked)"},
                                  {follow(2, 1), "REJECTED(REMOVED,v2,blocked)"},
                                  {unblock(2, 1), "CHANGED(REMOVED,v4)"},
                                  {unblock(2, 1), "NOOP(REMOVED,v4,not blocked)"},
                              }});
  auto const& run = examined.result.run;
  sheet.expect("unblocked, 1→2 stays", final_row(run, pair_of(1, 2)), "REMOVED v4");
  sheet.expect("unblocked, 2→1 stays", final_row(run, pair_of(2, 1)), "REMOVED v2");
  sheet.expect("block rows:", std::to_string(count_blocks(run)), "0");
  sheet.expect(
      "events, none of them for a NOOP or REJECTED:", std::to_string(run.quiet.events.size()), "6");
}

}  // namespace

std::vector<Case> follow_cases() {
  return {
      {.name = "A",
       .claim = "a follow of a public account holds at once, and repeating it changes nothing",
       .cites = "R1 R2 R5",
       .perform = follow_a_public_account,
       .file = __FILE__,
       .line = __LINE__},
      {.name = "B",
       .claim = "a private account approves first; who is PENDING neither counts nor reads",
       .cites = "R1 R2 R5",
       .perform = ask_a_private_account,
       .file = __FILE__,
       .line = __LINE__},
      {.name = "C",
       .claim = "versions never restart, and unblocking brings no relation back",
       .cites = "R2 R3 R4 R9",
       .perform = versions_go_on,
       .file = __FILE__,
       .line = __LINE__},
  };
}

}  // namespace properties::cases
