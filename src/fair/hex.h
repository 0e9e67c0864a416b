#pragma once
// Bytes as lowercase hexadecimal digits, two for each byte: the one spelling that proofs use.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/text.h"
#include "fair/sha256.h"

namespace hotaka::fair {

std::string to_hex(Bytes bytes);

// The value of a lowercase hexadecimal digit; -1 for anything else.
constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Exactly Size bytes; `what` is named in the sentence that refuses anything else.
template <std::size_t Size>
Result<std::array<std::uint8_t, Size>> from_hex(std::string_view text, std::string_view what) {
  const auto wrong = [&](const std::string& why) {
    return Error{"bad_hex", std::string(what) + " must be " + to_text(2 * Size) +
                                " hexadecimal digits (0 to 9, a to f), " + why};
  };
  if (const auto bad = std::ranges::find_if(text, [](char c) { return hex_digit(c) < 0; });
      bad != text.end()) {
    return wrong("and " + in_quotes(std::string_view(bad, bad + 1)) + " is none of them");
  }
  if (text.size() != 2 * Size)
    return wrong("not " + to_text(static_cast<std::int64_t>(text.size())));
  std::array<std::uint8_t, Size> bytes{};
  for (std::size_t i = 0; i < Size; ++i)
    bytes[i] = static_cast<std::uint8_t>(hex_digit(text[2 * i]) << 4 | hex_digit(text[2 * i + 1]));
  return bytes;
}

}  // namespace hotaka::fair
