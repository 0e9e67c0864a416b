#pragma once
// What the benchmarks run: random play, natively and as WebAssembly the same.

#include <array>
#include <cstdint>
#include <string_view>

namespace hotaka {

inline constexpr std::array<std::string_view, 8> workloads{"dragons",   "spirits-4", "spirits-3",
                                                           "spirits-2", "ratuki-2",  "ratuki-3",
                                                           "ratuki-4",  "ratuki-5"};

// Plays whole games (at each decision: list what is legal, choose, apply) until `actions` are done
// or a little more; returns how many were. The same seed does the same work.
std::uint64_t run_workload(std::size_t workload, std::uint64_t actions, std::uint64_t seed);

}  // namespace hotaka
