#pragma once
// Every sensible combination of a game's options, for laws, signatures and playthroughs.

#include <vector>

#include "games/any_game.h"

namespace hotaka {

template <class G>
std::vector<typename G::Options> variants();

template <>
inline std::vector<dragons::Options> variants<dragons::Dragons>() {
  using namespace dragons;
  std::vector<Options> all;
  for (const auto recruit : {Recruit::automatic, Recruit::optional}) {
    for (const auto entry : {Entry::free, Entry::compulsory}) {
      for (const auto layout : {Layout::mirrored, Layout::rotated}) {
        for (const auto first : {First::random, First::white, First::black}) {
          Options options;
          options.recruit = recruit;
          options.entry = entry;
          options.layout = layout;
          options.first = first;
          all.push_back(options);
        }
      }
    }
  }
  return all;
}

template <>
inline std::vector<spirits::Options> variants<spirits::Spirits>() {
  using namespace spirits;
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

template <>
inline std::vector<ratuki::Options> variants<ratuki::Ratuki>() {
  using namespace ratuki;
  std::vector<Options> all;
  for (int players = 2; players <= most_players; ++players) {
    for (const int tie_ms : {0, 60, 400}) {
      Options options;
      options.players = static_cast<std::uint8_t>(players);
      options.tie_ms = static_cast<std::int16_t>(tie_ms);
      options.target = 40;
      all.push_back(options);
      options.hand_list = options.players;  // each seat with a handicap of its own
      for (int seat = 0; seat < players; ++seat) {
        options.hand_ms[seat] = static_cast<std::int16_t>(tie_ms + 150 * seat);
      }
      all.push_back(options);
    }
    Options sleepy;  // rounds that end because too little is done
    sleepy.players = static_cast<std::uint8_t>(players);
    sleepy.idle_ms = 1500;
    all.push_back(sleepy);
  }
  return all;
}

}  // namespace hotaka
