#pragma once
// When each stack of ratuki changed last, so that a card that comes too late can be told by how
// much.

#include <array>
#include <optional>
#include <string_view>

#include "games/any_game.h"

namespace hotaka::table {

class SlotTimes {
 public:
  // Looks at the stacks of a game of ratuki, other games have none.
  void look(const AnyGame& game);
  // How many ms before t the stack changed that an action was meant for; nothing if that was long
  // ago.
  std::optional<std::int64_t> beaten_by(std::string_view action, std::int64_t t) const;

 private:
  struct Slot {
    std::int64_t changed = -1;
    std::uint8_t size = 0;
    ratuki::Card top = 0;
  };
  std::array<Slot, max_players> slots_{};
};

}  // namespace hotaka::table
