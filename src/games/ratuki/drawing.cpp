// The table in plain characters: the stacks, then one block a player.

#include "base/text.h"
#include "games/ratuki/rules.h"
#include "games/ratuki/text.h"

namespace hotaka::ratuki {

namespace {

std::string count(std::size_t number, const char* what) {
  return to_text(static_cast<std::int64_t>(number)) + " " + what;
}

std::string stack_line(const View& view, int slot) {
  const Stack& stack = view.stacks[slot];
  std::string out = "  slot " + to_text(slot) + "  ";
  if (stack.size == 0) return out + "free";
  out += "[" + std::string(card_text(stack.top)) + "] " +
         count(stack.size, stack.size == 1 ? "card" : "cards");
  for (const Pending& card : stack.pending) {
    out += ", " + std::string(card_text(card.card)) + " of player " + to_text(card.seat) +
           " on its way";
  }
  return out;
}

}  // namespace

std::string drawing(const View& view) {
  std::string out;
  for (int slot = 0; slot < view.options.players; ++slot) out += stack_line(view, slot) + "\n";
  out += "\n";
  for (int seat = 0; seat < view.options.players; ++seat) {
    const Player& player = view.players[seat];
    out += "  player " + to_text(seat) + "  hand";
    for (const Card card : player.hand) out += " [" + std::string(card_text(card)) + "]";
    out += "  " + count(player.draw.size(), "to draw, ") +
           count(player.discard.size(), "discarded, ") + count(player.scored, "scored, ") +
           "total " + to_text(view.totals[seat]) + "\n";
  }
  for (int slot = 0; slot < view.options.players; ++slot) {
    const Tie& tie = view.ties[slot];
    if (tie.cards.empty()) continue;
    out += "  last tie on slot " + to_text(slot) + ", at " + to_text(tie.at) + " ms:";
    for (const Pending& card : tie.cards) {
      out += (card == tie.cards[0] ? " " : ", ") + std::string(card_text(card.card)) +
             " of player " + to_text(card.seat);
    }
    out += "\n";
  }
  out += "\n  time " + to_text(view.now) + " ms, target " + to_text(view.options.target) + ". ";
  switch (view.step) {
    case Step::decks: return out + "The next round is to be dealt.\n";
    case Step::round: return out + "Everybody plays.\n";
    case Step::over: break;
  }
  return out + "The match is over.\n";
}

}  // namespace hotaka::ratuki
