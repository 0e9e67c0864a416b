#include "fair/difference.h"

#include <vector>

#include "base/json.h"
#include "base/text.h"

namespace hotaka::fair {

namespace {

struct Member {
  std::string_view key;  // with its quotes
  json::Value value;
};

// `object` is a member between braces, and holds the text that is given back.
Member member_of(const std::string& object) {
  Member found;
  json::Value(object).each_member([&](json::Value key, json::Value value) {
    found = {key.raw(), value};
    return false;
  });
  return found;
}

std::vector<json::Value> elements(json::Value list) {
  std::vector<json::Value> all;
  list.each_element([&](json::Value element) {
    all.push_back(element);
    return true;
  });
  return all;
}

}  // namespace

std::optional<std::string> difference(std::string_view recorded, std::string_view drawn) {
  if (recorded == drawn) return std::nullopt;
  const std::string recorded_object = "{" + std::string(recorded) + "}";
  const std::string drawn_object = "{" + std::string(drawn) + "}";
  const Member ours = member_of(drawn_object);
  const Member theirs = member_of(recorded_object);
  if (theirs.key != ours.key) {
    return "the record has " + std::string(theirs.key) + ", but " + std::string(ours.key) +
           " was to be drawn";
  }
  std::string path(ours.key.substr(1, ours.key.size() - 2));
  json::Value a = theirs.value;
  json::Value b = ours.value;
  while (a.is(json::Kind::array) && b.is(json::Kind::array)) {
    const auto from = elements(a);
    const auto to = elements(b);
    std::size_t place = 0;
    while (place < from.size() && place < to.size() && from[place].raw() == to[place].raw())
      ++place;
    if (place == from.size() || place == to.size()) break;
    path += "[" + to_text(static_cast<std::int64_t>(place)) + "]";
    a = from[place];
    b = to[place];
  }
  return path + " is " + std::string(a.raw()) +
         " in the record, but the secret and the seeds give " + std::string(b.raw());
}

}  // namespace hotaka::fair
