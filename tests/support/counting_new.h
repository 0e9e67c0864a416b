#pragma once
// Counts what the test program allocates.

#include <cstdint>

namespace hotaka {

extern std::int64_t allocations;

}  // namespace hotaka
