#include "support/counting_new.h"

#include <cstdlib>
#include <new>

namespace hotaka {

std::int64_t allocations = 0;

}  // namespace hotaka

void* operator new(std::size_t size) {
  ++hotaka::allocations;
  if (void* place = std::malloc(size)) return place;
  throw std::bad_alloc();
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
