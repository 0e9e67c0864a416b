#include "bots/spirits/solver/table.h"

#include <algorithm>
#include <bit>

namespace hotaka::solver {

SolverTable::SolverTable(std::size_t megabytes) {
  const std::size_t bytes = std::clamp(megabytes, std::size_t{1}, most_megabytes) << 20U;
  buckets_.resize(std::bit_floor(bytes / sizeof(Bucket)));
  mask_ = buckets_.size() - 1;
}

void SolverTable::clear() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }

void SolverTable::look_up(std::uint64_t key, int points, Slope slope, Found& found) const {
  for (const Entry& entry : buckets_[key & mask_].entries) {
    if (entry.key != key) continue;
    const Bounds known = shifted({entry.low, entry.high}, points - entry.points, slope);
    found.bounds.low = std::max(found.bounds.low, known.low);
    found.bounds.high = std::min(found.bounds.high, known.high);
    if (entry.move != 0) found.move = entry.move;
  }
}

void SolverTable::store(std::uint64_t key, int points, const Found& found, int effort) {
  auto& entries = buckets_[key & mask_].entries;
  Entry* place = &entries[0];
  for (Entry& entry : entries) {
    if (entry.key == key && entry.points == points) {
      place = &entry;
      break;
    }
    if (entry.effort < place->effort) place = &entry;
  }
  // What stayed ages with each newcomer to its bucket, so that old work does not block it for ever.
  if (place->key != key) {
    for (Entry& entry : entries) {
      if (entry.effort > 0) --entry.effort;
    }
  }
  *place = {key,
            static_cast<std::int16_t>(found.bounds.low),
            static_cast<std::int16_t>(found.bounds.high),
            static_cast<std::uint8_t>(points),
            found.move,
            static_cast<std::uint8_t>(effort)};
}

}  // namespace hotaka::solver
