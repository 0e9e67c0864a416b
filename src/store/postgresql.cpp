// PostgreSQL, by URL. No call waits for ever: libpq is used without blocking.

#include <libpq-fe.h>
#include <poll.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "store/connection.h"

namespace hotaka::store {

namespace {

using Wait = std::chrono::milliseconds;

class PostgresqlRow final : public Row {
 public:
  PostgresqlRow(const PGresult* result, int number) : result_(result), number_(number) {}

  std::int64_t number(int column) const override { return read<std::int64_t>(text(column)); }
  double real(int column) const override { return read<double>(text(column)); }
  std::string_view text(int column) const override {
    return {PQgetvalue(result_, number_, column),
            static_cast<std::size_t>(PQgetlength(result_, number_, column))};
  }

  template <class Number>
  static Number read(std::string_view text) {
    Number number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }

 private:
  const PGresult* result_;
  int number_;
};

// As PostgreSQL reads it; a double in as many digits as bring back the same one.
std::string spelled(const Value& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  if (const auto* number = std::get_if<std::int64_t>(&value)) return to_text(*number);
  std::array<char, 32> digits;
  return {digits.data(),
          std::to_chars(digits.data(), digits.data() + digits.size(), std::get<double>(value)).ptr};
}

// To PostgreSQL's literal of an array, which begins with "{".
void append(std::string& array, std::string_view text) {
  array += array.size() > 1 ? ",\"" : "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') array += '\\';
    array += c;
  }
  array += '"';
}

class Postgresql final : public Connection {
 public:
  // A statement may wait for somebody's lock; when the server has said nothing for three seconds
  // more, it counts as gone.
  Postgresql(const std::string& url, const Settings& settings)
      : connection_(PQconnectdb(url.c_str()), &PQfinish),
        silence_(Wait(settings.busy_milliseconds) + std::chrono::seconds(3)) {
    if (PQstatus(connection_.get()) != CONNECTION_OK) fail("");
    PQsetnonblocking(connection_.get(), 1);
    // By default libpq prints what the server remarks to standard error, between our log's lines.
    PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
    const std::string timeout = to_text(settings.busy_milliseconds);
    run("select set_config('lock_timeout', $1, false)", {timeout});
  }

  bool own(std::int64_t owner, bool is_start) override {
    // The server soon notices that a connection was lost.
    run("select set_config('tcp_keepalives_idle', '5', false), "
        "set_config('tcp_keepalives_interval', '2', false), "
        "set_config('tcp_keepalives_count', '3', false)");
    run("create table if not exists meta (key text primary key, value bigint not null)");
    bool has_lock = false;
    run("select pg_try_advisory_lock(7205757)", {},  // any number that is only ours
        [&](const Row& row) { has_lock = row.text(0) == "t"; });
    if (is_start && has_lock) {
      run("insert into meta (key, value) values ('owner', $1) "
          "on conflict (key) do update set value = excluded.value",
          {owner});
    }
    std::int64_t found = 0;
    run("select value from meta where key = 'owner'", {},
        [&](const Row& row) { found = row.number(0); });
    if (found != owner)
      throw Failure(
          WriteError::unavailable,
          "another hotaka uses this PostgreSQL database: stop it first, or choose another "
          "database with --data",
          Failure::Of::ownership);
    return has_lock;
  }

  void run_script(const std::string& script) override {
    answer(PQsendQuery(connection_.get(), script.c_str()), {}, std::chrono::minutes(10));
  }
  void begin() override { run("begin"); }
  void lock_schema() override {
    run("select pg_advisory_xact_lock(7205756)");  // any number that is only ours
  }

  // A whole group in one round trip: the columns travel as three arrays.
  void insert(const std::vector<const Entry*>& entries) override {
    std::string tables = "{";
    std::string indices = "{";
    std::string lines = "{";
    for (const Entry* entry : entries) {
      append(tables, entry->table);
      append(indices, to_text(entry->index));
      append(lines, entry->line);
    }
    run("insert into journal (tab, idx, line) select * from unnest(cast($1 as text[]), "
        "cast($2 as bigint[]), cast($3 as text[]))",
        {tables += '}', indices += '}', lines += '}'});
  }

  std::vector<Entry> journal(const TableId& table, std::int64_t from) override {
    std::vector<Entry> found;
    run("select idx, line from journal where tab = $1 and idx >= $2 order by idx", {table, from},
        [&](const Row& row) { found.push_back({table, row.number(0), std::string(row.text(1))}); });
    return found;
  }

  void rewrite(const TableId& table, const std::vector<Entry>& entries) override {
    for (const Entry& entry : entries) {
      run("update journal set line = $1 where tab = $2 and idx = $3",
          {entry.line, table, entry.index});
    }
  }

  void open_entries(const OnRow& on_row) override {
    run("select tab, idx, line from journal "
        "where tab in (select id from tables where state in ('waiting', 'running'))",
        {}, on_row);
  }

 protected:
  std::int64_t run_checked(const char* sql, Values values, const OnRow& on_row) override {
    std::string& name = statements_[sql];
    if (name.empty()) {
      std::string fresh = "s" + to_text(std::ssize(statements_));
      answer(PQsendPrepare(connection_.get(), fresh.c_str(), sql, 0, nullptr), {}, silence_);
      name = std::move(fresh);
    }
    std::vector<std::string> texts;
    std::vector<const char*> parameters;
    texts.reserve(values.size());
    for (const Value& value : values) {
      parameters.push_back(texts.emplace_back(spelled(value)).c_str());
    }
    return answer(
        PQsendQueryPrepared(connection_.get(), name.c_str(), static_cast<int>(parameters.size()),
                            parameters.data(), nullptr, nullptr, 0),
        on_row, silence_);
  }

 private:
  [[noreturn]] void fail(const std::string& state) const {
    constexpr auto unique_violation = "23505";
    std::string said = PQerrorMessage(connection_.get());
    while (said.ends_with('\n')) said.pop_back();
    if (state == unique_violation)
      throw Failure(WriteError::conflict, "this journal entry was written before");
    throw Failure(WriteError::unavailable, "the PostgreSQL database does not do it: " + said,
                  PQstatus(connection_.get()) == CONNECTION_BAD ? Failure::Of::connection
                                                                : Failure::Of::statement);
  }

  // Waits for all that the server answers to what was sent, and returns how many rows changed.
  std::int64_t answer(int sent, const OnRow& on_row, Wait silence) {
    if (sent == 0) fail("");
    std::int64_t changed = 0;
    std::optional<std::string> failed;
    for (;;) {
      await(silence);
      const std::unique_ptr<PGresult, decltype(&PQclear)> result(PQgetResult(connection_.get()),
                                                                 &PQclear);
      if (!result) break;
      const ExecStatusType status = PQresultStatus(result.get());
      if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE) {
        const char* const state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
        failed = state == nullptr ? "" : state;
      }
      for (int i = 0; on_row && i < PQntuples(result.get()); ++i) {
        on_row(PostgresqlRow(result.get(), i));
      }
      changed = PostgresqlRow::read<std::int64_t>(PQcmdTuples(result.get()));
    }
    if (failed) fail(*failed);
    return changed;
  }

  // Until there is a result, as long as bytes come and go.
  void await(Wait silence) {
    PGconn* const connection = connection_.get();
    for (;;) {
      const int unsent = PQflush(connection);
      if (unsent < 0) fail("");
      if (PQisBusy(connection) == 0) return;
      const auto events = static_cast<short>(unsent > 0 ? POLLIN | POLLOUT : POLLIN);
      pollfd socket{PQsocket(connection), events, 0};
      const int ready = poll(&socket, 1, static_cast<int>(silence.count()));
      if (ready == 0) {
        throw Failure(WriteError::unavailable, "the PostgreSQL database does not answer in time");
      }
      if (ready < 0 && errno != EINTR) fail("");
      if (ready > 0 && (socket.revents & ~POLLOUT) != 0 && PQconsumeInput(connection) == 0)
        fail("");
    }
  }

  std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
  const Wait silence_;
  std::unordered_map<const char*, std::string> statements_;  // their names
};

// What a URL does not say otherwise.
void add_default(std::string& url, const std::string& key, const std::string& value) {
  if (url.find(key + "=") != std::string::npos) return;
  url += (url.find('?') == std::string::npos ? "?" : "&") + key + "=" + value;
}

}  // namespace

std::unique_ptr<Connection> connect_postgresql(const std::string& url, const Settings& settings) {
  std::string full = url;
  add_default(full, "connect_timeout", "3");
  add_default(full, "tcp_user_timeout", "5000");  // a network that swallows everything
  return std::make_unique<Postgresql>(full, settings);
}

}  // namespace hotaka::store
