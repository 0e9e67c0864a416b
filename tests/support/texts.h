#pragma once
// What tests of all games use: legal actions as sorted texts.

#include <algorithm>
#include <string>
#include <vector>

#include "games/list.h"

namespace hotaka {

template <class State>
std::vector<std::string> legal_texts(const State& state, Seat seat) {
  std::vector<std::string> texts;
  const auto collect = [&](auto& actions) {
    legal(state, seat, actions);
    for (const auto& action : actions) append_text(texts.emplace_back(), action);
  };
  Games::any_of([&]<class G>() {
    if constexpr (std::is_same_v<typename G::State, State>) {
      typename G::Actions actions;
      collect(actions);
    }
    return false;
  });
  std::sort(texts.begin(), texts.end());
  return texts;
}

inline bool contains(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

}  // namespace hotaka
