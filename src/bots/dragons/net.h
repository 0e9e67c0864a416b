#pragma once
// A small net that says how likely the side that has just finished its turn is to win: one layer of
// hidden units on what stands where, and on who is in danger. Plain additions and multiplications
// in a fixed order and an activation without libm, so that every build gives the same number.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
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

class Net {
 public:
  static constexpr int hidden = 48;
  static constexpr int inputs = Features::binary + Features::dense;

  Net();  // small weights from a fixed seed
  // All weights in the order of the text, as multiples of 1 / scale.
  static constexpr std::size_t weight_count = inputs * hidden + 2 * hidden + 1;
  constexpr explicit Net(std::span<const std::int32_t, weight_count> weights) {
    std::size_t next = 0;
    const auto read = [&](float& weight) { weight = static_cast<float>(weights[next++]) / scale; };
    for (Row& row : first_) {
      for (float& weight : row) read(weight);
    }
    for (float& weight : bias_) read(weight);
    for (float& weight : second_) read(weight);
    read(last_);
  }

  float chance(const Features& features) const;
  // One step of learning towards `target`; returns the error before it.
  float learn(const Features& features, float target, float rate);

  // A text: a first line with version and sizes, then the weights as whole numbers, and a checksum
  // at the end.
  std::string text() const;
  static Result<Net> read(std::string_view text);

 private:
  using Row = std::array<float, hidden>;
  static constexpr float scale = 4096.0F;

  Row sums(const Features& features) const;

  std::array<Row, inputs> first_{};  // a row for each input
  Row bias_{};
  Row second_{};
  float last_ = 0;
};

// The net in the program, as `hotaka train dragons` made it (src/bots/dragons/weights.txt): a
// constant that all bots share, never read from text.
std::shared_ptr<const Net> trained_net();

// For the side that has just finished its turn, 1 for a game that it has won.
float net_value(const Net& net, const dragons::State& state, int side);

}  // namespace hotaka::bots
