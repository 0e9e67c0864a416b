// What is at a table for hosts: reports by players, and closing it.

#include <algorithm>
#include <memory>

#include "base/json_fields.h"
#include "server/table_service.h"
#include "wire/messages.h"

namespace hotaka::server {

using table::Place;

namespace {

// Whether a person said a line, and whether that person said anything; of what is remembered.
struct Said {
  bool anything = false;
  bool line = false;
};
Said find_said(const LiveTable& live, std::string_view person, std::string_view text) {
  Said said;
  for (const std::string& message : live.chat) {
    json::Fields fields;
    if (fields.read(message) || fields.text("person") != person) continue;
    said.anything = true;
    said.line = said.line || (!text.empty() && fields.text("text") == text);
  }
  return said;
}

}  // namespace

MaybeError TableService::take(const From& from, const Session& session, LiveTable& live,
                              const wire::Report& wanted) {
  if (!subscriptions_.has(from.connection, live.id))
    return Error{"not_joined", "join the table first"};
  const std::vector<Place>& places = live.table->places();
  std::string about = wanted.person;
  if (about.empty()) {
    if (wanted.player < 0 || std::cmp_greater_equal(wanted.player, places.size()))
      return Error{"no_such_place", "this table has no such place"};
    about = places[static_cast<std::size_t>(wanted.player)].person;
  }
  const Said said = find_said(live, about, wanted.text);
  const bool is_here = said.anything || live.table->place_of(about) != nobody ||
                       subscriptions_.count(live.id, about) > 0;
  if (about.empty() || about == session.person || !is_here)
    return Error{"nobody_there", "there is nobody else to report there"};
  const table::Time now = environment_.now();
  if (!report_limit_.take(session.person, now))
    return Error{"too_many_reports",
                 "that is enough for today: the host will look at what there is"};
  environment_.charge(from.connection, cost::chat);
  store::Moderation report;
  report.reports.push_back(
      {now, session.person, about, live.id, wanted.text, said.line, wanted.why});
  Outbox::Step step{.table = live.id};
  step.write.moderation = std::make_shared<const store::Moderation>(std::move(report));
  step.messages.push_back({.connection = from.connection,
                           .text = share(wire::ok_message(from.number)),
                           .kind = Outbox::Kind::reply,
                           .is_answer = true,
                           .reply_to = from.number});
  outbox_.add(std::move(step));
  return std::nullopt;
}

void TableService::drop(const std::string& id) {
  if (LiveTable* const live = registry_.find(id)) {
    for (const runner::Press& press : live->real_time.take_presses())
      refuse({press.sender, press.reply_to}, {"table_closed", "the table was closed"}, id);
  }
  subscriptions_.remove_table(id);
  timers_.arm(id, std::nullopt);
  registry_.forget(id);
  lobby_.on_change();
}

void TableService::close(const std::string& id, store::Moderation change,
                         std::function<void(const MaybeError&)> done) {
  registry_.with(id, [this, id, change = std::move(change),
                      done = std::move(done)](const Result<LiveTable*>& found) mutable {
    if (!found && found.error().code != "table_damaged") return done(found.error());
    if (found && (*found)->table->stage() == table::Stage::finished)
      return done(Error{"game_over", "the game is over: finished tables stay as they are"});
    const Error closed{"table_closed", "this table was closed by the host of the server"};
    Outbox::Step step{.table = id};
    change.closed_tables.push_back(id);
    step.write.moderation = std::make_shared<const store::Moderation>(std::move(change));
    for (const Subscriber& one : subscriptions_.of(id)) {
      step.messages.push_back({.connection = one.connection,
                               .text = share(wire::refusal(closed, {}, id)),
                               .kind = Outbox::Kind::state,
                               .is_answer = true});
    }
    // Again when it is stored: somebody may have joined meanwhile, and it was read once more.
    step.done = [this, id, done](bool is_stored) {
      if (is_stored) drop(id);
      done(is_stored ? MaybeError() : Outbox::not_stored());
    };
    drop(id);
    outbox_.add(std::move(step));
  });
}

}  // namespace hotaka::server
