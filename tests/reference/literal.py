# SPDX-License-Identifier: Apache-2.0
"""A tournament as its TRF tells it, and what the articles say of it before a round: points, colours due, floats, who
may meet, who may have the bye.  Written from the texts; shares nothing with the library.  Points are tenths."""
import collections

WINS, DRAWS, PLAYED = "1+WFU", "=HD", "1=0WDL"
DUTCH = ("dutch-2006", "dutch-2012", "dutch-2017", "dutch-2026")
TABLES = ("round-robin", "team-round-robin", "scheveningen")
HOUSE = ("simple-2026", "keizer-2026", "monrad-acwc-2019")
SAME_RULES = {"dubov-2018": "dubov-2026"}  # but for [C2], where the edition is asked
OTHER = {"w": "b", "b": "w"}
NAMED = {"w": "white", "b": "black"}


def tenths(text):
    return round(float(text) * 10)


class Game:
    """One cell of a 001 line."""

    def __init__(self, cell):
        cell = cell.ljust(8)
        number = cell[:4].strip()
        self.opponent = int(number) if number.isdigit() else 0
        self.colour = cell[5] if cell[5] in "wb" else "-"
        self.result = cell[7] if cell[7] != " " else "."


class Was:
    """What a round was to somebody: a game, a match of two games, a match of teams, or none."""

    def __init__(self, opponent=0, colour="-", kind=".", points=0):
        self.opponent, self.colour, self.kind, self.points = opponent, colour, kind, points
        self.played, self.coloured = False, False  # met over the board; had a colour
        self.bye = kind == "U"
        self.second, self.virtual = 0, 0
        self.games = [(0, 0), (0, 0)]
        self.free_win = False  # won without play

    @property
    def there(self):
        """Was he to be paired?"""
        return self.opponent != 0 or self.bye


class Event:
    def __init__(self, text, system):
        self.edition, self.system, self.rounds, self.lot, self.worth = system, SAME_RULES.get(system, system), 0, "w", {}
        self.names, self.ratings, self.titles, self.was = {}, {}, {}, {}
        self.apart, self.boosts, self.teams, self.rosters = [], [], {}, {}
        self.cells, self.declared, self.byes, self.forfeits, self.free = {}, {}, [], [], {}
        self.match_pab = (10, 20)
        for line in text.splitlines():
            self.read(line)
        width = 2 if system == "double-swiss-2026" else 1
        self.rounds //= width
        self.worth = {"W": 10, "D": 5, "L": 0, **self.worth}
        if system == "double-swiss-2026":
            self.matches()
        elif self.rosters:
            self.team_matches()
        else:
            self.single_games()
        self.played = max((n + 1 for rounds in self.was.values() for n, w in enumerate(rounds) if w.there), default=0)
        for rounds in self.was.values():
            rounds.extend(Was() for _ in range(max(self.played, self.rounds) + 1 - len(rounds)))
        for points, first, last, low, high in self.boosts:
            for tpn in self.was:
                if low <= tpn <= high:
                    for r in range(first, min(last, len(self.was[tpn])) + 1):
                        self.was[tpn][r - 1].virtual = points

    def read(self, line):
        code, rest = line[:3], line[3:]
        if code == "001":
            tpn = int(line[4:8])
            self.names[tpn], self.titles[tpn] = line[14:47].strip(), line[10:13].strip()
            self.ratings[tpn] = int(line[48:52].strip() or 0)
            self.declared[tpn] = tenths(line[80:84].strip() or 0)
            cells = line[91:]
            self.cells[tpn] = [Game(cells[i : i + 8]) for i in range(0, len(cells.rstrip()), 10)]
        elif code == "142":
            self.rounds = int(rest)
        elif code == "152":
            self.lot = rest.strip()[:1].lower()
        elif code == "162":
            words = rest.split()
            for letter, value in zip(words[::2], words[1::2]):
                self.worth[letter] = tenths(value)
        elif code == "250":
            points = line[4:14].split()[-1]
            first, last, low, high = (int(x) for x in line[14:].split())
            self.boosts.append((tenths(points), first, last, low, high))
        elif code == "260":
            first, last, *who = (int(x) for x in rest.split())
            self.apart.append((first, last, who))
        elif code == "310":
            number = int(line[4:7])
            self.names[number] = line[8:40].strip()
            totals = line[40:73].split()
            self.declared[number] = tenths(totals[0])
            self.rosters[number] = [int(x) for x in line[73:].split()]
        elif code == "320":
            words = rest.split()
            self.match_pab = (tenths(words[0]), tenths(words[1]))
            for r, number in enumerate(words[2:], 1):
                if int(number):
                    self.free[int(number), r] = True
        elif code == "330":
            kind, r, white, black = rest.split()
            self.forfeits.append((kind, int(r), int(white), int(black)))
        elif code == "240":
            kind, r, *who = rest.split()
            self.byes.append((kind, int(r), [int(x) for x in who]))

    def value(self, result):
        """What a result is worth, by record 162 where there is one."""
        worth = self.worth
        if result in worth and result not in "WDL":
            return worth[result]
        if result in "1WF+":
            return worth["W"]
        if result == "U":
            return worth.get("P", worth.get("U", worth["W"]))
        if result in "=DH":
            return worth["D"]
        if result in "0L":
            return worth["L"]
        return worth.get("A", 0)

    def single_games(self):
        for tpn, cells in self.cells.items():
            rounds = self.was[tpn] = []
            for game in cells:
                was = Was(game.opponent, game.colour, game.result, self.value(game.result))
                was.played = was.coloured = game.opponent != 0 and game.result in PLAYED
                was.free_win = game.result == "+"
                was.games[0] = (was.points, int(game.result == "-"))
                rounds.append(was)

    def matches(self):
        """C.04.5: two games a round; a match is forfeited where one forfeits both games."""
        for tpn, cells in self.cells.items():
            rounds = self.was[tpn] = []
            for i in range(0, len(cells), 2):
                pair = (cells[i : i + 2] + [Game("")])[:2]
                points = [self.value(g.result) for g in pair]
                was = Was(pair[0].opponent, pair[0].colour, pair[0].result, sum(points))
                was.games = [(p, int(g.result == "-")) for p, g in zip(points, pair)]
                rounds.append(was)
        for tpn, rounds in self.was.items():
            for r, was in enumerate(rounds):
                if not was.opponent:
                    if was.kind == "U":
                        was.points = 15
                    continue
                theirs = self.was[was.opponent][r]
                lost, won = all(f for _, f in was.games), all(f for _, f in theirs.games)
                was.played = not lost and not won
                was.free_win = won and not lost
                was.coloured = any(not a[1] and not b[1] for a, b in zip(was.games, theirs.games))

    def team_matches(self):
        home = {tpn: team for team, roster in self.rosters.items() for tpn in roster}
        boards = max(len(roster) for roster in self.rosters.values())
        length = max(len(self.cells[tpn]) for tpn in home)
        self.ratings = {team: 0 for team in self.rosters}
        for team, roster in self.rosters.items():
            rounds = self.was[team] = []
            for r in range(length):
                games = [self.cells[t][r] if r < len(self.cells[t]) else Game("") for t in roster]
                there = [g for g in games if g.opponent]
                was = Was()
                if there:
                    was = Was(home[there[0].opponent], there[0].colour, "1")
                    was.second = sum(self.value(g.result) for g in games)
                    was.played = was.coloured = any(g.result in PLAYED for g in there)
                elif (team, r + 1) in self.free:
                    was = Was(0, "-", "U", self.match_pab[0])
                    was.second = self.match_pab[1]
                else:
                    kind = games[0].result if games else "."
                    if kind in "FHZ":
                        was = Was(0, "-", kind, {"F": 20, "H": 10, "Z": 0}[kind])
                        was.second = {"F": 10 * boards, "H": 5 * boards, "Z": 0}[kind]
                rounds.append(was)
        for kind, r, white, black in self.forfeits:
            for team, other, sign, colour in ((white, black, kind[0], "w"), (black, white, kind[1], "b")):
                was = self.was[team][r - 1] = Was(other, colour, sign, 20 if sign == "+" else 0)
                was.second = 10 * boards if sign == "+" else 0
                was.free_win = sign == "+"
        for team, rounds in self.was.items():
            for r, was in enumerate(rounds):
                if was.played:
                    theirs = self.was[was.opponent][r].second
                    was.points = 20 if was.second > theirs else 10 if was.second == theirs else 0
                    was.kind = "1" if was.points == 20 else "=" if was.points == 10 else "0"

    def totals(self):
        """Who has other points than the file declares."""
        ends = {t: sum(w.points for w in rounds) for t, rounds in self.was.items()}
        return {t: (ends[t], self.declared[t]) for t in ends if ends[t] != self.declared.get(t, ends[t])}


Due = collections.namedtuple("Due", "wish strength difference")
NONE = Due("", 0, 0)
MILD, STRONG, CLOSED, ABSOLUTE = 1, 2, 3, 4  # CLOSED: as good as absolute, by A7(c) of 2006


class Position:
    """The event before a round."""

    def __init__(self, event, number):
        self.event, self.number, self.system = event, number, event.system
        self.last = number == event.rounds
        self.was = {t: rounds[: number - 1] for t, rounds in event.was.items()}
        self.now = {t: rounds[number - 1] for t, rounds in event.was.items()}
        self.present = sorted(t for t, w in self.now.items() if w.there)
        self.points = {t: sum(w.points for w in rounds) for t, rounds in self.was.items()}
        self.scores = {t: self.points[t] + self.now[t].virtual for t in self.was}
        self.kept = {frozenset((a, b)) for first, last, who in event.apart if first <= number <= last
                     for i, a in enumerate(who) for b in who[i + 1 :]}
        self.colours = {t: "".join(w.colour for w in rounds if w.coloured) for t, rounds in self.was.items()}
        self.due = {t: self.preference(t) for t in self.was}
        self.arrived = sorted(t for t in self.was if self.now[t].there or any(w.there for w in self.was[t]))
        self.met = {}
        for t, rounds in self.was.items():
            for r, w in enumerate(rounds, 1):
                if w.played or (self.system == "monrad-acwc-2019" and w.opponent):
                    self.met[t, w.opponent] = r
        self.barred = {t for t in self.was if self.is_barred(t)}
        self.legal_of = {}

    # --- what was

    def score_in(self, tpn, r):
        """The score that paired somebody in round ${r}."""
        rounds = self.event.was[tpn]
        return sum(w.points for w in rounds[: r - 1]) + rounds[r - 1].virtual

    def floated(self, tpn, r):
        """-1 down, +1 up, 0 none, in round ${r}, by the system's article."""
        if r < 1:
            return 0
        was = self.event.was[tpn][r - 1]
        step = 0
        if was.opponent:
            own, theirs = self.score_in(tpn, r), self.score_in(was.opponent, r)
            step = -1 if own > theirs else 1 if own < theirs else 0
        if self.system in ("dutch-2026", "dutch-2017", "burstein-2026"):
            if was.bye:
                return -1
            if not was.played:
                return -1 if (was.points > self.event.worth["L"] if self.system != "dutch-2017" else True) else 0
            return step
        if self.system == "dutch-2012" and not was.played and was.points > self.event.worth["L"]:
            return -1
        if self.system in ("dutch-2006", "dutch-2012"):
            return -1 if was.bye else step
        if self.system in ("double-swiss-2026", "team-2026"):
            return step if was.played else 0
        return step  # the two of Dubov: as they were paired

    def unplayed(self, tpn):
        return self.number - 1 - sum(w.played for w in self.was[tpn])

    def is_barred(self, tpn):
        if self.system in ("keizer-2026", "monrad-acwc-2019"):
            return False  # the fewest byes decide, and nobody is out of it
        for w in self.was[tpn]:
            if self.event.edition == "dubov-2018" and not w.opponent and not w.bye:
                continue  # a bye that was asked for is none of the pairing's
            if w.bye or w.free_win or w.kind == "F":
                return True
            if self.system == "dutch-2012" and not w.played and w.points > self.event.worth["L"]:
                return True
            if self.system in ("dutch-2026", "burstein-2026", "dubov-2026") and not w.played and \
                    w.points >= self.event.worth["W"]:
                return True
        return False

    # --- colours due

    def preference(self, tpn):
        colours = self.colours[tpn]
        difference = colours.count("w") - colours.count("b")
        if self.system in HOUSE + TABLES + ("double-swiss-2026",):
            return Due("", 0, difference)
        if not colours:
            return Due("b", MILD, 0) if self.system == "dubov-2026" else NONE
        last, twice = colours[-1], colours[-2:] in ("ww", "bb")
        balance = "b" if difference > 0 else "w"
        if self.system == "team-2026":
            if difference <= -2 or (difference in (0, -1) and colours[-2:] == "bb"):
                return Due("w", MILD, difference)
            if difference >= 2 or (difference in (0, 1) and colours[-2:] == "ww"):
                return Due("b", MILD, difference)
            return Due("", 0, difference)
        if self.system == "dubov-1997":
            return Due(balance if difference else OTHER[last], STRONG if difference else MILD, difference)
        if abs(difference) > 1:
            return Due(balance, ABSOLUTE, difference)
        if twice:
            return Due(OTHER[last], ABSOLUTE, difference)
        if difference:
            had = self.system == "dutch-2006" and self.number % 2 == 1 and any(w.bye for w in self.was[tpn])
            return Due(balance, CLOSED if had else STRONG, difference)
        return Due(OTHER[last], MILD, 0)

    def may_have(self, tpn, colour):
        """Dubov 1997, 2.3 and 2.4."""
        colours, difference = self.colours[tpn], self.due[tpn].difference
        after = difference + (1 if colour == "w" else -1)
        back = difference < 0 if colour == "w" else difference > 0
        return (abs(after) <= 2 or back) and colours[-2:] != 2 * colour

    def top(self, tpn):
        """A topscorer of the last round."""
        if not self.last:
            return False
        return 2 * self.scores[tpn] > (self.number - 1) * self.event.worth["W"]

    # --- who may meet

    def legal(self, a, b):
        key = (a, b) if a < b else (b, a)
        if key not in self.legal_of:
            self.legal_of[key] = self.obstacle(a, b) == ""
        return self.legal_of[key]

    def obstacle(self, a, b):
        """What keeps two apart for good: "met", "apart", "colour", or nothing."""
        if (a, b) in self.met:
            if self.system == "keizer-2026":
                return "met" if self.number - self.met[a, b] < self.spacing else self.kept_apart(a, b)
            if self.system != "monrad-acwc-2019":
                return "met"
        if self.kept_apart(a, b):
            return "apart"
        x, y = self.due[a], self.due[b]
        if self.system in ("dutch-2026", "dutch-2017", "dutch-2012", "burstein-2026", "dubov-2026", "dutch-2006"):
            if x.strength == y.strength == ABSOLUTE and x.wish == y.wish:
                if self.system == "dutch-2006":
                    half = self.last and all(2 * self.scores[p] >= (self.number - 1) * 10 for p in (a, b))
                    return "" if half else "colour"
                seeded = self.system == "burstein-2026" and self.number <= self.seeding()
                free = (self.system in DUTCH or seeded) and (self.top(a) or self.top(b))
                return "" if free else "colour"
        if self.system == "dubov-1997":
            fits = any(self.may_have(a, c) and self.may_have(b, OTHER[c]) for c in "wb")
            return "" if fits else "colour"
        return ""

    spacing = 3  # Keizer's "apart"

    def kept_apart(self, a, b):
        return "apart" if frozenset((a, b)) in self.kept else ""

    def seeding(self):
        """Rounds of Burstein's system that are paired by the Dutch one."""
        return min(self.event.rounds // 2, 4)

    def dutch_rules(self):
        return self.system in DUTCH or (self.system == "burstein-2026" and self.number <= self.seeding())

    # --- can these be paired?

    def complete(self, players, bye=False):
        """Is there a legal pairing of ${players}, one of whom has the bye if ${bye}?"""
        players = frozenset(players)
        if bye and len(players) > 18:
            return self.complete_many([0] + sorted(players))
        if bye:
            return any(p not in self.barred and self.complete(players - {p}) for p in players)
        if len(players) % 2:
            return False
        if len(players) > 18:
            return self.complete_many(sorted(players))
        memo = self.__dict__.setdefault("memo", {})
        if players not in memo:
            first = min(players, default=None)
            memo[players] = first is None or any(
                self.legal(first, p) and self.complete(players - {first, p}) for p in sorted(players) if p != first)
        return memo[players]

    def complete_many(self, players):
        """By Tutte: a random skew matrix of the pairs allowed is regular (an error in 2^61 misses a pairing)."""
        prime, n = (1 << 61) - 1, len(players)
        rows = [[0] * n for _ in range(n)]
        chance = 88172645463325252
        for i in range(n):
            for j in range(i):
                if players[i] not in self.barred if players[j] == 0 else self.legal(players[i], players[j]):
                    chance ^= chance << 13 & (1 << 64) - 1
                    chance ^= chance >> 7
                    chance ^= chance << 17 & (1 << 64) - 1
                    rows[i][j], rows[j][i] = chance % prime, -chance % prime
        for k in range(n):
            pivot = next((i for i in range(k, n) if rows[i][k]), None)
            if pivot is None:
                return False
            rows[k], rows[pivot] = rows[pivot], rows[k]
            inverse = pow(rows[k][k], -1, prime)
            for i in range(k + 1, n):
                factor = rows[i][k] * inverse % prime
                if factor:
                    rows[i] = [(x - factor * y) % prime for x, y in zip(rows[i], rows[k])]
        return True

    def possible(self, a, b=None):
        """Is there a legal round with the pair (with the bye for ${a}, where there is no ${b})?"""
        if b is None:
            return a not in self.barred and self.complete(set(self.present) - {a})
        rest = set(self.present) - {a, b}
        return self.legal(a, b) and self.complete(rest, len(rest) % 2 == 1)

    def possible_at_all(self, a, b=None):
        """The same by Keizer 3.5, where only the arbiter keeps two apart for good."""
        spacing, self.spacing, self.legal_of = self.spacing, 1, {}
        self.__dict__.pop("memo", None)
        found = self.possible(a, b)
        self.spacing, self.legal_of = spacing, {}
        self.__dict__.pop("memo", None)
        return found
