#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""count_hollow.py LIMMAT PLAYERS SEED,SEED… ROUND,ROUND… SYSTEM… [--alone N] [--library FILE] [--kinds]: does everybody learn who decided?

Of the rounds of random tournaments, everybody's answers to "Why this opponent?", "Why another score?" and "Why the bye?", from the
facts in JSON; and again to N players of each round who ask alone (-p).  An answer is hollow unless the order alone gives it, or it
names what the two have against each other themselves, whom the expected pair would hurt, or who comes first in the order.  Prints TAP:
of each, at most one in a hundred is hollow in such a small sample.  --kinds prints how often each sentence is hollow.
"""
import argparse
import collections
import os
import sys
import tempfile

from asked import Asked, generate

RATES = "ForbiddenPairs=3\nForfeits=5\nHalfPointByes=4\nZeroPointByes=4\n"
MAIN = ("opponent", "float", "bye")
ITSELF = {"obstacle.met", "obstacle.excluded", "obstacle.same-absolute", "obstacle.colour-own", "obstacle.second-bye",
          "obstacle.up-often", "obstacle.fits-less", "obstacle.unplayed-points", "natural.monrad-met"}
LEAVES = {"obstacle.down-1", "obstacle.down-2", "obstacle.floats-again"}  # of the player who would leave
GENERAL = {"natural.next", "natural.arranged", "natural.order"}  # said where nothing else is known


def is_real(answer):
    told, forced, before = answer.get("told", {}), answer.get("forced", {}), answer.get("before", {})
    if answer["answer"] == "natural":
        return answer["template"] not in GENERAL
    if answer["template"] in ITSELF or answer["template"] in LEAVES and forced.get("leaves"):
        return True
    if answer["answer"] == "order":
        return bool(before.get("first") or told.get("first"))
    if "left_over" in answer:
        return bool(answer["left_over"]["players"])
    if answer["question"] != "opponent" and told.get("opponent") == 0:
        return True
    return bool(forced.get("hurt") or told.get("short") or told.get("stays"))


def documents(o, system, seed, folder):
    """What the round says to everybody, and what it says to some who ask alone, each with its way."""
    path = os.path.join(folder, f"{system}-{seed}.trf")
    if not generate(o.limmat, system, seed, o.players, 9, path, RATES):
        return
    asked = Asked(o.limmat, system, path, o.library)
    for number in o.rounds.split(","):
        told = asked.explain(int(number))
        yield "round", told
        players = sorted({a["player"] for a in told["answers"]})
        for i in range(o.alone):
            yield "-p", asked.explain(int(number), players[(int(seed) + i * len(players) // o.alone) % len(players)])


def count(o, system, folder):
    """Answers by way and question; hollow ones by way, question and sentence, and an example of each."""
    asked, hollow, examples = collections.Counter(), collections.Counter(), {}
    for seed in o.seeds.split(","):
        for way, told in documents(o, system, seed, folder):
            for answer in (a for a in told["answers"] if a["question"] in MAIN):
                asked[way, answer["question"]] += 1
                if not is_real(answer):
                    kind = way, answer["question"], answer["template"]
                    hollow[kind] += 1
                    examples.setdefault(kind, f"seed {seed} round {told['round']}: {answer['player']}: {answer['text']}")
    return asked, hollow, examples


def main():
    p = argparse.ArgumentParser()
    for name in ("limmat", "players", "seeds", "rounds"):
        p.add_argument(name)
    p.add_argument("systems", nargs="+")
    p.add_argument("--alone", type=int, default=0)
    p.add_argument("--library")
    p.add_argument("--kinds", action="store_true")
    o = p.parse_args()
    print(f"1..{len(o.systems)}")
    failed = False
    for number, system in enumerate(o.systems, 1):
        with tempfile.TemporaryDirectory() as folder:
            asked, hollow, examples = count(o, system, folder)
        shares = []
        for way in ("round", "-p") if o.alone else ("round",):
            of, empty = (sum(n for k, n in c.items() if k[0] == way) for c in (asked, hollow))
            shares.append((way, empty, of))
        good = all(of > 0 and 100 * empty <= of for _, empty, of in shares)
        failed |= not good
        for kind, n in hollow.most_common() if o.kinds or not good else ():
            print(f"# {n} of {asked[kind[:2]]}: {' '.join(kind)}: {examples[kind]}")
        told = "; ".join(f"{way}: hollow {empty} of {of} ({100 * empty / max(of, 1):.2f} %)" for way, empty, of in shares)
        print(f"{'ok' if good else 'not ok'} {number} - {system} # {told}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
