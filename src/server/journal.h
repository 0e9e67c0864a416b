#pragma once
// Journal first, then tell: whatever was decided in a turn of the loop is stored together, and what
// clients are told of it waits until it is durable.

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/connections.h"
#include "server/metrics.h"
#include "store/store.h"

namespace hotaka::server {

class Journal {
 public:
  // Told the ids of tables whose last steps were not stored: they must be read anew.
  using OnFailure = std::function<void(const std::vector<std::string>& tables)>;

  Journal(Loop& loop, store::Store& store, Connections& connections, Metrics& metrics)
      : loop_(loop), store_(store), connections_(connections), metrics_(metrics) {}

  void set_on_failure(OnFailure on_failure) { on_failure_ = std::move(on_failure); }

  // Lines of a table as Table::take_fresh has them, at least one, the last of them with the index
  // `last`. They become one entry of the store, with the index of the first: what belongs together
  // costs the store once. Returns them where they are until the next ones are added.
  std::string_view add(const std::string& table, std::int64_t last, std::string lines);
  void add(store::Table row);
  void add(store::Finish finish);
  void add_closed(const std::string& table);
  // `answers` says that a client waits for it, by the number it gave, if any: it is told if storing
  // fails. Who is patient has nothing to decide now: where much happens they hear a few
  // milliseconds later, together with what comes next, as each sending costs a lot.
  struct How {
    bool answers = false;
    bool patient = false;
    std::optional<std::int64_t> to{};
  };
  // Sent when everything that was added before is durable.
  void tell(std::uint64_t connection, std::string_view text, const How& how);
  void tell(std::uint64_t connection, std::string_view text) { tell(connection, text, How()); }
  // At the end of a turn. One write is on its way at a time, and the next has all that was decided
  // meanwhile: the more happens, the more is stored together. Where several come together anyway, a
  // write also waits until a millisecond after the last one began, as a commit and two threads that
  // wake each other cost more than many steps: returns for how long.
  std::chrono::nanoseconds submit();
  bool idle() const { return !flying_ && next_.empty(); }

 private:
  struct Out {
    std::uint64_t connection;
    std::size_t end;  // of its text
    How how;
  };
  struct Batch {
    store::Write write;
    std::string texts;  // of all messages, behind each other
    std::vector<Out> outs;
    std::vector<std::string> tables;
    void clear();  // but its memory is kept
    bool stores() const { return !tables.empty(); }
    bool empty() const { return tables.empty() && outs.empty(); }
  };

  void durable(const store::WriteResult& outcome);
  void fail(Batch& batch, const std::string& why);
  void send(const Batch& batch);
  std::chrono::nanoseconds until_company() const;

  Loop& loop_;
  store::Store& store_;
  Connections& connections_;
  Metrics& metrics_;
  OnFailure on_failure_;
  Batch next_;
  Batch sent_;  // on its way to the store
  bool flying_ = false;
  std::size_t last_size_ = 0;
  std::chrono::steady_clock::time_point last_begun_;
};

}  // namespace hotaka::server
