#include "store/names.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "base/text.h"

namespace hotaka::store {

namespace {

using Character = utf8proc_int32_t;

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> found;
  while (!text.empty()) {
    Character one = -1;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &one);
    if (size <= 0) return {};
    found.push_back(one);
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return found;
}

void append(std::string& out, Character one) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto size = utf8proc_encode_char(one, bytes.data());
  out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(size));
}

// "" if it is no UTF-8.
std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* made = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &made,
                   static_cast<utf8proc_option_t>(options));  // NOLINT: they are flags
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(made, &std::free);
  if (size < 0) return {};
  return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)};
}

constexpr int nfkc = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;

struct Range {
  Character first, last;
  int alphabet = 0;
};

bool is_in(Character one, const Range& range) { return one >= range.first && one <= range.last; }

// Alphabets with letters that look like letters of another of them; a name has one of these.
int alphabet_of(Character one) {
  enum : std::uint8_t { latin = 1, greek, cyrillic, armenian, cherokee, coptic, lisu };
  static constexpr auto ranges = std::to_array<Range>(
      {{'A', 'Z', latin},          {'a', 'z', latin},          {0xAA, 0xAA, latin},
       {0xBA, 0xBA, latin},        {0xC0, 0xD6, latin},        {0xD8, 0xF6, latin},
       {0xF8, 0x2B8, latin},       {0x370, 0x3E1, greek},      {0x3E2, 0x3EF, coptic},
       {0x3F0, 0x3FF, greek},      {0x400, 0x52F, cyrillic},   {0x531, 0x58F, armenian},
       {0x13A0, 0x13FF, cherokee}, {0x1C80, 0x1C8F, cyrillic}, {0x1D00, 0x1D25, latin},
       {0x1D26, 0x1D2A, greek},    {0x1D2B, 0x1D2B, cyrillic}, {0x1D2C, 0x1DBF, latin},
       {0x1E00, 0x1EFF, latin},    {0x1F00, 0x1FFF, greek},    {0x2C60, 0x2C7F, latin},
       {0x2C80, 0x2CFF, coptic},   {0xA4D0, 0xA4FF, lisu},     {0xA640, 0xA69F, cyrillic},
       {0xA720, 0xA7FF, latin},    {0xAB30, 0xAB6F, latin},    {0xAB70, 0xABBF, cherokee},
       {0x10780, 0x107BF, latin},  {0x1DF00, 0x1DFFF, latin}});
  const auto* const found =
      std::ranges::find_if(ranges, [&](const Range& range) { return is_in(one, range); });
  return found == ranges.end() ? 0 : found->alphabet;
}

bool is_mark(Character one) {
  const auto category = utf8proc_category(one);
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC;
}

// Letters, numbers and pictures: one of them at least makes a name.
bool is_body(Character one) {
  switch (utf8proc_category(one)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
    case UTF8PROC_CATEGORY_SO: return true;
    default: return false;
  }
}

bool is_sign(Character one) {
  switch (utf8proc_category(one)) {
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK: return true;
    default: return false;
  }
}

bool is_unseen(Character one) {
  constexpr Character braille_blank = 0x2800;
  constexpr Character null_notehead = 0x1D159;
  return utf8proc_get_property(one)->ignorable != 0 || one == braille_blank || one == null_notehead;
}

// Which form of an emoji is wanted, as telephones write behind many of them.
bool is_emoji_form(Character one) { return one == 0xFE0E || one == 0xFE0F; }

struct Look {
  Character letter;
  std::string_view as;
};
// Of those that the form NFKC and case folding leave apart. What is not here differs to the eye, or
// is rare; https://www.unicode.org/reports/tr39/ has thousands.
constexpr auto looks = std::to_array<Look>({{'0', "o"},
                                            {'1', "l"},
                                            {'i', "l"},
                                            {'|', "l"},
                                            {'m', "rn"},
                                            {0x131, "l"},
                                            {0x251, "a"},
                                            {0x261, "g"},
                                            {0x269, "l"},
                                            {0x28B, "u"},
                                            // Greek
                                            {0x3B1, "a"},
                                            {0x3B2, "b"},
                                            {0x3B3, "y"},
                                            {0x3B5, "e"},
                                            {0x3B6, "z"},
                                            {0x3B7, "h"},
                                            {0x3B9, "l"},
                                            {0x3BA, "k"},
                                            {0x3BC, "rn"},
                                            {0x3BD, "v"},
                                            {0x3BF, "o"},
                                            {0x3C1, "p"},
                                            {0x3C3, "o"},
                                            {0x3C4, "t"},
                                            {0x3C5, "u"},
                                            {0x3C7, "x"},
                                            {0x3C9, "w"},
                                            {0x3F2, "c"},
                                            // Cyrillic
                                            {0x430, "a"},
                                            {0x432, "b"},
                                            {0x433, "r"},
                                            {0x435, "e"},
                                            {0x43A, "k"},
                                            {0x43C, "rn"},
                                            {0x43D, "h"},
                                            {0x43E, "o"},
                                            {0x440, "p"},
                                            {0x441, "c"},
                                            {0x442, "t"},
                                            {0x443, "y"},
                                            {0x445, "x"},
                                            {0x455, "s"},
                                            {0x456, "l"},
                                            {0x458, "j"},
                                            {0x4AF, "y"},
                                            {0x4BB, "h"},
                                            {0x4CF, "l"},
                                            {0x501, "d"},
                                            {0x51B, "q"},
                                            {0x51D, "w"},
                                            // Armenian
                                            {0x561, "w"},
                                            {0x566, "q"},
                                            {0x570, "h"},
                                            {0x578, "n"},
                                            {0x57D, "u"},
                                            {0x581, "g"},
                                            {0x582, "l"},
                                            {0x585, "o"},
                                            // Small capitals
                                            {0x1D00, "a"},
                                            {0x299, "b"},
                                            {0x1D04, "c"},
                                            {0x1D05, "d"},
                                            {0x1D07, "e"},
                                            {0x262, "g"},
                                            {0x29C, "h"},
                                            {0x26A, "l"},
                                            {0x1D0A, "j"},
                                            {0x1D0B, "k"},
                                            {0x29F, "l"},
                                            {0x1D0D, "rn"},
                                            {0x274, "n"},
                                            {0x1D0F, "o"},
                                            {0x1D18, "p"},
                                            {0x280, "r"},
                                            {0xA731, "s"},
                                            {0x1D1B, "t"},
                                            {0x1D1C, "u"},
                                            {0x1D20, "v"},
                                            {0x1D21, "w"},
                                            {0x28F, "y"},
                                            {0x1D22, "z"}});

// The letter that one looks like; "" if it looks like no other.
std::string_view look_of(Character one) {
  const auto* const found = std::ranges::find(looks, one, &Look::letter);
  return found == looks.end() ? std::string_view() : found->as;
}

Error bad_name() {
  return {"bad_name",
          "a name must have 1 to 24 visible characters and no leading or trailing spaces"};
}

}  // namespace

Result<std::string> clean_name(std::string_view name) {
  constexpr std::size_t most_bytes = 200;  // before it is put in order
  constexpr std::size_t most = 24;
  constexpr int most_marks = 2;  // on one letter
  if (name.empty() || name.size() > most_bytes || !is_utf8(name)) return bad_name();
  for (const Character one : characters_of(name)) {
    if (is_unseen(one) && !is_emoji_form(one)) return bad_name();
  }
  std::string out;
  std::size_t size = 0;
  int alphabet = 0;
  int marks = 0;
  bool has_body = false;
  Character before = ' ';
  for (const Character one : characters_of(mapped(name, nfkc))) {
    if (is_emoji_form(one)) continue;
    const bool is_space = one == ' ';
    marks = is_mark(one) ? marks + 1 : 0;
    if (is_unseen(one) || (is_space && before == ' ') || (marks > 0 && before == ' ') ||
        marks > most_marks || !(is_space || marks > 0 || is_body(one) || is_sign(one)))
      return bad_name();
    if (const int found = alphabet_of(one); found != 0) {
      if (alphabet != 0 && found != alphabet)
        return Error{"bad_name",
                     "a name must not mix letters of alphabets that look alike, such as "
                     "Latin and Cyrillic ones"};
      alphabet = found;
    }
    has_body = has_body || is_body(one);
    append(out, one);
    ++size;
    before = one;
  }
  if (size > most || before == ' ' || !has_body) return bad_name();
  return out;
}

std::string name_key(std::string_view name) {
  std::string folded(name);
  // Folding may make what is folded again, as of letters in circles.
  for (int i = 0; i < 2; ++i)
    folded = mapped(folded, nfkc | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_LUMP);
  std::string key;
  for (const Character one : characters_of(folded)) {
    if (is_unseen(one)) continue;
    const std::string_view look = look_of(one);
    if (look.empty()) {
      append(key, one);
    } else {
      key += look;
    }
  }
  return key;
}

}  // namespace hotaka::store
