#include "wire/events.h"

#include "record/entry.h"

namespace hotaka::wire {

namespace {

using namespace table;

// Whether and how an event is shown: every kind of event must say so.
enum class Shown : std::uint8_t { no, covered, yes };

class ShownTo {
 public:
  explicit ShownTo(bool may_know) : may_know_(may_know) {}

  Shown operator()(const Created&) const { return Shown::no; }  // it has the secret
  Shown operator()(const Sat&) const { return Shown::yes; }
  Shown operator()(const Stood&) const { return Shown::yes; }
  Shown operator()(const SaidReady&) const { return Shown::yes; }
  Shown operator()(const BotSet&) const { return Shown::yes; }
  Shown operator()(const Removed&) const { return Shown::yes; }
  Shown operator()(const HostChanged&) const { return Shown::yes; }
  Shown operator()(const Started&) const { return Shown::yes; }
  Shown operator()(const Drew&) const { return may_know_ ? Shown::yes : Shown::covered; }
  Shown operator()(const Acted&) const { return may_know_ ? Shown::yes : Shown::no; }
  Shown operator()(const TurnEnded&) const { return Shown::yes; }
  Shown operator()(const UndoRequested&) const { return Shown::yes; }
  Shown operator()(const UndoAnswered&) const { return Shown::yes; }
  Shown operator()(const Undone&) const { return Shown::yes; }
  Shown operator()(const WentAway&) const { return Shown::yes; }
  Shown operator()(const CameBack&) const { return Shown::yes; }
  Shown operator()(const ResignationOffered&) const { return may_know_ ? Shown::yes : Shown::no; }
  Shown operator()(const Resigned&) const { return Shown::yes; }
  Shown operator()(const TimePassed&) const { return Shown::no; }
  Shown operator()(const Resumed&) const { return Shown::no; }
  Shown operator()(const Ended&) const { return Shown::yes; }
  Shown operator()(const Resulted&) const { return Shown::yes; }
  Shown operator()(const RematchMade&) const { return Shown::yes; }

 private:
  bool may_know_;  // what was drawn or done
};

}  // namespace

void append_event(std::string& out, const Table& table, int place, std::int64_t version,
                  const Stamped& stamped) {
  const Shown shown = std::visit(ShownTo(table.may_know(version, place)), stamped.event);
  if (shown == Shown::no) return;
  if (out.back() != '[') out += ',';
  if (shown == Shown::covered) {
    out += "{\"" + std::get<Drew>(stamped.event).key + "\":true}";
  } else if (std::holds_alternative<Resulted>(stamped.event)) {
    out += "{\"result\":";
    record::append_outcome(out, table.game().result(), record::Codes::yes);
    out += '}';
  } else {
    append_line(out, stamped);
  }
}

}  // namespace hotaka::wire
