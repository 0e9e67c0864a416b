// A connection's phases while it speaks HTTP, and their time limits.

#include "server/socket_pair.h"

namespace hotaka::server::test {
namespace {

using HttpConnection = ConnectionTest;
using SlowHttpConnection = SlowConnectionTest;

const std::string get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";

void answer_path(Connection& connection, const Request& request) {
  connection.respond(text("<" + std::string(request.path) + ">"));
}
bool contains(std::string_view all, std::string_view part) {
  return all.find(part) != std::string_view::npos;
}

TEST_F(HttpConnection, a_request_is_answered_when_it_is_whole) {
  recorder_.answer = answer_path;
  for (const char byte : get.substr(0, get.size() - 1)) EXPECT_EQ(exchange({&byte, 1}), "");
  EXPECT_TRUE(recorder_.requests.empty());
  EXPECT_TRUE(exchange("\n").ends_with("</a>"));
  EXPECT_EQ(connection_.phase(), Phase::request);
  EXPECT_TRUE(exchange(get).ends_with("</a>")) << "another one on the same connection";
}

TEST_F(HttpConnection, requests_in_one_piece_are_answered_in_order) {
  recorder_.answer = answer_path;
  const std::string said = exchange(get + "GET /b HTTP/1.1\r\nHost: a\r\n\r\nGET /c HT");
  EXPECT_EQ(recorder_.requests, (std::vector<std::string>{"/a", "/b"}));
  EXPECT_LT(said.find("</a>"), said.find("</b>"));
  EXPECT_TRUE(exchange("TP/1.1\r\nHost: a\r\n\r\n").ends_with("</c>"));
}

TEST_F(HttpConnection, requests_wait_for_the_response_before_them) {
  exchange(get + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n");
  exchange("GET /c HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_EQ(recorder_.requests, std::vector<std::string>{"/a"});
  EXPECT_EQ(connection_.phase(), Phase::answering);
  connection_.respond(text("first"));
  iterate();
  EXPECT_EQ(recorder_.requests, (std::vector<std::string>{"/a", "/b"}));
  recorder_.answer = answer_path;
  connection_.respond(text("second"));
  iterate();
  EXPECT_EQ(recorder_.requests, (std::vector<std::string>{"/a", "/b", "/c"}));
  iterate();
  const std::string said = client().receive();
  EXPECT_LT(said.find("first"), said.find("second"));
  EXPECT_TRUE(said.ends_with("</c>"));
  connection_.respond(text("nobody has asked"));
  EXPECT_EQ(exchange(""), "");
}

TEST_F(HttpConnection, the_last_response_is_followed_by_the_end) {
  recorder_.answer = answer_path;
  const std::string said =
      exchange("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get);
  EXPECT_TRUE(contains(said, "Connection: close\r\n") && said.ends_with("</a>")) << said;
  EXPECT_EQ(recorder_.requests.size(), 1U) << "what follows is ignored";
  client().receive();
  EXPECT_TRUE(client().ended());
  EXPECT_EQ(connection_.phase(), Phase::lingering);
  EXPECT_EQ(exchange(get), "");
  EXPECT_EQ(recorder_.requests.size(), 1U);
  client().close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closed);
  EXPECT_EQ(recorder_.closed, 1);
}

TEST_F(HttpConnection, a_wrong_request_is_refused_and_ends_it) {
  const std::string said = exchange("nonsense\r\n\r\n" + get);
  EXPECT_TRUE(said.starts_with("HTTP/1.1 400 ")) << said;
  EXPECT_TRUE(recorder_.requests.empty());
  EXPECT_EQ(connection_.phase(), Phase::lingering);
}

TEST_F(HttpConnection, the_response_to_head_has_no_body) {
  recorder_.answer = answer_path;
  const std::string said = exchange("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(contains(said, "Content-Length: 4\r\n") && said.ends_with("\r\n\r\n")) << said;
  EXPECT_TRUE(exchange("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\nx\r\n\r\n").ends_with("}"))
      << "the refusal has one";
}

TEST_F(HttpConnection, a_client_that_closes_one_half_is_still_answered) {
  client().send(get + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n");
  client().half_close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::answering);
  recorder_.answer = answer_path;
  connection_.respond(text("<late>"));
  iterate();
  const std::string said = client().receive();
  EXPECT_LT(said.find("<late>"), said.find("</b>")) << said;
  EXPECT_TRUE(client().ended());
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(SlowHttpConnection, a_client_that_closes_one_half_gets_all_of_a_long_response) {
  const std::string body(300'000, 'x');
  recorder_.answer = [&](Connection& connection, const Request&) {
    connection.respond(text(body));
  };
  client().send(get);
  client().half_close();
  std::string said;
  for (int i = 0; i < 1000 && !client().ended(); ++i) {
    iterate(1);
    said += client().receive();
  }
  EXPECT_TRUE(said.ends_with("\r\n\r\n" + body)) << said.size();
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(HttpConnection, a_client_that_closes_without_a_question_is_gone) {
  client().send("GET /a HT");
  client().half_close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closed);
  EXPECT_EQ(recorder_.closed, 1);
}

TEST_F(HttpConnection, a_client_that_goes_while_its_response_is_made_does_no_harm) {
  client().send(get);
  iterate();
  client().half_close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::answering);
  client().close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closed);
  connection_.respond(text("still there?"));
  connection_.drop();
  iterate();
  EXPECT_EQ(recorder_.closed, 1);
}

TEST_F(SlowHttpConnection, a_client_that_takes_little_gets_everything_in_order) {
  recorder_.answer = [](Connection& connection, const Request& request) {
    connection.respond(text(std::string(100'000, request.path.back())));
  };
  EXPECT_TRUE(
      client().send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 "
                    "HTTP/1.1\r\nHost: a\r\n\r\n"));
  iterate();
  EXPECT_EQ(recorder_.requests.size(), 1U) << "it is answered when it has read the answer before";
  std::string said;
  for (int i = 0; i < 2000 && said.size() < 300'000; ++i) {
    said += client().receive(1000);
    iterate(1);
  }
  iterate();
  said += client().receive();
  EXPECT_EQ(std::ranges::count(said, '3'), 100'000);
  EXPECT_TRUE(said.ends_with(std::string(100'000, '3')));
  EXPECT_LT(said.rfind("11111"), said.find("22222"));
  EXPECT_EQ(connection_.phase(), Phase::request);
  EXPECT_FALSE(is_busy());
}

TEST_F(SlowHttpConnection, a_client_that_asks_on_and_never_reads_is_held_up_and_dropped_in_time) {
  recorder_.answer = [](Connection& connection, const Request&) {
    connection.respond(text(std::string(10'000, 'x')));
  };
  for (int i = 0; i < 1000; ++i) {
    client().send(get);
    iterate(1);
  }
  EXPECT_LE(recorder_.requests.size(), 20U);
  EXPECT_EQ(connection_.phase(), Phase::request);
  pass(15'001);
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(HttpConnection, a_client_that_sends_on_meanwhile_is_held_up) {
  client().send(get);
  iterate();
  std::string many;
  while (many.size() < 1'000'000) many += get;
  std::string_view rest = many;
  const auto send_some = [&] { rest.remove_prefix(client().send_some(rest)); };
  std::size_t taken = many.size();
  while (taken != rest.size()) {
    taken = rest.size();
    send_some();
    iterate();
  }
  EXPECT_GT(rest.size(), many.size() / 2) << "the system's buffer is full";
  EXPECT_EQ(connection_.phase(), Phase::answering);
  EXPECT_FALSE(is_busy()) << "what waits is not announced again and again";
  recorder_.answer = [](Connection& connection, const Request&) { connection.respond(text("")); };
  connection_.respond(text("first"));
  std::string said;
  for (int i = 0; i < 10'000 && recorder_.requests.size() <= many.size() / get.size(); ++i) {
    send_some();
    iterate(1);
    said += client().receive();
  }
  EXPECT_EQ(recorder_.requests.size(), many.size() / get.size() + 1) << "none is lost";
}

TEST_F(HttpConnection, a_client_that_goes_while_it_is_held_up_is_gone) {
  client().send(get);
  iterate();
  client().send(std::string(20'000, 'x'));
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::answering);
  client().close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(HttpConnection, a_client_that_closes_one_half_while_it_is_held_up_is_answered) {
  std::string many;
  while (many.size() < 50'000) many += get;
  client().send(many);
  client().half_close();
  iterate();
  std::string said;
  for (std::size_t i = 0; i < many.size() / get.size(); ++i) {
    ASSERT_EQ(connection_.phase(), Phase::answering) << i;
    connection_.respond(text(std::to_string(i)));
    iterate(2);
    said = client().receive();
  }
  EXPECT_TRUE(said.ends_with(std::to_string(many.size() / get.size() - 1))) << said;
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(HttpConnection, what_follows_the_last_request_is_read_to_its_end) {
  client().send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" +
                std::string(100'000, 'x'));
  iterate();
  connection_.respond(text("bye"));
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::lingering);
  EXPECT_TRUE(client().receive().ends_with("bye"));
  client().close();
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(HttpConnection, a_body_that_is_announced_is_welcomed_once) {
  recorder_.answer = answer_path;
  const std::string head =
      "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n";
  EXPECT_EQ(exchange(head.substr(0, 60)), "");
  EXPECT_EQ(exchange(head.substr(60)), "HTTP/1.1 100 Continue\r\n\r\n");
  EXPECT_EQ(exchange("bo"), "");
  const std::string said = exchange("dy");
  EXPECT_TRUE(said.starts_with("HTTP/1.1 200 ") && said.ends_with("</a>")) << said;
  EXPECT_TRUE(exchange(head + "body").starts_with("HTTP/1.1 200 ")) << "it is here already";
  EXPECT_TRUE(exchange(head).starts_with("HTTP/1.1 100 ")) << "asked again";
}

TEST_F(HttpConnection, so_many_requests_are_taken_in_an_iteration) {
  recorder_.answer = answer_path;
  std::string many;
  while (many.size() < 100'000) many += get;
  ASSERT_TRUE(client().send(many));
  iterate(1);
  EXPECT_EQ(recorder_.requests.size(), 32U) << "others have their turn";
  for (int i = 0; i < 1000; ++i) {
    client().receive();
    iterate(1);
  }
  EXPECT_EQ(recorder_.requests.size(), many.size() / get.size());
}

TEST_F(HttpConnection, messages_are_for_websockets) {
  connection_.send("hello");
  connection_.ping();
  connection_.close(CloseCode::normal, "");
  connection_.upgrade("key");  // no request has asked for it
  EXPECT_EQ(exchange(""), "");
  EXPECT_EQ(connection_.phase(), Phase::request);
}

// --- Time

TEST_F(HttpConnection, a_connection_without_a_request_ends_after_15_seconds) {
  pass(14'000);
  EXPECT_EQ(connection_.phase(), Phase::request);
  pass(15'001);
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(HttpConnection, a_request_may_take_15_seconds) {
  exchange("GET /a");
  pass(14'000);
  EXPECT_EQ(connection_.phase(), Phase::request);
  exchange(" HT");
  pass(15'001);
  EXPECT_TRUE(client().receive().starts_with("HTTP/1.1 408 "));
  EXPECT_EQ(connection_.phase(), Phase::lingering);
}

TEST_F(HttpConnection, a_request_may_wait_for_its_response_as_long_as_we_take) {
  exchange(get);
  pass(1'000'000);
  EXPECT_EQ(connection_.phase(), Phase::answering);
  connection_.respond(text("at last"));
  iterate();
  EXPECT_TRUE(client().receive().ends_with("at last"));
}

TEST_F(HttpConnection, a_response_begins_the_15_seconds_again) {
  recorder_.answer = answer_path;
  ahead_ = -20'000;
  exchange(get);
  recorder_.answer = nullptr;
  exchange(get);
  connection_.respond(text("late"));
  connection_.check_time(wall_clock());  // before it is sent
  EXPECT_EQ(connection_.phase(), Phase::request);
  ahead_ = 10'000;
  iterate();
  pass(16'000);
  EXPECT_EQ(connection_.phase(), Phase::request) << "it was sent 10 seconds later";
  pass(26'000);
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(HttpConnection, a_client_that_lingers_is_dropped_after_5_seconds) {
  exchange("nonsense\r\n\r\n");
  ASSERT_EQ(connection_.phase(), Phase::lingering);
  pass(4000);
  exchange("more");  // which is no progress
  EXPECT_EQ(connection_.phase(), Phase::lingering);
  pass(5001);
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

TEST_F(SlowHttpConnection, a_client_that_does_not_read_the_end_is_dropped_after_15_seconds) {
  recorder_.answer = [](Connection& connection, const Request&) {
    connection.respond(text(std::string(100'000, 'x')));
  };
  client().send("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  iterate();
  EXPECT_EQ(connection_.phase(), Phase::closing);
  pass(14'000);
  EXPECT_EQ(connection_.phase(), Phase::closing);
  pass(15'001);
  EXPECT_EQ(connection_.phase(), Phase::closed);
}

}  // namespace
}  // namespace hotaka::server::test
