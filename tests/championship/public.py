#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""public.py LIMMAT KEPT: what anybody can download of a championship: it tells the same, is verified as the
whole is, and holds nothing that is private, in TAP.  KEPT: the folder of kept journals."""
import json
import lzma
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

limmat, kept = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
folder = tempfile.TemporaryDirectory()
work = pathlib.Path(folder.name)
PRIVATE = {"created", "games_at", "marks", "cheat_games", "history", "owner", "source", "bot", "seconds", "opened", "req", "acknowledged", "was", "article"}
count = 0


def run(*arguments):
    return subprocess.run([limmat, *map(str, arguments)], capture_output=True, text=True, cwd=work, timeout=120)


def report(good, name, why=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + str(why)[:3000].replace("\n", "\n# "))


def published(name):
    """The folder of the pages of NAME.journal."""
    site = work / f"{name}-site"
    done = run("publish", "-o", site, "--base", "https://chess.example/", "--lang", "en,de", f"{name}.journal")
    assert done.returncode == 0, done.stderr
    return site / name


def told(journal):
    """What a journal comes to, but for the number of its lines: matches, standings, who is in it or out."""
    stages = json.loads((work / journal).read_text().splitlines()[0])["definition"]["stages"]
    tables = [run("championship", "standings", journal, stage["stage"]).stdout for stage in stages]
    return run("championship", "bracket", journal).stdout, tables


def verdict(journal):
    """How it is verified; a complaint names the same article, whatever line it is."""
    done = run("championship", "verify", journal)
    return done.returncode, re.sub(r"^limmat: \S+|, \"\S+\"", "", done.stderr)


def rejected(name):
    people = json.loads(run("championship", "export", f"{name}.journal").stdout)["people"]
    return [one["player"] for one in people if one["application"] in ("rejected", "pending")]


def hold(name, verified=None):
    page = published(name)
    copy = f"{name}-public.journal"
    text = (page / "championship.journal").read_text()
    (work / copy).write_text(text)
    lines = [json.loads(line) for line in text.splitlines()]
    report(told(copy) == told(f"{name}.journal"), f"{name}_tells_the_same", run("championship", "status", copy).stderr)
    verified = verified or verdict(f"{name}.journal")
    report(verdict(copy) == verified, f"{name}_is_verified_as_the_whole_is", (verdict(copy), verified))
    held = {key for line in lines[1:] for key in line} & PRIVATE
    of_entry = [line for line in lines[1:] if line["event"] == "apply" and set(line) - {"v", "n", "at", "happened", "by", "who", "event", "player", "seeding", "forfeits", "prev"}]
    report(not held and not of_entry and "eligibility" not in lines[0]["definition"], f"{name}_has_nothing_of_accounts_or_sealed", (held, of_entry[:2]))
    out = rejected(name)
    facts = json.loads((page / "championship.json").read_text())
    named = [who for who in out if any(f'"{who}"' in part for part in [text.split("\n", 1)[1], json.dumps(facts["people"] + facts["matches"])])]
    report(not named, f"{name}_names_nobody_who_is_not_in_it ({len(out)})", named)
    changed = work / f"{name}-changed.journal"
    changed.write_text(re.sub(r'"games":"(\d)', lambda match: f'"games":"{"=" if match[1] != "=" else "1"}', text, count=1))
    report(run("championship", "verify", changed).returncode != 0, f"{name}_shows_a_change")
    return page, facts, out


for name, seed in (("acwc-2019", 1), ("acwc-2020", 2), ("club-knock-out", 1), ("candidates", 2), ("acwc-2019-final", 2)):
    played = run("championship", "simulate", name, "-n", "20", "--seed", seed, "--incidents", "150", "-o", f"{name}.journal")
    assert played.returncode == 0, played.stderr
    whole = (work / f"{name}.journal").read_text()
    page, facts, out = hold(name)
    report('"undoes"' in whole and (out or name in ("club-knock-out", "candidates")), f"{name}_had_something_to_leave_out", out)
    feed = {language: xml.fromstring((page / f"feed{language}.xml").read_text()) for language in ("", ".de")}
    ids = [one.text for one in feed[""].iter("{http://www.w3.org/2005/Atom}id")]
    updated = [one.text for one in feed[""].iter("{http://www.w3.org/2005/Atom}updated")]
    there = [(page / re.sub("#.*", "", one.rpartition("/")[2])).is_file() for one in ids]
    report(len(ids) == len(set(ids)) > 10 and all(there) and updated == sorted(updated, reverse=True), f"{name}_has_a_feed_of_pages_that_are_there", (ids[:3], updated[:3]))
    report("ist gepaart" in "".join(feed[".de"].itertext()) or "Runde" in "".join(feed[".de"].itertext()), f"{name}_has_it_in_german_too")
    report(facts["champion"] == json.loads(run("championship", "export", f"{name}.journal").stdout)["champion"], f"{name}_has_its_champion_for_programs")

# Of former builds: an owner whom only a director names today, and a line that is refused today.
for name, verified in (("acwc-2019-by-hand", (0, "")), ("left-at-once", None)):
    (work / f"{name}.journal").write_bytes(lzma.decompress((kept / f"{name}.journal.xz").read_bytes()))
    if (kept / f"{name}.private.xz").exists():
        (work / f"{name}.private").write_bytes(lzma.decompress((kept / f"{name}.private.xz").read_bytes()))
    hold(name, verified)
print(f"1..{count}")
