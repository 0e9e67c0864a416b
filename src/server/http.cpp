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

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// HOST or HOST:PORT: a name, an IPv4 address or an IPv6 address in brackets.
bool is_host(std::string_view text) {
  const auto in_name = [](char c) {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '-' || c == '.' || c == '_';
  };
  const auto in_ipv6 = [](char c) {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f') || c == ':' || c == '.';
  };
  const bool is_ipv6 = text.starts_with('[');
  const auto end = is_ipv6 ? text.find(']') : text.find(':');
  if (is_ipv6 && end == std::string_view::npos) return false;
  const std::string_view host = text.substr(is_ipv6 ? 1 : 0, is_ipv6 ? end - 1 : end);
  if (host.empty() ||
      !(is_ipv6 ? std::ranges::all_of(host, in_ipv6) : std::ranges::all_of(host, in_name)))
    return false;
  std::string_view port = end == std::string_view::npos ? "" : text.substr(end + (is_ipv6 ? 1 : 0));
  if (port.empty()) return true;
  return port.front() == ':' && port.size() <= 6 && std::ranges::all_of(port.substr(1), is_digit);
}

// --- Parts of a request; each returns what is wrong with it.

using Wrong = std::optional<Reason>;

Wrong bad(std::string_view message) { return Reason{"bad_request", message}; }

// Control characters, and line ends that are not whole: others may see other lines in them.
Wrong find_wrong_byte(std::string_view head) {
  for (std::size_t i = 0; i < head.size(); ++i) {
    const auto byte = static_cast<unsigned char>(head[i]);
    if (byte == '\r' ? i + 1 < head.size() && head[i + 1] != '\n'
                     : byte == '\n' && (i == 0 || head[i - 1] != '\r'))
      return bad("lines must end with CR LF");
    if ((byte < 32 && byte != '\t' && byte != '\r' && byte != '\n') || byte == 127)
      return bad("control characters are not allowed");
  }
  return std::nullopt;
}

// A path, the whole URL as a proxy is sent it, or "*". `host` is the URL's.
Wrong read_target(std::string_view target, Request& request, std::string_view& host) {
  if (!std::ranges::all_of(target, [](char c) { return c > ' ' && c <= '~' && c != '#'; }))
    return bad("the path must be ASCII without a fragment");
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!same_word(target.substr(0, scheme.size()), scheme)) continue;
    target.remove_prefix(scheme.size());
    host = target.substr(0, target.find_first_of("/?"));
    if (!is_host(host)) return bad("the URL has no valid host");
    target.remove_prefix(host.size());
    if (target.empty() || target.front() == '?') target = "/";
  }
  if (!target.starts_with('/') && !(target == "*" && request.method == "OPTIONS"))
    return bad("the first line must be METHOD /path HTTP/1.1");
  request.path = target.substr(0, target.find('?'));
  return std::nullopt;
}

Wrong read_first_line(std::string_view line, Request& request, std::string_view& version,
                      std::string_view& host) {
  const auto words = split(line, ' ');
  if (words.size() != 3 || !is_name(words[0]) || words[1].empty())
    return bad("the first line must be METHOD /path HTTP/1.1");
  version = words[2];
  if (version.size() != 8 || !version.starts_with("HTTP/") || !is_digit(version[5]) ||
      version[6] != '.' || !is_digit(version[7]))
    return bad("the first line must be METHOD /path HTTP/1.1");
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    return Reason{"bad_version", "only HTTP/1.1 and HTTP/1.0 are spoken"};
  request.method = words[0];
  return read_target(words[1], request, host);
}

// RFC 9112, 3.2: a request of HTTP/1.1 has it exactly once. That of a whole URL counts.
Wrong check_host(Request& request, bool is_old, std::string_view host_of_url) {
  const auto hosts = request.count("Host");
  if (hosts > 1) return bad("duplicate Host header");
  if (hosts == 0) return is_old ? std::nullopt : bad("there must be a Host header");
  const auto host = std::ranges::find_if(
      request.headers, [](const auto& one) { return same_word(one.first, "Host"); });
  if (!is_host(host->second)) return bad("the Host header must be HOST or HOST:PORT");
  if (!host_of_url.empty()) host->second = host_of_url;
  return std::nullopt;
}

// How many bytes follow must be beyond doubt, or what follows is taken for another request.
Wrong read_length(const Request& request, bool is_old, std::size_t& length) {
  const auto lengths = request.count("Content-Length");
  if (request.count("Transfer-Encoding") > 0) {
    if (lengths > 0) return bad("send either Content-Length or Transfer-Encoding");
    if (is_old || !same_word(request.header("Transfer-Encoding"), "chunked"))
      return Reason{"unknown_coding", "send the body with Content-Length"};
    return Reason{"length_required", "send the body with Content-Length"};
  }
  if (lengths > 1) return bad("duplicate Content-Length header");
  if (lengths == 0) {
    if (request.method != "POST") return std::nullopt;
    return Reason{"length_required", "send the body with Content-Length; 0 if there is none"};
  }
  std::string_view digits = request.header("Content-Length");
  if (digits.empty() || !std::ranges::all_of(digits, is_digit))
    return bad("Content-Length must be a number");
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  const auto number = parse_number(digits, static_cast<std::int64_t>(max_body));
  if (!number) return Reason{"too_big", "the body of the request is too long"};
  length = static_cast<std::size_t>(*number);
  return std::nullopt;
}

// All lines before the body.
Wrong read_head(std::string_view head, Request& request, std::size_t& length) {
  std::string_view version;
  std::string_view host;
  const auto next_line = [&] {
    const auto stop = head.find("\r\n");
    const std::string_view line = head.substr(0, stop);
    head = stop == std::string_view::npos ? std::string_view() : head.substr(stop + 2);
    return line;
  };
  if (auto why = read_first_line(next_line(), request, version, host)) return why;
  while (!head.empty()) {
    const std::string_view line = next_line();
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !is_name(line.substr(0, colon)))
      return bad("a header line must be Name: value");
    request.headers.emplace_back(line.substr(0, colon), trimmed(line.substr(colon + 1)));
  }
  const bool is_old = version == "HTTP/1.0";
  request.keep_alive = is_old ? request.has_token("Connection", "keep-alive")
                              : !request.has_token("Connection", "close");
  if (auto why = check_host(request, is_old, host)) return why;
  return read_length(request, is_old, length);
}

// The "q=" of an element of a list, such as "gzip;q=0.5", in thousandths; one that is no number
// between 0 and 1 is 0, as nobody knows what it is to mean.
int weight_in(std::string_view element) {
  const auto parts = split(element, ';');
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view parameter = trimmed(parts[i]);
    if (!same_word(parameter.substr(0, 2), "q=")) continue;
    std::string digits(parameter.substr(2));
    const auto point = digits.find('.');
    if (point == 1) digits.erase(point, 1);
    if (digits.empty() || digits.size() > 4 || !std::ranges::all_of(digits, is_digit)) return 0;
    digits.resize(4, '0');
    return std::min(1000, std::stoi(digits));
  }
  return 1000;
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
    {403, "Forbidden", "wrong_origin banned"},
    {404, "Not Found", "not_found no_such_table no_such_session not_started record_hidden"},
    {405, "Method Not Allowed", "bad_method"},
    {408, "Request Timeout", "request_timeout"},
    {409, "Conflict", "name_taken already_claimed not_claimed has_tables"},
    {411, "Length Required", "length_required"},
    {413, "Content Too Large", "too_big"},
    {426, "Upgrade Required", "websocket_only"},
    {429, "Too Many Requests", "too_many_requests"},
    {431, "Request Header Fields Too Large", "header_too_big"},
    {500, "Internal Server Error", "table_damaged"},
    {501, "Not Implemented", "unknown_coding"},
    {503, "Service Unavailable", "not_stored unavailable"},
    {505, "HTTP Version Not Supported", "bad_version"},
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
  return std::ranges::any_of(headers, [&](const auto& one) {
    const auto parts = split(one.second, ',');
    return same_word(one.first, header_name) &&
           std::ranges::any_of(parts, [&](auto part) { return same_word(trimmed(part), token); });
  });
}

std::optional<int> Request::weight(std::string_view header_name, std::string_view token) const {
  std::optional<int> of_others;
  for (const auto& [name, value] : headers) {
    if (!same_word(name, header_name)) continue;
    for (const std::string_view part : split(value, ',')) {
      const std::string_view word = trimmed(part.substr(0, part.find(';')));
      if (same_word(word, token)) return weight_in(part);
      if (word == "*") of_others = weight_in(part);
    }
  }
  return of_others;
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

std::ptrdiff_t Request::count(std::string_view header_name) const {
  return std::ranges::count_if(headers,
                               [&](const auto& one) { return same_word(one.first, header_name); });
}

RequestRead read_request(std::string_view bytes) {
  RequestRead read;
  const auto wrong = [&](const Reason& why) {
    read.what = RequestRead::What::wrong;
    read.why = why;
    return read;
  };
  // RFC 9112, 2.2: some clients send an empty line behind a body.
  const std::size_t blank = bytes.starts_with("\r\n") ? 2 : 0;
  const std::string_view text = bytes.substr(blank);
  const auto end = text.substr(0, max_head).find("\r\n\r\n");
  const bool is_whole = end != std::string_view::npos;
  const std::string_view head = text.substr(0, is_whole ? end : max_head);
  if (const auto why = find_wrong_byte(head)) return wrong(*why);
  if (!is_whole) {
    if (text.size() >= max_head)
      return wrong({"header_too_big", "the head of the request is too long"});
    return read;
  }
  std::size_t length = 0;
  if (const auto why = read_head(head, read.request, length)) return wrong(*why);
  const std::size_t size = blank + end + 4 + length;
  if (bytes.size() < size) {
    read.awaits_continue = read.request.has_token("Expect", "100-continue");
    return read;
  }
  read.request.body = bytes.substr(size - length, length);
  read.size = size;
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
    const auto size = static_cast<std::int64_t>(response.content().size());
    out += "\r\nContent-Length: " + to_text(size) + "\r\n";
  }
  out += "X-Content-Type-Options: nosniff\r\n";
  out += response.headers;
  if (!keep_alive) out += "Connection: close\r\n";
  out += "\r\n";
  if (!only_head && response.status != 304) out += response.body;
}

Response method_error(std::string_view methods) {
  Response response =
      error_response({"bad_method", "only " + std::string(methods) + " is possible here"});
  response.headers += "Allow: " + std::string(methods);
  if (methods.find("GET") != std::string_view::npos) response.headers += ", HEAD";
  response.headers += "\r\n";
  return response;
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
  if (error.until) response.body += ",\"until\":" + to_text(*error.until);
  response.body += '}';
  return response;
}

}  // namespace hotaka::server
