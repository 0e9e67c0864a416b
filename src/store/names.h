#pragma once
// What people may be called, and when two names look the same. The rules are those of Unicode, so
// only the server has them.

#include <string>
#include <string_view>

#include "base/result.h"

namespace hotaka::store {

// A name as it is shown: in the form NFKC, with single spaces. Refuses what cannot be seen, what
// turns or hides its neighbors, and letters of alphabets that look alike in one name.
Result<std::string> clean_name(std::string_view name);

// Two names that look the same have the same key: without case, invisible characters and
// differences between letters that look alike. Of any text; "" if nothing of it can be seen.
std::string name_key(std::string_view name);

}  // namespace hotaka::store
