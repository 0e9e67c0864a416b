"""What a host sees and does with hotaka admin while the server runs."""
import json
import os
import re
import socket
import sqlite3
import stat
import subprocess

import support
from support import PATIENCE, SOURCE, Server, act_once, make_table, my_turn, state_of

DOCUMENT = (SOURCE / "docs" / "operations.md").read_text(encoding="utf-8")
DAY = 86_400_000


def ask(server, *words):
    """What a command answers, as JSON."""
    done = server.admin(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def rows(server, *words):
    return ask(server, *words)[words[0]]


def refuses(server, *words):
    done = server.admin(*words)
    assert done.returncode == 1 and not done.stdout, done
    return done.stderr


def audit(server):
    return [(one["what"], one["whom"], one["why"]) for one in rows(server, "audit")]


def test_lists_and_how_they_are_printed():
    with Server() as server:
        ann, ben = server.client("Ann"), server.client("Ben")
        table = make_table(ann, "dragons", [ann, ben])
        act_once(ann if state_of(ann, table)["legal"] else ben, my_turn(ann, table) if state_of(ann, table)["legal"]
                 else my_turn(ben, table))
        people = rows(server, "people", "--online")
        assert {one["name"] for one in people} == {"Ann", "Ben"}
        assert all(one["connections"] == 1 and one["tables"] == 1 and not one["claimed"] for one in people)
        assert [one["person"] for one in rows(server, "people", "aNN")] == [ann.person]
        assert [one["name"] for one in rows(server, "people", ben.person)] == ["Ben"]
        ben.close()
        server.wait_for_connections(1)
        assert [one["name"] for one in rows(server, "people", "--online")] == ["Ann"]
        assert {one["name"] for one in rows(server, "people")} == {"Ann", "Ben"}
        assert ask(server, "people", "--limit", "1")["more"]
        found, = rows(server, "tables")
        assert (found["table"], found["game"], found["state"]) == (table, "dragons", "running")
        assert found["players"] == "Ann, Ben" and found["connections"] == 1
        assert rows(server, "tables", "ben") == [found] and rows(server, "tables", "nobody") == []
        connection, = rows(server, "connections")
        assert (connection["address"], connection["person"]) == ("127.0.0.1", ann.person)
        assert ask(server, "status")["status"]["people_online"] == 1
        text = server.admin("tables").stdout
        assert re.match(rf"TABLE +GAME +STATE .*\n{table} +dragons +running +Ann, Ben +1 ", text), text
        assert server.admin("reports").stdout == "nobody has reported anything\n"
        assert "1 running" in server.admin("status").stdout


def test_a_ban_ends_what_a_person_has_open_and_lasts():
    with Server(clock=True) as server:
        ann, eve = server.client("Ann"), server.client("Eve", claim=True)
        other = eve.again(server)
        done = ask(server, "ban", "eve", "--for", "2d", "--why", "rude in chat")
        assert done["subject"] == eve.person and "connections closed: 2" in done["note"]
        for connection in (eve, other):
            assert connection.wait_closed() == 1008
            bye = connection.heard[-1]
            assert (bye["type"], bye["code"], bye["again"], bye["until"]) == ("bye", "banned", False, done["until"])
            assert "rude in chat" in bye["why"]
        ann.ask({"type": "ping", "c": 1})

        def is_refused():
            bearer = f"Authorization: Bearer {eve.token}"
            for answer in (server.http("POST /api/session HTTP/1.1", "Host: test", bearer, "Content-Length: 2",
                                       body=b"{}"),
                           server.http("GET /ws HTTP/1.1", "Host: test", bearer, "Upgrade: websocket",
                                       "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                                       "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")):
                refusal = json.loads(answer[1])
                assert (answer[0], refusal["code"], refusal["until"]) == (403, "banned", done["until"])
            assert server.login("Eve", "a good password") == 403

        is_refused()
        server.stop()
        server.start()
        is_refused()
        ban, = rows(server, "bans")
        assert (ban["kind"], ban["subject"], ban["name"], ban["why"]) == ("ban", eve.person, "Eve", "rude in chat")
        assert rows(server, "people", "Eve")[0]["banned_until"] == done["until"]
        server.pass_time(2 * 86400)
        assert server.login("Eve", "a good password") == 200 and rows(server, "bans") == []
        ask(server, "ban", eve.person, "--for", "1h")
        ask(server, "unban", "Eve")
        eve.again(server)
        assert "is not banned" in refuses(server, "unban", "Eve")
        assert [one[0] for one in audit(server)] == ["unban", "ban", "ban"]
        assert audit(server)[2][2] == "rude in chat" and eve.person in audit(server)[2][1]
        assert rows(server, "audit")[0]["actor"] == f"uid {os.getuid()}"


def test_whom_a_ban_means_is_never_guessed():
    with Server() as server:
        fake = server.client("kei")
        kei = server.client("Kei", claim=True)
        why = refuses(server, "ban", "Kei", "--for", "1d")
        assert kei.person in why and fake.person in why and "2 people" in why
        assert "nobody has the id or name" in refuses(server, "ban", "Ke", "--for", "1d")
        assert "this machine itself" in refuses(server, "ban", "127.0.0.1", "--for", "1d")
        assert "this machine itself" in refuses(server, "ban", "::ffff:127.0.0.1", "--for", "1d")
        assert "2001:db8::1/64" in refuses(server, "ban", "2001:db8::1/48", "--for", "1d")
        assert ask(server, "ban", "2001:db8::1", "--for", "1d")["subject"] == "2001:db8::/64"
        assert server.admin("ban", "Kei").returncode == 2
        assert "3d" in server.admin("ban", "Kei", "--for", "3").stderr
        assert rows(server, "bans")[0]["subject"] == "2001:db8::/64" and len(audit(server)) == 1
        kei.ask({"type": "ping", "c": 1})


def test_a_banned_address_behind_a_proxy():
    with Server("--behind-proxy") as server:
        def status(address):
            return server.http("GET /healthz HTTP/1.1", "Host: test", f"X-Real-IP: {address}")[0]
        ann = server.client()
        assert status("203.0.113.7") == 200
        ask(server, "ban", "203.0.113.7", "--for", "1d")
        ask(server, "ban", "2001:db8::/64", "--for", "1d")
        assert [status(one) for one in ("203.0.113.7", "::ffff:203.0.113.7", "2001:db8::5")] == [403] * 3
        assert [status(one) for one in ("203.0.113.8", "2001:db8:0:1::5")] == [200] * 2
        ann.ask({"type": "ping", "c": 1})
        ask(server, "unban", "2001:db8::/64")
        assert status("2001:db8::5") == 200


def test_a_muted_person_plays_but_does_not_chat():
    with Server(clock=True) as server:
        ann, eve = server.client("Ann"), server.client("Eve")
        table = make_table(ann, "dragons", [ann, eve])
        chat = {"type": "chat", "table": table, "text": "hello"}
        eve.ask(chat)
        until = ask(server, "mute", "Eve", "--for", "30m")["until"]
        eve.refused(chat, "muted")
        assert eve.heard[-1]["until"] == until
        other = eve.again(server)
        state_of(other, table)
        other.refused(chat, "muted")
        ann.ask(chat)
        eve.ask({"type": "resign", "table": table})
        server.pass_time(1800)  # connections that are silent so long are closed
        eve = eve.again(server)
        state_of(eve, table)
        eve.ask(chat)
        ask(server, "mute", "Eve", "--for", "30m")
        eve.refused(chat, "muted")
        ask(server, "unmute", "Eve")
        eve.ask(chat)
        assert [one[0] for one in audit(server)] == ["unmute", "mute", "mute"]


def test_a_closed_table_is_gone_and_not_rated():
    with Server() as server:
        ann, ben = server.client("Ann", claim=True), server.client("Ben", claim=True)
        rated = {"rated": True, "time": {"kind": "relaxed", "bank": 300, "move": 10}}
        table = make_table(ann, "dragons", [ann, ben], **rated)
        waiting = make_table(ann, "spirits", [ann], start=False)
        over = make_table(ann, "dragons", [ann])
        ann.ask({"type": "resign", "table": over})
        for identity in (table, waiting):
            ask(server, "close", identity, "--why", "nobody moves")
            refusal = ann.until(lambda message: message["type"] == "refused")
            assert (refusal["code"], refusal["table"]) == ("table_closed", identity)
            ann.refused({"type": "join", "table": identity}, "no_such_table")
        assert ben.of_type("refused")["code"] == "table_closed"
        assert "game is over" in refuses(server, "close", over)
        assert "hotaka admin tables" in refuses(server, "close", "nothing")
        server.stop()
        server.start()
        ann = ann.again(server)
        assert ann.welcome["tables"] == []
        for identity in (table, waiting):
            ann.refused({"type": "join", "table": identity}, "no_such_table")
        assert state_of(ann, over)["state"] == "finished"
        fresh = make_table(ann, "dragons", [ann, ben.again(server)], start=False, **rated)
        places = ann.until(lambda message: message["type"] == "table" and message["table"] == fresh
                           and all(place.get("rating") for place in message["places"]))["places"]
        assert [place["rating"] for place in places] == [1500, 1500]
        assert audit(server) == [("close", waiting, "nobody moves"), ("close", table, "nobody moves")]


def test_a_rude_name_is_replaced_where_one_logs_in_too():
    with Server() as server:
        eve = server.client("Rude", claim=True)
        table = make_table(eve, "dragons", [eve])
        done = ask(server, "rename", "Rude", "Mild")
        assert "logs in as Mild" in done["note"] and table in done["note"]
        eve.ask({"type": "chat", "table": table, "text": "hello"})
        assert [message["name"] for message in eve.heard if message["type"] == "chat"] == ["Mild"]
        assert server.login("Rude", "a good password") == 401 and server.login("Mild", "a good password") == 200
        server.client("Other").post("/api/claim", {"name": "Other", "password": "long enough"})
        assert "claimed this name" in refuses(server, "rename", "Other", "MILD")
        assert "1 to 24" in refuses(server, "rename", "Other", " ")
        assert len(audit(server)) == 1


def test_a_deleted_person_is_forgotten_but_not_the_games():
    with Server() as server:
        ann, eve = server.client("Ann"), server.client("Eve")
        over = make_table(eve, "dragons", [eve])
        eve.ask({"type": "resign", "table": over})
        waiting = make_table(eve, "dragons", [eve], start=False)
        state_of(ann, waiting)
        ann.ask({"type": "report", "table": waiting, "place": 0})
        assert waiting in refuses(server, "delete", "Eve")
        ask(server, "close", waiting)
        ask(server, "delete", eve.person, "--why", "asked for it")
        assert eve.wait_closed() == 1008 and eve.heard[-1]["code"] == "logged_out"
        assert rows(server, "people", "Eve") == [] and rows(server, "reports") == []
        assert state_of(ann, over)["state"] == "finished"
        assert audit(server)[0] == ("delete", eve.person, "asked for it")


def test_reports_say_what_was_really_said():
    with Server() as server:
        ann, eve = server.client("Ann"), server.client("Eve")
        table = make_table(ann, "dragons", [ann], start=False)
        ann.refused({"type": "report", "table": "nothing", "place": 0}, "no_such_table")
        eve.refused({"type": "report", "table": table, "place": 0}, "not_joined")
        state_of(eve, table)  # a spectator
        line = "rude words"
        eve.ask({"type": "chat", "table": table, "text": line})
        report = {"type": "report", "table": table, "person": eve.person, "text": line, "why": "look"}
        ann.ask(report)
        ann.ask({**report, "text": "worse", "why": ""})
        eve.ask({"type": "report", "table": table, "place": 0})
        for wrong, code in (({"person": "pnobody"}, "nobody_there"), ({"person": ann.person}, "nobody_there"),
                            ({"why": "x" * 301}, "bad_field"), ({"text": "\0"}, "bad_field")):
            ann.refused({**report, **wrong}, code)
        for place, code in ((0, "nobody_there"), (1, "nobody_there"), (7, "no_such_place"), ("x", "bad_field")):
            ann.refused({"type": "report", "table": table, "place": place}, code)
        server.stop()
        server.start()
        found = rows(server, "reports")
        assert {(one["by_name"], one["about_name"], one["text"], one["was_said"], one["why"]) for one in found} == {
            ("Ann", "Eve", line, True, "look"), ("Ann", "Eve", "worse", False, ""), ("Eve", "Ann", "", False, "")}
        database = sqlite3.connect(os.path.join(server.data, "hotaka.db"))
        database.execute("update reports set line = ?", ("\x1b[2Jrude \u202e",))  # whatever comes to be there
        database.commit()
        database.close()
        printed = server.admin("reports").stdout
        assert "\x1b" not in printed and "\u202e" not in printed and r"\u{1b}[2Jrude \u{202e}" in printed, printed


def test_reports_are_limited():
    with Server() as server:
        ann, eve = server.client("Ann"), server.client("Eve")
        table = make_table(eve, "dragons", [eve], start=False)
        state_of(ann, table)
        for _ in range(20):
            ann.ask({"type": "report", "table": table, "place": 0})
        ann.refused({"type": "report", "table": table, "place": 0}, "too_many_reports")
        assert len(rows(server, "reports", "--limit", "100")) == 20


def test_the_socket_is_for_the_servers_user_only():
    with Server() as server:
        assert stat.S_IMODE(os.stat(server.admin_socket).st_mode) == 0o600
        assert server.http("POST /admin/status HTTP/1.1", "Host: test", "Content-Length: 0")[0] in (404, 405)
        for words in ("/admin/status", "/metrics"):
            assert server.http(f"GET {words} HTTP/1.1", "Host: test")[0] in (404, 405)
        done = subprocess.run([support.PROGRAM, "serve", "--port", "0", "--data", server.folder + "/other",
                               "--admin-socket", server.admin_socket], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        assert done.returncode == 1 and "another server uses it" in done.stderr, done.stderr
        assert ask(server, "status")
        server.kill()
        assert "was killed" in refuses(server, "status")
        server.start()  # although the socket is there still
        assert ask(server, "status")
        server.stop()
        assert not os.path.exists(server.admin_socket)
        assert "--admin-socket" in refuses(server, "status")


def test_where_the_server_is_looked_for():
    with Server() as server:
        def run(*words):
            return subprocess.run([support.PROGRAM, "admin", *words], capture_output=True, text=True, check=False,
                                  timeout=PATIENCE)
        server.stop()
        done = run("--data", server.data, "status")
        assert done.returncode == 1 and f"hotaka serve --data {server.data}" in done.stderr, done.stderr
        with subprocess.Popen([support.PROGRAM, "serve", "--port", "0", "--data", server.data],
                              stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            done = run("status", "--data", server.data)
            process.terminate()
        assert done.returncode == 0 and done.stdout.startswith("up "), done
        assert "--admin-socket" in run("--data", "postgresql://here", "people").stderr
        done = run("peopel")
        assert done.returncode == 2 and "did you mean people" in done.stderr, done.stderr
        assert "a command is missing" in run().stderr
        server.start()


def test_metrics_for_the_hosts_monitoring():
    with Server("--metrics-from", "127.0.0.1", clock=True) as server:
        ann = server.client()
        before = server.get("/metrics")
        table = make_table(ann, "dragons", [ann])
        act_once(ann, my_turn(ann, table))
        assert server.get("/metrics") == before, "no single action can be followed"
        assert server.metrics()["hotaka_actions_total"] > 0
        server.pass_time(10)
        assert "hotaka_games_started_total 1" in server.get("/metrics")
        assert server.http("GET /metrics HTTP/1.1", "Host: test", "X-Forwarded-For: 203.0.113.7")[0] == 404


def test_a_garbled_question_is_answered():
    with Server() as server:
        for text in (b"GET /admin/status HTTP/1.1\r\nHost: a\r\n\r\n", b"POST /admin/nothing HTTP/1.1\r\nHost: a\r\n\r\n",
                     b"POST /admin/people HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n{", b"what\r\n\r\n"):
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(PATIENCE)
                connection.connect(server.admin_socket)
                connection.sendall(text)
                status, body = support.read_answer(connection)
                assert 400 <= status < 500 and json.loads(body)["why"], (text, status, body)
        assert ask(server, "status")


def test_every_command_is_explained():
    with Server() as server:
        names = re.findall(r"(?m)^  ([a-z]+) {2,}", server.admin("--help").stdout.split("Commands:")[1])
        assert len(names) >= 14
        missing = [name for name in names if f"hotaka admin {name}" not in DOCUMENT]
        assert not missing, f"docs/operations.md does not explain {missing}"
