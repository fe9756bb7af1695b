#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sensitive.py LIMMAT VECTORS DOCS SYSTEM: rounds that an arguable reading of the rules would pair otherwise.

VECTORS/sensitive.tsv names file, round and that reading, line by line.  Each of these rounds has to come out as the file has it, which is
the reading chosen, and each reading has to stand in the table of DOCS/SYSTEM.md with what was chosen instead and in how many rounds.  TAP."""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

limmat, vectors, docs, system = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
lines = [line.split("\t") for line in (vectors / "sensitive.tsv").read_text().splitlines()]
told = {row[0]: row[1:] for row in re.findall(r"(?m)^\| `([a-z0-9-]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| (\d+) \|$",
                                              (docs / f"{system}.md").read_text(encoding="utf-8"))}
rounds = collections.defaultdict(list)
for file, number, reading in lines:
    rounds[reading].append((file, int(number)))
with tempfile.TemporaryDirectory() as folder:
    with tarfile.open(vectors / "tournaments.tar.xz") as packed:
        packed.extractall(folder)
    differing, played = collections.defaultdict(set), {}
    for file in sorted({file for file, _, _ in lines}):
        done = subprocess.run([limmat, "check", "-s", system, "-f", "json", f"{folder}/{file}"], capture_output=True, text=True)
        answer = json.loads(done.stdout)
        played[file] = answer["rounds"]
        differing[file] = {difference["round"] for difference in answer["differences"]}
count = 0
for reading, where in sorted(rounds.items()):
    count += 1
    others = [f"{file} round {number}" for file, number in where if number in differing[file] or number > played[file]]
    good = not others and reading in told and int(told[reading][3]) == len(where)
    article, chosen, instead, _ = told.get(reading, ("?", "?", "?", 0))
    print(f"{'ok' if good else 'not ok'} {count} - {system}/{reading} # {len(where)} rounds, article {article}: {chosen} ({instead} was not chosen)")
    for one in others:
        print(f"# {one} is paired otherwise")
unused = set(told) - set(rounds)
print(f"{'not ok' if unused else 'ok'} {count + 1} - {system}/no_reading_is_told_without_a_round {' '.join(sorted(unused))}")
print(f"1..{count + 1}")
