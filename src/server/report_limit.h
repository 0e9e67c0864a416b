#pragma once
// How many reports are taken: from a person, and from all together, in a day. It is counted in
// memory and begins anew with the server.

#include <cstdint>
#include <string>
#include <unordered_map>

namespace hotaka::server {

class ReportLimit {
 public:
  static constexpr int most_of_person = 20;
  static constexpr int most_of_all = 2000;  // 3 MB a day if all are as long as they may be

  // Whether a person may make one more at this time, in ms; counts it then.
  bool take(const std::string& person, std::int64_t now) {
    constexpr std::int64_t length = 86'400'000;
    if (now / length != day_) {
      day_ = now / length;
      all_ = 0;
      by_person_.clear();
    }
    if (all_ >= most_of_all || by_person_[person] >= most_of_person) return false;
    ++all_;
    ++by_person_[person];
    return true;
  }

 private:
  std::int64_t day_ = 0;
  int all_ = 0;
  std::unordered_map<std::string, int> by_person_;
};

}  // namespace hotaka::server
