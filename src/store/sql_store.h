#pragma once
// A store on any of the databases.

#include "store/database.h"

namespace hotaka::store {

// Brings the schema up to date first.
Result<std::unique_ptr<Store>> open_database(std::unique_ptr<Database> database,
                                             const Settings& settings);

}  // namespace hotaka::store
