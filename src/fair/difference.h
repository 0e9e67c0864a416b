#pragma once
// Where two chance entries differ, in words.

#include <optional>
#include <string>
#include <string_view>

namespace hotaka::fair {

// Both are members as append_chance() writes them. `deal[1][3] is "R17" in the record, but ..`, the
// first place only; nothing if they are the same.
std::optional<std::string> difference(std::string_view recorded, std::string_view drawn);

}  // namespace hotaka::fair
