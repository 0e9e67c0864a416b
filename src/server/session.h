#pragma once
// What the server knows of the person at the other end of a WebSocket.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "store/store.h"
#include "table/table.h"

namespace hotaka::server {

// How long a message takes to a client and back: the best of the last eight samples, so that a
// client that changes its network is measured anew.
class RoundTrip {
 public:
  void add(table::Time sample) {
    samples_[count_++ % samples_.size()] = std::max<table::Time>(0, sample);
  }
  table::Time best() const {
    const auto end =
        samples_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, samples_.size()));
    return end == samples_.begin() ? 0 : *std::min_element(samples_.begin(), end);
  }
  // Half of the way, which an action of a real-time game may have taken.
  table::Time delay() const {
    constexpr table::Time most = 120;
    return std::min(most, (best() + 1) / 2);
  }

 private:
  std::array<table::Time, 8> samples_{};
  std::size_t count_ = 0;
};

// Whether a session of this person, with this token, is ended by that.
inline bool is_ended_by(const store::SessionEnd& end, std::string_view person,
                        std::string_view token_hash) {
  if (!end.person.empty() && end.person != person) return false;
  return end.session.empty() ? end.kept_hash.empty() || token_hash != end.kept_hash
                             : store::session_id(token_hash) == end.session;
}

struct Session {
  Session(std::string its_person, std::string its_name, bool is_claimed)
      : person(std::move(its_person)), name(std::move(its_name)), claimed(is_claimed) {}

  table::Person who() const { return {person, name, claimed}; }

  std::string person;
  std::string name;
  bool claimed = false;   // the person has claimed a name
  std::string account{};  // who pays: the person's network or, on this machine, the person
  RoundTrip round_trip;
  std::string token_hash{};   // that it was opened with
  table::Time closes_at = 0;  // as its token was replaced; 0: it stays open
  table::Time muted_until = 0;
};

}  // namespace hotaka::server
