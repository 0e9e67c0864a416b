#pragma once
// The page's files, all read at the start: a request looks a name up in a table and never reaches
// the file system.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.h"

namespace hotaka::server {

class Files {
 public:
  // Reads the folder, without names that begin with a dot and files of unknown types. Throws if it
  // cannot be read or has more than a page would. "": no files.
  explicit Files(const std::string& folder);

  // Answers a GET. A path that looks like a page of its own is the first page.
  Response get(const Request& request) const;

 private:
  struct Variant {
    std::string_view encoding;  // a value of Content-Encoding; "": plain
    std::string tag;
    SharedText body;
  };
  struct File {
    std::string_view type;
    std::vector<Variant> variants;  // the best one first, the plain one last
  };

  static const Variant& best_variant(const std::vector<Variant>& variants, const Request& request);

  std::map<std::string, File, std::less<>> files_;
};

// Headers that every file has.
std::string security_headers();

}  // namespace hotaka::server
