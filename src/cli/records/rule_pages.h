#pragma once
// The pages of docs/rules, built into the program.

#include <string_view>

namespace hotaka::cli {

// The page of a game as Markdown.
std::string_view rule_page(std::string_view game);

}  // namespace hotaka::cli
