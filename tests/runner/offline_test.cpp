// A whole server on one device: messages in, messages out, bots and time by ticks.

#include "runner/offline.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace hotaka::runner {
namespace {

class Device {
 public:
  Device() {
    fair::Secret seed;
    seed.bytes.fill(3);
    offline_.set_seed(seed);
  }

  // The last message that comes as an answer.
  std::string say(const std::string& message) {
    std::string out;
    offline_.message(message, now_, out);
    return take(out);
  }
  std::string wait() {
    const auto wanted = offline_.wait(now_);
    if (!wanted) return "";
    now_ += *wanted;
    std::string out;
    offline_.tick(now_, out);
    return take(out);
  }
  bool idle() { return !offline_.wait(now_); }
  table::Time now() const { return now_; }
  void pass(table::Time ms) { now_ += ms; }

 private:
  static std::string take(const std::string& out) {
    std::string last;
    for (const auto line : split(out, '\n')) {
      if (line.empty()) continue;
      EXPECT_FALSE(json::check(line)) << line;
      last = line;
    }
    return last;
  }

  Offline offline_;
  table::Time now_ = 1'000'000;
};

std::string text_of(const std::string& message, std::string_view name) {
  return std::string(json::Fields{json::Value(message)}.text(name).value_or(""));
}
std::int64_t number_of(const std::string& message, std::string_view name) {
  return json::Fields{json::Value(message)}.whole(name).value_or(-1);
}

// Any action that the message allows; "" if there is none.
std::string any_legal(const std::string& message) {
  std::string found;
  const auto legal = json::Fields{json::Value(message)}.value("legal");
  if (!legal) return "";
  legal->each_member([&](json::Value, json::Value list) {
    return list.each_element([&](json::Value action) {
      std::string scratch;
      found = action.string(scratch);
      return !found.starts_with("discard") ? false : true;
    });
  });
  return found;
}

std::string start(Device& device, const std::string& setup, int places, int people) {
  std::string message = device.say("{\"type\":\"create\"," + setup + "}");
  const std::string id = text_of(message, "table");
  const std::string to = ",\"table\":\"" + id + "\"";
  for (int i = 0; i < people; ++i)
    message = device.say("{\"type\":\"sit\",\"place\":" + to_text(i) + ",\"seed\":\"\"" + to + "}");
  for (int i = people; i < places; ++i)
    message = device.say("{\"type\":\"bot\",\"place\":" + to_text(i) + ",\"level\":\"casual\"" +
                         to + "}");
  message = device.say("{\"type\":\"start\"" + to + "}");
  EXPECT_EQ(text_of(message, "state"), "running") << message;
  return message;
}

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
                         {R"("game":"ratuki","options":{"players":3,"target":3})", 3, 1}}) {
    Device device;
    std::string message = start(device, each.setup, each.places, each.people);
    const std::string id = text_of(message, "table");
    for (int i = 0; i < 40'000 && message.find("\"result\"") == std::string::npos; ++i) {
      const std::string action = any_legal(message);
      std::string next;
      if (!action.empty() && each.setup.find("ratuki") == std::string::npos) {
        next = device.say("{\"type\":\"act\",\"table\":\"" + id + "\",\"version\":" +
                          to_text(number_of(message, "version")) + ",\"do\":\"" + action + "\"}");
        ASSERT_EQ(text_of(next, "type"), "update") << next;
      } else {
        next = device.wait();
      }
      if (!next.empty()) message = next;
    }
    EXPECT_NE(message.find("\"result\""), std::string::npos) << each.setup;
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
