#include "server/http.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"

namespace hotaka::server {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A name as RFC 9110 allows it: letters, digits and a few signs.
bool is_name(std::string_view text) {
  constexpr std::string_view signs = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
           signs.find(c) != std::string_view::npos;
  });
}

bool is_clean(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= 32 && byte != 127);
  });
}

// What is answered with a status, and the codes of errors that it belongs to.
struct Status {
  int number;
  std::string_view words;
  std::string_view codes;
};
constexpr Status statuses[] = {
    {400, "Bad Request", ""},  // also every code that is not here
    {101, "Switching Protocols", ""},
    {200, "OK", ""},
    {304, "Not Modified", ""},
    {401, "Unauthorized", "no_session wrong_password"},
    {403, "Forbidden", "wrong_origin"},
    {404, "Not Found", "not_found no_such_table not_started record_hidden"},
    {405, "Method Not Allowed", "bad_method"},
    {408, "Request Timeout", "request_timeout"},
    {409, "Conflict", "name_taken already_claimed"},
    {411, "Length Required", "length_required"},
    {413, "Content Too Large", "too_big"},
    {426, "Upgrade Required", "websocket_only"},
    {429, "Too Many Requests", "too_many_requests"},
    {431, "Request Header Fields Too Large", "header_too_big"},
    {500, "Internal Server Error", "table_damaged"},
    {503, "Service Unavailable", "not_stored unavailable"},
};

template <class Test>
const Status& first_status(const Test& test) {
  const auto* const found = std::ranges::find_if(statuses, test);
  return found == std::end(statuses) ? statuses[0] : *found;
}

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view Request::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (same_word(key, name)) return value;
  }
  return {};
}

bool Request::has_token(std::string_view header_name, std::string_view token) const {
  for (const std::string_view part : split(header(header_name), ',')) {
    if (same_word(trimmed(part), token)) return true;
  }
  return false;
}

std::string_view Request::cookie(std::string_view name) const {
  for (std::string_view part : split(header("Cookie"), ';')) {
    part = trimmed(part);
    const auto equals = part.find('=');
    if (equals != std::string_view::npos && part.substr(0, equals) == name)
      return part.substr(equals + 1);
  }
  return {};
}

RequestRead read_request(std::string_view bytes) {
  RequestRead read;
  const auto wrong = [&](std::string_view code, std::string_view message) {
    read.what = RequestRead::What::wrong;
    read.why = {code, message};
    return read;
  };
  const auto end = bytes.substr(0, max_head).find("\r\n\r\n");
  if (end == std::string_view::npos) {
    if (bytes.size() >= max_head)
      return wrong("header_too_big", "the head of the request is too long");
    return read;
  }
  std::string_view head = bytes.substr(0, end);
  Request& request = read.request;
  const auto next_line = [&] {
    const auto stop = head.find("\r\n");
    const std::string_view line = head.substr(0, stop);
    head = stop == std::string_view::npos ? std::string_view() : head.substr(stop + 2);
    return line;
  };
  const auto words = split(next_line(), ' ');
  if (words.size() != 3 || !is_name(words[0]) || words[1].empty() || words[1].front() != '/' ||
      !is_clean(words[1])) {
    return wrong("bad_request", "the first line must be METHOD /path HTTP/1.1");
  }
  if (words[2] != "HTTP/1.1" && words[2] != "HTTP/1.0")
    return wrong("bad_request", "only HTTP/1.1 is spoken");
  request.method = words[0];
  request.path = words[1].substr(0, words[1].find('?'));
  while (!head.empty()) {
    const std::string_view line = next_line();
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !is_name(line.substr(0, colon)) || !is_clean(line))
      return wrong("bad_request", "a header line must be Name: value");
    request.headers.emplace_back(line.substr(0, colon), trimmed(line.substr(colon + 1)));
  }
  request.keep_alive = words[2] == "HTTP/1.1" ? !request.has_token("Connection", "close")
                                              : request.has_token("Connection", "keep-alive");
  const auto count = [&](std::string_view name) {
    return std::ranges::count_if(request.headers,
                                 [&](const auto& one) { return same_word(one.first, name); });
  };
  if (count("Transfer-Encoding") > 0)
    return wrong("length_required", "send the body with Content-Length");
  std::size_t length = 0;
  if (count("Content-Length") > 1) return wrong("bad_request", "duplicate Content-Length header");
  if (count("Host") > 1) return wrong("bad_request", "duplicate Host header");
  if (count("Content-Length") == 1) {
    const auto number = parse_number(request.header("Content-Length"), INT32_MAX);
    if (!number) return wrong("bad_request", "Content-Length must be a number");
    length = static_cast<std::size_t>(*number);
  }
  if (length > max_body) return wrong("too_big", "the body of the request is too long");
  if (bytes.size() < end + 4 + length) return read;
  request.body = bytes.substr(end + 4, length);
  read.size = end + 4 + length;
  read.what = RequestRead::What::request;
  return read;
}

void append_response(std::string& out, const Response& response, bool keep_alive, bool only_head) {
  out += "HTTP/1.1 " + to_text(response.status) + ' ';
  out += first_status([&](const Status& one) { return one.number == response.status; }).words;
  out += "\r\n";
  if (response.status != 304) {
    out += "Content-Type: ";
    out += response.type;
    out +=
        "\r\nContent-Length: " + to_text(static_cast<std::int64_t>(response.body.size())) + "\r\n";
  }
  out += response.headers;
  if (!keep_alive) out += "Connection: close\r\n";
  out += "\r\n";
  if (!only_head && response.status != 304) out += response.body;
}

Response error_response(const Error& error) {
  Response response;
  response.status = first_status([&](const Status& one) {
                      const auto codes = split(one.codes, ' ');
                      return std::ranges::find(codes, error.code) != codes.end();
                    }).number;
  response.headers = "Cache-Control: no-store\r\n";
  response.body = "{\"code\":";
  json::append_string(response.body, error.code);
  response.body += ",\"why\":";
  json::append_string(response.body, error.message);
  response.body += '}';
  return response;
}

}  // namespace hotaka::server
