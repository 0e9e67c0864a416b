#pragma once
// The schema, as steps that only go forward. A step that was released is never changed.

#include "store/database.h"

namespace hotaka::store {

int newest_schema();

// Brings the database to a schema, by default the newest; refuses one that is newer than this
// program. Throws what SOCI throws.
WriteResult migrate(const Database& database, soci::session& session, int to = newest_schema());

}  // namespace hotaka::store
