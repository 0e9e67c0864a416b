#include "server/readiness.h"

#include <chrono>
#include <utility>

namespace hotaka::server {

namespace {

constexpr table::Time fresh = 1000;  // ms that an answer of the store counts
constexpr auto patience = std::chrono::seconds(2);
constexpr table::Time max_write = 5000;
// A failed write counts this long: a server that gets no clients writes nothing that could succeed.
constexpr table::Time failure_counts = 10'000;

}  // namespace

std::string_view Readiness::problem() const {
  const table::Time now = environment_.now();
  if (!has_started_) return "the open tables are being read";
  if (!store_answers_) return "the store does not answer";
  if (outbox_.writing_since() != 0 && now - outbox_.writing_since() > max_write)
    return "the store takes too long to write";
  if (outbox_.failed_at() > outbox_.stored_at() && now - outbox_.failed_at() < failure_counts)
    return "the last write to the store failed";
  return "";
}

void Readiness::answer_all() {
  const std::string_view why = problem();
  for (const OnAnswer& done : std::exchange(waiting_, {})) done(why);
}

void Readiness::ask(OnAnswer done) {
  has_started_ = has_started_ || are_tables_read_();
  waiting_.push_back(std::move(done));
  if (is_asking_) return;
  const table::Time now = environment_.now();
  if (asked_at_ != 0 && now - asked_at_ < fresh) return answer_all();
  is_asking_ = true;
  asked_at_ = now;
  read<std::int64_t>(
      store_, environment_, [](store::Store& store) { return store.alive_at(); },
      [this](const Result<std::int64_t>& answer) {
        is_asking_ = false;
        store_answers_ = static_cast<bool>(answer);
        answer_all();
      },
      patience);
}

}  // namespace hotaka::server
