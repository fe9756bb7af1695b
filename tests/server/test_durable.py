#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_durable.py LIMMAT KILLS COPIES: what was answered outlives kill -9 at any moment under load,
and copies taken while the server runs (db backup, and the plain files of the mirror) have all that
was answered before they were begun; then the drill from a dead machine to a working one.  In TAP."""
import html
import fcntl
import http.client
import pathlib
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from served import Browser, Report, Server

kills, copies = int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(kills)
report = Report()
stick = pathlib.Path(sys.argv[1]).resolve().parent / f"durable-stick-{kills}"
shutil.rmtree(stick, ignore_errors=True)
stick.mkdir()
server = Server(sys.argv[1], "--quiet", "--mirror", str(stick))
chief = Browser(server)
chief.begin(server.key)
BOARDS, HANDS = 20, 4
URL = "/e/durable/main/"
chief.post("/new", {"name": "Durable", "start": "2026-07-14", "rounds": "5"})
people = "\n".join(f"Name{i:02}, First\t{2400 - 7 * i}\tSUI" for i in range(2 * BOARDS))
chief.post(URL + "people/enter", {"text": people})
chief.post(URL + "round/1/pair", {})
report(chief.post(URL + "round/1/publish", {"was": "0"})[0] == 303, "a_round_is_played")

# A server that was killed may leave its lock for a moment to a program that it had just begun to run.
server.end(signal.SIGKILL)
left = open(server.data / "limmat.db.lock", "rb")
fcntl.flock(left, fcntl.LOCK_EX)
threading.Timer(0.6, left.close).start()
server.start()
report(chief.get("/")[0] == 200, "a_lock_that_goes_in_a_moment_is_waited_for")
second = subprocess.run([server.limmat, "serve", "--data", server.data, "--listen", "127.0.0.1:0"], capture_output=True, text=True, timeout=60)
report(second.returncode != 0 and "in use by another" in second.stderr and f"Limmat is running at http://127.0.0.1:{server.port}\n" in second.stderr,
       "one_that_stays_is_another_servers_which_is_named", second.stderr)
with tempfile.TemporaryDirectory() as folder:
    chosen = subprocess.Popen([server.limmat, "serve", "--data", f"{folder}/data", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    greeting = ""
    while "/key/" not in greeting and (line := chosen.stdout.readline()) != "":
        greeting += line
    port = int((re.search(r"http://127\.0\.0\.1:(\d+)/key/", greeting) or [0, 0])[1])
    connected = port != 0 and socket.socket().connect_ex(("127.0.0.1", port)) == 0
    chosen.terminate()
    chosen.wait(60)
report(connected, "a_port_that_the_system_chose_is_named", greeting)
answered, lock = [], threading.Lock()


def enter(hand, stop):
    """Results without end, each with a number of its own; what was answered is noted."""
    number = 0
    while not stop.is_set():
        number += 1
        mark = f"{threading.get_ident()}-{hand}-{time.monotonic_ns()}-{number}"
        fields = {"board": f"1.{hand * BOARDS // HANDS + number % (BOARDS // HANDS) + 1}",
                  "result": ["1-0", "0-1", "1/2-1/2"][number // 5 % 3], "req": mark}
        try:
            status = chief.post(URL + "round/1/result", fields)[0]
        except (OSError, http.client.HTTPException):
            return
        if status == 303:
            with lock:
                answered.append(mark)


class Load:
    def __enter__(self):
        self.stop = threading.Event()
        self.hands = [threading.Thread(target=enter, args=(hand, self.stop)) for hand in range(HANDS)]
        [hand.start() for hand in self.hands]
        return self

    def __exit__(self, *_):
        self.stop.set()
        [hand.join() for hand in self.hands]


def wait_for(count):
    until = time.monotonic() + 120
    while len(answered) < count and time.monotonic() < until:
        time.sleep(0.002)


def missing(text, marks):
    there = set(re.findall(r'"(\d+-\d-\d+-\d+)"', text))
    return [mark for mark in marks if mark not in there]


def lines_in(file):
    """What a copy of the database has, by another reader than ours."""
    with sqlite3.connect(file) as db:
        return "\n".join(row[0] for row in db.execute("SELECT text FROM entry WHERE journal = 'durable'"))


# --- copies, while it runs

bad = []
for copy in range(copies):
    with Load():
        wait_for(len(answered) + chance.randrange(1, 10))
        with lock:
            before = list(answered)
        if copy % 2:
            for name in ("durable.journal", "durable.private"):
                shutil.copy(stick / name, server.work / name)
            text = (server.work / "durable.journal").read_text()
            whole = subprocess.run([server.limmat, "journal", "verify", server.work / "durable.journal"], capture_output=True, text=True)
        else:
            file = server.work / f"copy-{copy}.db"
            whole = server.db("backup", "--data", server.data, file)
            if whole.returncode == 0:
                whole = server.db("check", file)
            text = lines_in(file) if file.exists() else ""
            if file.exists() and file.stat().st_mode & 0o077:
                bad.append(f"copy {copy}: others can read it")
            file.unlink(missing_ok=True)
    lost = missing(text, before)
    if whole.returncode != 0 or lost:
        bad.append(f"copy {copy}: {whole.returncode} {whole.stderr[:300]} lost {lost[:3]} of {len(before)}")
report(not bad and len(answered) > copies, f"{copies}_copies_while_it_runs_lack_nothing_of_{len(answered)}_answers", "\n".join(bad[:5]))

# --- killed

bad, empty = [], 0
for kill in range(kills):
    already = len(answered)
    with Load():
        wait_for(already + chance.randrange(1, 12))
        time.sleep(chance.random() / 50)
        server.end(signal.SIGKILL)
    empty += len(answered) == already
    whole = server.db("check", "--data", server.data)
    server.start()
    lost = missing(chief.get("/e/durable/journal")[1], answered)
    if whole.returncode != 0 or lost:
        bad.append(f"kill {kill}: {whole.returncode} {whole.stderr[:200]} lost {lost[:3]}")
report(not bad and empty < max(1, kills // 4), f"{kills}_times_kill_9_lost_nothing_of_{len(answered)}_answers", bad[:5] or empty)
journal = chief.get("/e/durable/journal")[1]
report((stick / "durable.journal").read_text() == journal and "Name07" in (stick / "durable.private").read_text(),
       "the_stick_has_all_of_it")

# --- the drill: the machine is dead, the stick is here

shown = Browser(server).get(URL + "tournament.json")[1]
server.end(signal.SIGKILL)
shutil.rmtree(server.data)
begun = time.monotonic()
done = server.db("import", "--data", server.data, stick / "durable.journal")
server.start()
again = Browser(server)
report(done.returncode == 0 and again.begin(server.key) == 303 and Browser(server).get(URL + "tournament.json")[1] == shown,
       f"from_the_stick_everything_is_back_in_{time.monotonic() - begun:.1f}_s", done.stderr)
status, text, _ = again.post(URL + "round/1/result", {"board": "1.1", "result": "none", "req": "again"})
report(status == 303
       and '"again"' in (stick / "durable.journal").read_text(), "and_it_goes_on", text)
refused = server.db("import", "--data", server.work / "other", stick / "nothing.journal")
report(refused.returncode != 0, "a_file_that_is_not_there_is_refused")
report(server.end() == 0, "it_ends_when_it_is_asked_to")

# --- from one machine to another and on, by a stick

file, far = server.work / "durable.journal", server.work / "far"


def taken_over():
    """What there is here goes to the other machine; what is said of it, and whether both have the same then."""
    out = server.db("export", "--data", server.data, file)
    done = server.db("import", "--data", far, file)
    back = server.work / "back" / "durable.journal"
    back.parent.mkdir(exist_ok=True)
    server.db("export", "--data", far, back)
    same = all(a.read_bytes() == b.read_bytes() for a, b in zip((file, file.with_suffix(".private")), (back, back.with_suffix(".private"))))
    return out.returncode == 0 and done.returncode == 0 and same, out.stderr + done.stderr


def act(path, *forms):
    """Entries at this machine, which is started for them."""
    server.start()
    who = Browser(server)
    who.begin(server.key)
    for fields in forms:
        said = who.post(URL + path, fields)
        if said[0] == 409:  # another one said otherwise: it is meant
            word = html.unescape(re.search(r'name="ack" value="([^"]+)"', said[1]).group(1))
            said = who.post(URL + path, fields | {"ack": word})
    server.end()
    return said


def results(board, mark):
    """Two that differ: one of them at least is a line."""
    return [{"board": board, "result": result, "req": mark + result[0]} for result in ("1-0", "0-1")]


well, why = taken_over()
report(well, "an_event_goes_to_another_machine_by_a_stick", why)
act("round/1/result", *results("1.2", "later"))
well, why = taken_over()
report(well and '"later' in file.read_text(), "and_what_is_new_goes_behind_it", why)
well, why = taken_over()
report(well, "a_second_time_changes_nothing", why)
older = file.read_text()
said = act("do/erase", {"person": "p1", "ack": "erase:p1"})
well, why = taken_over()
gone = "Name00" not in file.with_suffix(".private").read_text()
with sqlite3.connect(far / "limmat.db") as db:
    held = db.execute("SELECT count(*) FROM secret WHERE value LIKE '%Name00%'").fetchone()[0]
report(said[0] == 303 and well and gone and held == 0, "who_is_erased_here_is_erased_there", (said[0], well, why, gone, held))
file.write_text(older)
report(server.db("import", "--data", far, file).returncode == 0, "an_older_stick_takes_nothing_back")
near, server.data = server.data, far
act("round/1/result", *results("1.3", "there"))
server.data = near
act("round/1/result", *results("1.4", "here"))
server.db("export", "--data", server.data, file)
forked = server.db("import", "--data", far, file)
server.db("export", "--data", far, file)
report(forked.returncode != 0 and "is another" in forked.stderr and '"there' in file.read_text() and '"here' not in file.read_text(),
       "what_was_written_on_at_two_places_is_refused", forked.stderr)
shutil.rmtree(stick)
sys.exit(report.end())
