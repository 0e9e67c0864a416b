#pragma once
// The statements about bans, mutes, reports and the log of hosts.

#include <string>
#include <string_view>
#include <vector>

#include "store/connection.h"

namespace hotaka::store {

// In a transaction, as a part of a write.
void carry_out(Connection& connection, const Moderation& moderation);
// What is known of a person who is forgotten; the log of hosts stays.
void forget_moderation(Connection& connection, const std::string& person);

std::vector<Sanction> sanctions_of(Connection& connection);
// The newest first.
std::vector<AuditEntry> audit_of(Connection& connection, std::int64_t limit);
std::vector<Report> reports_of(Connection& connection, std::int64_t limit);
// Whose name has this text in it, or whose id it is; the newest people first.
std::vector<Person> people_like(Connection& connection, std::string_view text, std::int64_t limit);

}  // namespace hotaka::store
