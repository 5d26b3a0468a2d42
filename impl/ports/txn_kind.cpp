#include "impl/ports/txn_kind.hpp"

#include <array>
#include <cstddef>

namespace impl {

char const* word(TxnKind kind) {
  static constexpr std::array<char const*, kTxnKinds> kWords{
      "follow", "unfollow", "decide",  "block",   "unblock",
      "post",   "apply",    "rebuild", "certify", "diff"};
  return kWords.at(static_cast<std::size_t>(kind));
}

}  // namespace impl
