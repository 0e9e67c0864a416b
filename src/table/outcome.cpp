// Resigning, and who wins at the table. The rules know nothing of players who resigned while a bot
// plays on for them.

#include <algorithm>

#include "base/levels.h"
#include "table/table.h"

namespace hotaka::table {

MaybeError Table::resign(int place, Time now) {
  if (auto error = not_resigned(place)) return error;
  if (!two_sided() && somebody_else_plays(place)) {
    if (held_ == place) (void)done(place, now);  // the turn was the player's own
    return commit(
        Resigned{place, slot(place).away ? slot(place).level : std::string(default_level)}, now);
  }
  if (!partners_agree(place)) {
    if (slot(place).resigning)
      return Error{"resignation_pending", "your partner must agree: wait, or play on"};
    return commit(ResignationOffered{place}, now);
  }
  const Seat seat = seat_of(place);
  if (auto error = commit(Ended{"resign", seat}, now)) return error;
  follow(now);
  return std::nullopt;
}

// Partners lose together, so those who still play themselves must want it too.
bool Table::partners_agree(int place) const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const int other = static_cast<int>(i);
    if (other == place || game_->side(other) != game_->side(place)) continue;
    if (!places_[i].by_bot() && !places_[i].resigning) return false;
  }
  return true;
}

// A person who is away may come back.
bool Table::somebody_else_plays(int place) const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& other = places_[i];
    if (static_cast<int>(i) != place && other.kind == Place::Kind::person && other.resigned == 0)
      return true;
  }
  return false;
}

bool Table::counts() const {
  constexpr int least = 5;
  if (!setup_.rated || stage_ != Stage::finished) return false;
  return !given_up_ || std::ranges::all_of(places_, [](const Place& place) {
    return place.kind != Place::Kind::person || place.actions >= least;
  });
}

int Table::resignations() const {
  int count = 0;
  for (const Place& place : places_) count = std::max(count, place.resigned);
  return count;
}

Outcome Table::outcome() const {
  Outcome outcome = game_->result();
  const int resigned = resignations();
  if (resigned == 0) return outcome;
  SeatSet winners;
  SeatSet best;  // of those who stayed
  SeatSet last;  // to resign
  std::int32_t most = INT32_MIN;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const int player = static_cast<int>(i);
    if (places_[i].resigned == resigned) last.add(player);
    if (places_[i].resigned != 0) continue;
    if (outcome.winners.has(player)) winners.add(player);
    if (outcome.scores[i] > most) best = SeatSet();
    if (outcome.scores[i] >= most) best.add(player);
    most = std::max(most, outcome.scores[i]);
  }
  outcome.winners = !winners.empty() ? winners : !best.empty() ? best : last;
  return outcome;
}

int Table::rank(int player) const {
  if (slot(player).resigned == 0) return outcome().winners.has(player) ? 0 : 1;
  return 2 + resignations() - slot(player).resigned;
}

}  // namespace hotaka::table
