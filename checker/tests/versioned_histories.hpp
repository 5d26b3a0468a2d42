#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <vector>

#include "checker/tests/random_history.hpp"
#include "checker/versioned/history.hpp"

namespace checker::tests {

/// What a made-up versioned history is like.
struct VersionedShape {
  std::size_t operations = 1'000;
  std::uint32_t clients = 10;
  std::uint32_t keys = 1;
  std::int64_t unknown_per_10000 = 0;
};

/// Clients that each have one operation open at a time, on a service without faults. Operations are
/// in the order of their calls.
class VersionedService {
 public:
  VersionedService(VersionedShape const& shape, std::uint64_t seed)
      : shape_{shape}, dice_{seed}, versions_(shape.keys, 0) {}

  [[nodiscard]] versioned::History run() {
    for (std::uint32_t client = 0; client < shape_.clients; ++client) call(client, 0);
    while (!pending_.empty()) {
      auto const next = pending_.top();
      pending_.pop();
      take_effect(next.id);
    }
    std::stable_sort(history_.operations.begin(), history_.operations.end(),
                     [](auto const& a, auto const& b) { return a.call < b.call; });
    return std::move(history_);
  }

 private:
  using Operation = versioned::Operation;
  struct Pending {
    Tick effect;
    OperationId id;
    friend bool operator<(Pending const& a, Pending const& b) { return a.effect > b.effect; }
  };

  void call(std::uint32_t client, Tick free) {
    if (history_.operations.size() == shape_.operations) return;
    Operation operation{.call = free + 1 + dice_.below(20)};
    operation.client = client & 0xFFFFFFFU;
    operation.key = static_cast<std::uint32_t>(dice_.below(shape_.keys));
    auto const roll = dice_.below(10);
    operation.kind = roll < 5   ? versioned::Kind::read
                     : roll < 8 ? versioned::Kind::write
                                : versioned::Kind::cas;
    // What the client last heard of the key, more or less.
    auto const known = versions_[operation.key];
    if (operation.kind == versioned::Kind::cas) {
      operation.expected = known - std::min(known, static_cast<std::uint32_t>(dice_.below(2)));
    }
    auto const effect = operation.call + dice_.below(100);
    operation.ret = effect + dice_.below(100);
    auto const id = history_.operations.size();
    history_.operations.push_back(operation);
    if (dice_.below(10'000) < shape_.unknown_per_10000) {
      lose_answer(id, effect);
    } else {
      pending_.push({effect, id});
    }
  }

  /// It never takes effect, or late, or as if nothing had been lost; the client goes on.
  void lose_answer(OperationId id, Tick effect) {
    auto& operation = history_.operations[id];
    auto const timeout = operation.ret;
    operation.status = versioned::Status::unknown;
    operation.ret = Operation::kNever;
    if (!dice_.one_in(3)) pending_.push({effect + dice_.below(2) * 500, id});
    call(operation.client, timeout);
  }

  void take_effect(OperationId id) {
    auto& operation = history_.operations[id];
    auto& version = versions_[operation.key];
    bool const refused = operation.kind == versioned::Kind::cas && operation.expected != version;
    if (operation.kind != versioned::Kind::read && !refused) ++version;
    if (operation.status == versioned::Status::unknown) return;
    operation.version = version;
    operation.status = refused ? versioned::Status::refused : versioned::Status::ok;
    auto const client = operation.client;
    call(client, operation.ret);
  }

  VersionedShape shape_;
  Dice dice_;
  versioned::History history_;
  std::vector<std::uint32_t> versions_;
  std::priority_queue<Pending> pending_;
};

[[nodiscard]] inline versioned::History versioned_history(VersionedShape const& shape,
                                                          std::uint64_t seed) {
  return VersionedService{shape, seed}.run();
}

enum class Fault { stale_read, lost_update, doubled_version, real_time_inversion };

/// Puts one fault in, at or after the operation `from`; it makes the history illegal.
inline void inject(versioned::History& history, Fault fault, OperationId from) {
  using versioned::Kind;
  using versioned::Status;
  auto& all = history.operations;
  auto const find = [&](OperationId at, auto matches) {
    while (at < all.size() && !matches(all[at])) ++at;
    return at;
  };
  auto const made = [](auto const& op) { return op.made() && op.kind == Kind::write; };
  auto const first = find(from, [&](auto const& op) {
    if (fault != Fault::stale_read) return made(op);
    return op.kind == Kind::read && op.returned() && op.version > 100;
  });
  switch (fault) {
    case Fault::stale_read:
      all[first].version -= 100;
      break;
    case Fault::lost_update: {
      // A second compare-and-set is told that it replaced the same version.
      auto const second = find(first + 1, [&](auto const& op) {
        return op.key == all[first].key && op.kind == Kind::cas && op.status == Status::refused;
      });
      all[second].status = Status::ok;
      all[second].expected = all[first].version - 1;
      all[second].version = all[first].version;
      break;
    }
    case Fault::doubled_version: {
      auto const second =
          find(first + 1, [&](auto const& op) { return op.key == all[first].key && made(op); });
      all[second].version = all[first].version;
      break;
    }
    case Fault::real_time_inversion: {
      // Two writes, one called after the other returned, are told each other's versions.
      auto const second = find(first + 1, [&](auto const& op) {
        return op.key == all[first].key && made(op) && op.call > all[first].ret;
      });
      std::swap(all[first].version, all[second].version);
      break;
    }
  }
}

}  // namespace checker::tests
