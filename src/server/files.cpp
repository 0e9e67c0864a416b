#include "server/files.h"

#include <zlib.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/hash.h"
#include "base/text.h"

namespace hotaka::server {

namespace {

namespace fs = std::filesystem;

struct Type {
  std::string_view ending;
  std::string_view type;
  bool pack;
};
constexpr std::array<Type, 13> types{{{".html", "text/html; charset=utf-8", true},
                                      {".js", "text/javascript; charset=utf-8", true},
                                      {".css", "text/css; charset=utf-8", true},
                                      {".json", "application/json", true},
                                      {".webmanifest", "application/manifest+json", true},
                                      {".svg", "image/svg+xml", true},
                                      {".wasm", "application/wasm", true},
                                      {".md", "text/markdown; charset=utf-8", true},
                                      {".txt", "text/plain; charset=utf-8", true},
                                      {".png", "image/png", false},
                                      {".ico", "image/x-icon", false},
                                      {".woff2", "font/woff2", false},
                                      {".hgr", "application/x-ndjson", true}}};

const Type* type_of(std::string_view name) {
  for (const Type& type : types) {
    if (name.ends_with(type.ending)) return &type;
  }
  return nullptr;
}

std::string gzip(const std::string& plain) {
  z_stream stream{};
  constexpr int with_gzip_head = 16 + MAX_WBITS;
  if (deflateInit2(&stream, 6, Z_DEFLATED, with_gzip_head, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string out(deflateBound(&stream, plain.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(done ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

// Plain letters, digits, dots, dashes and slashes, no part that begins with a dot.
bool harmless(std::string_view path) {
  for (const std::string_view part : split(path, '/')) {
    if (part.starts_with('.')) return false;
    for (const char c : part) {
      const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
      if (!fine) return false;
    }
  }
  return true;
}

}  // namespace

std::string security_headers() {
  return "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
         "style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
         "base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
         "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
         "Cross-Origin-Opener-Policy: same-origin\r\n"
         "Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n";
}

const Files::File* Files::load(const std::string& name) {
  if (const auto found = known_.find(name); found != known_.end())
    return found->second ? &*found->second : nullptr;
  constexpr std::size_t most_names = 2000;  // nobody fills our memory with names that do not exist
  std::optional<File> file;
  const fs::path path = fs::path(folder_) / name;
  std::error_code error;
  const Type* type = type_of(name);
  if (type != nullptr && fs::is_regular_file(path, error)) {
    std::ifstream in(path, std::ios::binary);
    file.emplace();
    file->type = type->type;
    file->plain.assign(std::istreambuf_iterator<char>(in), {});
    Hasher hasher;
    for (const char c : file->plain) hasher.add(static_cast<unsigned char>(c));
    file->tag = '"' + to_text(static_cast<std::int64_t>(hasher.value() >> 1U)) + '"';
    if (type->pack) file->packed = gzip(file->plain);
    if (file->packed.size() >= file->plain.size()) file->packed.clear();
  } else if (known_.size() >= most_names) {
    return nullptr;
  }
  const auto& kept = known_.emplace(name, std::move(file)).first->second;
  return kept ? &*kept : nullptr;
}

Response Files::get(const Request& request) {
  if (folder_.empty())
    return error_response(
        {"not_found", "this server was started without the page; its tables are at /ws"});
  std::string_view path = request.path.substr(1);
  const auto slash = path.rfind('/');
  const bool page =
      path.find('.', slash == std::string_view::npos ? 0 : slash) == std::string_view::npos;
  const File* file = !harmless(path) && !page ? nullptr
                     : page                   ? load("index.html")
                                              : load(std::string(path));
  if (file == nullptr) return error_response({"not_found", "there is no such page here"});
  Response response;
  response.type = file->type;
  response.headers = security_headers() + "ETag: " + file->tag + "\r\nVary: Accept-Encoding\r\n";
  response.headers += path.starts_with("assets/")
                          ? "Cache-Control: public, max-age=31536000, immutable\r\n"
                          : "Cache-Control: no-cache\r\n";
  if (request.header("If-None-Match") == file->tag) {
    response.status = 304;
    return response;
  }
  const bool packed =
      !file->packed.empty() && request.header("Accept-Encoding").find("gzip") != std::string::npos;
  if (packed) response.headers += "Content-Encoding: gzip\r\n";
  response.body = packed ? file->packed : file->plain;
  return response;
}

}  // namespace hotaka::server
