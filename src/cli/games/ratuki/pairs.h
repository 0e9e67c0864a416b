#pragma once

#include "cli/arena/compete.h"

namespace hotaka::cli {

std::optional<Pairing> ratuki_pairing(const ArenaArgs& given, int& status);

}  // namespace hotaka::cli
