#pragma once
// What people may write for others to see, names and lines of chat, and what can be a table's id.

#include <string_view>

#include "base/result.h"

namespace hotaka::wire {

// What is wrong with a name: it is 1 to 24 characters without control characters.
MaybeError check_name(std::string_view name);
// What is wrong with a line of chat.
MaybeError check_chat(std::string_view text);
// Up to 40 small letters and digits.
bool is_table_id(std::string_view text);

}  // namespace hotaka::wire
