"""A server is killed between any two commands at tables with clocks, and is away for an hour: what every seat and a
spectator see is the same as before."""
import random

from support import PATIENCE, Refused, Server, make_table

STEPS = 90
KILLS = 12
OUTAGE = 3600  # seconds


class Match:
    """People at a table, who do at random all that there is to do, and somebody who watches."""

    def __init__(self, server, rng, game, count, **create):
        self.server, self.rng = server, rng
        self.people = [server.client() for _ in range(count)]
        self.watcher = server.client()
        self.table = make_table(self.people[0], game, self.people, rated=False, **create)

    def state(self, client):
        return client.ask({"type": "join", "table": self.table})

    def all_states(self):
        return [self.state(client) for client in [*self.people, self.watcher]]

    def reconnect(self):
        self.people = [person.again(self.server) for person in self.people]
        self.watcher = self.watcher.again(self.server)

    def wishes(self, place, state):
        """What this person can want, the usual thing more than once."""
        here = state["places"][place]
        if here.get("away"):
            return [{"type": "back"}]
        undo = state.get("undo", {})
        wishes = [{"type": "act", "version": state["version"], "seat": int(seat), "do": self.rng.choice(actions),
                   "hold": self.rng.random() < 0.5} for seat, actions in state["legal"].items() for _ in range(6)]
        if state.get("held") == place:
            wishes += [{"type": "done"}] * 2
        if undo.get("can"):
            wishes.append({"type": "undo"})
        if undo.get("asked") not in (None, place):
            wishes += [{"type": "answer", "yes": self.rng.random() < 0.5}] * 2
        if not state["legal"] and state.get("held") != place:
            wishes.append({"type": "leave", "level": "novice"})
        return wishes

    def step(self):
        place = self.rng.randrange(len(self.people))
        state = self.state(self.people[place])
        if state["state"] == "finished":
            return
        # Whose turn it is comes back first: a bot would go on while we compare.
        for other, person in enumerate(self.people):
            if state["places"][other].get("away") and self.rng.random() < 0.5:
                person.ask({"type": "back", "table": self.table})
                return
        wishes = self.wishes(place, state)
        if wishes and not any(one.get("away") for one in state["places"]):
            try:
                self.people[place].ask({**self.rng.choice(wishes), "table": self.table})
            except Refused as refusal:
                assert refusal.code in ("undo_pending", "already_answered"), refusal


def check_clock(before, after):
    for player, (had, has) in enumerate(zip(before["left"], after["left"])):
        if player in before["running"]:
            # Charged until the last heartbeat, and for the time that starting and looking takes.
            assert abs(had - has) < PATIENCE * 1000, ("an outage is charged to nobody", before, after)
        else:
            assert had == has, (before, after)
    assert before["running"] == after["running"], (before, after)


def check_same(before, after, outages):
    for seen, again in zip(before, after):
        assert ("clock" in seen) == ("clock" in again)
        if "clock" in seen:
            check_clock(seen.pop("clock"), again.pop("clock"))
        # An outage of a running clock is a line of the journal that nobody is shown, if the table was read at all.
        assert 0 <= again.pop("version") - seen.pop("version") <= outages
        for message in (seen, again):
            message.pop("to")
            for place in message["places"]:
                place.pop("here", None)  # people who come back one after the other
        assert seen == again, [(key, seen.get(key), again.get(key)) for key in seen if seen[key] != again.get(key)]


def kill_between_commands(game, count, seed, **create):
    rng = random.Random(seed)
    with Server(clock=True) as server:
        match = Match(server, rng, game, count, **create)
        kills = set(rng.sample(range(STEPS), KILLS))
        undos = 0  # kills while somebody may take something back, or has asked to
        for step in range(STEPS):
            match.step()
            before = match.all_states()
            has_undo = any(state.get("undo") for state in before)
            if step not in kills and not (has_undo and undos < 3):
                continue
            undos += has_undo
            outages = rng.choice((1, 2))
            for _ in range(outages):  # twice: nobody has done anything in between
                server.kill()
                server.clock.forward(OUTAGE)
                server.start()
                match.reconnect()
            check_same(before, match.all_states(), outages)
        assert undos >= 3 or game != "dragons", "each first die of a turn can be taken back"


def test_dragons_with_a_bank_of_time():
    kill_between_commands("dragons", 2, 1, time={"kind": "relaxed", "bank": 7200, "move": 5})


def test_dragons_with_days():
    kill_between_commands("dragons", 2, 2, time={"kind": "slow", "days": 1})


def test_spirits_of_three():
    kill_between_commands("spirits", 3, 3, time={"kind": "relaxed", "bank": 7200, "move": 5})
