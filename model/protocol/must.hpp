#pragma once

namespace model::protocol {

[[noreturn]] void stop(char const* rule);

/// A rule that whoever writes a scenario must keep. On in every build.
inline void must(bool kept, char const* rule) {
  if (!kept) stop(rule);
}

}  // namespace model::protocol
