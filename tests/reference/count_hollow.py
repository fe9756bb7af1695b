#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""count_hollow.py LIMMAT PLAYERS SEED,SEED… ROUND,ROUND… SYSTEM…: does everybody learn who decided?

Of the rounds of random tournaments, everybody's answer to "Why this opponent?", from
the facts in JSON.  It is hollow unless the order alone gives the pair, or it names what the two
have against each other themselves, whom the expected pair would hurt, or who comes first in the
order.  Prints TAP; of a hundred players at most one may get a hollow one.
"""
import json
import os
import subprocess
import sys
import tempfile

LIMMAT, PLAYERS, SYSTEMS = sys.argv[1], sys.argv[2], sys.argv[5:]
SEEDS, ROUNDS = sys.argv[3].split(","), sys.argv[4].split(",")
ITSELF = {"obstacle.met", "obstacle.excluded", "obstacle.same-absolute", "obstacle.colour-own",
          "obstacle.second-bye", "obstacle.up-often", "obstacle.fits-less", "natural.monrad-met"}
GENERAL = {"natural.next", "natural.arranged", "natural.order"}  # said where nothing else is known


def run(*arguments):
    return subprocess.run([LIMMAT, *arguments], capture_output=True, text=True, check=True,
                          timeout=600).stdout


def is_real(answer):
    told, forced = answer.get("told", {}), answer.get("forced", {})
    before = answer.get("before", {})
    if answer["answer"] == "natural":
        return answer["template"] not in GENERAL
    if answer["template"] in ITSELF:
        return True
    if answer["answer"] == "order":
        return bool(before.get("first") or told.get("first"))
    return bool(forced.get("hurt") or told.get("short") or told.get("stays"))


def answers_of(system, seed):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "tournament.txt")
        run("generate", "-s", system, "-n", PLAYERS, "-R", "9", "--seed", seed, "-o", file)
        for number in ROUNDS:
            told = json.loads(run("explain", file, "-s", system, "-r", number, "-f", "json"))
            yield from (a for a in told["answers"] if a["question"] == "opponent")


def main():
    print(f"1..{len(SYSTEMS)}")
    failed = False
    for number, system in enumerate(SYSTEMS, 1):
        asked, hollow = 0, []
        for answer in (a for seed in SEEDS for a in answers_of(system, seed)):
            asked += 1
            hollow += [] if is_real(answer) else [answer["text"]]
        good = asked > 0 and 100 * len(hollow) <= asked
        failed |= not good
        for text in hollow[:5]:
            print(f"# {text}")
        print(f"{'ok' if good else 'not ok'} {number} - {system} # hollow {len(hollow)} of {asked}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
