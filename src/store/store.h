#pragma once
// What a server keeps: tables with their journals, people, ratings. It knows no game: a journal
// line is a text of its user.
//
// What is reported as done is durable. Writes go through one thread that commits everything that
// waits in one transaction; reads use connections of their own and do not wait for writes.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/moderation.h"

namespace hotaka::store {

using TableId = std::string;
struct Entry;
using OnJournal = std::function<void(const TableId&, std::vector<Entry>)>;

// What one step of a table wrote to its journal: a line, or several with line ends between them.
// The index is the number of the first line. A table's indices grow, and none can be written twice:
// this is the fence against a second owner of a table. A finished table's journal may be read line
// by line. Entries of a table that was never added, or is closed, may be forgotten.
struct Entry {
  TableId table;
  std::int64_t index = 0;
  std::string line;
};

enum class TableState { waiting, running, finished };

struct Table {
  TableId id;
  std::string game;
  TableState state = TableState::waiting;
  std::int64_t created = 0;  // times are milliseconds since 1970
  std::int64_t updated = 0;
  std::vector<std::string> people;  // those it belongs to, by id
};

struct Person {
  std::string id;
  std::string name;     // as shown; several guests may have the same, but nobody a claimed one
  std::string claimed;  // a name of their own, by name_key() unlike all others; empty for a guest
  std::string password_hash;  // empty for a guest
  std::int64_t created = 0;
};

struct Token {
  std::string hash;  // never the token itself
  std::string person;
  std::int64_t created = 0;
  std::int64_t last_seen = 0;
  std::string device{};  // for its owner to tell, "Firefox on Linux"
};

// Somebody who has shown a token.
struct SignedIn {
  Person person;
  Token token;
};

struct Rating {
  std::string person;
  std::string game;
  double rating = 0;
  double deviation = 0;
  double volatility = 0;
  std::int64_t games = 0;  // that it was made from
};

// A table ends, and the ratings change with it. Done once for each table: a second time changes
// nothing and is no error.
struct Finish {
  TableId table;
  std::int64_t at = 0;
  std::string journal{};  // all its lines, each with its end: SQLite keeps them as one text
  // A rated game's players, each once, and what it makes of their ratings (in this order; one whose
  // `games` is 0 has none yet), `games` included. Called on the writing thread, in the transaction,
  // and perhaps again in another one: it must be pure.
  std::string game{};
  std::vector<std::string> players{};
  std::function<void(std::vector<Rating>&)> rate{};
};

// Each of these changes its own columns alone, and the number of rows decides whether it was still
// possible: what others change meanwhile is neither lost nor overwritten.
struct Rename {
  std::string person;
  std::string name;
};
// By a guest; of parallel ones the first is stored.
struct Claim {
  std::string person;
  std::string name;
  std::string password_hash;
};
struct PasswordChange {
  std::string person;
  std::string old_hash;  // that the change was allowed for
  std::string new_hash;
};
struct TokenSeen {
  std::string hash;
  std::int64_t at = 0;
};
// Ends one session of a person, which must be there, or all but one.
struct SessionEnd {
  std::string person;
  std::string session;      // as session_id() has it; empty: all
  std::string kept_hash{};  // of those; empty: none is kept
};
// The lines of a finished table's journal, as Store::journal() has them, are others now.
struct Rewrite {
  TableId table;
  std::vector<Entry> entries;
};
// Guests of these, none of whose tokens was seen since, are forgotten with their tokens, unless
// they have tables or ratings.
struct Prune {
  std::vector<std::string> guests;
  std::int64_t seen_before = 0;
  std::int64_t tokens_before = 0;  // of whomever, last seen before that: dropped, some at a time
};

// All of it is stored or nothing, in this order.
struct Write {
  std::vector<Person> people;  // added
  std::vector<Rename> renames;
  std::vector<Claim> claims;
  std::vector<PasswordChange> password_changes;
  std::vector<std::string> dropped_tokens;
  std::vector<SessionEnd> ended_sessions;
  std::vector<Token> tokens;  // added; of one person the last `most_tokens` are kept
  std::vector<TokenSeen> seen_tokens;
  std::vector<Rewrite> rewrites;
  std::vector<std::string> deleted_people;  // with tokens and ratings; who has open tables is kept
  std::vector<Prune> prunes;
  std::vector<Table> tables;           // added, or changed; a finished one stays as it is
  std::vector<TableId> closed_tables;  // that still wait: forgotten
  std::vector<Entry> entries;
  std::vector<Finish> finishes;
  std::shared_ptr<const Moderation> moderation;  // what a host does; null: nothing
  std::int64_t alive_at = 0;  // a heartbeat: the server ran at that time; 0: nothing is said
};

enum class WriteError {
  none,
  conflict,    // an entry with this table and index is there already: somebody else owns the table
  name_taken,  // the name looks like one that somebody else has claimed
  already_claimed,  // the person has claimed a name before
  outdated,         // the password has changed meanwhile
  has_tables,       // a person who is to be deleted has tables that are not over
  missing,          // there is no such person or session
  invalid,          // the write itself can never be stored
  unavailable,      // the database is full, locked or gone: nothing was acknowledged, try later
};

// After `unavailable` the connection may have broken between commit and answer: to go on with a
// table, read its journal first.
struct WriteResult {
  WriteError error = WriteError::none;
  std::string why;  // a sentence, if there is trouble

  explicit operator bool() const { return error == WriteError::none; }
};

// Some of the guests who may be pruned.
struct IdleGuests {
  std::vector<std::string> guests;
  std::string last;  // of the people that were looked at; empty: there are no more
};

// Returns what is to be written, once.
using TakeWrites = std::function<std::vector<Write>()>;
// Gets a result for each of the writes, in their order.
using WriteCallback = std::function<void(const std::vector<WriteResult>&)>;

class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;  // what was given to write is written first

  // Returns immediately. When the next transaction begins, calls take() on the writing thread and
  // stores what it returns: until then there may come more. A write that cannot be stored fails
  // alone, with later writes of this call that are about the same tables. `done` is called once, on
  // the same thread. Both must be short, and `done` may write again.
  virtual void write(TakeWrites take, WriteCallback done) = 0;
  void write(Write one, std::function<void(const WriteResult&)> done);
  // Waits until it is done.
  WriteResult write_now(Write write);

  // Calls ask(*this) on a reading thread with a connection of its own, and then done() there. Where
  // all of these threads are busy for as long as `patience`, or the store is closed, done() gets an
  // error instead. Returns immediately.
  template <class T>
  void read(std::function<Result<T>(Store&)> ask, std::function<void(Result<T>)> done,
            std::chrono::milliseconds patience) {
    start_reading(
        [this, ask = std::move(ask), done = std::move(done)](bool in_time) {
          done(in_time ? ask(*this) : Error{"unavailable", "the database does not answer in time"});
        },
        patience);
  }

  // --- Reads. They block the caller, so a server calls them inside read(); each says in a
  // sentence why it could not be answered.
  // Tables that wait or run, in no particular order.
  virtual Result<std::vector<Table>> open_tables() = 0;
  virtual Result<std::optional<Table>> table(const TableId& id) = 0;
  virtual Result<std::vector<Entry>> journal(const TableId& id, std::int64_t from_index) = 0;
  // Calls on_journal for each open table that has entries, and returns how many those are. Much
  // faster than asking for them one by one.
  virtual Result<std::size_t> open_journals(const OnJournal& on_journal) = 0;
  virtual Result<std::optional<Person>> person(const std::string& id) = 0;
  virtual Result<std::optional<SignedIn>> person_by_token(const std::string& hash) = 0;
  virtual Result<std::optional<Person>> person_by_claimed(const std::string& name) = 0;
  // The last heartbeat; 0 if there was none.
  virtual Result<std::int64_t> alive_at() = 0;
  virtual Result<std::vector<Rating>> ratings(const std::string& person) = 0;
  // Last seen first.
  virtual Result<std::vector<Token>> tokens_of(const std::string& person) = 0;
  // That the person has, or had when they ended; the last one first.
  virtual Result<std::vector<Table>> tables_of(const std::string& person) = 0;
  // Looks at some people after this id, in the order of ids, for guests to prune.
  virtual Result<IdleGuests> idle_guests(const std::string& after, std::int64_t seen_before) = 0;

  // --- For hosts: the newest first, at most `limit`
  virtual Result<std::vector<Sanction>> sanctions() = 0;  // all, those that have ended too
  virtual Result<std::vector<AuditEntry>> audit(std::int64_t limit) = 0;
  virtual Result<std::vector<Report>> reports(std::int64_t limit) = 0;
  // Whose name has this text in it, or whose id it is.
  virtual Result<std::vector<Person>> people_like(const std::string& text, std::int64_t limit) = 0;

 protected:
  // Calls question(true), or question(false) where it comes too late. Here, for stores that answer
  // immediately.
  virtual void start_reading(const std::function<void(bool)>& question,
                             std::chrono::milliseconds patience) {
    (void)patience;
    question(true);
  }
};

struct Settings {
  bool power_loss_safety = true;  // SQLite: wait for the disk at every commit
  // The database is this process's alone: a second owner is refused. Who only helps an owner, such
  // as a command beside a running server, is no owner.
  bool is_owner = true;
  int busy_milliseconds = 2000;  // how long a write waits for somebody else's lock
  // How long after the last commit the next one begins, where many come: see Writer.
  int commit_delay_microseconds = 4000;
  std::int64_t log_rows = 100'000;  // SQLite: above this the log of open tables is compacted
};

// "postgresql://.." is a PostgreSQL database; anything else without "://" a folder, made if it is
// not there, in which SQLite keeps hotaka.db. Brings an older database up to date.
Result<std::unique_ptr<Store>> open_store(const std::string& where, const Settings& settings = {});

// Copies the database of a data folder to a new file, while a server may be using it.
WriteResult back_up(const std::string& folder, const std::string& out);

inline constexpr auto database_file = "hotaka.db";

inline constexpr int most_tokens = 20;  // of one person

// Names a session to its owner, who cannot use it to be that session.
inline std::string session_id(std::string_view token_hash) {
  return std::string(token_hash.substr(0, 16));
}

}  // namespace hotaka::store
