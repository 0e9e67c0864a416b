#pragma once
// Stores steps of tables, then sends what clients are told of them: nothing is sent before it is
// durable. A step that cannot be stored fails alone.

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/environment.h"
#include "server/metrics.h"

namespace hotaka::server {

class Outbox {
 public:
  // If a step cannot be stored, its news is dropped, a reply becomes a refusal, and so does the
  // state of a table that was asked for. What stands alone (chat, refusals) is true all the same.
  enum class Kind : std::uint8_t { news, reply, state, stands_alone };
  struct Message {
    ConnectionId connection = 0;
    SharedText text{};
    Kind kind = Kind::news;
    bool is_answer = false;  // else it is left out if the client has not taken what it was sent
    std::optional<std::int64_t> reply_to{};  // the number that the client gave
  };
  // The "table" of the steps that only say that the server runs.
  static constexpr auto heartbeat = "";
  // One step of a table: stored whole or not at all, then sent.
  struct Step {
    std::string table;
    store::Write write{};
    std::vector<Message> messages{};
    bool stores = true;  // false: it only follows the steps of its table before it
    std::function<void(bool is_stored)> done{};  // called after the messages were sent
  };
  // The last steps of these tables were not stored, so they must be read again.
  using OnFailure = std::function<void(const std::vector<std::string>& tables)>;
  // A message about the table was left out.
  using OnLeftOut = std::function<void(ConnectionId connection, const std::string& table)>;

  Outbox(store::Store& store, Environment& environment, Metrics& metrics)
      : store_(store), environment_(environment), metrics_(metrics) {}

  void set_on_failure(OnFailure on_failure) { on_failure_ = std::move(on_failure); }
  void set_on_left_out(OnLeftOut on_left_out) { on_left_out_ = std::move(on_left_out); }

  void add(Step step);
  // Sent when the steps of its table that were added before are durable; at once if there are none.
  void add(const std::string& table, Message message);
  // At the end of an iteration. One write is on its way at a time, with all steps that are added
  // until the store begins it: the more happens, the more is stored together.
  void submit();
  // When something was last stored; 0: never.
  table::Time stored_at() const { return stored_at_; }
  // When something could not be stored for the last time, and since when a write is on its way; 0:
  // never, and none is.
  table::Time failed_at() const { return failed_at_; }
  table::Time writing_since() const { return is_writing_ ? writing_since_ : 0; }
  // A database that fails may have stored it all the same; clients are not told what it says.
  static Error not_stored();
  static Error busy();
  // Whether a step of this table is not durable yet.
  bool waits(const std::string& table) const { return waiting_.contains(table); }
  // So much waits for the store that nothing more is to be done before it answers.
  bool is_full() const { return unsent_ > max_unsent; }

 private:
  std::vector<store::Write> take_writes();  // on the store's thread
  void on_commit(const std::vector<store::WriteResult>& results);
  void send(const Step& step);
  void send(const Step& step, const Message& message);
  void reject(const Step& step);

  store::Store& store_;
  Environment& environment_;
  Metrics& metrics_;
  OnFailure on_failure_;
  OnLeftOut on_left_out_ = [](ConnectionId, const std::string&) {};
  std::mutex mutex_;  // guards the next two while a write is on its way
  std::vector<Step> pending_;
  std::vector<Step> in_flight_;  // once the store has begun
  bool is_writing_ = false;
  table::Time writing_since_ = 0;
  std::chrono::steady_clock::time_point submitted_at_;  // the same, to measure
  table::Time stored_at_ = 0;
  table::Time failed_at_ = 0;
  std::unordered_map<std::string, int> waiting_;  // steps by table
  static constexpr std::size_t max_unsent = std::size_t{64} << 20U;
  std::size_t unsent_ = 0;  // bytes of messages that wait
};

}  // namespace hotaka::server
