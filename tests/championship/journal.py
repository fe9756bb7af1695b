#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""journal.py LIMMAT ARCHIVE: championships on the shared journal, and journals of before, in TAP."""
import hashlib
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile

limmat = pathlib.Path(sys.argv[1]).resolve()
folder = tempfile.TemporaryDirectory()
work = pathlib.Path(folder.name)
with tarfile.open(sys.argv[2]) as archive:
    archive.extractall(work)
count = 0


def run(*arguments, at=None):
    extra = ["--at", at] if at else []
    return subprocess.run([limmat, *map(str, arguments), *extra], capture_output=True, text=True, cwd=work, timeout=60)


def champ(*arguments, at=None):
    return run("championship", *arguments, at=at)


def report(good, name, why=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + str(why)[:3000].replace("\n", "\n# "))


def lines_of(name):
    return (work / name).read_text().splitlines(keepends=True)


# --- journals of before: written by version 0.1.0 with what it read from them
names = sorted(path.stem for path in work.glob("*.journal"))
wrong = []
for name in names:
    got = champ("export", f"{name}.journal")
    expected = json.loads((work / f"{name}.json").read_text())
    state = json.loads(got.stdout) if got.returncode == 0 else {}
    for match in [*expected.get("matches", []), *state.get("matches", [])]:
        match.pop("text", None)  # a sentence for people: its wording may change
    wrong += [(name, member, got.stderr) for member in expected if state.get(member) != expected[member]]
report(not wrong and len(names) == 7, "journals_of_before_tell_the_same", (names, wrong[:5]))
got = champ("verify", "other-engine.journal")
report(got.returncode == 6 and champ("status", "other-engine.journal").returncode == 0, "also_that_of_another_engine", got)
before = (work / "running.journal").read_bytes()
half = work / "half.journal"
half.write_bytes(before[:-9])
got, mended = champ("status", half.name), champ("repair", half.name)
report(got.returncode == 3 and "half line" in got.stderr and mended.returncode == 0 and champ("status", half.name).returncode == 0,
       "a_half_line_of_one_is_repaired", (got, mended))

# --- they go on, in the present form, which knows all that was before
got = champ("result", "running.journal", "bob", "0111", "--from", 4, "--why", "told by mail", at="2019-10-01T02:00:00Z")
after = (work / "running.journal").read_bytes()
added = json.loads(after[len(before):])
report(got.returncode == 0 and after.startswith(before) and added["v"] == 1 and added["n"] == before.count(b"\n") + 1
       and added["prev"] == hashlib.sha256(before).hexdigest(), "they_go_on_in_the_present_form", (got, added))
report("told by mail" not in after.decode() and "told by mail" in (work / "running.private").read_text(), "reasons_are_private", after[-400:])
champ("dq", "running.journal", "cy", "engine", at="2019-10-01T03:00:00Z")
got = run("journal", "verify", "running.journal")
report(got.returncode == 0 and "0 faults" in got.stdout, "and_are_verified_as_a_whole", got)
changed = work / "changed.journal"
changed.write_bytes(after.replace(b'"games":"1=0"', b'"games":"110"', 1))
got, opened = run("journal", "verify", changed.name), champ("status", changed.name)
report(got.returncode == 6 and "old part" in got.stderr and opened.returncode == 3, "a_change_of_the_old_part_is_seen", (got, opened))

# --- the present form: chain, private bids, two times, the way back
assert champ("new", "acwc-2019", "a.journal", at="2019-09-05T00:00:00Z").returncode == 0
(work / "four.csv").write_text("".join(f"{n},,2015-01-01T00:00:00Z,200,{2000 - i}\n" for i, n in enumerate(["ann", "bob", "cy", "di"])))
champ("apply", "a.journal", "four.csv", "--csv", at="2019-09-10T00:00:00Z")
champ("pair", "a.journal", at="2019-09-30T00:00:00Z")
got = champ("offer", "a.journal", "ann", "2019-10-04T12:00Z", "2019-10-05T12:00Z", "2019-10-06T12:00Z", "--by", "ProgramFOX",
            "--happened", "2019-10-01T18:00:00Z", at="2019-10-03T10:00:00Z")
report(got.returncode == 0 and "3 of 3 proper offers" in got.stdout, "offers_of_tuesday_count_on_thursday", got)
got = champ("choose", "a.journal", "ann", "2019-10-05T15:00Z", at="2019-10-03T11:00:00Z")
report(got.returncode == 0 and "chosen" in got.stdout, "who_made_them_chooses", got)
text = champ("explain", "a.journal", "ann").stdout
report("Tue 1 Oct 2019, 18:00 UTC  ann offers" in text and "entered Thu 3 Oct 2019" in text, "both_times_are_told", text)
got = champ("offer", "a.journal", "cy", "2019-10-04T12:00Z", "--happened", "2019-10-01T18:00:00Z", at="2019-10-03T11:00:00Z")
report(got.returncode == 3 and "director" in got.stderr, "players_cannot_claim_that_it_was_earlier", got)
champ("dq", "a.journal", "bob", "engine", "--why", "marked, they say", at="2019-10-03T12:00:00Z")
champ("result", "a.journal", "cy", "111111", "--by", "ProgramFOX", at="2019-10-05T16:00:00Z")
champ("pair", "a.journal", at="2019-10-07T00:00:00Z")
whole = champ("export", "a.journal").stdout
got = champ("return", "a.journal", "bob", at="2019-10-07T01:00:00Z")
report(got.returncode == 3 and "published with the results of that time" in got.stderr and "--acknowledge stands:" in got.stderr
       and champ("export", "a.journal").stdout == whole, "a_way_back_names_what_stands", got)
got = champ("return", "a.journal", "bob", "--acknowledge", "all", "--request", "r1", at="2019-10-07T01:00:00Z")
again = champ("return", "a.journal", "bob", "--acknowledge", "all", "--request", "r1", at="2019-10-07T01:00:00Z")
state = json.loads(champ("export", "a.journal").stdout)
match = [m for m in state["matches"] if m["match"] == "qualification/1/1"][0]
bob = [p for p in state["people"] if p["player"] == "bob"][0]
report(got.returncode == 0 and "is undone" in got.stdout and again.returncode == 0 and "already entered" in again.stdout
       and match["state"] == "open" and match["time"] == "2019-10-05T15:00:00Z" and "out" not in bob, "and_opens_what_it_closed", (got, match, bob))
got = champ("restore", "a.journal", "14", at="2019-10-07T02:00:00Z")
report(got.returncode == 0 or "can't" in got.stderr or "cannot" in got.stderr or "is undone" in got.stderr, "any_line_can_be_tried", got)

# --- one byte, one line, two lines: the line is named, and the journal does not open
good = lines_of("a.journal")
for name, lines in (("changed", good[:8] + [good[8].replace('"ann"', '"ano"').replace("2019", "2018", 1)] + good[9:]),
                    ("left_out", good[:8] + good[9:]), ("swapped", good[:8] + [good[9], good[8]] + good[10:])):
    (work / "bad.journal").write_text("".join(lines))
    got, opened = run("journal", "verify", "bad.journal"), champ("status", "bad.journal")
    report(got.returncode == 6 and ("line 9" in got.stderr or "line 10" in got.stderr) and opened.returncode == 3,
           f"a_line_{name}_is_named", (got, opened))

# --- bids are sealed until both have bid, and then anybody can see that they are those
duel = json.loads((pathlib.Path(__file__).parents[2] / "data/championships/club-knock-out.json").read_text())
duel["formats"] = {name: {"steps": [{"games": 2, "clock": "2+5"}], "armageddon": {"black_seconds": 180, "equal_bids": "higher_seed"}}
                   for name in duel["formats"]}
(work / "duel.json").write_text(json.dumps(duel))
champ("new", "duel.json", "bids.journal", "--suggested", at="2026-01-01T00:00:00Z")
for i, name in enumerate(["ann", "Bob Müller"]):
    champ("apply", "bids.journal", name, "--seeding", 2000 - 10 * i, at="2026-01-02T00:00:00Z")
champ("pair", "bids.journal", at="2026-01-03T00:00:00Z")
champ("result", "bids.journal", "ann", "10", "--by", "director", at="2026-01-04T00:00:00Z")
champ("bid", "bids.journal", "ann", "97", at="2026-01-04T01:00:00Z")
first = json.loads(lines_of("bids.journal")[-1])
private = (work / "bids.private").read_text()
(work / "public.journal").write_bytes((work / "bids.journal").read_bytes())
report("97" not in json.dumps({k: v for k, v in first.items() if k not in ("sealed", "prev")})
       and first["sealed"] == hashlib.sha256(private.splitlines()[-1].encode()).hexdigest()
       and champ("status", "public.journal").returncode == 0, "a_bid_is_sealed", (first, private))
got = champ("bid", "public.journal", "Bob Müller", "120", at="2026-01-04T02:00:00Z")
report(got.returncode == 3 and "can't be read" in got.stderr, "without_the_private_file_it_stays_sealed", got)
got = champ("bid", "bids.journal", "Bob Müller", "120", at="2026-01-04T02:00:00Z")
second = json.loads(lines_of("bids.journal")[-1])
report(got.returncode == 0 and second["bids"] == [97, 120] and hashlib.sha256(second["opened"].encode()).hexdigest() == first["sealed"]
       and second["who"] == "Bob Müller", "both_bids_are_opened", (got, second))
whole = champ("export", "bids.journal").stdout
(work / "bids.private").unlink()
report(champ("export", "bids.journal").stdout == whole and run("journal", "verify", "bids.journal").returncode == 0,
       "and_stand_without_the_private_file")
got = run("publish", "-o", "site", "a.journal")
report(got.returncode == 0, "its_pages_are_made", got)

# --- VIII.C: an empty seat of the final is for who is left of the candidates, and the final says how many play it
alone = []
for seed in range(40):
    champ("simulate", "acwc-2019", "-n", 7 + seed % 20, "--seed", seed, "--incidents", 250, "--replace", "-o", "s.journal")
    told = json.loads(champ("explain", "s.journal", "-f", "json").stdout)
    for begins, follows in zip(told, told[1:]):
        if begins["what"].startswith("Final begins: 1 player"):
            state = json.loads(champ("export", "s.journal").stdout)
            people = {p["player"] for p in state["people"] if "out" not in p}
            left = people & {m[side] for m in state["matches"] if m["match"].startswith("candidates/") for side in ("first", "second")}
            alone += [(seed, left, follows)] if len(left) > 1 or "has no opponent" not in follows["what"] else []
report(not alone, "nobody_plays_a_final_alone_while_candidates_are_left", alone)
print(f"1..{count}")
