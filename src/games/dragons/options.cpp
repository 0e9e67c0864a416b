#include "games/dragons/options.h"

namespace hotaka::dragons {

namespace {

constexpr std::array<std::string_view, 2> recruit_words{"automatic", "optional"};
constexpr std::array<std::string_view, 2> entry_words{"free", "compulsory"};
constexpr std::array<std::string_view, 2> layout_words{"mirrored", "rotated"};
constexpr std::array<std::string_view, 3> first_words{"random", "white", "black"};

}  // namespace

std::optional<Options> edition(std::string_view name) {
  Options options;
  if (name.empty() || name == "gen42") return options;
  if (name != "huch") return std::nullopt;
  options.recruit = Recruit::optional;
  options.entry = Entry::compulsory;
  return options;
}

MaybeError set_option(Options& options, std::string_view name, const OptionValue& value) {
  // Bit-fields cannot be bound to references, so each choice is made in a full-sized copy.
  Recruit recruit = options.recruit;
  Entry entry = options.entry;
  Layout layout = options.layout;
  First first = options.first;
  MaybeError error;
  if (name == "recruit") {
    error = choose<Recruit>(option_table[0], value, recruit_words, recruit);
  } else if (name == "entry") {
    error = choose<Entry>(option_table[1], value, entry_words, entry);
  } else if (name == "layout") {
    error = choose<Layout>(option_table[2], value, layout_words, layout);
  } else if (name == "first") {
    error = choose<First>(option_table[3], value, first_words, first);
  } else {
    return unknown_option("dragons", name, option_table);
  }
  options.recruit = recruit;
  options.entry = entry;
  options.layout = layout;
  options.first = first;
  return error;
}

void write_options(std::string& out, const Options& options) {
  const Options standard;
  OptionWriter writer(out);
  const auto write = [&](std::string_view name, auto words, auto value, auto usual) {
    if (value != usual) writer.word(name, words[static_cast<std::size_t>(value)]);
  };
  write("recruit", recruit_words, Recruit(options.recruit), Recruit(standard.recruit));
  write("entry", entry_words, Entry(options.entry), Entry(standard.entry));
  write("layout", layout_words, Layout(options.layout), Layout(standard.layout));
  write("first", first_words, First(options.first), First(standard.first));
}

}  // namespace hotaka::dragons
