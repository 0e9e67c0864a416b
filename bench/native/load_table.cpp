#include "native/load_table.h"

#include <array>
#include <charconv>
#include <chrono>

#include <fmt/format.h>

namespace hotaka::bench {

namespace {

// Our server writes members without blanks, so that a member is found by its spelling.
bool has(std::string_view text, std::string_view spelling) {
  return text.find(spelling) != std::string_view::npos;
}

std::int64_t number_behind(std::string_view text, std::string_view spelling) {
  const auto found = text.find(spelling);
  std::int64_t number = -1;
  if (found != std::string_view::npos)
    std::from_chars(text.data() + found + spelling.size(), text.data() + text.size(), number);
  return number;
}

// One of the legal actions, anything but a discard if there is anything; empty if there is none.
std::string choose(std::string_view text, Rng& rng) {
  constexpr std::string_view legal = "\"legal\":{";
  const auto found = text.find(legal);
  if (found == std::string_view::npos || text[found + legal.size()] == '}') return "";
  text.remove_prefix(text.find('[', found));
  text = text.substr(0, text.find(']'));
  static thread_local std::vector<std::string_view> actions;
  static thread_local std::vector<std::string_view> useful;
  actions.clear();
  useful.clear();
  for (auto from = text.find('"'); from != std::string_view::npos; from = text.find('"', from)) {
    const auto end = text.find('"', from + 1);
    actions.push_back(text.substr(from + 1, end - from - 1));
    if (!actions.back().starts_with("discard")) useful.push_back(actions.back());
    from = end + 1;
  }
  const auto& wanted = useful.empty() ? actions : useful;
  if (wanted.empty()) return "";
  return std::string(wanted[rng.below(static_cast<std::uint32_t>(wanted.size()))]);
}

}  // namespace

double load_clock() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

LoadTable::LoadTable(LoadRun& run, std::string create, std::vector<LoadPerson*> people)
    : run_(run), people_(std::move(people)), create_(std::move(create)) {
  for (std::size_t i = 0; i < people_.size(); ++i) {
    people_[i]->table = this;
    people_[i]->place = static_cast<int>(i);
  }
}

void LoadTable::say(LoadPerson& person, std::string_view type, std::string_view members) {
  person.socket.send(fmt::format("{{\"type\":\"{}\",\"table\":\"{}\"{}}}", type, id_, members));
}

void LoadTable::create() {
  id_.clear();
  people_[0]->socket.send(create_);
}

void LoadTable::begin_anew() {
  ++run_.games;
  for (LoadPerson* person : people_) say(*person, "part");
  create();
}

void LoadTable::fill() {
  for (LoadPerson* person : people_) {
    if (person->place > 0) say(*person, "join");
    say(*person, "sit",
        fmt::format(",\"place\":{},\"seed\":\"{:032x}\"", person->place, run_.rng.next()));
  }
}

// Whoever sits down later makes the others think again.
void LoadTable::get_ready(LoadPerson& person, std::string_view text) {
  if (person.ready_at == id_ || has(text, "\"kind\":\"open\"")) return;
  person.ready_at = id_;
  say(person, "ready");
}

void LoadTable::heard(LoadPerson& person, std::string_view text) {
  const auto is = [&](std::string_view type) { return text.substr(9).starts_with(type); };
  if (is("update\"") || is("table\"")) {
    constexpr std::string_view key = "\"table\":\"";
    const auto found = text.find(key, 16);
    const auto id =
        text.substr(found + key.size(), text.find('"', found + key.size()) - found - key.size());
    if (id_.empty() && person.place == 0 && has(text, "\"state\":\"waiting\"")) {
      id_ = id;
      fill();
    } else if (id == id_ && has(text, "\"state\":\"waiting\"")) {
      get_ready(person, text);
    } else if (id == id_ && (is("update\"") || !has(text, "\"state\":\"waiting\""))) {
      if (!counted_) ++run_.started;
      counted_ = true;
      news(person, text);
    }
  } else if (is("refused\"")) {
    ++run_.refused;
    if (run_.why.empty()) run_.why = text;
    refused(person);
  } else if (is("welcome\"")) {
    person.sent = load_clock();
    person.socket.send("{\"type\":\"ping\",\"c\":0}");
  } else if (is("pong\"")) {
    const double trip = load_clock() - person.sent;
    if (trip < run_.trip) {
      run_.trip = trip;
      run_.offset =
          static_cast<double>(number_behind(text, "\"now\":")) + 0.5 - person.sent - trip / 2;
    }
    if (run_.pace < 0 && counted_ && run_.measuring) run_.times.add(trip);
    person.sent = 0;
    if (++here_ == people_.size()) create();
  }
}

// --- Turn by turn

void TurnTable::news(LoadPerson& person, std::string_view text) {
  const std::int64_t version = number_behind(text, "\"version\":");
  person.choice = choose(text, run_.rng);
  while (!flying_.empty() && flying_.front().place != person.place &&
         flying_.front().version < version) {
    ++run_.actions;
    if (run_.measuring) run_.times.add(load_clock() - flying_.front().sent);
    flying_.pop_front();
  }
  if (has(text, "\"result\":") && ++over_ == people_.size()) {
    over_ = 0;
    begin_anew();
    return;
  }
  if (person.choice.empty() || run_.pace < 0) return;
  next_ = &person;
  version_ = version;
  if (run_.pace == 0) {
    ring(0);
  } else {
    wake(0, run_.pace * (0.5 + run_.rng.below(1000) / 1000.0));
  }
}

void TurnTable::ring(int) {
  flying_.push_back({version_, next_->place, load_clock()});
  say(*next_, "act", fmt::format(",\"version\":{},\"do\":\"{}\"", version_, next_->choice));
}

// --- Noughts and crosses

void CrossesTable::opened(LoadPerson&) {
  if (++opened_ < people_.size()) return;
  ++run_.started;
  think(0);
}

void CrossesTable::think(int place) {
  if (run_.pace == 0) {
    ring(place);
  } else if (run_.pace > 0) {
    wake(place, run_.pace * (0.5 + run_.rng.below(1000) / 1000.0));
  }
}

void CrossesTable::ring(int place) {
  // An order that fills the board without a line.
  constexpr std::array order{4, 0, 8, 2, 1, 7, 6, 5, 3};
  sent_ = load_clock();
  people_[static_cast<std::size_t>(place)]->socket.send(
      fmt::format("{{\"cell\":{}}}", order[moves_++ % order.size()]));
}

void CrossesTable::heard(LoadPerson& person, std::string_view text) {
  if (has(text, "\"refused\"")) {
    ++run_.refused;
    if (run_.why.empty()) run_.why = text;
  } else {
    news(person, text);
  }
}

void CrossesTable::news(LoadPerson& person, std::string_view text) {
  if (number_behind(text, "\"turn\":") != person.place) return;  // their own move
  ++run_.actions;
  if (run_.measuring) run_.times.add(load_clock() - sent_);
  think(person.place);
}

// --- At once

namespace {

// The second part of the view: the stacks, and which cards wait on them.
std::string_view stacks(std::string_view text) {
  const auto view = text.find("\"view\":\"");
  const auto begin = text.find(' ', view);
  if (view == std::string_view::npos || begin == std::string_view::npos) return "";
  return text.substr(begin, text.find(' ', begin + 1) - begin);
}

}  // namespace

void TimedTable::answered(LoadPerson& person) {
  if (person.sent == 0) return;
  if (run_.measuring) run_.times.add(load_clock() - person.sent);
  person.sent = 0;
}

void TimedTable::news(LoadPerson& person, std::string_view text) {
  const double now = load_clock() + run_.offset;
  start_ = std::max(start_, number_behind(text, "\"round\":{\"start\":"));
  person.choice = choose(text, run_.rng);
  if (number_behind(text.substr(0, 40), "\"to\":") == person.tries) {
    ++run_.actions;
    answered(person);
  } else if (person.due > 0 && now >= static_cast<double>(person.due)) {
    if (run_.measuring) run_.settled.add(now - static_cast<double>(person.due));
    person.due = 0;
  } else if (!has(stacks(text), fmt::format("+{}=", person.place))) {
    person.due = 0;  // a tie with an earlier card, or somebody was out: not by its own time
  }
  if (has(text, "\"result\":") && ++over_ == people_.size()) {
    over_ = 0;
    start_ = 0;
    begin_anew();
    return;
  }
  if (awake_ || run_.pace < 0) return;
  awake_ = true;
  for (std::size_t i = 0; i < people_.size(); ++i) wake(static_cast<int>(i), 500);
}

void TimedTable::ring(int place) {
  constexpr int fastest = 350;
  constexpr std::uint32_t slower = 1100;
  constexpr std::int64_t tie = 60;  // the option tie_ms
  LoadPerson& person = *people_[static_cast<std::size_t>(place)];
  const double now = load_clock();
  const auto t = static_cast<std::int64_t>(now + run_.offset) - start_;
  const bool may = start_ > 0 && t > 300 && person.sent == 0;
  if (may && !person.choice.empty()) {
    person.sent = now;
    person.due = person.choice.starts_with("play") ? start_ + t + tie : 0;
    say(person, "act",
        fmt::format(",\"n\":{},\"t\":{},\"do\":\"{}\"", ++person.tries, t, person.choice));
  } else if (person.sent == 0 && t <= 0) {  // waiting for a round, clients keep their clocks right
    person.sent = now;
    person.socket.send("{\"type\":\"ping\",\"c\":0}");
  }
  wake(place, fastest + run_.rng.below(slower));
}

// --- Bots

void BotTable::fill() {
  for (int place = 0; place < 4; ++place)
    say(*people_[0], "bot", fmt::format(",\"place\":{},\"level\":\"master\"", place));
  say(*people_[0], "start");
}

void BotTable::news(LoadPerson&, std::string_view text) {
  if (has(text, "\"result\":")) begin_anew();
}

}  // namespace hotaka::bench
