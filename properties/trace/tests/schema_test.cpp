#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "properties/trace/codec.hpp"
#include "properties/trace/tests/samples.hpp"

/// The published schema accepts what is written, and knows no key that is never written.
namespace properties::trace {
namespace {

using Json = nlohmann::json;

Json published_schema() {
  std::ifstream file{RELCHECK_TRACE_SCHEMA};
  EXPECT_TRUE(file) << RELCHECK_TRACE_SCHEMA;
  return Json::parse(file);
}

/// Accepts a document by the part of JSON Schema that ours uses, and remembers what it touched.
/// A keyword it does not know is an error, so that nothing is taken for checked that is not.
class Validator {
 public:
  explicit Validator(Json const& schema) : root_{schema} {}

  /// "" or what does not fit.
  std::string check(Json const& value, Json const& schema, std::string const& place) {
    if (auto const ref = schema.find("$ref"); ref != schema.end()) {
      auto const pointer = ref->get<std::string>().substr(1);
      return check(value, root_.at(Json::json_pointer(pointer)), place);
    }
    for (auto const& [keyword, argument] : schema.items()) {
      auto const problem = check_keyword(value, schema, keyword, argument, place);
      if (!problem.empty()) return problem;
    }
    return "";
  }

  /// Pairs of an object schema and a key of it that some document had.
  std::set<std::pair<Json const*, std::string>> touched;

 private:
  std::string check_keyword(Json const& value, Json const& schema, std::string const& keyword,
                            Json const& argument, std::string const& place) {
    static std::set<std::string> const kTold{"$schema", "$id", "title", "description", "$defs"};
    if (kTold.contains(keyword) || keyword == "additionalProperties") return "";
    if (keyword == "type")
      return has_type(value, argument) ? "" : place + " is no " + argument.dump();
    if (keyword == "const") return value == argument ? "" : place + " is not " + argument.dump();
    if (keyword == "enum")
      return find(argument, value) ? "" : place + " is not in " + argument.dump();
    if (keyword == "minimum") return value >= argument ? "" : place + " is too small";
    if (keyword == "pattern") return matches(value, argument) ? "" : place + " does not match";
    if (keyword == "required") return missing_key(value, argument, place);
    if (keyword == "properties") return check_members(value, schema, place);
    if (keyword == "items") return check_items(value, argument, place);
    if (keyword == "oneOf") return check_one_of(value, argument, place);
    return "the test does not know the keyword " + keyword;
  }

  static bool find(Json const& list, Json const& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  }
  static bool matches(Json const& value, Json const& pattern) {
    return std::regex_match(value.get<std::string>(), std::regex{pattern.get<std::string>()});
  }
  static bool has_type(Json const& value, Json const& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    return type == "boolean" && value.is_boolean();
  }
  static std::string missing_key(Json const& value, Json const& keys, std::string const& place) {
    for (auto const& key : keys) {
      if (!value.contains(key.get<std::string>())) return place + " lacks " + key.dump();
    }
    return "";
  }
  std::string check_members(Json const& value, Json const& schema, std::string const& place) {
    auto const& properties = schema.at("properties");
    EXPECT_FALSE(schema.at("additionalProperties").get<bool>()) << place;
    for (auto const& [key, member] : value.items()) {
      auto const property = properties.find(key);
      if (property == properties.end()) return place + "/" + key + " is not declared";
      touched.emplace(&schema, key);
      auto const problem = check(member, *property, place + "/" + key);
      if (!problem.empty()) return problem;
    }
    return "";
  }
  std::string check_items(Json const& value, Json const& schema, std::string const& place) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      auto const problem = check(value[i], schema, place + "/" + std::to_string(i));
      if (!problem.empty()) return problem;
    }
    return "";
  }
  std::string check_one_of(Json const& value, Json const& choices, std::string const& place) {
    std::string problems;
    std::size_t accepted = 0;
    for (auto const& choice : choices) {
      auto const problem = check(value, choice, place);
      if (problem.empty()) ++accepted;
      problems += problem + "; ";
    }
    return accepted == 1 ? "" : place + " fits not exactly one: " + problems;
  }

  Json const& root_;
};

/// Every (object schema, key) that the schema declares.
void collect(Json const& schema, std::set<std::pair<Json const*, std::string>>& declared) {
  if (!schema.is_structured()) return;
  if (schema.is_object() && schema.contains("additionalProperties")) {
    for (auto const& [key, unused] : schema.at("properties").items())
      declared.emplace(&schema, key);
  }
  for (auto const& part : schema) collect(part, declared);
}

TEST(TraceSchema, accepts_what_is_written_and_declares_nothing_else) {
  Json const schema = published_schema();
  Validator validator{schema};
  for (auto const& trace : {samples::everything(), samples::by_hand(), Trace{}}) {
    EXPECT_EQ(validator.check(Json::parse(encode_trace(trace)), schema, ""), "");
  }
  std::set<std::pair<Json const*, std::string>> declared;
  collect(schema, declared);
  for (auto const& [where, key] : declared) {
    EXPECT_TRUE(validator.touched.contains({where, key}))
        << "no trace ever has \"" << key << "\" of " << where->dump();
  }
  EXPECT_EQ(declared.size(), validator.touched.size());
}

TEST(TraceSchema, names_the_version_that_is_written) {
  EXPECT_EQ(published_schema()["properties"]["$schema"]["const"],
            "relcheck/trace/" + std::to_string(kTraceVersion));
}

TEST(TraceSchema, knows_every_step) {
  Json const schema = published_schema();
  EXPECT_EQ(schema["$defs"]["step"]["enum"].get<std::vector<std::string>>(),
            std::vector<std::string>(kStepNames.begin(), kStepNames.end()));
}

/// Removes, then renames one key after the other.
TEST(TraceSchema, fits_whatever_the_reader_accepts_and_refuses_unknown_keys_like_it) {
  Json const schema = published_schema();
  Json const document = Json::parse(encode_trace(samples::everything()));
  Json const flat = document.flatten();
  std::size_t accepted = 0;
  std::size_t compared = 0;
  for (auto const& [text, unused] : flat.items()) {
    Json::json_pointer const place{text};
    Json changed = document;
    auto& parent = changed[place.parent_pointer()];
    if (!parent.is_object()) continue;
    auto const moved = parent[place.back()];
    parent.erase(place.back());
    bool const read = std::holds_alternative<Trace>(decode_trace(changed.dump(), "t.json"));
    bool const fits = Validator{schema}.check(changed, schema, "").empty();
    EXPECT_TRUE(fits || !read) << text;
    parent[place.back() + "_"] = moved;
    EXPECT_NE(Validator{schema}.check(changed, schema, ""), "") << text;
    ++compared;
    if (read) ++accepted;
  }
  EXPECT_GT(compared, 150U);
  EXPECT_GE(accepted, 20U);
}

}  // namespace
}  // namespace properties::trace
