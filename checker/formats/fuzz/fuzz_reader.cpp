#include <cstddef>
#include <cstdint>
#include <string_view>

#include "checker/formats/read.hpp"

/// Whatever the bytes, a reader gives histories or says what is wrong. RELCHECK_FUZZ_FORMAT is the
/// one that this target is built for.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace checker::formats;
  auto lines = Lines::over("input", {reinterpret_cast<char const*>(data), size});
  auto const result = read_histories(lines, {Format::RELCHECK_FUZZ_FORMAT, ""});
  if (auto const* failure = std::get_if<Failure>(&result)) static_cast<void>(message(*failure));
  return 0;
}
