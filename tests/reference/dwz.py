# SPDX-License-Identifier: Apache-2.0
"""The German DWZ, literally: the Wertungsordnung as schachbund.de had it from 2016, and the rules of August 2026 as
public programs follow them.  Knows nothing of Limmat's files or code; decimals of fifty digits, a function a rule.

A player: dict(own=rating or 0, index, age, kept=[(rating, score)]).  A game: (white, black, score of White)."""
import math
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 50
PI = Decimal('3.14159265358979323846264338327950288419716939937510582097494')
SIGMA = Decimal(200) * Decimal(2).sqrt()
BILLION = 10 ** 9
memory = {}


def normal(difference):
    """3.3.1: the distribution of the difference, mean 0, deviation 200 times the root of two."""
    if difference not in memory:
        z = Decimal(difference) / SIGMA
        size = abs(z)
        if size > 12:
            above = Decimal(1) / 2
        else:
            term, total, n = size, size, 0
            while abs(term) > Decimal(10) ** -45:
                n += 1
                term = term * (-size * size) / (2 * n)
                total += term / (2 * n + 1)
            above = total / (2 * PI).sqrt()
        memory[difference] = Decimal(1) / 2 + (above if z > 0 else -above)
    return memory[difference]


def whole(x):
    return math.floor(Fraction(x) + Fraction(1, 2))


def p_of(difference):
    """P(D) in billionths; P(-D) is the rest."""
    if difference < 0:
        return BILLION - p_of(-difference)
    return whole(normal(difference) * BILLION)


def d_of(share):
    """D(P): the whole difference whose P is nearest, at most 728 (P is then 1.000)."""
    low, high = -728, 728
    while low < high:
        middle = (low + high) // 2
        if normal(Decimal(middle) + Decimal('0.5')) > share:
            high = middle
        else:
            low = middle + 1
    return low


def e_2016(rating, age, index, beyond):
    """Anhang 2.4, with 3.5.1: the brake whatever the age."""
    j = 5 if age <= 20 else 10 if age <= 25 else 15
    e0 = (Decimal(rating) / 1000) ** 4 + j
    factor = min(Decimal(1), max(Decimal('0.5'), Decimal(rating) / 2000)) if age <= 20 and beyond >= 0 else Decimal(1)
    brake = (Decimal(1300 - rating) / 150).exp() - 1 if rating < 1300 and beyond <= 0 else Decimal(0)
    e = max(5, whole(e0 * factor + brake))
    if rating < 1300 and beyond <= 0:
        return min(e, 150)
    return min(e, 30) if index > 5 else min(e, 5 * index)


def k_2026(rating, age, index, beyond):
    """In tenths."""
    young = [60, 60, 48, 46, 44, 42, 40, 38, 36, 34, 32]
    usual = [60, 60, 44, 42, 40, 38, 36, 34, 32, 30, 28]
    high = [60, 60, 41, 39, 37, 35, 33, 31, 29, 27, 25]
    row = (young if rating < 2200 else high) if age <= 25 else (usual if rating < 2000 else high)
    k = Fraction(row[min(index, 11) - 1])
    if beyond < 0 and rating < 1600:
        k *= Fraction(rating + 800, 2400)
    if beyond >= 0:
        if age <= 20:
            k += max(Fraction(2000 - rating, 30), 0)
        elif rating < 1600:
            k += 4
    return min(whole(10 * k), 800)


def new_rating(year, player, tenths, games, expected):
    beyond = tenths * (BILLION // 10) - expected
    if year == 2016:
        e = e_2016(player['own'], player['age'], player['index'], beyond)
        return 10 * e, whole(player['own'] + Fraction(800 * beyond, BILLION * (e + games)))
    k = k_2026(player['own'], player['age'], player['index'], beyond)
    return k, max(1100, whole(player['own'] + Fraction(k * beyond, 10 * BILLION)))


def line_through(points, rating):
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if rating < x1:
            return whole(y0 + (Fraction(y1) - y0) * (rating - x0) / (x1 - x0))
    return rating


def first_2016(iterated):
    return iterated if iterated >= 800 else whole(700 + Fraction(max(iterated, 0), 8))


def first_2026(iterated):
    if iterated >= 2000:
        return iterated
    if iterated >= 1100:
        return whole(iterated + Fraction(8, 100) * (2000 - iterated))
    return max(1100, whole(1100 + 9 * Fraction(8, 100) * max(iterated, 0) / 11))


def lift(rating):
    if rating < 1000:
        return rating + 400
    return whole(Fraction(64, 100) * rating + 760) if rating < 2110 else rating


def once_more(year, ratings, points):
    return year == 2026 and points == len(ratings)


def guess(year, ratings, points):
    n, points = len(ratings), Decimal(points)
    average = sum(ratings) / n
    if once_more(year, ratings, points):
        return average + d_of((points + Decimal('0.5')) / (n + 1))
    return average + d_of(points / n)


def step(year, ratings, points, own):
    n, beyond = len(ratings), Decimal(points)
    for rating in ratings:
        beyond -= normal(own - rating)
    if once_more(year, ratings, points):
        beyond += Decimal('0.5') - normal(own - sum(ratings) / n)
        n += 1
    return d_of(min(Decimal(1), max(Decimal(0), Decimal('0.5') + beyond / n)))


def performance(year, ratings, points):
    n = len(ratings)
    if n < 5 or (points == 0 and year == 2026):
        return None
    if year == 2016 and points in (0, n):
        return whole(sum(ratings) / n) + (677 if points else -677)
    own = guess(year, ratings, points)
    for _ in range(200):
        moved = step(year, ratings, points, own)
        own += moved
        if not moved:
            break
    return whole(own)


def half(tenths):
    return Decimal(tenths) / 10


def evaluate(year, players, games):
    """{who: dict(new, …)} of an event; games are (white, black, White's tenths, Black's tenths)."""
    bouts = {who: [] for who in players}
    for white, black, mine, theirs in games:
        bouts[white].append((black, mine))
        bouts[black].append((white, theirs))
    met = {who: Decimal(p['own']) for who, p in players.items() if p['own']}
    stage = {}

    def against(who, known):
        pairs = [(known[other], tenths) for other, tenths in bouts[who] if other in known]
        if not players[who]['own']:
            pairs += [(Decimal(rating), tenths) for rating, tenths in players[who].get('kept', ())]
        return [rating for rating, _ in pairs], half(sum(tenths for _, tenths in pairs))

    def suffices(who, known):
        ratings, points = against(who, known)
        return len(ratings) >= 5 and points > 0 and (points < len(ratings) or year == 2026)

    for number in (1, 2):
        known = dict(met)
        known.update({who: Decimal(1) for who in stage})
        more = [who for who in players if not players[who]['own'] and who not in stage and suffices(who, known)]
        stage.update({who: number for who in more})

    def first_ratings(established):
        values = {}
        for number in (1, 2):
            start = {}
            for who in stage:
                if stage[who] == number:
                    known = dict(established)
                    known.update({other: values[other] for other in values if stage[other] < number})
                    start[who] = against(who, known)
            for who, (ratings, points) in start.items():
                values[who] = guess(year, ratings, points)
        begin = dict(values)
        for _ in range(200):
            known = dict(established)
            known.update(values)
            steps = {who: step(year, *against(who, known), values[who]) for who in begin}
            for who in steps:
                values[who] += steps[who]
            if not any(steps.values()):
                break
        bent = first_2016 if year == 2016 else first_2026
        return {who: whole(values[who]) for who in values}, {who: bent(whole(values[who])) for who in values}

    iterated, fresh = first_ratings(met)
    known = dict(met)
    known.update({who: Decimal(fresh[who]) for who in fresh})
    out, exceptional = {}, {}
    for who in players:
        pairs = [(known[other], tenths) for other, tenths in bouts[who] if other in known]
        out[who] = {'performance': performance(year, [r for r, _ in pairs], half(sum(t for _, t in pairs)))}
        if players[who]['own'] and out[who]['performance'] is not None \
                and out[who]['performance'] > players[who]['own'] + 300:
            exceptional[who] = Decimal(out[who]['performance'])
    if exceptional:
        met.update(exceptional)
        iterated, fresh = first_ratings(met)
        known = dict(met)
        known.update({who: Decimal(fresh[who]) for who in fresh})
    for who, player in players.items():
        pairs = [(int(known[other]), tenths) for other, tenths in bouts[who] if other in known]
        out[who]['exceptional'] = who in exceptional
        if player['own']:
            tenths, n = sum(t for _, t in pairs), len(pairs)
            expected = sum(p_of(player['own'] - rating) for rating, _ in pairs)
            out[who].update(expected=expected, games=n, new=player['own'])
            if n:
                out[who]['coefficient'], out[who]['new'] = new_rating(year, player, tenths, n, expected)
        elif who in stage:
            out[who].update(stage=stage[who], iterated=iterated[who], new=fresh[who])
        else:
            out[who].update(stage=0)
    return out
