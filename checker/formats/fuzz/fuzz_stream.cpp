#include <cstddef>
#include <cstdint>
#include <string_view>

#include "checker/formats/lines.hpp"
#include "checker/formats/stream_events.hpp"

/// Whatever the bytes, following a history takes an event or says what is wrong with it.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace checker::formats;
  auto lines = Lines::over("input", {reinterpret_cast<char const*>(data), size});
  StreamEvents events;
  while (auto const line = lines.next_filled()) {
    auto const event = parse_event(*line);
    if (std::holds_alternative<Complaint>(event)) continue;
    auto const taken = events.take(std::get<JsonEvent>(event));
    if (!taken.fault.empty()) break;
  }
  return 0;
}
