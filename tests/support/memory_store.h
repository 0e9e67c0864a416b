#pragma once
// A store that forgets everything with the process.

#include <memory>

#include "store/store.h"

namespace hotaka::store {

std::unique_ptr<Store> memory_store();

}  // namespace hotaka::store
