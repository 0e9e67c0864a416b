// The table in plain characters, one line a seat.

#include <vector>

#include "base/text.h"
#include "games/spirits/rules.h"
#include "games/spirits/text.h"

namespace hotaka::spirits {

namespace {

std::string card_list(Cards cards) {
  std::string out;
  each_card(cards,
            [&](Card card) { out += (out.empty() ? "" : " ") + std::string(card_text(card)); });
  return out.empty() ? "none" : out;
}

std::string seat_name(const View& view, Seat seat) {
  std::string out = "seat " + to_text(seat) + (seat % 2 == 0 ? " Yellow" : " Red   ");
  if (view.options.players == 3) {
    out += seat == ghost ? " (ghost)   " : " (player " + to_text(player_at(view, seat)) + ")";
  }
  return out;
}

// The card or cards in front of a seat in the current trick.
std::string in_front(const View& view, Seat seat) {
  std::string out;
  for (int i = 0; i < view.played; ++i) {
    const Seat before = (view.leader + i) & (view.seats() - 1);
    if (before == seat) out += (out.empty() ? "" : " ") + std::string(card_text(view.trick[i]));
  }
  return out.empty() ? "..." : out;
}

std::string hand(const View& view, Seat seat) {
  std::string out = view.hand[seat] != 0 ? card_list(view.hand[seat]) : "";
  for (const Clan clan : {yellow, red}) {
    for (int i = 0; i < view.hidden[seat][clan]; ++i) {
      out += (out.empty() ? "" : " ") + std::string(card_text(hidden_card(clan)));
    }
  }
  return out.empty() ? "no cards" : out;
}

std::string column_row(const View& view, Seat seat, bool face_up) {
  std::string out;
  for (std::size_t column = 0; column < columns; ++column) {
    const Card card = (face_up ? view.cover : view.under)[seat][column];
    out += (column == 0 ? "" : "  ") + std::string(card == no_card ? " . " : card_text(card));
  }
  return out;
}

std::string status(const View& view) {
  switch (view.step) {
    case Step::dealer: return "The first dealer is to be drawn.";
    case Step::first: return "It is to be drawn who leads.";
    case Step::deal:
      return view.options.lead == Lead::drawn
                 ? "Seat " + to_text(view.leader) + " will lead; the cards are to be dealt."
                 : "The cards are to be dealt.";
    case Step::over: return "The game is over.";
    case Step::turn: break;
  }
  const std::string clan = view.clan() == yellow ? "Yellow" : "Red";
  if (view.answering()) {
    return "Seat " + to_text(view.asked) + " must play a " + clan + " card in front of seat " +
           to_text(view.turn()) + ".";
  }
  return "Seat " + to_text(view.turn()) + " plays a " + clan + " card or asks for one (trick " +
         to_text(view.tricks + 1) + " of 7).";
}

std::string scores(const View& view) {
  if (view.options.players != 3) {
    return "Yellow " + to_text(view.scores[0]) + ", Red " + to_text(view.scores[1]);
  }
  std::string out;
  for (int player = 0; player < 3; ++player) {
    out += (player == 0 ? "player " : ", player ") + to_text(player) + ": " +
           to_text(view.scores[player]);
  }
  return out;
}

}  // namespace

std::string drawing(const View& view) {
  std::string out;
  for (Seat seat = 0; seat < view.seats(); ++seat) {
    const bool acts = view.step == Step::turn && view.actor() == seat;
    out +=
        (acts ? "> " : "  ") + seat_name(view, seat) + "  in front: " + in_front(view, seat) + "\n";
    if (view.options.players == 2) {
      out += "      face up    " + column_row(view, seat, true) + "\n";
      out += "      face down  " + column_row(view, seat, false) + "\n";
    } else {
      out += "      " + hand(view, seat) + "\n";
    }
  }
  out += "\n  carried over: " + card_list(view.carried) + "\n";
  for (const Clan team : {yellow, red}) {
    out += std::string("  ") + (team == yellow ? "Yellow" : "Red") +
           " has captured: " + card_list(view.captured[team]) + " (" +
           to_text(round_score(view.captured[team], team)) + " points)\n";
  }
  out += "  totals: " + scores(view) + ", target " + to_text(view.options.target) + "\n\n  " +
         status(view) + "\n";
  return out;
}

}  // namespace hotaka::spirits
