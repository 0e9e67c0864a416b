#include "base/hash.h"

namespace hotaka {

std::string short_id(std::uint64_t hash) {
  constexpr std::string_view digits = "23456789abcdefghijkmnpqrstuvwxyz";
  static_assert(digits.size() == 32);
  std::string id;
  for (int place = 0; place < 12; ++place) {
    if (place > 0 && place % 4 == 0) id += '-';
    id += digits[hash >> 59U];
    hash <<= 5U;
  }
  return id;
}

}  // namespace hotaka
