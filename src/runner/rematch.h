#pragma once
// Who sits where in the next game of the same people.

#include <span>

#include "table/table.h"

namespace hotaka::runner {

// Everybody moves on by one place. Calls sit(place, who) for each person, where `who` is the place
// of the last game; bots are put there.
template <class Sit>
void fill_rematch(table::Table& next, std::span<const table::Place> last, table::Time now,
                  const Sit& sit) {
  using Kind = table::Place::Kind;
  for (std::size_t i = 0; i < last.size(); ++i) {
    const table::Place& who = last[(i + last.size() - 1) % last.size()];
    const int place = static_cast<int>(i);
    if (who.kind == Kind::bot) (void)next.put_bot(place, who.level, now);
    if (who.kind == Kind::person) sit(place, who);
  }
}

}  // namespace hotaka::runner
