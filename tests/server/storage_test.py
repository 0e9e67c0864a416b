"""The store fails and comes back: nothing is acknowledged that is not stored, and all go on without a restart."""
import json
import os
import resource
import sqlite3
import subprocess
import time

import support
from postgres import Postgres, SlowWay
from support import PATIENCE, Refused, Server, act_once, early, long, make_table, my_turn, state_of, wait_until


def plays_again(client, table):
    """Waits until an action is taken again; returns the state."""
    def attempt():
        try:
            return act_once(client, my_turn(client, table))
        except Refused:
            return None

    return wait_until(attempt, "an action is taken")


def refuse_while_down(server, client, table, state, also=None):
    """Actions and new tables are refused; reading goes on."""
    assert client.refused(act_of(state)) in ("not_stored", "unavailable")
    assert client.ask({"type": "ping", "c": 1})["type"] == "pong"
    assert (also or client).refused({"type": "create", "game": "dragons"}) in ("not_stored", "unavailable")
    assert json.loads(server.get("/healthz")) == {"ok": True}


def act_of(state):
    seat, legal = next(iter(state["legal"].items()))
    return {"type": "act", "table": state["table"], "version": state["version"], "seat": int(seat), "do": legal[0]}


def check_one_history(client, table, told):
    """Everything that was told is there, in this order."""
    events = [json.dumps(event) for event in state_of(client, table)["events"]]
    assert events[:len(told)] == told, (told[-3:], events[-3:])


def test_disk_full():
    with Server(clock=True) as server:
        ann, ben = server.client(), server.client()
        table = make_table(ann, "dragons", [ann])
        state = my_turn(ann, table)
        told = [json.dumps(event) for event in state_of(ann, table)["events"]]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        refuse_while_down(server, ann, table, state, ben)
        server.pass_time(0.7)  # for half a second the server does not try again
        refuse_while_down(server, ann, table, state, ben)
        assert server.metrics()["hotaka_failed_commits_total"] > 0
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        plays_again(ann, table)
        check_one_history(ann, table, told)
        assert ben.welcome["tables"] == [] and ben.again(server).welcome["tables"] == []
        make_table(ben, "spirits", [ben])
        version = state_of(ann, table)["version"]
        server.kill()
        server.start()
        ann = ann.again(server)
        assert state_of(ann, table)["version"] >= version
        plays_again(ann, table)


def waits_for_a_short_lock(server, client, table, other):
    """An action during a short lock is answered after it. Returns whether it was short: the server waits two seconds,
    and if this process was held up for long, the answer proves nothing."""
    try:
        state = my_turn(client, table)  # before the lock, which would hold back the bot's move and all that follows
    except Refused:
        return False
    commits = server.metrics()["hotaka_commits_total"]
    other.execute("begin immediate")
    begun = time.monotonic()
    client.numbers += 1
    number = client.numbers
    client.send({**act_of(state), "n": number})
    wait_until(lambda: server.metrics()["hotaka_commits_total"] > commits, "the server begins to store")
    client.ask({"type": "ping", "c": 1})
    answered = any(message.get("to") == number for message in client.heard)
    other.execute("rollback")
    was_short = time.monotonic() - begun < 1
    answer = client.heard[-1] if answered else client.until(lambda message: message.get("to") == number)
    assert not was_short or (not answered and answer["type"] == "update"), answer
    return was_short


def test_a_table_that_somebody_else_wrote_to_fails_alone():
    with Server() as server:
        ann = server.client()
        theirs, hers = make_table(ann, "dragons", [ann]), make_table(ann, "dragons", [ann])
        states = [my_turn(ann, theirs), my_turn(ann, hers)]
        database = sqlite3.connect(os.path.join(server.data, "hotaka.db"), isolation_level=None)
        database.execute("insert into log (tab, idx, line) values (?, ?, '{}')",
                         (theirs, states[0]["version"] + 1))
        database.close()
        # Both actions reach the server at once, and so the store in one write.
        frames = []
        ann.socket, socket = support.Recorder(frames), ann.socket
        for number, state in zip((1001, 1002), states):
            ann.send({**act_of(state), "n": number})
        ann.socket = socket
        socket.sendall(b"".join(frames))
        answers = {}
        while len(answers) < 2:
            answer = ann.until(lambda message: message.get("to") in (1001, 1002))
            answers[answer["to"]] = answer
        assert answers[1001].get("code") == "not_stored", answers
        assert answers[1002]["type"] == "update", answers
        plays_again(ann, hers)


@early
def test_database_locked_by_somebody_else():
    with Server() as server:
        ann = server.client("Ann", claim=True)
        table = make_table(ann, "dragons", [ann])
        state = my_turn(ann, table)
        other = sqlite3.connect(os.path.join(server.data, "hotaka.db"), isolation_level=None)
        other.execute("begin immediate")
        begun = time.monotonic()
        why = ann.refused(act_of(state), "not_stored")
        assert time.monotonic() - begun > 1.5, why
        assert server.login("Ann", "a good password") == 503
        other.execute("rollback")
        plays_again(ann, table)
        wait_until(lambda: waits_for_a_short_lock(server, ann, table, other), "a lock of less than a second")
        other.close()


def test_a_table_that_was_never_stored_is_gone():
    with Server() as server:
        ann = server.client()
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        for _ in range(3):
            ann.refused({"type": "create", "game": "dragons"}, "not_stored")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        wait_until(lambda: server.metrics()["hotaka_tables"] == 0, "the tables are gone")
        assert "damaged" not in server.log_text(), server.log_text()
        make_table(ann, "dragons", [ann])


@long
def test_postgresql_stopped_and_started():
    with Postgres() as postgres, Server(data=postgres.url) as server:
        ann, ben = server.client(), server.client()
        table = make_table(ann, "dragons", [ann])
        state = my_turn(ann, table)
        told = [json.dumps(event) for event in state_of(ann, table)["events"]]
        postgres.stop()
        refuse_while_down(server, ann, table, state, ben)
        status, body = server.http("POST /api/session HTTP/1.1", f"Authorization: Bearer {ann.token}",
                                   "Content-Length: 0")
        assert status == 503 and json.loads(body)["code"] == "unavailable"
        postgres.start()
        plays_again(ann, table)
        check_one_history(ann, table, told)
        # A whole game, to its record and its proof.
        state = my_turn(ann, table)
        while "result" not in state:
            act_once(ann, state)
            state = my_turn(ann, table)
        record = server.get(f"/api/tables/{table}/record")
        checked = subprocess.run([support.PROGRAM, "verify", "-"], input=record, text=True, capture_output=True,
                                 timeout=PATIENCE, check=False)
        assert checked.returncode == 0, checked.stdout
        server.kill()
        server.start()
        ann = ann.again(server)
        assert server.get(f"/api/tables/{table}/record") == record
        assert "damaged" not in server.log_text()
        for line in server.log_text().splitlines():
            json.loads(line)  # what PostgreSQL remarks when it is stopped is not among them


def asked(client, message):
    """Sends a message and returns a function that says whether it was answered by now."""
    client.numbers += 1
    number = client.numbers
    client.send({**message, "n": number})

    def is_answered():
        client.ask({"type": "ping", "c": 1})
        return any(one.get("to") == number for one in client.heard)
    return is_answered


@long
def test_a_slow_postgresql_delays_only_those_who_need_it():
    with Postgres() as postgres, SlowWay(postgres) as way, Server(data=way.url, clock=True) as server:
        ann, ben, cat = server.client(), server.client(), server.client()
        table = make_table(ann, "dragons", [ann])
        ben.ask({"type": "join", "table": table})
        old = make_table(cat, "dragons", [cat])
        cat.ask({"type": "resign", "table": old})
        cat.ask({"type": "part", "table": old})
        for _ in range(3):  # finished tables leave memory after a minute
            server.pass_time(30)
            for client in (ann, ben, cat):
                client.ask({"type": "ping", "c": 1})
        state = my_turn(ann, table)
        wait_until(lambda: server.metrics()["hotaka_tables"] == 1, "the finished table is not in memory")
        way.delay = 2.0
        is_answered = asked(cat, {"type": "join", "table": old})
        # Nobody else waits for that, however slow this machine is.
        assert json.loads(server.get("/healthz")) == {"ok": True}
        assert ann.ask({"type": "join", "table": table})["type"] == "table"
        ann.ask({"type": "chat", "table": table, "text": "slow today"})
        assert ben.until(lambda message: message["type"] == "chat")["text"] == "slow today"
        assert not is_answered(), "the database answers no question within two seconds"
        is_stored = asked(ann, act_of(state))
        assert json.loads(server.get("/healthz")) == {"ok": True}
        wait_until(is_answered, "the finished table was read")
        wait_until(is_stored, "the action is stored")
        way.delay = 0.0
        assert "damaged" not in server.log_text()
