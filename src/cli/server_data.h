#pragma once
// A data folder as a server has after some time of use, to measure how fast it starts with it.

#include <string>

namespace hotaka::cli {

int write_server_data(const std::string& folder);

}  // namespace hotaka::cli
