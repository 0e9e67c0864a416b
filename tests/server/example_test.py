"""The client of examples/ plays a whole game of each kind."""
import json
import subprocess
import sys
import threading

import support
from support import PATIENCE, SOURCE, Server, early, in_background


def play(server, *words):
    done = subprocess.run(
        [sys.executable, SOURCE / "examples" / "hotaka_client.py", "play", *words, "--server", server.url,
         "--level", "novice"], capture_output=True, text=True, timeout=5 * PATIENCE, check=False,
        env=server.clock.environment(realtime_only=True) if server.clock else None)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    table = lines[0].split()[1].rstrip(",")
    result = json.loads(lines[1].removeprefix("result: "))
    assert result["winners"], result
    record = server.get(f"/api/tables/{table}/record")
    checked = subprocess.run([support.PROGRAM, "verify", "-"], input=record, capture_output=True, text=True,
                             timeout=PATIENCE, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_dragons():
    with Server() as server:
        play(server, "dragons")


def test_spirits_with_two():
    with Server() as server:
        play(server, "spirits", "--players", "2", "--target", "30")


def test_spirits_with_three():
    with Server() as server:
        play(server, "spirits", "--players", "3", "--target", "30")


def test_spirits_with_four():
    with Server() as server:
        play(server, "spirits", "--players", "4", "--target", "30")


class FastClock:
    """Lets the time of a server pass several times as fast."""

    def __init__(self, server):
        self.server = server
        self.stop = threading.Event()

    def run(self):
        while not self.stop.wait(0.01):
            self.server.pass_time(0.1)

    def __enter__(self):
        self.thread = in_background(self.run)
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()


@early
def test_ratuki():
    with Server(clock=True) as server, FastClock(server):
        play(server, "ratuki", "--players", "3", "--target", "5")


def test_a_server_that_is_not_there_is_named():
    done = subprocess.run(
        [sys.executable, SOURCE / "examples" / "hotaka_client.py", "play", "dragons", "--server",
         "http://127.0.0.1:1"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode != 0 and "hotaka_client.py:" in done.stderr, done.stderr
