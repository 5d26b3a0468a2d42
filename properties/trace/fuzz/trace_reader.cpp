#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "properties/trace/codec.hpp"
#include "properties/trace/render.hpp"

/// Whatever the reader accepts can be drawn, written, and read again as the same trace.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace properties::trace;
  std::string_view const text{reinterpret_cast<char const*>(data), size};
  auto const decoded = decode_trace(text, "fuzz.json");
  auto const* trace = std::get_if<Trace>(&decoded);
  if (trace == nullptr) return 0;
  auto const again = decode_trace(encode_trace(*trace), "fuzz.json");
  auto const* reread = std::get_if<Trace>(&again);
  if (reread == nullptr || *reread != *trace) std::abort();
  return render_markdown(*trace, {40, size % 2 == 0}).empty() ? 1 : 0;
}
