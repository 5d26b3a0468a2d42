#include "properties/trace/junit.hpp"

#include <gtest/gtest.h>

#include <string>

namespace properties::trace {
namespace {

using Result = JunitCase::Result;

TEST(Junit, a_report_reads_like_this) {
  std::vector<JunitCase> cases(3);
  cases[0] = {"seq_order", "relcheck.props", "seq.cpp", 12, 1.5, Result::passed, "", "", {}};
  cases[1] = {"linearize",
              "relcheck.properties",
              "",
              0,
              0.25,
              Result::failed,
              "1 < 2 & \"no\"",
              "line one\nline <two>",
              {{"seed", "42"}, {"replay", "relcheck replay a.json"}}};
  cases[2] = {"tokens",        "relcheck.properties", "", 0, 0,
              Result::skipped, "nothing to judge",    "", {}};
  EXPECT_EQ(junit_xml("relcheck", cases), R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" errors="0" skipped="1" time="1.750">
  <testsuite name="relcheck" tests="3" failures="1" errors="0" skipped="1" time="1.750">
    <testcase name="seq_order" classname="relcheck.props" file="seq.cpp" line="12" time="1.500"/>
    <testcase name="linearize" classname="relcheck.properties" time="0.250">
      <properties>
        <property name="seed" value="42"/>
        <property name="replay" value="relcheck replay a.json"/>
      </properties>
      <failure message="1 &lt; 2 &amp; &quot;no&quot;">line one
line &lt;two&gt;</failure>
    </testcase>
    <testcase name="tokens" classname="relcheck.properties" time="0.000">
      <skipped message="nothing to judge"></skipped>
    </testcase>
  </testsuite>
</testsuites>
)");
}

/// Whether the bytes are XML 1.0 characters in UTF-8, with no markup that we did not write.
bool is_plain_xml(std::string const& xml) {
  for (unsigned char const c : xml) {
    if (c < 0x20 && c != '\n') return false;
  }
  return xml.find("]]>") == std::string::npos;
}

TEST(Junit, any_bytes_give_valid_xml) {
  std::string every_byte;
  for (int c = 0; c < 256; ++c) every_byte += static_cast<char>(c);
  every_byte +=
      "]]> <![CDATA[ \xED\xA0\x80 \xF4\x90\x80\x80 \xC0\xAF \xEF\xBF\xBF \xE2\x86\x92 \xE2\x86";
  JunitCase test{every_byte, every_byte, every_byte,
                 1,          0,          Result::error,
                 every_byte, every_byte, {{every_byte, every_byte}}};
  auto const xml = junit_xml(every_byte, {test});
  std::string text_only = xml;
  std::erase(text_only, '\t');  // Kept in texts.
  EXPECT_TRUE(is_plain_xml(text_only)) << xml;
  EXPECT_NE(xml.find("\xE2\x86\x92"), std::string::npos);
  EXPECT_EQ(xml.find("\xED\xA0\x80"), std::string::npos);
  EXPECT_EQ(xml.find("\xEF\xBF\xBF"), std::string::npos);
}

TEST(Junit, a_report_that_cannot_be_written_is_an_error_value) {
  auto const error = write_junit("/nowhere/junit.xml", "s", {});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message,
            "cannot write /nowhere/junit.xml: No such file or directory; create the folder or name "
            "another");
}

}  // namespace
}  // namespace properties::trace
