"""The server is killed at random moments during games of all kinds: everything that it has sent is there again."""
import json
import os
import random
import sqlite3
import threading
import time

from support import PATIENCE, Refused, Server, early, journal_entries, long, make_table, wait_until

KILLS = 32
SHORT_KILLS = 5
MOST_MESSAGES = 120  # that all clients together receive between two kills


def plain(event):
    """An event without what is shown only when the game is over."""
    for hidden in ("deal", "decks"):
        if hidden in event:
            return hidden
    return json.dumps(event, sort_keys=True)


def is_within(told, whole):
    """Whether all that was told is there, in this order."""
    rest = iter(whole)
    return all(any(one == other for other in rest) for one in told)


class Seat(threading.Thread):
    """A person who plays at one table, comes back whenever the server is gone, and forgets nothing."""

    def __init__(self, server, client, table, rng):
        super().__init__(daemon=True)
        self.server, self.table, self.rng = server, table, rng
        self.token = client.token
        self.first = client
        self.told = []  # events
        self.version = -1
        self.over = False
        self.accepted = 0  # actions since the last loss of the connection
        self.losses = 0  # of the connection
        self.received = 0  # messages
        self.trouble = None
        self.stop = False

    def run(self):
        try:
            client = self.first
            while not self.stop:
                try:
                    client = client or self.server.client(token=self.token)
                    self.play(client)
                except (ConnectionError, OSError, KeyError):  # KeyError: half a line of a dying server
                    if client:
                        client.close()
                    client = None
                    self.accepted = 0
                    self.losses += 1
                    time.sleep(0.02)
        except BaseException as error:  # pylint: disable=broad-except
            self.trouble = error

    def check_return(self, state):
        events = [plain(event) for event in state["events"]]
        assert state["version"] >= self.version, f"{self.table} fell back from {self.version} to {state['version']}"
        if state["state"] == "finished":
            assert is_within(self.told, events), (self.told[-3:], events[-3:])
        else:
            assert events[:len(self.told)] == self.told, (self.told[-3:], events[-3:])
        self.told, self.version = events, state["version"]

    def play(self, client):
        missed = None
        if self.version >= 0:
            missed = client.ask({"type": "join", "table": self.table, "since": self.version})
        state = client.ask({"type": "join", "table": self.table})
        before = len(self.told)
        self.check_return(state)
        if missed and missed["version"] == state["version"] and state["state"] != "finished":
            assert [plain(event) for event in missed["events"]] == self.told[before:], (missed, state["events"][-3:])
        timed = state["game"] == "ratuki"
        waiting = None
        while not self.stop:
            if "result" in state:
                self.over = True
                time.sleep(0.05)
                client.ask({"type": "ping", "c": 1})
                continue
            legal = state.get("legal")
            if legal and waiting is None:
                seat = self.rng.choice(list(legal))
                client.numbers += 1
                waiting = client.numbers
                client.send({"type": "act", "table": self.table, "version": state["version"], "seat": int(seat),
                             "do": self.rng.choice(legal[seat]), "n": waiting})
            message = client.receive(timeout=0.05 if timed else 0.5)
            if message is None:
                continue
            self.received += 1
            if message.get("to") == waiting and waiting is not None:
                waiting = None
                if message["type"] == "refused":
                    assert timed or message["code"] in ("version_behind", "not_stored"), message
                    time.sleep(0.1 if timed else 0)
                else:
                    self.accepted += 1
            if message["type"] == "update":
                assert message["version"] >= self.version, message
                if message["version"] > self.version or message["events"]:
                    self.told += [plain(event) for event in message["events"]]
                self.version = message["version"]
                state = message
            elif message["type"] == "table":
                self.check_return(message)
                state = message


class Journals:
    """What is in the database: no line that was there may ever become another one."""

    def __init__(self, server):
        self.path = os.path.join(server.data, "hotaka.db")
        self.lines = {}

    def look(self):
        database = sqlite3.connect(self.path)
        found = {(table, index): text for table, index, text in journal_entries(database)}
        database.close()
        for key, line in self.lines.items():
            assert found.get(key) == line, (key, line, found.get(key))
        self.lines = found
        return len(found)


def seats_of_all_kinds(server, rng):
    tables = [("dragons", 1, {}), ("dragons", 2, {}), ("spirits", 2, {"players": 2}), ("spirits", 1, {"players": 3}),
              ("spirits", 3, {"players": 4}), ("ratuki", 1, {"players": 2}), ("ratuki", 2, {"players": 3})]
    seats = []
    for game, count, options in tables:
        people = [server.client() for _ in range(count)]
        table = make_table(people[0], game, people, options=options)
        seats += [Seat(server, person, table, random.Random(rng.random())) for person in people]
    for seat in seats:
        seat.start()
    return seats


def check(seats):
    for seat in seats:
        assert seat.trouble is None, seat.trouble


def wait_for_messages(seats, count):
    """Waits until the clients have received this many more messages, or all games are over."""
    wanted = sum(seat.received for seat in seats) + count

    def received():
        check(seats)
        return sum(seat.received for seat in seats) >= wanted or all(seat.over for seat in seats)

    wait_until(received, f"{count} more messages")


def kill_and_see(kills):
    rng = random.Random(7)
    with Server(clock=True) as server:
        journals = Journals(server)
        seats = seats_of_all_kinds(server, rng)
        server.pass_time(3)  # the count-down of Ratuki
        for kill in range(kills):
            wait_for_messages(seats, rng.randrange(MOST_MESSAGES))
            time.sleep(rng.uniform(0, 0.05))  # the next messages are on their way, stored or not
            server.kill()
            if kill % 4 == 0:
                journals.look()
            if kill == kills - 1:  # from here on, only the new server accepts actions
                before = [(seat, seat.losses) for seat in seats if seat.is_alive()]
                wait_until(lambda: all(seat.losses > count for seat, count in before), "all connections are lost")
            server.start()
            check(seats)
            for i, seat in enumerate(seats):
                if seat.over:  # another game, so that there is always load
                    seat.stop = True
                    seat.join(PATIENCE)
                    assert not seat.is_alive(), "the thread of a finished game does not end"
                    try:
                        person = server.client(token=seat.token)
                        table = make_table(person, rng.choice(["dragons", "spirits"]), [person])
                    except (OSError, KeyError, Refused):
                        continue
                    seats[i] = Seat(server, person, table, random.Random(rng.random()))
                    seats[i].start()

        def stuck():
            check(seats)
            return [(seat.table, seat.version) for seat in seats if not (seat.over or seat.accepted)]

        end = time.monotonic() + PATIENCE  # every game continues
        while stuck():
            assert time.monotonic() < end, stuck()
            time.sleep(0.02)
        wait_until(lambda: journals.look() > 8 * len(seats), "there was something to lose")
        for seat in seats:
            seat.stop = True
        for seat in seats:
            seat.join(PATIENCE)
            assert not seat.is_alive(), "a thread does not end"
        check(seats)
        server.kill()
        journals.look()
        assert "damaged" not in server.log_text() and "bot refused" not in server.log_text(), server.log_text()


@long
def test_killed_many_times():
    kill_and_see(KILLS)


@early
def test_killed_a_few_times():
    kill_and_see(SHORT_KILLS)
