#pragma once
// What clients say to a table: a message of docs/protocol.md as a command.

#include <string_view>

#include "base/json_fields.h"
#include "base/result.h"
#include "table/command.h"

namespace hotaka::wire {

// Whether a message of that type is for a table, and not for its host.
bool is_command(std::string_view type);

// The command of a message of a type that is_command().
Result<table::Command> read_command(std::string_view type, const json::Fields& message);

}  // namespace hotaka::wire
