// What people write for others to see is refused if it cannot be shown.

#include "wire/client_text.h"

#include <gtest/gtest.h>

#include "wire/client_message.h"

namespace hotaka::wire {
namespace {

std::string code_of(const MaybeError& error) { return std::string(error ? error->code : ""); }

std::string code_of(std::string_view message) {
  const ClientMessage read = read_message(message);
  return std::string(read.request ? "" : read.request.error().code);
}

TEST(ClientText, a_name_that_cannot_be_shown_is_refused) {
  for (const char* name : {"", " Ann", "Ann ", "two\nlines", "right\xE2\x80\xAEto left",
                           "half \xED\xA0\x80", "a name of more than 24 letters"})
    EXPECT_EQ(code_of(check_name(name)), "bad_name") << name;
  EXPECT_EQ(code_of(check_name("\xC3\x84nne")), "");
  EXPECT_EQ(code_of(R"({"type":"name","name":" Ann"})"), "bad_name");
  EXPECT_EQ(code_of(R"({"type":"name"})"), "bad_name");
  EXPECT_EQ(code_of(R"({"type":"name","name":"Ann"})"), "");
}

TEST(ClientText, a_line_of_chat_has_1_to_300_characters) {
  std::string long_line;
  for (int i = 0; i < 300; ++i) long_line += "\xE2\x82\xAC";
  EXPECT_EQ(code_of(check_chat(long_line)), "");
  EXPECT_EQ(code_of(check_chat(long_line + 'x')), "bad_chat");
  EXPECT_EQ(code_of(check_chat("")), "bad_chat");
  EXPECT_EQ(code_of(R"({"type":"chat","table":"t","text":"half \ud800"})"), "bad_chat");
  EXPECT_EQ(code_of(R"({"type":"chat","table":"t","text":"hello"})"), "");
}

}  // namespace
}  // namespace hotaka::wire
