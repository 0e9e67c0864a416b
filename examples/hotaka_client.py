#!/usr/bin/env python3
"""A client of a Hotaka server in plain Python: joins a table, and plays what is legal.

    hotaka_client.py play dragons [--server http://127.0.0.1:8080] [--level club]
    hotaka_client.py play spirits --players 3
    hotaka_client.py play ratuki --players 2

makes a table, fills the other places with bots, plays one game to its end, and prints the result. Read `choose`, put
something cleverer there, and you have a bot. The protocol is described in docs/protocol.md.
"""
import argparse
import base64
import json
import os
import random
import socket
import struct
import sys
import time
import urllib.parse
import urllib.request


class Refused(Exception):
    """The server said no: `code` for programs, the text for people."""

    def __init__(self, why, code=""):
        super().__init__(why)
        self.code = code


class Closed(ConnectionError):
    """The server closed the connection; `code` is the close frame's, as RFC 6455 numbers them."""

    def __init__(self, why, code=None):
        super().__init__(why)
        self.code = code


class Client:
    """One person at a server: HTTP to become somebody, then a WebSocket."""

    def __init__(self, server, name=None, token=None, timeout=30):
        self.server = server.rstrip("/")
        self.address = urllib.parse.urlparse(self.server)
        self.timeout = timeout
        self.numbers = 0
        self.bytes = b""
        self.token = token
        if token is None:
            body = {"bearer": True}
            if name:
                body["name"] = name
            self.token = self.post("/api/session", body)["token"]
        self.socket = None

    def post(self, path, body):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        request = urllib.request.Request(self.server + path, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                answer = json.load(response)
            if path in ("/api/claim", "/api/password"):
                self.token = answer["token"]  # the old one has ended
            return answer
        except urllib.error.HTTPError as error:
            answer = json.load(error)
            raise Refused(answer["why"], answer["code"]) from error

    def get(self, path):
        with urllib.request.urlopen(self.server + path, timeout=self.timeout) as answer:
            return answer.read().decode()

    def connect(self):
        """Opens the WebSocket and returns the message `welcome`."""
        port = self.address.port or 80
        self.socket = socket.create_connection((self.address.hostname, port), self.timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /ws HTTP/1.1\r\nHost: {self.address.hostname}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.bytes:
            self._read()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Refused(head.split(b"\r\n")[0].decode())
        return self.receive()

    def close(self):
        if self.socket:
            self.socket.close()
            self.socket = None

    def _read(self):
        some = self.socket.recv(65536)
        if not some:
            raise Closed("the server closed the connection")
        self.bytes += some

    def _frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, size)
        masked = bytes(byte ^ mask[i & 3] for i, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def send(self, message):
        self._frame(1, json.dumps(message).encode())

    def receive(self, timeout=None):
        """The next message; None if there was none for so long."""
        self.socket.settimeout(self.timeout if timeout is None else timeout)
        while True:
            while len(self.bytes) < 2 or len(self.bytes) < self._size():
                try:
                    self._read()
                except (socket.timeout, BlockingIOError):
                    if timeout is None:
                        raise
                    return None
            opcode, payload = self._take()
            if opcode == 9:
                self._frame(10, payload)
            elif opcode == 8:
                raise Closed("the server says good-bye: " + payload[2:].decode(), int.from_bytes(payload[:2], "big"))
            elif opcode == 1:
                return json.loads(payload)

    def _size(self):
        size, head = self.bytes[1] & 127, 2
        if size == 126:
            if len(self.bytes) < 4:
                return 4
            size, head = struct.unpack("!H", self.bytes[2:4])[0], 4
        elif size == 127:
            if len(self.bytes) < 10:
                return 10
            size, head = struct.unpack("!Q", self.bytes[2:10])[0], 10
        return head + size

    def _take(self):
        whole = self._size()
        opcode, size = self.bytes[0] & 15, self.bytes[1] & 127
        head = 4 if size == 126 else 10 if size == 127 else 2
        payload, self.bytes = self.bytes[head:whole], self.bytes[whole:]
        return opcode, payload

    def ask(self, message):
        """Sends a message and waits for its answer; other messages that come meanwhile are dropped."""
        self.numbers += 1
        self.send({**message, "n": self.numbers})
        while True:
            answer = self.receive()
            if answer.get("to") == self.numbers:
                if answer["type"] == "refused":
                    raise Refused(answer["why"], answer["code"])
                return answer


def choose(state, legal):
    """Which of the legal actions to take. `state` has the view and everything else that is known."""
    if state["game"] == "ratuki":  # anything but throwing cards away, if there is anything
        useful = [action for action in legal if not action.startswith("discard")]
        return random.choice(useful or legal)
    return random.choice(legal)


def new_table(client, game, players, level, options=None):
    """Makes a table, sits down in place 0, and gives the other places to bots."""
    options = dict(options or {})
    if game != "dragons":
        options["players"] = players
    table = client.ask({"type": "create", "game": game, "options": options, "open": False})
    identity = table["table"]
    client.ask({"type": "sit", "table": identity, "place": 0, "seed": os.urandom(16).hex()})
    for place in range(1, len(table["places"])):
        client.ask({"type": "bot", "table": identity, "place": place, "level": level})
    return client.ask({"type": "ready", "table": identity})


def play_on(client, state, pause=0.0, until=None):
    """Plays until the game is over (or until `until(state)`), and returns the last state."""
    timed = state["game"] == "ratuki"
    offset = None
    if timed:  # keep in step with the server's clock
        sent = time.time() * 1000
        offset = client.ask({"type": "ping", "c": 0})["now"] - sent
    next_act = 0
    while "result" not in state and not (until and until(state)):
        legal = state.get("legal", {})
        if timed:
            now = time.time() * 1000 + offset
            start = state["round"]["start"]
            if legal and now >= max(start + 300, next_act):
                seat = next(iter(legal))
                client.send({"type": "act", "table": state["table"], "do": choose(state, legal[seat]),
                             "t": int(now - start)})
                next_act = now + 350
            message = client.receive(timeout=0.05)
            if message is None:
                continue
        else:
            if legal:
                seat, actions = next(iter(legal.items()))
                if pause:
                    time.sleep(pause)
                client.send({"type": "act", "table": state["table"], "version": state["version"],
                             "seat": int(seat), "do": choose(state, actions)})
            message = client.receive()
        if message["type"] in ("update", "table") and message["table"] == state["table"]:
            state = {**state, **{"legal": {}}, **message}
        elif message["type"] == "refused" and not timed:
            raise Refused(message["why"], message["code"])
    return state


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["play"])
    parser.add_argument("game", help="such as dragons; the server knows which there are")
    parser.add_argument("--server", default="http://127.0.0.1:8080")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--level", default="club")
    parser.add_argument("--target", type=int, help="spirits and ratuki: points to play for")
    given = parser.parse_args()
    client = Client(given.server, name="Python")
    client.connect()
    options = {"target": given.target} if given.target else {}
    state = new_table(client, given.game, given.players, given.level, options)
    print(f"table {state['table']}, the dice are committed to {state['fair']['commit'][:16]}..")
    state = play_on(client, state)
    print("result:", json.dumps(state["result"]))
    record = client.get(f"/api/tables/{state['table']}/record")
    print(f"record: {len(record.splitlines())} lines, {len(record)} bytes")


if __name__ == "__main__":
    try:
        main()
    except (Refused, ConnectionError, OSError) as error:
        sys.exit(f"hotaka_client.py: {error}")
