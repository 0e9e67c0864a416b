#pragma once
// One JSON object a line on standard error: when, what, and a few members. Never a card, a secret,
// a token or a name.

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace hotaka::server {

void log(std::string_view what,
         std::initializer_list<std::pair<std::string_view, std::string_view>> members = {});

}  // namespace hotaka::server
