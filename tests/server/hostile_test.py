"""All attacks of bench/hostile.py at once, for a short while: who plays honestly goes on."""
import sys
import threading
import time

from attack_test import Bystander
from support import PATIENCE, SOURCE, Server, early

sys.path.insert(0, str(SOURCE / "bench"))
from hostile import ATTACKS, Attacker  # noqa: E402


@early
def test_honest_people_play_on():
    with Server("--work-per-second", "300") as server, Bystander(server) as bystander:
        end = threading.Event()
        crowd = [Attacker(server.url, number, end) for number in range(2 * len(ATTACKS))]
        for one in crowd:
            one.start()
        try:
            begun = time.monotonic()
            while time.monotonic() - begun < 3:
                bystander.plays_on()
        finally:
            end.set()
        bystander.plays_on(20)
        for one in crowd:
            one.join(PATIENCE)
        assert server.alive()
