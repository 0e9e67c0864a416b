#include "games/signature.h"

#include "base/hash.h"
#include "games/any_game.h"

namespace hotaka {

std::uint64_t fold_signature(std::uint64_t so_far, std::uint64_t part) {
  return Hasher().add(so_far).add(part).value();
}

Signature signature(const GameType& game) {
  Signature whole;
  for (int part = 0; part < signature_parts; ++part) {
    const Signature one = game.signature_part(part);
    whole.number = fold_signature(whole.number, one.number);
    whole.actions += one.actions;
  }
  return whole;
}

}  // namespace hotaka
