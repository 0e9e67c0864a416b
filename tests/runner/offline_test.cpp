// A whole server on one device: messages in, messages out, bots and time by ticks.

#include "runner/offline.h"

#include "runner/device.h"

namespace hotaka::runner {
namespace {

TEST(Offline, whole_games_against_bots) {
  struct Case {
    std::string setup;
    int places;
    int people;
  };
  for (const Case& each :
       std::vector<Case>{{R"("game":"dragons")", 2, 1},
                         {R"("game":"dragons")", 2, 2},
                         {R"("game":"spirits","options":{"target":60})", 4, 1},
                         {R"("game":"spirits","options":{"players":3,"target":60})", 3, 1},
                         {R"("game":"spirits","options":{"players":2,"target":60})", 2, 1},
                         {R"("game":"hoard","options":{"players":3})", 3, 1},
                         {R"("game":"ratuki","options":{"players":3,"target":3})", 3, 1}}) {
    Device device;
    std::string message = start(device, each.setup, each.places, each.people);
    const std::string id = text_of(message, "table");
    for (int i = 0; i < 40'000 && !is_over(message); ++i) message = go_on(device, message);
    EXPECT_TRUE(is_over(message)) << each.setup;
    EXPECT_TRUE(device.idle());
    const std::string next = device.say("{\"type\":\"rematch\",\"table\":\"" + id + "\"}");
    EXPECT_EQ(text_of(next, "state"), "running") << next;
  }
}

TEST(Offline, what_makes_no_sense_is_refused_with_a_sentence) {
  Device device;
  for (const char* message :
       {"", "x", "{}", "[]", R"({"type":"act"})", R"({"type":"join","table":"nope"})",
        R"({"type":"create","game":"chess"})", R"({"type":"create"})"}) {
    const std::string answer = device.say(message);
    EXPECT_EQ(text_of(answer, "type"), "refused") << message;
    EXPECT_GT(text_of(answer, "why").size(), 8U);
  }
  const std::string running = start(device, R"("game":"dragons")", 2, 2);
  const std::string to = "\"table\":\"" + text_of(running, "table") + "\"";
  EXPECT_EQ(text_of(device.say(R"({"type":"dance",)" + to + "}"), "type"), "refused");
  EXPECT_EQ(text_of(device.say(R"({"type":"act","do":"x",)" + to + "}"), "type"), "refused");
  EXPECT_EQ(text_of(device.say(R"({"type":"resign",)" + to + "}"), "type"), "update");
}

}  // namespace
}  // namespace hotaka::runner
