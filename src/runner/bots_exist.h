#pragma once
// A game may have no bots: then no bot takes a place at its tables.

#include "bots/bot_type.h"
#include "table/table.h"

namespace hotaka::runner {

inline MaybeError check_bots(const table::Table& table, const table::Command& command) {
  const auto* const set = std::get_if<table::SetBot>(&command);
  const bool wants_bot =
      (set != nullptr && !set->level.empty()) || std::holds_alternative<table::Leave>(command);
  if (!wants_bot || bots::bots_of_game(table.game().name()) != nullptr) return std::nullopt;
  return Error{"no_bots", "this game has no bots: only people can play it"};
}

}  // namespace hotaka::runner
