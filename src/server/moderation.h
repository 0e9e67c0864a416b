#pragma once
// Who is banned or muted, and until when. What is in force is in memory; it changes when the change
// is stored.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/environment.h"
#include "store/moderation.h"

namespace hotaka::server {

using store::Sanction;
using store::SanctionKind;

// "2026-11-23 14:05 UTC"
std::string utc_text(table::Time time);
Error banned_error(const Sanction& ban);
Error muted_error(table::Time until);

class Moderation {
 public:
  using OnDone = std::function<void(const MaybeError&)>;

  Moderation(store::Store& store, Environment& environment)
      : store_(store), environment_(environment) {}

  // Reads what is in force. Blocks: before the loop runs.
  MaybeError open();

  // Each says so if it is banned. An address is a client's; it counts as limits count it.
  MaybeError check_person(const std::string& person) const;
  MaybeError check_address(std::string_view client) const;
  table::Time muted_until(const std::string& person) const;  // 0: not muted
  // nullptr if there is none in force.
  const Sanction* find(SanctionKind kind, const std::string& subject) const;
  std::vector<Sanction> in_force() const;  // the newest first

  // Stores a change, puts what it imposes and lifts in force, and calls back on the event loop.
  void store(store::Moderation change, OnDone done);
  // Once a day, forgets what has ended. To be called now and then.
  void sweep();

 private:
  void apply(const store::Moderation& change);

  store::Store& store_;
  Environment& environment_;
  std::map<std::pair<SanctionKind, std::string>, Sanction> sanctions_;
  table::Time swept_at_ = 0;
};

}  // namespace hotaka::server
