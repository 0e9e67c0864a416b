// The bytes of HTTP and WebSocket, right and wrong ones.

#include <gtest/gtest.h>

#include "base/rng.h"
#include "server/http.h"
#include "server/socket_pair.h"
#include "server/websocket.h"

namespace hotaka::server {
namespace {

using test::masked;
using What = RequestRead::What;

TEST(Http, a_request_is_read_when_it_is_whole) {
  const std::string text =
      "POST /api/session?x=1 HTTP/1.1\r\nHost: a\r\nCookie: other=1; hotaka=abc\r\n"
      "content-length: 2\r\nConnection: keep-alive, Upgrade\r\n\r\n{}";
  for (std::size_t size = 0; size < text.size(); ++size)
    ASSERT_EQ(read_request(std::string_view(text).substr(0, size)).what, What::more_needed);
  const std::string more = text + "GET";
  const auto read = read_request(more);
  ASSERT_EQ(read.what, What::request);
  EXPECT_EQ(read.size, text.size());
  EXPECT_EQ(read.request.path, "/api/session");
  EXPECT_EQ(read.request.body, "{}");
  EXPECT_EQ(read.request.header("HOST"), "a");
  EXPECT_EQ(read.request.cookie("hotaka"), "abc");
  EXPECT_EQ(read.request.cookie("hot"), "");
  EXPECT_TRUE(read.request.has_token("connection", "upgrade"));
  EXPECT_TRUE(read.request.keep_alive);
}

TEST(Http, wrong_requests_are_refused) {
  const auto status = [](const std::string& text) {
    const auto read = read_request(text);
    EXPECT_EQ(read.what, What::wrong) << text.substr(0, 60);
    EXPECT_FALSE(read.why.message.empty());
    return error_response(Error(read.why)).status;
  };
  EXPECT_EQ(status("GET\r\n\r\n"), 400);
  EXPECT_EQ(status("GET x HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/2\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nno colon\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nA : b\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 411);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nContent-Length: 999999\r\n\r\n"), 413);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nX: " + std::string(max_head, 'x')), 431);
}

TEST(WebSocket, the_handshake_is_answered_as_the_standard_shows) {
  EXPECT_EQ(accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

TEST(WebSocket, frames_of_all_sizes_are_read_when_they_are_whole) {
  for (const std::size_t size : {0UL, 1UL, 7UL, 8UL, 125UL, 126UL, 127UL, 4000UL, 70'000UL}) {
    const std::string payload(size, 'x');
    const std::string bytes = masked(Opcode::text, payload);
    for (std::size_t cut = 0; cut < std::min<std::size_t>(bytes.size(), 30); ++cut) {
      std::string part = bytes.substr(0, cut);
      ASSERT_EQ(read_frame(part.data(), part.size(), 100'000).what, FrameRead::What::more_needed);
    }
    std::string whole = bytes + "rest";
    const auto read = read_frame(whole.data(), whole.size(), 100'000);
    ASSERT_EQ(read.what, FrameRead::What::frame);
    EXPECT_EQ(read.size, bytes.size());
    EXPECT_EQ(read.frame.payload, payload);
    EXPECT_TRUE(read.frame.last);
  }
}

TEST(WebSocket, wrong_frames_are_refused_before_their_payload_comes) {
  const auto code = [](std::string bytes) {
    const auto read = read_frame(bytes.data(), bytes.size(), 4096);
    EXPECT_EQ(read.what, FrameRead::What::wrong);
    return read.code;
  };
  std::string plain;
  append_frame(plain, Opcode::text, "hello");
  EXPECT_EQ(code(plain), CloseCode::protocol_error);
  EXPECT_EQ(code(std::string("\xc1\x80", 2)), CloseCode::protocol_error);
  EXPECT_EQ(code(std::string("\x83\x80", 2)), CloseCode::protocol_error);
  EXPECT_EQ(code(std::string("\x89\xfe", 2)), CloseCode::protocol_error);
  EXPECT_EQ(code(std::string("\x09\x80", 2)), CloseCode::protocol_error);
  EXPECT_EQ(code(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", 10)), CloseCode::too_big);
}

TEST(WebSocket, no_bytes_break_the_readers) {
  Rng rng(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes;
    const auto size = rng.below(40);
    for (std::uint32_t k = 0; k < size; ++k) bytes += static_cast<char>(rng.below(256));
    const auto read = read_frame(bytes.data(), bytes.size(), 64);
    if (read.what == FrameRead::What::frame) {
      EXPECT_LE(read.size, bytes.size());
    }
    (void)read_request(bytes + "\r\n\r\n");
  }
}

}  // namespace
}  // namespace hotaka::server
