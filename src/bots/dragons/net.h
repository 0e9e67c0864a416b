#pragma once
// A small net that says how likely the side that has just finished its turn is to win: one layer of
// hidden units on what stands where, and on who is in danger. Plain additions and multiplications
// in a fixed order and an activation without libm, so that every build gives the same number.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

  float chance(const Features& features) const;
  // One step of learning towards `target`; returns the error before it.
  float learn(const Features& features, float target, float rate);

  // A text: a first line with version and sizes, then the weights as whole numbers, and a checksum
  // at the end.
  std::string text() const;
  static Result<Net> read(std::string_view text);

 private:
  using Row = std::array<float, hidden>;

  Row sums(const Features& features) const;

  std::vector<Row> first_;  // a row for each input
  Row bias_{};
  Row second_{};
  float last_ = 0;
};

// The net in the program, as `hotaka train dragons` made it (src/bots/dragons/weights.txt).
Net trained_net();

// For the side that has just finished its turn, 1 for a game that it has won.
float net_value(const Net& net, const dragons::State& state, int side);

}  // namespace hotaka::bots
