#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""safety.py LIMMAT SHIM EXAMPLES DATA [long]: nothing is lost, in TAP.

Every command that writes is run with a power cut (SIGKILL) in place of each call that changes the disk, and with each
of those calls failing; what a terminal is sent; what must not be replaced; two at once."""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

limmat, shim, examples, data = (pathlib.Path(a).resolve() for a in sys.argv[1:5])
long = len(sys.argv) > 5
work = pathlib.Path(tempfile.mkdtemp())
count = 0


def report(good, name, why=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {name}", flush=True)
    if not good:
        print("# " + str(why)[:3000].replace("\n", "\n# "))


def run(*arguments, cwd=work, **environment):
    env = dict(os.environ, **{k: str(v) for k, v in environment.items()})
    if environment:
        env["LD_PRELOAD"] = str(shim)
    return subprocess.run([limmat, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, env=env, timeout=60)


def tree(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


for name in ("open-2026.trf", "weekend-2026.trf", "youth-2026.json"):
    shutil.copy(examples / name, work)
assert run("championship", "new", "acwc-2019", "begun.journal", "--at", "2019-09-05T00:00:00Z").returncode == 0
players = "".join(f"{n},,2015-01-01T00:00:00Z,200,{2000 - i}\n" for i, n in enumerate(["ann", "bob", "cy", "di"]))
(work / "players.csv").write_text(players)
assert run("rate", "import", "-d", "2026-11-01", "-o", "fide.registry", data / "list.txt").returncode == 0
assert run("rate", "simulate", "-n", "20", "-m", "2", "--events", "-o", "federation").returncode == 0

# --- what is written is on the disk, and its name too


def log_of(*arguments, cwd=None):
    where = pathlib.Path(tempfile.mkdtemp(dir=work))
    for name in ("begun.journal", "players.csv", "open-2026.trf"):
        shutil.copy(work / name, where)
    log = where / "shim.log"
    done = run(*arguments, cwd=where, SHIM_LOG=log)
    return done, log.read_text().splitlines() if log.exists() else [], where


def settled(lines, final, folder):
    """The bytes were settled before the name was taken, the folder afterwards."""
    what = [line.split()[0] for line in lines]
    renamed = [i for i, line in enumerate(lines) if line.startswith("rename ") and line.split()[2].endswith(final)]
    return bool(renamed) and "fsync-file" in what[:renamed[0]] and any(
        line.startswith(f"fsync-folder {folder}") for line in lines[renamed[0]:])


for name, arguments, final in [
        ("a_new_journal", ["championship", "new", "acwc-2019", "new.journal"], "new.journal"),
        ("an_output_file", ["pair", "-o", "out.txt", "open-2026.trf"], "out.txt"),
        ("a_registry", ["rate", "import", "-d", "2026-11-01", "-o", "r", data / "list.txt"], "r"),
        ("a_months_folder", ["rate", "period", "-l", work / "federation/2013-08", "-e", work / "federation/events-2013-09",
                             "-o", "month"], "month")]:
    done, lines, where = log_of(*arguments)
    report(done.returncode == 0 and settled(lines, final, where), f"{name}_is_on_the_disk_with_its_name", (done, lines))
done, lines, where = log_of("championship", "apply", "begun.journal", "ann", "--at", "2019-09-10T00:00:00Z")
what = [line.split()[0] for line in lines]
report(done.returncode == 0 and what == ["write", "fsync-file"], "an_event_is_on_the_disk_before_it_is_told", lines)
done, lines, where = log_of("rate", "period", "-l", work / "federation/2013-08", "-e", work / "federation/events-2013-09",
                            "-o", "month")
files = {line.split()[1].split("/")[-1] for line in lines if line.startswith("fsync-file")}
report(files == {p.name for p in (where / "month").iterdir()} and len(files) > 3, "all_files_of_a_month_are_on_the_disk", lines)
settling = [i for i, line in enumerate(lines) if line.startswith("fsync-folder") and line.split()[1].endswith("month.partial")]
taking = [i for i, line in enumerate(lines) if line.startswith("rename") and line.split()[2] == "month"]
report(settling and taking and settling[0] < taking[0], "the_names_in_a_month_are_on_the_disk_before_it_has_its_own", lines)

# --- a power cut, and a failure, at every call


def prepared(old):
    where = pathlib.Path(tempfile.mkdtemp(dir=work))
    for path in ("begun.journal", "players.csv", "open-2026.trf", "weekend-2026.trf", "youth-2026.json"):
        shutil.copy(work / path, where)
    for name, content in old.items():
        (where / name).write_bytes(content)
    return where


def outcomes(name, arguments, check, old=None, clean=True, most=400):
    """Run with call 1, 2, … killed, then failed; ${check} gets the folder and whether the command said it was done."""
    for mode in ("SHIM_KILL", "SHIM_FAIL"):
        bad, at, done = [], 0, None
        while at < most:
            at += 1
            where = prepared(old or {})
            log = where / "shim.log"
            done = run(*arguments, cwd=where, **{mode: at, "SHIM_LOG": log})
            lines = log.read_text().splitlines() if log.exists() else []
            log.unlink(missing_ok=True)
            over = done.returncode == 0 if mode == "SHIM_KILL" else not any(l.startswith("failed") for l in lines)
            if mode == "SHIM_KILL" and done.returncode not in (0, -9):
                bad.append(f"call {at}: status {done.returncode} {done.stderr}")
            if mode == "SHIM_FAIL" and not over and done.returncode not in (0, 5):
                bad.append(f"call {at}: status {done.returncode} {done.stderr}")
            if mode == "SHIM_FAIL" and done.returncode != 0 and not done.stderr.strip():
                bad.append(f"call {at}: failed without a word")
            why = check(where, done.returncode == 0)
            if why:
                bad.append(f"call {at}: {why} {lines[-2:]}")
            if mode == "SHIM_FAIL" and clean and list(where.rglob("*.part")):
                bad.append(f"call {at}: a draft is left")
            shutil.rmtree(where)
            if over:
                break
        report(not bad and 1 < at < most, f"{name}_survives_{'a_power_cut' if mode == 'SHIM_KILL' else 'a_failure'}_at_every_call",
               f"{at} calls\n" + "\n".join(bad))


def old_or_new(path, old, make):
    where = prepared({})
    assert run(*make, cwd=where).returncode == 0
    new = (where / path).read_bytes()

    def check(folder, done):
        now = (folder / path).read_bytes() if (folder / path).exists() else None
        if done and now != new:
            return "done, and it is not the new file"
        return None if now in (old, new) else f"{path} is neither old nor new"
    return check


trf = ["pair", "-f", "trf", "-o", "out.trf", "open-2026.trf"]
outcomes("pair", trf, old_or_new("out.trf", b"old\n", trf), {"out.trf": b"old\n"})
report_csv = ["standings", "-f", "csv", "-o", "out.csv", "open-2026.trf"]
outcomes("standings", report_csv, old_or_new("out.csv", None, report_csv))
new = ["championship", "new", "acwc-2019", "new.journal", "--at", "2019-09-05T00:00:00Z"]
outcomes("championship_new", new, old_or_new("new.journal", None, new))
sim = ["championship", "simulate", "acwc-2019", "-n", "8", "-o", "sim.journal"]
outcomes("championship_simulate", sim, old_or_new("sim.journal", None, sim))
imported = ["rate", "import", "-d", "2026-11-01", "-o", "r", data / "list.txt"]
outcomes("rate_import", imported, old_or_new("r", b"old", imported), {"r": b"old"})

begun = (work / "begun.journal").read_bytes()


def journal_grows(folder, done):
    now = (folder / "begun.journal").read_bytes()
    events = now[len(begun):]
    if not now.startswith(begun) or (done and events.count(b"\n") != 4):
        return "events are lost"
    if events and not events.endswith(b"\n"):
        mended = run("championship", "repair", "begun.journal", cwd=folder)
        if mended.returncode != 0:
            return "not repaired"
    again = run("championship", "replay", "begun.journal", cwd=folder)
    return None if again.returncode == 0 else again.stderr


apply = ["championship", "apply", "begun.journal", "players.csv", "--csv", "--at", "2019-09-10T00:00:00Z"]
outcomes("championship_apply", apply, journal_grows)

half = begun + b'{"event":"apply","at":"2019-09-10T'


def is_mended(folder, done):
    now = (folder / "begun.journal").read_bytes()
    return None if now == begun or (now == half and not done) else "the journal is another"


outcomes("championship_repair", ["championship", "repair", "begun.journal"], is_mended, {"begun.journal": half})

# At the desk a line that seals something private never stands without it; what is cut is mended by the next act.
for words in (["open", "name=Night Open", "start=2026-07-16"], ["section", "id=A", "rounds=3"],
              ["A", "enter", "name=First, Ann", "rating=2000", "birth=1990-01-02"]):
    assert run("desk", "night.journal", *words).returncode == 0
night = {name: (work / name).read_bytes() for name in ("night.journal", "night.private")}


def desk_grows(folder, done):
    lines = (folder / "night.journal").read_bytes()
    if not lines.startswith(night["night.journal"]) or (done and lines.count(b"\n") != 4):
        return "lines are lost"
    again = run("desk", "night.journal", "A", "enter", "name=Third, Cy", "rating=1800", cwd=folder)
    if again.returncode != 0:
        return again.stderr
    read = [[json.loads(line) for line in (folder / name).read_text().splitlines()] for name in night]
    if [l["n"] for l in read[0] if "sealed" in l] != [p["n"] for p in read[1]]:
        return "a line has lost what is private, or the other way round"
    verified = run("journal", "verify", "night.journal", cwd=folder)
    return None if verified.returncode == 0 else verified.stdout + verified.stderr


outcomes("an_act_at_the_desk", ["desk", "night.journal", "A", "enter", "name=Second, Bo", "rating=1900", "birth=1991-03-04"],
         desk_grows, night)

period = ["rate", "period", "-l", work / "federation/2013-08", "-e", work / "federation/events-2013-09", "-o", "month"]
where = prepared({})
assert run(*period, cwd=where).returncode == 0
month = tree(where / "month")


def month_is_whole(folder, done):
    if (folder / "month").exists():
        return None if tree(folder / "month") == month else "a month is half there"
    return "done, and nothing is there" if done else None


def month_after_all(folder, done):
    why = month_is_whole(folder, done)
    if why is None and not (folder / "month").exists():
        again = run(*period, cwd=folder)
        why = month_is_whole(folder, True) if again.returncode == 0 else again.stderr
    return why


outcomes("rate_period", period, month_after_all)

# The site changes event by event: each is old or new, whole; the next publish mends what a cut left.
publish = ["publish", "-o", "site", "open.trf", "weekend-2026.trf"]


def site_of(source):
    where = prepared({"open.trf": source})
    assert run(*publish, cwd=where).returncode == 0
    return where / "site"


first = (examples / "open-2026.trf").read_bytes()
second = first.replace(b"Open", b"Opus") if b"Open" in first else first.replace(b"2026", b"2027", 1)
old_site, new_site = site_of(first), site_of(second)


def site_is_whole(folder, done):
    now, old, fresh = tree(folder / "site/open"), tree(old_site / "open"), tree(new_site / "open")
    if now not in (old, fresh) or (done and now != fresh):
        return "the pages of an event are of two states"
    again = run(*publish, cwd=folder)
    if again.returncode != 0:
        return again.stderr
    mended = tree(folder / "site")
    return None if mended == tree(new_site) else f"the next publish does not mend it: {mended.keys() ^ tree(new_site).keys()}"


def outcomes_of_publish():
    for mode in ("SHIM_KILL", "SHIM_FAIL"):
        bad, at, step = [], 0, 1 if long else 9
        while True:
            at += step
            where = prepared({"open.trf": second})
            shutil.copytree(old_site, where / "site", copy_function=shutil.copy2)
            log = where / "shim.log"
            done = run(*publish, cwd=where, **{mode: at, "SHIM_LOG": log})
            failed = "failed" in log.read_text() if log.exists() else False
            why = site_is_whole(where, done.returncode == 0)
            if why:
                bad.append(f"call {at}: {why}")
            shutil.rmtree(where)
            if done.returncode == 0 and not failed:
                break
        report(not bad and at > step, f"publish_survives_{mode}_at_calls", f"{at}\n" + "\n".join(bad[:9]))


outcomes_of_publish()

# --- kill -9 at chance moments, while others write too
journal = work / "busy.journal"
shutil.copy(work / "begun.journal", journal)
told, killed = [], 0
for turn in range(120 if long else 25):
    name = f"p{turn}"
    child = subprocess.Popen([limmat, "championship", "apply", "busy.journal", name, "--at", "2019-09-10T00:00:00Z"], cwd=work,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    time.sleep(max(turn % 8 - 1, 0) * 0.0007)  # now and then at once, so that some are killed on any machine
    if turn % 2:
        child.kill()
    out = child.communicate()[0]
    killed += child.returncode == -9
    if b"applies" in out:
        told.append(name)
text = journal.read_text()
report(killed > 0 and told and all(f'"{name}"' in text for name in told) and run("championship", "replay", "busy.journal").returncode == 0,
       "what_was_told_is_in_the_journal_after_kill_9", (killed, told))

# --- what is not replaced
before = begun
done = run("championship", "new", "acwc-2019", "begun.journal")
report(done.returncode == 3 and "not replaced" in done.stderr and "--replace" in done.stderr and (work / "begun.journal").read_bytes() == before,
       "a_journal_is_never_replaced_by_new", done)
shutil.copy(work / "begun.journal", work / "gone.journal")
done = run("championship", "new", "acwc-2020", "gone.journal", "--replace", "--suggested")
report(done.returncode == 0 and b"acwc-2020" in (work / "gone.journal").read_bytes(), "replace_replaces_it", done)
os.symlink("begun.journal", work / "linked.journal")
writers = [["pair", "open-2026.trf", "-o"], ["standings", "open-2026.trf", "-o"], ["convert", "-t", "json", "open-2026.trf", "-o"],
           ["rate", "import", "-d", "2026-11-01", data / "list.txt", "-o"], ["generate", "-n", "6", "-R", "3", "-o"],
           ["championship", "simulate", "acwc-2019", "-o"], ["championship", "export", "begun.journal", "-o"]]
bad = []
for writer in writers:
    for target in ("begun.journal", "linked.journal"):
        done = run(*writer, target)
        if done.returncode != 3 or "not replaced" not in done.stderr or (work / "begun.journal").read_bytes() != before:
            bad.append((writer, target, done))
report(not bad, "no_output_replaces_a_journal", bad)

# --- two at once
where = prepared({})
pair = [subprocess.Popen([limmat, *map(str, period)], cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(6)]
errors = [p.communicate()[1] for p in pair]
codes = sorted(p.returncode for p in pair)
report(codes.count(0) == 1 and all(c in (0, 3, 5) for c in codes) and tree(where / "month") == month
       and not (where / "month.partial").exists(), "of_six_rate_period_into_one_place_five_refuse", (codes, errors))
applicants = [subprocess.Popen([limmat, "championship", "apply", "begun.journal", f"q{i}", "--at", "2019-09-10T00:00:00Z"], cwd=where,
                               stdout=subprocess.DEVNULL) for i in range(8)]
codes = [p.wait() for p in applicants]
report(codes == [0] * 8 and (where / "begun.journal").read_text().count('"apply"') == 8, "eight_applications_at_once_all_stand", codes)

# --- a half line
(work / "torn.journal").write_bytes(half)
done = run("championship", "status", "torn.journal")
report(done.returncode == 3 and "torn.journal:2" in done.stderr and "limmat championship repair" in done.stderr, "a_half_line_is_told_with_its_remedy", done)
done = run("championship", "repair", "torn.journal")
report(done.returncode == 0 and '2019-09-10T' in done.stdout and run("championship", "status", "torn.journal").returncode == 0,
       "repair_shows_what_it_removes", done)
done = run("championship", "repair", "torn.journal")
report(done.returncode == 0 and "nothing to repair" in done.stdout, "repairing_twice_changes_nothing", done)
(work / "noise").write_text("no journal at all")
done = run("championship", "repair", "noise")
report(done.returncode == 3 and (work / "noise").read_text() == "no journal at all", "what_is_no_journal_is_not_shortened", done)

# --- failed writes are told
for name, arguments in [("text", ["pair", "open-2026.trf"]), ("json", ["standings", "-f", "json", "open-2026.trf"])]:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([limmat, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, cwd=work)
    report(done.returncode == 5 and "No space left" in done.stderr, f"a_full_standard_output_is_told_for_{name}", done)

# --- terminals


def on_terminal(*arguments, errors_only=False):
    """What a terminal is sent by the command."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen([limmat, *map(str, arguments)], stdin=subprocess.DEVNULL, cwd=work, close_fds=True,
                             stdout=subprocess.DEVNULL if errors_only else theirs, stderr=theirs)
    os.close(theirs)
    sent = b""
    while True:
        try:
            if not select.select([ours], [], [], 20)[0]:
                break
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        sent += piece
    child.wait()
    os.close(ours)
    return re.sub(rb"\r\[[# ]{40}\] \d+/\d+|\r {70}\r", b"", sent.replace(b"\r\n", b"\n"))  # the progress bar is ours


def obeyed(sent):
    text = sent.decode("utf-8", "surrogateescape")
    return re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\udc80-\udcff]", text)


evil = "Evil\x1b]0;title\x07 \x1b[2J \x9b31m \x7f \u202egnp\x08\x08"
hostile = (examples / "open-2026.trf").read_text().splitlines()
for i, line in enumerate(hostile):
    if line.startswith("001") and i % 2:
        hostile[i] = line[:14] + (evil + " " * 33)[:33] + line[47:]
    if line.startswith("012"):
        hostile[i] = line + evil
(work / "hostile.trf").write_text("\n".join(hostile) + "\n")
(work / "broken.trf").write_text("\n".join(hostile).replace("  1.0 ", "  9\x1b]0;z") + "\n001 \x1b[2J\n\x1b[31m99 x\n")
(work / "hostile.csv").write_text("tpn,name,rating\n1,\"a\x1b[2J\tb\",x\x1b]0;q\x07\n2,b\r,2000\n")
(work / "hostile.json").write_text('{"format": "limmat-tournament/1", "name": "\\u001b[2J", "players": [{"tpn": 1, "name": "\\u001b]0;x\\u0007"}], "x\\u009b": 1}')
shutil.copy(work / "hostile.trf", work / "file\x1b[2J.trf")
(work / "hostile.journal").write_bytes(begun + b'{"event":"apply","at":"2019-09-10T00:00:00Z","by":"ProgramFOX","player":"a\\u001b[2Jb"}\n')
views = [[c, *o, f] for f in ("hostile.trf", "broken.trf", "hostile.csv", "hostile.json", "file\x1b[2J.trf", "nowhere\x1b[2J") for c, o in
         [("pair", []), ("pair", ["-f", "json"]), ("pair", ["-f", "trf"]), ("standings", []), ("standings", ["-f", "csv"]), ("standings", ["-f", "html"]),
          ("explain", []), ("explain", ["-f", "json"]), ("explain", ["-p", "2"]), ("check", []), ("convert", ["-t", "csv"]), ("convert", ["-t", "json"])]]
views += [["championship", c, "hostile.journal"] for c in ("status", "due", "bracket", "explain", "export", "replay")]
views += [["pair", "-s", "x\x1b[2J", "open-2026.trf"], ["pear\x1b[2J"], ["rate", "lookup", "-l", "fide.registry", "x\x1b[2J"],
          ["hostile.trf", "-c"], ["--dutch", "hostile.trf", "-c", "-l"], ["publish", "-o", "out\x1b[2J", "broken.trf"]]
bad, silent = [], 0
for view in views:
    sent = on_terminal(*view)
    silent += not sent
    if obeyed(sent):
        bad.append((view, obeyed(sent)[:5], sent[:200]))
    if obeyed(on_terminal(*view, errors_only=True)):
        bad.append((view, "errors"))
report(not bad and silent < len(views) / 4, f"no_control_character_of_a_file_reaches_a_terminal_in_{len(views)}_views", (silent, bad[:6]))
sent = on_terminal("pair", "open-2026.trf")
report(sent.decode() == run("pair", "open-2026.trf").stdout, "harmless_text_is_shown_as_it_is", sent)
done = subprocess.run([limmat, "convert", "-t", "trf26", "hostile.trf"], capture_output=True, cwd=work)
report(b"\x1b]0;title" in done.stdout, "a_program_gets_every_byte", done.stdout[:500])
done = subprocess.run([limmat, "pair", "broken.trf"], capture_output=True, cwd=work)
report(done.stderr and not obeyed(done.stderr), "messages_are_harmless_also_in_a_file", done.stderr[:500])

# --- spreadsheets
names = ["=1+1", "+41", "-2", "@SUM(A1)", "\tx", "'=kept", "plain", "a,b", 'q"q', "=HYPERLINK(\"http://x\",\"y\")"]
import csv
import io
import json
(work / "formulas.json").write_text(json.dumps({"format": "limmat-tournament/1", "name": "t", "players": [
    {"tpn": i + 1, "name": n, "rating": 2000 - i, "federation": "SUI", "club": "=cmd"} for i, n in enumerate(names)]}))
done = run("convert", "-t", "csv", "formulas.json")
cells = [cell for row in csv.reader(io.StringIO(done.stdout)) for cell in row]
report(done.returncode == 0 and len(cells) > 30 and not [c for c in cells if c[:1] in ("=", "+", "-", "@", "\t", "\r") and c],
       "no_cell_of_convert_is_a_formula", done)
(work / "formulas.csv").write_text(done.stdout)
back = json.loads(run("convert", "-t", "json", "formulas.csv").stdout)
want = [n.strip() if n != "'=kept" else "=kept" for n in names]
got = [p["name"] for p in back["players"]]
report([g.strip() for g in got] == want, "limmat_takes_the_apostrophe_off", (got, want))
done = run("standings", "-f", "csv", "formulas.json")
report(",=1+1," in done.stdout or ",=1+1\n" in done.stdout, "programs_get_the_text_as_it_is", done.stdout)
run("publish", "-o", "sheet", "formulas.json")
cells = [c for row in csv.reader(io.StringIO((work / "sheet/formulas/tournament.csv").read_text())) for c in row]
report(cells and not [c for c in cells if c[:1] in ("=", "+", "-", "@", "\t", "\r") and c], "no_cell_of_a_published_file_is_a_formula", cells[:40])

# --- a list with what is no text in it
done = run("rate", "import", "-d", "2026-11-01", "-o", "tabs.registry", data / "list-tab.txt")
seen = run("rate", "lookup", "-l", "tabs.registry", "100002")
report(done.returncode == 0 and seen.returncode == 0 and "Some One" in seen.stdout, "an_imported_list_with_tabs_is_read_back", (done, seen))

for name, parts in (("one", ["list.txt"]), ("two", ["list.txt", "list-tab.txt"]), ("none", [])):
    with zipfile.ZipFile(work / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for part in parts:
            archive.write(data / part, part)
    done = run("rate", "import", "-d", "2026-11-01", "-o", f"{name}.registry", f"{name}.zip")
    good = (done.returncode == 0 and (work / "one.registry").read_bytes() == (work / "fide.registry").read_bytes() if name == "one"
            else done.returncode == 3 and not (work / f"{name}.registry").exists())
    report(good, f"an_archive_of_{name}_is_{'unpacked' if name == 'one' else 'refused'}", done)
cut = (work / "one.zip").read_bytes()
(work / "cut.zip").write_bytes(cut[:40] + bytes(20) + cut[60:])
done = run("rate", "import", "-d", "2026-11-01", "-o", "cut.registry", "cut.zip")
report(done.returncode in (3, 5) and done.stderr and not (work / "cut.registry").exists(), "a_damaged_archive_is_refused", done)

shutil.rmtree(work)
print(f"1..{count}")
