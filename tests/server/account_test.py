"""People with accounts: sessions on several devices, their ends, and everything about a person."""
import json

from hotaka_client import Refused
from support import Server, make_table, state_of, wait_until


def refused(person, path, body, code):
    try:
        answer = person.post(path, body)
    except Refused as refusal:
        assert refusal.code == code, f"{refusal.code}, not {code}: {refusal}"
        return
    raise AssertionError(f"not refused: {answer}")


def get(server, person, path):
    """The status and the JSON of the answer to a person."""
    status, body = server.http(f"GET {path} HTTP/1.1", "Host: test", f"Authorization: Bearer {person.token}",
                               "User-Agent: curl/8.0", "Connection: close")
    return status, json.loads(body)


def claimed(server, name, password="a good password"):
    person = server.client(name)
    person.post("/api/claim", {"name": name, "password": password})
    return person


def logged_in(server, name, password="a good password"):
    answer = server.client().post("/api/login", {"name": name, "password": password, "bearer": True})
    return server.client(token=answer["token"])


def bye_of(person):
    message = person.of_type("bye")
    person.wait_closed()
    return message["code"], message["again"]


def test_sessions_end_with_their_sockets():
    with Server() as server:
        ann = claimed(server, "Ann")
        ann = ann.again(server)
        phone, tablet = logged_in(server, "ann"), logged_in(server, "ANN")
        status, answer = get(server, ann, "/api/sessions")
        assert status == 200 and len(answer["sessions"]) == 3
        assert [one["current"] for one in answer["sessions"]].count(True) == 1
        assert {one["device"] for one in answer["sessions"]} == {"Python-urllib"}, answer
        ids = {}
        for name, person in (("ann", ann), ("phone", phone), ("tablet", tablet)):
            found = get(server, person, "/api/sessions")[1]["sessions"]
            ids[name] = next(one["id"] for one in found if one["current"])
        ann.post("/api/sessions/end", {"id": ids["phone"]})
        assert bye_of(phone) == ("logged_out", False)
        refused(ann, "/api/sessions/end", {"id": ids["phone"]}, "no_such_session")
        assert get(server, phone, "/api/sessions")[0] == 401
        tablet.post("/api/logout", {})
        assert bye_of(tablet) == ("logged_out", False)
        ann.ask({"type": "ping", "c": 1})  # its session goes on
        phone = logged_in(server, "Ann")
        phone.post("/api/logout-everywhere", {})
        assert bye_of(phone) == bye_of(ann) == ("logged_out", False)
        assert logged_in(server, "Ann").person == ann.person


def test_a_claim_ends_the_token_that_others_may_know():
    with Server(clock=True) as server:
        ann = server.client("Ann")
        thief = ann.again(server)
        ann.post("/api/claim", {"name": "Ann", "password": "a good password"})
        server.pass_time(11)  # the page has had time to come with its new token
        assert bye_of(thief) == bye_of(ann) == ("session_replaced", True)
        assert get(server, thief, "/api/sessions")[0] == 401
        assert ann.again(server).welcome["claimed"]


def test_a_new_password_ends_the_other_sessions():
    with Server() as server:
        ann = claimed(server, "Ann")
        phone = logged_in(server, "Ann")
        refused(ann, "/api/password", {"old": "a bad password", "new": "another password"}, "wrong_password")
        refused(ann, "/api/password", {"old": "a good password", "new": "short"}, "bad_password")
        ann.post("/api/password", {"old": "a good password", "new": "another password"})
        assert bye_of(phone) == ("logged_out", False)
        assert server.login("Ann", "a good password") == 401
        assert server.login("Ann", "another password") == 200
        assert ann.again(server).person == ann.person


def test_names_that_look_like_a_claimed_one_are_taken():
    with Server() as server:
        claimed(server, "Rosa")
        eve = server.client("Eve")
        for name in ("ROSA", "Ｒosa", "R0sa"):
            refused(eve, "/api/session", {"name": name}, "name_taken")
            refused(eve, "/api/claim", {"name": name, "password": "a good password"}, "name_taken")
            eve.refused({"type": "name", "name": name}, "name_taken")
        for name in ("R\u043esa", "Rosa\u200b", "\u3164", "Rosa\u202e", " Rosa"):
            refused(eve, "/api/session", {"name": name}, "bad_name")
            eve.refused({"type": "name", "name": name}, "bad_name")
        eve.ask({"type": "name", "name": "Rene\u0301"})
        table = make_table(eve, "dragons", [eve], start=False)
        assert state_of(eve, table)["places"][0]["name"] == "René"


def test_people_take_their_data_and_go():
    with Server(clock=True) as server:
        ann, ben = claimed(server, "Ann").again(server), server.client("Ben")
        table = make_table(ann, "dragons", [ann, ben])
        refused(ann, "/api/me/delete", {"password": "a good password"}, "has_tables")
        ben.ask({"type": "resign", "table": table})
        status, data = get(server, ann, "/api/me/export")
        assert status == 200 and data["claimed"] == "Ann" and len(data["sessions"]) == 1
        [game] = data["games"]
        assert (game["table"], game["state"]) == (table, "finished")
        assert json.loads(game["record"].splitlines()[0])["names"] == ["Ann", "Ben"]
        assert game["record"] == server.get(f"/api/tables/{table}/record")
        refused(ann, "/api/me/delete", {"password": "a bad password"}, "wrong_password")
        ann.post("/api/me/delete", {"password": "a good password"})
        assert bye_of(ann) == ("logged_out", False)
        assert get(server, ann, "/api/me/export")[0] == 401
        assert server.login("Ann", "a good password") == 401
        assert server.client("Ann").person != ann.person  # the name is free
        server.stop()
        server.start()
        names = json.loads(server.get(f"/api/tables/{table}/record").splitlines()[0])["names"]
        assert names == ["a former player", "Ben"], names
        ben.again(server).post("/api/me/delete", {})  # a guest


def test_guests_are_limited_by_network_and_forgotten():
    with Server("--behind-proxy", "--guests-per-address", "3", clock=True) as server:
        def guest(address):
            return server.http("POST /api/session HTTP/1.1", "Host: test", f"X-Real-IP: {address}", "Content-Length: 0")[0]
        assert [guest("192.0.2.1") for _ in range(5)] == [200] * 3 + [429] * 2
        assert guest("192.0.2.2") == 200
        assert [guest(f"2001:db8::{i}") for i in range(4)] == [200] * 3 + [429]
        server.pass_time(1300)
        assert guest("192.0.2.1") == 200
        ann = server.client("Ann")
        server.pass_time(31 * 86400)
        wait_until(lambda: get(server, ann, "/api/sessions")[0] == 401, "the guest's token has ended")
