#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "properties/trace/codec.hpp"
#include "properties/trace/tests/samples.hpp"

/// No input crashes the reader, and whatever it accepts it can write and read again.
namespace properties::trace {
namespace {

using Json = nlohmann::json;

bool accepted(std::string const& text) {
  auto const decoded = decode_trace(text, "t.json");
  if (auto const* error = std::get_if<TraceError>(&decoded)) {
    EXPECT_TRUE(error->message.starts_with("t.json: ")) << error->message;
    EXPECT_EQ(error->message.find('\n'), std::string::npos) << error->message;
    return false;
  }
  auto const again = encode_trace(std::get<Trace>(decoded));
  auto const reread = decode_trace(again, "t.json");
  auto const* trace = std::get_if<Trace>(&reread);
  EXPECT_TRUE(trace != nullptr && *trace == std::get<Trace>(decoded)) << text;
  return true;
}

TEST(TraceReaderSurvives, a_trace_cut_at_any_byte) {
  auto const text = encode_trace(samples::everything());
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    ASSERT_FALSE(accepted(text.substr(0, length))) << length;
  }
  EXPECT_TRUE(accepted(text));
}

TEST(TraceReaderSurvives, a_flip_in_any_byte) {
  auto const text = encode_trace(samples::everything());
  std::size_t refused = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (unsigned const bit : {0U, 5U, 7U}) {  // A neighbour, the other case, no ASCII.
      auto flipped = text;
      flipped[at] = static_cast<char>(static_cast<unsigned char>(flipped[at]) ^ (1U << bit));
      if (!accepted(flipped)) ++refused;
    }
  }
  EXPECT_GT(refused, text.size() * 2);
}

/// Calls `change` once for every value below and including `json`, which it may change freely.
template <class Change>
void for_each_value(Json& json, Change const& change) {
  change(json);
  if (!json.is_structured()) return;
  for (auto& element : json) for_each_value(element, change);
}

TEST(TraceReaderSurvives, any_value_replaced_by_any_other_type) {
  std::array<Json, 9> const others{Json(nullptr),
                                   Json(true),
                                   Json(-1),
                                   Json(2.5),
                                   Json("c1"),
                                   Json(Json::array()),
                                   Json(Json::object()),
                                   Json(Json::array({1})),
                                   Json(UINT64_MAX)};
  Json document = Json::parse(encode_trace(samples::everything()));
  std::size_t refused = 0;
  std::size_t tried = 0;
  for_each_value(document, [&](Json& value) {
    Json const kept = value;
    for (auto const& other : others) {
      if (other.type() == kept.type()) continue;
      value = other;
      ++tried;
      if (!accepted(document.dump())) ++refused;
    }
    value = kept;
  });
  EXPECT_GT(tried, 2000U);
  // Only a number for a number, of whatever sign, may pass.
  EXPECT_GT(refused * 10, tried * 9) << refused << " of " << tried;
}

TEST(TraceReaderSurvives, any_key_removed_or_renamed) {
  Json const document = Json::parse(encode_trace(samples::everything()));
  std::vector<Json::json_pointer> places;
  Json const flat = document.flatten();
  for (auto const& [place, unused] : flat.items()) places.emplace_back(place);
  for (auto place : places) {
    for (; !place.empty(); place = place.parent_pointer()) {
      Json changed = document;
      auto& parent = changed[place.parent_pointer()];
      if (!parent.is_object()) continue;
      auto const moved = parent[place.back()];
      parent.erase(place.back());
      accepted(changed.dump());
      parent[place.back() + "_"] = moved;
      EXPECT_FALSE(accepted(changed.dump())) << place.to_string();
    }
  }
}

}  // namespace
}  // namespace properties::trace
