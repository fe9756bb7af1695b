#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test_kill.py LIMMAT COUNT: the desk is killed COUNT times at random moments while it works.  What it
had answered is there, whole; what it had not is there whole or not at all.  TAP."""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

LIMMAT, COUNT = os.path.abspath(sys.argv[1]), int(sys.argv[2])
PLAYERS = 16


def ok(holds, number, name, note=""):
    print("ok" if holds else "not ok", number, "-", name)
    for line in str(note).splitlines() if not holds else []:
        print("#", line)


class Desk:
    def __init__(self, path):
        self.path = path

    def call(self, *words, stdin=None):
        return subprocess.run([LIMMAT, "desk", self.path, *words], input=stdin, capture_output=True, text=True)

    def setup(self):
        lines = ['open "Dark Open" start=2026-07-16', "section A rounds=9 colour=white",
                 *[f'A enter "Spieler{i}, Eva" rating={2400 - i} birth={1960 + i}' for i in range(PLAYERS)], "A pair", "A publish"]
        assert self.call("-", stdin="\n".join(lines) + "\n").returncode == 0

    def read(self):
        """The whole lines of the journal, and the private parts by number."""
        with open(self.path, encoding="utf-8") as f:
            text = f.read()
        with open(self.path[:-8] + ".private", encoding="utf-8") as f:
            secrets = f.read()
        lines = [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]
        parts = [json.loads(line) for line in secrets[:secrets.rfind("\n") + 1].splitlines()]
        return lines, {part["n"]: part for part in parts}


def acts(number, count):
    """Acts with private parts and without, each with a mark of its own."""
    out = []
    for i in range(count):
        mark = f"mark-{number}-{i}"
        out.append([f"announce {mark}", f"A incident {mark} player={1 + i % PLAYERS}",
                    f"A edit {1 + i % PLAYERS} note={mark}"][(number + i) % 3])
    return out


def marks_of(lines, parts):
    """{mark: how often it stands there}: in the line itself, or in its private part."""
    found = {}
    for line in lines:
        data = parts.get(line["n"], {}).get("data", {})
        for text in (line.get("text"), data.get("text"), data.get("note")):
            if isinstance(text, str) and text.startswith("mark-"):
                found[text] = found.get(text, 0) + 1
    return found


def main():
    chance = random.Random(COUNT)
    kept, wanted, killed, faults = set(), [], 0, []
    with tempfile.TemporaryDirectory() as home:
        desk = Desk(os.path.join(home, "dark.journal"))
        desk.setup()
        started = time.monotonic()
        for i in range(5):
            desk.call("announce", "how long?")
        usual = (time.monotonic() - started) / 5
        number = 0
        while killed < COUNT and number < 20 * COUNT:
            number += 1
            stream = number % 2 == 0
            lines = acts(number, 40 if stream else 1)
            words = ["-"] if stream else lines[0].split()
            process = subprocess.Popen([LIMMAT, "desk", desk.path, *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            try:
                process.stdin.write(("\n".join(lines) + "\n").encode() if stream else b"")
                process.stdin.close()
            except BrokenPipeError:
                pass
            time.sleep(chance.random() * usual * (3 if stream else 1.2))
            process.send_signal(signal.SIGKILL)
            status = process.wait()
            killed += status == -signal.SIGKILL
            own = [word for line in lines for word in line.replace("note=", "").split() if word.startswith("mark-")]
            if status == 0:
                kept.update(own)
            wanted.append((own, stream))
        # what a crash has left half is cut off by the next act
        after = desk.call("announce", "the end")
        journal, parts = desk.read()
        found = marks_of(journal, parts)
        for own, stream in wanted:
            there = [mark in found for mark in own]
            if stream and there != sorted(there, reverse=True):
                faults.append(f"taken out of their order: {own[0]}")
        verified = subprocess.run([LIMMAT, "journal", "verify", desk.path], capture_output=True, text=True)
        text = open(desk.path, encoding="utf-8").read()
        some = sum(1 for own, _ in wanted if 0 < sum(mark in found for mark in own) < len(own))
        print(f"# {killed} kills, {len(found)} of {sum(len(own) for own, _ in wanted)} acts there, {some} streams cut in the middle")
        ok(killed >= COUNT, 1, "kill/it_was_at_work", f"{killed} of {COUNT}")
        ok(kept <= set(found), 2, "kill/nothing_that_was_answered_is_lost", sorted(kept - set(found))[:5])
        ok(all(times == 1 for times in found.values()), 3, "kill/nothing_is_there_twice")
        ok(not faults, 4, "kill/what_is_there_is_in_its_order", "\n".join(faults[:5]))
        ok(after.returncode == 0 and text.endswith("}\n") and [line["n"] for line in journal] == list(range(1, len(journal) + 1)) and
           all(line["n"] in parts for line in journal if "sealed" in line), 5, "kill/nothing_is_half", after.stderr)
        ok(verified.returncode == 0, 6, "kill/the_journal_verifies", verified.stdout + verified.stderr)
    print("1..6")


main()
