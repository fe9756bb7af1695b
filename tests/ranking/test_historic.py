#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tie-breaks of October 2009 to March 2024, held to the vectors: every value, every order, chosen by the date alone.
Usage: test_historic.py LIMMAT VECTORS"""
import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

limmat, vectors = sys.argv[1], Path(sys.argv[2])
number = failed = 0


def say(good, name, detail=""):
    global number, failed
    number += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
    if not good:
        print(f"# {detail}")


def standings(path, order):
    """{number: row} of what the command prints as CSV."""
    run = subprocess.run([limmat, "standings", "-f", "csv", "-t", order, path], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return {int(row["tpn"]): row for row in csv.DictReader(io.StringIO(run.stdout))}


def groups(rows):
    ranks = {}
    for tpn, row in sorted(rows.items()):
        ranks.setdefault(int(row["rank"]), []).append(tpn)
    return [ranks[rank] for rank in sorted(ranks)]


def differences(event, path):
    codes = list(event["values"])
    found = standings(path, ",".join(codes))
    for code in codes:
        for tpn, value in event["values"][code].items():
            text = found[int(tpn)][code]
            if (text == "") != (value is None) or (value is not None and Fraction(text) != Fraction(value)):
                yield f"{code} of {tpn}: {text or None}, not {value}"


events = sorted(vectors.glob("tb2009-*.json"))
values = orders = 0
for path in events:
    event = json.loads(path.read_text())
    trf = path.with_suffix(".trf")
    count = sum(map(len, event["values"].values()))
    wrong = list(differences(event, trf))
    say(not wrong, f"{event['name']}, {event['day']}, {event['kind']}: {count} values", "; ".join(wrong))
    wrong = [f"{order}: {got}, not {expected}" for order, expected in event["orders"].items()
             if (got := groups(standings(trf, order))) != expected]
    say(not wrong, f"{event['name']}: {len(event['orders'])} orders", "; ".join(wrong))
    values, orders = values + count, orders + len(event["orders"])
say(len(events) == 20, f"20 events: {values} values, {orders} orders", len(events))

found = standings(vectors / "buchholz-2018.trf", "PTS,BH")
say([found[tpn]["BH"] for tpn in (5, 1, 2, 3, 4)] == ["5.5", "5.0", "4.0", "4.0", "3.0"],
    "an open of May 2018: Buchholz by the rules of that day", found)

print(f"1..{number}")
sys.exit(failed > 0)
