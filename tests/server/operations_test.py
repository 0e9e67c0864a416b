"""Running a server: stopping it, backups, upgrades, flags, and that docs/operations.md names all there is."""
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

import support
from support import PATIENCE, SOURCE, Server, act_once, make_table, my_turn, state_of, wait_until

DOCUMENT = (SOURCE / "docs" / "operations.md").read_text(encoding="utf-8")


def run(*words):
    return subprocess.run([support.PROGRAM, *words], capture_output=True, text=True, timeout=PATIENCE, check=False,
                          cwd=tempfile.gettempdir())


def some_games(server):
    """A finished game, two that run, and one that waits; their tables and the people there."""
    ann = server.client("Ann")
    finished = make_table(ann, "spirits", [ann])
    ann.ask({"type": "resign", "table": finished})
    running = make_table(ann, "dragons", [ann])
    act_once(ann, my_turn(ann, running))
    waiting = make_table(ann, "ratuki", [ann], start=False)
    return ann, [finished, running, waiting]


def whole(client, table):
    """All that a client may know of a table, without what changes with time."""
    state = state_of(client, table)
    return {key: value for key, value in state.items() if key not in ("to", "chat", "round", "clock")}


def settled(client, table):
    my_turn(client, table)
    return whole(client, table)


def test_graceful_stop():
    with Server() as server:
        ann, tables = some_games(server)
        ben = server.client()
        ratuki = make_table(ben, "ratuki", [ben], options={"players": 5})
        idle = server.raw()
        before = settled(ann, tables[1])
        took = server.stop()
        # It waits for no client: the shortest timeout that would close the idle connection is 15 seconds.
        assert took < 15, f"it took {took} s"
        for client in (ann, ben):
            assert client.wait_closed() == 1001
            assert client.heard[-1] == {
                "type": "bye", "code": "stopping", "why": "the server is being stopped", "again": True}
        assert idle.recv(100) == b""
        server.start()
        ann = ann.again(server)
        assert settled(ann, tables[1]) == before
        assert state_of(ben.again(server), ratuki)["state"] == "running"


def test_stopping_waits_for_the_store():
    with Server() as server:
        server.stop()
        terminal, its_side = os.openpty()  # on a pipe, all is printed at the end
        server.process = subprocess.Popen([support.PROGRAM, "serve", "--port", str(server.port), "--data", server.data,
                                           "--admin-socket", server.admin_socket],
                                          stdout=its_side, stderr=server.log)
        os.close(its_side)
        with os.fdopen(terminal, "rb") as printed:
            assert b"Hotaka is at" in printed.readline()
            ann = server.client()
            commits = server.metrics()["hotaka_commits_total"]
            database = sqlite3.connect(os.path.join(server.data, "hotaka.db"), isolation_level=None)
            database.execute("begin immediate")
            begun = time.monotonic()
            ann.send({"type": "create", "game": "dragons"})
            wait_until(lambda: server.metrics()["hotaka_commits_total"] > commits, "the server begins to store")
            server.process.send_signal(signal.SIGTERM)
            assert b"everything is stored" in printed.readline()
            assert time.monotonic() - begun > 1.5  # two seconds are what it waits for a lock
            database.execute("rollback")
            database.close()
            assert server.process.wait(timeout=PATIENCE) == 0


def test_backup_and_restore_of_a_running_server():
    with Server() as server:
        ann, tables = some_games(server)
        my_turn(ann, tables[1])
        before = [whole(ann, table) for table in tables]
        record = server.get(f"/api/tables/{tables[0]}/record")
        copy = os.path.join(server.folder, "monday.db")
        done = run("backup", server.data, copy)
        assert done.returncode == 0, done.stderr
        assert run("backup", server.data, copy).returncode != 0  # nothing is overwritten
        act_once(ann, my_turn(ann, tables[1]))  # what comes after is not in it
        my_turn(ann, tables[1])
        assert whole(ann, tables[1]) != before[1]
        server.stop()
        for name in os.listdir(server.data):
            os.remove(os.path.join(server.data, name))
        shutil.copy(copy, os.path.join(server.data, "hotaka.db"))
        server.start()
        ann = ann.again(server)
        for table, state in zip(tables, before):
            state["places"] = [{**place, "here": None} for place in state["places"]]
            found = whole(ann, table)
            found["places"] = [{**place, "here": None} for place in found["places"]]
            assert found == state
        assert server.get(f"/api/tables/{tables[0]}/record") == record
        act_once(ann, my_turn(ann, tables[1]))


def test_a_folder_of_an_older_version():
    with Server() as server:
        ann, tables = some_games(server)
        before = settled(ann, tables[1])
        server.stop()
        database = sqlite3.connect(os.path.join(server.data, "hotaka.db"))
        database.execute("drop index tokens_by_person")
        database.execute(
            "create table old (tab text not null, idx bigint not null, line text not null, primary key (tab, idx))")
        database.executemany("insert into old values (?, ?, ?)", list(support.journal_entries(database)))
        database.executescript("""
            drop table log;
            drop table table_people;
            drop index tokens_by_time;
            alter table tokens drop column device;
            drop table sanctions;
            drop table reports;
            drop table audit;
            alter table old rename to journal;
            alter table tables drop column journal;""")
        database.execute("update meta set value = 1 where key = 'schema'")
        database.commit()
        database.close()
        server.start()
        assert settled(ann.again(server), tables[1]) == before
        server.stop()
        database = sqlite3.connect(os.path.join(server.data, "hotaka.db"))
        newest = database.execute("select value from meta where key = 'schema'").fetchone()[0]
        assert newest > 1
        database.execute("update meta set value = 99 where key = 'schema'")
        database.commit()
        database.close()
        done = run("serve", "--port", "0", "--data", server.data)
        assert done.returncode != 0 and "newer hotaka" in done.stderr, done.stderr
        database = sqlite3.connect(os.path.join(server.data, "hotaka.db"))
        database.execute("update meta set value = ? where key = 'schema'", (newest,))
        database.commit()
        database.close()
        server.start()


def test_flags_and_settings_in_a_file():
    words = set(re.findall(r"--[a-z-]+", run("serve", "--help").stdout)) - {"--help", "--help-all"}
    missing = [word for word in words if f"`{word}" not in DOCUMENT]
    assert not missing, f"docs/operations.md does not name {missing}"
    with tempfile.TemporaryDirectory() as folder:
        settings = os.path.join(folder, "hotaka.conf")
        example = re.search(r"```ini\n(.*?)```", DOCUMENT, re.S).group(1)
        with open(settings, "w", encoding="utf-8") as file:
            file.write(re.sub(r"(?m)^data *=.*$", f'data = "{folder}/kept"', re.sub(r"(?m)^port *=.*$", "port = 0", re.sub(
                r"(?m)^web *=.*$", f'web = "{folder}"', example))))
        process = subprocess.Popen([support.PROGRAM, "serve", "--config", settings], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, cwd=folder)
        line = process.stdout.readline()
        process.terminate()
        _, trouble = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0 and "Hotaka is at" in line, trouble
        assert os.path.exists(os.path.join(folder, "kept", "hotaka.db"))
        with open(settings, "a", encoding="utf-8") as file:
            file.write("\nprot = 8080\n")
        done = run("serve", "--config", settings)
        assert done.returncode != 0 and "prot" in done.stderr, done.stderr


def test_starting_where_one_cannot():
    with Server() as server:
        done = run("serve", "--port", str(server.port), "--data", server.folder + "/other")
        assert done.returncode != 0 and "--port" in done.stderr, done.stderr
        done = run("serve", "--port", "0", "--data", "postgresql://nobody@/nothing?host=/nowhere")
        assert done.returncode != 0 and done.stderr, done.stderr
        done = run("serve", "--port", "0", "--web", "/nowhere", "--data", server.folder + "/other")
        assert done.returncode != 0 and "no folder /nowhere" in done.stderr, done.stderr
        done = run("serve", "--port", "0", "--address", "nowhere", "--data", server.folder + "/other")
        assert done.returncode != 0 and "127.0.0.1" in done.stderr, done.stderr


def test_every_metric_is_explained():
    with Server() as server:
        ann = server.client()
        ann.refused({"type": "dance"}, "unknown_message")
        names = {re.sub(r"\{.*|(?<=_seconds)_(bucket|sum|count)\b.*", "", name) for name in server.metrics()}
        assert len(names) >= 10
        missing = [name for name in names if f"`{name}`" not in DOCUMENT]
        assert not missing, f"docs/operations.md does not explain {missing}"


def test_metrics_of_durations_statuses_and_refusals():
    with Server() as server:
        ann = server.client()
        table = make_table(ann, "dragons", [ann])
        act_once(ann, my_turn(ann, table))
        ann.refused({"type": "dance"}, "unknown_message")
        ann.refused({"type": "join", "table": "nothing"}, "no_such_table")
        assert server.http("GET /api/nothing HTTP/1.1", "Host: test")[0] == 404
        metrics = server.metrics()
        assert metrics['hotaka_refused_total{code="unknown_message"}'] == 1
        assert metrics['hotaka_refused_total{code="no_such_table"}'] == 1
        assert metrics['hotaka_responses_total{status="404"}'] == 1
        assert metrics['hotaka_responses_total{status="101"}'] == 1
        for name in ("loop", "commit"):
            count = metrics[f"hotaka_{name}_seconds_count"]
            assert count > 0 and metrics[f"hotaka_{name}_seconds_sum"] > 0
            buckets = [value for key, value in metrics.items() if key.startswith(f"hotaka_{name}_seconds_bucket")]
            assert buckets == sorted(buckets) and buckets[-1] == count
        assert metrics["hotaka_queued_bytes"] >= metrics["hotaka_queued_bytes_max"]


def test_readiness():
    with Server() as server:
        assert server.http("GET /readyz HTTP/1.1", "Host: test") == (200, b'{"ready":true}')
        ann = server.client()
        database = sqlite3.connect(os.path.join(server.data, "hotaka.db"), isolation_level=None)
        database.execute("begin immediate")
        ann.refused({"type": "create", "game": "dragons"}, "not_stored")
        status, body = server.http("GET /readyz HTTP/1.1", "Host: test")
        assert status == 503 and json.loads(body) == {"ready": False, "why": "the last write to the store failed"}
        assert server.get("/healthz") == '{"ok":true}'
        database.execute("rollback")
        database.close()
        ann.ask({"type": "create", "game": "dragons"})
        assert server.http("GET /readyz HTTP/1.1", "Host: test")[0] == 200


def test_log_lines_are_json():
    with Server() as server:
        ann = server.client()
        database = sqlite3.connect(os.path.join(server.data, "hotaka.db"), isolation_level=None)
        database.execute("begin immediate")
        ann.refused({"type": "create", "game": "dragons"}, "not_stored")
        database.execute("rollback")
        database.close()
        lines = server.log_text().splitlines()
        assert lines
        for line in lines:
            one = json.loads(line)
            assert one["at"] > 0 and one["what"] in DOCUMENT, one
