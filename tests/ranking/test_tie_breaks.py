#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Published tie-break values, to the digit.  Usage: test_tie_breaks.py LIMMAT VECTORS"""
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


def standings(file, codes, *options):
    """{number: row} of what the command prints as CSV; files of 2023 speak of the rules that came then."""
    if "--edition" not in options:
        options += ("--edition", "c07-2023" if b"042 2023" in (vectors / file).read_bytes() else "c07-2026")
    return of_text((vectors / file).read_bytes(), codes, *options)


def of_text(text, codes, *options):
    run = subprocess.run([limmat, "standings", "-f", "csv", "-t", ",".join(codes), *options, "-"],
                         input=text, capture_output=True, check=True)
    return {int(row["tpn"]): row for row in csv.DictReader(io.StringIO(run.stdout.decode()))}


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
found = standings("tec-teams.trf", ["PTS", "MPvGP", "MPTS", "GPTS"])
say(all((row["PTS"], row["MPvGP"]) == (row["MPTS"], row["GPTS"]) for row in found.values()),
    "TEC teams: match points rank, game points are MPvGP", found)
places = {"PTS,EDE": [[4], [2], [1], [3], [5], [6], [8], [7, 9, 13], [10], [11, 14], [12]],
          "PTS,EDEBT": [[4], [2], [1], [3], [5], [6], [8], [7, 9, 13], [10], [11], [14], [12]],
          "PTS,EDEBB": [[4], [2], [1], [3], [5], [6], [8], [7, 9, 13], [10], [11], [14], [12]],
          "PTS,EDET": [[4], [2], [1], [3], [5], [6], [8], [7, 9, 13], [10], [11], [14], [12]],
          "PTS,EDEB": [[4], [2], [1], [3], [5], [6], [8], [7, 9, 13], [10], [11], [14], [12]]}
for order, expected in places.items():
    ranks = {}
    for team, row in sorted(standings("tec-teams.trf", order.split(","), "--edition", "c07-2026").items()):
        ranks.setdefault(int(row["rank"]), []).append(team)
    say([ranks[rank] for rank in sorted(ranks)] == expected, f"TEC teams by {order}", ranks)
# --- C.07 of March 2026 as it is read here

compare("round-robin of five: the idle round is no unplayed round (15.2)", "round-robin-odd.trf",
        table("round-robin-odd.csv"), "tpn", {code: code for code in "PTS SB KS KS/L+1 STD".split()})


def tournament(*rows, head="012 T\n042 2026/05/01\n092 Individual: Swiss-System\n142 3\n"):
    """TRF of players [rating, cells...]; the points follow from the cells."""
    worth = {"1": 1, "+": 1, "U": 1, "F": 1, "=": 0.5, "H": 0.5}
    lines = []
    for tpn, (rating, *cells) in enumerate(rows, 1):
        points = sum(worth.get(cell.split()[-1], 0) for cell in cells)
        games = "".join("  {:>4} {} {}".format(*(cell.split() if " " in cell else ("0000", "-", cell))) for cell in cells)
        lines.append(f"001 {tpn:4} m    {'P%d' % tpn:<33} {rating or '':>4} {'':3} {'':>11} {'':>10} {points:4.1f} {tpn:4}{games}")
    return (head + "\n".join(lines) + "\n").encode()


swiss = tournament((2000, "2 w +", "3 b 1", "4 w 1"), (1900, "1 b -", "4 w 1", "3 w 1"),
                   (1800, "4 w =", "1 w 0", "2 b 0"), (1700, "3 b =", "2 b 0", "1 b 0"))
found = of_text(swiss, ["KS", "KS/L+1", "KS/L+2", "KS/L-2"])
say([found[1][code] for code in ("KS", "KS/L+1", "KS/L+2", "KS/L-2")] == ["1.0", "1.0", "0.0", "3.0"]
    and found[2]["KS"] == "0.0", "KS counts a forfeit in a Swiss, and /L±n moves its limit (9.2, 14.5)", found)

unrated = tournament((2000, "2 w 1", "3 b 1", "4 w ="), (0, "1 b 0", "4 w 1", "3 b 1"),
                     (1800, "4 w 1", "1 w 0", "2 w 0"), (1900, "3 b 0", "2 b 0", "1 b ="), (0, "Z", "Z", "Z"))


def noted(text, *options):
    run = subprocess.run([limmat, "standings", "-f", "csv", "-t", "PTS,ARO,RTNG", *options, "-"], input=text,
                         capture_output=True, check=True)
    return {int(row["tpn"]): row for row in csv.DictReader(io.StringIO(run.stdout.decode()))}, run.stderr.decode()


found, said = noted(unrated)
say("ARO, RTNG are shown but do not rank" in said and "art. 10" in said,
    "tie-breaks on ratings leave the list when somebody is unrated (10)", said)
say(found[1]["ARO"] == "1850" and found[5]["ARO"] == "", "their values are shown; of nobody there is none", found)
found, said = noted(unrated, "--unrated", "1500")
say(found[1]["ARO"] == "1733" and "not rank" not in said, "--unrated N: they count as N", found)
found, said = noted(unrated, "--unrated", "drop")
say(found[1]["ARO"] == "1850" and "not rank" not in said, "--unrated drop: games against them are left out", found)
apro = tournament((2000, "2 w 1", "3 b 1"), (0, "1 b 0", "4 w 0"), (1800, "4 w 1", "1 w 0"), (1900, "3 b 0", "2 b 1"))
say(of_text(apro, ["APRO"], "--unrated", "drop")[1]["APRO"] == "1950" and
    of_text(apro, ["APRO"], "--unrated", "1500")[1]["APRO"] == "1550", "dropped opponents leave APRO too", of_text(apro, ["APRO", "TPR"], "--unrated", "drop"))
never = tournament((2000, "2 w 1", "U", "3 w ="), (1900, "1 b 0", "3 w 1", "U"), (1800, "U", "2 b 0", "1 b ="), (0, "Z", "Z", "Z"))
say("not rank" not in noted(never)[1], "who never was paired is no reason to drop a code", noted(never)[1])
level = tournament((2000, "2 w =", "3 b =", "4 w ="), (1900, "1 b =", "4 w =", "3 b ="),
                   (1800, "4 w =", "1 w =", "2 w ="), (0, "3 b =", "2 b =", "1 b ="))
found, said = noted(level)
say({row["rank"] for row in found.values()} == {"1"}, "what does not rank leaves them tied", found)
say([noted(level, "--unrated", "drop")[0][tpn]["rank"] for tpn in (1, 2, 3, 4)] == ["4", "2", "1", "3"],
    "declared, it ranks", noted(level, "--unrated", "drop")[0])
standard = tournament((2000, "2 w =", "U", "F"), (1900, "1 b 0", "3 w -", "H"), (1800, "H", "2 b -", "Z"),
                      (1700, "Z", "Z", "5 w 1"), (1600, "Z", "Z", "4 b 0"))
found = of_text(standard, ["STD"])
say([found[tpn]["STD"] for tpn in (1, 2, 3)] == ["3.0", "0.5", "0.5"],
    "STD: unplayed against a draw, double forfeits nothing, ½-0 a win (7.7)", found)

# --- FFE, tie-breaks 2026 (C.07-2026): the published values; its eighth uses a wrong row and is left out

published = {"BH": {9: "11.5", 2: "15", 6: "13.5", 12: "10"}, "BH/C1": {9: "10", 12: "9.5"}, "PS": {5: "12.5", 1: "11"}}
found = standings("ffe-swiss.trf", list(published))
wrong = [f"{tpn} {code}: {found[tpn][code]}, not {value}" for code, values in published.items()
         for tpn, value in values.items() if not equal(found[tpn][code], value)]
say(not wrong, "FFE Swiss: 8 values", "; ".join(wrong))

# --- TEC, exercise 25: direct encounter after nine rounds, and after five


def tied(file, *options):
    """The groups that PTS,DE leaves, in rank order."""
    ranks = {}
    for tpn, row in sorted(standings(file, ["PTS", "DE"], *options).items()):
        ranks.setdefault(int(row["rank"]), []).append(tpn)
    return [ranks[rank] for rank in sorted(ranks)]


A, B, D, F, G, I, S = 1, 2, 4, 6, 7, 8, 16
groups = tied("tec-direct-encounter.trf")
say(groups[1:6] == [[F], [A, D], [B], [G, I, S], [5, 10, 14, 15]],
    "TEC direct encounter: F, then A and D, then B; nothing at 4.5 and 4.0", groups)
groups = tied("tec-direct-encounter.trf", "-r", "5")
say([A, D, S] in groups, "TEC direct encounter after round 5: nothing at 3.5", groups)

# --- a Koya that no zero hides: limit met exactly, and opponents below it

published = dict(enumerate("0.5 2.0 0.0 2.0 1.5 0.5 2.0 0.0".split(), 1))
found = standings("koya-round-robin.trf", ["KS"])
wrong = [f"{tpn}: {found[tpn]['KS']}, not {value}" for tpn, value in published.items() if found[tpn]["KS"] != value]
say(not wrong, "Koya round-robin: 8 values", "; ".join(wrong))

# --- Arbiters' Manual 2026, C.07 annex: one player, the final scores of his opponents


def event(own, opponents):
    """Player 1 has ${own}; ${opponents} by round: the final score, a list of results, or None.
    Every opponent has a partner, for the rounds in which he does not meet player 1."""
    rounds, players, mirror = len(own), [], {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
    results = []
    for number, (result, opponent) in enumerate(zip(own, opponents)):
        if opponent is None:
            results.append(result)
            continue
        tpn, partner = len(players) + 2, len(players) + 3
        results.append(f"{tpn}w{result}")
        if not isinstance(opponent, list):
            rest = 2 * opponent - {"1": 0, "=": 1, "0": 2, "-": 2}[result]
            opponent = ["1" if rest >= 2 * k + 2 else "=" if rest == 2 * k + 1 else "0" for k in range(rounds - 1)]
            opponent.insert(number, mirror[result])
        row, other = [], []
        for k, token in enumerate(opponent):
            game = token in mirror
            row.append(token if not game else f"1b{token}" if k == number else f"{partner}w{token}")
            other.append(f"{tpn}b{mirror[token]}" if game and k != number else "Z")
        players += [{"tpn": tpn, "results": row}, {"tpn": partner, "results": other}]
    return json.dumps({"format": "limmat-tournament/1", "rounds": rounds,
                       "players": [{"tpn": 1, "results": results}] + players}).encode()


excluded = ["-"] + ["Z"] * 9
manual = {
    "Laxman": (event("110Z1=1=11", [5, 5, 6.5, None, 4.5, 6, 5, 6.5, 5.5, 6]),
               {"PTS": "7 7", "BH": "57 55", "BH/C1": "50 50", "SB": "37.25 37.25"}),
    "Ex01": (event("11=101+=1", [5, 5.5, 5, 4.5, 6, 5.5, list("111===-ZZ"), 6.5, 6]),
             {"PTS": "7 7", "BH": "51 49.5"}),
    "Ex03": (event("111=1011-Z", [3.5, 6, 6.5, 7.5, 6.5, 8, 6.5, 7, list("11111110+="), None]),
             {"PTS": "6.5 6.5", "BH": "64.5 63"}),
    "Ex04": (event("+11111=111", [excluded, 5, 6, 7, 8, 7, 7, 8.5, 8, 8]), {"PTS": "9.5 9.5", "BH": "74 69"}),
}
for name, (text, expected) in manual.items():
    for edition, index in ("2023", 0), ("2026", 1):
        found = of_text(text, list(expected), "--edition", f"c07-{edition}", "--schedule", "swiss")[1]
        wrong = [f"{code}: {found[code]}, not {values.split()[index]}" for code, values in expected.items()
                 if not equal(found[code], values.split()[index])]
        say(not wrong, f"Arbiters' Manual {name} by C.07 {edition}: {len(expected)} values", "; ".join(wrong))
# Ex02 publishes the dummy only: 4.0 of 9 with a bye in round 1 is worth 4.0, the cap of 4.5 cuts nothing.
text = event("U11=00=00", [None] + [4] * 8)
for edition in "2023", "2026":
    found = of_text(text, ["PTS", "BH"], "--edition", f"c07-{edition}", "--schedule", "swiss")[1]
    say((found["PTS"], found["BH"]) == ("4.0", "36.0"), f"Arbiters' Manual Ex02 by C.07 {edition}: the dummy has 4.0", found)

print(f"1..{number}")
sys.exit(failed > 0)
