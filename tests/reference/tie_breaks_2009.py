# SPDX-License-Identifier: Apache-2.0
"""Tie-breaks of October 2009 to March 2024, written as plainly as the rules: Annex 3 of the tournament rules, later
C.02 article 13.  Shares no code with the library and is slow.

An event is {"swiss": bool, "rounds": planned, "done": completed, "day": date, "pab": points of a pairing bye,
"ratings": [...], "cells": [[...]]}: a player's cells are ("1=0" or "+-", opponent, colour) or ("U" "F" "H" "Z",)."""
import math
import random
from fractions import Fraction

HALF, ONE = Fraction(1, 2), Fraction(1)
GAMES = "1=0"


def points(event, cell):
    return {"1": ONE, "+": ONE, "F": ONE, "=": HALF, "H": HALF, "U": event["pab"]}.get(cell[0], Fraction(0))


def rounds(event):
    return range(event["done"])


def score(event, player, until=None):
    """The points in the standings, before round ${until}."""
    return sum(points(event, cell) for cell in event["cells"][player][:event["done"] if until is None else until])


def is_over_the_board(cell):
    return cell[0] in GAMES


def is_game(event, cell):
    """In round-robins a forfeit is one where scores are compared."""
    return is_over_the_board(cell) or (cell[0] in "+-" and not event["swiss"])


def score_for_others(event, player):
    """Unplayed rounds are draws, in Swiss tournaments."""
    if not event["swiss"]:
        return score(event, player)
    return sum(points(event, cell) if is_over_the_board(cell) else HALF
               for cell in event["cells"][player][:event["done"]])


def virtual(event, player, r):
    """Svon = SPR + (1 - SfPR) + ½ (n - R)."""
    got = points(event, event["cells"][player][r])
    return score(event, player, r) + (1 - got) + HALF * (event["done"] - (r + 1))


def met(event, player):
    """[(score of whom was met, points of the round, points as Swiss-Manager counts them)]."""
    found = []
    for r in rounds(event):
        cell = event["cells"][player][r]
        if is_game(event, cell):
            found.append((score_for_others(event, cell[1]), points(event, cell), points(event, cell)))
        elif event["swiss"]:
            found.append((virtual(event, player, r), points(event, cell), HALF))
    return found


def buchholz(event, player, low=0, high=0):
    values = sorted(value for value, _, _ in met(event, player))
    return sum(values[low:max(low, len(values) - high)], Fraction(0))


def progressive(event, player, cut):
    return sum((score(event, player, r + 1) for r in rounds(event) if r >= cut), Fraction(0))


def koya(event, player):
    found = Fraction(0)
    for cell in event["cells"][player][:event["done"]]:
        if is_game(event, cell):
            could = sum(1 for other in event["cells"][cell[1]][:event["done"]] if len(other) > 1)
            if score(event, cell[1]) * 2 >= could:
                found += points(event, cell)
    return found


def average(event, player, cut, unplayed_first):
    """Rounded, halves upwards; unrated opponents are left out."""
    cells = event["cells"][player][:event["done"]]
    ratings = sorted(event["ratings"][c[1]] for c in cells if is_over_the_board(c) and event["ratings"][c[1]] != 0)
    if unplayed_first:
        cut = max(0, cut - sum(1 for c in cells if not is_over_the_board(c)))
    ratings = ratings[cut:]
    return math.floor(Fraction(sum(ratings), len(ratings)) + HALF) if ratings else None


def count(event, player, test):
    return sum(1 for cell in event["cells"][player][:event["done"]] if test(cell))


VALUES = {
    "PTS": score,
    "BH": buchholz,
    "BH/C1": lambda e, p: buchholz(e, p, 1),
    "BH/C2": lambda e, p: buchholz(e, p, 2),
    "BH/M1": lambda e, p: buchholz(e, p, 1, 1),
    "BH/M2": lambda e, p: buchholz(e, p, 2, 2),
    "SB": lambda e, p: sum((value * own for value, own, _ in met(e, p)), Fraction(0)),
    "SB:draw": lambda e, p: sum((value * own for value, _, own in met(e, p)), Fraction(0)),
    "PS": lambda e, p: progressive(e, p, 0),
    "PS/C1": lambda e, p: progressive(e, p, 1),
    "PS/C2": lambda e, p: progressive(e, p, 2),
    "KS": koya,
    "WIN": lambda e, p: count(e, p, lambda c: c[0] in "1+"),
    "WON": lambda e, p: count(e, p, lambda c: c[0] == "1"),
    "BPG": lambda e, p: count(e, p, lambda c: c[0] in GAMES and c[2] == "b"),
    "BWG": lambda e, p: count(e, p, lambda c: c[0] == "1" and c[2] == "b"),
    "ARO": lambda e, p: average(e, p, 0, False),
    "ARO/C1": lambda e, p: average(e, p, 1, False),
    "ARO:unplayed/C1": lambda e, p: average(e, p, 1, True),
    "ARO:unplayed/C2": lambda e, p: average(e, p, 2, True),
}
SWISS_ONLY = ("BH", "SB:", "ARO:")  # and KS is of round-robins


def codes_of(event):
    return [code for code in VALUES if code != "KS"] if event["swiss"] else [
        code for code in VALUES if not code.startswith(SWISS_ONLY)]


def direct(event, tied):
    """Groups of ${tied}, the first first."""
    games = {p: [c for c in event["cells"][p][:event["done"]] if is_game(event, c) and c[1] in tied] for p in tied}
    sums = {p: sum((points(event, c) for c in games[p]), Fraction(0)) for p in tied}
    missing = {p: len(set(tied) - {p} - {c[1] for c in games[p]}) for p in tied}
    if not any(missing.values()):
        return [[p for p in tied if sums[p] == value] for value in sorted(set(sums.values()), reverse=True)]
    groups, rest = [], list(tied)
    while rest:
        first = [p for p in rest if all(sums[q] + missing[q] < sums[p] for q in rest if q != p)]
        if not first:
            return groups + [rest]
        groups.append(first)
        rest = [p for p in rest if p not in first]
    return groups


def ranking(event, order):
    """Groups of players, from first to last."""
    groups = [list(range(len(event["cells"])))]
    for code in order:
        split = []
        for group in groups:
            if code == "DE":
                split += direct(event, group) if len(group) > 1 else [group]
                continue
            values = {p: VALUES[code](event, p) for p in group}
            known = sorted({v for v in values.values() if v is not None}, reverse=True)
            split += [same for v in known + [None] if (same := [p for p in group if values[p] == v])]
        groups = split
    return groups


# --- events in which everything happens

DAYS = "2009/10/18 2010/11/12 2014/06/30 2018/05/01 2021/12/28 2023/09/01 2024/03/31".split()


def game(rng, forfeits):
    chance = rng.random()
    if chance < forfeits:
        return rng.choice(["+-", "-+", "--"])
    return rng.choice(["10", "==", "01"])


def swiss(rng):
    players, planned = rng.randint(2, 14), rng.randint(1, 9)
    cells = [[] for _ in range(players)]
    comes = [rng.randint(1, 3) if rng.random() < .15 else 0 for _ in range(players)]
    goes = [rng.randint(1, planned) if rng.random() < .2 else planned for _ in range(players)]
    forfeits = rng.choice([0, .05, .3])
    for r in range(planned):
        here = []
        for p in range(players):
            if not comes[p] <= r < goes[p]:
                cells[p].append(("Z",))
            elif rng.random() < .08:
                cells[p].append((rng.choice("HHZFF"),))
            else:
                here.append(p)
        rng.shuffle(here)
        if rng.random() < .7:  # equals meet, so that ties have direct encounters
            here.sort(key=lambda p: -sum({"1": 2, "+": 2, "=": 1}.get(c[0], 0) for c in cells[p]))
        if len(here) % 2:
            cells[here.pop()].append(("U",))
        for a, b in zip(here[::2], here[1::2]):
            result = game(rng, forfeits)
            cells[a].append((result[0], b, "w"))
            cells[b].append((result[1], a, "b"))
    done = planned if rng.random() < .7 else rng.randint(1, planned)
    return {"swiss": True, "rounds": planned, "done": done, "cells": cells}


def round_robin(rng):
    """By turning all but the last seat; nobody forfeits so much that he has left."""
    players, cycles = rng.randint(3, 8), rng.randint(1, 2)
    seats = players + players % 2
    cells = [[] for _ in range(players)]
    lost = [0] * players
    ring = list(range(seats))
    for cycle in range(cycles):
        for _ in range(seats - 1):
            for i in range(seats // 2):
                a, b = ring[i], ring[-1 - i]
                if max(a, b) >= players:
                    cells[min(a, b)].append(("Z",))
                    continue
                result = game(rng, .1 if lost[a] + lost[b] == 0 else 0)
                lost[a] += result[0] in "+-"
                lost[b] += result[1] in "+-"
                white = (i + cycle) % 2 == 0
                cells[a].append((result[0], b, "w" if white else "b"))
                cells[b].append((result[1], a, "b" if white else "w"))
            ring.insert(1, ring.pop())
    planned = cycles * (seats - 1)
    return {"swiss": False, "rounds": planned, "done": planned, "cells": cells}


def random_event(seed):
    rng = random.Random(seed)
    event = round_robin(rng) if seed % 6 == 0 else swiss(rng)
    unrated = .1 if rng.random() < .3 else 0
    event["ratings"] = [0 if rng.random() < unrated else rng.randint(1400, 2600) for _ in event["cells"]]
    if not any(event["ratings"]):
        event["ratings"][0] = 2000
    event["pab"] = HALF if event["swiss"] and rng.random() < .2 else ONE
    event["day"] = rng.choice(DAYS)
    codes = codes_of(event)
    event["order"] = ["PTS"] + rng.sample([c for c in codes if c != "PTS"] + ["DE"] * 6, 6)
    if rng.random() < .5:
        event["order"].insert(1, "DE")
    event["order"] = list(dict.fromkeys(event["order"]))
    return event


def as_trf(event):
    lines = ["012 An event", f"042 {event['day']}", f"142 {event['rounds']}",
             "092 Individual: " + ("Swiss-System" if event["swiss"] else "Round-Robin"), "152 W"]
    if event["pab"] != ONE:
        lines.append("162  P  0.5")
    for p, cells in enumerate(event["cells"]):
        shown = "".join(f"  {cell[1] + 1:>4} {cell[2]} {cell[0]}" if len(cell) > 1 else f"  0000 - {cell[0]}"
                        for cell in cells[:event["done"]])
        own = sum((points(event, cell) for cell in cells[:event["done"]]), Fraction(0))
        lines.append(f"001 {p + 1:4} m    {'P%d' % (p + 1):<33} {event['ratings'][p] or '':>4} {'':3} {'':>11} {'':>10} "
                     f"{float(own):4.1f} {p + 1:4}{shown}")
    return "\n".join(lines) + "\n"
