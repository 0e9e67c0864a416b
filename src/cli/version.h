#pragma once

#include <string_view>

namespace hotaka::cli {

// Returns the version and the commit that this program was built from, such as "hotaka 0.1.0
// (commit abc1234)". cmake/write_version.cmake generates it in every build.
std::string_view version();

}  // namespace hotaka::cli
