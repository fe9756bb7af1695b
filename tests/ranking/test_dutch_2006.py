#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Final standings by the rules of 2006 (F10): points, for the first place the result between the tied, the
average rating of the opponents, the lot.  Usage: test_dutch_2006.py LIMMAT TOURNAMENTS.jsonl.xz

Where several share the best result between the tied, F10 decides the first place among them and then forgets that
result.  A list of tie-breaks cannot say that: such tournaments are left out (tests/pairing has them)."""
import csv
import io
import json
import lzma
import subprocess
import sys

limmat, archive = sys.argv[1], sys.argv[2]
TOKENS = {"1-0": "10", "0-1": "01", "1/2": "==", "1-0f": "+-", "0-1f": "-+", "0-0f": "--"}


def rating(player):
    """FIDE's scale: INGO and BCF by the formulas of the seed."""
    if "ingo" in player:
        return round(2840 - 8 * player["ingo"])
    return round(600 + 8 * player["bcf"]) if "bcf" in player else player.get("rating", 0)


def limmat_json(tournament):
    rows = {player["id"]: [] for player in tournament["players"]}
    for round_ in tournament["rounds"]:
        got = {id_: "Z" for id_ in rows}
        for pair in round_["pairings"]:
            result = pair["result"] if pair["result"] != "adj" else pair.get("final", "1/2")
            white, black = TOKENS[result]
            got[pair["white"]] = f"{pair['black']}w{white}"
            got[pair["black"]] = f"{pair['white']}b{black}"
        if round_.get("bye") is not None:
            got[round_["bye"]] = "U"
        for id_, text in got.items():
            rows[id_].append(text)
    players = [{"tpn": p["id"], "rating": rating(p), "lot": p.get("lot", 0), "results": rows[p["id"]]}
               for p in tournament["players"]]
    return json.dumps({"format": "limmat-tournament/1", "type": "Swiss", "rounds": tournament["rounds_total"],
                       "players": sorted(players, key=lambda p: p["tpn"])}).encode()


def shares_the_best(case):
    results = [row["head_to_head"] for row in case["standings"] if row["head_to_head"] is not None]
    return results != [] and 1 < results.count(max(results)) < len(results)


right = lots = met = 0
wrong = []
every = [json.loads(line) for line in lzma.open(archive)]
cases = [case for case in every if not shares_the_best(case)]
for case in cases:
    run = subprocess.run([limmat, "standings", "-f", "csv", "-t", "PTS,RBT,AROX,LOT", "-"],
                         input=limmat_json(case["tournament"]), capture_output=True)
    rows = list(csv.DictReader(io.StringIO(run.stdout.decode())))
    expected = [row["id"] for row in case["standings"]]
    found = [int(row["tpn"]) for row in rows]
    lots += any(row["by_lot"] for row in case["standings"])
    met += any(row["head_to_head"] for row in case["standings"])
    if found == expected and [float(row["PTS"]) for row in rows] == [row["points"] for row in case["standings"]]:
        right += 1
    else:
        wrong.append(f"{case['seed']}: {found}, not {expected} {run.stderr.decode()}")

good = right == len(cases) and lots > 0 and met > 0
print("1..1")
print(f"{'ok' if good else 'not ok'} 1 - {right} of {len(cases)} final standings of Dutch 2006 "
      f"(of {len(every)}; {met} with a result between the tied, {lots} with lots)")
for line in wrong[:5]:
    print(f"# {line}")
sys.exit(not good)
