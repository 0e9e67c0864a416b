#pragma once
// What people may write for others to see, names and lines of chat, and what can be a table's id.

#include <string>
#include <string_view>

#include "base/result.h"

namespace hotaka::wire {

// What is wrong with a name: it is 1 to 24 characters, none of which is a control character, an
// unusual space or invisible. A server knows more of Unicode, and refuses more (store/names.h).
MaybeError check_name(std::string_view name);
// A line of chat as others may see it: one line, without control characters and what turns or
// hides its neighbors. Emoji stay as they are.
Result<std::string> clean_chat(std::string_view text);
// Up to 40 small letters and digits.
bool is_table_id(std::string_view text);

}  // namespace hotaka::wire
