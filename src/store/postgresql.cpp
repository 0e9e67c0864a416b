// PostgreSQL, by URL.

#include <soci/postgresql/soci-postgresql.h>

#include "base/text.h"
#include "store/database.h"

namespace hotaka::store {

namespace {

// A whole group in one round trip: the columns travel as three arrays.
class PostgresqlInserter final : public Inserter {
 public:
  explicit PostgresqlInserter(soci::session& session)
      : session_(session),
        statement_((session.prepare << "insert into journal (tab, idx, line) select * from unnest("
                                       "cast(:t as text[]), cast(:i as bigint[]), "
                                       "cast(:l as text[]))",
                    soci::use(tables_), soci::use(indices_), soci::use(lines_))) {}

  void begin() override { session_.begin(); }
  void commit() override { session_.commit(); }
  void insert(const std::vector<const Entry*>& entries) override {
    tables_ = indices_ = lines_ = "{";
    for (const Entry* entry : entries) {
      append_quoted(tables_, entry->table);
      append_quoted(lines_, entry->line);
      if (indices_.size() > 1) indices_ += ',';
      append_number(indices_, entry->index);
    }
    tables_ += '}';
    indices_ += '}';
    lines_ += '}';
    statement_.execute(true);
  }

 private:
  static void append_quoted(std::string& out, const std::string& text) {
    out += out.size() > 1 ? ",\"" : "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += '"';
  }

  soci::session& session_;
  std::string tables_;
  std::string indices_;
  std::string lines_;
  soci::statement statement_;
};

class Postgresql final : public Database {
 public:
  Postgresql(std::string url, const Settings& settings)
      : url_(std::move(url)), settings_(settings) {
    add_default("connect_timeout", "3");
    add_default("tcp_user_timeout", "5000");  // a network that swallows everything
  }

  std::unique_ptr<soci::session> connect() const override {
    auto session = std::make_unique<soci::session>(soci::postgresql, url_);
    // By default libpq prints what the server remarks to standard error, between our log's lines.
    PQsetNoticeProcessor(
        static_cast<soci::postgresql_session_backend*>(session->get_backend())->conn_,
        [](void*, const char*) {}, nullptr);
    *session << "set client_min_messages = warning";
    *session << "set lock_timeout = " + std::to_string(settings_.busy_milliseconds);
    return session;
  }

  void begin_migrating(soci::session& session) const override {
    session.begin();
    session << "select pg_advisory_xact_lock(7205756)";  // any number that is only ours
  }

  std::unique_ptr<Inserter> inserter(soci::session& session) const override {
    return std::make_unique<PostgresqlInserter>(session);
  }
  std::vector<Entry> journal(soci::session& session, const TableId& table,
                             std::int64_t from) const override {
    std::vector<Entry> out;
    Entry entry{table, 0, ""};
    long long index = 0;
    const long long first = from;
    soci::statement query =
        (session.prepare << "select idx, line from journal where tab = :t and idx >= :f "
                            "order by idx",
         soci::use(table), soci::use(first), soci::into(index), soci::into(entry.line));
    query.execute();
    while (query.fetch()) {
      entry.index = index;
      out.push_back(entry);
    }
    return out;
  }
  void open_journals(soci::session& session, const OnJournal& on_journal) const override {
    Entry entry;
    long long index = 0;
    std::vector<Entry> journal;  // of one table
    soci::statement query =
        (session.prepare << "select tab, idx, line from journal join tables on id = tab "
                            "where state in ('waiting', 'running') order by tab, idx",
         soci::into(entry.table), soci::into(index), soci::into(entry.line));
    const auto tell = [&] {
      if (journal.empty()) return;
      const TableId table = journal.front().table;
      on_journal(table, std::exchange(journal, {}));
    };
    query.execute();
    while (query.fetch()) {
      if (!journal.empty() && journal.front().table != entry.table) tell();
      entry.index = index;
      journal.push_back(entry);
    }
    tell();
  }
  std::string own_step(int) const override { return ""; }

  bool is_duplicate(const soci::soci_error& error) const override {
    return error.get_error_category() == soci::soci_error::constraint_violation;
  }

  std::string sentence(const soci::soci_error& error) const override {
    std::string said = error.get_error_message();
    while (!said.empty() && said.back() == '\n') said.pop_back();
    return "the PostgreSQL database does not do it: " + said;
  }

 private:
  void add_default(const std::string& key, const std::string& value) {
    if (url_.find(key + "=") != std::string::npos) return;
    url_ += (url_.find('?') == std::string::npos ? "?" : "&") + key + "=" + value;
  }

  std::string url_;
  Settings settings_;
};

}  // namespace

std::unique_ptr<Database> postgresql_database(const std::string& url, const Settings& settings) {
  return std::make_unique<Postgresql>(url, settings);
}

}  // namespace hotaka::store
