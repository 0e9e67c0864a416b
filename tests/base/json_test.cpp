#include "base/json.h"
#include "base/json_fields.h"

#include <gtest/gtest.h>

namespace hotaka::json {
namespace {

std::string problem(std::string_view text) {
  const auto found = check(text);
  return found ? found->what : "";
}

TEST(Json, right_texts_pass) {
  for (const auto* text : {"{}", "[]", " {\"a\":[1,-2,3.5e-7,true,false,null,\"x\\n\\u00e4\"]} ",
                           "0", "-0", "\"\\ud83d\\ude00\"", "\"\\ud800\"", "[[[[]]]]",
                           "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\""}) {
    EXPECT_EQ(problem(text), "") << text;
  }
}

TEST(Json, wrong_texts_are_told) {
  for (const auto* text : {"",
                           " ",
                           "{",
                           "}",
                           "[1,]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{a:1}",
                           "01",
                           "1.",
                           ".5",
                           "+1",
                           "1e",
                           "tru",
                           "nan",
                           "NaN",
                           "Infinity",
                           "'a'",
                           "\"",
                           "\"\\x\"",
                           "\"\\u12g4\"",
                           "[1 2]",
                           "{} {}",
                           "\"a\nb\"",
                           "\"\xff\"",
                           "\"\xc0\x80\"",
                           "\"\xed\xa0\x80\"",
                           "\"\xe2\x82\"",
                           "[\"a\",]",
                           "{,}",
                           "\xef\xbb\xbf{}"}) {
    EXPECT_NE(problem(text), "") << text;
  }
  EXPECT_NE(problem(std::string_view("\"a\0b\"", 5)), "");
  EXPECT_NE(problem(std::string_view("\"a\\\0\"", 5)), "");
}

TEST(Json, a_key_twice_is_wrong_but_readable) {
  for (const auto* text :
       {"{\"a\":1,\"a\":2}", "{\"x\":{\"a\":1,\"\\u0061\":2}}", "[{\"\":1,\"\":1}]",
        "{\"1\":0,\"2\":0,\"3\":0,\"4\":0,\"5\":0,\"6\":0,\"7\":0,\"8\":0,\"9\":0,\"1\":0}"}) {
    const auto found = check(text);
    ASSERT_TRUE(found) << text;
    EXPECT_TRUE(found->readable) << text;
  }
  EXPECT_FALSE(check("{\"a\":1,\"a\":2")->readable);
}

TEST(Json, members_are_read_while_they_are_checked) {
  Fields fields;
  EXPECT_FALSE(fields.read(
      " { \"a\" : 1 , \"\\u0062\":{\"a\":5,\"x\":[{\"y\":1}]},\"c\":\"d\\n\",\"e\":true } "));
  EXPECT_EQ(fields.size(), 4U);
  EXPECT_EQ(fields.first_name(), "a");
  EXPECT_EQ(fields.whole("a"), 1);
  EXPECT_EQ(fields.value("b")->raw(), "{\"a\":5,\"x\":[{\"y\":1}]}");
  EXPECT_EQ(fields.text("c"), "d\n");
  EXPECT_EQ(fields.flag("e"), true);
  EXPECT_FALSE(fields.has("x"));
  // What was read before is forgotten; what is wrong is told; what is no object has no members.
  EXPECT_FALSE(fields.read("{\"z\":0}"));
  EXPECT_FALSE(fields.has("a"));
  EXPECT_EQ(fields.whole("z"), 0);
  EXPECT_TRUE(fields.read("{\"a\":1,\"a\":1}"));
  EXPECT_TRUE(fields.read("{\"a\":{}}", 1));
  EXPECT_FALSE(fields.read("[{\"a\":1}]"));
  EXPECT_EQ(fields.size(), 0U);
  // Only so many are kept, but all are checked.
  std::string many = "{";
  for (int i = 0; i < 30; ++i) many += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":0";
  EXPECT_FALSE(fields.read(many + '}'));
  EXPECT_EQ(fields.size(), Fields::most);
  EXPECT_TRUE(fields.read(many + ",\"7\":0}"));
}

TEST(Json, depth_is_bounded) {
  EXPECT_EQ(problem(std::string(200, '[') + std::string(200, ']')), "");
  EXPECT_NE(problem(std::string(201, '[') + std::string(201, ']')), "");
  EXPECT_NE(problem(std::string(1'000'000, '[')), "");
}

TEST(Json, whole_numbers) {
  EXPECT_EQ(Value("5").whole(), 5);
  EXPECT_EQ(Value("-3 ").whole(), -3);
  EXPECT_EQ(Value("9223372036854775807").whole(), INT64_MAX);
  for (const auto* text : {"5.0", "5e0", "9223372036854775808", "true", "\"5\"", "null"}) {
    EXPECT_EQ(Value(text).whole(), std::nullopt) << text;
  }
}

TEST(Json, walking) {
  const Value value(R"( { "a" : [ 1 , "b,]}\"" , {} ] , "c\u0064" : -7 } )");
  ASSERT_EQ(check(value.raw()), std::nullopt);
  std::vector<std::string> seen;
  std::string scratch;
  value.each_member([&](Value key, Value member) {
    seen.emplace_back(key.string(scratch));
    if (member.is(Kind::array)) {
      member.each_element([&](Value element) {
        seen.emplace_back(element.raw());
        return true;
      });
    } else {
      seen.emplace_back(member.raw());
    }
    return true;
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"a", "1", R"("b,]}\"")", "{}", "cd", "-7"}));
}

TEST(Json, strings_are_decoded_and_written) {
  std::string scratch;
  EXPECT_EQ(Value(R"("\u00e4\ud83d\ude00\t\/\"")").string(scratch),
            "\xc3\xa4\xf0\x9f\x98\x80\t/\"");
  std::string out;
  append_string(out, "a\"b\\c\n\x01");
  EXPECT_EQ(out, "\"a\\\"b\\\\c\\u000a\\u0001\"");
  EXPECT_EQ(problem(out), "");
}

}  // namespace

bool operator==(const Problem& a, const Problem& b) { return a.what == b.what; }

}  // namespace hotaka::json
