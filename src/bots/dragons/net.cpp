#include "bots/dragons/net.h"

#include <algorithm>

#include "base/hash.h"
#include "base/rng.h"
#include "base/text.h"
#include "bots/dragons/danger.h"

namespace hotaka::bots {

namespace {

using namespace dragons;

constexpr std::string_view magic = "hotaka-dragons-net 1";

// Between 0 and 1, 1/2 at 0; its slope is needed for learning.
float squash(float x) { return 0.5F + 0.5F * x / (1.0F + (x < 0 ? -x : x)); }
float squash_slope(float x) {
  const float wide = 1.0F + (x < 0 ? -x : x);
  return 0.5F / (wide * wide);
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

Net::Net() {
  Rng rng(20);
  const auto small = [&] { return (static_cast<float>(rng.below(2001)) - 1000.0F) / 10000.0F; };
  for (Row& row : first_) {
    for (float& weight : row) weight = small();
  }
  for (float& weight : second_) weight = small();
}

Net::Row Net::sums(const Features& features) const {
  Row sums = bias_;
  for (const auto unit : features.active) {
    const Row& row = first_[unit];
    for (int i = 0; i < hidden; ++i) sums[i] += row[i];
  }
  for (int input = 0; input < Features::dense; ++input) {
    const float value = features.values[input];
    if (value == 0) continue;
    const Row& row = first_[Features::binary + input];
    for (int i = 0; i < hidden; ++i) sums[i] += value * row[i];
  }
  return sums;
}

float Net::chance(const Features& features) const {
  const Row hidden_sums = sums(features);
  float out = last_;
  for (int i = 0; i < hidden; ++i) out += second_[i] * std::max(0.0F, hidden_sums[i]);
  return squash(out);
}

float Net::learn(const Features& features, float target, float rate) {
  const Row hidden_sums = sums(features);
  float out = last_;
  for (int i = 0; i < hidden; ++i) out += second_[i] * std::max(0.0F, hidden_sums[i]);
  const float error = target - squash(out);
  const float step = rate * error * squash_slope(out) * 4.0F;
  Row back{};
  for (int i = 0; i < hidden; ++i) {
    if (hidden_sums[i] <= 0) continue;
    back[i] = step * second_[i];
    second_[i] += step * hidden_sums[i];
    bias_[i] += back[i];
  }
  last_ += step;
  for (const auto unit : features.active) {
    Row& row = first_[unit];
    for (int i = 0; i < hidden; ++i) row[i] += back[i];
  }
  for (int input = 0; input < Features::dense; ++input) {
    const float value = features.values[input];
    if (value == 0) continue;
    Row& row = first_[Features::binary + input];
    for (int i = 0; i < hidden; ++i) row[i] += value * back[i];
  }
  return error;
}

std::string Net::text() const {
  std::string out = std::string(magic) + " " + to_text(inputs) + " " + to_text(hidden) + "\n";
  const auto number = [&](float weight) {
    const float scaled = weight * scale;
    append_number(out, static_cast<std::int64_t>(scaled < 0 ? scaled - 0.5F : scaled + 0.5F));
    out += ' ';
  };
  const auto line = [&](const Row& row) {
    for (const float weight : row) number(weight);
    out.back() = '\n';
  };
  for (const Row& row : first_) line(row);
  line(bias_);
  line(second_);
  number(last_);
  out.back() = '\n';
  out += short_id(Hasher().add(std::string_view(out)).value()) + "\n";
  return out;
}

Result<Net> Net::read(std::string_view text) {
  Cursor cursor(text);
  if (!cursor.take(magic))
    return Error{"bad_net", "these are not weights for dragons of this version"};
  if (!cursor.take(" " + to_text(inputs) + " " + to_text(hidden) + "\n")) {
    return Error{"bad_net", "these weights are for a net of another size"};
  }
  const auto end = text.rfind('\n', text.size() - 2);
  if (!text.ends_with('\n') || end == std::string_view::npos || end < cursor.place() ||
      text.substr(end + 1, text.size() - end - 2) !=
          short_id(Hasher().add(text.substr(0, end + 1)).value())) {
    return Error{"bad_net",
                 "these weights are cut off or damaged: the checksum at their end does not agree"};
  }
  const auto number = [&](float& weight) {
    constexpr std::int64_t most = 1'000'000'000;
    const bool negative = cursor.take('-');
    const auto value = cursor.number(most);
    cursor.take();
    if (value) weight = static_cast<float>(negative ? -*value : *value) / scale;
    return value.has_value();
  };
  Net net;
  bool right = true;
  for (Row& row : net.first_) {
    for (float& weight : row) right = right && number(weight);
  }
  for (Row* row : {&net.bias_, &net.second_}) {
    for (float& weight : *row) right = right && number(weight);
  }
  right = right && number(net.last_);
  if (!right || cursor.place() != end + 1)
    return Error{"bad_net", "these weights have too many or too few numbers"};
  return net;
}

float net_value(const Net& net, const State& state, int side) {
  if (state.step == Step::over) return state.side == side ? 1.0F : 0.0F;
  return net.chance(features_of(state, side));
}

}  // namespace hotaka::bots
