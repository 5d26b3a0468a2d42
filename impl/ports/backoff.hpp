#pragma once

namespace impl {

/// How to wait before a transaction is tried again.
class Backoff {
 public:
  virtual ~Backoff() = default;
  /// `attempt` counts from 1: the tries that have failed so far.
  virtual void wait(int attempt) = 0;
};

}  // namespace impl
