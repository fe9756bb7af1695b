#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_damage_database.py LIMMAT: in PostgreSQL, too, a damaged event is set aside, named and repaired by one command,
and who is erased leaves what a restore has put aside.  In TAP."""
import signal
import sys

import cluster
from served import Browser, Report, Server

report = Report()
if not cluster.is_there():
    cluster.skip("PostgreSQL is not installed (scripts/packages-test.txt)")
database = cluster.Cluster(careless=True)
where = ("--database", database.address)
server = Server(sys.argv[1], "--quiet", *where)
chief = Browser(server)
chief.begin(server.key)
for name in ("alpha", "beta"):
    chief.post("/new", {"name": name.title(), "start": "2026-07-14", "rounds": "5"})
    people = "\n".join(f"{name.title()}{i:02}, First\t{2400 - 7 * i}\tSUI" for i in range(6))
    chief.post(f"/e/{name}/main/people/enter", {"text": people})
    chief.post(f"/e/{name}/main/round/1/pair", {})
    chief.post(f"/e/{name}/main/round/1/publish", {"was": "0"})
before = {name: Browser(server).get(f"/e/{name}/main/tournament.json")[1] for name in ("alpha", "beta")}
server.end()
backup = server.work / "backup.db"
made = server.db("backup", *where, "--data", server.data, backup)
last = database.ask("SELECT max(number) FROM limmat.entry WHERE journal = 'beta'").strip()
for what, sql in (("a_line", "UPDATE limmat.entry SET text = replace(text, 'main', 'mein') WHERE journal = 'beta' AND number = 4"),
                  ("the_last_line", f"UPDATE limmat.entry SET text = replace(text, 'main', 'mein') WHERE journal = 'beta' AND number = {last}"),
                  ("a_private_part", "UPDATE limmat.secret SET value = replace(value, 'Beta', 'Bexa') WHERE journal = 'beta' AND number = 4")):
    database.ask(sql)
    checked = server.db("check", *where, "--data", server.data)
    server.start()
    visitor = Browser(server)
    well = visitor.get("/e/alpha/main/tournament.json")[1] == before["alpha"]
    status, health = visitor.get("/e/beta/main/tournament.json")[0], visitor.get("/health")[1]
    server.end(signal.SIGKILL)
    report(checked.returncode != 0 and '"beta" is damaged' in checked.stderr and well and status == 503 and "damaged: beta" in health,
           f"{what}_that_was_changed_harms_one_event", (checked.stderr, well, status, health))
    done = server.db("repair", *where, "--data", server.data, "beta", "--from", backup)
    checked = server.db("check", *where, "--data", server.data)
    server.start()
    same = all(Browser(server).get(f"/e/{name}/main/tournament.json")[1] == text for name, text in before.items())
    report(done.returncode == 0 and checked.returncode == 0 and same, f"{what}_is_repaired", done.stderr + checked.stderr)
    if what == "a_private_part":
        chief = Browser(server)
        chief.begin(server.key)
        erased = chief.post("/e/alpha/main/do/erase", {"person": "p2", "ack": "erase:p2"})[0]
        held = database.ask("SELECT (SELECT count(*) FROM limmat.secret WHERE value LIKE '%Alpha01%'),"
                    " (SELECT count(*) FROM limmat_before_restore.secret WHERE value LIKE '%Alpha01%'),"
                    " (SELECT count(*) FROM limmat_before_restore.secret WHERE value LIKE '%Alpha02%')").strip()
        report(erased == 303 and held == "0|0|1", "who_is_erased_leaves_what_was_put_aside", (erased, held))
    server.end()
sys.exit(report.end())
