#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_damage.py LIMMAT FLIPS: one bad byte harms one event.  Single bits of event rows are flipped in the file of
a server that was killed: `limmat db check` finds each, or it harms nothing; the server starts each time, and all
other events are as they were.  Then other pages of the file, the repair by one command, copies that are not whole,
and a mirror that cannot be written.  In TAP."""
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from served import Browser, Report, Server

flips = int(sys.argv[2])
chance = random.Random(flips)
report = Report()
NAMES = ["alpha", "beta", "gamma"]


def make_events(chief):
    for name in NAMES:
        chief.post("/new", {"name": name.title(), "start": "2026-07-14", "rounds": "5"})
        people = "\n".join(f"{name.title()}{i:02}, First\t{2400 - 7 * i}\tSUI" for i in range(8))
        chief.post(f"/e/{name}/main/people/enter", {"text": people})
        chief.post(f"/e/{name}/main/round/1/pair", {})
        chief.post(f"/e/{name}/main/round/1/publish", {"was": "0"})
        for board in range(1, 4):
            chief.post(f"/e/{name}/main/round/1/result", {"board": f"1.{board}", "result": "1-0", "req": f"{name}-{board}"})


def settle(path):
    """The log moved into the file, by another program than ours."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    for ending in ("-wal", "-shm"):
        pathlib.Path(f"{path}{ending}").unlink(missing_ok=True)


def places(path, whole):
    """Where each row of an event has its text, with the event."""
    found = []
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT journal, number, text, 0 FROM entry UNION ALL SELECT journal, number, value, 1 FROM secret").fetchall()
    for journal, _, text, secret in rows:
        data = text.encode()
        at = whole.find(data)
        if at > 0 and whole.find(data, at + 1) < 0:
            found.append((journal, at, len(data), secret))
    return found


def put(file, data):
    for ending in ("-wal", "-shm", ".lock", ".before-restore"):
        pathlib.Path(f"{file}{ending}").unlink(missing_ok=True)
    file.write_bytes(data)


def start(server):
    try:
        server.start()
        return True
    except SystemExit as why:
        return str(why)


def shown(server):
    """What anybody sees of each event."""
    who = Browser(server)
    return {name: who.get(f"/e/{name}/main/tournament.json")[:2] for name in NAMES}


server = Server(sys.argv[1], "--quiet")
chief = Browser(server)
chief.begin(server.key)
make_events(chief)
before = shown(server)
desk = {name: chief.get(f"/e/{name}/journal")[1] for name in NAMES}
report(all(status == 200 for status, _ in before.values()), "three_events_are_there", before)
server.end(signal.SIGKILL)
file = server.data / "limmat.db"
settle(file)
good = file.read_bytes()
rows = places(file, good)
report(len(rows) > 30 and {row[0] for row in rows} == set(NAMES), f"{len(rows)}_rows_have_their_place", rows)

# --- bits of event rows

found = harmless = 0
bad = []
for flip in range(flips):
    kind = flip % 6
    journal, at, size, secret = chance.choice([row for row in rows if bool(row[3]) == (kind == 4)])
    # Most are of a line, some of a private part, some of what the file has before a line: its key, its length.
    offset = at - 1 - chance.randrange(len(journal) + 5) if kind == 5 else at + chance.randrange(size)
    data = bytearray(good)
    data[offset] ^= 1 << chance.randrange(8)
    put(file, bytes(data))
    what = f"flip {flip} of {journal} at {offset} ({offset - at} of {size})"
    checked = server.db("check", "--data", server.data)
    begun = start(server)
    if begun is not True:
        bad.append(f"{what}: no start: {begun}")
        found += checked.returncode != 0
        continue
    after = shown(server)
    clean = all(after[name] == before[name] for name in NAMES)
    if checked.returncode != 0:
        found += 1
    elif clean:
        chief = Browser(server)
        chief.begin(server.key)
        clean = all(chief.get(f"/e/{name}/journal")[1] == desk[name] for name in NAMES)
        harmless += clean
    if checked.returncode == 0 and not clean:
        bad.append(f"{what}: not found, and not harmless")
    for name in NAMES:
        if name != journal and after[name] != before[name]:
            bad.append(f"{what}: {name} answers {after[name][0]}")
    if after[journal] != before[journal] and after[journal][0] not in (503,):
        bad.append(f"{what}: {journal} answers {after[journal][0]}: {after[journal][1][:60]}")
    server.end(signal.SIGKILL)
report(found + harmless == flips and not bad, f"of_{flips}_flips_{found}_are_found_and_{harmless}_harm_nothing", f"{len(bad)}: " + "\n".join(bad[:12]))
report.flips = (found, harmless)

sys.exit(report.end())
