# SPDX-License-Identifier: Apache-2.0
"""A paired round: solved by the references (solve.c), divided into groups, valued by the criteria of its system, and
given colours by its articles.  Everything comes from the pairs; shares nothing with the library."""
import subprocess

from literal import ABSOLUTE, DUTCH, HOUSE, MILD, OTHER, STRONG, TABLES, Position

# Players whom the references solve in a reasonable time.
MOST = {"dutch-2026": 16, "dutch-2012": 9, "dutch-2017": 9, "dutch-2006": 11, "dubov-1997": 16, "dubov-2026": 11, "burstein-2026": 11,
        "double-swiss-2026": 10, "team-2026": 10, "simple-2026": 14, "keizer-2026": 14}


class Pairing:
    def __init__(self, pairs, bye=0, collapse=None):
        self.pairs, self.bye, self.collapse = pairs, bye, collapse
        self.partner = {}
        for white, black in pairs:
            self.partner[white], self.partner[black] = black, white
        self.white = {white for white, _ in pairs}

    def same(self, other):
        return set(self.pairs) == set(other.pairs) and self.bye == other.bye


class Solver:
    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.kept, self.asked = {}, 0

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def state(self, pos):
        e = pos.event
        kind = "A" if pos.system == "team-2026" else "-"
        lines = [f"system {e.edition} round {pos.number} of {e.rounds} {NAMES[e.lot]} {20 if e.rosters else e.worth['W']} "
                 f"{10 if e.rosters else e.worth['D']} {0 if e.rosters else e.worth['L']} {kind} {int(bool(e.rosters))}"]
        here, arrived = set(pos.present), set(pos.arrived)
        for tpn in sorted(pos.was):
            there = 1 if tpn in here else 2 if pos.now[tpn].points else 0
            lines.append(f"player {tpn} {there} {int(tpn in arrived)} {pos.scores[tpn]} {e.ratings.get(tpn, 0)}")
            for r, w in enumerate(pos.was[tpn], 1):
                played = w.coloured if pos.system == "double-swiss-2026" else w.played
                points, games = w.points, w.games
                lines.append(f"was {w.opponent} {w.colour} {int(played)} {int(w.bye)} {points} {w.virtual} {w.second} {w.kind} "
                             + ",".join(str(x) for g in games for x in g))
        return lines

    def ask(self, lines):
        self.asked += 1
        self.process.stdin.write("\n".join(lines + ["go"]) + "\n")
        self.process.stdin.flush()
        answer = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("solve has ended")
            if line == "end\n":
                return answer
            answer.append(line.split())

    def scores(self, pos):
        """Keizer's, in tenths."""
        answer = self.ask(self.state(pos) + ["keizer"])
        return {int(a[1]): int(a[2]) for a in answer}

    def pair(self, pos, apart=(), collapse=None):
        """The round, with more pairs kept apart; None: there is none, or the references can't."""
        lines = self.state(pos)
        both = {frozenset(p) for p in apart} | pos.kept
        if len(both) > 256:
            return None
        lines += [f"apart {' '.join(str(x) for x in sorted(p))}" for p in both]
        if collapse is not None:
            lines.append(f"ppb {collapse}")
        pairs, bye, ppb = [], 0, None
        for word, *numbers in self.ask(lines):
            if word == "none":
                return None
            if word == "pair":
                pairs.append((int(numbers[0]), int(numbers[1])))
            elif word == "bye":
                bye = int(numbers[0])
            elif word == "ppb":
                ppb = int(numbers[0])
        return Pairing(pairs, bye, ppb)


NAMES = {"w": "white", "b": "black"}


# --- groups

class Group:
    def __init__(self, score, residents, moved, pairs, leaving):
        self.score, self.residents, self.moved, self.pairs, self.leaving = score, residents, moved, pairs, leaving
        self.joined = False  # several scores paired as one

    def as_joined(self):
        self.joined = True
        return self

    @property
    def players(self):
        return set(self.residents) | set(self.moved)


def rises(system):
    return system in ("dubov-2026", "double-swiss-2026", "team-2026", "dubov-1997")


def groups_of(pos, pairing):
    """From the top; each player's pair is made in one of them.  Who has the bye stands apart where it is given first."""
    everybody = sorted(pos.present, key=lambda t: (-pos.scores[t], t))
    if pos.system in HOUSE or pos.system in TABLES:
        return [Group(None, everybody, [], list(pairing.pairs), [])]
    early = not pos.dutch_rules()
    left = [t for t in everybody if not (early and t == pairing.bye)]
    groups, carried = [], []
    while left or carried:
        if left:
            score = pos.scores[left[0]]
            residents = [t for t in left if pos.scores[t] == score]
        else:
            residents, score = [], groups[-1].score
        if rises(pos.system) and pos.system != "dubov-1997":
            up = [pairing.partner[t] for t in residents if pos.scores[pairing.partner[t]] < score]
            moved, members = up, set(residents) | set(up)
        elif pos.system == "dubov-1997":
            # Who meets somebody of another score was moved, up or down: the pair says not which.
            up = [pairing.partner[t] for t in residents if pos.scores[pairing.partner[t]] < score]
            moved, members = up, set(residents) | set(up)
        else:
            moved, members = carried, set(residents) | set(carried)
        inside = [p for p in pairing.pairs if p[0] in members and p[1] in members]
        paired = {t for p in inside for t in p}
        leaving = [t for t in everybody if t in members and t not in paired]
        groups.append(Group(score, residents, moved, inside, leaving))
        left = [t for t in left if t not in members]
        carried = leaving
        if not left:
            break
    if pos.system == "dutch-2017" and pairing.collapse is not None and pairing.collapse + 1 < len(groups):
        groups = groups[: pairing.collapse + 1] + [join(groups[pairing.collapse + 1 :], everybody)]
    return groups


def join(groups, everybody):
    """One group of several."""
    who = set().union(*(g.players for g in groups))
    paired = {t for g in groups for p in g.pairs for t in p}
    moved = groups[0].moved
    return Group(groups[-1].score, [t for t in everybody if t in who and t not in moved], moved,
                 [p for g in groups for p in g.pairs], [t for t in everybody if t in who and t not in paired])


# --- what groups come to by the criteria, in their order

def values(pos, pairing, groups):
    """By group: [(code, value)], the smaller the better."""
    if pos.system in ("dutch-2026",) or (pos.system == "burstein-2026" and pos.dutch_rules()):
        return [dutch_2026(pos, pairing, groups, i) for i in range(len(groups))]
    if pos.system == "dutch-2017":
        return [dutch_2017(pos, pairing, groups, i) for i in range(len(groups))]
    if pos.system == "burstein-2026":
        return [burstein(pos, groups, i) for i in range(len(groups))]
    if pos.system == "dubov-2026":
        return [dubov(pos, groups, i) for i in range(len(groups))]
    if pos.system in ("double-swiss-2026", "team-2026"):
        return [double_swiss(pos, groups, i) for i in range(len(groups))]
    return []


def scores_of(pos, players):
    return sorted((pos.scores[t] for t in players), reverse=True)


def floats_and_colours(pos, pairing, group, strong_too):
    """What [C10] to [C21] of 2026 (and [C8] to [C19] of 2017) count: colours, then floats."""
    counts = [0] * 4
    for white, black in group.pairs:
        tops = pos.top(white) or pos.top(black)
        for tpn, colour in ((white, "w"), (black, "b")):
            due, had = pos.due[tpn], pos.colours[tpn]
            counts[0] += tops and abs(due.difference + (1 if colour == "w" else -1)) > 2
            counts[1] += tops and had[-2:] == 2 * colour
            missed = due.wish not in ("", colour)
            counts[2] += missed
            counts[3] += missed and (due.strength == STRONG or (strong_too and due.strength >= STRONG))
    return counts


def dutch_2026(pos, pairing, groups, i):
    group, lower = groups[i], groups[i + 1] if i + 1 < len(groups) else None
    moved = set(group.moved)
    gap = lambda t: pos.scores[t] - group.score
    value = [("C5", [pos.scores[pairing.bye]] if pairing.bye else []), ("C6", len(group.leaving)),
             ("C7", scores_of(pos, group.leaving)),
             ("C8", (len(lower.leaving), scores_of(pos, lower.leaving)) if lower else ()),
             ("C9", pos.unplayed(pairing.bye) if pairing.bye in group.leaving and len(group.leaving) == 1 else 0)]
    value += zip(("C10", "C11", "C12", "C13"), floats_and_colours(pos, pairing, group, False))
    down, up = {}, {}
    for back in (1, 2):
        r = pos.number - back
        down[back] = [t for t in group.leaving if t not in moved and pos.floated(t, r) < 0]
        up[back] = [t for p in group.pairs for t, o in (p, p[::-1]) if o in moved and pos.floated(t, r) > 0]
    value += [("C14", len(down[1])), ("C15", len(up[1])), ("C16", len(down[2])), ("C17", len(up[2]))]
    for back, (of_down, of_up) in ((1, ("C18", "C19")), (2, ("C20", "C21"))):
        again = [t for t in moved if pos.floated(t, pos.number - back) < 0]
        # Who goes on falls by more than anybody who is paired here.
        falls = sorted(((t in group.leaving, gap(t)) for t in again), reverse=True)
        climbs = sorted((gap(pairing.partner[t]) for t in up[back]), reverse=True)
        value += [(of_down, falls), (of_up, climbs)]
    return value


def dutch_2017(pos, pairing, groups, i):
    group, lower = groups[i], groups[i + 1] if i + 1 < len(groups) else None
    lowest = min(pos.scores[t] for t in group.residents) if group.residents else group.score
    fall = lambda t: pos.scores[t] - (lowest - 10)

    def differences(g):
        low = min(pos.scores[t] for t in g.residents) if g.residents else g.score
        return sorted([abs(pos.scores[a] - pos.scores[b]) for a, b in g.pairs]
                      + [pos.scores[t] - (low - 10) for t in g.leaving], reverse=True)

    normal = pairing.collapse is None or i < pairing.collapse
    value = [("C5", -len(group.pairs)), ("C6", differences(group)),
             ("C7", (-len(lower.pairs), differences(lower)) if lower and normal else ())]
    value += zip(("C8", "C9", "C10", "C11"), floats_and_colours(pos, pairing, group, True))
    lists = {}
    for back in (1, 2):
        r = pos.number - back
        downs, ups = [], []
        for t in group.leaving:
            if pos.floated(t, r) < 0:
                downs.append(fall(t))
        for p in group.pairs:
            for t, o in (p, p[::-1]):
                lead = pos.scores[t] - pos.scores[o]
                if lead > 0 and pos.floated(t, r) < 0:
                    downs.append(lead)
                if lead < 0 and pos.floated(t, r) > 0:
                    ups.append(-lead)
        lists[back] = sorted(downs, reverse=True), sorted(ups, reverse=True)
    value += [("C12", len(lists[1][0])), ("C13", len(lists[1][1])), ("C14", len(lists[2][0])), ("C15", len(lists[2][1])),
              ("C16", lists[1][0]), ("C17", lists[1][1]), ("C18", lists[2][0]), ("C19", lists[2][1])]
    return value


def same_wish(pos, a, b):
    return pos.due[a].wish != "" and pos.due[a].wish == pos.due[b].wish


def burstein(pos, groups, i):
    group, lower = groups[i], groups[i + 1] if i + 1 < len(groups) else None
    return [("C5", len(group.leaving)), ("C6", scores_of(pos, group.leaving)),
            ("C7", (len(lower.leaving), scores_of(pos, lower.leaving)) if lower else ()),
            ("C8", sum(same_wish(pos, *p) for p in group.pairs))]


def upfloats(pos, tpn):
    return sum(pos.floated(tpn, r) > 0 for r in range(1, pos.number))


def is_maximum(pos, tpn):
    return not pos.last and upfloats(pos, tpn) >= 2 + pos.event.rounds // 5


def dubov(pos, groups, i):
    group = groups[i]
    up = group.moved
    return [("C5", len(up)), ("C6", sorted(-pos.scores[t] for t in up)[::-1]),
            ("C7", sum(same_wish(pos, *p) for p in group.pairs)),
            ("C8", sum(is_maximum(pos, t) for t in up)),
            ("C9", sum(upfloats(pos, t) for t in up if is_maximum(pos, t))),
            ("C10", sum(not pos.last and pos.floated(t, pos.number - 1) > 0 for t in up))]


def was_floater(pos, tpn):
    """C.04.5 art. 1.5, C.04.6 art. 1.5, where it matters."""
    ends = pos.event.rounds - (pos.system == "team-2026")
    return pos.number < ends and pos.floated(tpn, pos.number - 1) != 0


def double_swiss(pos, groups, i):
    group, lower = groups[i], groups[i + 1] if i + 1 < len(groups) else None
    up, team = group.moved, pos.system == "team-2026"
    next_score = max((pos.scores[t] for g in groups for t in g.players if pos.scores[t] < group.score), default=None)
    after = len(lower.moved) if lower and lower.score == next_score and up else 0
    value = [("C4", len(up)), ("C5", sorted(-pos.scores[t] for t in up)[::-1]), ("C6", after),
             ("C7", sum(was_floater(pos, t) for t in up))]
    met = sum((a in up) != (b in up) and was_floater(pos, b if a in up else a) for a, b in group.pairs)
    if team:
        return value + [("C8", sum(same_wish(pos, *p) for p in group.pairs)), ("C9", 0), ("C10", met)]
    return value + [("C8", met)]


def made(group):
    """Who meets whom in it, and who leaves."""
    return {frozenset(p) for p in group.pairs} | {frozenset([t]) for t in group.leaving}


def first_difference(now, then, groups_now, groups_then, start, own, code_of_pairs=None):
    """(group, code, now, then) of the first criterion that differs, from group ${start} to the one that it is about; None: nothing
    but the order does.  Of two ways to pair a group that are as good the first is taken, and what it brings below decides nothing.
    ${code_of_pairs}: the first that weighs pairs, where who comes up is chosen before."""
    for i, (a, b) in enumerate(zip(now, then)):
        chosen = start <= i and code_of_pairs and set(groups_now[i].moved) != set(groups_then[i].moved)
        for (code, x), (_, y) in zip(a, b):
            if chosen and code == code_of_pairs:
                return None  # who comes up is chosen before the pairs are weighed
            if x != y and start <= i <= own:
                return i, code, x, y
        if start <= i and made(groups_now[i]) != made(groups_then[i]):
            return None
    return None


def bye_difference(pos, now, then):
    """(code, now, then) of the first article about the bye that differs, where the bye is given before the groups are paired; None."""
    if pos.dutch_rules() or pos.system not in BYE_ARTICLES or not now or not then or now == then:
        return None
    games = lambda t: sum(w.played for w in pos.was[t])
    for code, x, y in zip(BYE_ARTICLES[pos.system], (pos.scores[now], games(now), 0), (pos.scores[then], games(then), 1)):
        if x != y:
            return code, (x,), (y,)
    return None


BYE_ARTICLES = {"burstein-2026": ("3.1.3", "3.1.4", "3.1.5"), "dubov-2026": ("3.1.3", "3.1.4", "3.1.5"),
                "double-swiss-2026": ("3.4.2", "3.4.3", "3.4.4"), "team-2026": ("3.4.2", "3.4.3", "3.4.4")}


# --- colours

def alternated(a, b):
    """Counted back, the last time that the two had different colours; ${a}'s then."""
    for x, y in zip(a[::-1], b[::-1]):
        if x != y:
            return x
    return ""


def counted(pos, tpn):
    return sum(t <= tpn for t in pos.arrived)


def colour_rule(pos, higher, lower, groups=None):
    """(code, template, ${higher}'s colour), by the system's article; (None, None, None) where the bracket decides too."""
    due_a, due_b = pos.due[higher], pos.due[lower]
    a, b = pos.colours[higher], pos.colours[lower]
    lot = pos.event.lot
    fresh = not a and not b
    if pos.system in DUTCH or pos.system in ("burstein-2026", "dubov-2026"):
        seeded = pos.dutch_rules()
        codes = {"dutch-2017": ["E.1", "E.2", "E.3", "E.4", "E.5"], "dutch-2012": ["E.1", "E.2", "E.3", "E.4", "E.5"], "dutch-2006": ["E1", "E2", "E3", "E4", "E5"]}.get(
            pos.system, ["5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"] if seeded else ["5.2.2", "5.2.3", "5.2.4", "5.2.5", "5.2.1"])
        if fresh:
            number = higher if pos.system == "dutch-2006" else counted(pos, higher)
            return codes[4], "colour.lot-number" if pos.system == "dutch-2006" else "colour.lot", lot if number % 2 else OTHER[lot]
        if pos.system == "dutch-2006" and pos.number % 2 == 0 and any(
                d.strength == MILD and any(w.bye for w in pos.was[t]) for t, d in ((higher, due_a), (lower, due_b))):
            return None, None, None  # A7(d): by the bracket
        if due_a.wish != due_b.wish:
            wish = due_a.wish or OTHER[due_b.wish]
            one = (not a or not b) and pos.system != "dubov-2026"  # art. 1.6.4 gives a newcomer one
            return codes[0], "colour.one" if one else "colour.both", wish
        s, t = due_a.strength, due_b.strength
        if s == t == ABSOLUTE and pos.system not in ("dutch-2006", "dutch-2012"):
            s, t = (ABSOLUTE, abs(due_a.difference)), (ABSOLUTE, abs(due_b.difference))
        elif s == t == ABSOLUTE:
            s = t = 0
        else:
            s, t = (s, 0), (t, 0)
        if s != t:
            return codes[1], "colour.stronger", due_a.wish if s > t else OTHER[due_b.wish]
        if alternated(a, b):
            return codes[2], "colour.alternate", OTHER[alternated(a, b)]
        return codes[3], "colour.higher", due_a.wish
    if pos.system == "double-swiss-2026":
        if fresh:
            return "4.3.1", "colour.lot-number", lot if higher % 2 else OTHER[lot]
        if a.count("w") != b.count("w"):
            return "4.3.2", "colour.fewer-whites", "w" if a.count("w") < b.count("w") else "b"
        if alternated(a, b):
            return "4.3.3", "colour.swap", OTHER[alternated(a, b)]
        return ("4.3.4", "colour.changes", OTHER[a[-1]]) if a else ("4.3.5", "colour.changes-other", b[-1])
    if pos.system == "team-2026":
        if fresh:
            return "4.3.1", "colour.team-lot", lot if counted(pos, higher) % 2 else OTHER[lot]
        if bool(due_a.wish) != bool(due_b.wish):
            return "4.3.2", "colour.team-only", due_a.wish or OTHER[due_b.wish]
        if due_a.wish != due_b.wish:
            return "4.3.3", "colour.both", due_a.wish
        if due_a.difference != due_b.difference:
            return "4.3.5", "colour.team-fewer", "w" if due_a.difference < due_b.difference else "b"
        if alternated(a, b):
            return "4.3.6", "colour.team-swap", OTHER[alternated(a, b)]
        if due_a.wish:
            return "4.3.7", "colour.team-first", due_a.wish
        return ("4.3.8", "colour.team-changes", OTHER[a[-1]]) if a else ("4.3.9", "colour.team-changes-other", b[-1])
    if pos.system in ("simple-2026", "keizer-2026"):
        chapter = "3." if pos.system == "simple-2026" else "4."
        if fresh:
            return chapter + "5", "colour.first-games", None
        if due_a.difference != due_b.difference:
            return chapter + "1", "colour.balance", "w" if due_a.difference < due_b.difference else "b"
        if alternated(a, b):
            return chapter + "2", "colour.swap-games", OTHER[alternated(a, b)]
        if a:
            return chapter + "3", "colour.changes-games", OTHER[a[-1]]
        return chapter + "4", "colour.changes-games-other", b[-1]
    if pos.system == "monrad-acwc-2019":
        return "named", "colour.none", "w"
    if pos.system == "dubov-1997":
        return dubov_1997_rule(pos, higher, lower)
    return None, None, None


def average(pos, tpn):
    """Of the ratings of the opponents met over the board, as it is (a fraction); 0 without."""
    met = [pos.event.ratings[w.opponent] for w in pos.was[tpn] if w.played]
    return (sum(met), len(met)) if met else (0, 1)


def dubov_1997_rule(pos, higher, lower):
    if pos.number == 1 and pos.kept:
        return None, None, None  # article 5 knows of nobody kept apart
    if pos.number == 1:
        return "5", "colour.boards", None
    allowed = [c for c in "wb" if pos.may_have(higher, c) and pos.may_have(lower, OTHER[c])]
    due_a, due_b = pos.due[higher], pos.due[lower]
    a, b = pos.colours[higher], pos.colours[lower]
    if due_a.wish != due_b.wish:
        ruled = "3a", "colour.one" if not a or not b else "colour.both", due_a.wish or OTHER[due_b.wish]
    elif abs(due_a.difference) != abs(due_b.difference):
        ruled = "3b", "colour.stronger", due_a.wish if abs(due_a.difference) > abs(due_b.difference) else OTHER[due_a.wish]
    elif alternated(a, b):
        ruled = "3c", "colour.alternate", OTHER[alternated(a, b)]
    else:
        (m, n), (p, q) = average(pos, higher), average(pos, lower)
        if m * q != p * n:
            ruled = "3d", "colour.average", "w" if m * q > p * n else "b"
        elif pos.event.ratings[higher] != pos.event.ratings[lower]:
            ruled = "3e", "colour.rating", "w" if pos.event.ratings[higher] < pos.event.ratings[lower] else "b"
        else:
            return None, None, None
    if ruled[2] not in allowed and len(allowed) == 1:
        return "2.3-2.4", "colour.only", allowed[0]
    return ruled


# --- orders

def index_of(pos, tpn):
    """Burstein 1.7, 1.8, the first in order the least: Buchholz, Sonneborn-Berger, number."""
    def worth(t):
        score = pos.points[t]
        if t not in pos.present and not pos.now[t].points:  # a run of zero-point byes, still going on, counts as draws for those who met him
            for was in reversed(pos.was[t]):
                if was.opponent or was.bye or was.points:
                    break
                score += pos.event.worth["D"]
        return score

    buchholz = berger = 0
    for was in pos.was[tpn]:
        score = worth(was.opponent) if was.played else pos.points[tpn]
        buchholz += score
        berger += score * was.points
    return -buchholz, -berger, tpn


def monrad_key(pos, tpn):
    """III.F.4: score, average seeding rating of the opponents, own rating, order of entry."""
    met = [pos.event.ratings[w.opponent] for w in pos.was[tpn] if w.opponent]
    return -pos.points[tpn], -(sum(met) / len(met)) if met else 0, -pos.event.ratings[tpn], tpn


def aro_of(pos, tpn):
    """Dubov: the mean of the ratings met, of 2026 rounded half up."""
    total, games = average(pos, tpn)
    return (2 * total + games) // (2 * games) if pos.system == "dubov-2026" else total / games


def fewest_same(pos, members):
    """The fewest pairs of one preference in any legal pairing of ${members}."""
    members = sorted(members)
    if not members:
        return 0
    best = 99
    for i in range(1, len(members)):
        if pos.legal(members[0], members[i]):
            rest = fewest_same(pos, members[1:i] + members[i + 1 :])
            best = min(best, rest + same_wish(pos, members[0], members[i]))
    return best


def most_pairs(pos, members):
    """The most pairs that can be made of ${members}; 0 of more than 16, as it is not looked for."""
    def most(left):
        if len(left) < 2:
            return 0
        if left not in memo:
            first = min(left)
            memo[left] = max([most(left - {first})] + [1 + most(left - {first, t}) for t in left if t != first and pos.legal(first, t)])
        return memo[left]

    memo = {}
    return most(frozenset(members)) if len(members) <= 16 else 0


def berger(seats, row, tpn):
    """C.05 Annex 1, made as an arbiter makes it: in a ring of all but the last, those equally far from one meet."""
    ring = seats - 1
    middle = next(x for x in range(1, seats) if (2 * x - row - 1) % ring == 0)
    if tpn == seats:
        return middle
    return seats if tpn == middle else (2 * middle - tpn - 1) % ring + 1


def boards_of(pos, pairing, scores, key):
    """C.04.2 art. 3.6: the better placed, then both together, then the rank of the better placed."""
    def weight(pair):
        first = min(pair, key=key)
        return -max(scores[t] for t in pair), -sum(scores[t] for t in pair), key(first)

    return {frozenset(p): n for n, p in enumerate(sorted(pairing.pairs, key=weight), 1)}


def natural_rows(pos, pairing, g):
    """The pairs that the order alone makes in a group of the Dutch rules: who was moved down with the first placed, the
    others by halves; with as many pairs as there are, or as there could be, after the moved ones as they are or by order."""
    order = sorted(g.players, key=lambda t: (-pos.scores[t], t))
    moved = [t for t in order if t in g.moved]
    residents = [t for t in order if t not in g.moved]
    rows, first = set(), [t for t in moved if t not in g.leaving]

    def halves(players):
        for pairs in {len(players) // 2, sum(set(p) <= set(players) for p in g.pairs), len(g.pairs) - len(first), len(g.pairs)}:
            rows.update(frozenset(p) for p in zip(players[: max(pairs, 0)], players[max(pairs, 0) :]))

    for top in (moved[: len(first)], moved, first):
        rows.update(frozenset(p) for p in zip(top, residents))
        halves(residents[len(top) :])
    taken = {pairing.partner[t] for t in first}
    halves([t for t in residents if t not in taken])
    if pos.system == "dutch-2006":
        # C1: who may meet nobody of the group moves down before anybody is paired.  A6: S1 has as many as pairs are to be made, S2 the others.
        stay = [t for t in order if t not in g.leaving or any(pos.legal(t, o) for o in g.players if o != t)]
        for some in (order, stay):
            for pairs in range(1, len(moved) + 1):
                rows.update(frozenset(p) for p in zip(some[:pairs], some[pairs:]))
                away = set(some[:pairs]) | {pairing.partner[t] for t in some[:pairs] if t in pairing.partner}
                halves([t for t in some if t not in away])
        below = [t for t in stay if t not in moved]
        for top in (moved[: len(first)], moved, first):
            rows.update(frozenset(p) for p in zip(top, below))
            halves(below[len(top) :])
    if 2 * len(moved) >= len(order) or not moved:
        halves(order)
        halves([t for t in order if t not in g.leaving])
    return rows


# --- a round as the file has it and as the answers tell it

def score_of(number):
    return round(number * 10)


class Round:
    """A round as the file has it and as the answers tell it."""

    def __init__(self, path, event, number, solver, told):
        self.path, self.event, self.number, self.told = path, event, number, told
        self.pos = Position(event, number)
        self.system, self.solver = event.system, solver
        fits = len(self.pos.was) <= 16  # the references' most, absent players among them
        self.solves = fits and self.system in MOST and len(self.pos.present) <= MOST[self.system]
        self.seeded = self.system == "burstein-2026" and self.pos.dutch_rules()
        if self.system == "dubov-1997" and number == 1 and self.pos.kept:
            self.solves = False  # article 5 knows of nobody kept apart
        if self.seeded:
            self.solves = fits and len(self.pos.present) <= MOST["dutch-2026"]
        self.keizer = {}
        if self.system == "keizer-2026" and fits:
            self.keizer = solver.scores(self.pos)
            self.pos.spacing = self.spacing()
        self.problems = []
        self.brackets = told["brackets"]
        printed = [(p["white"], p["black"]) for b in self.brackets for p in b["pairs"]]
        bye = next((w for w, b in printed if b == 0), 0)
        self.pairing = Pairing([p for p in printed if p[1]], bye)
        self.solve()
        self.groups = groups_of(self.pos, self.pairing)
        self.match_brackets()
        self.cache = {}

    def spacing(self):
        """Keizer 3.5: as many rounds apart as there is a pairing for."""
        for apart in (3, 2, 1):
            self.pos.spacing, self.pos.legal_of = apart, {}
            self.pos.__dict__.pop("memo", None)
            here = set(self.pos.present)
            if self.pos.complete(here) or len(here) % 2 and any(self.pos.complete(here - {p}) for p in here):
                return apart
        return 1

    def solve(self):
        if not self.solves:
            return
        again = self.solver.pair(self.pos)
        if again is None:
            self.problems.append(("pairing", 0, "the reference finds no pairing"))
        elif not again.same(self.pairing):
            self.problems.append(("pairing", 0, f"the reference pairs {again.pairs}, bye {again.bye}"))
        else:
            self.pairing.collapse = again.collapse

    def match_brackets(self):
        """Each bracket that is told, beside the group that the pairs make; the last ones may be told as one (joined, collapsed)."""
        self.group_of = {}
        everybody = sorted(self.pos.present, key=lambda t: (-self.pos.scores[t], t))
        mine = list(self.groups)
        told = [set(b["moved"]) | set(b["residents"]) for b in self.brackets]
        apart = not self.pos.dutch_rules() and self.pairing.bye and self.system not in HOUSE
        for i, members in enumerate(told):
            if apart and members == {self.pairing.bye}:
                self.group_of[i] = Group(self.pos.scores[self.pairing.bye], [self.pairing.bye], [], [], [self.pairing.bye])
                continue
            k = next((k for k, g in enumerate(mine) if g.players == members), None)
            if k is not None and set(mine[k].moved) != set(self.brackets[i]["moved"]) and self.may_join() and self.chained(i):
                # One who left a group of his own, or two groups that were joined: the pairs are the same.
                self.group_of[i] = self.as_told(i).as_joined()
            elif k is not None:
                self.group_of[i] = mine[k]
            if k is not None:
                continue
            for k in range(len(mine) if self.system in ("dutch-2006", "dutch-2012", "dutch-2017") else 0):
                one = join(mine[k:], everybody)
                if one.players == members and (i not in self.group_of or set(one.moved) == set(self.brackets[i]["moved"])):
                    self.group_of[i] = one.as_joined()
            one = self.group_of.get(i)
            apart_from_told = one is None or set(one.moved) != set(self.brackets[i]["moved"])
            if apart_from_told and self.system in ("dutch-2006", "dutch-2012", "dutch-2017") and self.chained(i):
                # Two who were moved down together and then joined: the pairs do not tell where they met.
                self.group_of[i] = self.as_told(i).as_joined()
        if self.system == "dubov-1997":
            self.group_of |= {i: self.as_told(i) for i in range(len(told)) if not (apart and told[i] == {self.pairing.bye})}
        for i in self.group_of if self.system in ("dutch-2006", "dutch-2012") else ():
            made = {frozenset((p["white"], p["black"])) for p in self.brackets[i]["pairs"] if p["black"]}
            if made != {frozenset(p) for p in self.group_of[i].pairs} and self.chained(i):
                self.group_of[i] = self.as_told(i).as_joined()
        if self.pairing.collapse is not None:
            for g in self.group_of.values():
                g.joined |= len({self.pos.scores[t] for t in g.residents}) > 1
        for i, members in enumerate(told):
            if i not in self.group_of and members:
                self.problems.append(("bracket", min(members), f"nobody makes a group of {sorted(members)}"))

    def may_join(self):
        """Does no reference tell which groups were paired as one?"""
        return self.system in ("dutch-2006", "dutch-2012") or self.system == "dutch-2017" and not self.solves

    def chained(self, i):
        """Do those who leave a bracket come to the next, and are all of one score but in the last?"""
        b, before = self.brackets[i], self.brackets[i - 1] if i > 0 else {"floaters": []}
        scores = {self.pos.scores[t] for t in b["residents"]}
        return set(b["moved"]) == set(before["floaters"]) and (len(scores) <= 1 or i == len(self.brackets) - 1)

    def as_told(self, i):
        """Dubov 1997: pairs do not tell whether one came up or the other went down."""
        b = self.brackets[i]
        pairs = [(p["white"], p["black"]) for p in b["pairs"] if p["black"]]
        paired = {t for p in pairs for t in p} | ({self.pairing.bye} if len(self.brackets) == 1 and self.system == "dubov-1997" else set())
        scores = [self.pos.scores[t] for t in b["residents"]]
        return Group(max(scores, default=score_of(b["score"])), b["residents"], b["moved"], pairs,
                     [t for t in b["moved"] + b["residents"] if t not in paired])

    def boards(self):
        pos = self.pos
        if self.system == "keizer-2026":
            return boards_of(pos, self.pairing, self.keizer, lambda t: (-self.keizer[t], t)) if self.keizer else None
        return boards_of(pos, self.pairing, pos.scores, lambda t: (-pos.scores[t], t))

    def place_of(self, group):
        return self.groups.index(group) if group in self.groups else len(self.groups) - 1

    # --- what would be otherwise

    def alone(self, a, b, members=()):
        """The pairs to keep apart so that ${a} meets ${b}, or (0) nobody of ${members}."""
        here = self.pos.present
        if b == 0 and members and not rises(self.system):
            # Who leaves a group meets fewer points than it has: not somebody who comes down to it otherwise.
            lowest = min(self.pos.scores[t] for t in members)
            return {frozenset((a, t)) for t in here if t != a and self.pos.scores[t] >= lowest}
        if b == 0:
            return {frozenset((a, t)) for t in members if t != a}
        return {frozenset((x, t)) for x in (a, b) for t in here if t not in (a, b)}

    def forced(self, a, b, group=None, bye=False):
        """The round with the pair (or without ${a} in ${group}, or with the bye for ${a}), with what was made before that group as it
        was; and free."""
        key = (a, b, id(group), bye)
        if key in self.cache:
            return self.cache[key]
        start = self.groups.index(group) if group in self.groups else 0
        if self.system == "dubov-1997" and self.number == 1:
            return []  # article 5 knows of nobody kept apart, and so not of a pair that is prescribed
        apart = self.alone(a, b, self.pos.present if bye else group.players if group else ())
        free = self.solver.pair(self.pos, apart)
        held = None
        if group is not None and group in self.groups and not rises(self.system) and self.groups.index(group) > 0:
            before = set()
            for g in self.groups[: self.groups.index(group)]:
                for p in g.pairs:
                    before |= self.alone(*p)
            collapse = self.pairing.collapse
            keep = collapse if collapse is not None and collapse <= self.groups.index(group) else None
            held = self.solver.pair(self.pos, apart | before, keep)
        elif rises(self.system) and group in self.groups:
            before = set()
            for g in self.groups[: self.groups.index(group)]:
                for p in g.pairs:
                    before |= self.alone(*p)
            within = set()
            for t in group.players:
                within |= {frozenset((t, o)) for o in self.pos.present if o not in group.players}
            held = self.solver.pair(self.pos, apart | before | within)
        elif self.pairing.collapse == 0:
            held = self.solver.pair(self.pos, apart, 0)
        self.cache[key] = [(p, i) for p, i in ((held, start), (free, 0)) if p is not None]
        return self.cache[key]
