// What a text of a position may not be, and what is said about it.

#include <gtest/gtest.h>

#include "games/dragons/dragons.h"

namespace hotaka::dragons {
namespace {

std::string complaint(std::string_view text, std::string_view name = "gen42") {
  const auto state = read_position(text, *edition(name));
  return state ? "" : state.error().message;
}

TEST(DragonsPosition, what_can_be_is_read) {
  for (const auto* text : {"vvv9VVV9 VWWWFF/vwwwff -/- w 52", "vvv9VVV9 VWWWFF/vwwwff -/- - -",
                           "vvv9VVV9 VWWWFF/vwwwff -/- b -", "vvv9VVV9 VWWWFF/vwwwff -/- b 3"}) {
    EXPECT_EQ(complaint(text), "") << text;
  }
  EXPECT_EQ(complaint("11V11v VWF/wf -/- w 2?12", "huch"), "");
  EXPECT_EQ(complaint("11V11v VWF/wf -/- w ?12", "huch"), "");
}

TEST(DragonsPosition, what_cannot_be_is_refused) {
  for (const auto* text : {"",
                           "vvv9VVV9 VWWWFF/vwwwff -/- w",       // no dice
                           "11V11v VWF/wf -/- w ",               // empty dice
                           "vvv9VVV9  VWWWFF/vwwwff -/- w 52",   // two spaces
                           "vvv9VVV8 VWWWFF/vwwwff -/- w 52",    // 23 segments
                           "vvv9VVV10 VWWWFF/vwwwff -/- w 52",   // 25 segments
                           "vvv0VVV18 VWWWFF/vwwwff -/- w 52",   // no empty segments counted
                           "vvv9VVX9 VWWWFF/vwwwff -/- w 52",    // no such stone
                           "vv(Vw)9VV10 VWWWFF/vwwff -/- w 52",  // a water outside a mixed pair
                           "vvv9VVV9 VVWWWFF/vwwwff -/- w 52",   // five vines
                           "vvv9VVV9 WVWWFF/vwwwff -/- w 52",    // another order
                           "vvv9VVV9 VWWWFF/vwwwff -/- x 52",    // no such side
                           "vvv9VVV9 VWWWFF/vwwwff -/- w 25",    // smaller die first
                           "vvv9VVV9 VWWWFF/vwwwff -/- w 70",    // no such dice
                           "vvv9VVV9 VWWWFF/vwwwff -/- w 521",   // three dice
                           "vvv9VVV9 VWWWFF/vwwwff -/- - 52",    // dice before the first player
                           "vvv9VVV9 VWWW/vwwwff -/- w 52",      // all fire destroyed
                           "vvv21 VVVWWWFF/vwwwff -/- w 52",     // nobody of White is there
                           "11V11v VWF/wf -/- w 2?12"}) {  // asked, though recruiting is automatic
    EXPECT_NE(complaint(text), "") << text;
  }
  for (const auto* text :
       {"11V11v WF/wf -/- w 2?12", "11V11v VWF/wf -/- w 2?11", "11V11v VWF/wf -/- w 2?8",
        "11V11v VWF/wf -/- w 42?12", "11V11v VWF/wf -/- w ?"}) {
    EXPECT_NE(complaint(text, "huch"), "") << text;
  }
}

}  // namespace
}  // namespace hotaka::dragons
