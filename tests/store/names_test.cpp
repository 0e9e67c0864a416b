// Names that look the same are the same, and what cannot be seen is none.

#include "store/names.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace hotaka::store {

namespace {

std::string cleaned(std::string_view name) {
  const auto clean = clean_name(name);
  return clean ? *clean : std::string(clean.error().code);
}

TEST(Names, names_that_look_the_same_have_one_key) {
  const auto pairs = std::to_array<std::pair<const char*, const char*>>({
      {"Ann", "aNN"},
      {"J\u00e4ger", "J\u00c4GER"},
      {"Ren\u00e9", "Rene\u0301"},                                           // composed or not
      {"\u0418\u0432\u0430\u043d", "\u0438\u0412\u0410\u041d"},              // Cyrillic case
      {"\u03a3\u03bf\u03c6\u03af\u03b1", "\u03c3\u039f\u03a6\u038a\u0391"},  // Greek case
      {"Stra\u00dfe", "STRASSE"},
      {"Ann", "\uff21\uff4e\uff4e"},  // full width
      {"Ann", "A\u00adnn"},           // soft hyphen
      {"Ann", "Ann\ufeff"},
      {"Ann", "A\u200bnn"},
      {"Ann", "Ann\u061c"},
      {"Ann", "Ann\u3164"},                  // Hangul filler
      {"Ann", "Ann\ufe0f"},                  // variation selector
      {"Ann", "Ann\U000e0041"},              // tag
      {"Ann Bee", "Ann\u00a0Bee"},           // no-break space
      {"Ann-Bee", "Ann\u2010Bee"},           // hyphen
      {"fine", "\ufb01ne"},                  // ligature
      {"Ann", "\U0001d400nn"},               // mathematical letters
      {"pax", "\u0440\u0430\u0445"},         // Latin, and all Cyrillic
      {"TOBA", "\u03a4\u039f\u0392\u0391"},  // Latin, and all Greek
      {"Alice", "AIice"},
      {"Bob0", "BobO"},
      {"Tom", "Torn"},
      {"anna", "\u1d00\u0274\u0274\u1d00"},  // small capitals
  });
  for (const auto& [one, other] : pairs) EXPECT_EQ(name_key(one), name_key(other)) << other;
  for (const auto& [one, other] : pairs) EXPECT_EQ(name_key(name_key(one)), name_key(one)) << one;
  for (const auto& [one, other] : std::to_array<std::pair<const char*, const char*>>(
           {{"Ann", "Anna"}, {"\u00c4nne", "Anne"}, {"\u7adc", "\u9f8d"}, {"Ann", "Ben"}}))
    EXPECT_NE(name_key(one), name_key(other)) << other;
  EXPECT_EQ(name_key("\u200b\u3164"), "");
  EXPECT_EQ(name_key("half \xED\xA0\x80"), "");
}

TEST(Names, a_name_is_what_can_be_seen) {
  for (const char* name : {"",
                           " ",
                           " Ann",
                           "Ann ",
                           "Ann  Bee",
                           "two\nlines",
                           "\u0085Ann",  // C1
                           "Ann\u007f",
                           "A\u00adnn",
                           "\ufeff",
                           "Ann\u061c",
                           "\u3164",
                           "\u115f\u1160",
                           "\uffa0",
                           "A\u200bnn",
                           "A\u200dnn",
                           "right\u202eto left",
                           "\u2066Ann\u2069",
                           "Ann\u2028Bee",
                           "\U000e0041\U000e0042",
                           "Ann\u180b",
                           "\u2800",     // blank of Braille
                           "\u0301Ann",  // begins with a mark
                           "Ann \u0301",
                           "Z\u0335\u0336\u0337\u0338",
                           "\ue000",  // private use
                           "\U000fffff",
                           "\ufdd0",  // no character
                           "...",
                           "\u00b4",     // a space with a mark, in the end
                           "Ann\u20dd",  // enclosing
                           "half \xED\xA0\x80",
                           "P\u0430ul",  // Latin and Cyrillic
                           "P\u03b1ul",  // Latin and Greek
                           "a name of more than 24 letters"})
    EXPECT_EQ(cleaned(name), "bad_name") << name;
  EXPECT_EQ(cleaned(std::string("zero\0", 5)), "bad_name");
}

TEST(Names, people_of_all_languages_have_names) {
  for (const char* name :
       {"Ann", "\u00c4nne", "O'Neil", "Jean-Luc", "Mr. T", "\u0418\u0432\u0430\u043d \u041f.",
        "\u7adc\u306e\u5b50", "\u30ab\u30a4 Kai", "\uae40\ubbfc\uc900", "\u0645\u062d\u0645\u062f",
        "\u05d3\u05d5\u05d3", "\u0e2a\u0e21\u0e0a\u0e32\u0e22", "\u0905\u0928\u093f\u0932",
        "Nguy\u1ec5n", "R2D2", "\U0001f409", "\u2665 Kei", "7", "Ann_Bee!"})
    EXPECT_EQ(cleaned(name), name);
  EXPECT_EQ(cleaned("Rene\u0301"), "Ren\u00e9");
  EXPECT_EQ(cleaned("\uff21\uff4e\uff4e"), "Ann");
  EXPECT_EQ(cleaned("Ann\u00a0Bee"), "Ann Bee");
  EXPECT_EQ(cleaned("\u2764\ufe0f"), "\u2764");
}

}  // namespace

}  // namespace hotaka::store
