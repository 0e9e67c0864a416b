"""A game that only the list of the tests has, on a server that knows nothing of it."""
import pathlib

import support
from support import Server, act_once, make_table, my_turn


def server():
    """The program with the list of the tests stands beside the other."""
    return Server(program=pathlib.Path(support.PROGRAM).with_name("hotaka_test_program"))


def test_a_whole_game_by_turns():
    with server() as running:
        ann, bob = running.client("Ann"), running.client("Bob")
        table = make_table(ann, "hoard", [ann, bob])
        turns = 0
        while True:
            moved = 0
            for player in (ann, bob):
                state = support.state_of(player, table)
                if "result" in state:
                    assert turns == 6, turns
                    assert state["result"]["code"] == "hoards_compared", state
                    record = running.get(f"/api/tables/{table}/record")
                    assert record.count('"deal"') == 3, record
                    return
                if state["legal"]:
                    assert {"deal": True} in state["events"], state["events"]
                    act_once(player, state)
                    moved += 1
                    turns += 1
            assert moved, "nobody can act"


def test_a_race_ends_by_the_clock():
    with server() as running:
        ann, bob = running.client("Ann"), running.client("Bob")
        table = make_table(ann, "hoard_race", [ann, bob], edition="short")
        state = my_turn(ann, table)
        begins = state["round"]["start"]
        assert begins, state
        while "result" not in (state := support.state_of(bob, table)):
            bob.receive(timeout=0.2)
        assert state["result"]["code"] == "hoards_compared", state


def test_its_bots_play():
    with server() as running:
        ann = running.client("Ann")
        table = make_table(ann, "hoard", [ann], level="club")
        while "result" not in (state := support.state_of(ann, table)):
            if state["legal"]:
                act_once(ann, state)
            else:
                ann.receive(timeout=0.2)
        assert state["result"]["code"] == "hoards_compared", state


def test_a_race_has_no_bots():
    with server() as running:
        ann, bob = running.client("Ann"), running.client("Bob")
        table = ann.ask({"type": "create", "game": "hoard_race"})["table"]
        ann.refused({"type": "bot", "table": table, "place": 0, "level": "club"}, "no_bots")
        table = make_table(ann, "hoard_race", [ann, bob])
        ann.refused({"type": "leave", "table": table}, "no_bots")


def test_the_program_itself_does_not_have_it():
    with Server() as running:
        running.client("Ann").refused({"type": "create", "game": "hoard"}, "unknown_game")
