#include "server/files.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

#include "base/hash.h"
#include "base/text.h"

namespace hotaka::server {

namespace {

namespace fs = std::filesystem;

struct Named {
  std::string_view ending, value;
};
constexpr std::array<Named, 13> types{{{".html", "text/html; charset=utf-8"},
                                       {".js", "text/javascript; charset=utf-8"},
                                       {".css", "text/css; charset=utf-8"},
                                       {".json", "application/json"},
                                       {".webmanifest", "application/manifest+json"},
                                       {".svg", "image/svg+xml"},
                                       {".wasm", "application/wasm"},
                                       {".md", "text/markdown; charset=utf-8"},
                                       {".txt", "text/plain; charset=utf-8"},
                                       {".png", "image/png"},
                                       {".ico", "image/x-icon"},
                                       {".woff2", "font/woff2"},
                                       {".hgr", "application/x-ndjson"}}};

// Compressed files that `script/web` writes beside the plain one, the best first.
constexpr std::array<Named, 3> encodings{{{".br", "br"}, {".gz", "gzip"}, {"", ""}}};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("the page's file " + path + " cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string tag_of(std::string_view body) {
  const auto hash = Hasher().add(std::span<const char>(body)).value();
  return '"' + to_text(static_cast<std::int64_t>(hash >> 1U)) + '"';
}

// Letters, digits, dashes and slashes: the page itself knows such paths.
bool is_page(std::string_view path) {
  return !path.starts_with('/') && std::ranges::all_of(path, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '/';
  });
}

}  // namespace

std::string security_headers() {
  return "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
         "style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; "
         "base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n"
         "Referrer-Policy: no-referrer\r\n"
         "Cross-Origin-Opener-Policy: same-origin\r\n"
         "Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n";
}

Files::Files(const std::string& folder) {
  constexpr std::size_t max_entries = 10'000;
  constexpr std::size_t max_bytes = std::size_t{64} << 20U;
  if (folder.empty()) return;
  if (!fs::is_directory(folder)) throw std::runtime_error("--web: there is no folder " + folder);
  std::size_t entries = 0;
  std::size_t bytes = 0;
  const auto check_size = [&] {
    if (entries > max_entries || bytes > max_bytes)
      throw std::runtime_error("--web: " + folder + " is too large for the folder of a page");
  };
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    ++entries;
    check_size();
    const std::string name = entry.path().lexically_relative(folder).generic_string();
    const auto* type =
        std::ranges::find_if(types, [&](const Named& one) { return name.ends_with(one.ending); });
    const bool hidden = name.starts_with('.') || name.find("/.") != std::string::npos;
    if (type == types.end() || hidden || !entry.is_regular_file()) continue;
    File& file = files_[name];
    file.type = type->value;
    for (const Named& encoding : encodings) {
      const std::string path = entry.path().string() + std::string(encoding.ending);
      if (!encoding.ending.empty() && !fs::is_regular_file(path)) continue;
      bytes += fs::file_size(path);
      check_size();
      std::string body = read_file(path);
      std::string tag = tag_of(body);
      file.variants.push_back({encoding.value, std::move(tag), share(std::move(body))});
    }
  }
}

// What the client wants most, and of that the smallest. The plain one is always right.
const Files::Variant& Files::best_variant(const std::vector<Variant>& variants,
                                          const Request& request) {
  const Variant* best = &variants.back();
  int most = 0;
  for (const Variant& one : variants) {
    const std::string_view name = one.encoding.empty() ? "identity" : one.encoding;
    const int weight = request.weight("Accept-Encoding", name).value_or(0);
    if (weight <= most) continue;
    most = weight;
    best = &one;
  }
  return *best;
}

Response Files::get(const Request& request) const {
  if (files_.empty())
    return error_response(
        {"not_found", "this server was started without the page; its tables are at /ws"});
  const std::string_view path = request.path.substr(1);
  auto found = files_.find(path);
  if (found == files_.end() && is_page(path)) found = files_.find("index.html");
  if (found == files_.end()) return error_response({"not_found", "there is no such page here"});
  const auto& [type, variants] = found->second;
  const Variant& variant = best_variant(variants, request);
  Response response;
  response.type = type;
  response.headers = security_headers() + "ETag: " + variant.tag + "\r\nVary: Accept-Encoding\r\n";
  response.headers += path.starts_with("assets/")
                          ? "Cache-Control: public, max-age=31536000, immutable\r\n"
                          : "Cache-Control: no-cache\r\n";
  if (request.has_token("If-None-Match", variant.tag)) {
    response.status = 304;
    return response;
  }
  if (!variant.encoding.empty())
    response.headers += "Content-Encoding: " + std::string(variant.encoding) + "\r\n";
  response.shared = variant.body;
  return response;
}

}  // namespace hotaka::server
