// What tools that know no game need of spirits.

#include "games/model.h"
#include "games/spirits/spirits.h"

namespace hotaka {

template const GameType& game_type<spirits::Spirits>();

namespace spirits {

std::vector<Options> Spirits::variants() {
  std::vector<Options> all;
  const auto add = [&](int players, Deal deal, FaceDown face_down, Rotation rotation, Lead lead) {
    Options options;
    options.players = static_cast<std::uint8_t>(players);
    options.deal = deal;
    options.face_down = face_down;
    options.rotation = rotation;
    options.lead = lead;
    options.target = 300;
    all.push_back(options);
  };
  for (const auto lead : {Lead::left, Lead::dealer, Lead::drawn}) {
    for (const auto deal : {Deal::shuffled, Deal::balanced}) {
      for (const auto face_down : {FaceDown::per_side, FaceDown::both_sides}) {
        add(2, deal, face_down, Rotation::left, lead);
      }
    }
    for (const auto rotation : {Rotation::left, Rotation::right}) {
      add(3, Deal::shuffled, FaceDown::per_side, rotation, lead);
    }
    add(4, Deal::shuffled, FaceDown::per_side, Rotation::left, lead);
  }
  return all;
}

}  // namespace spirits
}  // namespace hotaka
