// What people write for others to see is refused if it cannot be shown.

#include "wire/client_text.h"

#include <gtest/gtest.h>

#include "wire/client_message.h"

namespace hotaka::wire {
namespace {

std::string code_of(const MaybeError& error) { return std::string(error ? error->code : ""); }

// A line of chat as others see it, or the code of what is wrong with it.
std::string chat(std::string_view text) {
  const auto line = clean_chat(text);
  return line ? *line : std::string(line.error().code);
}

std::string code_of(std::string_view message) {
  const ClientMessage read = read_message(message);
  return std::string(read.request ? "" : read.request.error().code);
}

TEST(ClientText, a_name_that_cannot_be_shown_is_refused) {
  for (const char* name :
       {"", " Ann", "Ann ", "two\nlines", "right\xE2\x80\xAEto left", "half \xED\xA0\x80",
        "a name of more than 24 letters", "\u0085Ann", "A\u00adnn", "Ann\ufeff", "\u3164",
        "Ann\u061c", "A\u200bnn", "A\u200dnn", "\u2003Ann", "\U000e0041", "\u0301\u0301", "\u2800"})
    EXPECT_EQ(code_of(check_name(name)), "bad_name") << name;
  for (const char* name : {"\xC3\x84nne", "Rene\u0301", "\u2764\ufe0f", "\u7adc"})
    EXPECT_EQ(code_of(check_name(name)), "") << name;
  EXPECT_EQ(code_of(R"({"type":"name","name":" Ann"})"), "bad_name");
  EXPECT_EQ(code_of(R"({"type":"name"})"), "bad_name");
  EXPECT_EQ(code_of(R"({"type":"name","name":"Ann"})"), "");
}

TEST(ClientText, a_line_of_chat_has_1_to_300_characters) {
  std::string long_line;
  for (int i = 0; i < 300; ++i) long_line += "\xE2\x82\xAC";
  EXPECT_EQ(chat(long_line), long_line);
  EXPECT_EQ(chat(long_line + 'x'), "bad_chat");
  EXPECT_EQ(chat(""), "bad_chat");
  EXPECT_EQ(code_of(R"({"type":"chat","table":"t","text":"half \ud800"})"), "bad_chat");
  EXPECT_EQ(code_of(R"({"type":"chat","table":"t","text":"hello"})"), "");
}

TEST(ClientText, chat_is_one_line_that_can_be_seen) {
  EXPECT_EQ(chat("one\ntwo\r\nthree\u2028four\tfive"), "one two  three four five");
  EXPECT_EQ(chat("a\x1b[31mb\x7f\u009b c"), "a[31mb c");
  EXPECT_EQ(chat("right \u202eto left\u202c \u2066now\u2069\u200f\u061c"), "right to left now");
  EXPECT_EQ(chat(" \n hello \n"), "hello");
  EXPECT_EQ(chat("a\U000e0041\ufeff\u200b\u00adb"), "ab");
  for (const char* blank : {" ", "\n", "\u00a0\u3000", "\u200b", "\u3164", "\u2800", "\u200d\ufe0f",
                            "\u0301", "\u202e", "\u0001"})
    EXPECT_EQ(chat(blank), "bad_chat") << blank;
  const std::string emoji = "\U0001f469\u200d\U0001f4bb \u2764\ufe0f \U0001f44d\U0001f3fd";
  EXPECT_EQ(chat(emoji), emoji);
  std::string tower = "Z";
  for (int i = 0; i < 50; ++i) tower += "\u0335";
  EXPECT_EQ(chat(tower), "Z\u0335\u0335\u0335\u0335");
}

}  // namespace
}  // namespace hotaka::wire
