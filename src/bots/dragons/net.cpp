#include "bots/dragons/net.h"

#include <limits>

#include "base/hash.h"
#include "base/text.h"
#include "bots/dragons/danger.h"

namespace hotaka::bots {

namespace {

using namespace dragons;

constexpr std::string_view magic = "hotaka-dragons-net 1";

std::string first_line() {
  return std::string(magic) + " " + to_text(Net::Weights::inputs) + " " +
         to_text(Net::Weights::hidden) + "\n";
}

// A place in the frame of a side: White's ring is mirrored, so that its stones run upwards too and
// its entries lie on places 0, 1, 2 as Black's do.
int framed(int side, int place) {
  constexpr int mirror = 14;
  return side == black ? place : (mirror - place + segment_count) % segment_count;
}

}  // namespace

Features features_of(const State& state, int side) {
  Features features;
  const auto place_unit = [&](int place, Stone stone, bool outer) {
    const int whose = owner_of(stone) == side ? 0 : 3;
    return framed(side, place) * 12 + (outer ? 6 : 0) + whose + static_cast<int>(type_of(stone));
  };
  const auto add = [&](int unit) { features.active.push(static_cast<std::uint16_t>(unit)); };
  each_place(state.inner[0] | state.inner[1],
             [&](int place) { add(place_unit(place, state.inner_stone(place), false)); });
  each_place(state.full(),
             [&](int place) { add(place_unit(place, state.outer_stone(place), true)); });
  int unit = Features::places;
  for (const int owner : {side, opponent(side)}) {
    for (std::size_t type = 0; type < type_count; ++type) {
      const int gone = destroyed(state, owner, static_cast<Type>(type));
      for (const int count : {int{state.tray[owner][type]}, int{state.mat[owner][type]}, gone}) {
        for (int i = 0; i < count; ++i) add(unit + i);
        unit += stones_of[type];
      }
    }
  }
  std::size_t next = 0;
  for (const int owner : {side, opponent(side)}) {
    const Danger danger = danger_for(state, owner);
    for (const auto& row : danger) {
      for (const float value : row) features.values[next++] = value;
    }
  }
  return features;
}

float Net::chance(const Features& features) const {
  const auto sums = hidden_sums<std::int32_t>(weights_, features);
  return squash(output_of(weights_, sums, scale) / (scale * scale));
}

std::string Net::text() const {
  std::string out = first_line();
  const auto number = [&](std::int64_t weight) {
    append_number(out, weight);
    out += ' ';
  };
  const auto line = [&](const Weights::Row& row) {
    for (const auto weight : row) number(weight);
    out.back() = '\n';
  };
  for (const auto& row : weights_.first) line(row);
  line(weights_.bias);
  line(weights_.second);
  number(weights_.last);
  out.back() = '\n';
  out += short_id(Hasher().add(std::string_view(out)).value()) + "\n";
  return out;
}

Result<Net> Net::read(std::string_view text) {
  if (!text.starts_with(magic))
    return Error{"bad_net", "these are not weights for dragons of this version"};
  Cursor cursor(text);
  if (!cursor.take(first_line())) {
    return Error{"bad_net", "these weights are for a net of another size"};
  }
  const auto end = text.rfind('\n', text.size() - 2);
  if (!text.ends_with('\n') || end == std::string_view::npos || end < cursor.place() ||
      text.substr(end + 1, text.size() - end - 2) !=
          short_id(Hasher().add(text.substr(0, end + 1)).value())) {
    return Error{"bad_net",
                 "these weights are cut off or damaged: the checksum at their end does not agree"};
  }
  const auto number = [&](std::int16_t& weight) {
    const bool negative = cursor.take('-');
    const auto value = cursor.number(std::numeric_limits<std::int16_t>::max());
    cursor.take();
    if (value) weight = static_cast<std::int16_t>(negative ? -*value : *value);
    return value.has_value();
  };
  Weights weights;
  bool right = true;
  const auto line = [&](Weights::Row& row) {
    for (auto& weight : row) right = right && number(weight);
  };
  for (auto& row : weights.first) line(row);
  line(weights.bias);
  line(weights.second);
  right = right && number(weights.last);
  if (!right || cursor.place() != end + 1)
    return Error{"bad_net", "these weights have too many, too few or too large numbers"};
  return Net(weights);
}

float net_value(const Net& net, const State& state, int side) {
  if (state.step == Step::over) return state.side == side ? 1.0F : 0.0F;
  return net.chance(features_of(state, side));
}

}  // namespace hotaka::bots
