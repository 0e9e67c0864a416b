#pragma once
// A few words for a device, so that people tell their sessions apart.

#include <string>
#include <string_view>

namespace hotaka::server {

// "Firefox on Linux" of a browser's User-Agent, the first word of another program's, or "".
std::string device_of(std::string_view user_agent);

}  // namespace hotaka::server
