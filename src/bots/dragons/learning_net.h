#pragma once
// A net that learns: floats, as its steps are smaller than the whole numbers of a net that plays.

#include "bots/dragons/net.h"

namespace hotaka::bots {

class LearningNet {
 public:
  LearningNet();  // small weights from a fixed seed
  explicit LearningNet(const Net& net);

  Net rounded() const;

  float chance(const Features& features) const;
  // One step of learning towards `target`; returns the error before it.
  float learn(const Features& features, float target, float rate);

 private:
  NetWeights<float> weights_;
};

float net_value(const LearningNet& net, const dragons::State& state, int side);

}  // namespace hotaka::bots
