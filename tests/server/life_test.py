"""What happens at tables between people: coming back, two tabs, leaving, time, taking back, ratings."""
import json
import time

from support import RATED, Refused, Server, act_once, make_table, my_turn, state_of, wait_until


def test_coming_back_with_since():
    with Server() as server:
        ann = server.client()
        table = make_table(ann, "dragons", [ann])
        act_once(ann, my_turn(ann, table))
        seen = state_of(ann, table)
        act_once(ann, my_turn(ann, table))
        my_turn(ann, table)
        ann.close()
        ann = ann.again(server)
        assert ann.welcome["tables"] == [table]
        late = ann.ask({"type": "join", "table": table, "since": seen["version"]})
        whole = state_of(ann, table)
        assert late["version"] == whole["version"] and late["view"] == whole["view"]
        assert whole["events"] == seen["events"] + late["events"]
        assert 0 < len(late["events"]) < len(whole["events"])
        ann.refused({"type": "join", "table": table, "since": 10 ** 9}, "version_ahead")
        ann.refused({"type": "join", "table": table, "since": -5}, "bad_field")
        ann.refused({"type": "join"}, "bad_field")


def test_two_tabs_are_one_seat():
    with Server() as server:
        ann, ben = server.client("Ann"), server.client("Ben")
        table = make_table(ann, "dragons", [ann, ben])
        tab = ann.again(server)
        assert tab.person == ann.person
        state = state_of(tab, table)
        assert state["you"] == 0
        ben.nothing()  # no word of a second tab
        ann.close()
        server.wait_for_connections(2)  # the server has noticed it
        ben.nothing()  # the other one is there still
        tab.close()
        assert ben.of_type("presence") == {"type": "presence", "table": table, "place": 0, "here": False}
        assert state_of(ben, table)["places"][0]["here"] is False
        tab = ann.again(server)
        state_of(tab, table)
        assert ben.of_type("presence")["here"] is True


def test_both_tabs_are_told():
    with Server() as server:
        ann = server.client()
        table = make_table(ann, "dragons", [ann])
        tab = ann.again(server)
        state_of(tab, table)
        answer = act_once(ann, my_turn(ann, table))
        told = tab.until(lambda message: message.get("version") == answer["version"])
        assert {**told, "to": answer["to"]} == answer


def test_leaving_and_coming_back():
    with Server() as server:
        ann, ben = server.client(), server.client()
        table = make_table(ann, "dragons", [ann, ben])
        ann.refused({"type": "back", "table": table}, "not_away")
        ann.refused({"type": "leave", "table": table, "level": "genius"}, "unknown_level")
        left = ann.ask({"type": "leave", "table": table, "level": "novice"})
        assert left["events"][0]["away"] == 0 and left["legal"] == {}
        place = state_of(ben, table)["places"][0]
        assert place["away"] and place["level"] == "novice"
        state = my_turn(ben, table)  # the bot plays for Ann if it is her turn
        act_once(ben, state)
        ann.refused({"type": "leave", "table": table}, "already_away")
        back = ann.ask({"type": "back", "table": table})
        assert back["events"][-1]["back"] == 0
        place = state_of(ann, table)["places"][0]
        assert "away" not in place and place["kind"] == "person"


def test_leaving_a_table_of_bots():
    """A person who comes back or resigns while the bots pause does not stop the server for the others."""
    with Server(clock=True) as server:
        ann, ben = server.client(), server.client()
        for game, then in [("dragons", "back"), ("spirits", "back"), ("dragons", "resign")]:
            table = make_table(ann, game, [ann])
            my_turn(ann, table)
            ann.ask({"type": "leave", "table": table})
            ann.ask({"type": then, "table": table})
            for _ in range(5):
                server.pass_time(0.2)  # the pause is 0.7 s
                assert ben.ask({"type": "ping", "c": 1})["type"] == "pong"


def test_rematch_with_rotated_places():
    with Server() as server:
        people = [server.client(name) for name in ("Ann", "Ben", "Cleo")]
        table = make_table(people[0], "spirits", people, options={"players": 4})
        people[1].refused({"type": "rematch", "table": table}, "not_over")
        people[2].ask({"type": "resign", "table": table})
        people[2].refused({"type": "resign", "table": table}, "resignation_pending")
        assert "result" not in state_of(people[1], table)
        assert not any("resigning" in event for event in state_of(people[1], table)["events"]), "partners only"
        people[0].until(lambda message: any("resigning" in event for event in message.get("events", [])))
        people[0].ask({"type": "resign", "table": table})
        answer = people[1].ask({"type": "rematch", "table": table})
        again = people[0].ask({"type": "rematch", "table": table})
        assert answer["table"] == again["table"] != table
        assert state_of(people[0], table)["rematch"] == answer["table"]
        state = state_of(people[0], answer["table"])
        assert [place.get("name") for place in state["places"]] == ["novice", "Ann", "Ben", "Cleo"]
        for person in people:
            state_of(person, answer["table"])
            last = person.ask({"type": "ready", "table": answer["table"], "seed": "ab" * 16})
        assert last["state"] == "running" and last["fair"]["seeds"] == ["", *["ab" * 16] * 3]


def test_limits_of_chat():
    with Server() as server:
        ann, eve = server.client("Ann"), server.client("Eve")
        table = make_table(ann, "dragons", [ann])
        state_of(eve, table)
        for text in ("", "x" * 301):
            ann.refused({"type": "chat", "table": table, "text": text}, "bad_chat")
        ann.ask({"type": "chat", "table": table, "text": "ü" * 300})
        assert eve.of_type("chat")["text"] == "ü" * 300
        for i in range(60):
            eve.ask({"type": "chat", "table": table, "text": f"line {i} <b>&\"\\\n"})
        chat = state_of(ann, table)["chat"]
        assert len(chat) == 50 and chat[-1]["text"] == "line 59 <b>&\"\\" and chat[-1]["name"] == "Eve"
        eve.refused({"type": "chat", "table": "nosuchtable", "text": "hello"}, "no_such_table")
        eve.ask({"type": "part", "table": table})
        eve.refused({"type": "chat", "table": table, "text": "hello"}, "not_joined")


def test_watchers_are_shown_out():
    with Server() as server:
        ann, ben, eve = server.client(), server.client(), server.client()
        table = make_table(ann, "dragons", [ann, ben], start=False, watch=False)
        state_of(eve, table)
        ann.ask({"type": "ready", "table": table})
        ben.ask({"type": "ready", "table": table})
        out = eve.of_type("refused")
        assert out["table"] == table and out["code"] == "no_spectators"
        assert not any(message.get("state") == "running" for message in eve.heard)
        eve.refused({"type": "join", "table": table}, "no_spectators")
        mover = ann if state_of(ann, table)["legal"] else ben
        act_once(mover, my_turn(mover, table))
        eve.nothing()
        status, body = server.http(f"GET /api/tables/{table}/record HTTP/1.1")
        assert status == 404 and json.loads(body)["code"] == "record_hidden"
        assert table not in server.get("/api/tables")


def test_time_runs_out():
    with Server(clock=True) as server:
        ann, ben, cleo = server.client(), server.client(), server.client()
        clock = {"kind": "relaxed", "bank": 60, "move": 0}
        two = make_table(ann, "dragons", [ann, ben], time=clock)
        three = make_table(cleo, "spirits", [cleo], options={"players": 3}, time=clock)
        begun = state_of(ann, two)
        late = begun["clock"]["running"][0]
        assert begun["clock"]["left"][1 - late] == 60000 and 0 < begun["clock"]["left"][late] <= 60000
        state = my_turn(cleo, three)
        server.pass_time(30)
        assert state_of(ann, two)["state"] == "running" and state_of(cleo, three)["legal"] == state["legal"]
        server.pass_time(30)
        end = ann.until(lambda message: "result" in message)
        assert end["events"][0]["end"] == "time" and end["events"][0]["seat"] == late
        assert end["result"]["winners"] == [1 - late]
        assert end["events"][0]["at"] - begun["clock"]["at"] >= begun["clock"]["left"][late]
        away = cleo.until(lambda message: any("away" in event for event in message.get("events", [])))
        assert away["table"] == three and state["legal"] and away["legal"] == {}
        assert "back" in cleo.ask({"type": "back", "table": three})["events"][0]


def test_nobody_gains_time_by_leaving():
    with Server() as server:
        ann, ben = server.client(), server.client()
        table = make_table(ann, "dragons", [ann, ben], time={"kind": "relaxed", "bank": 60, "move": 10})
        turn = state_of(ann, table)
        mine = ann if turn["clock"]["running"] == [0] else ben
        for _ in range(3):
            mine.ask({"type": "leave", "table": table})
            mine.ask({"type": "back", "table": table})
        assert max(state_of(ann, table)["clock"]["left"]) <= 60000


def test_waiting_tables_are_forgotten():
    with Server("--keep-waiting", "1", clock=True) as server:
        ann = server.client()
        empty = make_table(ann, "dragons", [ann], start=False)
        running = make_table(ann, "dragons", [ann])
        ann.close()
        ann = ann.again(server)
        watched = make_table(ann, "dragons", [ann], start=False)
        assert server.metrics()["hotaka_tables"] in (2, 3)

        def forgotten():
            server.pass_time(6)  # the server looks every five seconds
            ann.ask({"type": "ping", "c": 1})
            return server.metrics()["hotaka_tables"] == 2

        wait_until(forgotten, "only the table that nobody watches is forgotten")
        state_of(ann, watched)
        state_of(ann, running)
        # What is answered is stored, and so is what was decided before it.
        ann.ask({"type": "ready", "table": watched, "ready": False})
        server.kill()
        server.start()
        ann = ann.again(server)
        ann.refused({"type": "join", "table": empty}, "no_such_table")
        state_of(ann, running)


def test_a_waiting_table_without_people_goes_within_two_minutes():
    with Server("--tables-per-person", "1", clock=True) as server:
        ann = server.client()
        table = make_table(ann, "dragons", [ann], start=False)
        ann.ask({"type": "stand", "table": table})
        ann.ask({"type": "part", "table": table})
        ann.refused({"type": "create", "game": "dragons"}, "too_many_tables")
        for _ in range(3):  # not within half a minute
            server.pass_time(10)
            ann.refused({"type": "create", "game": "dragons"}, "too_many_tables")
        for _ in range(9):
            server.pass_time(10)
            ann.ask({"type": "ping", "c": 1})
        assert server.metrics()["hotaka_tables"] == 0
        ann.ask({"type": "create", "game": "dragons"})


def test_passwords_cannot_be_tried_without_end():
    with Server() as server:
        ann = server.client("Ann")
        ann.post("/api/claim", {"name": "Ann", "password": "a good password"})
        whys = []
        for _ in range(12):
            try:
                ann.post("/api/login", {"name": "ann", "password": "a wrong password"})
            except Refused as refused:
                whys.append(refused.code)
        assert whys[:10] == ["wrong_password"] * 10, whys
        assert set(whys[10:]) == {"too_many_requests"}, whys
        assert server.login("Ann", "a good password", "X-Real-IP: 192.0.2.1") == 429


def test_passwords_behind_a_proxy():
    with Server("--behind-proxy") as server:
        server.client("Ann").post("/api/claim", {"name": "Ann", "password": "a good password"})
        tries = [server.login("Ann", "a wrong password", "X-Real-IP: 192.0.2.1") for _ in range(11)]
        assert tries == [401] * 10 + [429], tries
        assert server.login("Ann", "a good password", "X-Real-IP: 192.0.2.1") == 429
        assert server.login("Ann", "a good password", "X-Real-IP: 192.0.2.2") == 200


def test_holding_and_taking_back():
    with Server() as server:
        ann, ben = server.client(), server.client()
        table = make_table(ann, "dragons", [ann, ben])
        mover = ann if state_of(ann, table)["legal"] else ben
        other = ben if mover is ann else ann
        first = state = state_of(mover, table)
        actions = 0
        while state.get("legal"):
            seat, legal = next(iter(state["legal"].items()))
            state = mover.ask({"type": "act", "table": table, "version": state["version"], "do": legal[0], "hold": True})
            actions += 1
        assert state["held"] == first["you"] and state["undo"] == {"can": "free"}
        other.refused({"type": "done", "table": table}, "no_turn_to_end")
        other.refused({"type": "undo", "table": table}, "nothing_to_undo")
        mover.refused({"type": "act", "table": table, "version": state["version"], "do": legal[0]}, "turn_held")
        for _ in range(actions):
            state = mover.ask({"type": "undo", "table": table})
        assert state["view"] == first["view"] and state["legal"] == first["legal"]
        mover.refused({"type": "undo", "table": table}, "nothing_to_undo")
        while state.get("legal"):
            seat, legal = next(iter(state["legal"].items()))
            state = mover.ask({"type": "act", "table": table, "version": state["version"], "do": legal[-1], "hold": True})
        state = mover.ask({"type": "done", "table": table})
        assert "done" in state["events"][0] and "held" not in state
        mover.refused({"type": "undo", "table": table}, "nothing_to_undo")  # the dice have been rolled
        mover.ask({"type": "resign", "table": table})
        assert "undo" not in server.get(f"/api/tables/{table}/record")


def test_asking_to_take_back():
    with Server() as server:
        ann, ben = server.client(), server.client()
        table = make_table(ann, "spirits", [ann, ben], options={"players": 2, "deal": "balanced"})
        mover = ann if state_of(ann, table)["legal"] else ben
        other = ben if mover is ann else ann
        state = state_of(mover, table)
        seat, legal = next(iter(state["legal"].items()))
        ask = next(action for action in legal if action.startswith("ask"))
        mover.ask({"type": "act", "table": table, "version": state["version"], "do": ask})
        asked = mover.ask({"type": "undo", "table": table})
        assert asked["undo"]["asked"] == int(seat)
        mover.refused({"type": "undo", "table": table}, "undo_pending")
        mover.refused({"type": "answer", "table": table, "yes": True}, "no_undo_request")
        other.refused({"type": "answer", "table": table, "yes": "maybe"}, "bad_field")
        other.ask({"type": "answer", "table": table, "yes": False})
        other.refused({"type": "answer", "table": table, "yes": True}, "no_undo_request")
        mover.ask({"type": "undo", "table": table})
        answer = other.ask({"type": "answer", "table": table, "yes": True})
        assert "undo" in answer["events"][-1]
        assert state_of(mover, table)["view"] == state["view"]


def ratings_of(person, table):
    """By place. They are read from the store after people have sat down."""
    def read():
        places = state_of(person, table)["places"]
        return all("rating" in place for place in places) and [place["rating"] for place in places]

    return wait_until(read, "the ratings are read")


def play_some(table, people, least=5):
    """Until each of them has acted so often, and the last of them may resign in a game that counts."""
    actions = dict.fromkeys(people, 0)
    while min(actions.values()) < least:
        for person in people:
            state = state_of(person, table)
            assert "result" not in state
            if state["legal"]:
                act_once(person, state)
                actions[person] += 1


def test_rated_games_change_ratings():
    with Server() as server:
        ann, ben = server.client("Ann", claim=True), server.client("Ben", claim=True)
        table = make_table(ann, "dragons", [ann, ben], **RATED)
        assert ratings_of(ann, table) == [1500, 1500]
        ben.ask({"type": "resign", "table": table})  # nobody has played
        table = make_table(ann, "dragons", [ann, ben], **RATED)
        assert ratings_of(ann, table) == [1500, 1500]
        play_some(table, [ann, ben])
        ben.ask({"type": "resign", "table": table})
        first = table
        table = make_table(ann, "dragons", [ann, ben], **RATED)
        better, worse = ratings_of(ann, table)
        again = ann.ask({"type": "rematch", "table": first})["table"]
        assert [place.get("claimed") for place in state_of(ann, again)["places"]] == [True, True]
        assert better > 1600 and worse < 1400, (better, worse)
        free = make_table(ann, "dragons", [ann, ben])
        ann.ask({"type": "resign", "table": free})
        server.kill()
        server.start()
        ann = ann.again(server)
        assert ratings_of(ann, table) == [better, worse]


def test_who_resigns_among_three_ranks_last():
    with Server() as server:
        ann, ben, cleo = people = [server.client(name) for name in ("Ann", "Ben", "Cleo")]
        table = make_table(ann, "spirits", people, options={"players": 3, "target": 1})
        told = ann.ask({"type": "resign", "table": table})
        assert told["events"][0]["resigned"] == 0 and "result" not in told and told["legal"] == {}
        ann.refused({"type": "back", "table": table}, "has_resigned")
        place = state_of(ben, table)["places"][0]
        assert place["kind"] == "person" and place["away"] and place["resigned"] and place["level"] == "club"
        state = {}
        while "result" not in state:
            time.sleep(0.02)  # the bot thinks
            for person in (ben, cleo):
                state = state_of(person, table)
                if state["legal"]:
                    act_once(person, state)
        assert 0 not in state["result"]["winners"]


def test_many_rated_games_with_one_bot_end_at_once():
    with Server() as server:
        people = [server.client(f"Player {i}", claim=True) for i in range(4)]
        tables = [make_table(person, "dragons", [person], **RATED) for person in people]
        for person, table in zip(people, tables):
            play_some(table, [person])
        for person, table in zip(people, tables):
            person.send({"type": "resign", "table": table, "n": 777})
        for person in people:
            answer = person.until(lambda message: message.get("to") == 777)
            assert answer["type"] == "update" and "result" in answer, answer
        assert server.metrics()["hotaka_failed_commits_total"] == 0, server.log_text()
        table = make_table(people[0], "dragons", [people[0]], **RATED)
        person, bot = ratings_of(people[0], table)
        assert person < 1500 and bot == 863, "a bot's rating is a constant"


def test_the_same_person_on_another_device():
    with Server() as server:
        ann = server.client("Ann")
        table = make_table(ann, "dragons", [ann])
        assert ann.post("/api/claim", {"name": "Ann", "password": "correct horse"})["claimed"]
        other = server.client("Other")
        for name in ("Ann", "ANN"):
            try:
                other.post("/api/claim", {"name": name, "password": "correct horse"})
                raise AssertionError("the name was given twice")
            except Refused as refusal:
                assert refusal.code == "name_taken"
        for body in ({"name": "Ann", "password": "wrong horse"}, {"name": "Nobody", "password": "correct horse"}, {},
                     {"name": "\u0000", "password": "x" * 3000}):
            try:
                other.post("/api/login", body)
                raise AssertionError("logged in")
            except Refused as refusal:
                assert refusal.code == "wrong_password"
        device = server.client(token=other.post("/api/login", {"name": "ann", "password": "correct horse",
                                                                "bearer": True})["token"])
        assert device.person == ann.person and device.welcome["claimed"] and device.welcome["tables"] == [table]
        assert state_of(device, table)["you"] == 0
        device.post("/api/logout", {})
        assert ann.post("/api/session", {})["person"] == ann.person  # the first device is still somebody


def test_the_lobby_changes():
    with Server(clock=True) as server:
        eve, fay, ann = server.client(), server.client(), server.client("Ann")
        assert eve.ask({"type": "lobby"})["tables"] == []
        table = make_table(ann, "dragons", [ann], start=False)
        server.pass_time(0.5)  # the server sends the lobby at most twice per second
        eve.until(lambda message: [one["table"] for one in message.get("changed", [])] == [table])
        ann.ask({"type": "ready", "table": table})
        server.pass_time(0.5)
        eve.until(lambda message: [one["state"] for one in message.get("changed", [])] == ["running"])
        hidden = make_table(ann, "dragons", [ann], start=False, open=False)
        ann.ask({"type": "resign", "table": table})
        server.pass_time(0.5)
        eve.until(lambda message: message["type"] == "lobby" and message["gone"] == [table])
        assert hidden not in server.get("/api/tables")
        eve.ask({"type": "unlobby"})
        fay.ask({"type": "lobby"})
        table = make_table(ann, "dragons", [ann])
        server.pass_time(0.5)
        fay.until(lambda message: [one["state"] for one in message.get("changed", [])] == ["running"])
        eve.nothing()
