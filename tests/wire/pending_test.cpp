// R12 in the bytes that are sent: of two tables that differ only in a pending play of one player,
// all others are sent the same until it is settled.

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "base/text.h"
#include "table/table.h"
#include "wire/messages.h"

namespace hotaka::wire {
namespace {

using table::Table;
using table::Time;

constexpr Time tie_ms = 400;

std::string person(int player) { return "person" + to_text(player); }

// A table and all that was sent about it, by viewer: spectators first, then the players.
class Host {
 public:
  Host(int players, std::uint8_t secret) : sent_(static_cast<std::size_t>(players + 1)) {
    fair::Secret bytes;
    bytes.bytes.fill(secret);
    const std::string setup =
        R"({"game":"ratuki","options":{"tie_ms":400,"hand_ms":400,"players":)" + to_text(players) +
        "}}";
    const auto read = table::read_setup(json::Fields{json::Value(setup)});
    EXPECT_TRUE(read) << setup;
    table_ = std::move(*Table::make("t1", *read, {"person0", "Zero"}, bytes, 1000));
    for (int player = 0; player < players; ++player)
      EXPECT_FALSE(table_->sit(player, {person(player), "N"}, "", 1000));
    EXPECT_FALSE(table_->start(1000));
    keep(nullptr);
  }

  const Table& table() const { return *table_; }
  std::vector<std::string> legal(int player) const {
    std::vector<std::string> texts;
    table_->game().legal_texts(player, texts);
    return texts;
  }

  // As a host does: what is due comes first, and each step is sent by itself.
  void pass_to(Time t) {
    while (table_->wake() && *table_->wake() <= table_->round_start() + t) {
      table_->tick(*table_->wake());
      keep(nullptr);
    }
  }

  void act(int player, const std::string& action, Time t) {
    pass_to(t);
    table::Act act;
    act.action = action;
    act.t = t;
    const auto error = table_->execute(act, {person(player), ""}, table_->round_start() + t);
    if (error) {
      of(player) += refusal(*error, 7, "t1");
    } else {
      keep(&player);
    }
  }

  void join(int viewer, std::optional<std::int64_t> since, Time t) {
    pass_to(t);
    append_join(of(viewer), *table_, viewer, since, table_->round_start() + t);
  }

  // Of the table as a server finds it in its store.
  std::string join_restored(int viewer, std::optional<std::int64_t> since) const {
    std::string out;
    const auto again = Table::restore(journal_);
    append_join(out, **again, viewer, since, 900'000);
    return out;
  }

  std::unique_ptr<Table> resumed() const {
    auto again = std::move(*Table::restore(journal_));
    again->resume(0, 900'000);
    return again;
  }

  std::string& of(int viewer) { return sent_[static_cast<std::size_t>(viewer + 1)]; }

 private:
  static void append_join(std::string& out, const Table& table, int viewer,
                          std::optional<std::int64_t> since, Time now) {
    const std::vector<std::string> chat{R"({"type":"chat"})"};
    Beside beside;
    beside.chat = chat;
    append_table(out, table, viewer, beside, since, 9, now);
    out += '\n';
  }

  void keep(const int* by) {
    const table::Step step = table_->take_step();
    for (const std::string_view line : split(step.lines, '\n')) journal_.emplace_back(line);
    const Update update(*table_, step, step.events.back().at);
    for (int viewer = nobody; viewer + 1 < static_cast<int>(sent_.size()); ++viewer) {
      const bool is_reply = by != nullptr && *by == viewer;
      if (!is_reply && !update.concerns(viewer)) continue;
      update.append(of(viewer), viewer, is_reply ? std::optional<std::int64_t>(8) : std::nullopt);
      of(viewer) += '\n';
    }
  }

  std::unique_ptr<Table> table_;
  std::vector<std::string> journal_;
  std::vector<std::string> sent_;
};

bool is_play(const std::string& action) { return action.starts_with("play"); }

class Pair {
 public:
  Pair(int players, std::uint8_t seed)
      : rng_(seed), players_(players), with_(players, seed), without_(players, seed) {}

  // Random play at both tables, until somebody can play a card onto a stack; who it is.
  int play_on(int actions) {
    for (int i = 0; i < actions + 60; ++i) {
      t_ += tie_ms + 10;
      with_.pass_to(t_);
      without_.pass_to(t_);
      const int player = any_player();
      if (i >= actions && std::ranges::any_of(with_.legal(player), is_play)) return player;
      const std::string action = any_action(player);
      if (action.empty()) continue;
      with_.act(player, action, t_);
      without_.act(player, action, t_);
    }
    return nobody;
  }

  // Only at one of the tables a card is on its way.
  void press(int player) {
    player_ = player;
    auto plays = with_.legal(player);
    std::erase_if(plays, [](const std::string& action) { return !is_play(action); });
    with_.act(player, plays[rng_.below(static_cast<std::uint32_t>(plays.size()))], t_);
  }

  // What others do meanwhile, and what they are sent.
  void others_go_on() {
    constexpr Time pause = 30;
    for (Time t = t_ + pause; t < t_ + tie_ms; t += pause) {
      int other = any_player();
      if (other == player_) other = nobody;
      const auto known = without_.table().version_for(other);
      const auto since = rng_.below(2) == 0 ? std::optional<std::int64_t>()
                                            : known - static_cast<std::int64_t>(rng_.below(4));
      for (Host* host : {&with_, &without_}) host->join(other, since, t);
      if (other == nobody) continue;
      const std::string tries[]{any_action(other), "out", "play 3d 0", "start 2n", "discard 5h"};
      const std::string& action = tries[rng_.below(3) == 0 ? rng_.below(5) : 0];
      if (!action.empty()) {
        for (Host* host : {&with_, &without_}) host->act(other, action, t);
      }
    }
    compare();
  }

  void settle() {
    for (Host* host : {&with_, &without_}) host->pass_to(t_ + tie_ms);
    for (int viewer = nobody; viewer < players_; ++viewer)
      EXPECT_NE(with_.of(viewer), without_.of(viewer)) << viewer;
  }

  // Nor does a restart say when somebody did something that is hidden.
  void restart() {
    const auto resumed = with_.resumed();
    EXPECT_EQ(resumed->game().time(), resumed->game().time_for(Viewer::spectator()));
  }

 private:
  int any_player() { return static_cast<int>(rng_.below(static_cast<std::uint32_t>(players_))); }

  // But for going out, which settles everything.
  std::string any_action(int player) {
    auto texts = without_.legal(player);
    std::erase(texts, "out");
    if (texts.empty()) return "";
    return texts[rng_.below(static_cast<std::uint32_t>(texts.size()))];
  }

  void compare() {
    for (int viewer = nobody; viewer < players_; ++viewer) {
      if (viewer == player_) continue;
      EXPECT_EQ(with_.of(viewer), without_.of(viewer)) << "viewer " << viewer;
      const std::int64_t version = without_.table().version_for(viewer);
      for (const std::int64_t since : {version, version - 2, std::int64_t{0}})
        EXPECT_EQ(with_.join_restored(viewer, since), without_.join_restored(viewer, since));
      if (viewer != nobody) {
        EXPECT_EQ(with_.table().bot_seed(viewer), without_.table().bot_seed(viewer));
      }
    }
    EXPECT_NE(with_.of(player_), without_.of(player_));
  }

  Rng rng_;
  int players_;
  Host with_;
  Host without_;
  Time t_ = 0;
  int player_ = nobody;
};

TEST(Pending, nothing_that_others_are_sent_tells_of_a_play_before_it_settles) {
  int compared = 0;
  for (int players = 2; players <= 5; ++players) {
    for (std::uint8_t seed = 1; seed <= 15; ++seed) {
      Pair pair(players, seed);
      const int player = pair.play_on(seed);
      if (player == nobody) continue;
      pair.press(player);
      pair.others_go_on();
      pair.restart();
      pair.settle();
      ++compared;
      if (HasFailure()) FAIL() << players << " players, seed " << int{seed};
    }
  }
  EXPECT_GT(compared, 40);
}

// What is public concerns everybody, and one's own action oneself.
TEST(Pending, an_update_is_for_those_whose_view_changes) {
  Host host(3, 1);
  Time t = 0;
  int plays = 0;
  for (int i = 0; i < 200 && plays == 0; ++i) {
    t += tie_ms + 10;
    const int player = i % 3;
    host.pass_to(t);
    for (int viewer = nobody; viewer < 3; ++viewer) host.of(viewer).clear();
    const auto texts = host.legal(player);
    if (texts.empty()) continue;
    const auto found = std::ranges::find_if(texts, is_play);
    const std::string& action = found == texts.end() ? texts.back() : *found;
    host.act(player, action, t);
    plays += is_play(action) ? 1 : 0;
    for (int viewer = nobody; viewer < 3; ++viewer)
      EXPECT_EQ(host.of(viewer).empty(), is_play(action) && viewer != player) << action;
  }
  ASSERT_EQ(plays, 1);
  host.pass_to(t + tie_ms);
  for (int viewer = nobody; viewer < 3; ++viewer) EXPECT_FALSE(host.of(viewer).empty());
}

}  // namespace
}  // namespace hotaka::wire
