// All connections of a server: numbers, limits, the end of an iteration, listening.

#include <netinet/in.h>
#include <sys/resource.h>

#include <algorithm>
#include <optional>

#include "server/connections.h"
#include "server/socket_pair.h"

namespace hotaka::server::test {
namespace {

class ConnectionsTest : public testing::Test {
 protected:
  ConnectionsTest() {
    config_.port = 0;
    config_.connections = 4;
    config_.connections_per_address = 2;
    recorder_.answer = [](Connection& connection, const Request&) { connection.upgrade("k"); };
    recorder_.when_closed = [this](Connection& connection) { connections_->freed(connection); };
    recorder_.when_dirty = [this](Connection& connection) { connections_->dirty(connection); };
    connections_.emplace(loop_, recorder_, config_);
  }

  Client add(const std::string& address) {
    auto [client, fd] = connect();
    connections_->add(fd, address);
    return std::move(client);
  }
  void iterate() {
    for (int i = 0; i < 3; ++i) {
      loop_.run_iteration(0);
      connections_->flush(wall_clock());
    }
  }
  std::vector<std::uint64_t> numbers() {
    std::vector<std::uint64_t> all;
    connections_->each([&](const Connection& one) { all.push_back(one.number()); });
    std::ranges::sort(all);
    return all;
  }

  Loop loop_;
  Recorder recorder_;
  Config config_;
  std::optional<Connections> connections_;
};

TEST_F(ConnectionsTest, numbers_find_connections_and_are_never_used_twice) {
  const Client ann = add("192.0.2.1");
  Client ben = add("192.0.2.2");
  const auto before = numbers();
  ASSERT_EQ(before.size(), 2U);
  EXPECT_EQ(connections_->find(before[1])->address(), "192.0.2.2");
  ben.close();
  iterate();
  EXPECT_EQ(connections_->find(before[1]), nullptr);
  EXPECT_EQ(connections_->size(), 1U);
  const Client eve = add("192.0.2.3");
  const auto after = numbers();
  ASSERT_EQ(after.size(), 2U);
  EXPECT_NE(after[1], before[1]);
  EXPECT_EQ(connections_->find(before[1]), nullptr);
  EXPECT_EQ(connections_->find(after[1])->address(), "192.0.2.3");
  EXPECT_EQ(connections_->find(999), nullptr);
}

TEST_F(ConnectionsTest, a_banned_address_is_refused_before_anything_is_read) {
  connections_->set_gate([](const std::string& client) {
    return client == "192.0.2.7" ? MaybeError(Error{"banned", "until then"}) : std::nullopt;
  });
  Client eve = add("192.0.2.7");
  const Client ann = add("192.0.2.8");
  EXPECT_TRUE(eve.receive().starts_with("HTTP/1.1 403 "));
  EXPECT_TRUE(eve.ended());
  EXPECT_EQ(connections_->size(), 1U);
}

TEST_F(ConnectionsTest, one_too_many_is_refused) {
  std::vector<Client> clients;
  for (int i = 0; i < 4; ++i) clients.push_back(add("192.0.2." + std::to_string(i)));
  Client last = add("192.0.2.9");
  EXPECT_TRUE(last.receive().starts_with("HTTP/1.1 503 "));
  EXPECT_TRUE(last.ended());
  clients.pop_back();
  iterate();
  last = add("192.0.2.9");
  EXPECT_EQ(last.receive(), "");
  EXPECT_EQ(connections_->size(), 4U);
}

TEST_F(ConnectionsTest, an_address_has_a_limit_but_not_this_machine) {
  Client one = add("192.0.2.1");
  const Client two = add("192.0.2.1");
  EXPECT_TRUE(add("192.0.2.1").receive().starts_with("HTTP/1.1 503 "));
  one.close();
  iterate();
  EXPECT_EQ(add("192.0.2.1").receive(), "");
  iterate();
  const Client a = add("127.0.0.1");
  const Client b = add("::1");
  const Client c = add("127.0.0.1");
  EXPECT_EQ(connections_->size(), 4U);
}

TEST_F(ConnectionsTest, an_ipv6_network_has_one_limit) {
  const Client one = add("2001:db8::1");
  const Client two = add("2001:db8::2");
  EXPECT_TRUE(add("2001:db8::3").receive().starts_with("HTTP/1.1 503 "));
  EXPECT_EQ(add("2001:db8:0:1::1").receive(), "");
}

class ProxiedTest : public ConnectionsTest {
 protected:
  ProxiedTest() {
    config_.behind_proxy = true;
    config_.connections = 8;
    recorder_.answer = [this](Connection& connection, const Request& request) {
      if (connections_->identify(connection, request))
        connection.respond(text(connection.client()));
    };
    connections_.emplace(loop_, recorder_, config_);
    for (int i = 0; i < 6; ++i) proxies_.push_back(add("::1"));
  }
  // The status and the client as the server knows it, when one of the proxy's connections is used.
  std::string ask(std::size_t proxy, const std::string& header) {
    proxies_[proxy].send("GET / HTTP/1.1\r\nHost: a\r\n" + header + "\r\n");
    iterate();
    const std::string said = proxies_[proxy].receive();
    return said.substr(9, 3) + said.substr(said.rfind('\n'));
  }

  std::vector<Client> proxies_;
};

TEST_F(ProxiedTest, the_proxy_says_who_the_client_is) {
  EXPECT_EQ(ask(0, "X-Real-IP: 192.0.2.1\r\n"), "200\n192.0.2.1");
  EXPECT_EQ(ask(0, "X-Real-IP: ::ffff:192.0.2.7\r\n"), "200\n192.0.2.7");
  EXPECT_EQ(ask(0, "X-Real-IP: 192.0.2.1, 192.0.2.2\r\n"), "200\n::1");
  EXPECT_EQ(ask(0, "X-Real-IP: me\r\n"), "200\n::1");
  EXPECT_EQ(ask(0, ""), "200\n::1");
}

TEST_F(ProxiedTest, clients_have_limits_of_their_own) {
  const std::string ann = "X-Real-IP: 192.0.2.1\r\n";
  const std::string ben = "X-Real-IP: 192.0.2.2\r\n";
  EXPECT_TRUE(ask(0, ann).starts_with("200"));
  EXPECT_TRUE(ask(1, ann).starts_with("200"));
  EXPECT_TRUE(ask(2, ann).starts_with("503"));
  EXPECT_TRUE(ask(2, ben).starts_with("200")) << "the proxy's connection can still be used";
  EXPECT_TRUE(ask(1, ann).starts_with("200")) << "a further request";
  EXPECT_TRUE(ask(1, ben).starts_with("200")) << "it is no longer Ann's";
  EXPECT_TRUE(ask(3, ann).starts_with("200"));
  EXPECT_TRUE(ask(4, ann).starts_with("503"));
  proxies_[3].close();
  iterate();
  EXPECT_TRUE(ask(4, ann).starts_with("200"));
}

TEST_F(ConnectionsTest, without_a_proxy_nobody_is_believed) {
  recorder_.answer = [this](Connection& connection, const Request& request) {
    if (connections_->identify(connection, request)) connection.respond(text(connection.client()));
  };
  Client ann = add("192.0.2.1");
  ann.send("GET / HTTP/1.1\r\nHost: a\r\nX-Real-IP: 192.0.2.9\r\n\r\n");
  iterate();
  EXPECT_TRUE(ann.receive().ends_with("192.0.2.1"));
}

TEST_F(ConnectionsTest, a_closed_connection_is_skipped_and_deleted_at_the_end) {
  const Client ann = add("192.0.2.1");
  const Client ben = add("192.0.2.2");
  Connection* first = connections_->find(numbers()[0]);
  first->drop();
  EXPECT_EQ(numbers().size(), 1U);
  EXPECT_TRUE(first->closed()) << "it lives until the end of the iteration";
  connections_->flush(wall_clock());
  EXPECT_EQ(recorder_.closed, 1);
}

TEST_F(ConnectionsTest, others_may_be_told_of_a_connection_that_is_dropped_at_the_end) {
  Client ann = add("192.0.2.1");
  Client ben = add("192.0.2.2");
  for (const Client* one : {&ann, &ben}) one->send("GET /ws HTTP/1.1\r\nHost: a\r\n\r\n");
  iterate();
  ann.receive();
  const auto all = numbers();
  recorder_.when_closed = [&](Connection& gone) {
    connections_->freed(gone);
    connections_->each([](Connection& other) { other.send("gone"); });
  };
  connections_->find(all[0])->send("hello");
  const std::string much(Connection::max_unsent + 1, 'x');
  connections_->find(all[1])->send(much);
  iterate();
  EXPECT_EQ(ann.receive(), framed(Opcode::text, "hello") + framed(Opcode::text, "gone"));
  EXPECT_EQ(connections_->size(), 1U);
}

TEST_F(ConnectionsTest, a_sweep_ends_what_is_late_by_the_clock_it_is_given) {
  Client slow = add("192.0.2.1");
  Client quiet = add("192.0.2.2");
  const Client idle = add("192.0.2.3");
  slow.send("GET /ws HT");
  quiet.send("GET /ws HTTP/1.1\r\nHost: a\r\n\r\n");
  iterate();
  quiet.receive();
  connections_->sweep(wall_clock() + 14'000);
  iterate();
  EXPECT_EQ(connections_->size(), 3U);
  connections_->sweep(wall_clock() + 31'000);
  iterate();
  EXPECT_TRUE(slow.receive().starts_with("HTTP/1.1 408 "));
  EXPECT_TRUE(quiet.receive().starts_with("\x89"));
  EXPECT_EQ(connections_->size(), 2U) << "the one without a request is gone";
  connections_->sweep(wall_clock() + 76'000);
  iterate();
  EXPECT_EQ(connections_->size(), 0U);
}

// Connects to a port of this machine; the handshake needs no accept().
Client dial(int port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  return Client(fd);
}

TEST_F(ConnectionsTest, clients_connect_to_the_port) {
  config_.address = "127.0.0.1";
  ASSERT_FALSE(connections_->listen());
  const Client ann = dial(connections_->port());
  Client ben = dial(connections_->port());
  while (connections_->size() < 2) loop_.run_iteration(-1);
  EXPECT_EQ(connections_->find(numbers()[0])->address(), "127.0.0.1");
  ben.send("nonsense\r\n\r\n");
  loop_.run_iteration(-1);
  connections_->flush(wall_clock());
  EXPECT_EQ(ben.receive(13), "HTTP/1.1 400 ");
  connections_->stop_listening();
  connections_->stop_listening();
  EXPECT_EQ(connections_->size(), 2U);
}

// Lowers the limit of open files, so that none can be opened.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int next = ::dup(0);
    ::close(next);
    const rlimit now{static_cast<rlim_t>(next), before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &now);
  }
  ~NoMoreFiles() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(ConnectionsTest,
       at_the_limit_of_open_files_those_who_wait_are_not_announced_again_and_again) {
  config_.address = "127.0.0.1";
  ASSERT_FALSE(connections_->listen());
  Client ann = dial(connections_->port());
  loop_.run_iteration(-1);
  ASSERT_EQ(connections_->size(), 1U);
  Client ben = dial(connections_->port());
  Client eve = dial(connections_->port());
  {
    const NoMoreFiles limit;
    loop_.run_iteration(-1);
    ASSERT_EQ(connections_->size(), 1U);
  }
  loop_.run_iteration(0);
  EXPECT_EQ(connections_->size(), 1U) << "the loop does not come back to them";
  ann.close();
  while (connections_->size() < 2) iterate();  // a descriptor is free again

  const Client kim = dial(connections_->port());
  {
    const NoMoreFiles limit;
    loop_.run_iteration(-1);
  }
  loop_.run_iteration(0);
  EXPECT_EQ(connections_->size(), 2U);
  connections_->sweep(wall_clock());
  loop_.run_iteration(-1);
  EXPECT_EQ(connections_->size(), 3U) << "and tried again after a while";
}

TEST_F(ConnectionsTest, a_wrong_address_and_a_port_in_use_are_refused_with_a_sentence) {
  ASSERT_FALSE(connections_->listen());
  Config other = config_;
  other.port = connections_->port();
  const auto taken = Connections(loop_, recorder_, other).listen();
  ASSERT_TRUE(taken);
  EXPECT_NE(taken->message.find("--port"), std::string::npos) << taken->message;
  other.address = "nowhere";
  EXPECT_TRUE(Connections(loop_, recorder_, other).listen());
}

}  // namespace
}  // namespace hotaka::server::test
