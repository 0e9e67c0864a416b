#include "games/spirits/options.h"

#include "base/text.h"

namespace hotaka::spirits {

namespace {

constexpr std::array<std::string_view, 2> deal_words{"shuffled", "balanced"};
constexpr std::array<std::string_view, 2> face_down_words{"per_side", "both_sides"};
constexpr std::array<std::string_view, 2> rotation_words{"left", "right"};
constexpr std::array<std::string_view, 3> lead_words{"left", "dealer", "drawn"};

}  // namespace

std::optional<Options> edition(std::string_view name) {
  Options options;
  if (name.empty() || name == "matagot") return options;
  if (name != "russian") return std::nullopt;
  options.deal = Deal::balanced;
  options.face_down = FaceDown::both_sides;
  options.rotation = Rotation::right;
  options.lead = Lead::dealer;
  return options;
}

MaybeError set_option(Options& options, std::string_view name, const OptionValue& value) {
  if (name == "players") return within(option_table[0], value, 2, 4, options.players);
  if (name == "deal") return choose<Deal>(option_table[1], value, deal_words, options.deal);
  if (name == "face_down")
    return choose<FaceDown>(option_table[2], value, face_down_words, options.face_down);
  if (name == "rotation")
    return choose<Rotation>(option_table[3], value, rotation_words, options.rotation);
  if (name == "lead") return choose<Lead>(option_table[4], value, lead_words, options.lead);
  if (name == "target") return within(option_table[5], value, 1, 10000, options.target);
  return unknown_option("spirits", name, option_table);
}

void write_options(std::string& out, const Options& options) {
  const Options standard;
  OptionWriter writer(out);
  const auto word = [&](std::string_view name, auto words, auto value, auto usual) {
    if (value != usual) writer.word(name, words[static_cast<std::size_t>(value)]);
  };
  if (options.players != standard.players) writer.raw("players", to_text(options.players));
  word("deal", deal_words, options.deal, standard.deal);
  word("face_down", face_down_words, options.face_down, standard.face_down);
  word("rotation", rotation_words, options.rotation, standard.rotation);
  word("lead", lead_words, options.lead, standard.lead);
  if (options.target != standard.target) writer.raw("target", to_text(options.target));
}

}  // namespace hotaka::spirits
