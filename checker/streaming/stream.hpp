#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/streaming/component.hpp"
#include "checker/streaming/touched.hpp"

namespace checker::streaming {

/// Checks a history of any specification while it grows, and tells at the first event that makes it
/// illegal, whatever might follow. What is decided is forgotten: memory goes with the operations
/// that are open or lost, and with the states that are possible.
///
/// Events come in the order of time; at one tick, calls before answers. Operations that have
/// nothing to do with each other are checked apart, each with the whole budget, which counts the
/// configurations of one search. A component whose budget is spent is not judged from then on.
template <StreamableSpec Spec>
class Stream {
 public:
  using Operation = typename Spec::Operation;
  using Outcome = typename Spec::Outcome;
  /// Names an open operation. Used again once it has ended.
  using Ticket = std::uint32_t;

  explicit Stream(Spec spec, Budget const& budget = {}) : spec_{std::move(spec)}, budget_{budget} {}

  /// `object` is what it is about: each starts afresh and is checked alone.
  [[nodiscard]] Ticket call(std::uint32_t object, Operation operation) {
    auto const component = component_of(object, operation);
    auto const ticket = take_ticket();
    auto const slot = components_[component]->call(std::move(operation));
    open_[ticket] = {component, slot, true};
    return ticket;
  }
  [[nodiscard]] Standing answer(Ticket ticket, Outcome outcome) {
    return end(ticket, [&](auto& component, auto slot) {
      return component.answer(spec_, slot, std::move(outcome), budget_);
    });
  }
  /// It certainly had no effect.
  [[nodiscard]] Standing never_happened(Ticket ticket) {
    return end(ticket, [&](auto& component, auto slot) {
      return component.never_happened(spec_, slot, budget_);
    });
  }
  /// Its answer will never come; it may take effect at any time.
  [[nodiscard]] Standing lose(Ticket ticket) {
    return end(ticket,
               [&](auto& component, auto slot) { return component.lose(spec_, slot, budget_); });
  }

  [[nodiscard]] Operation const& operation(Ticket ticket) const {
    return components_[open_[ticket].component]->operation(open_[ticket].slot);
  }
  /// After an answer that made the history illegal: what might have been answered instead. Nothing
  /// else may be asked afterwards.
  [[nodiscard]] std::vector<Outcome> possible_answers() {
    return components_[last_]->possible_answers(spec_);
  }

  /// Calls without an end so far.
  [[nodiscard]] std::size_t open() const { return open_.size() - free_.size(); }
  /// Components of which something is remembered.
  [[nodiscard]] std::size_t components() const { return components_.size() - unused_.size(); }
  /// Components that are not judged any more.
  [[nodiscard]] std::size_t undecided() const { return undecided_; }
  /// All that is remembered: configurations, events, and operations that are open or lost.
  [[nodiscard]] std::size_t remembered() const;

 private:
  using Item =
      typename decltype(touched(std::declval<Spec const&>(), std::declval<Operation const&>())
                            .changes)::value_type;
  using Place = std::pair<std::uint32_t, Item>;
  using ComponentId = std::uint32_t;
  struct Open {
    ComponentId component{};
    typename Component<Spec>::Slot slot{};
    bool is_open = false;
  };
  /// Who changes an item, or else who sees it.
  struct Users {
    std::optional<ComponentId> changed_by;
    std::vector<ComponentId> seen_by;
  };

  [[nodiscard]] Ticket take_ticket() {
    if (free_.empty()) {
      free_.push_back(static_cast<Ticket>(open_.size()));
      open_.emplace_back();
    }
    auto const ticket = free_.back();
    free_.pop_back();
    return ticket;
  }

  template <class Apply>
  [[nodiscard]] Standing end(Ticket ticket, Apply apply) {
    auto& ended = open_[ticket];
    RELCHECK_ASSERT(ended.is_open);
    ended.is_open = false;
    free_.push_back(ticket);
    last_ = ended.component;
    auto& component = components_[last_];
    bool const was_undecided = component->is_undecided();
    auto const standing = apply(*component, ended.slot);
    if (!was_undecided && component->is_undecided()) ++undecided_;
    if (standing == Standing::legal && component->is_fresh(spec_)) drop(last_);
    return standing;
  }

  [[nodiscard]] ComponentId component_of(std::uint32_t object, Operation const& operation);
  [[nodiscard]] ComponentId make_component();
  [[nodiscard]] ComponentId join(std::vector<ComponentId> parts);
  void drop(ComponentId component);

  Spec spec_;
  Budget budget_;
  std::vector<std::optional<Component<Spec>>> components_;
  std::vector<std::vector<Place>> places_;  ///< By component: what refers to it.
  std::vector<ComponentId> unused_;
  std::map<Place, Users> users_;
  std::vector<Open> open_;
  std::vector<Ticket> free_;
  ComponentId last_ = 0;
  std::size_t undecided_ = 0;
};

template <StreamableSpec Spec>
auto Stream<Spec>::make_component() -> ComponentId {
  if (unused_.empty()) {
    unused_.push_back(static_cast<ComponentId>(components_.size()));
    components_.emplace_back();
    places_.emplace_back();
  }
  auto const component = unused_.back();
  unused_.pop_back();
  components_[component].emplace(spec_);
  return component;
}

template <StreamableSpec Spec>
auto Stream<Spec>::component_of(std::uint32_t object, Operation const& operation) -> ComponentId {
  auto const [changes, sees] = touched(spec_, operation);
  std::vector<ComponentId> parts;
  for (auto const& item : changes) {
    auto const& users = users_[{object, item}];
    if (users.changed_by) parts.push_back(*users.changed_by);
    parts.insert(parts.end(), users.seen_by.begin(), users.seen_by.end());
  }
  for (auto const& item : sees) {
    auto const& users = users_[{object, item}];
    if (users.changed_by) parts.push_back(*users.changed_by);
  }
  auto const component = parts.empty() ? make_component() : join(std::move(parts));
  auto const note = [&](Place const& place, Users& users) {
    auto const known = [&](ComponentId id) { return id == component; };
    bool const changed = users.changed_by == component;
    if (changed || std::any_of(users.seen_by.begin(), users.seen_by.end(), known)) return false;
    places_[component].push_back(place);
    return true;
  };
  for (auto const& item : changes) {
    auto& users = users_[{object, item}];
    static_cast<void>(note({object, item}, users));
    users = {component, {}};
  }
  for (auto const& item : sees) {
    auto& users = users_[{object, item}];
    if (note({object, item}, users)) users.seen_by.push_back(component);
  }
  return component;
}

/// One component of several, the largest of them taking up the others.
template <StreamableSpec Spec>
auto Stream<Spec>::join(std::vector<ComponentId> parts) -> ComponentId {
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  auto const into = *std::max_element(parts.begin(), parts.end(), [&](auto a, auto b) {
    return places_[a].size() < places_[b].size();
  });
  for (auto const from : parts) {
    if (from == into) continue;
    auto const slots = components_[into]->take_up(
        spec_, std::move(*components_[from]),
        [&](auto const& a, auto const& b) { return joined(spec_, a, b); }, budget_);
    for (auto& open : open_) {
      if (open.is_open && open.component == from) open = {into, slots[open.slot], true};
    }
    for (auto const& place : std::exchange(places_[from], {})) {
      auto& users = users_[place];
      if (users.changed_by == from) users.changed_by = into;
      std::erase(users.seen_by, from);
      auto const known = std::find(users.seen_by.begin(), users.seen_by.end(), into);
      if (users.changed_by != into && known == users.seen_by.end()) users.seen_by.push_back(into);
      places_[into].push_back(place);
    }
    components_[from].reset();
    unused_.push_back(from);
  }
  return into;
}

/// Forgets a component of which nothing is known but the beginning.
template <StreamableSpec Spec>
void Stream<Spec>::drop(ComponentId component) {
  for (auto const& place : std::exchange(places_[component], {})) {
    auto const users = users_.find(place);
    if (users == users_.end()) continue;
    if (users->second.changed_by == component) users->second.changed_by.reset();
    std::erase(users->second.seen_by, component);
    if (!users->second.changed_by && users->second.seen_by.empty()) users_.erase(users);
  }
  components_[component].reset();
  unused_.push_back(component);
}

template <StreamableSpec Spec>
std::size_t Stream<Spec>::remembered() const {
  std::size_t sum = 0;
  for (auto const& component : components_) {
    if (!component) continue;
    sum += component->roots() + component->layers() + component->open() + component->lost();
  }
  return sum;
}

}  // namespace checker::streaming
