// Offline tables come back from their journals, whatever bots think by then and whatever became of
// a journal.

#include "base/rng.h"
#include "runner/device.h"

namespace hotaka::runner {
namespace {

// Dragons can go on for very long where nobody means to win.
constexpr int enough = 1500;

struct Case {
  std::string setup;
  int places;
  int people;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {R"("game":"dragons")", 2, 1},
      {R"("game":"dragons","edition":"huch","time":{"kind":"relaxed","bank":600,"move":5})", 2, 2},
      {R"("game":"spirits","options":{"target":60})", 4, 1},
      {R"("game":"spirits","options":{"players":3,"target":60,"lead":"drawn"})", 3, 1},
      {R"("game":"spirits","options":{"players":2,"target":60})", 2, 1},
      {R"("game":"ratuki","options":{"players":3,"target":3})", 3, 1}};
  return all;
}

std::string member(const std::string& message, std::string_view name) {
  const auto value = json::Fields{json::Value(message)}.value(name);
  return value ? std::string(value->raw()) : "";
}

// A message of that type to a table.
std::string to(const std::string& id, std::string_view type) {
  return "{\"type\":\"" + std::string(type) + "\",\"table\":\"" + id + "\"}";
}

std::string join(Device& device, const std::string& id) { return device.say(to(id, "join")); }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Whether a card is on its way: a restart settles it, so the restored game is further on.
bool is_unsettled(const std::string& journal) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(journal, '\n')) {
    if (!line.empty()) lines.emplace_back(line);
  }
  const auto table = table::Table::restore(lines);
  EXPECT_TRUE(table);
  const AnyGame& game = (*table)->game();
  return game.time() != game.time_for(Viewer::spectator());
}

TEST(OfflineJournal, restores_every_game_as_it_was) {
  for (const Case& each : cases()) {
    Device device;
    std::string message = start(device, each.setup, each.places, each.people);
    const std::string id = text_of(message, "table");
    int compared = 0;
    int next = 0;  // games are long, so at fewer and fewer of the later steps
    for (int i = 0; i < 40'000 && !is_over(message); ++i) {
      message = i < enough ? go_on(device, message) : device.say(to(id, "resign"));
      if ((i < next || is_unsettled(device.journal(id))) && !is_over(message)) continue;
      next = i + i / 3 + 1;
      Device later(static_cast<std::uint8_t>(i));
      later.set_now(device.now());
      ASSERT_EQ(later.restore(device.journal(id)), "") << each.setup;
      const std::string live = join(device, id);
      const std::string again = join(later, id);
      for (const char* name : {"state", "view", "events", "places", "actors", "legal", "seating",
                               "undo", "fair", "result", "held", "clock"})
        ASSERT_EQ(member(again, name), member(live, name)) << name << " of " << each.setup;
      ++compared;
    }
    EXPECT_TRUE(is_over(message)) << each.setup;
    EXPECT_GT(compared, 3) << each.setup;
  }
}

TEST(OfflineJournal, goes_on_after_each_restore_until_the_game_is_over) {
  for (const Case& each : cases()) {
    std::string journal;
    std::string message;
    std::string id;
    {
      Device device;
      message = start(device, each.setup, each.places, each.people);
      id = text_of(message, "table");
      journal = device.journal(id);
    }
    int restored = 0;
    int played = 0;
    table::Time now = 1'000'000;
    for (; restored < 4000 && !is_over(message); ++restored) {
      Device device(static_cast<std::uint8_t>(restored));
      device.set_now(now += 3'600'000);
      ASSERT_EQ(device.restore(journal), "") << each.setup;
      message = join(device, id);
      for (int i = -25; i < 25 * restored && !is_over(message); ++i) {
        if (++played > enough) device.say(to(id, "resign"));
        message = played > enough ? join(device, id) : go_on(device, message);
      }
      now = device.now();
      journal = device.journal(id);
    }
    EXPECT_TRUE(is_over(message)) << each.setup;
    EXPECT_GT(restored, 1) << each.setup;
  }
}

// Two people play what no bot would; then the second one is called a bot in the journal.
TEST(OfflineJournal, does_not_ask_bots_about_the_past) {
  Device device;
  std::string message = start(device, R"("game":"dragons")", 2, 2);
  const std::string id = text_of(message, "table");
  for (int i = 0; i < 60; ++i) message = go_on(device, message);
  while (number_of(message, "you") == 1) message = go_on(device, join(device, id));
  std::string journal = device.journal(id);
  const auto sat = journal.find("{\"sit\":1");
  const auto end = journal.find('\n', sat);
  journal.replace(sat, end - sat, R"({"bot":1,"level":"master","at":1000000})");
  Device later;
  later.set_now(device.now());
  ASSERT_EQ(later.restore(journal), "");
  for (const char* name : {"view", "events"})
    EXPECT_EQ(member(join(later, id), name), member(join(device, id), name)) << name;
}

TEST(OfflineJournal, refuses_a_damaged_one_and_keeps_what_is_here) {
  Device device;
  std::string message = start(device, R"("game":"spirits","options":{"target":60})", 4, 1);
  const std::string id = text_of(message, "table");
  for (int i = 0; i < 60; ++i) message = go_on(device, message);
  const std::string journal = device.journal(id);
  Device later(4);
  const std::string other = text_of(start(later, R"("game":"dragons")", 2, 2), "table");
  const std::string before = join(later, other);
  for (const char* damaged : {"", "\n", "x", "{}", "{\"start\":true,\"at\":1}"})
    EXPECT_EQ(later.restore(damaged), "bad_journal") << damaged;
  EXPECT_EQ(later.restore(journal.substr(journal.find('\n') + 1)), "bad_journal");
  EXPECT_EQ(later.restore(journal.substr(0, journal.size() - 3)), "bad_journal");
  // A line that is lost: whatever comes of it, it is no crash.
  Rng rng(1);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged = journal;
    if (i % 2 == 0) {
      const auto at = damaged.find('\n', rng.below(static_cast<std::uint32_t>(damaged.size() - 9)));
      damaged.erase(at, damaged.find('\n', at + 1) - at);
    } else {
      damaged[rng.below(static_cast<std::uint32_t>(damaged.size()))] =
          static_cast<char>(' ' + rng.below(90));
    }
    const std::string code = later.restore(damaged);
    EXPECT_TRUE(code.empty() || code == "bad_journal") << code;
    refused += code.empty() ? 0 : 1;
    later.release(id);
  }
  EXPECT_GT(refused, 100);
  EXPECT_EQ(join(later, other), before);
}

TEST(OfflineJournal, never_forgets_a_running_table_for_a_new_one) {
  Device device;
  std::vector<std::string> running;
  for (int i = 0; i < 7; ++i)
    running.push_back(text_of(start(device, R"("game":"dragons")", 2, 2), "table"));
  const std::string unused = text_of(device.say(R"({"type":"create","game":"ratuki"})"), "table");
  running.push_back(text_of(start(device, R"("game":"dragons")", 2, 2), "table"));
  EXPECT_EQ(text_of(join(device, unused), "code"), "no_local_table");
  const std::string refused = device.say(R"({"type":"create","game":"dragons"})");
  EXPECT_EQ(text_of(refused, "code"), "too_many_tables") << refused;
  for (const std::string& id : running)
    EXPECT_EQ(text_of(join(device, id), "state"), "running") << id;
  EXPECT_EQ(device.restore(device.journal(unused)), "too_many_tables");
  // One that is over makes room, and comes back from its journal.
  device.say(to(running[3], "resign"));
  EXPECT_EQ(text_of(device.say(R"({"type":"create","game":"dragons"})"), "type"), "table");
  EXPECT_EQ(text_of(join(device, running[3]), "code"), "no_local_table");
  EXPECT_EQ(device.restore(device.journal(running[3])), "");
  EXPECT_EQ(text_of(join(device, running[3]), "state"), "finished");
}

TEST(OfflineJournal, takes_no_id_or_secret_twice) {
  Device first(1);
  Device second(2);
  const std::string one = text_of(start(first, R"("game":"dragons")", 2, 2), "table");
  const std::string two = text_of(start(second, R"("game":"dragons")", 2, 2), "table");
  EXPECT_NE(one, two);
  EXPECT_NE(text_of(first_line(first.journal(one)), "secret"),
            text_of(first_line(second.journal(two)), "secret"));
  Device same(1);  // the same seed, and the first table is back
  ASSERT_EQ(same.restore(first.journal(one)), "");
  const std::string next = text_of(start(same, R"("game":"dragons")", 2, 2), "table");
  EXPECT_NE(next, one);
  EXPECT_TRUE(same.release(one));
  EXPECT_FALSE(same.release(one));
  EXPECT_EQ(text_of(join(same, next), "state"), "running");
}

}  // namespace
}  // namespace hotaka::runner
