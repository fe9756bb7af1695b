# SPDX-License-Identifier: Apache-2.0
"""The rating rules of July 2009 to today, literally: from the texts and their published extracts
alone, in fractions, a function a rule.  Knows nothing of Limmat's files or code.

`by_day(day, chess)` gives the year of the rules; everything else asks that.
"""
from fractions import Fraction

STANDARD = [('2009-07-01', 2009), ('2011-07-01', 2011), ('2012-07-01', 2012), ('2013-07-01', 2013),
            ('2014-07-01', 2014), ('2017-07-01', 2017), ('2022-01-01', 2022), ('2024-03-01', 2024),
            ('2025-10-01', 2025)]
FAST = [('2012-01-01', 2012), ('2012-07-01', 2012.5), ('2014-07-01', 2014), ('2017-07-01', 2017),
        ('2022-01-01', 2022), ('2022-10-01', 2022.75), ('2024-03-01', 2024), ('2024-12-01', 2024.9)]

# 8.1b as the handbook prints it: up to this difference the higher rated player expects .50, .51 ...
UP_TO = ('3 10 17 25 32 39 46 53 61 68 76 83 91 98 106 113 121 129 137 145 153 162 170 179 188 197 206 215 225 235 '
         '245 256 267 278 290 302 315 328 344 357 374 391 411 432 456 484 517 559 619 735')
# 8.1a: dp for .50, .51 ...
DP = ('0 7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184 193 202 211 220 230 240 '
      '251 262 273 284 296 309 322 336 351 366 383 401 422 444 470 501 538 589 677 800')


def by_day(day, chess):
    held = [year for since, year in (STANDARD if chess == 'standard' else FAST) if since <= day]
    return held[-1] if held else None


def half_up(x):
    return (x + Fraction(1, 2)) // 1


def away_from_zero(x):
    return half_up(x) if x >= 0 else -half_up(-x)


def expected(difference):
    """Hundredths."""
    ends = [int(end) for end in UP_TO.split()]
    steps = sum(1 for end in ends if end < abs(difference))
    return 50 + steps if difference >= 0 else 50 - steps


def dp(hundredths):
    table = [int(value) for value in DP.split()]
    return table[hundredths - 50] if hundredths >= 50 else -table[50 - hundredths]


def k_of(year, chess, rating, games, been_2400, been_2300, age):
    if chess != 'standard' and year < 2022.75:
        return 20
    if year < 2014:
        if games < 30:
            return 25 if year == 2009 else 30
        return 10 if been_2400 else 15
    if been_2400:
        return 10
    junior = age is not None and age <= 18 and rating < 2300 and not been_2300
    return 40 if junior or games < 30 else 20


def k_used(year, chess, k, games):
    limited = year >= 2017
    return 700 // games if limited and k * games > 700 else k


def used(year, chess, own, opponents):
    """The differences that count, in order."""
    differences = [own - opponent for opponent in opponents]
    fast = chess != 'standard'
    if fast and 2014 <= year < 2022:
        return differences
    if year == 2025 and own >= 2650:
        return differences
    if 2022 <= year < 2024:
        far = [i for i, d in enumerate(differences) if abs(d) > 400]
        if far:
            one = max(far, key=lambda i: abs(differences[i]))
            differences[one] = 400 if differences[one] > 0 else -400
        return differences
    return [max(-400, min(400, d)) for d in differences]


def is_rated(year, chess, own, opponent):
    return not (chess != 'standard' and year >= 2024.9 and abs(own - opponent) >= 600 and max(own, opponent) > 2600)


def event(year, chess, own, k, games):
    """`games` are (rating, tenths): what the event changes, in hundredths, and the new rating if it were alone."""
    games = [game for game in games if is_rated(year, chess, own, game[0])]
    counted = used(year, chess, own, [rating for rating, _ in games])
    total = sum(10 * tenths - expected(d) for d, (_, tenths) in zip(counted, games))
    k = k_used(year, chess, k, len(games)) if games else k
    change = k * total
    if year < 2022:
        new = half_up(own + Fraction(change, 100))
    else:
        new = own + away_from_zero(Fraction(change, 100))
    return {'k': k, 'used': counted, 'sum': total, 'change': change, 'new': int(new), 'n': len(games)}


def counts(year, first, games):
    """Does the result of an unrated player against these rated opponents count?  In a Swiss."""
    points = sum(tenths for _, tenths in games)
    if year < 2014:
        if len(games) < 3:
            return False
        if first and points < 10:
            return False
        floor = 1200 if year < 2012 or year == 2012 else 1000
        return not first or initial(year, [games])['rating'] >= floor
    return bool(games) and not (first and points == 0)


def initial(year, events):
    """8.2, 8.3: of pooled events."""
    games = [game for one in events for game in one]
    n = len(games)
    points = Fraction(sum(tenths for _, tenths in games), 10)
    ratings = sum(rating for rating, _ in games)
    if year >= 2024:
        average = Fraction(ratings + 3600, n + 2)
        p = int(half_up(100 * (points + 1) / (n + 2)))
        exact = average + dp(p)
        return {'exact': exact, 'rating': min(2200, int(half_up(exact)))}
    average = Fraction(ratings, n)
    if points * 2 >= n:
        half = Fraction(25, 2) if year == 2009 else 15 if year < 2014 else 20
        exact = average + half * (2 * points - n)
    else:
        exact = average + dp(int(half_up(100 * points / n)))
    return {'exact': exact, 'rating': int(half_up(exact))}
