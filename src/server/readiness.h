#pragma once
// Whether clients should be sent to this server: it has read its open tables, and the store
// answers.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/environment.h"
#include "server/outbox.h"

namespace hotaka::server {

class Readiness {
 public:
  // Returns whether the tables that were open at the start are in memory.
  using AreTablesRead = std::function<bool()>;
  // Gets why the server is not ready; "" if it is.
  using OnAnswer = std::function<void(std::string_view why)>;

  Readiness(store::Store& store, const Outbox& outbox, Environment& environment,
            AreTablesRead are_tables_read)
      : store_(store),
        outbox_(outbox),
        environment_(environment),
        are_tables_read_(std::move(are_tables_read)) {}

  // Answers now or later. However many ask, the store is asked once a second at most.
  void ask(OnAnswer done);

 private:
  std::string_view problem() const;
  void answer_all();

  store::Store& store_;
  const Outbox& outbox_;
  Environment& environment_;
  AreTablesRead are_tables_read_;
  bool has_started_ = false;
  bool is_asking_ = false;
  bool store_answers_ = false;
  table::Time asked_at_ = 0;  // the last answer of the store is from then; 0: there is none
  std::vector<OnAnswer> waiting_;
};

}  // namespace hotaka::server
