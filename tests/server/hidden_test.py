"""No message to others, answer, metric or log line of a running server has a hidden card, a secret or a token.

tests/wire/hidden_test.cpp proves it for the messages of all tables; here it is the whole server with all its doors."""
import os
import re
import sqlite3

from support import Refused, Server, act_once, dumps, journal_entries, make_table, my_turn, state_of, wait_until


def journal(server, table):
    """The lines of a table as they are stored, which nobody but the server may see."""
    database = sqlite3.connect(os.path.join(server.data, "hotaka.db"))
    lines = [line for name, _, text in journal_entries(database) if name == table for line in text.split("\n")]
    database.close()
    return lines


def secret_of(server, table):
    return re.search(r'"secret":"(\w{64})"', journal(server, table)[0]).group(1)


def doors(server, table, people):
    """Everything that can be had of a running table without a place at it."""
    said = [server.ask_admin("metrics"), server.get("/api/tables"), server.get("/healthz"), server.log_text()]
    said.append(server.http(f"GET /api/tables/{table}/record HTTP/1.1")[1].decode())
    said.append(server.ask_admin("tables"))
    spectator = server.client("Eve")
    state_of(spectator, table)
    for message in ({"type": "act", "table": table, "version": 0, "do": "play Y13"}, {"type": "undo", "table": table},
                    {"type": "sit", "table": table, "place": 0}, {"type": "rematch", "table": table},
                    {"type": "act", "table": table, "version": 0, "seat": 0, "do": "discard 1n"}):
        try:
            spectator.ask(message)
        except Refused:
            pass
    spectator.ask({"type": "chat", "table": table, "text": "hello"})
    spectator.ask({"type": "join", "table": table, "since": 3})
    for person in people:
        spectator.ask({"type": "chat", "table": table, "text": f"hello {person.welcome['name']}"})
    spectator.ask({"type": "lobby"})
    return said, spectator


def check_nothing_secret(texts, server, tables, people):
    words = [secret_of(server, table) for table in tables] + [person.token for person in people]
    for text in texts:
        for word in words:
            assert word not in text, f"{word} in {text[:300]}"


def test_no_deal_no_secret_no_token():
    with Server() as server:
        people = [server.client(name) for name in ("Ann", "Ben", "Cleo", "Dan")]
        tables = []
        for game, count in [("dragons", 2), ("spirits", 2), ("spirits", 3), ("spirits", 4), ("ratuki", 2), ("ratuki", 4)]:
            players = people[:count]
            table = make_table(players[0], game, players)
            tables.append(table)
            for _ in range(3):
                for person in players:
                    state = state_of(person, table)
                    if game != "ratuki" and state["legal"]:
                        act_once(person, state)
            said, spectator = doors(server, table, players)
            said += [dumps(message) for message in spectator.heard]
            for text in said:
                assert '"deal":[' not in text and '"decks":[' not in text, text[:300]
                assert "password" not in text
            check_nothing_secret(said, server, tables, people)
            if game != "dragons":
                assert "hidden cards" in said[4], said[4]
            again = players[0].again(server)  # the same after a lost connection
            state_of(again, table)
            check_nothing_secret([dumps(message) for message in again.heard + players[1].heard], server, tables, people)
            assert not any('"deal":[' in dumps(one) or '"decks":[' in dumps(one) for one in again.heard + players[1].heard)


def test_hands_of_spirits_are_known_to_their_owners_only():
    with Server() as server:
        people = [server.client() for _ in range(4)]
        table = make_table(people[0], "spirits", people)
        deal = next(line for line in journal(server, table) if line.startswith('{"deal"'))
        hands = [set(re.findall(r"[YR](?:\d\d|X\d|FU)", hand)) for hand in re.findall(r"\[([^\[\]]*)\]", deal)]
        assert len(hands) == 4 and all(len(hand) == 7 for hand in hands), deal
        eve = server.client()
        for viewer, person in [(place, person) for place, person in enumerate(people)] + [(None, eve)]:
            text = dumps(state_of(person, table))
            seen = set(re.findall(r"[YR](?:[1-6]\d|X[123]|FU)", re.search(r'"view":"([^"]*)"', text).group(1)))
            seen |= set(re.findall(r"play ([YR]\w\w)", text))
            assert seen <= (hands[viewer] if viewer is not None else set()), (viewer, seen, hands)
            assert viewer is None or seen == hands[viewer]


def test_cards_that_others_throw_away_are_not_told():
    with Server(clock=True) as server:
        ann, ben, eve = server.client(), server.client(), server.client()
        table = make_table(ann, "ratuki", [ann, ben])
        state_of(eve, table)
        state = my_turn(ann, table)
        action = next(one for one in state["legal"]["0"] if one.startswith("discard"))

        def discard():
            try:
                return ann.ask({"type": "act", "table": table, "do": action})
            except Refused as refusal:
                assert "begun" in str(refusal), refusal
                server.pass_time(0.5)  # the count-down
                return None

        done = wait_until(discard, "the round begins")
        assert done["events"][0]["do"] == action
        for other in (ben, eve):
            state_of(other, table)
            told = dumps([message for message in other.heard if message.get("version") == done["version"]])
            assert told != "[]" and "discard" not in re.sub(r'"legal":\{[^}]*\}', "", told), told


def test_nobody_is_told_of_a_play_before_it_settles():
    with Server(clock=True) as server:
        ann, ben, eve = server.client(), server.client(), server.client()
        table = make_table(ann, "ratuki", [ann, ben], options={"tie_ms": 1000, "idle_ms": 600000})
        state_of(eve, table)

        def act():
            """Ann's next action, a play if she has one; her state after it."""
            server.pass_time(1.1)  # hand_ms, and the count-down
            legal = state_of(ann, table)["legal"]["0"]
            action = min(legal, key=lambda one: ["play", "start", "discard"].index(one.split()[0]))
            try:
                return action, ann.ask({"type": "act", "table": table, "do": action})
            except Refused as refusal:
                assert "begun" in str(refusal), refusal
                return "", None

        action = ""
        while not action.startswith("play"):
            before = {person: state_of(person, table) for person in (ann, ben, eve)}
            action, played = act()
        assert played["version"] == before[ann]["version"] + 1 and "@" in played["view"].split()[1]
        server.pass_time(1.1)
        for person in (ben, eve):  # the first that they hear is that it is settled
            told = person.until(lambda message: message["type"] == "update")
            assert told["version"] == before[person]["version"] + 1
            assert told["view"].split()[1] != before[person]["view"].split()[1] and told["events"] == []
            person.refused({"type": "join", "table": table, "since": told["version"] + 1}, "version_ahead")
        settled = ann.until(lambda message: message.get("version", 0) > played["version"])
        assert settled["version"] == played["version"] + 1


def test_when_it_is_over_everything_is_shown():
    with Server() as server:
        ann, eve = server.client(), server.client()
        table = make_table(ann, "spirits", [ann], options={"players": 4})
        my_turn(ann, table)
        secret = secret_of(server, table)
        ann.ask({"type": "resign", "table": table})
        state = state_of(eve, table)
        assert state["fair"]["secret"] == secret and any(isinstance(one.get("deal"), list) for one in state["events"])
        assert secret in server.get(f"/api/tables/{table}/record")
        assert secret not in server.log_text() + server.ask_admin("metrics")
