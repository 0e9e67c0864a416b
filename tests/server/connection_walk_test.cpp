// Random walks through a connection's phases: clients and server do what they like, in any order.

#include "base/rng.h"
#include "server/socket_pair.h"

namespace hotaka::server::test {
namespace {

using Phase = Connection::Phase;

class Walk : private OneConnection {
 public:
  explicit Walk(Rng& rng) : OneConnection(rng.below(2) == 0), rng_(rng) {}

  // Does something and checks what must always hold.
  void step() {
    const Phase before = connection_.phase();
    const std::size_t heard = recorder_.requests.size() + recorder_.messages.size();
    const std::uint32_t choice = rng_.below(16);
    if (choice < 6) {
      client_acts();
    } else if (choice < 11) {
      server_acts();
    } else {
      iterate(1);
    }
    const Phase after = connection_.phase();
    if (before >= Phase::closing) {
      EXPECT_GT(after, Phase::websocket);
      EXPECT_EQ(recorder_.requests.size() + recorder_.messages.size(), heard) << "nothing is heard";
    }
    EXPECT_TRUE(before != Phase::closed || after == Phase::closed);
    EXPECT_TRUE(before != Phase::websocket || after >= Phase::websocket);
    EXPECT_EQ(recorder_.closed, after == Phase::closed ? 1 : 0);
    seen_[static_cast<std::size_t>(after)] = true;
  }
  // The client goes, and so the connection ends, whatever has happened before.
  void end() {
    client().close();
    iterate();
    connection_.respond(text("late"));
    iterate();
    EXPECT_EQ(connection_.phase(), Phase::closed);
    EXPECT_EQ(recorder_.closed, 1);
  }
  bool seen(Phase phase) const { return seen_[static_cast<std::size_t>(phase)]; }

 private:
  void client_acts() {
    const std::string request = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    switch (rng_.below(10)) {
      case 0:
      case 1: client().send(request); break;
      case 2: client().send(request.substr(0, rng_.below(19))); break;
      case 3: client().send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"); break;
      case 4: client().send(masked(Opcode::text, "hello", rng_.below(2) == 0)); break;
      case 5: client().send(masked(Opcode::more, "hello", rng_.below(2) == 0)); break;
      case 6: client().send(masked(Opcode::ping, std::string(rng_.below(126), 'x'))); break;
      case 7: client().receive(rng_.below(100'000)); break;
      case 8:
        if (rng_.below(4) == 0) client().send(masked(Opcode::close, ""));
        break;
      default:
        if (rng_.below(8) == 0) client().half_close();
        break;
    }
  }
  void server_acts() {
    switch (rng_.below(8)) {
      case 0:
      case 1: connection_.respond(text(std::string(rng_.below(50'000), 'x'))); break;
      case 2:
      case 3: connection_.upgrade("key"); break;
      case 4: connection_.ping(); [[fallthrough]];
      case 5: connection_.send(std::string(rng_.below(4'000'000), 'x')); break;
      case 6:
        if (rng_.below(8) == 0) connection_.close(CloseCode::policy, "because");
        break;
      default:
        if (rng_.below(4) == 0) connection_.check_time(wall_clock() + 1000 * rng_.below(80));
        break;
    }
  }

  Rng& rng_;
  std::array<bool, 7> seen_{};
};

TEST(ConnectionWalk, every_walk_ends_and_all_phases_are_met) {
  Rng rng(7);
  std::array<int, 7> walks{};
  for (int i = 0; i < 2000 && !testing::Test::HasFailure(); ++i) {
    Walk walk(rng);
    for (int k = 0; k < 60; ++k) walk.step();
    walk.end();
    for (std::size_t phase = 0; phase < walks.size(); ++phase)
      walks[phase] += walk.seen(static_cast<Phase>(phase)) ? 1 : 0;
  }
  for (std::size_t phase = 0; phase < walks.size(); ++phase) EXPECT_GE(walks[phase], 10) << phase;
}

}  // namespace
}  // namespace hotaka::server::test
