#include "server/glicko.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hotaka::server {

namespace {

constexpr double scale = 173.7178;  // between the shown numbers and the system's own
constexpr double tau = 0.5;         // how fast volatility may change

double g(double phi) {
  return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi));
}

// The new volatility: the root of f by the Illinois method, as the paper does it.
double new_volatility(double sigma, double phi, double v, double delta) {
  constexpr double enough = 0.000001;
  const double a = std::log(sigma * sigma);
  const auto f = [&](double x) {
    const double e = std::exp(x);
    const double sum = phi * phi + v + e;
    return e * (delta * delta - sum) / (2 * sum * sum) - (x - a) / (tau * tau);
  };
  double low = a;
  double high = 0;
  if (delta * delta > phi * phi + v) {
    high = std::log(delta * delta - phi * phi - v);
  } else {
    double k = 1;
    while (f(a - k * tau) < 0) ++k;
    high = a - k * tau;
  }
  double at_low = f(low);
  double at_high = f(high);
  while (std::abs(high - low) > enough) {
    const double middle = low + (low - high) * at_low / (at_high - at_low);
    const double at_middle = f(middle);
    if (at_middle * at_high <= 0) {
      low = high;
      at_low = at_high;
    } else {
      at_low /= 2;
    }
    high = middle;
    at_high = at_middle;
  }
  return std::exp(low / 2);
}

}  // namespace

Strength after(const Strength& own, std::span<const Meeting> meetings) {
  const double mu = (own.rating - 1500) / scale;
  const double phi = own.deviation / scale;
  double inverse_v = 0;
  double gain = 0;
  for (const Meeting& meeting : meetings) {
    const double weight = g(meeting.opponent.deviation / scale);
    const double expected =
        1 / (1 + std::exp(-weight * (mu - (meeting.opponent.rating - 1500) / scale)));
    inverse_v += weight * weight * expected * (1 - expected);
    gain += weight * (meeting.score - expected);
  }
  if (meetings.empty() || inverse_v == 0) return own;
  const double v = 1 / inverse_v;
  const double sigma = new_volatility(own.volatility, phi, v, v * gain);
  const double widened = std::sqrt(phi * phi + sigma * sigma);
  const double new_phi = 1 / std::sqrt(1 / (widened * widened) + inverse_v);
  const double new_mu = mu + new_phi * new_phi * gain;
  return {1500 + scale * new_mu, std::clamp(scale * new_phi, 30.0, 350.0), sigma};
}

}  // namespace hotaka::server
