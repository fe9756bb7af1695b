#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tie-breaks of 2009 to 2024: random events against the rules written again (tests/reference/tie_breaks_2009.py).
Usage: test_tie_breaks_2009.py LIMMAT REFERENCE EVENTS FIRST"""
import collections
import csv
import importlib.util
import io
import subprocess
import sys
from fractions import Fraction

limmat = sys.argv[1]
spec = importlib.util.spec_from_file_location("reference", sys.argv[2])
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)
seen = collections.Counter()


def standings(event, codes):
    run = subprocess.run([limmat, "standings", "-f", "csv", "-t", ",".join(codes), "-"],
                         input=reference.as_trf(event), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return {int(row["tpn"]) - 1: row for row in csv.DictReader(io.StringIO(run.stdout))}


def compare(seed):
    event = reference.random_event(seed)
    codes = event["order"] + [code for code in reference.codes_of(event) if code not in event["order"]]
    found = standings(event, codes)
    for code in reference.codes_of(event):
        for player, row in found.items():
            expected = reference.VALUES[code](event, player)
            seen["values"] += 1
            if (row[code] == "") != (expected is None) or (expected is not None and Fraction(row[code]) != expected):
                return f"event {seed}: {code} of {player + 1} is {row[code] or None}, the reference says {expected}"
    groups = reference.ranking(event, codes)
    place = 0
    for group in groups:
        for player in group:
            if int(found[player]["rank"]) != place + 1:
                return (f"event {seed}, by {','.join(codes)}: {player + 1} is {found[player]['rank']}, "
                        f"the reference says {place + 1}")
        place += len(group)
    if "DE" in event["order"]:
        before = reference.ranking(event, event["order"][:event["order"].index("DE")])
        split = [reference.direct(event, group) for group in before if len(group) > 1]
        seen["groups split by direct encounter"] += sum(len(parts) > 1 for parts in split)
        seen["groups left together"] += sum(len(parts) == 1 for parts in split)
    for cells in event["cells"]:
        seen.update(f"rounds with {cell[0]}" for cell in cells[:event["done"]])
    seen["round-robins" if not event["swiss"] else "Swiss tournaments"] += 1
    seen["events in the middle"] += event["done"] < event["rounds"]
    return None


events, first = int(sys.argv[3]), int(sys.argv[4])
wrong = [difference for seed in range(first, first + events) if (difference := compare(seed))]
print(f"{'not ok' if wrong else 'ok'} 1 - {events} events: {seen['values']} values and the orders are those of the rules")
for difference in wrong[:20]:
    print(f"# {difference}")
rare = [what for what in ("rounds with U", "rounds with H", "rounds with F", "rounds with Z", "rounds with +",
                          "rounds with -", "groups split by direct encounter", "groups left together",
                          "round-robins", "events in the middle") if seen[what] < events // 20]
print(f"{'not ok' if rare else 'ok'} 2 - everything that the rules speak of happens often enough")
for what, times in sorted(seen.items()):
    print(f"# {what}: {times}")
print("1..2")
sys.exit(bool(wrong or rare))
