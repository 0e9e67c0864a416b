#pragma once
// What happened at a table as a viewer may know it.

#include <string>

#include "table/table.h"

namespace hotaka::wire {

// Appends the event of that version with a comma before it unless it is the first; what a viewer
// may not know is left out.
void append_event(std::string& out, const table::Table& table, int place, std::int64_t version,
                  const table::Stamped& stamped);

}  // namespace hotaka::wire
