#pragma once
// Refuses what one of the databases could not store, so that all of them answer the same.

#include "store/store.h"

namespace hotaka::store {

WriteResult check(const Write& write);

}  // namespace hotaka::store
