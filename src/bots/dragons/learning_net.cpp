#include "bots/dragons/learning_net.h"

#include <limits>

#include "base/rng.h"

namespace hotaka::bots {

namespace {

// Of `squash`; learning needs it.
float squash_slope(float x) {
  const float wide = 1.0F + (x < 0 ? -x : x);
  return 0.5F / (wide * wide);
}

// Calls f(weight, made from) for all weights.
template <class A, class B, class F>
void each_weight(NetWeights<A>& to, const NetWeights<B>& from, F f) {
  const auto each = [&](auto& row, const auto& other) {
    for (std::size_t i = 0; i < row.size(); ++i) f(row[i], other[i]);
  };
  for (std::size_t input = 0; input < to.first.size(); ++input)
    each(to.first[input], from.first[input]);
  each(to.bias, from.bias);
  each(to.second, from.second);
  f(to.last, from.last);
}

std::int16_t whole(float weight) {
  constexpr float most = std::numeric_limits<std::int16_t>::max();
  const float scaled = std::clamp(weight * Net::scale, -most, most);
  return static_cast<std::int16_t>(scaled < 0 ? scaled - 0.5F : scaled + 0.5F);
}

}  // namespace

LearningNet::LearningNet() {
  Rng rng(20);
  const auto small = [&] { return (static_cast<float>(rng.below(2001)) - 1000.0F) / 10000.0F; };
  for (auto& row : weights_.first) {
    for (float& weight : row) weight = small();
  }
  for (float& weight : weights_.second) weight = small();
}

LearningNet::LearningNet(const Net& net) {
  each_weight(weights_, net.weights(), [](float& weight, std::int16_t from) {
    weight = static_cast<float>(from) / Net::scale;
  });
}

Net LearningNet::rounded() const {
  Net::Weights weights;
  each_weight(weights, weights_, [](std::int16_t& weight, float from) { weight = whole(from); });
  return Net(weights);
}

float LearningNet::chance(const Features& features) const {
  return squash(output_of(weights_, hidden_sums<float>(weights_, features), 1.0F));
}

float LearningNet::learn(const Features& features, float target, float rate) {
  const auto sums = hidden_sums<float>(weights_, features);
  const float out = output_of(weights_, sums, 1.0F);
  const float error = target - squash(out);
  const float step = rate * error * squash_slope(out) * 4.0F;
  NetWeights<float>::Row back{};
  for (std::size_t i = 0; i < back.size(); ++i) {
    if (sums[i] <= 0) continue;
    back[i] = step * weights_.second[i];
    weights_.second[i] += step * sums[i];
    weights_.bias[i] += back[i];
  }
  weights_.last += step;
  for (const auto unit : features.active) {
    auto& row = weights_.first[unit];
    for (std::size_t i = 0; i < back.size(); ++i) row[i] += back[i];
  }
  for (int input = 0; input < Features::dense; ++input) {
    const float value = features.values[input];
    if (value == 0) continue;
    auto& row = weights_.first[Features::binary + input];
    for (std::size_t i = 0; i < back.size(); ++i) row[i] += value * back[i];
  }
  return error;
}

float net_value(const LearningNet& net, const dragons::State& state, int side) {
  if (state.step == dragons::Step::over) return state.side == side ? 1.0F : 0.0F;
  return net.chance(features_of(state, side));
}

}  // namespace hotaka::bots
