# SPDX-License-Identifier: Apache-2.0
"""Norms by B.01 (2024), article 1.4, read again and written as plainly as the text: every set of
games that 1.4.1 e and f allow is tried, every set of opponents to come and every score.  Shares no
code with the library and is slow.  Fields are dictionaries as random_field makes them."""
import itertools
import math
import random
from fractions import Fraction

# 1.4.9, as printed: p from 1.00 down to .50.
DP = [800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251, 240, 230, 220,
      211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21,
      14, 7, 0]
FLOOR = {"GM": 2200, "IM": 2050, "WGM": 2000, "WIM": 1850}        # 1.4.6b
AVERAGE = {"GM": 2380, "IM": 2230, "WGM": 2180, "WIM": 2030}      # 1.4.8a
PERFORMANCE = {"GM": 2600, "IM": 2450, "WGM": 2400, "WIM": 2250}  # 1.4.8
LADDER = ["WIM", "WGM", "IM", "GM"]
HOLDERS = {"GM", "IM", "WGM", "WIM", "FM", "WFM"}                 # 1.4.5a


def half_up(value):
    return math.floor(value + Fraction(1, 2))


def dp(score, games):
    percent = half_up(Fraction(100) * score / games)
    return DP[100 - percent] if percent >= 50 else -DP[percent]


def at_least(held, title):
    return held in LADDER and LADDER.index(held) >= LADDER.index(title)


def average(field, title, opponents):
    ratings = sorted(field["players"][o]["rating"] or 1400 for o in opponents)  # 1.4.6d
    if ratings and ratings[0] < FLOOR[title]:
        ratings[0] = FLOOR[title]                                               # 1.4.6c
    return half_up(Fraction(sum(ratings), len(ratings))) if ratings else 0


def exempt(field, player):
    """1.4.3 a to d."""
    home, kind = field["federation"], field["event"]
    own = field["players"][player]["federation"]
    if kind == "zonal":
        return True
    if home == "":  # the host is not known: nobody is of its federation, nor is anybody not
        return False
    if kind in ("national", "national-teams") and own == home:
        return True
    if field["robin"]:
        return False
    there = []
    for number, p in enumerate(field["players"]):
        missed = [r for r in range(field["paired"]) if field["results"][number][r][1] in "ZHF- "]
        # Who has no federation of FIDE (1.4.2a), or FID, comes from none that could be counted.
        if p["rating"] and p["federation"] not in ("", "NON", "FID", home) and len(missed) <= 1:
            there.append((p, missed))
    for r in range(max(1, field["paired"])):  # "in every round"
        now = [p for p, missed in there if r not in missed]
        if len(now) < 20 or len({p["federation"] for p in now}) < 3 or sum(p["title"] in LADDER for p in now) < 10:
            return False
    return True


def is_norm(field, player, title, games, minimum):
    """Is the list of (opponent, score) one?"""
    n = len(games)
    if n < minimum or n == 0:
        return False
    people = [field["players"][o] for o, _ in games]
    own = field["players"][player]["federation"]
    if not mix(field, player, title, games):
        return False
    score = sum(s for _, s in games)
    ra = average(field, title, [o for o, _ in games])
    return (people != [] and own is not None and ra >= AVERAGE[title] and score >= Fraction(35 * n, 100) and
            ra + dp(score, n) >= PERFORMANCE[title])


def mix(field, player, title, games):
    """1.4.3 to 1.4.5."""
    n = len(games)
    people = [field["players"][o] for o, _ in games]
    own = field["players"][player]["federation"]
    if not exempt(field, player):
        countries = [p["federation"] for p in people if p["federation"] != "FID"]
        if len(set(countries) - {own}) < 2:
            return False
        if countries.count(own) > n * 3 // 5 or any(countries.count(c) > n * 2 // 3 for c in countries):
            return False
    if 2 * sum(1 for p in people if p["title"] in HOLDERS) < n:
        return False
    need = max(3, math.ceil(n / 3))
    if field["twice"]:
        high = len({o for o, _ in games if at_least(field["players"][o]["title"], title)})
        need = math.ceil(need / 2)
        if len(field["players"]) < 6:
            return False
    else:
        high = sum(1 for p in people if at_least(p["title"], title))
    return high >= need


def counts(field, opponent):
    p = field["players"][opponent]
    if len(p["federation"]) != 3 or p["federation"] == "NON":  # 1.4.2a
        return False
    if field["robin"] and p["rating"] == 0:              # 1.4.2b
        return any(field["players"][o]["rating"] and r in "1=" for o, r in field["results"][opponent] if o is not None)
    return True


def cases(field, player):
    """(games that count, opponents of games in progress, rounds to come, minimum, the same without 1.4.1c)."""
    value = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}
    rounds = field["results"][player]
    games = [(o, value[r]) for o, r in rounds[:field["paired"]] if o is not None and r in value and counts(field, o)]
    ahead = [o for o, r in rounds[:field["paired"]] if o is not None and r == "?" and counts(field, o)]
    left = field["rounds"] - field["paired"]
    plain = {"world-cup": 8}.get(field["event"], 9)
    if field["event"] == "world-teams" and 7 <= field["rounds"] <= 9:
        plain = 7
    minimum = plain
    if plain == 9 and field["rounds"] == 9 and len(games) + len(ahead) + left <= 8 and any(
            r in "+U" for _, r in rounds[:field["paired"]]):
        minimum = 8                                                             # 1.4.1c
    return games, ahead, left, minimum, plain


def subsets(games, robin):
    """What 1.4.1 e and f leave: (games, later ignored, wins ignored)."""
    for end in range(len(games), -1, -1):
        if robin and end < len(games):
            return
        first = games[:end]
        wins = [i for i, (_, s) in enumerate(first) if s == 1]
        for count in range(len(wins) + 1):
            for gone in itertools.combinations(wins, count):
                yield [g for i, g in enumerate(first) if i not in gone], end < len(games), count


def reached(field, player, title):
    games, ahead, left, minimum, plain = cases(field, player)
    if field["robin"] and len(ahead) + left > 0:
        return None
    best = None
    for kept, later, gone in subsets(games, field["robin"]):
        if gone and field["robin"] and not mix(field, player, title, games):
            continue
        if is_norm(field, player, title, kept, minimum) and (best is None or gone < best[0]):
            best = (gone, kept)
    if best is not None:
        return best[1]
    # 1.4.2c: the last opponent did not come.
    opponent, result = field["results"][player][field["rounds"] - 1]
    if left == 0 and result == "+" and counts(field, opponent) and len(games) == plain - 1:
        taken = games + [(opponent, Fraction(0))]
        if is_norm(field, player, title, taken, plain):
            return taken
    return None


def hope(field, player, title):
    """The least points of games to come by which it would be reached; None: by none."""
    games, ahead, left, minimum, _ = cases(field, player)
    met = [o for o, r in field["results"][player][:field["paired"]] if o is not None and r not in "+-"]
    times = 2 if field["twice"] else 1
    free = [o for o in range(len(field["players"])) for _ in range(times - met.count(o))
            if o != player and counts(field, o)]
    if field["robin"]:
        left = min(left, len(free))
    best = None
    wins = [i for i, (_, s) in enumerate(games) if s == 1]
    for gone in itertools.chain.from_iterable(itertools.combinations(wins, c) for c in range(len(wins) + 1)):
        kept = [g for i, g in enumerate(games) if i not in gone]
        for known in itertools.chain.from_iterable(itertools.combinations(ahead, c) for c in range(len(ahead) + 1)):
            for more in ([left] if field["robin"] else range(left + 1)):
                if len(kept) + len(known) + more < minimum:
                    continue
                best = fewest(field, player, title, kept, known, more, free, minimum, best)
    return best


def fewest(field, player, title, kept, known, more, free, minimum, best):
    for chosen in set(itertools.combinations(free, more)):
        opponents = list(known) + list(chosen)
        halves = 0
        while halves <= 2 * len(opponents) and (best is None or Fraction(halves, 2) < best):
            # Who of them brings the points does not matter to the articles: all of them to the first.
            rest, taken = Fraction(halves, 2), []
            for o in opponents:
                taken.append((o, min(rest, Fraction(1))))
                rest -= taken[-1][1]
            if is_norm(field, player, title, kept + taken, minimum):
                best = Fraction(halves, 2)
                break
            halves += 1
    return best


def extra(field, title, games, rounds):
    """1.4.1 b to d, 1.7: what a norm counts: eight games nine, but those of teams."""
    n, score = len(games), sum(s for _, s in games)
    ra, count = average(field, title, [o for o, _ in games]), n
    if n == 8 and field["event"] != "world-teams":
        count = 9
    while score >= 1:
        score -= 1
        if score < Fraction(35 * n, 100) or ra + dp(score, n) < PERFORMANCE[title]:
            break
        count += 1
    return min(count, 13) if rounds > 13 else count


def wanted(p):
    titles = ["GM", "IM"] + (["WGM", "WIM"] if p["sex"] == "w" else [])
    return [t for t in titles if not at_least(p["title"], t)]


# --- random fields

def strengths(rng, robin):
    level = rng.choice([2080, 2250, 2330, 2420, 2470])
    rating = int(rng.gauss(level, rng.choice([60, 120])))
    roll = rng.random()
    if roll < 0.03 or (robin and roll < 0.08):
        rating = 0
    title = ("GM" if rating > 2450 else "IM" if rating > 2350 else "FM" if rating > 2200 else "")
    if rng.random() < 0.35:
        title = rng.choice(["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", ""])
    return rating, title


def random_field(seed):
    rng = random.Random(seed)
    kind = rng.choice(["ordinary"] * 5 + ["national", "zonal", "world-teams", "world-cup", "national-teams"])
    robin = rng.random() < 0.25
    big = not robin and rng.random() < 0.15
    count = rng.choice([24, 28]) if big else rng.choice([6, 10, 11] if robin else [11, 12, 14])
    feds = rng.choice([["SUI", "GER", "FRA", "FID"], ["SUI", "SUI", "SUI", "GER", "ITA", ""], ["SUI", "AUT", "POL", "NON"],
                       ["SUI", "GER", "FRA", "ESP", "POL"]])
    players = []
    for _ in range(count):
        rating, title = strengths(rng, robin)
        players.append({"rating": rating, "title": title, "sex": rng.choice("mmw"), "federation": rng.choice(feds)})
    twice = robin and count == 6
    rounds = (count - 1 + count % 2) * (2 if twice else 1) if robin else rng.choice([7, 9, 9, 9, 10, 11])
    paired = rounds if rng.random() < 0.55 else max(0, rounds - rng.choice([1, 1, 2, 2]))
    field = {"players": players, "rounds": rounds, "paired": paired, "robin": robin, "twice": twice, "event": kind,
             "federation": rng.choice(["SUI", "SUI", "RUS", ""]), "results": [[(None, " ")] * rounds for _ in players]}
    meetings = [set() for _ in players]
    for r in range(paired):
        pairs = berger(count, r) if robin else swiss(rng, count, meetings)
        play(rng, field, r, pairs, last=r == paired - 1)
    return field


def berger(count, r):
    """The circle method; the colours do not matter here."""
    seats = count + count % 2
    turn = r % (seats - 1)
    ring = [(turn + i) % (seats - 1) for i in range(seats - 1)]
    pairs = [(ring[0], seats - 1)] + [(ring[i], ring[-i]) for i in range(1, seats // 2)]
    return [p for p in pairs if max(p) < count]


def swiss(rng, count, meetings):
    order, pairs = list(range(count)), []
    rng.shuffle(order)
    while order:
        a = order.pop()
        b = next((x for x in order if x not in meetings[a]), None)
        if b is not None:
            order.remove(b)
            meetings[a].add(b)
            meetings[b].add(a)
            pairs.append((a, b))
    return pairs


def play(rng, field, r, pairs, last):
    results = field["results"]
    bye = [p for p in range(len(results)) if all(p not in pair for pair in pairs)]
    allocated = False
    for p in bye:
        results[p][r] = (None, "Z" if field["robin"] or allocated else "U")
        allocated = True
    for a, b in pairs:
        strong = a % 3 == 0
        roll = rng.random()
        if roll < 0.03:
            mine, yours = "+", "-"
        elif last and field["paired"] < field["rounds"] and roll < 0.15:
            mine, yours = "?", "?"
        elif roll < 0.62 if strong else roll < 0.35:
            mine, yours = "1", "0"
        elif roll < 0.85 if strong else roll < 0.65:
            mine, yours = "=", "="
        else:
            mine, yours = "0", "1"
        results[a][r], results[b][r] = (b, mine), (a, yours)


def as_trf(field):
    lines = ["012 Random field", f"032 {field['federation']}", "042 2026/03/01",
             "092 Individual: " + ("Double Round-Robin" if field["twice"] else
                                   "Round-Robin" if field["robin"] else "Swiss-System (Dutch)"),
             f"142 {field['rounds']}"]
    for number, p in enumerate(field["players"]):
        line = (f"001 {number + 1:4} {p['sex']}{p['title']:>3} {'Player, ' + str(number + 1):33} {p['rating'] or '':>4} "
                f"{p['federation']:3} {'':11} {'':10} {'0.0':>4} {number + 1:4}")
        for r in range(field["paired"]):
            opponent, result = field["results"][number][r]
            if opponent is None:
                line += f"  0000 - {result}" if result != " " else " " * 10
            else:
                colour = "w" if number < opponent else "b"
                line += f"  {opponent + 1:4} {colour} {' ' if result == '?' else result}"
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"
