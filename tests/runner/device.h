#pragma once
// A device that runs tables and keeps their journals, for tests.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "base/text.h"
#include "runner/offline.h"

namespace hotaka::runner {

inline std::string text_of(const std::string& message, std::string_view name) {
  return std::string(json::Fields{json::Value(message)}.text(name).value_or(""));
}
inline std::int64_t number_of(const std::string& message, std::string_view name) {
  return json::Fields{json::Value(message)}.whole(name).value_or(-1);
}

class Device {
 public:
  explicit Device(std::uint8_t seed = 3) {
    fair::Secret secret;
    secret.bytes.fill(seed);
    offline_.set_seed(secret);
  }

  // The last message that comes as an answer.
  std::string say(const std::string& message) {
    std::string out;
    offline_.message(message, now_, out);
    keep();
    return take(out);
  }
  std::string wait() {
    const auto wanted = offline_.wait(now_);
    if (!wanted) return "";
    now_ += *wanted;
    std::string out;
    offline_.tick(now_, out);
    keep();
    return take(out);
  }
  // The code of the refusal, or "".
  std::string restore(const std::string& journal) {
    const auto error = offline_.restore(journal, now_, now_);
    if (error) return std::string(error->code);
    const std::string id = text_of(journal.substr(0, journal.find('\n')), "table");
    journals_[id] = journal;
    keep();
    return "";
  }
  bool release(const std::string& id) { return offline_.release(id); }
  const std::string& journal(const std::string& id) { return journals_[id]; }
  bool idle() { return !offline_.wait(now_); }
  table::Time now() const { return now_; }
  void set_now(table::Time now) { now_ = now; }

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

  // Appends what was journaled; each part must begin where the last one ended.
  void keep() {
    for (const JournalPart& part : offline_.take_journal()) {
      std::string& journal = journals_[part.table];
      EXPECT_EQ(part.first, std::ranges::count(journal, '\n')) << part.lines;
      EXPECT_FALSE(json::check(part.listing)) << part.listing;
      EXPECT_EQ(text_of(part.listing, "table"), part.table);
      journal += part.lines;
    }
  }

  Offline offline_;
  std::map<std::string, std::string> journals_;
  table::Time now_ = 1'000'000;
};

// Any action that the message allows; "" if there is none.
inline std::string any_legal(const std::string& message) {
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

inline std::string start(Device& device, const std::string& setup, int places, int people) {
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

// Does anything that is legal, or lets time pass; the last message that says how the game stands.
inline std::string go_on(Device& device, const std::string& message) {
  const std::string action = any_legal(message);
  std::string next;
  if (!action.empty() && message.find("\"round\":") == std::string::npos) {
    next = device.say("{\"type\":\"act\",\"table\":\"" + text_of(message, "table") +
                      "\",\"version\":" + to_text(number_of(message, "version")) + ",\"do\":\"" +
                      action + "\"}");
    EXPECT_EQ(text_of(next, "type"), "update") << next;
  } else {
    next = device.wait();
  }
  return next.empty() ? message : next;
}

inline bool is_over(const std::string& message) {
  return message.find("\"result\":") != std::string::npos;
}

}  // namespace hotaka::runner
