#include "table/slot_times.h"

namespace hotaka::table {

void SlotTimes::look(const AnyGame& game) {
  const auto* state = state_of<ratuki::Ratuki>(game);
  if (state == nullptr) return;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const auto& stack = state->stacks[i];
    Slot& slot = slots_[i];
    if (slot.size == stack.size && slot.top == stack.top) continue;
    slot = {state->now, stack.size, stack.top};
  }
}

std::optional<std::int64_t> SlotTimes::beaten_by(std::string_view action, std::int64_t t) const {
  constexpr std::int64_t long_ago = 1000;
  const auto read = ratuki::parse_action(action);
  if (!read || read->kind != ratuki::Action::Kind::play || read->slot >= slots_.size())
    return std::nullopt;
  const std::int64_t changed = slots_[read->slot].changed;
  if (changed < 0 || t < changed || t - changed > long_ago) return std::nullopt;
  return t - changed;
}

}  // namespace hotaka::table
