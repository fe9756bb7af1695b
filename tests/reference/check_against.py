#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_against.py LIMMAT SYSTEM ROUNDS FIRST-SEED [LIBRARY]: is "why not NN?" answered for everybody and true?  TAP.

Of random rounds, every player asks about every other one.  Each answer must be there, in one sentence with a cause, and agree with
the games of the tournament and with the pairing made.  An answer about two who could meet names the pair, whether the round could
have it, and a rule or the first pair that would change.
"""
import json
import os
import sys
import tempfile

from asked import Asked, generate

LIMMAT, SYSTEM, ROUNDS, SEED = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
LIBRARY = sys.argv[5] if len(sys.argv) > 5 else None
RATES = "ForbiddenPairs=3\nForfeits=4\nHalfPointByes=3\nZeroPointByes=3\n"
NOTHING_WEIGHED = {"against.meets", "against.away", "against.absent", "against.table", "against.never", "against.bracket"}
AWAY = {"against.away", "against.absent", "against.table", "against.never", "against.bracket", "against.bracket-out"}
BARRED = {"obstacle.met", "obstacle.excluded", "obstacle.same-absolute"}
HOLLOW = {"obstacle.lines-well", "order.later"}
faults = []


def pairs_of(document):
    """Whom everybody meets; 0: the bye."""
    meets = {}
    for bracket in document["brackets"]:
        for pair in bracket["pairs"]:
            meets[pair["white"]] = pair["black"]
            meets[pair["black"]] = pair["white"]
    return meets


def look_at(answer, player, other, meets):
    template, forced = answer["template"], answer.get("forced")
    if not answer["text"] or len(answer["text"].split()) > 60 or "{" in answer["text"]:
        return "no sentence, a long one, or one without its values"
    if (meets.get(player) == other) != (template == "against.meets"):
        return "who meets"
    if player not in meets or other not in meets:
        return None if template in AWAY else "who is away"
    if template in NOTHING_WEIGHED:
        return None
    if answer["answer"] == "obstacle" and template in BARRED:
        return None if forced and not forced["possible"] else "barred, and possible"
    if template.startswith("against.first"):
        return None if answer["told"]["first"] in meets else "nobody comes first"
    if forced is None or set(forced["pair"]) != {player, other}:
        return "no pair is forced"
    if answer["answer"] == "order":
        before = answer["before"]
        if not forced["possible"] or meets.get(before["first"]) != before["meets"]:
            return "who comes first"
        return "nothing changes" if before["meets"] == before["else"] else None
    if forced["possible"] and not (forced["first"]["with"] != forced["first"]["without"]):
        return "no rule differs"
    return None


def ask_all(file, number):
    answers = Asked(LIMMAT, SYSTEM, file, LIBRARY)
    document, asked, hollow = answers.explain(number), 0, 0
    if document is None:
        return 0, 0
    meets = pairs_of(document)
    players = sorted({answer["player"] for answer in document["answers"]})
    for player in players:
        for other in players:
            if other == player:
                continue
            told = answers.explain(number, player, other)
            where = f"{os.path.basename(file)} round {number}: {player} against {other}"
            asked += 1
            if told is None:
                faults.append(f"{where}: {answers.refused}")
                continue
            found = [a for a in told["answers"] if a["question"] == "against"]
            fault = look_at(found[0], player, other, meets) if len(found) == 1 else f"{len(found)} answers"
            if fault is not None:
                faults.append(f"{where}: {fault}: {json.dumps(found)}")
            hollow += len(found) == 1 and found[0]["template"] in HOLLOW
    return asked, hollow


def main():
    asked = hollow = rounds = 0
    with tempfile.TemporaryDirectory() as folder:
        seed = SEED
        while rounds < ROUNDS and seed < SEED + 10 * ROUNDS:
            file = os.path.join(folder, f"seed-{seed}.trf")
            if generate(LIMMAT, SYSTEM, seed, 5 + seed % 8, 5, file, RATES):
                more, empty = ask_all(file, 2 + seed % 4)
                asked, hollow, rounds = asked + more, hollow + empty, rounds + (more > 0)
            seed += 1
    print("1..2")
    good = not faults and rounds == ROUNDS
    print(f"{'ok' if good else 'not ok'} 1 - {SYSTEM}: {asked} questions of {rounds} rounds answered as it is")
    for fault in faults[:10]:
        print(f"# {fault}")
    few = 200 * hollow <= asked
    print(f"{'ok' if few else 'not ok'} 2 - {SYSTEM}: {hollow} of them without a cause")
    return not (good and few)


sys.exit(main())
