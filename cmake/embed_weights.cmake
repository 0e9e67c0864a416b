# Writes OUT: the numbers of IN, the text of a net, as a net that the compiler makes.
file(STRINGS ${IN} lines)
list(POP_FRONT lines header)
list(POP_BACK lines checksum)  # tests/bots compares the net with the text
if(NOT header MATCHES "^hotaka-dragons-net 1 ([0-9]+) ([0-9]+)$")
  message(FATAL_ERROR "${IN} has no weights for dragons of this version")
endif()
set(sizes "Net::Weights::inputs == ${CMAKE_MATCH_1} && Net::Weights::hidden == ${CMAKE_MATCH_2}")
string(REPLACE " " "," lines "${lines}")
list(JOIN lines ",\n    " numbers)
file(WRITE ${OUT} "#include <bit>

#include \"bots/dragons/net.h\"

namespace hotaka::bots {

namespace {

static_assert(${sizes});
constexpr std::array<std::int16_t, sizeof(Net::Weights) / sizeof(std::int16_t)> numbers{
    ${numbers}};
constexpr Net net(std::bit_cast<Net::Weights>(numbers));

}  // namespace

std::shared_ptr<const Net> trained_net() { return {std::shared_ptr<const Net>(), &net}; }

}  // namespace hotaka::bots
")
