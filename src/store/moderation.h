#pragma once
// What hosts do about people: bans and mutes, reports, and a log of every change that a host made.

#include <cstdint>
#include <string>
#include <vector>

namespace hotaka::store {

enum class SanctionKind : std::uint8_t { ban, mute };

// Ends by itself. There is one of a kind for a subject: a new one replaces it.
struct Sanction {
  SanctionKind kind = SanctionKind::ban;
  std::string subject{};   // a person's id, or an address or network as limits count it
  std::int64_t since = 0;  // times are milliseconds since 1970
  std::int64_t until = 0;
  std::string why{};
};

struct Report {
  std::int64_t at = 0;
  std::string by{};     // a person's id
  std::string about{};  // another one's
  std::string table{};
  std::string text{};     // a line of chat, or empty
  bool was_said = false;  // the line was in the table's chat, from that person
  std::string why{};
};

struct AuditEntry {
  std::int64_t at = 0;
  std::string actor{};  // who did it: a user of the host's system
  std::string what{};
  std::string whom{};
  std::string why{};
};

// A part of a Write, stored with it or not at all.
struct Moderation {
  struct Renaming {
    std::string person;
    std::string name;  // the claimed name too, if there is one
  };

  std::vector<Sanction> imposed{};
  std::vector<Sanction> lifted{};  // only kind and subject count
  std::vector<Renaming> renamed{};
  std::vector<std::string> closed_tables{};  // forgotten, unless they are finished
  std::vector<AuditEntry> audit{};
  std::vector<Report> reports{};
  std::int64_t forget_before =
      0;  // sanctions that ended before, and reports 90 days older; 0: none
};

inline constexpr std::int64_t reports_are_kept = std::int64_t{90} * 86'400'000;  // ms

}  // namespace hotaka::store
