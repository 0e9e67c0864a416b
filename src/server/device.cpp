#include "server/device.h"

#include <algorithm>
#include <array>

namespace hotaka::server {

namespace {

struct Sign {
  std::string_view part, means;
};

// The first one counts: many browsers name others behind themselves.
constexpr auto browsers = std::to_array<Sign>({{"Edg", "Edge"},
                                               {"OPR/", "Opera"},
                                               {"SamsungBrowser/", "Samsung Internet"},
                                               {"Firefox/", "Firefox"},
                                               {"FxiOS/", "Firefox"},
                                               {"Chrome/", "Chrome"},
                                               {"CriOS/", "Chrome"},
                                               {"Safari/", "Safari"}});
constexpr auto systems = std::to_array<Sign>({{"Android", "Android"},
                                              {"iPhone", "iPhone"},
                                              {"iPad", "iPad"},
                                              {"CrOS", "ChromeOS"},
                                              {"Windows", "Windows"},
                                              {"Mac OS X", "macOS"},
                                              {"Linux", "Linux"}});

template <std::size_t N>
std::string_view first_of(std::string_view text, const std::array<Sign, N>& signs) {
  const auto* const found = std::ranges::find_if(
      signs, [&](const Sign& sign) { return text.find(sign.part) != std::string_view::npos; });
  return found == signs.end() ? std::string_view() : found->means;
}

}  // namespace

std::string device_of(std::string_view user_agent) {
  const std::string_view browser = first_of(user_agent, browsers);
  const std::string_view system = first_of(user_agent, systems);
  if (!browser.empty() && !system.empty())
    return std::string(browser) + " on " + std::string(system);
  constexpr std::size_t most = 30;
  std::string_view word = user_agent.substr(0, user_agent.find_first_of("/ ("));
  word = word.substr(0, most);
  const bool is_plain = std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
  return std::string(is_plain ? word : std::string_view());
}

}  // namespace hotaka::server
