#pragma once
// What clients say to a table: a message of docs/protocol.md, carried out.

#include <string_view>

#include "base/json_fields.h"
#include "table/table.h"

namespace hotaka::wire {

// Whether a message of that type is for a table, and not for its host.
bool is_command(std::string_view type);

// Carries out a message to a table, or says why not. `delay` is how much earlier than its arrival
// an action of a game with time may have been done, in ms.
MaybeError carry_out(table::Table& table, std::string_view type, const json::Fields& message,
                     const table::Person& person, table::Time now, table::Time delay);

}  // namespace hotaka::wire
