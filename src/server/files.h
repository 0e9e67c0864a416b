#pragma once
// The page's files, from a folder: with right types, caching, compression and security headers.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "server/http.h"

namespace hotaka::server {

class Files {
 public:
  explicit Files(std::string folder) : folder_(std::move(folder)) {}

  // What a GET of this path answers. A path that looks like a page of its own is the first page.
  Response get(const Request& request);

 private:
  struct File {
    std::string_view type;
    std::string tag;
    std::string plain;
    std::string packed;  // gzip; empty if it is not worth it
  };
  const File* load(const std::string& name);

  std::string folder_;
  std::map<std::string, std::optional<File>, std::less<>> known_;
};

// Headers that every answer has.
std::string security_headers();

}  // namespace hotaka::server
