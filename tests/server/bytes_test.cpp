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

// What is wrong with a request, as a status; 0 if more of it is awaited, 200 if it is right.
int status_of(const std::string& text) {
  const auto read = read_request(text);
  if (read.what == What::more_needed) return 0;
  if (read.what == What::request) return 200;
  EXPECT_FALSE(read.why.message.empty());
  return error_response(Error(read.why)).status;
}

const std::string get = "GET / HTTP/1.1\r\n";
const std::string post = "POST / HTTP/1.1\r\nHost: a\r\n";

struct Lines {
  int status;
  std::string text;
};

TEST(Http, first_lines) {
  for (const auto& [status, line] :
       std::vector<Lines>{{200, "GET / HTTP/1.1"},
                          {200, "GET / HTTP/1.0"},
                          {200, "GET /a?b=c/../%00 HTTP/1.1"},
                          {200, "GET http://a/b HTTP/1.1"},
                          {200, "OPTIONS * HTTP/1.1"},
                          {200, "get / HTTP/1.1"},
                          {400, ""},
                          {400, "GET"},
                          {400, "GET /"},
                          {400, "GET  / HTTP/1.1"},
                          {400, "GET / HTTP/1.1 "},
                          {400, " GET / HTTP/1.1"},
                          {400, "GET / / HTTP/1.1"},
                          {400, "GET\t/ HTTP/1.1"},
                          {400, "GET / HTTP/1.1\t"},
                          {400, "G(T / HTTP/1.1"},
                          {400, "GET x HTTP/1.1"},
                          {400, "GET * HTTP/1.1"},
                          {400, "GET /#a HTTP/1.1"},
                          {400, "GET /\xc3\xa4 HTTP/1.1"},
                          {400, "GET /\x7f HTTP/1.1"},
                          {400, "GET http:///b HTTP/1.1"},
                          {400, "GET http://me@a/b HTTP/1.1"},
                          {400, "GET ftp://a/b HTTP/1.1"},
                          {400, "CONNECT a:443 HTTP/1.1"},
                          {400, "GET / http/1.1"},
                          {400, "GET / HTTP/1"},
                          {400, "GET / HTTP/1.1.1"},
                          {400, "GET / HTTP/a.b"},
                          {400, "GET / XTTP/1.1"},
                          {505, "GET / HTTP/2.0"},
                          {505, "GET / HTTP/0.9"},
                          {505, "PRI * HTTP/2.0"}})  // as HTTP/2 begins
    EXPECT_EQ(status_of(line + "\r\nHost: a\r\n\r\n"), status) << line;
}

TEST(Http, headers) {
  for (const auto& [status, line] : std::vector<Lines>{{200, "A: b"},
                                                       {200, "A:b"},
                                                       {200, "A:"},
                                                       {200, "A:\tb \t"},
                                                       {200, "A: \xff"},
                                                       {400, "no colon"},
                                                       {400, ": b"},
                                                       {400, "A : b"},
                                                       {400, "A\t: b"},
                                                       {400, " A: b"},
                                                       {400, "A: b\r\n folded"},
                                                       {400, "A: b\r\n\tfolded"},
                                                       {400, "A(: b"},
                                                       {400, "A: b\nC: d"},
                                                       {400, "A: b\rC: d"},
                                                       {400, "A: b\r\r"},
                                                       {400, std::string("A: b\0c", 7)},
                                                       {400, "A: \x01"},
                                                       {400, "A: \x7f"},
                                                       {431, "A: " + std::string(max_head, 'x')}})
    EXPECT_EQ(status_of(get + "Host: a\r\n" + line + "\r\n\r\n"), status) << line.substr(0, 60);
}

TEST(Http, a_request_has_one_host) {
  for (const char* host :
       {"a", "a:80", "a:", "games.example", "127.0.0.1:8080", "[::1]", "[::1]:80", "x-1_2.example"})
    EXPECT_EQ(status_of(get + "Host: " + host + "\r\n\r\n"), 200) << host;
  for (const char* host : {"", "a b", "a,b", "a/b", "me@a", "http://a", "a:b", "a:1:2", ":80",
                           "[::1", "[]", "[::1]x", "[a]b:80", "a:123456", "\"a\"", "\xc3\xa4"})
    EXPECT_EQ(status_of(get + "Host: " + host + "\r\n\r\n"), 400) << host;
  EXPECT_EQ(status_of(get + "\r\n"), 400);
  EXPECT_EQ(status_of(get + "Host: a\r\nhost: a\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.0\r\n\r\n"), 200) << "it did not exist";
  EXPECT_EQ(status_of("GET / HTTP/1.0\r\nHost: a b\r\n\r\n"), 400);
}

TEST(Http, the_host_of_a_whole_url_counts) {
  const auto check = [](const std::string& target, std::string_view path) {
    const std::string text = "GET " + target + " HTTP/1.1\r\nHost: b\r\n\r\n";
    const auto read = read_request(text);
    ASSERT_EQ(read.what, What::request) << target;
    EXPECT_EQ(read.request.path, path) << target;
    EXPECT_EQ(read.request.header("Host"), "a:80") << target;
  };
  check("http://a:80/x?y", "/x");
  check("HTTP://a:80", "/");
  check("https://a:80?x", "/");
}

TEST(Http, how_long_a_request_is_must_be_beyond_doubt) {
  for (const auto& [status, lines] :
       std::vector<Lines>{{200, "Content-Length: 0\r\n"},
                          {0, "Content-Length: 00001\r\n"},
                          {411, ""},
                          {411, "Transfer-Encoding: chunked\r\n"},
                          {411, "Transfer-Encoding: CHUNKED\r\n"},
                          {501, "Transfer-Encoding: xchunked\r\n"},
                          {501, "Transfer-Encoding: gzip, chunked\r\n"},
                          {501, "Transfer-Encoding: identity\r\n"},
                          {501, "Transfer-Encoding:\r\n"},
                          {501, "Transfer-Encoding: \"chunked\"\r\n"},
                          {400, "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n"},
                          {400, "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"},
                          {400, "Content-Length: 4\r\ntransfer-encoding: identity\r\n"},
                          {400, "Transfer-Encoding : chunked\r\nContent-Length: 4\r\n"},
                          {400, "X: y\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n"},
                          {400, "X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 4\r\n"},
                          {400, "Content-Length: 1\r\nContent-Length: 2\r\n"},
                          {400, "Content-Length: 1\r\nContent-Length: 1\r\n"},
                          {400, "Content-Length: 1, 1\r\n"},
                          {400, "Content-Length: +1\r\n"},
                          {400, "Content-Length: -1\r\n"},
                          {400, "Content-Length: 0x1\r\n"},
                          {400, "Content-Length: 1 1\r\n"},
                          {400, "Content-Length: 1.0\r\n"},
                          {400, "Content-Length:\r\n"},
                          {400, "Content-Length : 1\r\n"},
                          {413, "Content-Length: 8193\r\n"},
                          {413, "Content-Length: 18446744073709551617\r\n"}})
    EXPECT_EQ(status_of(post + lines + "\r\n"), status) << lines;
  EXPECT_EQ(status_of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
  EXPECT_EQ(status_of(get + "Host: a\r\nContent-Length: 1\r\n\r\n"), 0) << "a GET may have one";
}

TEST(Http, what_is_wrong_is_known_before_the_rest_comes) {
  EXPECT_EQ(status_of("GET / HTTP/1.1\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\rH"), 400);
  EXPECT_EQ(status_of("\x16\x03\x01"), 400) << "TLS";
  EXPECT_EQ(status_of("PRI * HTTP/2.0\r\n\r\n"), 505);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n"), 400) << "no Host";
  EXPECT_EQ(status_of(post + "Content-Length: 8193\r\n\r\n"), 413);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r"), 0);
  EXPECT_EQ(status_of("\r"), 0);
}

TEST(Http, an_empty_line_before_a_request_is_passed_over) {
  const std::string text = "\r\n" + post + "Content-Length: 2\r\n\r\n{}\r\n";
  const auto read = read_request(text);
  ASSERT_EQ(read.what, What::request);
  EXPECT_EQ(read.request.body, "{}");
  EXPECT_EQ(read.size, text.size() - 2);
  EXPECT_EQ(status_of("\r\n\r\n" + text), 400);
}

TEST(Http, lists_go_on_in_further_headers) {
  const std::string text = get + "Host: a\r\nConnection: x\r\nconnection: y, Close\r\n\r\n";
  const auto read = read_request(text);
  EXPECT_TRUE(read.request.has_token("Connection", "x"));
  EXPECT_TRUE(read.request.has_token("Connection", "y"));
  EXPECT_FALSE(read.request.keep_alive);
}

TEST(Http, weights_of_what_a_client_accepts) {
  const auto weight = [](std::string_view value, std::string_view token) {
    Request request;
    request.headers = {{"Accept-Encoding", value}};
    return request.weight("accept-encoding", token);
  };
  EXPECT_EQ(weight("gzip", "gzip"), 1000);
  EXPECT_EQ(weight("br, GZIP;q=0.5", "gzip"), 500);
  EXPECT_EQ(weight("gzip ; Q=0.123", "gzip"), 123);
  EXPECT_EQ(weight("gzip;q=1.000", "gzip"), 1000);
  EXPECT_EQ(weight("gzip;q=0", "gzip"), 0);
  EXPECT_EQ(weight("gzip;q=0.0", "gzip"), 0);
  EXPECT_EQ(weight("gzip;x=1;q=0.2", "gzip"), 200);
  for (const char* wrong : {"gzip;q=", "gzip;q=x", "gzip;q=-1", "gzip;q=.5", "gzip;q=0.1234"})
    EXPECT_EQ(weight(wrong, "gzip"), 0) << wrong;
  EXPECT_EQ(weight("gzip;q=9", "gzip"), 1000);
  EXPECT_EQ(weight("*;q=0.1, gzip", "br"), 100);
  EXPECT_EQ(weight("*;q=0, gzip", "gzip"), 1000);
  EXPECT_EQ(weight("x-gzip", "gzip"), std::nullopt);
  EXPECT_EQ(weight("", "gzip"), std::nullopt);
}

TEST(Http, responses_say_what_else_is_possible_and_are_not_guessed_at) {
  std::string out;
  append_response(out, method_error("GET, POST"), true, false);
  EXPECT_TRUE(out.starts_with("HTTP/1.1 405 ")) << out;
  EXPECT_NE(out.find("\r\nAllow: GET, POST, HEAD\r\n"), std::string::npos) << out;
  EXPECT_NE(out.find("\r\nX-Content-Type-Options: nosniff\r\n"), std::string::npos) << out;
  EXPECT_NE(method_error("POST").headers.find("Allow: POST\r\n"), std::string::npos);
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
