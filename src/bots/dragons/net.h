#pragma once
// A small net that says how likely the side that has just finished its turn is to win: one layer of
// hidden units on what stands where, and on who is in danger. Plain additions and multiplications
// in a fixed order and an activation without libm, so that every build gives the same number.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/list.h"
#include "base/result.h"
#include "games/dragons/rules.h"

namespace hotaka::bots {

// What the net is told, in the frame of one side, so that both sides share what is learned.
struct Features {
  static constexpr int places =
      24 * 12;  // each place, inner and outer, own and other stones of three types
  static constexpr int stores = 54;  // tray, mat, destroyed, as many units as stones
  static constexpr int binary = places + stores;
  static constexpr int dense = 18;  // dangers for both sides

  List<std::uint16_t, 64> active;  // the binary ones that are on
  std::array<float, dense> values{};
};
Features features_of(const dragons::State& state, int side);

// The weights of a net, in the order of its text.
template <class Number>
struct NetWeights {
  static constexpr int hidden = 48;
  static constexpr int inputs = Features::binary + Features::dense;
  using Row = std::array<Number, hidden>;

  std::array<Row, inputs> first{};  // a row for each input
  Row bias{};
  Row second{};
  Number last{};
};

// What the hidden units see, and what they make of it: 0 for an even game. Weights are multiples of
// 1 / `scale`, and the result of 1 / `scale` squared. `Sum` holds sums of weights without rounding.
template <class Sum, class Number>
std::array<float, NetWeights<Number>::hidden> hidden_sums(const NetWeights<Number>& weights,
                                                          const Features& features) {
  constexpr std::size_t hidden = NetWeights<Number>::hidden;
  std::array<Sum, hidden> binary;
  for (std::size_t i = 0; i < hidden; ++i) binary[i] = weights.bias[i];
  for (const auto unit : features.active) {
    const auto& row = weights.first[unit];
    for (std::size_t i = 0; i < hidden; ++i) binary[i] += row[i];
  }
  std::array<float, hidden> sums;
  for (std::size_t i = 0; i < hidden; ++i) sums[i] = static_cast<float>(binary[i]);
  for (int input = 0; input < Features::dense; ++input) {
    const float value = features.values[input];
    if (value == 0) continue;
    const auto& row = weights.first[Features::binary + input];
    for (std::size_t i = 0; i < hidden; ++i) sums[i] += value * static_cast<float>(row[i]);
  }
  return sums;
}
template <class Number>
float output_of(const NetWeights<Number>& weights,
                const std::array<float, NetWeights<Number>::hidden>& sums, float scale) {
  float out = static_cast<float>(weights.last) * scale;
  for (std::size_t i = 0; i < sums.size(); ++i)
    out += static_cast<float>(weights.second[i]) * std::max(0.0F, sums[i]);
  return out;
}

// Between 0 and 1, 1/2 at 0.
inline float squash(float x) { return 0.5F + 0.5F * x / (1.0F + (x < 0 ? -x : x)); }

// A net as it plays. Its weights are whole numbers, multiples of 1 / `scale`, which is a power of
// 2: floats would give the same chances from twice the memory.
class Net {
 public:
  using Weights = NetWeights<std::int16_t>;
  static constexpr float scale = 4096.0F;

  constexpr explicit Net(const Weights& weights) : weights_(weights) {}

  const Weights& weights() const { return weights_; }
  float chance(const Features& features) const;

  // A text: a first line with version and sizes, then the weights, and a checksum at the end.
  std::string text() const;
  static Result<Net> read(std::string_view text);

 private:
  Weights weights_;
};

// The net in the program, as `hotaka train dragons` made it (src/bots/dragons/weights.txt): a
// constant that all bots share, never read from text.
std::shared_ptr<const Net> trained_net();

// For the side that has just finished its turn, 1 for a game that it has won.
float net_value(const Net& net, const dragons::State& state, int side);

}  // namespace hotaka::bots
