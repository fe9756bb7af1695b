#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_damage.py LIMMAT FLIPS: one bad byte harms one event.  Single bits of event rows are flipped in the file of
a server that was killed: `limmat db check` finds each, or it harms nothing; the server starts each time, and all
other events are as they were.  Then other pages of the file, the repair by one command, copies that are not whole,
and a mirror that cannot be written.  In TAP."""
import pathlib
import random
import re
import shlex
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

# --- what is said of it, and the repair by one command


def damage(at):
    """A byte of the row at ${at}, in the file."""
    data = bytearray(good)
    data[at] ^= 1
    put(file, bytes(data))


def wait_for(what):
    until = time.monotonic() + 60
    while not what() and time.monotonic() < until:
        time.sleep(0.05)
    return what()


def kept_names(name):
    """The files of the data that have it."""
    return [str(path) for path in server.data.rglob("*") if path.is_file() and name.encode() in path.read_bytes()]


def line_of(name, number, secret=0):
    """Where the line of this number is, in the middle of it."""
    found = sorted((row for row in rows if row[0] == name and row[3] == secret), key=lambda row: good[row[1]:row[1] + 20])
    return found[number][1] + found[number][2] // 2


backup = server.work / "backup.db"
put(file, good)
made = server.db("backup", "--data", server.data, backup)
report(made.returncode == 0 and server.db("check", backup).returncode == 0, "a_backup_is_made", made.stderr)
damage(line_of("beta", 3))
server.start()
chief, visitor = Browser(server), Browser(server)
chief.begin(server.key)
home, health, metrics = chief.get("/")[1], visitor.get("/health")[1], visitor.get("/metrics")[1]
report("limmat db repair beta --from FILE" in home and "damaged" not in visitor.get("/")[1], "the_list_of_events_names_it_to_those_who_may", home)
report(health == "damaged: beta\n" and 'limmat_damaged_event{event="beta"} 1' in metrics and '"damaged":"beta"' in (server.work / "log").read_text(),
       "health_metrics_and_log_name_it", health + metrics[:300])
status, text, _ = visitor.get("/e/beta/main/standings")
told, why, _ = chief.get("/e/beta/main/standings")
report(status == 503 and "db repair" not in text and told == 503 and "limmat db repair beta" in why,
       "its_address_answers_503_and_says_more_to_those_who_may", (status, told, why))
made = chief.post("/new", {"name": "Beta", "start": "2026-07-14", "rounds": "5"})
report(made[0] == 303 and made[2]["Location"].startswith("/e/beta-2"), "a_new_event_does_not_take_its_address", made[2])
server.end()
stick = server.work / "stick"
for source, name in ((backup, "a_backup"), (stick, "the_mirror")):
    if source == stick:
        stick.mkdir()
        put(file, good)
        server.options = ("--quiet", "--mirror", str(stick))
        server.start()
        server.end()
        server.options = ("--quiet",)
    damage(line_of("beta", 3))
    done = server.db("repair", "--data", server.data, "beta", "--from", source)
    well = server.db("check", "--data", server.data)
    server.start()
    report(done.returncode == 0 and well.returncode == 0 and shown(server) == before, f"one_command_repairs_it_from_{name}", done.stderr + well.stderr)
    server.end()
damage(line_of("beta", 2, 1))
done = server.db("repair", "--data", server.data, "beta", "--from", stick)
server.start()
report(done.returncode == 0 and shown(server) == before, "a_private_part_is_repaired", done.stderr)
server.end()
server.start()
aside = server.data / "limmat.db.before-restore"
chief = Browser(server)
chief.begin(server.key)
there = b"Beta06" in aside.read_bytes()
status = chief.post("/e/beta/main/do/erase", {"person": "p7", "ack": "erase:p7"})[0]
report(there and status == 303 and not kept_names("Beta06") and b"Beta05" in aside.read_bytes(), "who_is_erased_leaves_what_a_repair_put_aside", kept_names("Beta06"))
server.end()
older = server.work / "older"
shutil.copytree(stick, older)
lines = (older / "gamma.journal").read_text().splitlines(keepends=True)
(older / "gamma.journal").write_text("".join(lines[:-3]))
damage(line_of("gamma", 1))
done = server.db("repair", "--data", server.data, "gamma", "--from", older)
server.start()
report(done.returncode == 0 and "3 from the store itself" in done.stdout and shown(server) == before,
       "an_older_mirror_loses_nothing_that_the_store_has", done.stdout + done.stderr)
server.end()
text = (older / "gamma.journal").read_text()
(older / "gamma.journal").write_text(text.replace('"section":"main"', '"section":"mein"', 1))
put(file, good)
done = server.db("repair", "--data", server.data, "gamma", "--from", older)
report(done.returncode != 0 and file.read_bytes() == good, "what_is_damaged_itself_repairs_nothing", done.stderr)

# Of the last line the chain within the lines says nothing, and the id of a request is any word.
last = max((row for row in rows if row[0] == "alpha" and not row[3]), key=lambda row: int(re.search(rb'"n":(\d+)', good[row[1]:row[1] + row[2]]).group(1)))
damage(good.index(b"alpha-3", last[1]))
checked = server.db("check", "--data", server.data)
out = server.work / "alpha.journal"
taken = server.db("export", "--data", server.data, out)
report(taken.returncode != 0 and "limmat db repair" in taken.stderr and not out.exists(), "what_is_damaged_is_not_written_out", taken.stderr)
server.start()
chief = Browser(server)
chief.begin(server.key)
after = shown(server)
statuses = {name: status for name, (status, _) in after.items()}
report(checked.returncode != 0 and statuses == {"alpha": 503, "beta": 200, "gamma": 200} and chief.get("/e/alpha/log")[0] == 503,
       "a_word_of_the_last_line_that_no_rule_is_about_is_damage", (checked.returncode, statuses))
server.end(signal.SIGKILL)

put(file, good)
with sqlite3.connect(file) as db:
    db.execute("DELETE FROM secret WHERE journal = 'beta' AND value LIKE '%Beta04%'")
db.close()
checked = server.db("check", "--data", server.data)
report(checked.returncode != 0 and re.search(r'"beta".*private part of line \d+ is missing', checked.stderr) is not None, "a_private_part_that_nobody_erased_is_missed", checked.stderr)

# --- a damaged copy, and other pages

damage(line_of("alpha", 2))
shutil.copy(file, server.work / "bad.db")
put(file, good)
done = server.db("restore", "--data", server.data, server.work / "bad.db")
report(done.returncode != 0 and file.read_bytes() == good, "a_damaged_copy_is_put_over_no_good_store", done.stderr)
size = int.from_bytes(good[16:18], "big")
bad = []
for flip in range(max(4, flips // 6)):
    data = bytearray(good)
    # The head of a page: of the file's first one, of a table, of an index.
    at = chance.randrange(0, 100) if flip < 4 else chance.randrange(1, len(good) // size) * size + chance.randrange(8)
    for offset in range(at, at + 2):
        data[offset] ^= 0xFF
    put(file, bytes(data))
    checked = server.db("check", "--data", server.data)
    begun = start(server)
    if begun is True:
        clean = wait_for(lambda: visitor.get("/health")[1] != "well\n" or checked.returncode == 0)
        same = shown(server) == before
        server.end(signal.SIGKILL)
        if checked.returncode == 0 and not same or not clean:
            bad.append(f"{at}: {checked.returncode} {same} {clean}")
    elif "limmat db restore" not in begun and "version" not in begun:
        bad.append(f"{at}: no start and no word of it: {begun}")
    source = (backup, stick)[flip % 2]
    done = server.db("restore", "--data", server.data, source)
    if done.returncode != 0 or start(server) is not True or shown(server) != before:
        bad.append(f"{at}: {done.returncode} not restored from {source.name}: {done.stderr}")
    server.end(signal.SIGKILL)
report(not bad, "of_damaged_pages_the_server_tells_and_one_command_restores", "\n".join(bad))

# --- copies that are not whole

put(file, good)
server.start()
chief = Browser(server)
chief.begin(server.key)
chief.post("/new", {"name": "Delta", "start": "2026-07-14", "rounds": "5"})
wal = pathlib.Path(f"{file}-wal")
report(wait_for(lambda: wal.stat().st_size == 0), "the_log_moves_into_the_file_when_nobody_writes", wal.stat().st_size)
copy = server.work / "copy.db"
shutil.copy(file, copy)
checked = server.db("check", copy)
with sqlite3.connect(copy) as db:
    there = db.execute("SELECT count(*) FROM journal WHERE name = 'delta'").fetchone()[0]
report(checked.returncode == 0 and "without its log" in checked.stderr and there == 1, "a_copy_without_its_log_is_known", checked.stderr)
server.end()
half = server.work / "half.db"
half.write_bytes(b"")
refused = server.db("check", half)
report(refused.returncode != 0 and "only the half of one" in refused.stderr and "no such table" not in refused.stderr, "an_empty_half_is_known", refused.stderr)

# --- erased for good, also from the log

put(file, good)
server.start()
chief = Browser(server)
chief.begin(server.key)
erased = chief.post("/e/alpha/main/do/erase", {"person": "p3", "ack": "erase:p3"})
left = kept_names("Alpha02")
server.end(signal.SIGKILL)
report(erased[0] == 303 and not left and not kept_names("Alpha02") and kept_names("Alpha03"), "who_is_erased_is_in_no_file", (erased[0], left))
# Killed between the erasure and the move of the log: made here as SQLite would leave it.
put(file, good)
with sqlite3.connect(file, isolation_level=None) as db:
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA wal_autocheckpoint=0")
    db.execute("PRAGMA secure_delete=ON")
    db.execute("UPDATE secret SET value = value WHERE journal = 'beta'")
    db.execute("DELETE FROM secret WHERE journal = 'beta' AND value LIKE '%Beta02%'")
    crashed = {ending: pathlib.Path(f"{file}{ending}").read_bytes() for ending in ("", "-wal")}
db.close()
put(file, crashed[""])
wal.write_bytes(crashed["-wal"])
report(len(kept_names("Beta02")) > 0, "a_crash_leaves_a_name_in_the_log", kept_names("Beta02"))
server.start()
left = kept_names("Beta02")
server.end(signal.SIGKILL)
report(not left, "the_next_start_leaves_none", left)

# --- a mirror that is not written

put(file, good)
missing = server.work / "mistyped"
server.options = ("--quiet", "--mirror", str(missing))
server.start()
chief, visitor = Browser(server), Browser(server)
chief.begin(server.key)
page, health = chief.get("/e/alpha/main/players")[1], visitor.get("/health")[1]
told = wait_for(lambda: '"mirror":"not written"' in (server.work / "log").read_text())
report("mirror isn’t being written" in page and "mirror" not in visitor.get("/")[1] and "mirror: not written" in health and told
       and "limmat_mirror_failing 1" in visitor.get("/metrics")[1], "a_mistyped_folder_is_told_on_every_page_of_the_desk", page[:2000] + health)
missing.mkdir()
report(wait_for(lambda: "limmat_mirror_failing 0" in visitor.get("/metrics")[1]) and (missing / "alpha.journal").exists()
       and "not being written" not in chief.get("/e/alpha/main/players")[1], "when_it_is_there_it_is_written")
shutil.rmtree(missing)
report(wait_for(lambda: "limmat_mirror_failing 1" in visitor.get("/metrics")[1]), "a_stick_that_goes_is_told_of")
(missing / "alpha.journal").mkdir(parents=True)  # nothing can be written there, as on one that is full
chief.post("/e/alpha/main/round/1/result", {"board": "1.4", "result": "1-0", "req": "full"})
failing = "limmat_mirror_failing 1" in visitor.get("/metrics")[1]
(missing / "alpha.journal").rmdir()
report(failing and wait_for(lambda: "limmat_mirror_failing 0" in visitor.get("/metrics")[1]) and '"full"' in (missing / "alpha.journal").read_text(),
       "one_that_cannot_be_written_is_told_of_and_filled_later")

# --- a full stick: a file system of a few pages that the server alone sees, for root

small = server.work / "small"
small.mkdir()


def mounted(*program):
    """How to run ${program} with 64 kB at the folder."""
    return ["unshare", "-m", "sh", "-c", f'mount -t tmpfs -o size=76k tmpfs "{small}" && exec "$@"', "sh", *map(str, program)]


def can_mount():
    try:
        return subprocess.run(mounted("true"), capture_output=True).returncode == 0
    except OSError:
        return False


if can_mount():
    chief.post("/new", {"name": "A large one", "start": "2026-07-14", "rounds": "5"})  # the first, and too large
    chief.post("/e/a-large-one/main/people/enter", {"text": "\n".join(f"Large{i:03}, First\t{2400 - i}\tSUI" for i in range(400))})
    server.end()
    wrapper = server.work / "in-a-small-world"
    wrapper.write_text("#!/bin/sh\nexec " + " ".join(map(shlex.quote, mounted(server.limmat))) + ' "$@"\n')
    wrapper.chmod(0o700)
    before, server.limmat, server.options = server.limmat, wrapper, ("--quiet", "--mirror", str(small))
    noted = (server.work / "log").read_text().count("No space left")
    server.start()
    there = pathlib.Path(f"/proc/{server.process.pid}/root{small}")
    chief = Browser(server)
    chief.begin(server.key)

    def is_told():
        """On the desk, in the log, to machines."""
        page, health, figures = chief.get("/e/gamma/main/players")[1], visitor.get("/health")[1], visitor.get("/metrics")[1]
        return ["No space left" in page, "mirror: not written" in health, "limmat_mirror_failing 1" in figures]

    def size(bytes):
        subprocess.run(["nsenter", "-t", str(server.process.pid), "-m", "mount", "-o", f"remount,size={bytes}", small], check=True)

    def names():
        return sorted(path.name for path in there.glob("*.journal"))

    report(is_told() == [True] * 3 and wait_for(lambda: (server.work / "log").read_text().count("No space left") == noted + 1)
           and wait_for(lambda: names() == [f"{name}.journal" for name in NAMES]), "a_stick_that_is_full_at_the_start_is_told_of_and_has_what_fits", (is_told(), names()))
    size("1m")
    report(wait_for(lambda: is_told() == [False] * 3) and "a-large-one.journal" in names(), "when_there_is_room_it_is_written", (is_told(), names()))
    filler = there / "holiday.jpg"
    try:
        with open(filler, "wb", buffering=0) as out:
            while out.write(b"x" * 4096):
                pass
    except OSError:
        pass
    def is_whole():
        return (there / "gamma.journal").read_text() == chief.get("/e/gamma/journal")[1]

    kept = []  # of each entry: its status, is all on the stick, is it told that it is not?
    for i, (result, was) in enumerate([("1-0", "none"), ("0-1", "1-0")] + [("1-0", "0-1"), ("0-1", "1-0")] * 40):
        status = chief.post("/e/gamma/main/round/1/result", {"board": "1.4", "result": result, "was": was, "req": f"full-{i}"})[0]
        kept.append((status, is_whole(), is_told()[2]))
        if kept[-1][2]:
            break
    report(set(kept[:-1]) <= {(303, True, False)} and kept[-1] == (303, False, True) and is_told() == [True] * 3,
           "one_that_fills_is_told_of_at_once_and_hinders_no_entry", kept)
    filler.unlink()
    report(wait_for(lambda: is_told() == [False] * 3) and is_whole(),
           "and_has_all_when_there_is_room_again", is_told())
    server.end()
    server.limmat, server.options = before, ("--quiet",)
    server.start()
    chief = Browser(server)
    chief.begin(server.key)
else:
    report(True, "a_full_stick_is_told_of # SKIP file systems are mounted by root alone")

# --- taken along, with its names, and without a terminal

along = chief.get("/e/beta/along")
report(along[0] == 200 and "Beta05" in along[1] and 'filename="beta.limmat"' in along[2]["Content-Disposition"]
       and visitor.get("/e/beta/along")[0] == 403, "one_button_gives_an_event_with_its_names", (along[0], along[2]["Content-Disposition"]))
bare = chief.get("/e/beta/journal")[1]
other = Server(sys.argv[1], "--quiet")
guest = Browser(other)
guest.begin(other.key)


def give(text):
    edge = "xXxlimmatxXx"
    parts = (("csrf", "", guest.token), ("file", '; filename="beta.limmat"', text))
    body = "".join(f'--{edge}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{what}\r\n' for name, more, what in parts) + f"--{edge}--\r\n"
    return guest.ask("POST", "/import", body.encode(), form=f"multipart/form-data; boundary={edge}")


said = give(bare)
report(said[0] == 422 and "names are missing" in said[1], "a_journal_without_names_is_no_event_to_take_along", said[1][-600:])
said = give(along[1])
report(said[0] == 303 and guest.get("/e/beta/main/tournament.json")[1] == chief.get("/e/beta/main/tournament.json")[1]
       and "Beta05" in guest.get("/e/beta/main/players")[1], "the_first_page_takes_it_at_another_machine", said)
chief.post("/e/beta/main/round/1/result", {"board": "1.4", "result": "0-1", "req": "later"})
said = give(chief.get("/e/beta/along")[1])
report(said[0] == 303 and guest.get("/e/beta/along")[1] == chief.get("/e/beta/along")[1], "and_later_what_is_new", said)
for who, name in ((guest, "Here, Only"), (chief, "There, Only")):
    assert who.post("/e/beta/main/do/announce", {"text": name})[0] == 303
kept = guest.get("/e/beta/along")[1]
said = give(chief.get("/e/beta/along")[1])
report(said[0] == 409 and "Only one can go on" in said[1] and guest.get("/e/beta/along")[1] == kept, "an_event_that_went_on_at_both_is_refused", said[:1])
# --- a championship, too

chief.post("/championships", {"definition": "club-knock-out", "settings": "director=Zoe"})
cup = "/c/club-knock-out"
key = re.search(r"(/key/[\w-]+)", chief.post(cup + "/people/key", {"player": "Zoe"})[1]).group(1)
director = Browser(server)
director.begin(key)
taken = chief.get(cup + "/along")
report(taken[0] == 200 and 'filename="club-knock-out.limmat"' in taken[2]["Content-Disposition"] and cup + "/along" in chief.get(cup + "/log")[1]
       and director.get(cup + "/along")[0] == 403 and cup + "/along" not in director.get(cup + "/log")[1], "who_has_the_server_takes_a_championship_along", taken)
said = give(taken[1])
report(said[0] == 303 and said[2]["Location"] == cup and guest.get(cup + "/journal")[1] == chief.get(cup + "/journal")[1], "the_first_page_takes_a_championship", said)
def applies(at, admin, player):
    """He has a session of his own then, and is accepted."""
    status = Browser(at).post(cup + "/apply", {"player": player, "created": "2016-01-01", "games": "500", "seeding": "1700", "act": "send"})[0]
    assert status == 303 and admin.post(cup + "/applications", {"act": "good"})[0] == 303


applies(server, chief, "Ada")
later = chief.get(cup + "/along")[1]
said = give(later)
report(len(later) > len(taken[1]) and said[0] == 303 and guest.get(cup + "/along")[1] == later, "and_later_what_is_new_of_it", said)
said = give(taken[1])
report(said[0] == 303 and guest.get(cup + "/along")[1] == later, "an_older_file_takes_nothing_back", said)
applies(other, guest, "Cleo")
applies(server, chief, "Dora")
said = give(chief.get(cup + "/along")[1])
report(said[0] == 409 and "Cleo" in guest.get(cup + "/along")[1] and "Dora" not in guest.get(cup + "/along")[1], "one_that_went_on_at_both_is_refused", said)
chief.post("/championships", {"definition": "club-knock-out", "settings": "director=Yves"})
said = give(chief.get(cup + "-2/along")[1])
report(said[0] == 303 and said[2]["Location"] == cup + "-2", "another_of_the_same_name_has_its_own_address", said)
later = chief.get(cup + "/along")[1]
other.end()
server.end()
fourth = server.work / "fourth"
files = {name: server.work / "out" / name for name in ("club-knock-out.limmat", "club-knock-out.journal", "championship.club-knock-out.journal", "beta.limmat", "none.journal")}
(server.work / "out").mkdir()
done = [server.db("export", "--data", server.data, file) for file in files.values()]
report([run.returncode == 0 for run in done] == [True] * 4 + [False] and "no event or championship" in done[4].stderr and files["club-knock-out.limmat"].read_text() == later
       and files["beta.limmat"].read_text().count("Beta05") == 1, "the_command_exports_championships_and_files_to_take_along", [run.stderr for run in done])
for file in list(files.values())[:3]:
    done = server.db("import", "--data", fourth, file)
    report(done.returncode == 0 and "club-knock-out is a championship" in done.stdout, f"and_imports_{file.name}".replace(".", "_"), done.stdout + done.stderr)
done = server.db("export", "--data", fourth, server.work / "club-knock-out.limmat")
report(done.returncode == 0 and (server.work / "club-knock-out.limmat").read_text() == later and server.db("check", "--data", fourth).returncode == 0,
       "which_is_one_and_the_same", done.stderr)
(server.work / "beta.limmat").write_text(along[1])
(server.work / "bare.journal").write_text(bare)
third = server.work / "third"
done = server.db("import", "--data", third, server.work / "beta.limmat")
report(done.returncode == 0 and server.db("check", "--data", third).returncode == 0, "the_command_takes_it_too", done.stderr)
done = server.db("import", "--data", third, server.work / "bare.journal")
report(done.returncode != 0 and "private part" in done.stderr, "and_says_when_names_are_missing", done.stderr)

# --- beside another's private part

(server.work / "old.private").write_text((stick / "beta.private").read_text())
kept = (server.work / "old.private").read_bytes()
for words in (("desk", "old.journal", "open", "Old"), ("championship", "new", "club-knock-out", "old.journal")):
    done = subprocess.run([server.limmat, *words], capture_output=True, text=True, cwd=server.work)
    report(done.returncode != 0 and "private part of another journal" in done.stderr and (server.work / "old.private").read_bytes() == kept
           and not (server.work / "old.journal").exists(), f"{words[0]}_begins_none_beside_anothers_private_part", done.stdout + done.stderr)

sys.exit(report.end())
