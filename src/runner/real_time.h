#pragma once
// The order in which things happen at a real-time table, for server and offline page alike: what
// people did, what bots do and deadlines, each at its own time. The host carries them out.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runner/real_time_bots.h"
#include "table/table.h"

namespace hotaka::runner {

// An action that waits until nobody can have been faster.
struct Press {
  table::Time at = 0;           // when it was done by the host's clock, as far as believed
  table::Time round_start = 0;  // of the round that it was meant for
  std::string person;
  std::string name;
  table::Act act;
  std::uint64_t sender = 0;              // the connection that waits for an answer; 0: none
  std::optional<std::int64_t> reply_to;  // the number of its message
};

struct Deadline {
  table::Time at = 0;
};

using Due = std::variant<Deadline, Press, BotMove>;

// A press that has just arrived. It is believed to have been done at the time that it says, but not
// after `now` and not more than `max_delay` before.
Press make_press(const table::Table& table, table::Act act, const table::Person& person,
                 table::Time now, table::Time max_delay);

// Does to the table what is due, or says why not. A bot's move may come too late like anybody's.
MaybeError execute(table::Table& table, const Due& due);

// Before any other command to the table, the host asks for what is due and executes it.
class RealTimeQueue {
 public:
  // Presses of the same time happen in the order of their arrival.
  void hold(Press press);
  // All presses, in order: the table cannot go on.
  std::vector<Press> take_presses();

  // When next() is to be asked again, if ever. A time in the past: immediately.
  std::optional<table::Time> next_time(const table::Table& table) const;
  // What happens next, up to and including `until`; the host executes it and asks again. Of what
  // happens at the same time deadlines come first, then presses, then bots.
  std::optional<Due> next(const table::Table& table, table::Time until);

 private:
  std::vector<Press> presses_;  // in the order of their times
  RealTimeBots bots_;
  table::Time settled_ = 0;  // all that was due until then has been given to the host
};

}  // namespace hotaka::runner
