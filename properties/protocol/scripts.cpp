#include "properties/protocol/scripts.hpp"

namespace properties::protocol {
namespace {

using model::UserId;
using model::protocol::Effect;
using model::protocol::Line;
using model::protocol::Place;
using model::protocol::Program;
using model::protocol::Script;
using model::protocol::Step;

constexpr Line kBegin{Step::begin, Effect::begin};
constexpr Line kCommit{Step::commit, Effect::commit};

void take_row(Program& program, Place place) {
  program.push_back({Step::ensure_pair, Effect::insert_row, place});
  program.push_back({Step::lock_pair, Effect::lock_row, place});
}

void write_change(Program& program) {
  program.push_back({Step::save_pair, Effect::touch_row, Place::asked});
  program.push_back({Step::next_seq, Effect::bump_seq});
  program.push_back({Step::append_event, Effect::append_event, Place::asked});
  program.push_back(kCommit);
}

}  // namespace

Script follow_script(model::Pair pair) {
  Program program{kBegin};
  take_row(program, Place::asked);
  program.push_back({Step::check_block, Effect::check_blocks});
  write_change(program);
  return {pair, program};
}

Script block_script(model::Pair permission) {
  bool const asked_first = permission.follower < permission.followee;
  Program program{kBegin};
  take_row(program, asked_first ? Place::asked : Place::reverse);
  take_row(program, asked_first ? Place::reverse : Place::asked);
  program.push_back({Step::insert_block, Effect::insert_fact, Place::asked});
  write_change(program);
  return {permission, program};
}

std::map<UserId, bool> public_accounts(int users) {
  std::map<UserId, bool> accounts;
  for (int user = 1; user <= users; ++user) accounts[UserId{user}] = false;
  return accounts;
}

std::vector<model::protocol::Task> placeholders(int users) {
  std::vector<model::protocol::Task> tasks;
  for (int a = 1; a <= users; ++a) {
    for (int b = 1; b <= users; ++b) {
      if (a != b) tasks.emplace_back(model::Unfollow{UserId{a}, UserId{b}});
    }
  }
  return tasks;
}

}  // namespace properties::protocol
