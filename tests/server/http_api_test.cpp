// Requests of the HTTP API: routes, origins, accounts, and answers that come later.

#include "server/http_api.h"

#include <chrono>
#include <mutex>
#include <thread>

#include "server/crypto.h"
#include "server/fakes.h"

namespace hotaka::server::test {
namespace {

class Api : public testing::Test {
 protected:
  Api() { EXPECT_TRUE(init_crypto()); }

  // What is answered, once all that was posted has run.
  Response ask(const std::string& method, const std::string& path, const std::string& body = "",
               const std::string& more_headers = "") {
    begin(method, path, body, more_headers);
    shared_.run_tasks();
    return environment_.response(1);
  }
  void begin(const std::string& method, const std::string& path, const std::string& body = "",
             const std::string& more_headers = "") {
    bytes_ = method + ' ' + path + " HTTP/1.1\r\nHost: here\r\n" + more_headers +
             "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    const RequestRead read = read_request(bytes_);
    ASSERT_EQ(read.what, RequestRead::What::request) << bytes_;
    api_.handle(1, "192.0.2.1", read.request);
    bytes_.assign(bytes_.size(), 'x');  // the bytes are gone when the handler returns
  }
  std::string token_of(const Response& response) {
    const auto at = response.body.find("\"token\":\"");
    return at == std::string::npos ? "" : response.body.substr(at + 9, 64);
  }
  std::string bearer(const std::string& token) { return "Authorization: Bearer " + token + "\r\n"; }
  std::string new_guest() { return token_of(ask("POST", "/api/session", R"({"bearer":true})")); }
  // Waits for the thread that computes passwords.
  Response later(const std::string& path, const std::string& body,
                 const std::string& headers = "") {
    begin("POST", path, body, headers);
    for (int i = 0; i < 10'000 && environment_.responses[1].empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      shared_.run_tasks();
    }
    return environment_.response(1);
  }

  // Tasks are posted by another thread here.
  class Environment final : public server::Environment {
   public:
    Environment(FakeEnvironment& inner, std::mutex& mutex) : inner_(inner), mutex_(mutex) {}
    table::Time now() const override { return inner_.now(); }
    void post(std::function<void()> task) override {
      const std::lock_guard lock(mutex_);
      inner_.post(std::move(task));
    }
    void send(ConnectionId to, const SharedText& text) override { inner_.send(to, text); }
    bool is_behind(ConnectionId connection) override { return inner_.is_behind(connection); }
    void charge(ConnectionId from, double units) override { inner_.charge(from, units); }
    void measure_delay(ConnectionId of) override { inner_.measure_delay(of); }
    void respond(ConnectionId to, const Response& response) override {
      inner_.respond(to, response);
    }
    void open_socket(ConnectionId id, const std::string& key, const store::SignedIn& who) override {
      inner_.open_socket(id, key, who);
    }
    void close_sockets(const store::SessionEnd& of, Replaced replaced) override {
      inner_.close_sockets(of, replaced);
    }
    Session* session(ConnectionId id) override { return inner_.session(id); }
    void run_tasks() {
      for (;;) {
        std::function<void()> task;
        {
          const std::lock_guard lock(mutex_);
          if (inner_.tasks.empty()) return;
          task = std::move(inner_.tasks.front());
          inner_.tasks.pop_front();
        }
        task();
      }
    }

   private:
    FakeEnvironment& inner_;
    std::mutex& mutex_;
  };

  std::mutex mutex_;
  std::string bytes_;
  FakeEnvironment environment_;
  Environment shared_{environment_, mutex_};
  FakeStore store_;
  Config config_;
  Workers workers_{1, 0};
  std::string why_not_ready_;
  Accounts accounts_{store_, workers_, shared_, 120, {}};
  HttpApi api_{accounts_,
               shared_,
               config_,
               {.lobby_json = [] { return std::string("[]"); },
                .metrics = [] { return std::string("hotaka_x 1\n"); },
                .readiness = [this](auto done) { done(why_not_ready_); },
                .record =
                    [](const std::string& table, auto done) {
                      if (table == "hidden") {
                        done(Error{"record_hidden", "not yet"});
                      } else {
                        done(std::string("record of " + table));
                      }
                    },
                .file =
                    [](const Request& request) {
                      Response response;
                      response.body = "file " + std::string(request.path);
                      return response;
                    }}};
};

TEST_F(Api, routes_answer_404_and_405_by_themselves) {
  EXPECT_EQ(ask("GET", "/healthz").body, R"({"ok":true})");
  EXPECT_EQ(ask("HEAD", "/healthz").status, 200);
  EXPECT_EQ(ask("POST", "/healthz").status, 405);
  EXPECT_EQ(ask("GET", "/api/tables").body, R"({"tables":[]})");
  EXPECT_EQ(ask("DELETE", "/api/tables").status, 405);
  EXPECT_EQ(ask("GET", "/api/session").status, 405);
  EXPECT_EQ(ask("GET", "/api/nothing").status, 404);
  EXPECT_EQ(ask("POST", "/api/nothing").status, 404);
  EXPECT_EQ(ask("GET", "/play/dragons").body, "file /play/dragons");
  EXPECT_EQ(ask("PUT", "/play/dragons").status, 405);
}

TEST_F(Api, says_whether_it_is_ready) {
  EXPECT_EQ(ask("GET", "/readyz").body, R"({"ready":true})");
  why_not_ready_ = "because";
  EXPECT_EQ(ask("GET", "/readyz").status, 503);
  EXPECT_EQ(ask("GET", "/readyz").body, R"({"ready":false,"why":"because"})");
}

TEST_F(Api, metrics_are_for_the_addresses_that_the_host_named) {
  EXPECT_EQ(ask("GET", "/metrics").status, 404);
  config_.metrics_from = {"192.0.2.1"};
  EXPECT_EQ(ask("GET", "/metrics").body, "hotaka_x 1\n");
  EXPECT_EQ(ask("GET", "/metrics", "", "X-Forwarded-For: 192.0.2.9\r\n").status, 404);
  EXPECT_EQ(ask("GET", "/metrics", "", "X-Real-IP: 192.0.2.9\r\n").status, 404);
  config_.metrics_from = {"192.0.2.2"};
  EXPECT_EQ(ask("GET", "/metrics").status, 404);
}

TEST_F(Api, banned_people_and_nobody_else_are_refused) {
  const std::string token = new_guest();
  accounts_.set_gate([](const std::string&) { return Error{"banned", "until then"}; });
  EXPECT_EQ(ask("POST", "/api/session", "{}", bearer(token)).status, 403);
  EXPECT_EQ(ask("POST", "/api/session").status, 200) << "a new guest is another person";
  EXPECT_EQ(
      ask("POST", "/api/claim", R"({"name":"kei","password":"long enough"})", bearer(token)).status,
      403);
  EXPECT_EQ(ask("GET", "/ws", "",
                bearer(token) + "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                                "Sec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n")
                .status,
            403);
  EXPECT_EQ(ask("POST", "/api/logout", "{}", bearer(token)).status, 200);
}

TEST_F(Api, records_are_asked_for_by_table) {
  EXPECT_EQ(ask("GET", "/api/tables/abc/record").body, "record of abc");
  EXPECT_NE(ask("GET", "/api/tables/hidden/record").body.find("record_hidden"), std::string::npos);
  EXPECT_EQ(ask("GET", "/api/tables//record").status, 404);
  EXPECT_EQ(ask("GET", "/api/tables/abc").status, 404);
}

TEST_F(Api, other_pages_may_not_change_anything) {
  EXPECT_EQ(ask("POST", "/api/session", "{}", "Origin: https://evil\r\n").status, 403);
  EXPECT_EQ(ask("POST", "/api/session", "{}", "Origin: https://here\r\n").status, 200);
  config_.origins = {"https://friend"};
  EXPECT_EQ(ask("POST", "/api/session", "{}", "Origin: https://friend\r\n").status, 200);
  EXPECT_EQ(ask("POST", "/api/session", "[1]").status, 400);
  EXPECT_EQ(ask("POST", "/api/session", "{").status, 400);
}

TEST_F(Api, a_guest_is_known_by_its_token) {
  const Response first = ask("POST", "/api/session", R"({"name":"Ann","bearer":true})");
  const std::string token = token_of(first);
  ASSERT_EQ(token.size(), 64U) << first.body;
  const Response again = ask("POST", "/api/session", "{}", bearer(token));
  EXPECT_NE(again.body.find("\"name\":\"Ann\""), std::string::npos);
  EXPECT_EQ(token_of(again), "");
  const Response renamed = ask("POST", "/api/session", R"({"name":"Eve"})", bearer(token));
  EXPECT_NE(renamed.body.find("\"name\":\"Eve\""), std::string::npos);
  EXPECT_EQ(ask("POST", "/api/session", R"({"name":" x"})").status, 400);
  EXPECT_EQ(ask("POST", "/api/logout", "{}", bearer(token)).status, 200);
  const Response gone =
      ask("POST", "/api/claim", R"({"name":"Ann","password":"12345678"})", bearer(token));
  EXPECT_NE(gone.body.find("no_session"), std::string::npos);
}

TEST_F(Api, a_cookie_is_given_to_browsers) {
  const Response response = ask("POST", "/api/session");
  EXPECT_NE(response.headers.find("Set-Cookie: hotaka="), std::string::npos);
  EXPECT_EQ(response.body.find("token"), std::string::npos);
}

TEST_F(Api, over_tls_the_cookie_is_only_ours) {
  config_.behind_proxy = true;
  const std::string tls = "X-Forwarded-Proto: https\r\n";
  const Response made = ask("POST", "/api/session", R"({"name":"Ann"})", tls);
  const auto at = made.headers.find("Set-Cookie: __Host-hotaka=");
  ASSERT_NE(at, std::string::npos) << made.headers;
  EXPECT_NE(made.headers.find("; Secure\r\n"), std::string::npos);
  const std::string token = made.headers.substr(at + 26, 64);
  const auto name_with = [&](const std::string& headers) {
    const std::string body = ask("POST", "/api/session", "{}", headers).body;
    return body.find("\"Ann\"") != std::string::npos;
  };
  EXPECT_TRUE(name_with(tls + "Cookie: __Host-hotaka=" + token + "\r\n"));
  EXPECT_FALSE(name_with(tls + "Cookie: hotaka=" + token + "\r\n")) << "others can set that";
  const Response out =
      ask("POST", "/api/logout", "{}", tls + "Cookie: __Host-hotaka=" + token + "\r\n");
  EXPECT_NE(out.headers.find("__Host-hotaka=; "), std::string::npos);
}

TEST_F(Api, members_of_wrong_types_are_refused) {
  for (const char* body : {R"({"name":7})", R"({"name":null})", R"({"bearer":"yes"})",
                           R"({"bearer":1})", R"({"name":["Ann"]})"}) {
    const Response response = ask("POST", "/api/session", body);
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_NE(response.body.find("bad_field"), std::string::npos) << response.body;
  }
  EXPECT_EQ(ask("POST", "/api/login", R"({"name":"Ann","password":12345678})").status, 400);
  EXPECT_EQ(ask("POST", "/api/sessions/end", R"({"id":1})").status, 400);
  EXPECT_EQ(ask("POST", "/api/sessions/end", "{}").status, 400);
}

TEST_F(Api, a_claimed_name_is_logged_in_to_with_its_password) {
  const std::string token = new_guest();
  const std::string claim = R"({"name":"Ann","password":"correct horse"})";
  const Response claimed = later("/api/claim", claim, bearer(token));
  EXPECT_EQ(claimed.status, 200);
  EXPECT_EQ(later("/api/claim", claim, bearer(token)).status, 401) << "that token has ended";
  const std::string fresh = token_of(claimed);
  EXPECT_EQ(environment_.closed.size(), 1U);
  EXPECT_TRUE(environment_.closed[0].ends_with(" replaced"));
  EXPECT_NE(later("/api/claim", claim, bearer(fresh)).body.find("already_claimed"),
            std::string::npos);
  EXPECT_NE(later("/api/claim", claim, bearer(new_guest())).body.find("name_taken"),
            std::string::npos);
  EXPECT_EQ(later("/api/login", R"({"name":"ann","password":"correct horse"})").status, 200);
  const Response wrong = later("/api/login", R"({"name":"ann","password":"wrong horse"})");
  EXPECT_NE(wrong.body.find("wrong_password"), std::string::npos);
}

TEST_F(Api, sessions_are_listed_and_end) {
  const std::string claim = R"({"name":"Ann","password":"correct horse"})";
  const std::string first = token_of(later("/api/claim", claim, bearer(new_guest())));
  const std::string login = R"({"name":"Ann","password":"correct horse","bearer":true})";
  const std::string agent =
      "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\n";
  const std::string second = token_of(later("/api/login", login, agent));
  const Response list = ask("GET", "/api/sessions", "", bearer(first));
  EXPECT_NE(list.body.find("\"id\":\"" + store::session_id(token_hash(second)) + '"'),
            std::string::npos);
  EXPECT_NE(list.body.find(R"("device":"Firefox on Linux","current":false)"), std::string::npos)
      << list.body;
  EXPECT_NE(list.body.find(R"("current":true)"), std::string::npos) << list.body;
  EXPECT_EQ(list.body.find(second), std::string::npos) << "no token is shown";
  EXPECT_EQ(ask("GET", "/api/sessions").status, 401);
  const std::string end = R"({"id":")" + store::session_id(token_hash(second)) + "\"}";
  EXPECT_EQ(ask("POST", "/api/sessions/end", end, bearer(new_guest())).status, 404)
      << "it is somebody else's";
  EXPECT_EQ(ask("POST", "/api/sessions/end", end, bearer(first)).body, "{}");
  EXPECT_TRUE(
      environment_.closed.back().ends_with('/' + store::session_id(token_hash(second)) + '/'));
  EXPECT_EQ(ask("GET", "/api/sessions", "", bearer(second)).status, 401);
  EXPECT_EQ(ask("POST", "/api/logout-everywhere", "{}", bearer(first)).status, 200);
  EXPECT_TRUE(environment_.closed.back().ends_with("//"));
  EXPECT_EQ(ask("GET", "/api/sessions", "", bearer(first)).status, 401);
}

TEST_F(Api, a_changed_password_ends_the_other_sessions) {
  const std::string claim = R"({"name":"Ann","password":"correct horse"})";
  const std::string first = token_of(later("/api/claim", claim, bearer(new_guest())));
  const std::string change = R"({"old":"correct horse","new":"battery staple"})";
  const Response changed = later("/api/password", change, bearer(first));
  EXPECT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(token_of(changed).size(), 64U);
  EXPECT_TRUE(environment_.closed.back().ends_with("//" + token_hash(first)));
  EXPECT_EQ(later("/api/password", change, bearer(first)).status, 401);
  EXPECT_NE(later("/api/password", change, bearer(token_of(changed))).body.find("wrong_password"),
            std::string::npos);
  EXPECT_NE(later("/api/password", change, bearer(new_guest())).body.find("not_claimed"),
            std::string::npos);
}

TEST_F(Api, a_session_that_ends_while_it_is_looked_up_opens_no_socket) {
  const std::string token = new_guest();
  store_.hold_reads = true;
  begin("GET", "/ws", "",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: 012345678901234567890w==\r\n" +
            bearer(token));
  store_.answer_all();  // it was found, and the loop has not heard of it
  const auto found = std::exchange(environment_.tasks, {});
  EXPECT_EQ(ask("POST", "/api/logout", "{}", bearer(token)).status, 200);
  for (const auto& task : found) task();
  EXPECT_EQ(environment_.response(1).status, 401);
  EXPECT_TRUE(environment_.opened.empty());
}

TEST_F(Api, people_take_their_data_and_go) {
  const std::string claim = R"({"name":"Ann","password":"correct horse"})";
  const std::string token = token_of(later("/api/claim", claim, bearer(new_guest())));
  const Response data = ask("GET", "/api/me/export", "", bearer(token));
  EXPECT_NE(data.headers.find("Content-Disposition: attachment; filename=\"hotaka.json\""),
            std::string::npos);
  EXPECT_NE(data.body.find(R"("name":"Ann","claimed":"Ann")"), std::string::npos) << data.body;
  EXPECT_EQ(data.body.find("argon2"), std::string::npos);
  EXPECT_NE(later("/api/me/delete", R"({"password":"wrong horse"})", bearer(token))
                .body.find("wrong_password"),
            std::string::npos);
  EXPECT_EQ(later("/api/me/delete", R"({"password":"correct horse"})", bearer(token)).body, "{}");
  EXPECT_EQ(ask("GET", "/api/me/export", "", bearer(token)).status, 401);
  EXPECT_EQ(ask("POST", "/api/me/delete", "{}", bearer(new_guest())).body, "{}")
      << "guests have no password";
  EXPECT_EQ(ask("GET", "/api/me/export").status, 401);
}

TEST_F(Api, a_database_that_is_down_is_said_to_be) {
  const std::string token = new_guest();
  store_.reads_fail = true;
  EXPECT_EQ(ask("POST", "/api/session", "{}", bearer(token)).status, 503);
  EXPECT_EQ(later("/api/login", R"({"name":"ann","password":"a good secret"})").status, 503);
  EXPECT_EQ(ask("GET", "/healthz").status, 200);
}

TEST_F(Api, an_answer_that_takes_long_keeps_nobody_else_waiting) {
  const std::string token = new_guest();
  store_.hold_reads = true;
  begin("POST", "/api/session", "{}", bearer(token));
  shared_.run_tasks();
  EXPECT_TRUE(environment_.responses[1].empty());
  begin("GET", "/healthz");
  EXPECT_EQ(environment_.response(1).body, R"({"ok":true})");
  store_.answer_all();
  shared_.run_tasks();
  EXPECT_EQ(environment_.response(1).status, 200);
}

TEST_F(Api, a_socket_is_opened_for_somebody_who_is_known) {
  const std::string upgrade =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: 012345678901234567890w==\r\n";
  EXPECT_EQ(ask("GET", "/ws").status, 426);
  EXPECT_NE(ask("GET", "/ws", "", upgrade).body.find("no_session"), std::string::npos);
  EXPECT_EQ(ask("GET", "/ws", "", upgrade + "Origin: https://evil\r\n").status, 403);
  begin("GET", "/ws", "", upgrade + bearer(new_guest()));
  shared_.run_tasks();
  EXPECT_TRUE(environment_.opened[1].starts_with("012345678901234567890w== p"));
}

}  // namespace
}  // namespace hotaka::server::test
