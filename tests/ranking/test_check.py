#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mistakes planted in declared standings are found, each of them, and nothing else.

Usage: test_check.py LIMMAT TOURNAMENTS.tar.xz

Fifty tournaments declare their standings.  As they are, `limmat -check` has nothing to say.  Then one
thing is changed: two ranks swapped, half a Buchholz point, half a point of a total."""
import random
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

FILES = 50
CODES = "PTS,BH/C1,BH,SB,ARO"
limmat, archive = sys.argv[1], sys.argv[2]
choose = random.Random(20260301)


def check(path):
    """Status and what was said besides the rounds."""
    run = subprocess.run([limmat, "-check", path], capture_output=True, text=True)
    said = [line for line in run.stdout.splitlines() if line.strip() and ": Round #" not in line]
    return run.returncode, said, run.stderr


def numbered(lines, start):
    """{number: index} of the lines that start so, with a number behind it."""
    return {int(m[1]): i for i, line in enumerate(lines) if (m := re.match(start + r" +(\d+) ", line))}


def half(text):
    """Half a point more or less, as wide."""
    tenths = int(text.replace(".", ""))
    tenths += 5 if tenths < 5 or choose.random() < 0.5 else -5
    return f"{tenths // 10}.{tenths % 10}".rjust(len(text))


def swap_ranks(lines):
    players = numbered(lines, "001")
    rank = {number: int(lines[i][85:89]) for number, i in players.items()}
    a = choose.choice(sorted(rank))
    b = choose.choice(sorted(number for number in rank if rank[number] != rank[a]))
    for one, other in (a, b), (b, a):
        line = lines[players[one]]
        lines[players[one]] = line[:85] + f"{rank[other]:4}" + line[89:]
    return {a, b}, "rank"


def change_buchholz(lines):
    values = numbered(lines, "### tie-breaks")
    number = choose.choice(sorted(values))
    words = lines[values[number]].split()
    words[5] = half(words[5])
    lines[values[number]] = " ".join(words)
    return {number}, "BH"


def change_total(lines):
    players = numbered(lines, "001")
    number = choose.choice(sorted(players))
    line = lines[players[number]]
    lines[players[number]] = line[:80] + half(line[80:84]) + line[84:]
    return {number}, "points"


plants = [swap_ranks, change_buchholz, change_total]
clean, found, exact, wrong = 0, 0, 0, []
with tempfile.TemporaryDirectory() as folder, tarfile.open(archive) as tar:
    path = Path(folder) / "event.trf"
    for index, member in enumerate(tar.getmembers()[:FILES]):
        run = subprocess.run([limmat, "standings", "--schedule", "swiss", "-t", CODES, "-f", "trf", "-"],
                             input=tar.extractfile(member).read(), capture_output=True, check=True)
        path.write_bytes(run.stdout)
        if check(path) == (0, [], ""):
            clean += 1
        else:
            wrong.append(f"{member.name}: {check(path)}")
        lines = run.stdout.decode().splitlines()
        numbers, what = plants[index % len(plants)](lines)
        path.write_text("\n".join(lines) + "\n")
        status, said, errors = check(path)
        findings = [line for line in said if line[0].isdigit()]
        found += status == 6 and findings != []
        if {int(line.split()[0]) for line in findings} == numbers and all(what in line for line in findings):
            exact += 1
        else:
            wrong.append(f"{member.name}: planted {what} of {numbers}: {status} {said} {errors}")

print("1..3")
for number, (count, name) in enumerate([(clean, "originals without a finding"), (found, "altered files found"),
                                        (exact, "findings that name the player and the matter, and no other")], 1):
    print(f"{'ok' if count == FILES else 'not ok'} {number} - {count} of {FILES} {name}")
for line in wrong[:10]:
    print(f"# {line}")
sys.exit(not clean == found == exact == FILES)
