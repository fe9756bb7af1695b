#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""digests.py make LIMMAT short|long: print lines of the answers of LIMMAT.
digests.py check LIMMAT FILE [KEPT]: compare the answers of LIMMAT with the lines of FILE; TAP.

A line: SYSTEM MAKER FIELD PLAYERS ROUNDS SEED, then QUESTION: and a digest for each round asked about, for each question.  The event
is the one that `limmat generate` makes of FIELD (FIELDS below) and SEED by the system MAKER (ROUNDS of 4/9: 4 of 9 are played); SYSTEM
answers about its rounds:
  pairs    each round as played, and as `limmat check` pairs it again
  round    `limmat explain` of a whole round, with the answers of all players
  player   `limmat explain` of some players, and why they don't meet another
Nothing that is only wording goes into a digest.  With KEPT, events and answers of lines that differ stay in that folder, to be
compared with those of another build.
"""
import collections
import hashlib
import json
import os
import subprocess
import sys
import tempfile

WORDING = {"text", "more", "reasons", "title", "format"}
FIELDS = {
    "plain": "",
    "exclusions": "ForbiddenPairs={twice}",
    "byes": "HalfPointByes=5 FullPointByes=2 ZeroPointByes=4 Withdrawals=1 LateEntries=5",
    "forfeits": "Forfeits=6 DoubleForfeits=2 Unrated=10",
    "baku": "Acceleration=baku",
    "football": "PointsForWin=3 PointsForDraw=1 PointsForLoss=0 PointsForPAB=1",
    "lossy": "PointsForWin=2 PointsForDraw=1.5 PointsForLoss=1 PointsForForfeitLoss=0 PointsForPAB=1.5 Forfeits=6",
    "draws": "DrawPercentage=70 RatingError=300",
    "all": "ForbiddenPairs={half} HalfPointByes=4 FullPointByes=1 ZeroPointByes=3 Withdrawals=1 LateEntries=3 Forfeits=3 "
           "DoubleForfeits=1 Unrated=5 Acceleration=baku InitialColour=random",
    # So many clubs, each of whose players are kept apart.
    "clubs-2": "", "clubs-8": "",
}
OWN = [field for field in FIELDS if not field.startswith("clubs-")]
TABLES = ("round-robin", "team-round-robin", "scheveningen")
DIGITS = 6
Event = collections.namedtuple("Event", "system maker field players rounds seed")


def digest(answer):
    return hashlib.sha256(json.dumps(answer, sort_keys=True).encode()).hexdigest()[:DIGITS]


def without_wording(answer):
    if isinstance(answer, dict):
        return {key: without_wording(value) for key, value in answer.items() if key not in WORDING}
    return [without_wording(value) for value in answer] if isinstance(answer, list) else answer


# --- Events ---

def is_doubled(event):
    """Single games become matches of two."""
    return event.system == "double-swiss-2026" and event.maker != event.system


def double(tournament):
    for player in tournament["players"]:
        player["results"] = [cell for game in player["results"] for cell in (game, game.translate(str.maketrans("wb", "bw")))]
    tournament["rounds"] *= 2


def keep_apart(tournament, clubs):
    tpns = [player["tpn"] for player in tournament["players"]]
    tournament.setdefault("prohibitions", []).extend(
        {"rounds": [1, tournament["rounds"]], "players": tpns[club::clubs]} for club in range(clubs))


def columns_of(event, tournament):
    """What all players did, round by round."""
    games = 2 if event.system == "double-swiss-2026" else 1
    cells = [player["results"] for player in tournament["players"]]
    return [[cell[at:at + games] for cell in cells] for at in range(0, max(map(len, cells)), games)]


class Limmat:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder

    def run(self, *words):
        done = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True, encoding="utf-8")
        return done.returncode, done.stdout

    def make(self, event):
        """Its file and what the file says; None: no such event is made."""
        name = "-".join(event).replace("/", "of") + ".json"
        path = os.path.join(self.folder, name)
        with open(os.path.join(self.folder, "field.txt"), "w", encoding="ascii") as f:
            f.write("\n".join(FIELDS[event.field].format(half=int(event.players) // 2, twice=int(event.players) * 2).split()) + "\n")
        played, _, rounds = event.rounds.rpartition("/")
        status, _ = self.run("generate", "-s", event.maker, "-n", event.players, "-R", rounds, "--played", played or rounds,
                             "--seed", event.seed, "--config", "field.txt", "-t", "json", "-o", name)
        if status != 0:
            return None
        with open(path, encoding="utf-8") as f:
            tournament = json.load(f)
        if is_doubled(event):
            double(tournament)
        if event.field.startswith("clubs-"):
            keep_apart(tournament, int(event.field[len("clubs-"):]))
        if is_doubled(event) or event.field.startswith("clubs-"):
            with open(path, "w", encoding="utf-8") as f:
                json.dump(tournament, f)
        return name, tournament


# --- Questions: their answers by round ---

def ask_pairs(limmat, event, name, tournament):
    status, text = limmat.run("check", "-s", event.system, "-j", "1", "-f", "json", name)
    again = json.loads(text)["differences"] if status in (0, 6) else []
    again = {found["round"]: without_wording(found) for found in again if "expected" in found}
    for number, played in enumerate(columns_of(event, tournament), 1):
        other = again.get(number)
        if status not in (0, 6):  # where one round cannot be paired, check gives no answer
            other = limmat.run("pair", "-s", event.system, "-r", str(number), "-f", "plain", name)
        yield number, [played, other]


def explained(limmat, event, name, number, *more):
    status, text = limmat.run("explain", "-s", event.system, "-r", str(number), "-f", "json", *more, name)
    return without_wording(json.loads(text)) if status == 0 else status


def asked_rounds(event, tournament):
    rounds = len(columns_of(event, tournament))
    return sorted({min(2, rounds), (rounds + 1) // 2, rounds})


def ask_round(limmat, event, name, tournament):
    for number in asked_rounds(event, tournament):
        yield number, explained(limmat, event, name, number)


def ask_player(limmat, event, name, tournament):
    most = len(tournament["teams" if event.system.startswith("team-") else "players"])
    for number in asked_rounds(event, tournament)[-2:]:
        yield number, [explained(limmat, event, name, number, "-p", str(player), "--against", str(other))
                       for player, other in ((1, most // 4), (most // 2, most // 2 - 1))]


QUESTIONS = {"pairs": ask_pairs, "round": ask_round, "player": ask_player}


# --- What is asked ---

def own(system, sizes, fields, seeds, rounds="9"):
    """Events that ${system} has paired itself."""
    return [Event(system, system, field, str(players), rounds, str(seed)) for players in sizes for field in fields for seed in seeds]


def of_others(system, sizes, fields, seeds):
    """Histories that no change of ${system} changes."""
    makers = {"team-2026": ["team-round-robin"]}.get(system, [] if system in TABLES else ["round-robin", "simple-2026"])
    return [event._replace(system=system) for maker in makers for event in own(maker, sizes, fields, seeds)
            if maker != system and not (system.startswith("team-") and event.field.startswith("clubs-"))]


def short(system):
    asked = [*own(system, (12,), ("plain", "all"), (1,), "7"), *own(system, (31,), ("exclusions", "byes", "baku", "all"), (1,)),
             *of_others(system, (30,), ("all", "clubs-8"), (1,)), *of_others(system, (201,), ("plain", "clubs-2"), (1,))]
    paired = [*own(system, (31,), ("plain", "forfeits", "football", "lossy", "draws"), (1,)), *own(system, (200,), OWN, (1,)),
              *own(system, (1000,), ("plain", "all"), (1,)), *own(system, (2000,), ("plain",), (1,)),
              *own(system, (10000,), ("plain",), (1,), "4/9")]
    return [(event, QUESTIONS) for event in asked] + [(event, ("pairs",)) for event in paired]


def long(system):
    asked = [*own(system, (10, 13), OWN, (3,), "7"), *own(system, (60,), OWN, (3,), "11"), *own(system, (201,), OWN, (3,)),
             *of_others(system, (24,), ("exclusions", "all", "clubs-2", "clubs-8"), (3,)), *of_others(system, (200,), FIELDS, (3,))]
    paired = [*own(system, (500, 1000, 2000), OWN, (3,)), *of_others(system, (500, 1000), ("plain", "all"), (3,)),
              *own(system, (10000,), ("all",), (3,), "3/9")]
    return [(event, QUESTIONS) for event in asked] + [(event, ("pairs",)) for event in paired] + \
        [(event, ("round",)) for event in own(system, (1000, 2000), ("plain", "all"), (7,))]


PLANS = {"short": short, "long": long}


# --- The two commands ---

def make(program, plan):
    with tempfile.TemporaryDirectory() as work:
        limmat = Limmat(program, work)
        systems = [system["name"] for system in json.loads(limmat.run("systems", "-f", "json")[1])]
        for event, questions in (line for system in systems for line in PLANS[plan](system)):
            made = limmat.make(event)
            if made is None:
                print("no such event:", *event, file=sys.stderr)
                continue
            asked = [(question, QUESTIONS[question](limmat, event, *made)) for question in questions]
            print(*event, *(f"{question}: " + " ".join(digest(answer) for _, answer in told) for question, told in asked))
            os.remove(os.path.join(work, made[0]))
    return 0


def read_line(text):
    """The event and its digests by question."""
    words, digests = text.split(), {}
    for word in words[len(Event._fields):]:
        if word.endswith(":"):
            of_question = digests[word[:-1]] = []
        else:
            of_question.append(word)
    return Event(*words[:len(Event._fields)]), digests


def different_rounds(limmat, event, question, made, expected, kept):
    told = list(QUESTIONS[question](limmat, event, *made))
    found = [digest(answer) for _, answer in told]
    if found == expected:
        return []
    if kept:
        with open(os.path.join(kept, "-".join(event).replace("/", "of") + f".{question}.txt"), "w", encoding="utf-8") as f:
            json.dump(told, f, indent=1, sort_keys=True)
    if len(found) != len(expected):
        return [f"{len(found)} instead of {len(expected)}"]
    return [str(number) for (number, _), one, other in zip(told, found, expected) if one != other]


def check(program, file, kept):
    points = {}
    with open(file, encoding="ascii") as f, tempfile.TemporaryDirectory() as work:
        limmat = Limmat(program, kept or work)
        for event, digests in map(read_line, f):
            made = limmat.make(event)
            name = f"{event.field} of {event.players}, {event.rounds} rounds, seed {event.seed}, made by {event.maker}"
            for question, expected in digests.items():
                rounds = ["none: no such event is made"] if made is None else different_rounds(limmat, event, question, made, expected, kept)
                of_point = points.setdefault((event.system, event.field, question), [0, []])
                of_point[0] += 1
                if rounds:
                    of_point[1].append(f"{event.system}, {name}: {question} differs in rounds {', '.join(rounds)}")
            if made and not (kept and any(name in one for point in points.values() for one in point[1])):
                os.remove(os.path.join(limmat.folder, made[0]))
    print(f"1..{len(points)}")
    for number, (key, (events, different)) in enumerate(points.items(), 1):
        for one in different:
            print("#", one)
        print("not ok" if different else "ok", number, "-", "/".join(key), "#", events, "event" + "s" * (events > 1))
    return int(not points or any(different for _, different in points.values()))


def main():
    if sys.argv[1:2] == ["make"] and len(sys.argv) == 4 and sys.argv[3] in PLANS:
        return make(*sys.argv[2:])
    if sys.argv[1:2] == ["check"] and len(sys.argv) in (4, 5):
        kept = os.path.abspath(sys.argv[4]) if len(sys.argv) == 5 else None
        if kept:
            os.makedirs(kept, exist_ok=True)
        return check(sys.argv[2], sys.argv[3], kept)
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
