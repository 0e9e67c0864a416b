#pragma once
// The bytes of HTTP/1.1 as this server needs them: a request in, a response out. No sockets here.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "server/output.h"

namespace hotaka::server {

// Parts of the connection's buffer, gone when the handler returns.
struct Request {
  std::string_view method;
  std::string_view path;  // without the query; "*" of OPTIONS *
  std::string_view body;
  std::vector<std::pair<std::string_view, std::string_view>> headers;
  bool keep_alive = true;

  // Names are compared without case; "" if there is none, the first one if there are several.
  std::string_view header(std::string_view name) const;
  std::ptrdiff_t count(std::string_view header_name) const;
  // Whether one of the headers' lists has it.
  bool has_token(std::string_view header_name, std::string_view token) const;
  // What the headers' lists say of it by "q=", in thousandths: 1000 if nothing else, 0 if it is not
  // wanted. Nothing if they do not name it, nor all others ("*").
  std::optional<int> weight(std::string_view header_name, std::string_view token) const;
  std::string_view cookie(std::string_view name) const;
};

// The result of looking for a request at the front of some bytes.
struct RequestRead {
  enum class What : std::uint8_t { more_needed, request, wrong } what = What::more_needed;
  std::size_t size = 0;          // bytes of the request
  Request request;               // parts of the bytes
  bool awaits_continue = false;  // the client wants to hear that the body it announces is welcome
  Reason why;                    // if it is wrong
};

inline constexpr std::size_t max_head = std::size_t{8} << 10U;
inline constexpr std::size_t max_body = std::size_t{8} << 10U;

RequestRead read_request(std::string_view bytes);

struct Response {
  int status = 200;
  std::string_view type = "application/json";
  std::string headers;  // further ones, each with its line end
  std::string body;
  SharedText shared;  // instead of the body: sent to many

  const std::string& content() const { return shared ? *shared : body; }
};

// `only_head` for the method HEAD. A shared body is left to the caller.
void append_response(std::string& out, const Response& response, bool keep_alive, bool only_head);

// For a path that knows other methods only, such as "GET" or "GET, POST".
Response method_error(std::string_view methods);

// {"code":"..","why":".."}, with the status that belongs to the code.
Response error_response(const Error& error);

bool same_word(std::string_view a, std::string_view b);  // without case

}  // namespace hotaka::server
