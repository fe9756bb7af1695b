#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_told.py LIMMAT SYSTEM TOURNAMENTS FIRST-SEED [MOST-PLAYERS]: are the answers true?

Random tournaments; of every round the answers of everybody, as JSON.  Each template has a check
here that goes by the games of the tournament and by trying all pairings of the few who are
concerned; the sentences are read for their length only.  It shares no code with the library.
"""
import collections
import functools
import json
import os
import re
import subprocess
import sys
import tempfile

LIMMAT, SYSTEM, TOURNAMENTS, SEED = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
HOUSE = ("simple-2026", "keizer-2026")
MOST = int(sys.argv[5]) if len(sys.argv) > 5 else 14
LANGUAGES = ["en", "de", "fr", "it", "es"]
WORDS_MOST = 40
RATES = "ForbiddenPairs=3\nForfeits=4\nHalfPointByes=3\nZeroPointByes=3\n"
OTHER = {"w": "b", "b": "w"}
SCORES_ARE_POINTS = SYSTEM not in ("double-swiss-2026", "team-2026", "keizer-2026")
WON, DRAWN = set("1+WFU"), set("=HD")
mistakes, counts = [], collections.Counter()


def run(*arguments):
    done = subprocess.run([LIMMAT, *arguments], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit(f"# {' '.join(arguments)}: {done.stderr}")
    return done.stdout


class Player:
    """What a player did before the round."""

    def __init__(self, data, before, cells):
        self.tpn, self.rating = data["tpn"], data.get("rating", 0)
        self.met, self.colours, self.opponents, self.meetings = {}, [], [], []
        self.had_bye, self.byes = False, 0
        ends = [cell.strip()[-1:] for cell in data["results"][: before - 1]]
        self.points = sum(1 if end and end in WON else 0.5 if end and end in DRAWN else 0 for end in ends)
        for number, cell in enumerate(data["results"][: before - 1], 1):
            cell = cell.strip()
            digits = "".join(c for c in cell if c.isdigit())
            letters = [c for c in cell if c in "wb"]
            if not letters:
                self.had_bye |= cell[:1] in ("U", "F", "P")
                self.byes += cell[:1] in ("U", "P")
                continue
            opponent = int(cell[: cell.index(letters[0])])
            result = [game[-1] for game in cell.split()]
            self.meetings.append((number, opponent))
            # A match is forfeited by whoever forfeits every game of it; one forfeit each is none.
            theirs = [game[-1] for game in cells[opponent][number - 1].split()]
            if set(result) == {"-"} or set(theirs) == {"-"}:
                self.had_bye |= "+" in result
                self.byes += "+" in result
                continue
            self.met[opponent] = number
            # Where each forfeited one game they have met, but had no colour.
            if any(game not in "+-" for game in result):
                self.opponents.append(opponent)
                self.colours.append(letters[0])

    def difference(self):
        return self.colours.count("w") - self.colours.count("b")

    def repeats(self):
        n = 0
        while n < len(self.colours) and self.colours[-1 - n] == self.colours[-1]:
            n += 1
        return n

    def may_have(self, colour):
        """Not three more of one, nor a third running."""
        excess = self.difference() if colour == "w" else -self.difference()
        third = self.repeats() >= 2 and self.colours[-1] == colour
        return excess < 2 and not third

    def due(self):
        """By the balance, then in turn; two running come before all."""
        if not self.colours:
            return "b" if SYSTEM == "dubov-2026" else None
        if SYSTEM == "team-2026":
            return self.due_of_team()
        if SYSTEM != "dubov-1997":
            if abs(self.difference()) > 1:
                return "b" if self.difference() > 0 else "w"
            if self.repeats() >= 2:
                return OTHER[self.colours[-1]]
        if self.difference() != 0:
            return "b" if self.difference() > 0 else "w"
        return OTHER[self.colours[-1]]

    def due_of_team(self):
        """C.04.6 art. 1.7.1, of type A: two more of the other, or two running without one more of it."""
        difference, last = self.difference(), self.colours[-2:]
        if difference <= -2 or (difference in (0, -1) and last == ["b", "b"]):
            return "w"
        return "b" if difference >= 2 or (difference in (0, 1) and last == ["w", "w"]) else None

    def absolute(self):
        return bool(self.colours) and SYSTEM != "team-2026" and (abs(self.difference()) > 1 or self.repeats() >= 2)


class Round:
    def __init__(self, file, tournament, number, language, before=None):
        self.number, self.name = number, f"{os.path.basename(file)} round {number}"
        self.last = number == tournament.get("rounds")
        # Of teams floats matter no more in the last two rounds (C.04.6 art. 2.3.5, 2.4.3).
        ends = (tournament.get("rounds") or 99) - (SYSTEM == "team-2026")
        cells = {p["tpn"]: p["results"] for p in tournament["players"]}
        self.players = {p["tpn"]: Player(p, number, cells) for p in tournament["players"]}
        played = lambda p: before.partner[p] in self.players[p].met
        self.floated = {p for p in before.floaters() if played(p)} if before and number < ends else set()
        self.excluded = {frozenset(pair) for pair in pairs_excluded(tournament, number)}
        text = run("explain", file, "-s", SYSTEM, "-r", str(number), "-f", "json",
                   "--lang", language)
        self.told = json.loads(text)
        self.brackets = self.told.get("brackets") or []
        self.partner, self.bye, self.white = {}, 0, {}
        for bracket in self.brackets:
            for pair in bracket["pairs"]:
                if pair["black"] == 0:
                    self.bye = pair["white"]
                    continue
                self.partner[pair["white"]], self.partner[pair["black"]] = pair["black"], pair["white"]
                self.white[pair["white"]] = True
        self.apart = 3
        if SYSTEM == "keizer-2026":
            while self.apart > 1 and not self.somebody_spared():
                self.apart -= 1

    def somebody_spared(self):
        everybody = set(self.partner) | ({self.bye} - {0})
        if len(everybody) % 2 == 0:
            return self.completes(everybody) is not False
        return any(self.completes(everybody - {p}) is not False for p in everybody)

    def floaters(self):
        """Who was paired with somebody of another score, as the scores were."""
        return {p for p, o in self.partner.items() if score_of(self, p) != score_of(self, o)}

    def legal(self, a, b):
        x, y = self.players[a], self.players[b]
        if frozenset((a, b)) in self.excluded or b in self.opponents_of(x):
            return False
        if SYSTEM in ("monrad-acwc-2019", "double-swiss-2026", "team-2026", *HOUSE):
            return True
        if SYSTEM == "dubov-1997":
            return (x.may_have("w") and y.may_have("b")) or (x.may_have("b") and y.may_have("w"))
        return not (x.absolute() and y.absolute() and x.due() == y.due())

    def opponents_of(self, player):
        if SYSTEM == "monrad-acwc-2019":
            return {o for _, o in player.meetings}
        if SYSTEM == "keizer-2026":  # who met may meet again in the third round after
            return {o for o, met in player.met.items() if self.number - met < self.apart}
        return player.met

    def completes(self, players, cost=None, most=None, again=False):
        """Can all be paired, at no more than ${most} of ${cost}; ${again}: who met, too?"""
        players = tuple(sorted(players))
        if len(players) > 16:
            return None

        @functools.lru_cache(maxsize=None)
        def least(left):
            if not left:
                return 0
            best = None
            for i in range(1, len(left)):
                if frozenset((left[0], left[i])) in self.excluded:
                    continue
                if not again and not self.legal(left[0], left[i]):
                    continue
                rest = least(left[1:i] + left[i + 1 :])
                if rest is not None:
                    rest += cost(left[0], left[i]) if cost else 0
                    best = rest if best is None else min(best, rest)
            return best

        if len(players) % 2:
            return False
        best = least(players)
        return best is not None and (most is None or best <= most)

    def across(self, tops, bottoms):
        """Can every top have a bottom of his own?"""
        taken = {}

        def place(top, seen):
            for bottom in bottoms:
                if bottom in seen or not self.legal(top, bottom):
                    continue
                seen.add(bottom)
                if bottom not in taken or place(taken[bottom], seen):
                    taken[bottom] = top
                    return True
            return False

        return all(place(top, set()) for top in tops)


def pairs_excluded(tournament, number):
    for entry in tournament.get("forbidden_pairs") or tournament.get("prohibitions") or []:
        first, last = entry.get("from", entry.get("first_round", 1)), entry.get("to", entry.get("last_round", 999))
        if first <= number <= last:
            members = entry["players"]
            for i, a in enumerate(members):
                for b in members[i + 1 :]:
                    yield (a, b)


def wrong(r, answer, what):
    mistakes.append(what)
    print(f"# {r.name}: {answer['player']} {answer['template']}: {what}: {answer['text']}")


# --- the two lines

def row_of(lines, a, b):
    for i, (top, bottom) in enumerate(zip(lines["tops"], lines["bottoms"])):
        if {top, bottom} == {a, b}:
            return i
    return None


def same_due(r):
    return lambda a, b: int(r.players[a].due() is not None
                            and r.players[a].due() == r.players[b].due())


def rest_completes(r, lines, row):
    """With the rows above as they are and this row face to face, as well as it is now?"""
    above = lines["tops"][:row]
    used = {r.partner[top] for top in above} | set(above)
    top, bottom = lines["tops"][row], lines["bottoms"][row]
    tops = [t for t in lines["tops"][row + 1 :] if t not in used]
    bottoms = [b for b in lines["bottoms"] if b not in used and b != bottom]
    if SYSTEM == "burstein-2026":
        cost, left = same_due(r), set(tops) | set(bottoms)
        now = sum(cost(x, r.partner[x]) for x in left | {top, bottom}) // 2
        return r.completes(left - {top, bottom}, cost, now - cost(top, bottom))
    return r.across(tops, bottoms)


def below(r, lines, row):
    """The tops and bottoms of the rows further down, and who of the bottoms meets nobody."""
    above = lines["tops"][:row]
    used = {r.partner.get(top) for top in above} | set(above) | {lines["bottoms"][row]}
    tops = [t for t in lines["tops"][row + 1 :] if t not in used and r.partner.get(t) in lines["bottoms"]]
    return tops, [b for b in lines["bottoms"] if b not in used]


def check_rest(r, answer, lines, row):
    """With the rows above as they are and this row face to face: what does it come to?"""
    told, first = answer["told"], (answer.get("forced") or {}).get("first")
    top, bottom = lines["tops"][row], lines["bottoms"][row]
    tops, bottoms = below(r, lines, row)
    if "short" in told:
        counts["rest: too few"] += 1
        lacking, left = set(told["short"]), set(told["left"])
        theirs = bottoms if lacking <= set(tops) else tops
        others = tops if theirs is bottoms else [b for b in bottoms if r.partner.get(b) in tops + [top]]
        if not lacking <= set(others) or len(left) != len(lacking) - 1 or not left <= set(theirs):
            wrong(r, answer, "these are not of the lines")
        for player in lacking:
            if any(r.legal(player, other) for other in theirs if other not in left):
                wrong(r, answer, f"{player} has somebody else left")
    elif "stays" in told:
        counts["rest: stays"] += 1
        if told["stays"] in r.partner or r.across(tops, [b for b in bottoms if b != told["stays"]]):
            wrong(r, answer, f"{told['stays']} could stay away")
    elif first["code"] in ("C5", "C8") and SYSTEM == "burstein-2026":
        above = set(lines["tops"][:row]) | {r.partner[t] for t in lines["tops"][:row]}
        check_ends(r, answer, first, (set(lines["tops"]) | set(lines["bottoms"])) - above)
    else:
        counts["rest: costs " + first["code"]] += 1
        for one, two in answer["forced"]["hurt"]:
            if not r.legal(one, two):
                wrong(r, answer, f"{one} and {two} may not meet")
        if SYSTEM == "dutch-2006" and first["code"] == "C11" and not bent(r, tops + bottoms):
            check_costs(r, answer, tops, [b for b in bottoms if b in r.partner], top, bottom)


def bent(r, players):
    """C.04.1 A7(d) turns wishes round, A7(c) and B2 come before them."""
    return r.last or any(r.players[p].had_bye for p in players)


def most_pairs(r, left):
    if len(left) < 2:
        return 0
    most = most_pairs(r, left[1:])
    for i in range(1, len(left)):
        if 2 * most < len(left) - 1 and r.legal(left[0], left[i]):
            most = max(most, 1 + most_pairs(r, left[1:i] + left[i + 1 :]))
    return most


def check_ends(r, answer, first, left):
    counts["rest: ends " + first["code"]] += 1
    a, b = answer["told"]["player"], answer["told"]["opponent"]
    left -= {a, b}
    if len(left) > 10:
        return None
    cost = same_due(r)
    if len(left) % 2:
        return wrong(r, answer, "an odd number is left")
    if first["code"] == "C5":
        least = len(left) - 2 * most_pairs(r, tuple(left))
        if first["with"] != least or first["without"] != 0:
            wrong(r, answer, f"{least} would have nobody")
        return None
    now = sum(cost(x, r.partner[x]) for x in left | {a, b}) // 2
    if first["with"] - first["without"] < 1 or not \
            r.completes(left, cost, now + first["with"] - first["without"] - cost(a, b)) or \
            r.completes(left, cost, now + first["with"] - first["without"] - cost(a, b) - 1):
        wrong(r, answer, "another number would not get their colour")
    return None


def least_across(r, tops, bottoms):
    """How many tops are due the colour of their bottoms, at least (Hungarian method)?"""
    far, n = 10**6, len(tops)
    price = [[same_due(r)(t, b) if r.legal(t, b) else far for b in bottoms] for t in tops]
    u, v, match = [0] * (n + 1), [0] * (n + 1), [0] * (n + 1)
    for i in range(1, n + 1):
        match[0], j0 = i, 0
        low, way, used = [far * n + 1] * (n + 1), [0] * (n + 1), [False] * (n + 1)
        while True:
            used[j0] = True
            i0, delta, j1 = match[j0], far * n + 1, 0
            for j in range(1, n + 1):
                if not used[j]:
                    now = price[i0 - 1][j - 1] - u[i0] - v[j]
                    if now < low[j]:
                        low[j], way[j] = now, j0
                    if low[j] < delta:
                        delta, j1 = low[j], j
            for j in range(n + 1):
                if used[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    low[j] -= delta
            j0 = j1
            if match[j0] == 0:
                break
        while j0:
            match[j0] = match[way[j0]]
            j0 = way[j0]
    return -v[0]


def check_costs(r, answer, tops, bottoms, top, bottom):
    first, cost = answer["forced"]["first"], same_due(r)
    if len(tops) != len(bottoms) or len(tops) > 120 or counts["rest: numbers"] > 40:
        return
    counts["rest: numbers"] += 1
    now = sum(cost(t, r.partner[t]) for t in tops + [top])
    then = least_across(r, tops, bottoms) + cost(top, bottom)
    if then - now != first["with"] - first["without"]:
        wrong(r, answer, f"{then} instead of {now} would not get their colour")
    for one, two in answer["forced"]["hurt"][:1]:
        if not cost(one, two):
            wrong(r, answer, f"{one} and {two} are not due the same")


def check_alone(r, answer, bracket, row):
    """The pair alone is prescribed, and the two lines paired again: what does it come to?"""
    told, lines, before = answer["told"], bracket["lines"], answer.get("before")
    tops, bottoms = lines["tops"], lines["bottoms"]
    if SYSTEM == "burstein-2026":
        return check_folded(r, answer, tops + bottoms[::-1], (tops[row], bottoms[row]))
    others, under = tops[:row] + tops[row + 1 :], bottoms[:row] + bottoms[row + 1 :]
    if "short" in told:
        counts["alone: too few"] += 1
        lacking, left = set(told["short"]), set(told["left"])
        mine, theirs = (others, under) if lacking <= set(others) else (under, others)
        if not lacking <= set(mine) or len(left) != len(lacking) - 1 or not left <= set(theirs):
            wrong(r, answer, "these are not of the lines")
        if any(r.legal(p, o) for p in lacking for o in theirs if o not in left):
            wrong(r, answer, "somebody has somebody else left")
    elif before:
        check_first_change(r, answer, bracket, row)
    else:
        counts["alone: costs"] += 1
        one, two = answer["forced"]["hurt"][0]
        if not r.legal(one, two):
            wrong(r, answer, f"{one} and {two} may not meet")
        if SYSTEM == "dutch-2006" and not bent(r, tops + bottoms):
            check_costs(r, answer, others, under, tops[row], bottoms[row])


def check_folded(r, answer, members, pair):
    """C.04.4.2 art. 4: each member in turn wants the last opponent, at the least [C8]."""
    counts["alone: " + ("order" if "before" in answer else answer["forced"]["first"]["code"])] += 1
    if len(members) > 10:
        return
    place, first, best = {p: i for i, p in enumerate(members)}, answer["forced"].get("first"), None
    for pairs in candidates(r, members):
        if tuple(sorted(pair, key=place.get)) in pairs:
            opponent = {a: b for a, b in pairs} | {b: a for a, b in pairs}
            key = (sum(same_due(r)(a, b) for a, b in pairs), [-place[opponent[p]] for p in members])
            best = key if best is None or key < best else best
    now = sum(same_due(r)(p, r.partner[p]) for p in members) // 2
    if best is None or (first and first["code"] == "C5"):
        left = tuple(p for p in members if p not in pair)
        alone = len(left) - 2 * most_pairs(r, left)
        if not first or (first["code"], first["with"], alone == 0) != ("C5", alone, False):
            wrong(r, answer, f"{alone} would have nobody")
    elif best[0] > now:
        if not first or (first["code"], first["with"], first["without"]) != ("C8", best[0], now):
            wrong(r, answer, f"{best[0]} instead of {now} would be due the same")
    elif first:
        wrong(r, answer, "it would be as good")
    else:
        changed = next(i for i, p in enumerate(members) if -best[1][i] != place[r.partner[p]])
        before = (members[changed], r.partner[members[changed]], members[-best[1][changed]])
        if before != tuple(answer["before"][k] for k in ("first", "meets", "else")):
            wrong(r, answer, f"it would be {before}")


def check_first_change(r, answer, bracket, row):
    """Every top in turn takes the first bottom that leaves the others a pairing with the two."""
    before, lines = answer["before"], bracket["lines"]
    tops, bottoms = lines["tops"], lines["bottoms"]
    counts["alone: order"] += 1
    if SYSTEM in ("double-swiss-2026", "team-2026"):
        return check_candidate(r, answer, bracket, (tops[row], bottoms[row]))
    first = tops.index(before["first"])
    left = [b for b in bottoms if b != bottoms[row] and b not in [r.partner[t] for t in tops[:first]]]
    free = [t for t in tops[first:] if t != tops[row]]
    if first > row and bottoms[row] in [r.partner[t] for t in tops[:first]]:
        return wrong(r, answer, "the rows before it change")
    if r.partner[before["first"]] != before["meets"]:
        return wrong(r, answer, f"{before['first']} does not meet {before['meets']}")
    if not r.across(free, left):
        return wrong(r, answer, "it could not be paired so")
    if SYSTEM == "dutch-2006":
        return None  # nor by the colours alone can it be told which is the first
    if first == row:
        if before["else"] != bottoms[row]:
            wrong(r, answer, f"{before['else']} is not who was expected")
        return None
    top = tops[first]
    for bottom in left:
        if r.legal(top, bottom) and r.across(free[1:], [b for b in left if b != bottom]):
            if bottom != before["else"]:
                wrong(r, answer, f"it would be {bottom}")
            return None
    return wrong(r, answer, "nobody is left")


def costs_of(r, bracket):
    """What a pair of C.04.5 or C.04.6 costs, by importance: [C8], and of teams colours before."""
    moved = set(bracket["moved"])

    def cost(a, b):
        floats = (a in moved) != (b in moved) and (b if a in moved else a) in r.floated
        return (same_due(r)(a, b), int(floats)) if SYSTEM == "team-2026" else (0, int(floats))

    return cost


def candidates(r, left):
    if not left:
        yield []
    for i in range(1, len(left)):
        if r.legal(left[0], left[i]):
            for rest in candidates(r, left[1:i] + left[i + 1 :]):
                yield [(left[0], left[i])] + rest


def round_completes(r, pair):
    """Can everybody else be paired, one with the bye where they are odd?  None: too many to tell."""
    others = (set(r.partner) | ({r.bye} - {0})) - set(pair)
    ways = [r.completes(others - {p}) for p in others] if len(others) % 2 else [r.completes(others)]
    return None if None in ways else any(ways)


def check_candidate(r, answer, bracket, pair):
    """Of all pairings of the bracket with ${pair} the first by tops, then by bottoms (art. 3.6.2)."""
    group = sorted(set(bracket["residents"]) | set(bracket["moved"]))
    if len(group) % 2 or len(group) > 10 or any(p not in r.partner for p in group):
        return
    counts["all candidates"] += 1
    cost, forced, before = costs_of(r, bracket), answer["forced"], answer.get("before")
    best = None
    for pairs in candidates(r, group):
        if tuple(sorted(pair)) in pairs:
            total = tuple(sum(c) for c in zip(*(cost(a, b) for a, b in pairs)))
            key = (total, [a for a, _ in pairs], [b for _, b in pairs])
            best = key if best is None or key < best else best
    if best is not None and not forced["possible"]:
        wrong(r, answer, "it is possible")
    if best is None:
        if forced["possible"] and round_completes(r, pair) is False:
            wrong(r, answer, "it is not possible")
        return
    tops = [a for a in group if a < r.partner[a]]
    now = tuple(sum(c) for c in zip(*(cost(a, r.partner[a]) for a in tops)))
    differ = [(x, y) for x, y in zip(best[0], now) if x != y]
    if bool(differ) != bool(forced.get("first")):
        return wrong(r, answer, f"it costs {best[0]} instead of {now}")
    if differ:
        if differ[0] != (forced["first"]["with"], forced["first"]["without"]):
            wrong(r, answer, f"it costs {best[0]} instead of {now}")
        return
    then = dict(zip(best[1], best[2]))
    if before["exchanges"] != (best[1] != tops):
        return wrong(r, answer, f"the tops are {best[1]}")
    changed = [t for t in tops if t in then and then[t] != r.partner[t]]
    if changed and (before["first"], before["meets"], before["else"]) != \
            (changed[0], r.partner[changed[0]], then[changed[0]]):
        wrong(r, answer, f"{changed[0]} would meet {then[changed[0]]}")


def check_prescribed(r, answer, bracket):
    """The bracket again with two of it as a pair: upper half against lower half by number."""
    check_candidate(r, answer, bracket, tuple(answer["forced"]["pair"]))
    forced, first = answer["forced"], answer["forced"].get("first")
    a, b = forced["pair"]
    group = set(bracket["residents"]) | set(bracket["moved"])
    rest = group - {a, b} - ({r.bye} if r.bye in group else set())
    counts["prescribed"] += 1
    complete = r.completes(rest)
    if complete is None:
        return
    if b not in r.players[a].met and frozenset((a, b)) not in r.excluded:
        if complete and not forced["possible"]:
            wrong(r, answer, "the others could be paired")
        in_round = round_completes(r, (a, b))
        if in_round is not None and forced["possible"] != in_round:
            wrong(r, answer, "the round has it" if in_round else "the round cannot have it")
    before = answer.get("before")
    if before and before["first"] and r.partner.get(before["first"]) != before["meets"]:
        wrong(r, answer, f"{before['first']} does not meet {before['meets']}")
    if first is None and before is None:
        wrong(r, answer, "nothing decides")


def check_told(r, answer, bracket):
    told, lines = answer["told"], bracket.get("lines")
    a, b, line = told["player"], told["opponent"], told["line"]
    code = told.get("code")
    counts["told " + (line or code or "")] += 1
    if line in ("taken", "left", "rest", "alone") or (line == "itself" and SYSTEM != "dutch-2006"):
        row = row_of(lines, a, b)
        if row is None:
            return wrong(r, answer, "they do not face each other")
    if line == "taken":
        before = told["first"] in lines["tops"] and lines["tops"].index(told["first"]) < row
        if not before or r.partner.get(told["own"]) != told["first"] or told["own"] not in (a, b):
            wrong(r, answer, f"{told['first']} does not take {told['own']}")
    elif line == "left":
        first = told["first"]
        if r.partner.get(a) != first or first not in lines["bottoms"] or \
                lines["bottoms"].index(first) >= row:
            wrong(r, answer, f"{first} was not left")
    elif line == "alone":
        check_alone(r, answer, bracket, row)
    elif line == "rest" and ("short" in told or "stays" in told or answer.get("forced")):
        check_rest(r, answer, lines, row)
    elif line == "rest" and SYSTEM == "double-swiss-2026" and bracket["moved"]:
        counts["rest with upfloaters"] += 1 # may be worse for who was a floater [C8]
    elif line == "rest":
        if rest_completes(r, lines, row):
            wrong(r, answer, "the others could be paired")
    elif b:
        check_pair(r, answer, bracket, a, b, code)
    else:
        check_single(r, answer, bracket, a, code)


def check_pair(r, answer, bracket, a, b, code):
    x, y, key = r.players[a], r.players[b], answer["template"]
    if key in ("obstacle.met", "natural.monrad-met"):
        if b not in r.opponents_of(x):
            wrong(r, answer, "they have not met")
    elif key == "obstacle.excluded":
        if frozenset((a, b)) not in r.excluded or b in x.met:
            wrong(r, answer, "nobody excluded it")
    elif key == "obstacle.same-absolute":
        if r.legal(a, b) or b in x.met:
            wrong(r, answer, "their colours do not forbid it")
    elif key == "obstacle.fits-less":
        other = r.partner[a]
        if fit(x.due(), y.due()) <= fit(x.due(), r.players[other].due()) or \
                y.rating <= r.players[other].rating:
            wrong(r, answer, "it would fit as well")
    elif key in ("obstacle.colour-own", "obstacle.colour"):
        hurt = answer["forced"]["hurt"]
        for one, two in hurt[:1]: # the sentence names these
            if r.players[one].due() is None or r.players[one].due() != r.players[two].due():
                wrong(r, answer, f"{one} and {two} are not due the same")
    elif key == "obstacle.meets-floater":
        counts["floater"] += 1
    elif key == "obstacle.rest" and SYSTEM == "monrad-acwc-2019":
        rank = bracket["residents"]
        above = {p for q in rank[: rank.index(a)] for p in (q, r.partner.get(q, 0))}
        left = set(r.partner) - above - {a, b}
        if r.completes(left, again=True):
            wrong(r, answer, "everybody could be paired")
    elif key == "obstacle.rest":
        done = [pair for pair in bracket["pairs"] if pair.get("opponent_rule") in ("8.2", "7.1")]
        gone = {p for bb in r.brackets[: r.brackets.index(bracket)] for pair in bb["pairs"]
                for p in (pair["white"], pair["black"])} | {r.bye, 0}
        fixed = {p for pair in done for p in (pair["white"], pair["black"])
                 if a not in (pair["white"], pair["black"])}
        everybody = set(r.partner) - gone - {a, b}
        if r.completes(everybody) and r.completes(everybody - fixed):
            wrong(r, answer, "everybody could be paired")
    elif not key.startswith(("obstacle.", "order.")):
        wrong(r, answer, "no check for this")
    else:
        counts["searched " + key] += 1


def fit(mine, theirs):
    if mine is None:
        return 0
    return 1 if theirs is None else 2 if theirs == mine else 0


def score_of(r, tpn):
    for bracket in r.brackets:
        if tpn in bracket["residents"]:
            return bracket.get("score")
    return None


def check_single(r, answer, bracket, a, code):
    key = answer["template"]
    inside = {p for pair in bracket["pairs"] for p in (pair["white"], pair["black"])
              if pair.get("opponent_rule") not in ("8.2", "7.1")}
    if key == "obstacle.needed":
        if len(bracket["floaters"]) == 1:
            counts["needed"] += 1
            if r.completes((inside | set(bracket["floaters"])) - {a}):
                wrong(r, answer, "the others could be paired")
    elif key == "obstacle.none-below":
        below = r.brackets[r.brackets.index(bracket) + 1]["residents"]
        fetched = set(bracket["moved"])
        if any(r.legal(a, b) for b in below if b not in fetched):
            wrong(r, answer, "somebody below could be met")
    elif key == "obstacle.came-down":
        if a not in bracket["moved"]:
            wrong(r, answer, "did not come down")
    elif key == "obstacle.up-often":
        counts["often"] += 1
    elif key in ("obstacle.rest", "bye.first") and answer["question"] == "bye":
        if r.completes(set(r.partner) | {r.bye} - {a} if False else (set(r.partner) | {r.bye}) - {a}):
            wrong(r, answer, "the others could be paired")
    elif key == "obstacle.group-above":
        own = answer["player"]
        group = set(bracket["residents"]) | set(bracket["moved"])
        if r.completes((group - {own}) | {a}):
            wrong(r, answer, "the group could be paired")
    elif key == "obstacle.below":
        own = answer["player"]
        index = r.brackets.index(bracket)
        gone = {p for bb in r.brackets[: index + 1] for pair in bb["pairs"]
                for p in (pair["white"], pair["black"])} | {0, r.bye}
        left = (set(r.partner) - gone - {a}) | {own}
        if r.completes(left):
            wrong(r, answer, "those below could be paired")
    elif key == "obstacle.pairs-colour":
        own = answer["player"]
        group = set(bracket["residents"]) | set(bracket["moved"])
        now = sum(same_due(r)(x, r.partner[x]) for x in group) // 2
        if r.completes((group - {own}) | {a}, same_due(r), now):
            wrong(r, answer, "no more pairs would be due the same")
    elif key == "obstacle.next-needs":
        check_next(r, answer, bracket, a)
    elif key in ("obstacle.second-bye", "obstacle.unplayed-points"):
        if not r.players[a].had_bye:
            wrong(r, answer, "no bye so far")
    else:
        counts["searched " + key] += 1


def check_next(r, answer, bracket, a):
    """Would the next group need more from below?"""
    index, own = r.brackets.index(bracket), answer["player"]
    gone = {p for bb in r.brackets[: index + 1] for pair in bb["pairs"]
            for p in (pair["white"], pair["black"])} | {0, r.bye}
    left = set(r.partner) - gone
    if any(score_of(r, p) is None for p in left | {a, own}):
        return
    score = max(score_of(r, p) for p in left | {a, own})

    def needs(players):
        group = {p for p in players if score_of(r, p) == score}
        crossing = lambda x, y: int((x in group) != (y in group))
        most = 0
        while most <= len(players) and not r.completes(players, crossing, most):
            most += 1
        return most

    if len(left) < 14 and needs((left - {a}) | {own}) <= needs(left):
        wrong(r, answer, "the next group would need no more")


# --- templates without an alternative

def average(r, tpn):
    ratings = [r.players[o].rating for o in r.players[tpn].opponents]
    return (sum(ratings) / len(ratings)) if ratings else 0


def check_natural(r, answer, bracket):
    key, player, opponent = answer["template"], answer["player"], answer.get("opponent")
    lines = bracket.get("lines") if bracket else None
    counts["natural"] += 1
    if key in ("natural.columns", "natural.columns-number", "natural.list", "natural.numbers"):
        place = answer["group"].get("place") if "group" in answer else None
        row = row_of(lines, player, opponent)
        if row is None or (place is not None and row + 1 != place):
            return wrong(r, answer, "not the same row")
    if key == "natural.columns":
        tops, bottoms = lines["tops"], lines["bottoms"]
        if any(average(r, x) > average(r, y) + 1e-9 for x, y in zip(tops, tops[1:])) or \
                any(r.players[x].rating < r.players[y].rating for x, y in zip(bottoms, bottoms[1:])):
            wrong(r, answer, "the columns stand otherwise")
    if key == "natural.columns-number":
        tops, bottoms = lines["tops"], lines["bottoms"]
        if any(int(average(r, x) + .5) > int(average(r, y) + .5) for x, y in zip(tops, tops[1:])) or \
                bottoms != sorted(bottoms):
            wrong(r, answer, "the columns stand otherwise")
    if key == "natural.numbers" and max(lines["tops"]) > min(lines["bottoms"]):
        wrong(r, answer, "these are no halves")
    if key == "natural.two" and score_of(r, player) != score_of(r, opponent):
        wrong(r, answer, "not the same points")
    if key == "natural.halves" and SYSTEM == "dutch-2006" and \
            score_of(r, player) != score_of(r, opponent):
        wrong(r, answer, "not the same points")


# --- down a list

def check_ladder(r, answer, bracket):
    """What was passed over, by trying whom the rest could have then."""
    key, rank = answer["template"], bracket["residents"]
    a, b = answer["expected"]["player"], answer["expected"]["opponent"]
    counts[key] += 1
    if key == "natural.monrad-met":
        upper = min(answer["player"], answer["opponent"], key=rank.index)
        lower = r.partner[upper]
        above = {p for q in rank[: rank.index(upper)] for p in (q, r.partner.get(q, 0))}
        for other in rank[rank.index(upper) + 1 : rank.index(lower)]:
            if other not in above | {r.bye} and other not in r.opponents_of(r.players[upper]):
                wrong(r, answer, f"{upper} has not met {other}")
    elif key == "obstacle.met":
        if b not in r.opponents_of(r.players[a]):
            wrong(r, answer, "they have not met")
    elif key == "obstacle.excluded":
        if frozenset((a, b)) not in r.excluded:
            wrong(r, answer, "nobody excluded it")
    elif key in ("obstacle.left-over", "obstacle.rest"):
        above = {p for q in rank[: rank.index(a)] for p in (q, r.partner.get(q, 0))} if b else set()
        left = (set(r.partner) | {r.bye}) - above - {a, b, 0} - ({r.bye} if b else set())
        if r.completes(left) or (b and not r.legal(a, b)):
            wrong(r, answer, "everybody could be paired")
        if not set(p for p, _ in answer["forced"]["hurt"]) <= left:
            wrong(r, answer, "they are not left over")
    elif key.startswith("order."):
        before = answer["before"]
        if not answer["forced"]["possible"] or round_completes(r, {a, b} - {0}) is False:
            wrong(r, answer, "no round has it")
        if (r.partner.get(before["first"]) or 0) != before["meets"] or before["meets"] == before["else"]:
            wrong(r, answer, f"{before['first']} would not have somebody else")
        for one, other in answer["forced"]["hurt"]:
            if (r.partner.get(one) or 0) == other:
                wrong(r, answer, f"{one} meets {other} already")
    elif key == "obstacle.bye-goes":
        receiver = answer["forced"]["hurt"][0][0]
        if receiver == r.bye or not r.completes((set(r.partner) | {r.bye}) - {a, b, receiver}):
            wrong(r, answer, f"{receiver} would not have the bye")
    elif key == "obstacle.meet-again":
        one, other = answer["forced"]["hurt"][0]
        if other not in r.players[one].met:
            wrong(r, answer, f"{one} and {other} never met")
    else:
        wrong(r, answer, "no check for this")


def check_next_placed(r, answer, bracket):
    rank = [p for p in bracket["residents"] if p != r.bye]  # the places of those who play
    upper, lower = sorted((answer["player"], answer["opponent"]), key=rank.index)
    between = rank[rank.index(upper) + 1 : rank.index(lower)]
    counts[answer["template"]] += 1
    if (answer["template"] == "natural.ladder") != (not between):
        wrong(r, answer, f"{between} stand between")
    for other in between:
        if rank.index(r.partner[other]) > rank.index(upper):
            wrong(r, answer, f"{other} was free")
    numbers = [rank.index(p) + 1 for p in (answer["player"], answer["opponent"])]
    told = [int(n) for n in re.findall(r"(?<![\w])\d{1,2}(?![\w])(?! Player)", answer["text"])]
    if not set(numbers) <= set(told):
        wrong(r, answer, f"places are {numbers}")


def check_float(r, answer, bracket):
    key, player, opponent = answer["template"], answer["player"], answer["opponent"]
    group, counted = answer["group"], len(bracket["residents"]) + len(bracket["moved"])
    counts["float"] += 1
    if group["size"] != counted or group["leaving"] != len(bracket["floaters"]):
        wrong(r, answer, "the numbers are others")
    if key == "float.alone" and counted != 1:
        wrong(r, answer, "not alone")
    if key in ("up.alone", "up.host-alone"):
        host = opponent if key == "up.alone" else player
        # Who comes up by 7.2 comes after that was asked.
        mates = set(bracket["residents"]) | set(bracket["moved"])
        mates -= {m for f in bracket["findings"] if f["code"] == "7.2" for m in f["players"]}
        earlier = {p for pair in bracket["pairs"] if pair["opponent_rule"] in ("8.2", "7.1")
                   for p in (pair["white"], pair["black"])}
        if any(r.legal(host, m) for m in mates - earlier - {host, player, opponent}):
            # who is paired inside could be met only if paired before
            wrong(r, answer, "somebody of the group could be met")
    if key in ("up.needs", "up.host", "up.odd", "up.host-odd"):
        coming = player if key in ("up.needs", "up.odd") else opponent
        if coming not in bracket["moved"]:
            wrong(r, answer, f"{coming} did not come up")
    if key == "float.no-opponent":
        pass


def check_colour(r, answer):
    key, player, opponent = answer["template"], answer["player"], answer["opponent"]
    white = player if r.white.get(player) else opponent
    black = opponent if white == player else player
    x, y = r.players[white], r.players[black]
    counts["colour"] += 1
    if key == "colour.both" and (x.due() != "w" or y.due() != "b"):
        wrong(r, answer, f"due are {x.due()} and {y.due()}")
    if key == "colour.one" and bool(x.colours) == bool(y.colours):
        wrong(r, answer, "both have played, or none")
    if key == "colour.team-only" and (x.due() is None) == (y.due() is None):
        wrong(r, answer, f"due are {x.due()} and {y.due()}")
    if key in ("colour.team-fewer", "colour.team-swap", "colour.team-changes") and x.due() != y.due():
        wrong(r, answer, f"due are {x.due()} and {y.due()}")
    if key == "colour.team-fewer" and x.difference() >= y.difference():
        wrong(r, answer, f"differences are {x.difference()} and {y.difference()}")
    if key in ("colour.team-swap", "colour.alternate", "colour.swap", "colour.swap-games"):
        differ = [own for own, other in zip(reversed(x.colours), reversed(y.colours)) if own != other]
        if not differ or differ[0] != "b":
            wrong(r, answer, f"{x.colours} and {y.colours} do not swap to White")
    if key in ("colour.stronger", "colour.alternate", "colour.higher", "colour.team-first") and x.due() != y.due():
        wrong(r, answer, f"due are {x.due()} and {y.due()}")
    if key == "colour.average" and average(r, white) <= average(r, black):
        wrong(r, answer, "not the higher average")
    if key == "colour.rating" and x.rating >= y.rating:
        wrong(r, answer, "not the lower rating")
    if key == "colour.fewer-whites" and x.colours.count("w") >= y.colours.count("w"):
        wrong(r, answer, "not fewer Whites")
    if key == "colour.only" and x.may_have("b") and y.may_have("w"):
        wrong(r, answer, "the other way round is allowed")
    if key == "colour.balance" and x.difference() >= y.difference():
        wrong(r, answer, f"differences are {x.difference()} and {y.difference()}")
    if key in ("colour.swap-games", "colour.changes-games") and x.difference() != y.difference():
        wrong(r, answer, f"differences are {x.difference()} and {y.difference()}")
    if key in ("colour.first-games",) and (x.colours or y.colours):
        wrong(r, answer, "somebody has played")
    if key == "colour.lot-number" and (x.colours or y.colours):
        wrong(r, answer, "somebody has played")


def check_bye_of_list(r, answer):
    """Who comes before for the bye could not be spared."""
    rank = r.brackets[0]["residents"]
    free = {p: r.players[p].byes for p in rank}
    everybody = set(r.partner) | {r.bye}
    for other in everybody - {r.bye}:
        before = (free[other], -rank.index(other)) < (free[r.bye], -rank.index(r.bye))
        if before and not (answer["template"] == "bye.none-yet" and free[other] > 0) and \
                r.completes(everybody - {other}):
            wrong(r, answer, f"{other} comes before")


def check_bye(r, answer):
    counts["bye"] += 1
    if answer["player"] != r.bye:
        return wrong(r, answer, f"{r.bye} has the bye")
    if answer["template"] in ("bye.ranking", "bye.none-yet") and SYSTEM in HOUSE:
        check_bye_of_list(r, answer)
    if answer["template"] in ("bye.rating", "bye.most-games", "bye.rank"):
        everybody = set(r.partner) | {r.bye}
        if len(everybody) > 13:
            return None
        own = answer["group"]["score"]
        for other in everybody - {r.bye}:
            score = score_of(r, other)
            if score is None or score > own or r.players[other].had_bye:
                continue
            lower = score < own or (answer["template"] == "bye.rating"
                                    and r.players[other].rating < r.players[r.bye].rating)
            if lower and r.completes(everybody - {other}):
                wrong(r, answer, f"{other} could be spared")
    return None


def check_facts(r, answer):
    """The scores that the pairing went by, and what else was weighed."""
    if answer["question"] in ("opponent", "float") and SCORES_ARE_POINTS:
        for who in ("player", "opponent"):
            if answer["scores"][who] != r.players[answer[who]].points:
                wrong(r, answer, f"{answer[who]} has {r.players[answer[who]].points} points")
    for other in answer.get("others", []):
        counts["others"] += 1
        player, opponent, met = other["player"], other["opponent"], other.get("met_in_round")
        forfeits = SYSTEM.startswith("monrad") and (met, opponent) in r.players[player].meetings
        if met is not None and not forfeits and r.players[player].met.get(opponent) != met:
            wrong(r, answer, f"{player} and {opponent} did not meet in round {met}")
        if r.partner.get(player) == opponent or (opponent == 0 and player == r.bye):
            wrong(r, answer, f"{player} and {opponent} are what came")
        if other["code"] == "order" and "with" in other:
            wrong(r, answer, "as good, and not")


def check_answer(r, answer):
    counts["answers"] += 1
    check_facts(r, answer)
    words = len([word for word in answer["text"].split(" ") if word])
    if not 0 < words <= WORDS_MOST:
        wrong(r, answer, f"{words} words")
    if "{" in answer["text"] or "  " in answer["text"]:
        wrong(r, answer, "a hole is open")
    group = answer.get("group", {})
    bracket = r.brackets[group["bracket"]] if "bracket" in group else None
    if bracket is None and SYSTEM in ("monrad-acwc-2019", *HOUSE) and r.brackets:
        bracket = r.brackets[0]
    if SYSTEM in HOUSE and answer["template"] in ("natural.ladder", "natural.ladder-far"):
        check_next_placed(r, answer, bracket)
    elif SYSTEM in HOUSE and answer.get("expected") and answer["question"] in ("opponent", "bye"):
        check_ladder(r, answer, bracket)
    elif answer.get("told") and bracket is not None:
        check_told(r, answer, bracket)
    elif answer.get("forced") and SYSTEM in ("double-swiss-2026", "team-2026"):
        check_prescribed(r, answer, bracket)
    elif answer["template"].startswith("natural."):
        check_natural(r, answer, bracket)
    if answer["question"] == "float":
        check_float(r, answer, bracket)
    elif answer["question"] == "colour":
        check_colour(r, answer)
    elif answer["question"] == "bye":
        check_bye(r, answer)


def check_against(r, file, number, language):
    """Somebody of each bracket asks why not the next but one there."""
    for bracket in r.brackets:
        players = [p for p in bracket["residents"] if p in r.partner]
        if len(players) < 3 or r.partner[players[0]] == players[2]:
            continue
        player, other = players[0], players[2]
        told = json.loads(run("explain", "-s", SYSTEM, "-r", str(number), "-p", str(player), "--against", str(other), "--lang",
                              language, "-f", "json", file))
        answers = [a for a in told["answers"] if a["question"] == "against"]
        if [(a["player"], a["opponent"]) for a in answers] != [(player, other)]:
            mistakes.append(print(f"# {r.name}: {player} is not told why not {other}"))
            continue
        counts["against"] += 1
        if answers[0]["template"] == "against.points" and SCORES_ARE_POINTS and \
                r.players[player].points == r.players[other].points:
            wrong(r, answers[0], f"{other} has the same points")
        everybody = set(r.partner) | ({r.bye} - {0})
        if answers[0]["template"] == "obstacle.rest" and len(everybody) in (4, 6, 8, 10, 12) and \
                r.completes(everybody - {player, other}):
            wrong(r, answers[0], "the others can be paired")


def of_teams(tournament):
    """The matches of an event of teams, as if each were a game: of its first board, or as forfeited."""
    teams, cells = tournament["teams"], {p["tpn"]: p["results"] for p in tournament["players"]}
    team_of = {member: team["number"] for team in teams for member in team["players"]}
    rounds = max(len(results) for results in cells.values())
    forfeits = tournament.get("team_forfeits") or []
    byes = tournament.get("team_byes") or []
    results = {team["number"]: ["Z"] * rounds for team in teams}
    for team in teams:
        for number, cell in enumerate(cells[team["players"][0]]):
            game = re.match(r"(\d+)([wb].)", cell)
            if game:
                results[team["number"]][number] = f"{team_of[int(game[1])]}{game[2]}"
    for match in forfeits:
        first, second = match["type"]
        results[match["white"]][match["round"] - 1] = f"{match['black']}w{first}"
        results[match["black"]][match["round"] - 1] = f"{match['white']}b{second}"
    for number, team in enumerate(byes):
        if team:
            results[team][number] = "U"
    return {**tournament, "players": [{"tpn": n, "results": r} for n, r in results.items()]}


def check_tournament(file, language):
    tournament = json.loads(run("convert", "-t", "json", file))
    if tournament.get("teams"):
        tournament = of_teams(tournament)
    r = None
    for number in range(1, len(max((p["results"] for p in tournament["players"]), key=len)) + 1):
        r = Round(file, tournament, number, language, r)
        counts["rounds"] += 1
        asked = {a["player"] for a in r.told["answers"] if a["question"] in ("opponent", "bye")}
        for player in set(r.partner) | ({r.bye} - {0}):
            counts["players"] += 1
            if player not in asked:
                counts["unanswered"] += 1
                print(f"# {r.name}: {player} gets no answer")
        for answer in r.told["answers"]:
            check_answer(r, answer)
        check_against(r, file, number, language)


def main():
    with tempfile.TemporaryDirectory() as folder:
        rates = os.path.join(folder, "rates.txt")
        with open(rates, "w", encoding="ascii") as out:
            out.write(RATES)
        for i in range(TOURNAMENTS):
            players = (4 if MOST < 50 else MOST - 40) + (SEED + i) % (MOST - 3 if MOST < 50 else 40)
            file = os.path.join(folder, f"{SEED + i}.json")
            run("generate", "-s", SYSTEM, "-n", str(players), "-R", str(min(8, players - 1)),
                "--seed", str(SEED + i), "--config", rates, "-t", "json", "-o", file)
            check_tournament(file, LANGUAGES[i % len(LANGUAGES)])
    good = not mistakes and counts["unanswered"] == 0 and counts["answers"] > 0
    print("1..1")
    facts = ", ".join(f"{key} {value}" for key, value in sorted(counts.items()))
    print(f"{'ok' if good else 'not ok'} 1 - answers_are_true # {SYSTEM}, {TOURNAMENTS} tournaments: "
          f"{facts}; {len(mistakes)} mistakes")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
