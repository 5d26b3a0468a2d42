#include "properties/trace/junit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "properties/trace/utf8.hpp"
#include "properties/trace/whole_file.hpp"

namespace properties::trace {
namespace {

/// XML 1.0 has no way to write most control characters, not even escaped.
bool is_xml_character(char32_t value) {
  if (value < 0x20) return value == '\t' || value == '\n' || value == '\r';
  return value != 0xFFFE && value != 0xFFFF;
}

std::string_view escape_of(char32_t value) {
  switch (value) {
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '&':
      return "&amp;";
    case '"':
      return "&quot;";
    case '\t':
      return "&#9;";
    case '\n':
      return "&#10;";
    case '\r':
      return "&#13;";
    default:
      return "";
  }
}

/// For text and attributes alike. Line breaks are kept as such only in text.
std::string escaped(std::string_view bytes, bool keep_breaks) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size();) {
    auto const next = code_point_at(bytes, at);
    auto const escape = escape_of(next.value);
    bool const kept = keep_breaks && (next.value == '\n' || next.value == '\t');
    if (!next.valid || !is_xml_character(next.value)) {
      out += "\xEF\xBF\xBD";
    } else if (!escape.empty() && !kept) {
      out += escape;
    } else {
      out += bytes.substr(at, next.bytes);
    }
    at += next.bytes;
  }
  return out;
}

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, escaped(value, false));
}

std::string_view element_of(JunitCase::Result result) {
  switch (result) {
    case JunitCase::Result::passed:
      return "";
    case JunitCase::Result::failed:
      return "failure";
    case JunitCase::Result::skipped:
      return "skipped";
    case JunitCase::Result::error:
      return "error";
  }
  return "";
}

std::string properties_xml(JunitCase const& test) {
  if (test.properties.empty()) return "";
  std::string out = "      <properties>\n";
  for (auto const& [name, value] : test.properties) {
    out += fmt::format("        <property{}{}/>\n", attribute("name", name),
                       attribute("value", value));
  }
  return out + "      </properties>\n";
}

std::string case_xml(JunitCase const& test) {
  std::string out = fmt::format("    <testcase{}{}", attribute("name", test.name),
                                attribute("classname", test.classname));
  if (!test.file.empty()) out += attribute("file", test.file);
  if (test.line > 0) out += attribute("line", std::to_string(test.line));
  out += attribute("time", fmt::format("{:.3f}", test.seconds));
  auto body = properties_xml(test);
  if (auto const element = element_of(test.result); !element.empty()) {
    body += fmt::format("      <{}{}>{}</{}>\n", element, attribute("message", test.message),
                        escaped(test.text, true), element);
  }
  return body.empty() ? out + "/>\n" : out + ">\n" + body + "    </testcase>\n";
}

std::string totals(std::vector<JunitCase> const& cases) {
  auto const count = [&](JunitCase::Result result) {
    return std::count_if(cases.begin(), cases.end(),
                         [result](auto const& test) { return test.result == result; });
  };
  double seconds = 0;
  for (auto const& test : cases) seconds += test.seconds;
  return fmt::format(R"( tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
                     cases.size(), count(JunitCase::Result::failed),
                     count(JunitCase::Result::error), count(JunitCase::Result::skipped), seconds);
}

}  // namespace

std::string junit_xml(std::string const& suite, std::vector<JunitCase> const& cases) {
  auto const sums = totals(cases);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites{}>\n  <testsuite{}{}>\n", sums, attribute("name", suite), sums);
  for (auto const& test : cases) out += case_xml(test);
  return out + "  </testsuite>\n</testsuites>\n";
}

std::optional<TraceError> write_junit(std::filesystem::path const& file, std::string const& suite,
                                      std::vector<JunitCase> const& cases) {
  return write_whole(file, junit_xml(suite, cases));
}

}  // namespace properties::trace
