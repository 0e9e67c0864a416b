#include "support/paths.h"

namespace hotaka {

std::string source_path() { return HOTAKA_SOURCE; }
std::string program_path() { return HOTAKA_PROGRAM; }
std::string bench_path() { return HOTAKA_BENCH; }
std::string appender_path() { return HOTAKA_APPENDER; }

}  // namespace hotaka
