// RFC 6455 from a client's side: each case is some bytes, and all that comes of them. Every case is
// sent in one piece, byte by byte, and in pieces of seven.

#include <algorithm>
#include <string>
#include <vector>

#include "server/socket_pair.h"

namespace hotaka::server::test {
namespace {

using Strings = std::vector<std::string>;

struct Case {
  std::string about;
  std::string bytes;
  Strings messages;  // that are passed on
  Strings answers;   // frames of the server: "pong TEXT", "close CODE"
};

constexpr std::size_t max_message = Connection::max_message;

// The server's frames, all of them short.
Strings read_answers(std::string_view said) {
  Strings all;
  while (said.size() >= 2) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(said[i]); };
    const std::size_t length = std::min<std::size_t>(byte(1), said.size() - 2);
    const std::string payload(said.substr(2, length));
    if (byte(0) == 0x8a) {
      all.push_back("pong " + payload);
    } else if (byte(0) == 0x88 && length >= 2) {
      all.push_back("close " + std::to_string(byte(2) << 8U | byte(3)));
    } else {
      all.emplace_back("another frame");
    }
    said.remove_prefix(2 + length);
  }
  return all;
}

class WebSocketCase : public OneConnection {
 public:
  WebSocketCase() { make_websocket(); }

  // Sends in pieces of this size, as long as the server listens; returns the server's frames.
  Strings send(std::string_view bytes, std::size_t piece) {
    std::string said;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
      said += exchange(bytes.substr(0, piece));
    return read_answers(said);
  }
};

void check(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    for (const std::size_t piece : {one.bytes.size() + 1, std::size_t{1}, std::size_t{7}}) {
      WebSocketCase socket;
      EXPECT_EQ(socket.send(one.bytes, piece), one.answers) << one.about << ", pieces of " << piece;
      EXPECT_EQ(socket.recorder_.messages, one.messages) << one.about << ", pieces of " << piece;
      const bool is_closed = !one.answers.empty() && one.answers.back().starts_with("close");
      EXPECT_EQ(socket.connection_.phase(),
                is_closed ? Connection::Phase::lingering : Connection::Phase::websocket)
          << one.about << ", pieces of " << piece;
    }
  }
}

std::string text(const std::string& payload) { return masked(Opcode::text, payload); }
std::string begin(const std::string& payload) { return masked(Opcode::text, payload, false); }
std::string more(const std::string& payload) { return masked(Opcode::more, payload, false); }
std::string end(const std::string& payload) { return masked(Opcode::more, payload); }
std::string ping(const std::string& payload) { return masked(Opcode::ping, payload); }
std::string pong(const std::string& payload) { return masked(Opcode::pong, payload); }
std::string close(unsigned code, const std::string& reason = "") {
  return masked(
      Opcode::close,
      std::string{static_cast<char>(code >> 8U), static_cast<char>(code & 255U)} + reason);
}

// A frame whose first two bytes are given, the mask's bit apart, with any bytes of a length.
std::string raw(unsigned first, unsigned second, const std::string& length,
                const std::string& payload = "") {
  const std::string key("\x9a\x00\xff\x20", 4);
  std::string out{static_cast<char>(first), static_cast<char>(second | 0x80U)};
  out += length + key;
  for (std::size_t i = 0; i < payload.size(); ++i)
    out += static_cast<char>(payload[i] ^ key[i % 4]);
  return out;
}

std::string times(int count, const std::string& bytes) {
  std::string all;
  for (int i = 0; i < count; ++i) all += bytes;
  return all;
}

// --- 5.2 to 5.4: frames and fragments

TEST(WebSocketCases, messages_of_all_lengths) {
  std::vector<Case> cases;
  for (const std::size_t size : {0UL, 1UL, 125UL, 126UL, 127UL, 128UL, 1000UL, max_message}) {
    const std::string payload(size, '*');
    cases.push_back({std::to_string(size) + " bytes", text(payload), {payload}, {}});
    cases.push_back({std::to_string(size) + " bytes in two frames",
                     begin(payload.substr(0, size / 2)) + end(payload.substr(size / 2)),
                     {payload},
                     {}});
  }
  cases.push_back(
      {"one byte too long", text(std::string(max_message + 1, '*')), {}, {"close 1009"}});
  cases.push_back({"64 KiB", text(std::string(65'536, '*')).substr(0, 20), {}, {"close 1009"}});
  cases.push_back({"one byte too long in two frames",
                   begin(std::string(max_message, '*')) + end("*"),
                   {},
                   {"close 1009"}});
  check(cases);
}

TEST(WebSocketCases, pings_are_answered_in_order_and_pongs_are_not) {
  std::string most;
  for (int i = 0; i < 125; ++i) most += static_cast<char>(i * 7);
  Strings ten;
  for (int i = 0; i < 10; ++i) ten.emplace_back("pong payload");
  check(
      {{"an empty ping", ping(""), {}, {"pong "}},
       {"a ping with text", ping("Hello"), {}, {"pong Hello"}},
       {"a ping that is no text",
        ping(std::string("\0\xff\xfe\xfd", 4)),
        {},
        {"pong " + std::string("\0\xff\xfe\xfd", 4)}},
       {"the longest ping", ping(most), {}, {"pong " + most}},
       {"a ping that is too long", ping(most + "x"), {}, {"close 1002"}},
       {"ten pings", times(10, ping("payload")), {}, ten},
       {"a pong without a ping", pong("") + ping("1"), {}, {"pong 1"}},
       {"a pong with text without a ping", pong("unasked") + ping("1"), {}, {"pong 1"}},
       {"pongs and pings", pong("a") + ping("b") + pong("c") + ping("d"), {}, {"pong b", "pong d"}},
       {"a pong that is too long", pong(most + "x"), {}, {"close 1002"}}});
}

TEST(WebSocketCases, reserved_bits_and_opcodes_end_it) {
  std::vector<Case> cases;
  for (unsigned bits = 1; bits < 8; ++bits) {
    for (const unsigned opcode : {0U, 1U, 2U, 8U, 9U, 10U})
      cases.push_back({"reserved bits " + std::to_string(bits) + " of " + std::to_string(opcode),
                       text("before") + raw(0x80U | bits << 4U | opcode, 0, "") + ping("after"),
                       {"before"},
                       {"close 1002"}});
  }
  for (const unsigned opcode : {3U, 4U, 5U, 6U, 7U, 11U, 12U, 13U, 14U, 15U}) {
    for (const bool last : {true, false}) {
      cases.push_back(
          {"opcode " + std::to_string(opcode),
           text("before") + raw((last ? 0x80U : 0U) | opcode, 5, "", "Hello") + ping("after"),
           {"before"},
           {"close 1002"}});
    }
  }
  check(cases);
}

TEST(WebSocketCases, fragments_are_put_together_with_control_frames_between_them) {
  const std::string wrong_end = end("lost") + ping("after");
  check({{"two fragments", begin("one ") + end("two"), {"one two"}, {}},
         {"many fragments",
          begin("1") + times(30, more("2")) + end("3"),
          {"1" + times(30, "2") + "3"},
          {}},
         {"empty fragments", begin("") + more("") + end(""), {""}, {}},
         {"an empty end", begin("") + more("x") + end(""), {"x"}, {}},
         {"pings between",
          begin("a") + ping("1") + more("b") + ping("2") + pong("") + end("c"),
          {"abc"},
          {"pong 1", "pong 2"}},
         {"two messages", begin("a") + end("b") + begin("c") + end("d"), {"ab", "cd"}, {}},
         {"a ping in fragments", raw(0x09, 1, "", "x") + ping("after"), {}, {"close 1002"}},
         {"a pong in fragments", raw(0x0a, 1, "", "x") + ping("after"), {}, {"close 1002"}},
         {"a close in fragments", raw(0x08, 2, "", "\x03\xe8") + ping("after"), {}, {"close 1002"}},
         {"an end without a beginning", wrong_end, {}, {"close 1002"}},
         {"a part without a beginning", more("lost") + ping("after"), {}, {"close 1002"}},
         {"an end too many", begin("a") + end("b") + wrong_end, {"ab"}, {"close 1002"}},
         {"an end after a whole message", text("a") + wrong_end, {"a"}, {"close 1002"}},
         {"a message inside another", begin("a") + text("b"), {}, {"close 1002"}},
         {"a beginning inside another", begin("a") + begin("b"), {}, {"close 1002"}},
         {"a close inside a message", begin("a") + close(1000) + end("b"), {}, {"close 1000"}},
         {"binary data", masked(Opcode::binary, "x") + ping("after"), {}, {"close 1003"}},
         {"binary data in fragments", masked(Opcode::binary, "x", false), {}, {"close 1003"}}});
}

TEST(WebSocketCases, lengths_are_as_short_as_possible_and_not_negative) {
  const auto bytes = [](std::initializer_list<int> all) {
    std::string out;
    for (const int one : all) out += static_cast<char>(one);
    return out;
  };
  check({{"126 as two bytes",
          raw(0x81, 126, bytes({0, 126}), std::string(126, 'x')),
          {std::string(126, 'x')},
          {}},
         {"125 as two bytes", raw(0x81, 126, bytes({0, 125})), {}, {"close 1002"}},
         {"0 as two bytes", raw(0x81, 126, bytes({0, 0})), {}, {"close 1002"}},
         {"5 as eight bytes", raw(0x81, 127, bytes({0, 0, 0, 0, 0, 0, 0, 5})), {}, {"close 1002"}},
         {"65535 as eight bytes",
          raw(0x81, 127, bytes({0, 0, 0, 0, 0, 0, 255, 255})),
          {},
          {"close 1002"}},
         {"65536", raw(0x81, 127, bytes({0, 0, 0, 0, 0, 1, 0, 0})), {}, {"close 1009"}},
         {"the longest",
          raw(0x81, 127, bytes({127, 255, 255, 255, 255, 255, 255, 255})),
          {},
          {"close 1009"}},
         {"the highest bit", raw(0x81, 127, bytes({128, 0, 0, 0, 0, 0, 0, 5})), {}, {"close 1002"}},
         {"a ping with two bytes of length", raw(0x89, 126, bytes({0, 5})), {}, {"close 1002"}}});
}

TEST(WebSocketCases, each_frame_is_masked_with_its_own_key) {
  std::string zero = text("zero");
  std::fill_n(zero.begin() + 2, 4, '\0');
  std::copy_n("zero", 4, zero.begin() + 6);
  check({{"a key of zeros", zero, {"zero"}, {}},
         {"several keys", text("one") + raw(0x81, 3, "", "two") + zero, {"one", "two", "zero"}, {}},
         {"no mask", framed(Opcode::text, "x") + ping("after"), {}, {"close 1002"}},
         {"no mask, empty", framed(Opcode::text, ""), {}, {"close 1002"}},
         {"a ping without mask", framed(Opcode::ping, "x"), {}, {"close 1002"}},
         {"a close without mask", framed(Opcode::close, "\x03\xe8"), {}, {"close 1002"}},
         {"the second frame without mask",
          begin("a") + framed(Opcode::more, "b"),
          {},
          {"close 1002"}}});
}

// --- 8.1: text is UTF-8

// Where all bytes of a text have come and nothing wrong was among them.
const std::vector<std::string> valid_texts{
    "",
    "plain",
    "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5",
    "\xe6\x98\x9f\xf0\x9f\x8c\x9f",
    std::string("\0", 1),
    "\x7f",
    "\xc2\x80",
    "\xdf\xbf",
    "\xe0\xa0\x80",
    "\xed\x9f\xbf",
    "\xee\x80\x80",
    "\xef\xbf\xbd",
    "\xef\xbf\xbe",  // noncharacters are characters
    "\xef\xbf\xbf",
    "\xf0\x90\x80\x80",
    "\xf0\x9f\xbf\xbf",
    "\xf4\x8f\xbf\xbf",
};

// The last byte is the first that makes it wrong.
const std::vector<std::string> wrong_beginnings{
    "\x80",
    "\xbf",
    "\xc0",  // always too long for what it says
    "\xc1",
    "\xe0\x80",
    "\xe0\x9f",
    "\xf0\x80",
    "\xf0\x8f",
    "\xed\xa0",  // halves of a pair
    "\xed\xbf",
    "\xf4\x90",  // beyond the last character
    "\xf5",
    "\xf8",
    "\xfc",
    "\xfe",
    "\xff",
    "\xc2 ",  // cut off
    "\xc2\xc2",
    "\xe1\x80 ",
    "\xe1 ",
    "\xf1\x80\x80 ",
    "\xf1\x80 ",
    "\xf1 ",
    "\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0",
    "\xf0\x9f\x8c\x9f\x9f",
};

// What is right so far, but must not end there.
const std::vector<std::string> cut_off{"\xc2",      "\xe1",         "\xe1\x80", "\xf1",
                                       "\xf1\x80",  "\xf1\x80\x80", "\xf4",     "\xf4\x8f\xbf",
                                       "text \xe0", "text \xed\x9f"};

TEST(WebSocketCases, text_is_passed_on_as_it_came) {
  std::vector<Case> cases;
  for (const std::string& one : valid_texts) {
    const std::string payload = "<" + one + ">";
    cases.push_back({"whole: " + one, text(one), {one}, {}});
    std::string parts = begin("");
    for (const char byte : payload) parts += more({byte}) + ping("");
    cases.push_back({"a fragment a byte: " + one,
                     parts + end(""),
                     {payload},
                     Strings(payload.size(), "pong ")});
  }
  check(cases);
}

TEST(WebSocketCases, text_that_is_no_utf8_ends_it) {
  std::vector<Case> cases;
  const auto add = [&](const std::string& about, const std::string& bytes) {
    cases.push_back({about, bytes + ping("after"), {}, {"close 1007"}});
  };
  for (const std::string& one : wrong_beginnings) {
    add("whole", text(one));
    add("whole, with more", text("before " + one + " after"));
    add("in the first fragment", begin(one));
    add("in a later fragment", begin("x") + more(one) + end("y"));
    add("between fragments",
        begin(one.substr(0, one.size() - 1)) + more(one.substr(one.size() - 1)));
  }
  for (const std::string& one : cut_off) {
    add("cut off", text(one));
    add("cut off at the end", begin(one.substr(0, 1)) + end(one.substr(1)));
    add("cut off by an empty end", begin(one) + end(""));
  }
  check(cases);
}

// Bytes that make a text wrong are answered at once: neither the frame nor the message is awaited.
TEST(WebSocketCases, wrong_text_is_answered_by_its_first_wrong_byte) {
  for (const std::string& one : wrong_beginnings) {
    const std::string before = "\xce\xba text ";
    const std::string whole = text(before + one + std::string(50, '.'));
    const std::size_t at = whole.size() - 50;
    WebSocketCase in_frame;
    EXPECT_EQ(in_frame.send(whole.substr(0, at - 1), 1), Strings{});
    EXPECT_EQ(in_frame.send(whole.substr(at - 1, 1), 1), Strings{"close 1007"});
    WebSocketCase in_fragment;
    const std::string last = more(one.substr(one.size() - 1) + "....");
    EXPECT_EQ(in_fragment.send(begin(before + one.substr(0, one.size() - 1)), 100), Strings{});
    EXPECT_EQ(in_fragment.send(last.substr(0, 6), 100), Strings{});
    EXPECT_EQ(in_fragment.send(last.substr(6, 1), 100), Strings{"close 1007"});
  }
}

// --- 7: closing

TEST(WebSocketCases, a_close_is_answered_with_its_own_code) {
  std::vector<Case> cases{
      {"without a code", masked(Opcode::close, ""), {}, {"close 1000"}},
      {"with a reason", close(1000, "good-bye"), {}, {"close 1000"}},
      {"with the longest reason", close(1000, std::string(123, '*')), {}, {"close 1000"}},
      {"with a reason in Greek", close(1001, valid_texts[2]), {}, {"close 1001"}},
      {"half a code", masked(Opcode::close, "\x03"), {}, {"close 1002"}},
      {"too long a reason", close(1000, std::string(124, '*')), {}, {"close 1002"}}};
  for (const unsigned code : {1000U, 1001U, 1002U, 1003U, 1007U, 1008U, 1009U, 1010U, 1011U, 1012U,
                              1013U, 1014U, 3000U, 3999U, 4000U, 4999U})
    cases.push_back({"a code", close(code), {}, {"close " + std::to_string(code)}});
  for (const unsigned code :
       {0U, 999U, 1004U, 1005U, 1006U, 1015U, 1016U, 1100U, 2000U, 2999U, 5000U, 65'535U}) {
    cases.push_back({"no code: " + std::to_string(code), close(code), {}, {"close 1002"}});
    cases.push_back({"no code, with a reason", close(code, "because"), {}, {"close 1002"}});
  }
  for (const std::string& one : wrong_beginnings)
    cases.push_back({"a reason that is no text", close(1000, one), {}, {"close 1007"}});
  for (const std::string& one : cut_off)
    cases.push_back({"a reason that is cut off", close(1000, one), {}, {"close 1007"}});
  check(cases);
}

TEST(WebSocketCases, nothing_is_heard_after_a_close) {
  check({{"a message", close(1000) + text("x"), {}, {"close 1000"}},
         {"a ping", close(1000) + ping("x"), {}, {"close 1000"}},
         {"another close", close(1000) + close(1001), {}, {"close 1000"}},
         {"wrong bytes", close(1000) + times(20, "\xff\xff"), {}, {"close 1000"}},
         {"much", close(1000) + times(20, text(std::string(1000, '*'))), {}, {"close 1000"}},
         {"after a message", text("x") + close(1000) + text("y"), {"x"}, {"close 1000"}},
         {"after a wrong frame", raw(0x83, 0, "") + text("x") + close(1000), {}, {"close 1002"}}});
}

}  // namespace
}  // namespace hotaka::server::test
