// hotaka show: a position, or the state of a record at an entry, drawn in the terminal.

#include <fmt/format.h>

#include "base/hash.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "games/list.h"
#include "record/replay.h"

namespace hotaka::cli {

namespace {

constexpr std::int64_t last_entry = -1;

struct ShowArgs {
  std::string what;  // a game or a file
  std::string position;
  std::int64_t game = 0;
  std::int64_t entry = last_entry;
  int seat = nobody;
  bool spectator = false;
  Setup setup;
};

std::string seat_list(SeatSet seats) {
  std::string out;
  for (Seat seat = 0; seat < max_players; ++seat) {
    if (seats.has(seat)) out += fmt::format("{}{}", out.empty() ? "" : ", ", seat);
  }
  return out;
}

// Draws for the chosen viewer; everything for nobody in particular.
int draw(const ShowArgs& given, const AnyGame& game) {
  if (given.seat != nobody && (given.seat < 0 || given.seat >= game.seat_count())) {
    return complain(fmt::format("{} has the seats 0 to {} here, not {}", game.name(),
                                game.seat_count() - 1, given.seat),
                    usage_wrong);
  }
  const bool open = given.seat == nobody && !given.spectator;
  const Viewer viewer = given.spectator ? Viewer::spectator() : Viewer::seat(given.seat);
  fmt::print("{}\n", open ? game.open_drawing() : game.drawing_for(viewer));
  std::vector<std::string> texts;
  for (Seat seat = 0; seat < game.seat_count(); ++seat) {
    if (!game.acting().has(seat) || !(open || viewer.is(seat))) continue;
    game.legal_texts(seat, texts);
    fmt::print("seat {} may: {}\n", seat, fmt::join(texts, ", "));
  }
  if (game.current_phase() == Phase::over) {
    const Outcome outcome = game.result();
    fmt::print("won by {}: {}; scores {}\n", seat_list(outcome.winners), outcome.reason.message,
               fmt::join(outcome.scores.begin(), outcome.scores.end(), ", "));
  }
  fmt::print("position: {}\n", open ? game.position() : game.view_for(viewer));
  if (open) fmt::print("id: {}\n", short_id(game.state_hash()));
  return all_right;
}

// Stops a replay at the wanted entry, or at the last one of the wanted game.
class Stop final : public record::Replay::Listener {
 public:
  explicit Stop(const ShowArgs& given) : given_(given) {}

  void on_entry(const record::Replay& replay) override {
    past_ = replay.game() > given_.game;
    if (replay.game() != given_.game || reached_) return;
    entries_ = replay.entry();
    if (replay.entry() == given_.entry) show(replay);
  }
  void on_error(const record::Replay& replay, const std::string& why) override {
    if (replay.game() != given_.game || reached_) return;
    reached_ = true;
    status_ = complain(fmt::format("{}:{}: game {}, entry {}: {}", given_.what,
                                   replay.line_number(), replay.game(), replay.entry(), why),
                       input_wrong);
  }
  void on_last(const record::Replay& replay) override {
    if (replay.game() == given_.game && given_.entry == last_entry) show(replay);
  }

  bool reached() const { return reached_; }
  bool past() const { return past_; }  // a later game has begun
  std::int64_t entries() const { return entries_; }
  int status() const { return status_; }

 private:
  void show(const record::Replay& replay) {
    if (reached_) return;
    reached_ = true;
    fmt::print("{}, game {}, entry {}\n\n", replay.state().name(), replay.game(), replay.entry());
    status_ = draw(given_, replay.state());
  }

  const ShowArgs& given_;
  bool reached_ = false;
  bool past_ = false;
  std::int64_t entries_ = 0;
  int status_ = all_right;
};

int show_record(const ShowArgs& given) {
  Stop stop(given);
  record::Replay replay(stop);
  Progress progress("looking", size_of(given.what));
  std::uint64_t done = 0;
  const auto complaint = read_file(given.what, [&](std::string_view bytes) {
    replay.feed(bytes);
    progress.at(done += bytes.size());
    return !stop.reached() && !stop.past();
  });
  if (complaint) return complain(*complaint, input_wrong);
  replay.finish();
  if (stop.reached()) return stop.status();
  if (replay.game() < given.game) {
    return complain(
        fmt::format("{} has {} games; --game counts from 0", given.what, replay.game() + 1),
        input_wrong);
  }
  return complain(
      fmt::format("game {} has {} entries, not {}", given.game, stop.entries(), given.entry),
      input_wrong);
}

std::string needs_position(std::string_view game) {
  return fmt::format(
      "{} is a game, not a file: give a position after it (hotaka show --help has one), or watch a "
      "game with hotaka demo {}",
      game, game);
}

int run(const ShowArgs& given) {
  if (given.position.empty()) {
    if (is_game_without_file(given.what)) return complain(needs_position(given.what), usage_wrong);
    return show_record(given);
  }
  const auto options = given.setup.given(given.what);
  if (!options) return complain(options.error(), usage_wrong);
  int status = all_right;
  if (!with_game(given.what, [&]<class G>() { (void)given.setup.options<G>(status); }))
    return complain(unknown_game(given.what), usage_wrong);
  if (status != all_right) return status;
  const std::string_view position =
      std::string_view(given.position).substr(given.position[0] == ' ' ? 1 : 0);
  const auto game = make_game_at(given.what, given.setup.edition, *options, position);
  if (!game) return complain(game.error(), input_wrong);
  return draw(given, **game);
}

}  // namespace

void add_show(Parser& parser) {
  auto given = std::make_shared<ShowArgs>();
  Command command = parser.add_command("show", "Draw a position, or a record at an entry");
  command
      .argument("WHAT", given->what,
                "A game (with a position) or a file of records; - is standard input")
      .required();
  command.argument("POSITION", given->position, "A position of that game, in quotes");
  command.argument("--game", given->game, "Which game of the file, counted from 0").at_least(0);
  command
      .argument("--entry", given->entry,
                "After which entry, 0 is the header; the last one if not given")
      .at_least(0)
      .hide_default();
  command.argument("--seat", given->seat, "Show only what this seat sees").hide_default();
  command.flag("--spectator", given->spectator, "Show only what spectators see");
  given->setup.add_to(command, true);
  command.footer(footer_of("show", "", "hotaka show games.hgr --game 2 --entry 40 --seat 1"));
  command.on_run([given] { return run(*given); });
}

}  // namespace hotaka::cli
