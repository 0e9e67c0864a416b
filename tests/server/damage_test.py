"""Rows that somebody or something has damaged: they are skipped and named in the log, and everything else goes on."""
import os
import sqlite3

import support
from support import Server, act_once, make_table, my_turn, state_of, wait_until


def damage(server, *statements):
    database = sqlite3.connect(os.path.join(server.data, "hotaka.db"))
    for statement, values in statements:
        database.execute(statement, values)
    database.commit()
    database.close()


def test_damaged_journals_stop_nobody_else():
    with Server() as server:
        ann = server.client("Ann")
        tables = [make_table(ann, "dragons", [ann]) for _ in range(8)]
        for table in tables:
            act_once(ann, my_turn(ann, table))
        server.stop()
        bad, sound = tables[:7], tables[7]
        row = "(select min(place) from log where tab = ?)"
        damage(server,
               (f"update log set line = '{{\"sit' where place = {row}", (bad[0],)),
               (f"delete from log where place = {row}", (bad[1],)),
               (f"update log set line = x'ff00fe' where place = {row}", (bad[2],)),
               ("update log set idx = 'many' where tab = ?", (bad[3],)),
               ("update log set idx = 9223372036854775807 where tab = ?", (bad[4],)),
               ("update log set line = '[1]' where tab = ?", (bad[5],)),
               ("update log set line = (select line from log where tab = ? limit 1) where tab = ?", (sound, bad[6])),
               ("update tables set header = header || ' ' || header", ()),
               ("insert into tables select x'ff', game, 'running', 'x', 'y', x'fe20fd', 7, null from tables limit 1", ()),
               ("insert into log (tab, idx, line) values (x'ff', 0, x'ff')", ()))
        server.start()
        ann = ann.again(server)
        for table in bad:
            ann.refused({"type": "join", "table": table}, "table_damaged")
        for table in bad:
            wait_until(lambda table=table: f'"table":"{table}"' in server.log_text(), f"{table} is named in the log")
        assert server.log_text().count('"what":"table damaged"') >= 7, server.log_text()
        version = state_of(ann, sound)["version"]
        act_once(ann, my_turn(ann, sound))
        assert state_of(ann, sound)["version"] > version
        act_once(ann, my_turn(ann, make_table(ann, "dragons", [ann])))  # and new ones are written
        server.stop()
        server.start()
        assert state_of(ann.again(server), sound)["version"] > version


def test_a_damaged_end_is_only_that_game():
    with Server() as server:
        ann = server.client("Ann")
        tables = [make_table(ann, "dragons", [ann]) for _ in range(2)]
        for table in tables:
            ann.ask({"type": "join", "table": table})
            ann.ask({"type": "resign", "table": table})
        server.stop()
        damage(server, ("update tables set journal = substr(journal, 40) where id = ?", (tables[0],)),
               ("update tables set state = 'lost' where id = ?", (tables[1],)))
        server.start()
        status, body = server.http(f"GET /api/tables/{tables[0]}/record HTTP/1.1", "Host: test")
        assert status == 500 and b"table_damaged" in body, body
        assert support.json.loads(server.get(f"/api/tables/{tables[1]}/record").splitlines()[0])["names"][0] == "Ann"
        ben = server.client("Ben")
        act_once(ben, my_turn(ben, make_table(ben, "dragons", [ben])))
