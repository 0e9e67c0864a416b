#include "games/spirits/options.h"

namespace hotaka::spirits {

std::optional<Options> edition(std::string_view name) {
  Options options;
  if (name.empty() || name == "matagot") return options;
  if (name != "russian") return std::nullopt;
  options.deal = Deal::balanced;
  options.face_down = FaceDown::both_sides;
  options.rotation = Rotation::right;
  options.lead = Lead::dealer;
  return options;
}

}  // namespace hotaka::spirits
