"""Every example of docs/protocol.md is carried out, and every kind of message has one."""
import json
import re
import time

from support import PATIENCE, SOURCE, Player, Server, dumps

DOCUMENT = (SOURCE / "docs" / "protocol.md").read_text(encoding="utf-8")
CLIENT_TYPES = ["lobby", "unlobby", "create", "join", "part", "sit", "stand", "ready", "bot", "start", "act",
                "done", "undo", "answer", "resign", "leave", "back", "rematch", "chat", "name", "ping"]
SERVER_TYPES = ["welcome", "ok", "refused", "lobby", "table", "update", "presence", "chat", "pong", "bye"]


def blocks():
    """(line number, lines) of each example."""
    found, at = [], None
    for number, line in enumerate(DOCUMENT.splitlines(), 1):
        if line.strip() == "```session":
            at = (number, [])
        elif line.strip() == "```" and at:
            found.append(at)
            at = None
        elif at and line.strip():
            at[1].append((number, line.strip()))
    return found


def fits(pattern, value, known):
    """Whether a value is as an example says; notes what the example names with $."""
    if pattern == "*":
        return True
    if isinstance(pattern, str) and pattern.startswith("$"):
        return known.setdefault(pattern, value) == value
    if isinstance(pattern, dict):
        return isinstance(value, dict) and all(
            any(fits(part, one, known) for one in value.values()) if key == "*"
            else key in value and fits(part, value[key], known) for key, part in pattern.items())
    if isinstance(pattern, list):
        if pattern and pattern[-1] == "..":
            return isinstance(value, list) and len(value) >= len(pattern) - 1 and all(
                fits(part, one, known) for part, one in zip(pattern[:-1], value))
        return isinstance(value, list) and len(value) == len(pattern) and all(
            fits(part, one, known) for part, one in zip(pattern, value))
    return pattern == value and isinstance(pattern, bool) == isinstance(value, bool)


def filled(text, known):
    def value(found):
        name = found.group(1)
        assert name in known, f"{name} is not known yet"
        return json.dumps(known[name])
    text = re.sub(r'"(\$[A-Z]+[0-9]*)"', value, text)
    return re.sub(r"(\$[A-Z]+[0-9]*)", lambda found: str(known[found.group(1)]), text)


class Session:
    def __init__(self, server):
        self.server = server
        self.clients = {}
        self.known = {}
        self.answer = {}  # of the last HTTP request

    def close(self):
        for client in self.clients.values():
            client.close()

    def client(self, letter):
        if letter not in self.clients:
            self.clients[letter] = Player(self.server.url, timeout=PATIENCE)
        client = self.clients[letter]
        if client.socket is None:
            client.connect()
            client.waiting = [client.welcome]
        return client

    def request(self, letter, line):
        method, path, body = (line.split(" ", 2) + [""])[:3]
        token = self.clients[letter].token if letter in self.clients else None
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}",
                f"Content-Length: {len(body.encode())}", "Connection: close"]
        if token:
            head.append(f"Authorization: Bearer {token}")
        self.answer[letter] = self.server.http(*head, body=body.encode())
        try:
            found = json.loads(self.answer[letter][1]).get("token")
        except ValueError:
            found = None
        if found:
            client = Player(self.server.url, token=found, timeout=PATIENCE)
            self.clients[letter] = client

    def send(self, letter, line):
        line = filled(line, self.known)
        if re.match(r"(GET|POST) /", line) and line != "GET /ws":
            self.request(letter, line)
        elif line == "GET /ws":
            self.client(letter)
        elif line == "(goes away)":
            self.clients[letter].close()
        elif line == "(the server is stopped)":
            self.server.stop()
        else:
            json.loads(line)
            self.client(letter)._frame(1, line.encode())  # pylint: disable=protected-access

    def expect(self, letter, line):
        if re.match(r"\d\d\d", line):
            status, body = self.answer[letter]
            assert status == int(line[:3]), (status, body)
            if line[3:].strip() not in ("", "*"):
                assert fits(json.loads(line[4:]), json.loads(body), self.known), body
            return
        pattern = json.loads(line)
        letters = [letter]
        if letter in "XY" and letter not in self.clients:  # whichever of A and B it is
            letters = ["A", "B"]
        end = time.monotonic() + PATIENCE
        seen = []
        while time.monotonic() < end:
            for one in letters:
                client = self.client(one)
                message = client.waiting.pop(0) if client.waiting else client.receive(timeout=0.05)
                if message is None:
                    continue
                known = dict(self.known)
                if fits(pattern, message, known):
                    self.known = known
                    if len(letters) == 2:
                        self.clients["X"] = self.clients[one]
                        self.clients["Y"] = self.clients["AB".replace(one, "")]
                    return
                seen.append(message)
        raise AssertionError(f"{letter} got no {line}, but {[dumps(one)[:300] for one in seen[-4:]]}")


def carry_out(lines):
    with Server() as server:
        session = Session(server)
        try:
            for number, line in lines:
                if line.startswith("#"):
                    continue
                found = re.fullmatch(r"([A-Z])([<>]) (.*)", line)
                assert found, f"docs/protocol.md:{number}: {line}"
                letter, arrow, rest = found.groups()
                try:
                    if arrow == ">":
                        session.send(letter, rest)
                    else:
                        session.expect(letter, rest)
                except Exception as error:
                    raise AssertionError(f"docs/protocol.md:{number}: {line}: {error}") from error
        finally:
            session.close()


def test_every_message_has_an_example():
    sent, heard, paths = set(), set(), set()
    for _, lines in blocks():
        for _, line in lines:
            found = re.search(r'^[A-Z]([<>]) \{"type":"(\w+)"', line)
            if found:
                (sent if found.group(1) == ">" else heard).add(found.group(2))
            found = re.search(r"^[A-Z]> (?:GET|POST) (\S+)", line)
            if found:
                paths.add(re.sub(r"\$T\w*", "ID", found.group(1)))
    assert sent >= set(CLIENT_TYPES), set(CLIENT_TYPES) - sent
    assert heard >= set(SERVER_TYPES), set(SERVER_TYPES) - heard
    named = set(re.findall(r"`(?:GET|POST) (/[^`]*)`", DOCUMENT))
    assert paths >= named, named - paths


def test_an_example_that_is_not_true_is_found():
    true = {"a": 1, "b": [1, 2], "c": {"d": "e"}}
    assert fits({"a": 1, "b": [1, ".."], "c": {"d": "$D"}}, true, {})
    for wrong in ({"a": 2}, {"z": "*"}, {"b": [1]}, {"b": [2, ".."]}, {"c": {"d": "f"}}, {"a": True}):
        assert not fits(wrong, true, {}), wrong
    assert not fits({"a": "$X"}, true, {"$X": 7})


def _add_tests():
    for number, lines in blocks():
        globals()[f"test_example_in_line_{number}"] = lambda lines=lines: carry_out(lines)


_add_tests()
