#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Published tie-break values, to the digit.  Usage: test_tie_breaks.py LIMMAT VECTORS"""
import csv
import io
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


def standings(file, codes, *options):
    """{number: row} of what the command prints as CSV."""
    run = subprocess.run([limmat, "standings", "-f", "csv", "-t", ",".join(codes), *options, vectors / file],
                         capture_output=True, text=True, check=True)
    return {int(row["tpn"]): row for row in csv.DictReader(io.StringIO(run.stdout))}


def equal(found, expected):
    """To the digit: what is published with four decimals is rounded, all else is exact."""
    return found != "" and (Fraction(found) == Fraction(expected))


def compare(name, file, rows, key, columns, *options):
    """${columns}: {heading in the vectors: code}."""
    found = standings(file, list(columns.values()), *options)
    wrong = [f"{row[key]} {head}: {found[int(row[key])][code]}, not {row[head]}"
             for row in rows for head, code in columns.items()
             if not equal(found[int(row[key])][code], row[head])]
    say(not wrong, f"{name}: {len(rows) * len(columns)} values", "; ".join(wrong))


def table(name):
    return list(csv.DictReader(open(vectors / name, encoding="utf-8")))


def by_rank(rows):
    return [tpn for tpn, row in sorted(rows.items(), key=lambda item: (int(item[1]["rank"]), item[0]))]


for edition in "2023", "2026":
    compare(f"C.07 {edition} scores", "tec-swiss.trf",
            [row for row in table("tec-swiss-tiebreaks.csv") if row["edition"] == edition], "id",
            {"score": "PTS", "BH": "BH", "BHC1": "BH/C1", "AOB": "AOB", "FB": "FB", "SB": "SB", "SBC1": "SB/C1"},
            "--edition", f"c07-{edition}")
    compare(f"C.07 {edition} ratings and counts", "tec-swiss.trf", table("tec-swiss-rating-tiebreaks.csv"), "id",
            {code: code for code in "ARO TPR APRO PTP APPO WIN WON BPG BWG REP PS".split()} | {"PS_C1": "PS/C1"},
            "--edition", f"c07-{edition}")

aroc = "1988 2000 1983 1900 1900 1900 2000 1800 1738 1963 1900 - 2200 2025 1838 1975".split()
found = standings("tec-swiss.trf", ["ARO/C1"])
wrong = [f"{tpn}: {found[tpn]['ARO/C1']}, not {value}" for tpn, value in
         zip((2, 3, 4, 1, 16, 6, 11, 8, 5, 15, 14, 12, 9, 13, 7, 10), aroc)
         if found[tpn]["ARO/C1"] != value.replace("-", "")]
say(not wrong, "TEC ARO Cut-1: 16 values", "; ".join(wrong))

published = {"SB": "9.25 6.25 6.25 4.25 3.25 2.25", "SB/C1": "9.25 4.75 4.75 4.25 3.25 1.50", "KS": "2 0.5 0.5 1 0.5 0"}
found = standings("tec-round-robin.trf", list(published))
wrong = [f"{tpn} {code}: {found[tpn][code]}, not {value}" for code, values in published.items()
         for tpn, value in enumerate(values.split(), 1) if not equal(found[tpn][code], value)]
say(not wrong, "TEC round-robin: 18 values", "; ".join(wrong))
found = standings("tec-round-robin.trf", ["PTS", "DE"])
say(by_rank(found) == [1, 2, 3, 6, 5, 4] and found[2]["rank"] == found[3]["rank"] == "2",
    "TEC round-robin: direct encounter ranks A, then B and C tied, then E F D", by_rank(found))

for edition in "2023", "2026":
    compare(f"C.07 {edition} teams", "tec-teams.trf",
            [row for row in table("tec-team-tiebreaks.csv") if row["edition"] == edition], "team",
            {"MP": "MPTS", "GP": "GPTS", "BH_MP": "BH:MP", "BH_MP_C1": "BH:MP/C1", "BH_GP": "BH:GP",
             "BH_GP_C1": "BH:GP/C1", "EMMSB": "EMMSB", "EMMSB_C1": "EMMSB/C1", "EGMSB": "EGMSB", "EMGSB": "EMGSB",
             "EGGSB": "EGGSB", "SSSC_K3": "SSSC/K3"}, "--edition", f"c07-{edition}")
places = {"PTS,EDE": [[4], [2], [1], [3], [5], [6], [8], [7, 9, 13], [10], [11, 14], [12]],
          "PTS,EDEBT": [[4], [2], [1], [3], [5], [6], [8], [7, 9, 13], [10], [11], [14], [12]],
          "PTS,EDET": [[4], [2], [1], [3], [5], [6], [8], [7, 9, 13], [10], [11], [14], [12]],
          "PTS,EDEB": [[4], [2], [1], [3], [5], [6], [8], [7, 9, 13], [10], [11], [14], [12]]}
for order, expected in places.items():
    ranks = {}
    for team, row in sorted(standings("tec-teams.trf", order.split(",")).items()):
        ranks.setdefault(int(row["rank"]), []).append(team)
    say([ranks[rank] for rank in sorted(ranks)] == expected, f"TEC teams by {order}", ranks)

print(f"1..{number}")
sys.exit(failed > 0)
