"""The client of examples/ plays a whole game of each kind."""
import json
import subprocess
import sys

import support
from support import SOURCE, Server


def play(server, *words):
    done = subprocess.run(
        [sys.executable, SOURCE / "examples" / "hotaka_client.py", "play", *words, "--server", server.url,
         "--level", "novice"], capture_output=True, text=True, timeout=150, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    table = lines[0].split()[1].rstrip(",")
    result = json.loads(lines[1].removeprefix("result: "))
    assert result["winners"], result
    record = server.get(f"/api/tables/{table}/record")
    checked = subprocess.run([support.PROGRAM, "verify", "-"], input=record, capture_output=True, text=True,
                             timeout=60, check=False)
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


def test_ratuki():
    with Server() as server:
        play(server, "ratuki", "--players", "3", "--target", "5")


def test_a_server_that_is_not_there_is_named():
    done = subprocess.run(
        [sys.executable, SOURCE / "examples" / "hotaka_client.py", "play", "dragons", "--server",
         "http://127.0.0.1:1"], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode != 0 and "hotaka_client.py:" in done.stderr, done.stderr
