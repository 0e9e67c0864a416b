#!/usr/bin/env python3
"""What honest players notice while fifty connections attack: bench/hostile.py [SECONDS], 60 if not said.

A hundred tables play at one action per second, first alone, then beside the attackers, each on a fresh server with its
default settings. Prints both as one JSON line each, and the differences that the documentation bounds."""
import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "examples"))
from hotaka_client import Client, new_table  # noqa: E402

SERVER, BENCH = (str(ROOT / "build" / "release" / name) for name in ("hotaka", "hotaka_bench"))
CONNECTIONS = 50


def frame(message):
    payload = message if isinstance(message, bytes) else json.dumps(message).encode()
    assert len(payload) < 65536
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0x80 | 126]) + len(payload).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + payload  # the mask of zeros is as good as another


class Attacker(threading.Thread):
    """Sends something again and again until the end; whether it reads the answers depends on the attack."""

    def __init__(self, url, number, end):
        super().__init__(daemon=True)
        self.url, self.number, self.end = url, number, end
        self.attack = ATTACKS[number % len(ATTACKS)]
        self.sent = self.closed = 0

    def run(self):
        while not self.end.is_set():
            try:
                self.attack(self)
            except Exception:  # pylint: disable=broad-except
                self.closed += 1
                time.sleep(0.2)

    def client(self):
        client = Client(self.url, timeout=10)
        client.connect()
        return client

    def game(self, client, level="novice"):
        return new_table(client, "dragons", 2, level)["table"]

    def flood(self, connection, bytes_, reads=False):
        connection.settimeout(1)
        while not self.end.is_set():
            try:
                connection.sendall(bytes_)
                self.sent += len(bytes_)
            except TimeoutError:
                pass  # it is not heard for a while
            if reads:
                try:
                    while len(connection.recv(1 << 16)) == 1 << 16:
                        pass
                except TimeoutError:
                    pass


def leave_and_back(self):
    client = self.client()
    table = self.game(client, "master")
    both = b"".join(frame({"type": kind, "table": table}) for kind in ("leave", "back"))
    self.flood(client.socket, both * 100, reads=self.number % 2 == 0)


def ready_and_not(self):
    client = self.client()
    table = client.ask({"type": "create", "game": "spirits"})["table"]
    client.ask({"type": "sit", "table": table, "place": 0})
    both = b"".join(frame({"type": "ready", "table": table, "ready": yes}) for yes in (True, False))
    self.flood(client.socket, both * 100)


def chat(self):
    client = self.client()
    table = self.game(client)
    self.flood(client.socket, frame({"type": "chat", "table": table, "text": "\U0001d11e" * 300}) * 50)


def join(self):
    client = self.client()
    table = self.game(client)
    self.flood(client.socket, frame({"type": "join", "table": table}) * 100)


def lobby(self):
    client = self.client()
    self.flood(client.socket, frame({"type": "lobby"}) * 100)


def act_and_undo(self):
    client = self.client()
    table = self.game(client)
    while not self.end.is_set():
        state = client.ask({"type": "join", "table": table})
        if "result" in state:
            table = self.game(client)
        elif not state["legal"]:
            time.sleep(0.01)
        else:
            action = random.choice(next(iter(state["legal"].values())))
            client.ask({"type": "act", "table": table, "version": state["version"], "do": action, "hold": True})
            client.ask({"type": "undo", "table": table})


def tables(self):
    client = self.client()
    self.flood(client.socket, frame({"type": "create", "game": "ratuki", "options": {"players": 5}}) * 20, reads=True)


def files(self):
    with socket.create_connection(client_address(self.url)) as connection:
        self.flood(connection, b"GET /api/tables HTTP/1.1\r\nHost: a\r\n\r\n" * 200)


def passwords(self):
    body = b'{"name":"somebody","password":"not this one"}'
    with socket.create_connection(client_address(self.url)) as connection:
        self.flood(connection, b"POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(body) + body, reads=True)


def guests(self):
    Client(self.url, timeout=10)
    self.sent += 1


def garbage(self):
    client = self.client()
    client.socket.sendall(random.randbytes(2000))
    self.sent += 2000
    time.sleep(0.05)
    client.close()


def pings(self):
    client = self.client()
    self.flood(client.socket, b"\x89\xfd" + bytes(129) * 1)


def client_address(url):
    host, port = url.split("//")[1].split(":")
    return host, int(port)


ATTACKS = [leave_and_back, ready_and_not, chat, join, lobby, act_and_undo, tables, files, passwords, guests, garbage, pings]


def memory(pid):
    text = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line for line in text.splitlines() if line.startswith("VmHWM")).split()[1]) >> 10


def size_of(folder):
    return sum(path.stat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file()) >> 20


def measure(seconds, attackers):
    with tempfile.TemporaryDirectory(prefix="hotaka-hostile-") as folder:
        command = [SERVER, "serve", "--port", "0", "--data", folder + "/data"]
        with subprocess.Popen(["taskset", "-c", "0", *command], stdout=subprocess.PIPE) as server:
            url = server.stdout.readline().decode().split()[3].rstrip("/")
            end = threading.Event()
            crowd = [Attacker(url, number, end) for number in range(attackers)]
            load = subprocess.Popen(["taskset", "-c", "1", BENCH, "load", url, "--tables", "100", "--pace", "1000",
                                     "--seconds", str(seconds), "--warmup", "5"], stdout=subprocess.PIPE)
            time.sleep(3)
            for one in crowd:
                one.start()
            out, _ = load.communicate(timeout=seconds + 120)
            end.set()
            found = json.loads(out)
            result = {"attackers": attackers, **{name: found[name] for name in ("actions", "p50_ms", "p99_ms", "max_ms", "refused")},
                      "honest_ok": load.returncode == 0, "memory_mib": memory(server.pid), "disk_mib": size_of(folder)}
            if attackers:
                result["sent_kib"] = {attack.__name__: sum(one.sent for one in crowd if one.attack is attack) >> 10
                                      for attack in ATTACKS}
                result["attacks_begun_again"] = sum(one.closed for one in crowd)
            server.terminate()
            server.wait(20)
            print(json.dumps(result), flush=True)
            return result


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    os.sched_setaffinity(0, {1})
    alone, beside = measure(seconds, 0), measure(seconds, CONNECTIONS)
    print(f"beside {CONNECTIONS} attackers: p99 {beside['p99_ms']} ms (alone {alone['p99_ms']}), "
          f"memory {beside['memory_mib'] - alone['memory_mib']:+} MiB, disk {beside['disk_mib'] - alone['disk_mib']:+} MiB, "
          f"{'nobody' if beside['honest_ok'] else 'somebody'} honest was disconnected")


if __name__ == "__main__":
    main()
