#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_start.py LIMMAT [EVENTS…]: a server over so many small events (8 players, 3 rounds played; 10,000 and 100,000 when not given), which
are copies of one that was played: seconds until it answers and memory then, when every journal has to be read (no summary yet: as after
a restore), when each has a summary, and after 1,000 of them were asked for; the first search, the next, and an event that sleeps.  Then
the same start over as many tournaments that were sent in."""
import http.client
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "server"))
from served import Browser, Server  # noqa: E402

limmat = pathlib.Path(sys.argv[1]).resolve()
sizes = [int(size) for size in sys.argv[2:]] or [10000, 100000]
PLAYERS, ROUNDS = 8, 3


def play(server):
    chief = Browser(server)
    chief.begin(server.key)
    chief.post("/new", {"name": "Model", "start": "2026-07-14", "rounds": "5"})
    url = "/e/model/main/"
    chief.post(url + "people/enter", {"text": "\n".join(f"Surname{i:03}, First\t{2400 - i}\tSUI" for i in range(PLAYERS))})
    for number in range(1, ROUNDS + 1):
        chief.post(f"{url}round/{number}/pair", {})
        chief.post(f"{url}round/{number}/publish", {"was": "0"})
        for board in range(1, PLAYERS // 2 + 1):
            chief.post(f"{url}round/{number}/result", {"board": f"{number}.{board}", "result": "1-0"})
        chief.post(f"{url}round/{number}/close", {})


def copy(path, count):
    """Summaries stay with the model, as if the copies came from a backup."""
    with sqlite3.connect(path) as base:
        model, owner = base.execute("SELECT journal, coalesce(json_extract(text, '$.owner'), '') FROM entry ORDER BY number DESC LIMIT 1").fetchone()
        base.execute("PRAGMA synchronous = OFF")
        base.execute("CREATE TEMP TABLE name AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                     " SELECT printf('%scopy-%06d', ?, i) AS name, i FROM n", (count - 1, "~" if model.startswith("~") else ""))
        base.execute("INSERT INTO journal SELECT n.name, j.head FROM name n, journal j WHERE j.name = ?", (model,))
        # Each was sent by somebody else.
        base.execute("INSERT INTO entry SELECT n.name, e.number, replace(e.text, ?, printf('%064x', n.i)) FROM name n, entry e WHERE e.journal = ?",
                     (owner or "no owner at all", model))
        base.execute("INSERT INTO secret SELECT n.name, s.number, s.value FROM name n, secret s WHERE s.journal = ?", (model,))
    base.close()


def memory(server):
    children = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in children.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def seconds(what):
    began = time.monotonic()
    what()
    return time.monotonic() - began


def ask(server, path):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    assert answer.status == 200, (path, answer.status)
    return text


def starts(server, size, what):
    copy(server.data / "limmat.db", size)
    first = seconds(server.start)
    print(f"{size:,} {what}: {first:.2f} s until it answers where every journal is read ({memory(server):.0f} MiB)", flush=True)
    server.end()
    again = seconds(server.start)
    print(f"{size:,} {what}: {again:.2f} s until it answers with summaries ({memory(server):.0f} MiB)", flush=True)


for size in sizes:
    server = Server(limmat, "--quiet", data=pathlib.Path(tempfile.mkdtemp()) / "data")
    play(server)
    server.end()
    starts(server, size, "events")
    searches = [seconds(lambda: ask(server, "/results.json?q=surname003")) for _ in range(3)]
    assert json.loads(ask(server, "/results.json?q=surname003"))["people"][0]["tournaments"] == size
    print(f"{size:,} events: search {1000 * searches[0]:.0f} ms the first time, {1000 * searches[2]:.0f} ms then ({memory(server):.0f} MiB)", flush=True)
    waits = sorted(seconds(lambda: ask(server, f"/p/copy-{i:06}/main/section.json")) for i in range(1, min(size, 2001)))
    print(f"{size:,} events: a page of one that sleeps {1000 * waits[len(waits) // 2]:.1f} ms (worst {1000 * waits[-1]:.1f}), with {len(waits):,} asked for"
          f" {memory(server):.0f} MiB", flush=True)
    server.end()
    server = Server(limmat, "--quiet", "--submissions", data=pathlib.Path(tempfile.mkdtemp()) / "data")
    subprocess.run([limmat, "generate", "-n", str(PLAYERS), "-R", str(ROUNDS), "--seed", "3", "-o", server.work / "open.trf"], check=True, capture_output=True)
    sender = Browser(server)
    link = re.search(r"/s/[\w-]+", sender.ask("PUT", "/submit", (server.work / "open.trf").read_bytes(), form="text/plain")[1]).group(0)
    sender.post(link + "/publish", {})
    server.end()
    starts(server, size, "tournaments that were sent in")
    assert json.loads(ask(server, "/results.json"))["count"] == size
    server.end()
