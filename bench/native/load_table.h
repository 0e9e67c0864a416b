#pragma once
// A table of a load test and the people at it: they sit down, play what is legal, and begin anew
// when the game is over.

#include <deque>
#include <memory>
#include <queue>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "native/load_figures.h"
#include "native/load_socket.h"

namespace hotaka::bench {

class LoadTable;

struct LoadPerson {
  LoadSocket socket;
  LoadTable* table = nullptr;
  int place = 0;
  std::string choice;    // the action to take next; empty: none is legal
  double sent = 0;       // when the message was sent that waits for its answer; 0: none does
  std::int64_t due = 0;  // ratuki: when a pending card of theirs is settled, by the server's clock
  std::int64_t tries = 0;  // messages that were numbered
  std::string ready_at;    // the table that it has said so at
};

// What all tables of a test share.
struct LoadRun {
  Rng rng{1};
  int pace = 0;            // ms that people think; below 0: they never act
  bool measuring = false;  // times are kept
  Times times;             // of actions, from sending to receipt
  Times settled;           // ratuki: how late a pending card was settled
  std::uint64_t actions = 0;
  std::uint64_t games = 0;
  std::uint64_t refused = 0;
  std::uint64_t started = 0;  // tables whose game has begun
  std::string why;            // the first refusal
  double offset = 0;          // the server's clock less ours
  double trip = 1e9;          // the shortest round trip, which that comes from

  struct Alarm {
    double at;
    LoadTable* table;
    int place;
    bool operator>(const Alarm& other) const { return at > other.at; }
  };
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms;
};

// Milliseconds of this program.
double load_clock();

class LoadTable {
 public:
  LoadTable(LoadRun& run, std::string create, std::vector<LoadPerson*> people);
  virtual ~LoadTable() = default;
  LoadTable(const LoadTable&) = delete;
  LoadTable& operator=(const LoadTable&) = delete;

  virtual void heard(LoadPerson& person, std::string_view text);
  // A person's WebSocket is open.
  virtual void opened(LoadPerson& person) { (void)person; }
  // The time has come that was asked for.
  virtual void ring(int place) = 0;

 protected:
  // A message of the running game.
  virtual void news(LoadPerson& person, std::string_view text) = 0;
  virtual void refused(LoadPerson& person) = 0;
  // The table is there: people sit down.
  virtual void fill();
  void get_ready(LoadPerson& person, std::string_view text);
  void say(LoadPerson& person, std::string_view type, std::string_view members = "");
  void wake(int place, double ms) { run_.alarms.push({load_clock() + ms, this, place}); }
  void begin_anew();

  LoadRun& run_;
  std::vector<LoadPerson*> people_;
  std::string id_;

 private:
  void create();

  std::string create_;
  std::size_t here_ = 0;
  bool counted_ = false;
};

// Turn by turn: whoever is to act does so when they have heard of it. An action is done when
// somebody else has heard of it.
class TurnTable final : public LoadTable {
 public:
  using LoadTable::LoadTable;
  void ring(int place) override;

 private:
  void news(LoadPerson& person, std::string_view text) override;
  void refused(LoadPerson& person) override { (void)person; }

  struct Flying {
    std::int64_t version;  // that it was decided on
    int place;
    double sent;
  };
  std::deque<Flying> flying_;  // actions that nobody else has heard of
  LoadPerson* next_ = nullptr;
  std::int64_t version_ = -1;  // that `next_` decides on
  std::size_t over_ = 0;       // people who know that it is over
};

// Everybody at once, at the speed of hands.
class TimedTable final : public LoadTable {
 public:
  using LoadTable::LoadTable;
  void ring(int place) override;

 private:
  void news(LoadPerson& person, std::string_view text) override;
  void refused(LoadPerson& person) override {
    person.due = 0;
    answered(person);
  }
  void answered(LoadPerson& person);

  std::int64_t start_ = 0;
  std::size_t over_ = 0;  // people who know that it is over
  bool awake_ = false;    // people act from time to time
};

// Noughts and crosses without end at the `ws` server of bench/peers, turn by turn as TurnTable.
class CrossesTable final : public LoadTable {
 public:
  using LoadTable::LoadTable;
  void heard(LoadPerson& person, std::string_view text) override;
  void opened(LoadPerson& person) override;
  void ring(int place) override;

 private:
  void news(LoadPerson& person, std::string_view text) override;
  void refused(LoadPerson& person) override { (void)person; }
  void think(int place);

  std::size_t moves_ = 0;
  std::size_t opened_ = 0;
  double sent_ = 0;
};

// Bots of the highest level among themselves.
class BotTable final : public LoadTable {
 public:
  using LoadTable::LoadTable;
  void ring(int place) override { (void)place; }

 private:
  void fill() override;
  void news(LoadPerson& person, std::string_view text) override;
  void refused(LoadPerson& person) override { (void)person; }
};

}  // namespace hotaka::bench
