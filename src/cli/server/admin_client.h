#pragma once
// Asks a running server through its admin socket.

#include <string>

#include "base/result.h"

namespace hotaka::cli {

// Where the server is looked for.
struct AdminAddress {
  std::string data;    // the data folder, which has the socket
  std::string socket;  // or the socket itself; empty: that of the folder
};

// Sends POST /admin/COMMAND and returns the body of the answer; an error says what to do about it.
Result<std::string> ask_server(const AdminAddress& address, const std::string& command,
                               const std::string& body);

}  // namespace hotaka::cli
