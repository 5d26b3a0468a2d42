#pragma once

#include "checker/formats/lines.hpp"
#include "checker/formats/recorded.hpp"

namespace checker::formats {

/// Reads events as Jepsen writes them, `{:process 0, :type :invoke, :f :read, :value nil}`, one
/// after the other or in one vector. Other members are ignored, and so are events of processes that
/// are no numbers (`:nemesis`). With `:f` read, write and cas it is one register that starts as
/// nil; with get, put and append a key-value store. `:fail` means that nothing happened.
[[nodiscard]] Result<AnyRecorded> read_edn(Lines& lines);

/// Reads the lines `INFO  jepsen.util - PROCESS :TYPE :F VALUE` of a Jepsen log: one register that
/// starts as nil. A failed cas found another value than it expected: that is an answer.
[[nodiscard]] Result<AnyRecorded> read_jepsen_log(Lines& lines);

}  // namespace checker::formats
