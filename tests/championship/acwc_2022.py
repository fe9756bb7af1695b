#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""acwc_2022.py LIMMAT: championships by the rules of 2022, played by chance, against a literal reading of what these rules have
that those of 2019 have not: the number of rounds, four tie-breaks under both readings of a bye, who sits in which pool, who
meets in the semifinals and finals; in TAP."""
import json
import pathlib
import subprocess
import sys
import tempfile

limmat, work = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(tempfile.mkdtemp())
count = failures = values = 0
SEATS = {  # III.F.2: the pools of last year's finalists who take part, and the places of the qualification beside them
    2: {"upper": [2, 4, 5, 8, 9], "lower": [1, 3, 6, 7, 10]},
    1: {"upper": [3, 5, 6, 9, 10], "lower": [1, 2, 4, 7, 8, 11]},
    0: {"upper": [1, 4, 6, 7, 9, 12], "lower": [2, 3, 5, 8, 10, 11]}}
HOLDERS = ["ChangeOpening", "SirKex"]


def report(good, name, why=""):
    global count, failures
    count += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + str(why)[:2000].replace("\n", "\n# "))


def played(seed, entrants, incidents, dropped, wins):
    at = work / f"{seed}.journal"
    how = ["--entrants", str(entrants), "--seed", str(seed), "--incidents", str(incidents), "-o", at, "--replace", "acwc-2022"]
    answers = [f"byes_in_median_buchholz={json.dumps(dropped)}", f"byes_in_cumulative_and_kashdan={json.dumps(wins)}", "lead_in_extra_games=1"]
    subprocess.run([limmat, "championship", "simulate", *how, *answers], check=True, capture_output=True)
    state = json.loads(subprocess.run([limmat, "championship", "export", at], check=True, capture_output=True, text=True).stdout)
    return state, [line for line in map(json.loads, at.read_text().splitlines()) if line.get("event") == "pair"]


def table(state, rounds, dropped, wins):
    """Of each player of the qualification: points, median Buchholz, cumulative score, Kashdan."""
    story = {}  # by player and round: (points, opponent; None: a bye)
    for match in state["matches"]:
        stage, number, _ = match["match"].split("/")
        if stage == "qualification" and match["state"] == "over":
            for own, other in ((match["first"], match["second"]), (match["second"], match["first"])):
                if own is not None:
                    won = 1 if other is None or match.get("winner") == own else 0.5 if "winner" not in match else 0
                    story.setdefault(own, {})[int(number)] = (won, other)
    points = {name: sum(won for won, _ in games.values()) for name, games in story.items()}
    rows = {}
    for name, games in story.items():
        met = sorted([points[other] for _, other in games.values() if other is not None] + [0 for _, other in games.values() if other is None and dropped])
        median = sum(met[1:-1]) if len(met) > 2 else 0
        real = {number: won for number, (won, other) in games.items() if other is not None or wins}
        cumulative = sum(sum(won for number, won in real.items() if number <= upto) for upto in range(1, rounds + 1))
        kashdan = sum({1: 4, 0.5: 2, 0: 1}[won] for won in real.values())
        rows[name] = (points[name], median, cumulative, kashdan)
    return rows


def check_swiss(state, pairs, dropped, wins, name):
    global values
    first = next(line for line in pairs if line["stage"] == "qualification")
    entered = len(first["players"])
    rounds = entered.bit_length() - 1 + 2  # III.E.2: the logarithm, rounded down, and two
    own = table(state, first["rounds"], dropped, wins)
    seeds = {one["player"]: one["seeding"] for one in state["people"]}
    rows = state["standings"][0]["groups"][0]
    told = {row["player"]: (row["points"], row["median_buchholz"], row["cumulative"], row["kashdan"]) for row in rows}
    values += 4 * len(told)
    wrong = {player: (told[player], own.get(player)) for player in told if told[player] != own.get(player)}
    keys = [(*own[row["player"]], seeds[row["player"]]) for row in rows if not row["out"]]
    report(first["rounds"] == rounds and not wrong and keys == sorted(keys, reverse=True), f"{name}_has_its_rounds_and_tie_breaks ({entered} players, {rounds} rounds)", (first["rounds"], wrong, keys))


def check_seats(state, pairs, name):
    """Where nobody leaves: the places of the qualification, last year's finalists beside them."""
    places = [row["player"] for row in state["standings"][0]["groups"][0] if row["player"] not in HOLDERS]
    start = next(line for line in pairs if line["stage"] == "candidates")
    taking = [one for one in HOLDERS if one in start["players"]]
    seated = {pool: {places[place - 1] for place in own} for pool, own in SEATS[len(taking)].items()}
    for pool, one in zip(("upper", "lower"), taking):
        seated[pool].add(one)
    upper, lower = (set(one) - {None} for one in start["seats"])
    pools = [[row["player"] for row in group] for group in state["standings"][1]["groups"]]
    semi = {match["match"]: match for match in state["matches"] if match["match"].startswith("semifinals/")}
    meet = [{match["first"], match["second"]} for match in semi.values()]
    winners = {match["winner"] for match in semi.values()}
    final = [{match["first"], match["second"]} for match in state["matches"] if match["match"].startswith("finals/")]
    losers = {one for match in semi.values() for one in (match["first"], match["second"])} - winners
    report((upper, lower) == (seated["upper"], seated["lower"]), f"{name}_seats_its_pools ({len(taking)} of last year's finalists)", (start["seats"], seated))
    report(meet == [{pools[0][0], pools[1][1]}, {pools[1][0], pools[0][1]}] and final == [winners, losers], f"{name}_crosses_the_pools_and_ends", (pools, meet, final))


for seed in range(1, 9):
    dropped, wins = bool(seed & 1), bool(seed & 2)
    state, pairs = played(seed, 20 + 6 * seed, 40, dropped, wins)
    check_swiss(state, pairs, dropped, wins, f"seed_{seed}")
seed, seen = 11, set()
while len(seen) < 2 and seed < 60:  # with one and both of last year's finalists; where nobody leaves
    state, pairs = played(seed, 26 + seed % 9, 0, False, True)
    taking = sum(one in next(line for line in pairs if line["stage"] == "candidates")["players"] for one in HOLDERS)
    if taking not in seen and not any("out" in one for one in state["people"]):
        check_swiss(state, pairs, False, True, f"seed_{seed}")
        check_seats(state, pairs, f"seed_{seed}")
        seen.add(taking)
    seed += 1
report(seen == {1, 2}, "both_seatings_are_seen", seen)
print(f"# {values} values")
print(f"1..{count}")
sys.exit(failures != 0)
