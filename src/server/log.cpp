#include "server/log.h"

#include <cstdio>
#include <string>

#include "base/json.h"
#include "base/text.h"
#include "server/loop.h"

namespace hotaka::server {

void log(std::string_view what,
         std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
  std::string line = "{\"at\":" + to_text(wall_clock()) + ",\"what\":";
  json::append_string(line, what);
  for (const auto& [name, value] : members) {
    line += ',';
    json::append_string(line, name);
    line += ':';
    json::append_string(line, value);
  }
  line += "}\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace hotaka::server
