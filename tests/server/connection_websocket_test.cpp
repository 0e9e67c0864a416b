// A connection's phases while it is a WebSocket.

#include <thread>

#include "server/socket_pair.h"

namespace hotaka::server::test {
namespace {

class WebSocketConnection : public ConnectionTest {
 protected:
  void SetUp() override { make_websocket(); }
};
class SlowWebSocketConnection : public SlowConnectionTest {
 protected:
  void SetUp() override { make_websocket(); }
};

TEST_F(ConnectionTest, a_handshake_makes_a_websocket) {
  recorder_.answer = [](Connection& connection, const Request& request) {
    connection.session = std::make_unique<Session>("p", "Name", false);
    connection.session->name = "Ann";
    connection.upgrade(request.header("Sec-WebSocket-Key"));
    connection.send("welcome");
  };
  const std::string said = exchange(
      "GET /ws HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" +
      masked(Opcode::text, "hello"));
  EXPECT_TRUE(said.starts_with("HTTP/1.1 101 ")) << said;
  EXPECT_NE(said.find("Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"), said.npos);
  EXPECT_TRUE(said.ends_with(framed(Opcode::text, "welcome")));
  EXPECT_EQ(recorder_.messages, std::vector<std::string>{"hello"});
  EXPECT_EQ(connection_.session->name, "Ann");
  connection_.respond(text("no response to a message"));
  EXPECT_EQ(exchange(""), "");
}

TEST_F(ConnectionTest, a_client_that_ends_before_its_handshake_is_answered_is_gone) {
  client().send("GET /ws HTTP/1.1\r\nHost: a\r\n\r\n");
  client().half_close();
  iterate();
  ASSERT_EQ(connection_.phase(), Phase::answering);
  connection_.upgrade("key");
  connection_.send("welcome");
  iterate();
  EXPECT_EQ(client().receive(), "");
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(WebSocketConnection, messages_come_and_go) {
  EXPECT_EQ(exchange(masked(Opcode::text, "one") + masked(Opcode::text, "two")), "");
  EXPECT_EQ(recorder_.messages, (std::vector<std::string>{"one", "two"}));
  connection_.send("three");
  connection_.send("four");
  iterate();
  EXPECT_EQ(client().receive(), framed(Opcode::text, "three") + framed(Opcode::text, "four"));
}

TEST_F(WebSocketConnection, a_message_may_come_byte_by_byte) {
  for (const char byte : masked(Opcode::text, "hello")) {
    EXPECT_TRUE(recorder_.messages.empty());
    exchange({&byte, 1});
  }
  EXPECT_EQ(recorder_.messages, std::vector<std::string>{"hello"});
}

TEST_F(WebSocketConnection, a_message_may_have_parts_and_pings_between_them) {
  const std::string said =
      exchange(masked(Opcode::text, "", false) + masked(Opcode::ping, "still there?") +
               masked(Opcode::more, "in ", false) + masked(Opcode::more, "parts"));
  EXPECT_EQ(recorder_.messages, std::vector<std::string>{"in parts"});
  EXPECT_EQ(said, framed(Opcode::pong, "still there?"));
  exchange(masked(Opcode::text, "", false) + masked(Opcode::more, "") + masked(Opcode::text, "x"));
  EXPECT_EQ(recorder_.messages, (std::vector<std::string>{"in parts", "", "x"}));
}

TEST_F(WebSocketConnection, parts_that_do_not_fit_end_it) {
  EXPECT_EQ(exchange(masked(Opcode::more, "x") + masked(Opcode::text, "ignored")),
            closing(CloseCode::protocol_error, "continuation frame without a message"));
  EXPECT_TRUE(recorder_.messages.empty());
  EXPECT_EQ(connection_.phase(), Phase::lingering);
}

TEST_F(WebSocketConnection, a_message_inside_another_ends_it) {
  EXPECT_EQ(exchange(masked(Opcode::text, "", false) + masked(Opcode::text, "x")),
            closing(CloseCode::protocol_error, "a message began before the last one was whole"));
}

TEST_F(WebSocketConnection, a_message_has_at_most_4_kib_however_many_parts) {
  const std::string half(Connection::max_message / 2, 'x');
  EXPECT_EQ(exchange(masked(Opcode::text, half, false) + masked(Opcode::more, half)), "");
  EXPECT_EQ(recorder_.messages, std::vector<std::string>{half + half});
  EXPECT_EQ(exchange(masked(Opcode::text, half, false) + masked(Opcode::more, half, false) +
                     masked(Opcode::more, "x")),
            closing(CloseCode::too_big, "the message is too long"));
}

TEST_F(WebSocketConnection, binary_data_and_unmasked_frames_end_it) {
  EXPECT_EQ(exchange(masked(Opcode::binary, "x")),
            closing(CloseCode::not_supported, "send text, not binary data"));
}

TEST_F(WebSocketConnection, frames_that_are_wrong_end_it) {
  EXPECT_EQ(exchange(framed(Opcode::text, "x")),
            closing(CloseCode::protocol_error, "frames of a client must be masked"));
}

TEST_F(WebSocketConnection, only_the_answer_to_a_ping_is_believed_and_once) {
  connection_.ping();
  const std::string ping = exchange("");
  ASSERT_GT(ping.size(), 12U);
  const std::string number = ping.substr(2);
  exchange(masked(Opcode::pong, "12345") + masked(Opcode::pong, "unasked") +
           masked(Opcode::pong, number) + masked(Opcode::pong, number));
  ASSERT_EQ(recorder_.pongs.size(), 1U);
  EXPECT_GE(recorder_.pongs[0], 0);
  EXPECT_EQ(connection_.phase(), Phase::websocket);
}

TEST_F(WebSocketConnection, a_client_that_closes_is_answered_and_gone) {
  EXPECT_EQ(exchange(masked(Opcode::close, "\x03\xe8") + masked(Opcode::text, "ignored")),
            closing(CloseCode::normal, ""));
  EXPECT_TRUE(recorder_.messages.empty());
  EXPECT_EQ(connection_.phase(), Phase::lingering)
      << "what it still sends does not hide the answer";
  client().receive();
  EXPECT_TRUE(client().ended());
  client().close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closed);
  EXPECT_EQ(recorder_.closed, 1);
}

TEST_F(WebSocketConnection, a_server_that_closes_waits_for_the_client) {
  connection_.send("last words");
  connection_.close(CloseCode::going_away, "good-bye");
  EXPECT_EQ(connection_.phase(), Phase::closing);
  connection_.close(CloseCode::policy, "twice");
  connection_.send("ignored");
  connection_.ping();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::lingering);
  EXPECT_EQ(client().receive(),
            framed(Opcode::text, "last words") + closing(CloseCode::going_away, "good-bye"));
  EXPECT_TRUE(client().ended());
  exchange(masked(Opcode::text, "on its way before") + masked(Opcode::close, "\x03\xe9"));
  exchange(std::string(50'000, 'x'));
  EXPECT_EQ(connection_.phase(), Phase::lingering);
  EXPECT_TRUE(recorder_.messages.empty());
  client().half_close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(WebSocketConnection, a_client_that_goes_without_a_word_is_gone) {
  client().half_close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closed);
  connection_.send("hello?");
  connection_.close(CloseCode::normal, "");
  iterate();
  EXPECT_EQ(recorder_.closed, 1);
}

TEST_F(SlowWebSocketConnection, a_client_that_takes_little_gets_everything_in_order) {
  std::string all;
  for (int i = 0; i < 1000; ++i) {
    const std::string message = "message " + std::to_string(i) + std::string(200, '.');
    all += framed(Opcode::text, message);
    connection_.send(message);
  }
  std::string said;
  for (int i = 0; i < 2000 && said.size() < all.size(); ++i) {
    iterate(1);
    said += client().receive(777);
    if (i == 10) client().send(masked(Opcode::text, "I am slow"));
  }
  EXPECT_EQ(said, all);
  EXPECT_EQ(recorder_.messages, std::vector<std::string>{"I am slow"}) << "heard meanwhile";
  EXPECT_EQ(connection_.phase(), Phase::websocket);
}

TEST_F(SlowWebSocketConnection, a_client_that_never_reads_is_dropped_at_the_end_of_the_iteration) {
  const std::string message(1000, 'x');
  for (int i = 0; i < 10'000 && connection_.phase() == Phase::websocket; ++i) {
    connection_.send(message);
    iterate(1);
    ASSERT_LT(i, 5000) << "nobody bounds it";
  }
  EXPECT_EQ(connection_.phase(), Phase::closed);
  EXPECT_EQ(recorder_.closed, 1);
}

TEST_F(WebSocketConnection, too_much_output_does_not_close_it_under_a_sender) {
  const std::string message(Connection::max_unsent / 4, 'x');
  for (int i = 0; i < 5; ++i) connection_.send(message);
  EXPECT_EQ(connection_.phase(), Phase::overflowing);
  EXPECT_EQ(recorder_.closed, 0);
  connection_.close(CloseCode::policy, "too late for that");
  client().send(masked(Opcode::text, "ignored"));
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closed);
  EXPECT_TRUE(recorder_.messages.empty());
}

TEST_F(SlowWebSocketConnection, a_client_that_pings_and_never_reads_is_not_heard_and_then_dropped) {
  const std::string pings = [] {
    std::string all;
    for (int i = 0; i < 100; ++i) all += masked(Opcode::ping, std::string(125, 'x'));
    return all;
  }();
  for (int i = 0; i < 1000 && !connection_.closed(); ++i) {
    client().send(pings);
    iterate(1);
  }
  EXPECT_FALSE(is_busy());
  pass(75'001);
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(SlowWebSocketConnection, a_client_that_is_behind_says_when_it_has_caught_up) {
  const SharedText text = share(std::string(10'000, 'x'));
  for (int i = 0; i < 20; ++i) connection_.send(text);
  EXPECT_TRUE(connection_.is_behind());
  iterate();
  client().send(masked(Opcode::text, "are you there?"));
  iterate();
  EXPECT_TRUE(recorder_.messages.empty()) << "it is not heard meanwhile";
  EXPECT_EQ(recorder_.caught_up, 0);
  for (int i = 0; i < 1000 && recorder_.caught_up == 0; ++i) {
    (void)client().receive();
    iterate();
  }
  iterate();
  EXPECT_EQ(recorder_.caught_up, 1);
  EXPECT_FALSE(connection_.is_behind());
  EXPECT_EQ(recorder_.messages.size(), 1U);
}

// --- Time

TEST_F(WebSocketConnection, a_quiet_client_is_pinged_after_30_seconds_and_dropped_after_75) {
  pass(29'000);
  EXPECT_EQ(client().receive(), "");
  pass(30'001);
  EXPECT_TRUE(client().receive().starts_with("\x89"));
  EXPECT_EQ(connection_.phase(), Phase::websocket);
  pass(74'000);
  EXPECT_EQ(connection_.phase(), Phase::websocket);
  pass(75'001);
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(WebSocketConnection, a_client_is_heard_when_it_sends) {
  const std::int64_t before = wall_clock();
  while (wall_clock() == before) std::this_thread::yield();
  EXPECT_LE(connection_.last_heard(), before);
  exchange(masked(Opcode::pong, ""));
  EXPECT_GT(connection_.last_heard(), before);
}

TEST_F(WebSocketConnection, a_client_that_does_not_end_it_is_dropped_after_5_seconds) {
  connection_.close(CloseCode::normal, "");
  iterate();
  pass(4000);
  EXPECT_EQ(connection_.phase(), Phase::lingering);
  pass(5001);
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

}  // namespace
}  // namespace hotaka::server::test
