"""Whatever a client sends, it is refused or closed, and the others play on."""
import json
import os
import pathlib
import random
import socket
import struct
import tempfile
import threading
import time

from support import (PATIENCE, Server, act_once, is_sanitized, long, make_table, my_turn, read_answer, state_of,
                     wait_until)

MEMORY = 64 << 20  # bytes by which the server may grow under any attack here


class Bystander:
    """A game with a bot that continues during an attack: `plays_on` proves it as long as the attack lasts."""

    def __init__(self, server):
        self.server = server
        self.client = server.client()
        self.table = make_table(self.client, "dragons", [self.client])
        self.actions = 0
        self.trouble = None
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        try:
            while not self.stop.is_set():
                state = my_turn(self.client, self.table)
                if "result" in state:
                    self.table = make_table(self.client, "dragons", [self.client])
                    continue
                act_once(self.client, state)
                self.actions += 1
                time.sleep(0.005)
        except BaseException as error:  # pylint: disable=broad-except
            self.trouble = error

    def plays_on(self, actions=3):
        """Waits until this many more actions were answered."""
        wanted = self.actions + actions
        wait_until(lambda: self.actions >= wanted or self.trouble, f"{actions} more actions")
        assert self.trouble is None, self.trouble

    def __enter__(self):
        self.before = self.server.memory()
        self.thread.start()
        return self

    def __exit__(self, kind, *_):
        try:
            if not kind:
                self.plays_on()
        finally:
            self.stop.set()
            self.thread.join(PATIENCE)
        if kind:
            return
        assert self.trouble is None, self.trouble
        assert self.server.alive()
        grown = self.server.memory() - self.before
        assert grown < (2 * MEMORY if is_sanitized() else MEMORY), f"the server grew by {grown >> 20} MiB"


def frame(payload, opcode=1, last=True, masked=True, size=None, reserved=0):
    size = len(payload) if size is None else size
    head = bytes([(0x80 if last else 0) | reserved | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += struct.pack("!BH", bit | 126, size)
    else:
        head += struct.pack("!BQ", bit | 127, size)
    mask = os.urandom(4) if masked else b""
    body = bytes(byte ^ mask[i & 3] for i, byte in enumerate(payload)) if masked else payload
    return head + mask + body


def closed_for(server, *pieces):
    """Sends bytes after the handshake; returns the code of the close frame."""
    client = server.client()
    for piece in pieces:
        client.socket.sendall(piece)
    said = client.wait_closed()
    client.close()
    return said


def test_frames_that_are_none():
    with Server() as server, Bystander(server):
        ping = b'{"type":"ping","c":1,"n":1}'
        protocol_error, not_supported, too_big = 1002, 1003, 1009
        assert protocol_error == closed_for(server, frame(ping, masked=False))
        assert protocol_error == closed_for(server, frame(ping, reserved=0x40))
        assert protocol_error == closed_for(server, frame(ping, opcode=3))
        assert too_big == closed_for(server, frame(b"", size=1 << 20))
        assert too_big == closed_for(server, frame(b"", size=(1 << 63) - 1))
        assert too_big == closed_for(server, frame(b"x" * (1 << 20)))
        assert not_supported == closed_for(server, frame(ping, opcode=2))
        assert protocol_error == closed_for(server, frame(ping, opcode=0))
        assert protocol_error == closed_for(server, frame(ping, last=False), frame(ping))
        assert protocol_error == closed_for(server, frame(b"", opcode=9, last=False))
        assert protocol_error == closed_for(server, frame(b"x" * 126, opcode=9))
        parts = [frame(b"x" * 1000, opcode=0 if i else 1, last=False) for i in range(6)]
        assert too_big == closed_for(server, *parts)
        rng = random.Random(3)
        for _ in range(60):
            garbage = rng.randbytes(rng.randrange(1, 300))
            client = server.client()
            client.socket.sendall(garbage)
            client.close()


def test_frames_in_pieces_are_fine():
    with Server() as server:
        client = server.client()
        whole = frame(b'{"type":"pi', last=False) + frame(b"", opcode=9) + frame(b'ng","c":', opcode=0, last=False) \
            + frame(b'1,"n":5}', opcode=0)
        for i in range(len(whole)):  # each byte alone
            client.socket.sendall(whole[i:i + 1])
        assert client.of_type("pong")["to"] == 5
        client.socket.sendall(frame(b'{"type":"pi'))
        assert client.of_type("refused")["code"] == "bad_json"
        client.socket.sendall(whole[:20])
        client.close()


def test_messages_that_are_none():
    with Server() as server, Bystander(server):
        client = server.client()
        table = make_table(client, "spirits", [client])
        ratuki = make_table(client, "ratuki", [client])
        for text in ["", "null", "[]", "7", "{", "{}", '{"type":7}', '{"type":"ping"', '{"type":"a","type":"b"}',
                     '"' + "x" * 4000 + '"', "[" * 3000, '{"a":' * 600 + "1" + "}" * 600, '{"n":1e99}',
                     '{"type":"act","table":[],"n":{}}', "\u0000", '{"type":"create"}', '{"type":"join"}']:
            client._frame(1, text.encode())  # pylint: disable=protected-access
            assert client.of_type("refused")["code"], text
        for bad in [b"\xff\xfe", b'{"type":"\xc3"}', b'{"type":"\xed\xa0\x80"}']:
            spoiler = server.client()
            spoiler._frame(1, bad)  # pylint: disable=protected-access
            assert spoiler.wait_closed() == 1007
        values = [None, True, -1, 0, 99, 2 ** 63 - 1, -2 ** 63, 2 ** 70, 0.5, "", "x" * 300, [], {}, [[1]], "\ud800", "a" + "é" * 60]
        for kind in ["create", "join", "part", "sit", "stand", "ready", "bot", "act", "done", "undo", "answer",
                     "leave", "back", "rematch", "chat", "name", "lobby", "ping", "unlobby"]:
            for member in ["table", "place", "seed", "level", "version", "do", "seat", "hold", "t", "yes", "game",
                           "options", "time", "open", "edition", "text", "name", "since", "c", "n"]:
                for value in values:
                    if kind in ("part", "leave") and member not in ("table", "level"):
                        continue
                    client.send({"type": kind, "table": ratuki if member == "t" else table, "do": "ask 1", member: value})
                # Reads the answers before there are so many that the server drops this client.
                client.send({"type": "ping", "c": 4242})
                client.until(lambda message: message["type"] == "pong" and message["c"] == 4242)
        state_of(client, table)
        client.refused({"type": "chat", "table": table, "text": "\ud800"}, "bad_chat")
        client.refused({"type": "name", "name": "\udfff"}, "bad_name")
        assert client.ask({"type": "chat", "table": table, "text": "[[[[[[[[[[{{{{{{{{{\"["})["type"] == "ok"
        assert "UTF-8" not in server.log_text()


def test_options_with_line_ends_make_a_sound_record():
    with Server() as server:
        client = server.client()
        client._frame(1, b'{"type":"create","game":"dragons","options":{ \r\n"layout" :\t"rotated"\n},"n":9}')  # pylint: disable=protected-access
        table = client.until(lambda message: message.get("to") == 9)["table"]
        client.ask({"type": "sit", "table": table, "place": 0})
        client.ask({"type": "bot", "table": table, "place": 1, "level": "novice"})
        client.ask({"type": "ready", "table": table})
        client.ask({"type": "resign", "table": table})
        lines = client.get(f"/api/tables/{table}/record").splitlines()
        assert json.loads(lines[0])["options"] == {"layout": "rotated"}, lines[0]
        for line in lines:
            json.loads(line)


def test_whoever_asks_for_too_much_waits_and_loses_nothing():
    with Server("--work-per-second", "100", clock=True) as server:
        server.pass_time(0)
        ann, eve = server.client(), server.client()
        many = 5000
        eve.socket.settimeout(None)
        sender = threading.Thread(target=lambda: [eve.socket.sendall(frame(b'{"type":"ping","c":1}') * 100)
                                                  for _ in range(many // 100)], daemon=True)
        sender.start()
        # Five seconds' worth are answered, and hardly more however long one waits.
        eve.until(lambda message: len(eve.heard) > 400)
        ann.ask({"type": "ping", "c": 1})
        assert server.metrics()["hotaka_messages_total"] < many / 2
        pongs = 0
        while pongs < many:  # in time all of them are
            server.pass_time(5)
            pongs = sum(message["type"] == "pong" for message in eve.heard)
            eve.receive(timeout=0.05)
        sender.join(PATIENCE)


def test_other_peoples_things():
    with Server() as server:
        ann, ben, eve = server.client("Ann"), server.client("Ben"), server.client("Eve")
        table = make_table(ann, "dragons", [ann, ben])
        state = state_of(eve, table)
        assert state["you"] is None and state["legal"] == {}
        state = state_of(ann, table)
        mover, other = (ann, ben) if state["legal"] else (ben, ann)
        state = state_of(mover, table)
        seat, legal = next(iter(state["legal"].items()))
        act = {"type": "act", "table": table, "version": state["version"], "seat": int(seat), "do": legal[0]}
        eve.refused(act, "not_seated")
        other.refused(act, "not_your_seat")
        other.refused({**act, "seat": 1 - int(seat)}, "")
        mover.refused({**act, "version": state["version"] - 1}, "version_behind")
        mover.refused({**act, "version": state["version"] + 1}, "version_ahead")
        mover.refused({**act, "do": "1-99"}, "")
        mover.refused({**act, "seat": 7}, "no_such_seat")
        for kind in ["resign", "undo", "done", "leave", "back", "answer", "ready", "stand"]:
            eve.refused({"type": kind, "table": table, "yes": True}, "")
        eve.refused({"type": "start", "table": table}, "host_starts")
        eve.refused({"type": "bot", "table": table, "place": 0, "level": "novice"}, "host_sets_bots")
        eve.refused({"type": "sit", "table": table, "place": 0}, "too_late_to_sit")
        eve.refused({"type": "rematch", "table": table}, "players_only")
        eve.ask({"type": "part", "table": table})
        eve.refused({"type": "chat", "table": table, "text": "hello"}, "not_joined")
        assert state_of(mover, table)["version"] == state["version"]
        assert mover.ask(act)["type"] == "update"


def test_too_many_tables():
    with Server("--tables-per-person", "3") as server:
        client = server.client()
        tables = [client.ask({"type": "create", "game": "dragons"})["table"] for _ in range(3)]
        client.refused({"type": "create", "game": "dragons"}, "too_many_tables")
        for table in tables:
            client.ask({"type": "sit", "table": table, "place": 0})
        other = server.client()
        table = other.ask({"type": "create", "game": "dragons"})["table"]
        client.ask({"type": "join", "table": table})
        client.refused({"type": "sit", "table": table, "place": 0}, "too_many_tables")
        client.ask({"type": "stand", "table": tables[0]})
        client.ask({"type": "sit", "table": table, "place": 0})


def test_tokens_and_origins():
    with Server("--origin", "https://friend.example") as server:
        client = server.client()
        host = f"Host: 127.0.0.1:{server.port}"
        shake = ["GET /ws HTTP/1.1", host, "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
        own = f"Authorization: Bearer {client.token}"
        assert server.http(*shake)[0] == 401
        assert server.http(*shake, "Authorization: Bearer " + "0" * 64)[0] == 401
        assert server.http(*shake, "Cookie: hotaka=" + client.token[:-1])[0] == 401
        assert server.http(*shake, own, "Origin: https://evil.example")[0] == 403
        assert server.http(*shake, own, f"Origin: http://127.0.0.1:{server.port}.evil.example")[0] == 403
        assert server.http(*shake, own, "Origin: null")[0] == 403
        assert server.http(*shake, own, "Origin: https://friend.example")[0] == 101
        assert server.http(*shake, own, f"Origin: http://127.0.0.1:{server.port}")[0] == 101
        assert server.http(*shake[:-1], own)[0] == 426
        post = ["POST /api/session HTTP/1.1", host, "Content-Length: 2"]
        assert server.http(*post, "Origin: https://evil.example", body=b"{}")[0] == 403
        status, body = server.http(*post, "Authorization: Bearer nonsense", body=b"{}")
        assert status == 200 and json.loads(body)["person"] != client.person
        assert server.http(*post[:2], "Content-Length: 2", body=b"[]")[0] == 400
        assert server.http(*post[:2], "Content-Length: 3", body=b"{,}")[0] == 400
        client.post("/api/logout", {})
        assert server.http(*shake, own)[0] == 401


def test_requests_that_are_none():
    with Server() as server, Bystander(server):
        get = "GET /healthz HTTP/1.1"
        for status, lines in [
                (400, ["nonsense"]), (400, ["GET healthz HTTP/1.1"]), (505, ["GET /healthz HTTP/2.0"]),
                (400, [get, "No colon"]), (400, [get, "Host : x"]), (400, [get, " folded: x"]),
                (400, [get, "A: b\nC: d"]), (400, [get, "Host: a", "Host: b"]), (400, [get, "A: \0"]),
                (400, [get, "Content-Length: 1", "Content-Length: 1"]), (400, [get, "Content-Length: +1"]),
                (400, [get, "Content-Length: 1, 1"]), (400, [get, "Content-Length: 0x1"]),
                (400, [get, "Content-Length:"]), (411, [get, "Transfer-Encoding: chunked"]),
                (501, [get, "Transfer-Encoding:"]), (400, [get, "Content-Length: 5", "Transfer-Encoding: chunked"]),
                (411, [get, "Transfer-Encoding: \x0bchunked".replace("\x0b", " ")]),
                (413, [get, "Content-Length: 1000000"]), (431, [get, "A: " + "b" * 9000]),
                (405, ["POST /healthz HTTP/1.1", "Content-Length: 0"]), (411, ["POST /healthz HTTP/1.1"]), (405, ["DELETE /api/tables HTTP/1.1"]),
                (404, ["GET /api/../etc/passwd HTTP/1.1"]), (404, ["GET /../../etc/passwd HTTP/1.1"]),
                (404, ["GET /api/tables/%00/record HTTP/1.1"]), (404, ["GET /api/tables//record HTTP/1.1"])]:
            found, body = server.http(*lines)
            assert found == status and json.loads(body)["code"], (lines, found, body)
        # What follows a refused request is not taken for another one.
        with server.raw() as connection:
            connection.sendall(b"POST /api/session HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n"
                               b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            status, _ = read_answer(connection)
            assert status == 400 and connection.recv(1000) == b""
        # A megabyte without an end is answered before it is all sent.
        status, body = server.http("GET /" + "x" * (1 << 20) + " HTTP/1.1")
        assert status == 431, (status, body)
        # Requests one after the other, in one piece, are all answered in order.
        with server.raw() as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            everything = b""
            while some := connection.recv(65536):
                everything += some
            assert everything.index(b"200 OK") < everything.index(b"404 Not Found")


def test_no_path_leaves_the_folder_of_the_page():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("page/index.html", "page/assets/a.js", "page/.hidden.json", "page/.git/b.json", "secret.json",
                     "page/unknown.db"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("SECRET" if name.startswith(("page/.", "page/u", "s")) else "the page")
        with Server("--web", folder + "/page") as server:
            assert server.http("GET / HTTP/1.1")[0] == server.http("GET /assets/a.js HTTP/1.1")[0] == 200
            secret = folder + "/secret.json"
            for path in ["/../secret.json", "//../secret.json", "/assets/../../secret.json", "/assets/..%2f..%2fsecret.json",
                         "/%2e%2e/secret.json", "/..%5csecret.json", "/..\\secret.json", "/./index.html", "//index.html",
                         "/assets//a.js", "//etc/passwd", "//etc/..json", "/.hidden.json", "/.git/b.json", "/unknown.db",
                         secret, "/" + secret, "/index.html/", "/index.html%00.js", "/assets/%61.js", "/é.json",
                         "/" + "a/" * 3000 + "x.json", "/" + "../" * 2000 + secret[1:]]:
                status, body = server.http(f"GET {path} HTTP/1.1")
                assert status in (400, 404) and b"SECRET" not in body, (path[:80], status, body)
            assert server.http("GET /index.html\0.js HTTP/1.1")[0] == 400
            (root / "page" / "late.js").write_text("SECRET")  # what comes after the start is not looked for
            assert server.http("GET /late.js HTTP/1.1")[0] == 404


def flood(server, bytes_, bystander, connection=None, megabytes=64):
    """Sends much and reads nothing; returns whether the server put an end to it."""
    connection = connection or server.raw()
    connection.settimeout(3)
    try:
        for _ in range(megabytes * (1 << 20) // len(bytes_)):
            connection.sendall(bytes_)
    except socket.timeout:
        return True  # it does not take more: nothing grows
    except OSError:
        return True
    finally:
        bystander.plays_on()
        connection.close()
    return False


def test_clients_that_do_not_read():
    with Server() as server, Bystander(server) as bystander:
        assert flood(server, b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n" * 1000, bystander)
        for opcode in (9, 1):
            client = server.client()
            payload = b"x" * 125 if opcode == 9 else dumps_join(bystander.table)
            flood(server, frame(payload, opcode=opcode) * 200, bystander, client.socket)
        spectator = server.client()
        state_of(spectator, bystander.table)
        bystander.plays_on(100)  # the spectator is sent all these updates and reads none


def dumps_join(table):
    return json.dumps({"type": "join", "table": table}).encode()


def test_a_reader_that_is_slow_is_told_later_and_not_dropped():
    with Server() as server:
        ann, eve, *others = (server.client() for _ in range(5))
        table = make_table(ann, "dragons", [ann])
        for other in (eve, *others):
            state_of(other, table)
        eve.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # and reads nothing from here on
        line, lines = "\U0001d11e" * 280, 4000
        before = server.memory()
        for sent in range(lines):  # some five megabytes
            ann.ask({"type": "chat", "table": table, "text": f"{sent} {line}"})
            if sent % 100 == 99:
                for other in others:
                    other.catch_up()
        assert server.memory() - before < (MEMORY if is_sanitized() else MEMORY // 8)
        for client in others:
            said = [message["text"] for message in client.heard if message["type"] == "chat"]
            assert [int(text.split()[0]) for text in said] == list(range(lines))
        eve.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        state = eve.until(lambda message: message["type"] == "table" and message["chat"])
        assert state["chat"][-1]["text"].startswith(f"{lines - 1} "), "it is told what it has missed"
        assert len(eve.heard) < lines
        eve.ask({"type": "ping", "c": 1})


def test_slow_requests_end():
    with Server(clock=True) as server, Bystander(server) as bystander:
        connections = [server.raw() for _ in range(40)]
        for byte in (b"G", b"x", b"x"):  # a byte every six seconds; a request may take 15
            for connection in connections:
                try:
                    connection.send(byte)
                except OSError:
                    pass
            wait_until(lambda: server.metrics()["hotaka_connections"] >= 41, "all are connected")
            bystander.plays_on()
            server.pass_time(6)
        for connection in connections:
            status, _ = read_answer(connection)
            assert status == 408, status
            assert connection.recv(1000) == b""
            connection.close()


@long
def test_two_thousand_idle_connections():
    with Server() as server, Bystander(server) as bystander:
        token = server.client().token
        # Those without a request come last: the server drops them after 15 seconds.
        clients = [server.client(token=token).socket for _ in range(1000)] + [server.raw() for _ in range(1000)]
        wait_until(lambda: server.metrics()["hotaka_connections"] >= 2000, "all are connected")
        bystander.plays_on()
        for one in clients:
            one.close()
        server.wait_for_connections(9)


def test_more_connections_than_there_may_be():
    with Server("--connections", "20") as server:
        client = server.client()
        others = [server.raw() for _ in range(30)]
        status, body = read_answer(others[-1])
        assert status == 503 and json.loads(body)["code"] == "unavailable"
        assert client.ask({"type": "ping", "c": 1})["type"] == "pong"
        for one in others:
            one.close()
        wait_until(lambda: server.http("GET /healthz HTTP/1.1")[0] == 200, "clients can connect again")
