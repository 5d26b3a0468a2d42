#pragma once

namespace impl {

/// Which operation a transaction serves: for logs and metrics.
enum class TxnKind {
  follow,
  unfollow,
  decide,
  block,
  unblock,
  post,
  apply,
  rebuild,
  certify,
  diff
};
inline constexpr int kTxnKinds = 10;
/// Its name in logs.
[[nodiscard]] char const* word(TxnKind kind);

}  // namespace impl
