// What is hidden stays hidden in the bytes that are sent. tests/laws proves that views do not
// change when what they hide is dealt anew; here two journals, in one of which cards that somebody
// never saw are swapped, must give that viewer the same messages, byte for byte, at every version.

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "base/text.h"
#include "table/table.h"
#include "wire/client_message.h"
#include "wire/messages.h"

namespace hotaka::wire {
namespace {

using table::Table;
using Journal = std::vector<std::string>;

constexpr table::Time later = 900'000'000;
constexpr std::string_view secret_hex =
    "0707070707070707070707070707070707070707070707070707070707070707";

std::string person(int place) { return "person" + to_text(place); }

// A game of random people that is not over, as its journal.
class RandomGame {
 public:
  RandomGame(const std::string& setup, std::uint64_t seed, int actions) : rng_(seed) {
    fair::Secret secret;
    secret.bytes.fill(7);
    const auto read = table::read_setup(json::Fields{json::Value(setup)});
    EXPECT_TRUE(read) << setup;
    auto made = Table::make("t1", *read, {"person0", "Zero"}, secret, 1000);
    table_ = std::move(*made);
    const int places = static_cast<int>(table_->places().size());
    for (int place = 0; place < places; ++place)
      EXPECT_FALSE(table_->sit(place, {person(place), "N" + to_text(place)}, "", 1000));
    for (int place = 0; place < places; ++place) EXPECT_FALSE(table_->set_ready(place, true, 1000));
    take();
    for (int i = 0; i < actions && table_->stage() == table::Stage::running; ++i) {
      step();
      if (table_->stage() == table::Stage::running) take();  // the end would show everything
    }
  }

  const Journal& journal() const { return journal_; }

 private:
  void take() {
    const std::string fresh = table_->take_step().lines;
    for (const std::string_view line : split(fresh, '\n')) {
      if (!line.empty()) journal_.emplace_back(line);
    }
  }

  void step() {
    const AnyGame& game = table_->game();
    now_ += game.is_real_time() ? 260 : 5;
    while (const auto due = table_->wake()) {
      if (*due > now_ && !game.acting().empty()) break;
      now_ = std::max(now_, *due);
      if (!table_->tick(now_)) break;
    }
    now_ = std::max(now_, table_->round_start());
    std::vector<Seat> seats;
    for (Seat seat = 0; seat < game.seat_count(); ++seat) {
      if (table_->game().acting().has(seat)) seats.push_back(seat);
    }
    if (seats.empty()) return;
    const Seat seat = seats[rng_.below(static_cast<std::uint32_t>(seats.size()))];
    std::vector<std::string> texts;
    table_->game().legal_texts(seat, texts);
    if (texts.empty()) return;
    table::Act act;
    act.seat = seat;
    act.version = table_->version();
    const std::string action = texts[rng_.below(static_cast<std::uint32_t>(texts.size()))];
    act.action = action;
    (void)table_->act(table_->decider(seat), act, now_);
  }

  Rng rng_;
  table::Time now_ = 1000;
  std::unique_ptr<Table> table_;
  Journal journal_;
};

struct Token {
  std::size_t at;
  std::size_t size;
};

// The cards in a line of chance, in quotes.
std::vector<Token> cards_of(const std::string& line) {
  std::vector<Token> tokens;
  std::size_t at = line.find('[');
  const std::size_t end = line.rfind(']');
  while ((at = line.find('"', at)) < end) {
    const std::size_t close = line.find('"', at + 1);
    tokens.push_back({at + 1, close - at - 1});
    at = close + 1;
  }
  return tokens;
}

void swap_words(std::string& text, const std::string& a, const std::string& b) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool first = text.compare(i, a.size(), a) == 0;
    if (!first && text.compare(i, b.size(), b) != 0) continue;
    text.replace(i, first ? a.size() : b.size(), first ? b : a);
    i += (first ? b.size() : a.size()) - 1;
  }
}

// The journal with two cards of one deal in each other's places. What a player of ratuki threw
// away face down is another card then.
Journal swapped(const Journal& journal, Rng& rng, bool rename) {
  std::vector<std::size_t> deals;
  for (std::size_t i = 0; i < journal.size(); ++i) {
    if (journal[i].starts_with("{\"deal\"") || journal[i].starts_with("{\"decks\""))
      deals.push_back(i);
  }
  Journal other = journal;
  std::string& line = other[deals[rng.below(static_cast<std::uint32_t>(deals.size()))]];
  const auto tokens = cards_of(line);
  const bool decks = line.starts_with("{\"decks\"");
  constexpr std::uint32_t deck = 35;
  const std::uint32_t group = decks ? deck : static_cast<std::uint32_t>(tokens.size());
  const std::uint32_t seat = rng.below(static_cast<std::uint32_t>(tokens.size()) / group);
  const Token a = tokens[seat * group + rng.below(group)];
  const Token b = tokens[seat * group + rng.below(group)];
  const std::string card_a = line.substr(a.at, a.size);
  const std::string card_b = line.substr(b.at, b.size);
  // Everybody sees the clan of a card of spirits, the first of three letters.
  if (card_a.size() != card_b.size() || (card_a.size() == 3 && card_a[0] != card_b[0]))
    return journal;
  line.replace(a.at, a.size, card_b);
  line.replace(b.at, b.size, card_a);
  if (!rename) return other;
  for (std::string& entry : other) {
    if (entry.find("\"seat\":" + to_text(seat)) != std::string::npos &&
        entry.find("\"do\":\"discard") != std::string::npos)
      swap_words(entry, card_a, card_b);
  }
  return other;
}

std::unique_ptr<Table> restored(const Journal& journal, std::size_t lines) {
  auto table = Table::restore(std::span(journal).first(lines));
  return table ? std::move(*table) : nullptr;
}

using Tables = std::vector<std::unique_ptr<Table>>;

// The table after each line, from the start of the game on; nothing if the rules refuse a line.
Tables history(const Journal& journal) {
  Tables tables;
  for (std::size_t lines = 1; lines <= journal.size(); ++lines) {
    auto table = restored(journal, lines);
    if (!table) return {};
    tables.push_back(std::move(table));
  }
  return tables;
}

std::string saw(const Table& table, int place) {
  return table.game().view_for(table.viewer(place));
}

bool saw_the_same(const Tables& one, const Tables& other, int place) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (saw(*one[i], place) != saw(*other[i], place)) return false;
  }
  return true;
}

std::string everything(const Table& table, int place, const std::string& line) {
  std::string out;
  append_table(out, table, place, {}, std::nullopt, 1, later);
  append_table(out, table, place, {}, table.version_for(place) - 2, 1, later);
  table::Step step;
  step.first = table.version();
  step.events.push_back(*table::read_event(line));
  Update(table, step, later).append(out, place, std::nullopt);
  append_listing(out, table);
  return out;
}

// What is answered to actions that are refused.
std::string refusals(const Journal& journal, int place) {
  std::string out;
  const auto table = restored(journal, journal.size());
  std::vector<std::string> tries{"keep",  "drop",  "out",    "ask 0", "ask 1",
                                 "ask 2", "ask 3", "flip 0", "flip 6"};
  for (const std::string card : {"Y13", "Y61", "YX2", "YFU", "R17", "R21", "RFU"})
    tries.push_back("play " + card);
  for (const std::string card : {"1n", "2d", "3w", "4r", "5h"}) {
    tries.push_back("start " + card);
    tries.push_back("play " + card + " 0");
    tries.push_back("play " + card + " 1");
    tries.push_back("discard " + card);
  }
  for (const std::string& action : tries) {
    bool legal = false;
    for (Seat seat = 0; seat < table->game().seat_count(); ++seat) {
      std::vector<std::string> texts;
      if (table->game().acting().has(seat) && table->decider(seat) == place)
        table->game().legal_texts(seat, texts);
      legal |= std::ranges::find(texts, action) != texts.end();
    }
    if (legal) continue;  // it may be done, which is no refusal
    const std::string text = R"({"type":"act","table":"t","do":")" + action +
                             "\",\"version\":" + to_text(table->version()) + '}';
    const std::string who = place == nobody ? "stranger" : person(place);
    const auto message = read_message(text);
    if (!message.request) return message.request.error().message;
    const auto& command = std::get<AtTable>(*message.request).command;
    const auto why = table->execute(command, {who, ""}, table->round_start() + 100'000);
    out += why ? std::string(why->code) + ": " + why->message : "taken";
    out += '\n';
    if (!why) break;
  }
  return out;
}

class Hidden : public testing::TestWithParam<const char*> {};

TEST_P(Hidden, messages_do_not_change_when_what_they_hide_is_dealt_anew) {
  Rng rng(99);
  int compared = 0;
  int for_players = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const RandomGame played(GetParam(), seed, static_cast<int>(seed * seed));
    const Journal& journal = played.journal();
    const Tables tables = history(journal);
    ASSERT_FALSE(tables.empty());
    const int places = static_cast<int>(tables[0]->places().size());
    int in_this_game = 0;
    for (int attempt = 0; attempt < 200 && in_this_game < 8; ++attempt) {
      const Journal other = swapped(journal, rng, attempt % 2 == 1);
      if (other == journal) continue;
      const auto end = restored(other, other.size());
      if (!end) continue;  // somebody did what could not be done with these cards
      bool hidden = false;
      for (int place = nobody; place < places; ++place)
        hidden |= saw(*end, place) == saw(*tables.back(), place);
      if (!hidden) continue;
      const Tables others = history(other);
      for (int place = nobody; place < places; ++place) {
        if (!saw_the_same(tables, others, place)) continue;
        for (std::size_t i = 0; i < tables.size(); ++i) {
          const std::string here = everything(*tables[i], place, journal[i]);
          ASSERT_EQ(here, everything(*others[i], place, other[i]))
              << "place " << place << ", version " << i;
          ASSERT_EQ(here.find(secret_hex), std::string::npos);
        }
        ASSERT_EQ(refusals(journal, place), refusals(other, place));
        ++compared;
        ++in_this_game;
        for_players += place != nobody ? 1 : 0;
      }
    }
  }
  EXPECT_GT(compared, 20) << "a law that never bites is none";
  EXPECT_GT(for_players, 10);
}

INSTANTIATE_TEST_SUITE_P(
    Games, Hidden,
    testing::Values(R"({"game":"spirits","options":{"players":2}})",
                    R"({"game":"spirits","options":{"players":2,"deal":"balanced"}})",
                    R"({"game":"spirits","options":{"players":3}})",
                    R"({"game":"spirits","options":{"players":4}})",
                    R"({"game":"hoard","options":{"players":3,"rounds":4}})",
                    R"({"game":"hoard_race","options":{"players":3,"rounds":4}})",
                    R"({"game":"ratuki","options":{"players":2}})",
                    R"({"game":"ratuki","options":{"players":3}})",
                    R"({"game":"ratuki","options":{"players":4}})",
                    R"({"game":"ratuki","options":{"players":5}})"));

}  // namespace
}  // namespace hotaka::wire
