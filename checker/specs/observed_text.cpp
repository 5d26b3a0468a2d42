#include "checker/specs/observed_text.hpp"

#include <algorithm>

namespace checker::specs {
namespace {

/// Gets to look at beyond those that are open: the nearest ones tell most.
constexpr std::size_t kGetsAhead = 4;

}  // namespace

ObservedText::ObservedText(std::vector<TextOperation> operations)
    : operations_{std::move(operations)} {
  note_gets();
  initial_ = number({0, static_cast<std::uint32_t>(got_.size()), 0});
  note_starts();
}

void ObservedText::note_gets() {
  using enum TextOperation::Kind;
  for (auto const& operation : operations_) {
    if (operation.kind == get) got_.push_back(operation.value);
  }
  std::sort(got_.begin(), got_.end());
  got_.erase(std::unique(got_.begin(), got_.end()), got_.end());
  text_of_.resize(operations_.size());
  for (OpIndex op = 0; op < operations_.size(); ++op) {
    if (operations_[op].kind != get) continue;
    auto const text = std::lower_bound(got_.begin(), got_.end(), operations_[op].value);
    text_of_[op] = static_cast<std::uint32_t>(text - got_.begin());
    gets_.push_back(op);
  }
}

void ObservedText::note_starts() {
  put_.resize(operations_.size());
  starts_.resize(got_.size());
  for (OpIndex op = 0; op < operations_.size(); ++op) {
    if (operations_[op].kind != TextOperation::Kind::put) continue;
    auto const prefix = extend(states_[initial_], operations_[op].value);
    put_[op] = number(prefix);
    for (auto text = prefix.first; text < prefix.last; ++text) starts_[text].push_back(op);
  }
}

ObservedText::Prefix ObservedText::extend(Prefix prefix, std::string_view by) const {
  auto const rest = [&](std::string_view text) { return text.substr(prefix.length, by.size()); };
  auto const begin = got_.begin() + prefix.first;
  auto const end = got_.begin() + prefix.last;
  auto const first =
      std::partition_point(begin, end, [&](std::string_view text) { return rest(text) < by; });
  auto const last =
      std::partition_point(first, end, [&](std::string_view text) { return rest(text) == by; });
  if (first == last) return {};
  return {static_cast<std::uint32_t>(first - got_.begin()),
          static_cast<std::uint32_t>(last - got_.begin()), prefix.length + by.size()};
}

StateId ObservedText::number(Prefix prefix) {
  auto const [place, fresh] = numbers_.try_emplace(prefix, static_cast<StateId>(states_.size()));
  if (fresh) states_.push_back(prefix);
  return place->second;
}

StateId ObservedText::step(StateId state, OpIndex op) {
  auto const& now = states_[state];
  switch (operations_[op].kind) {
    case TextOperation::Kind::get: {
      auto const text = text_of_[op];
      bool const same = now.first == text && now.last > text && now.length == got_[text].size();
      return same ? state : kIllegal;
    }
    case TextOperation::Kind::put:
      return put_[op];
    case TextOperation::Kind::append:
      break;
  }
  return steps_.after(state, op, [&] { return number(extend(now, operations_[op].value)); });
}

bool ObservedText::cannot_get(OpIndex get, Prefix const& now, Placement const& placement) const {
  auto const text = text_of_[get];
  if (now.first <= text && text < now.last) return false;
  auto const& timeline = placement.timeline();
  auto const deadline = timeline.deadline(get);
  return std::all_of(starts_[text].begin(), starts_[text].end(), [&](OpIndex put) {
    // One that is called after the get has returned comes too late.
    return !timeline.called(put, deadline) || placement.placed(put);
  });
}

bool ObservedText::hopeless(StateId state, Placement const& placement) const {
  auto const& timeline = placement.timeline();
  if (!by_deadline_) {
    by_deadline_ = gets_;
    std::sort(by_deadline_->begin(), by_deadline_->end(),
              [&](OpIndex a, OpIndex b) { return timeline.deadline(a) < timeline.deadline(b); });
  }
  auto const& now = states_[state];
  auto get = std::lower_bound(
      by_deadline_->begin(), by_deadline_->end(), placement.layer(),
      [&](OpIndex op, std::size_t layer) { return timeline.deadline(op) < layer; });
  std::size_t ahead = 0;
  for (; get != by_deadline_->end() && ahead < kGetsAhead; ++get) {
    if (!timeline.called(*get, placement.layer())) ++ahead;
    if (!placement.placed(*get) && cannot_get(*get, now, placement)) return true;
  }
  return false;
}

}  // namespace checker::specs
