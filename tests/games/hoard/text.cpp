#include "games/hoard/text.h"

#include <vector>

#include "base/text.h"

namespace hotaka::hoard {

namespace {

constexpr std::string_view steps[] = {"first", "draw", "decide", "over"};
constexpr std::string_view choices = "-kd";

char letter(Card card) {
  if (card == no_card) return '-';
  return card == hidden_card ? '?' : static_cast<char>('a' + card - 1);
}

std::string cards_text(Cards cards, int hidden) {
  std::string text;
  for (Card card = 1; card <= card_count; ++card) {
    if ((cards & only(card)) != 0) text += letter(card);
  }
  text.append(static_cast<std::size_t>(hidden), '?');
  return text.empty() ? "-" : text;
}

std::optional<Card> read_card(std::string_view text) {
  if (text.size() != 1 || text[0] < 'a' || text[0] > 'l') return std::nullopt;
  return static_cast<Card>(text[0] - 'a' + 1);
}

// Ascending, each once.
std::optional<Cards> read_cards(std::string_view text) {
  Cards cards = 0;
  if (text == "-") return cards;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto card = read_card(text.substr(i, 1));
    if (!card || only(*card) <= cards) return std::nullopt;
    cards |= only(*card);
  }
  return text.empty() ? std::nullopt : std::optional(cards);
}

Error wrong_position() {
  return {"bad_position", "a position is STEP FIRST ROUND DROPPED KEPT/.. DRAWN/.. CHOSEN/.."};
}

// All that views and positions have in common; false if it is wrong.
template <bool race>
bool read_parts(const std::vector<std::string_view>& parts, StateOf<race>& state) {
  const std::size_t players = state.options.players;
  const auto step = std::ranges::find(steps, parts[0]);
  const auto first = parse_number(parts[1], most_players - 1);
  const auto round = parse_number(parts[2], state.options.rounds);
  const auto dropped = read_cards(parts[3]);
  const auto kept = split(parts[4], '/');
  const auto drawn = split(parts[5], '/');
  const auto chosen = split(parts[6], '/');
  if (step == std::end(steps) || !first || !round || !dropped || kept.size() != players ||
      drawn.size() != players || chosen.size() != players)
    return false;
  state.step = static_cast<Step>(step - std::begin(steps));
  state.first = static_cast<std::uint8_t>(*first);
  state.round = static_cast<std::uint8_t>(*round);
  state.dropped = *dropped;
  Cards seen = *dropped;
  const auto take = [&](Cards cards) {
    const bool is_new = (seen & cards) == 0;
    seen |= cards;
    return is_new;
  };
  for (std::size_t seat = 0; seat < players; ++seat) {
    const auto cards = read_cards(kept[seat]);
    if (!cards || !take(*cards)) return false;
    state.kept[seat] = *cards;
    if (drawn[seat] != "-") {
      const auto card = read_card(drawn[seat]);
      if (!card || !take(only(*card)) || state.step != Step::decide) return false;
      state.drawn[seat] = *card;
    }
    const auto choice = chosen[seat].size() == 1 ? choices.find(chosen[seat][0]) : choices.npos;
    if (choice == choices.npos) return false;
    state.chosen[seat] = static_cast<Choice>(choice);
    if (state.chosen[seat] != Choice::none && (!race || state.step != Step::decide)) return false;
  }
  const bool is_last = state.round == state.options.rounds;
  return state.first < players && (state.step == Step::over) == is_last &&
         (state.step != Step::first || (!race && state.round == 0 && seen == 0)) &&
         (state.step == Step::decide) != actors(state).empty();
}

}  // namespace

void append_chance(std::string& out, const Chance& chance) {
  if (chance.due == Step::first) {
    out += "\"first\":" + to_text(chance.seat);
    return;
  }
  out += "\"deal\":[";
  for (int seat = 0; seat < chance.players; ++seat) {
    out += seat == 0 ? "\"" : ",\"";
    out += letter(chance.cards[seat]);
    out += '"';
  }
  out += ']';
}

Result<Chance> read_chance(int players, std::string_view key, json::Value value) {
  Chance chance;
  chance.players = static_cast<std::uint8_t>(players);
  if (key == "first") {
    const auto seat = value.whole();
    if (!seat || *seat < 0 || *seat >= players) return Error{"bad_draw", "first must be a seat"};
    chance.due = Step::first;
    chance.seat = static_cast<std::uint8_t>(*seat);
    return chance;
  }
  int count = 0;
  const bool is_list =
      key == "deal" && value.is(json::Kind::array) && value.each_element([&](json::Value element) {
        std::string scratch;
        if (!element.is(json::Kind::string) || count == players) return false;
        const auto card = read_card(element.string(scratch));
        if (card) chance.cards[count++] = *card;
        return card.has_value();
      });
  if (!is_list || count != players)
    return Error{"bad_draw", "deal must be a list with a card, a to l, for each seat"};
  return chance;
}

std::string view_text(const View& view) {
  std::string text(steps[static_cast<std::size_t>(view.step)]);
  text += ' ' + to_text(view.first) + ' ' + to_text(view.round) + ' ' + cards_text(view.dropped, 0);
  std::string kept;
  std::string drawn;
  std::string chosen;
  for (int seat = 0; seat < view.players; ++seat) {
    const char* separator = seat == 0 ? " " : "/";
    kept += separator + cards_text(view.kept[seat], view.hidden[seat]);
    drawn += separator;
    drawn += letter(view.drawn[seat]);
    chosen += separator;
    chosen += choices[static_cast<std::size_t>(view.chosen[seat])];
  }
  return text + kept + drawn + chosen;
}

std::string drawing(const View& view) {
  std::string text = "dropped " + cards_text(view.dropped, 0) + '\n';
  for (int seat = 0; seat < view.players; ++seat) {
    text += "seat " + to_text(seat) + ": " + letter(view.drawn[seat]) + ", keeps " +
            cards_text(view.kept[seat], view.hidden[seat]) + '\n';
  }
  return text;
}

template <bool race>
Result<StateOf<race>> read_position(std::string_view text, const OptionsOf<race>& options) {
  const auto parts = split(text, ' ');
  constexpr std::size_t common = 7;
  StateOf<race> state;
  state.options = options;
  if (parts.size() != common + (race ? 1 : 0) || !read_parts(parts, state)) return wrong_position();
  if constexpr (race) {
    const auto now = parse_number(parts[common], round_ms);
    if (!now) return wrong_position();
    state.now = *now;
  }
  return state;
}

template Result<StateOf<false>> read_position<false>(std::string_view, const OptionsOf<false>&);
template Result<StateOf<true>> read_position<true>(std::string_view, const OptionsOf<true>&);

}  // namespace hotaka::hoard
