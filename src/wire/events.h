#pragma once
// Journal lines as a viewer may see them.

#include <string>
#include <string_view>

#include "table/table.h"

namespace hotaka::wire {

// Appends the line's event with a comma before it unless it is the first; what a viewer may not
// know is left out.
void append_event(std::string& out, const table::Table& table, int place, std::string_view line);

}  // namespace hotaka::wire
