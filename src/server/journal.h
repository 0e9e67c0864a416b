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

  // Lines of a table, at least one, the last of them with the index `last`. They become one entry
  // of the store, with the index of the first: what belongs together costs the store once.
  void add(const std::string& table, std::int64_t last, std::vector<std::string>&& lines);
  void add(store::Table row);
  void add(store::Finish finish);
  void add_closed(const std::string& table);
  // `answers` says that a client waits for it, by the number it gave, if any: it is told if storing
  // fails. Who is patient has moved and waits for others now: where much happens they hear a few
  // milliseconds later, together with what comes next, as each sending costs a lot.
  struct Answers {
    bool yes = false;
    std::optional<std::int64_t> to;
  };
  struct Out {
    std::uint64_t connection = 0;
    std::string text;
    Answers answers{};
    bool patient = false;
  };
  // Sent when everything that was added before is durable.
  void tell(Out out);
  // At the end of a turn. Where the last time much was stored together, all that comes within two
  // milliseconds is: a commit and two threads that wake each other cost more than many lines.
  void submit();
  // How long something waits for that still; nothing if nothing does.
  std::chrono::microseconds gathering() const;
  bool idle() const { return !flying_ && next_.empty(); }

 private:
  struct Batch {
    store::Write write;
    std::vector<Out> outs;
    std::vector<std::string> tables;
    bool stores() const { return !tables.empty(); }
    bool empty() const { return tables.empty() && outs.empty(); }
  };

  void durable(const store::Outcome& outcome);
  void fail(Batch& batch, const std::string& why);
  void send(const Batch& batch);

  Loop& loop_;
  store::Store& store_;
  Connections& connections_;
  Metrics& metrics_;
  OnFailure on_failure_;
  Batch next_;
  Batch sent_;  // on its way to the store
  std::chrono::steady_clock::time_point submitted_;
  bool flying_ = false;
  bool gathers_ = false;  // much happens
};

}  // namespace hotaka::server
