#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_rules_of_the_day.py LIMMAT VECTORS SEEDS: the literal reference of the rating rules by day (tests/reference) is held
against the vectors, and `limmat rate event` against the reference, in SEEDS random events for each edition, on its
first, its last and a day between; and what the command says about its rules.  In TAP."""
import datetime
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'reference'))
import rating_by_day as rules  # noqa: E402

limmat, vectors, seeds = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
failed = count = 0


def check(what, good, *said):
    global failed, count
    count += 1
    failed += not good
    print(('ok' if good else 'not ok'), count, '-', what)
    for line in said:
        print('#', line)


def rows(name):
    with open(os.path.join(vectors, name + '.json')) as stream:
        return json.load(stream)


def year_of(row):
    return rules.by_day(row['day'], row['chess'])


def vectors_agree():
    different = []
    for row in rows('games'):
        year, expect = year_of(row), row['expect']
        one = rules.event(year, row['chess'], row['own'], 20, [(row['opponent'], row['tenths'])])
        if not expect['rated']:
            if one['n']:
                different.append(row['id'])
        elif (one['used'], one['sum']) != ([expect['used']], expect['delta']):
            different.append(row['id'])
    for row in rows('events'):
        year, expect = year_of(row), row['expect']
        k = rules.k_of(year, row['chess'], row['own'], row['games_before'], row['reached_2400'], row['reached_2300'],
                       row['list_year_minus_birth'])
        one = rules.event(year, row['chess'], row['own'], k, row['games'])
        if (k, one['k'], one['used'], one['sum'], one['change'], one['new']) != (
                expect['k'], expect['k_used'], expect['used'], expect['sum'], expect['change'], expect['new']):
            different.append(row['id'])
    for row in rows('k'):
        if rules.k_of(year_of(row), row['chess'], row['rating'], row['games'], row['reached_2400'], row['reached_2300'],
                      row['list_year_minus_birth']) != row['expect']['k']:
            different.append(row['id'])
    for row in rows('first'):
        year, expect, pool = year_of(row), row['expect'], []
        for note, games in zip(expect['notes'], row['results']):
            if rules.counts(year, not pool, games) != (note == 'counted'):
                different.append(row['id'])
            elif note == 'counted':
                pool.append(games)
        if pool and (str(rules.initial(year, pool)['exact']), rules.initial(year, pool)['rating']) != (
                expect['exact'], expect['rating']):
            different.append(row['id'])
    check('the reference agrees with the vectors', not different, *different)


def editions():
    """(name, chess, days to try) of what the command names."""
    listed = json.loads(subprocess.run([limmat, 'rate', 'rules', 'list', '-f', 'json'], capture_output=True,
                                       check=True).stdout)
    for chess in ('standard', 'rapid', 'blitz'):
        own = sorted((one for one in listed if chess in one['lists'] and 'system' not in one), key=lambda one: one['from'])
        for at, one in enumerate(own):
            first = datetime.date.fromisoformat(one['from'])
            end = datetime.date.fromisoformat(own[at + 1]['from']) if at + 1 < len(own) else first + datetime.timedelta(365)
            yield one['rules'], chess, [first, end - datetime.timedelta(1), first + (end - first) / 2]


def random_event(rng, chess, day):
    """One player against others, as a file and as the reference reads it."""
    def rating():
        return rng.choice([rng.randint(1000, 2850), rng.randint(1900, 2100), 2400, 2650, 2601])
    own = 0 if rng.random() < .3 else rating()
    games = [(rating(), rng.choice([0, 5, 10])) for _ in range(rng.choice([1, 2, 3, 5, 9, 18, 40]))]
    if own and rng.random() < .2:
        games += [(max(1000, own + rng.choice([-401, -400, 400, 401, 600, -600, 735, 736, -735, -736])), 5)]
    k = rng.choice([10, 15, 20, 25, 30, 40])
    people = [{'id': 1, 'name': 'P', **({'rating': own, 'k': k} if own else {})}]
    people += [{'id': i + 2, 'name': f'O{i}', 'rating': r, 'k': 20} for i, (r, _) in enumerate(games)]
    text = {0: '0-1', 5: '1/2', 10: '1-0'}
    return {'id': 'E', 'name': 'E', 'kind': 'swiss', 'chess': chess, 'start': str(day), 'end': str(day),
            'players': people, 'games': [[i + 1, 1, i + 2, text[t]] for i, (_, t) in enumerate(games)]}, own, k, games


def agrees(year, chess, own, k, games, got):
    player = got['players'][0]
    if own:
        want = rules.event(year, chess, own, k, games)
        return (player['games'], player['new'], round(100 * float(player['change'])),
                [line['counted'] for line in player['lines'] if line['rated']]) == (
                    want['n'], want['new'], want['change'], want['used'])
    games = [game for game in games]
    return (player['counts'], player['ru']) == (rules.counts(year, True, games), rules.initial(year, [games])['rating'])


def cases_agree(folder):
    rng = random.Random(20261130)
    for name, chess, days in editions():
        cases, paths = [], []
        for number in range(seeds):
            day = days[number % 3]
            file, own, k, games = random_event(rng, chess, day)
            paths.append(os.path.join(folder, f'{number}.json'))
            cases.append((rules.by_day(str(day), chess), own, k, games))
            with open(paths[-1], 'w') as stream:
                json.dump(file, stream)
        run = subprocess.run([limmat, 'rate', 'event', '-f', 'json', *paths], capture_output=True)
        answers = json.loads(run.stdout) if run.returncode == 0 else []
        wrong = [f'{i}: {case} {answer["players"][0]}' for i, (case, answer) in enumerate(zip(cases, answers))
                 if answer['rules'] != name or not agrees(case[0], chess, *case[1:], answer)]
        check(f'{name}, {chess}: {seeds} events as the reference has them', len(answers) == seeds and not wrong,
              *wrong[:3], *run.stderr.decode().splitlines()[-1:] if not answers else [])


def says(what, text, *arguments):
    run = subprocess.run([limmat, 'rate', *arguments], capture_output=True)
    out = (run.stdout + run.stderr).decode()
    check(what, text in out, *(out.splitlines()[:5] if text not in out else []))


def words():
    says('an edition of extracts says so', 'rating-2014: published extracts', 'game', '--day', '2015-05-01', '2000', '1900', '1')
    says('and which readings it rests on', 'K × games at most 700', 'game', '--day', '2015-05-01', '2000', '1900', '1')
    run = subprocess.run([limmat, 'rate', 'game', '--day', '2013-08-01', '2000', '1900', '1'], capture_output=True)
    check('an edition whose text is known says nothing', b'extracts' not in run.stdout)
    says('a day before all is refused with the first there is', 'the first is rating-2009, in force from 2009-07-01',
         'game', '--day', '2009-06-30', '2000', '1900', '1')
    says('also of rapid', 'the first is rapid-blitz-2012, in force from 2012-01-01', 'game', '--chess', 'rapid', '--day',
         '2011-12-31', '2000', '1900', '1')
    says('--edition overrides the day', 'rating-2013, 2000', 'game', '--edition', 'rating-2013', '--day', '2018-05-01',
         '2000', '1900', '1')
    says('--rules is the same', 'rating-2013, 2000', 'game', '--rules', 'rating-2013', '2000', '1900', '1')


def own_file(folder):
    path = os.path.join(folder, 'ours.json')
    shown = subprocess.run([limmat, 'rate', 'rules', 'show', 'rating-2024'], capture_output=True, check=True).stdout
    with open(path, 'wb') as stream:
        stream.write(shown.replace(b'"name": "rating-2024"', b'"name": "ours"').replace(b'{"k": 20}', b'{"k": 16}'))
    says('a file that was changed is checked', 'ours, from 2024-03-01', 'rules', 'check', path)
    says('and rates', 'K 16', 'game', '--edition', path, '2000', '1900', '1')
    for what, old, new, told in (
            ('a misspelt member', b'"floor"', b'"flour"', 'use one of: format, name'),
            ('a last line of K with a condition', b'{"k": 20}', b'{"k": 20, "reached": 2400}', 'hold for everyone else'),
            ('two heights', b'"until_age": 18,', b'"reached": 2500,', 'registries remember one'),
            ('a number out of range', b'"floor": 1400', b'"floor": 5000', 'from 0 to 4000'),
            ('a day that is none', b'2024-03-01', b'2024-02-30', 'write a day like'),
            ('a member twice', b'"floor": 1400', b'"floor": 1400, "floor": 1', 'floor')):
        with open(path, 'wb') as stream:
            stream.write(shown.replace(old, new, 1))
        says(f'{what} is refused with its place', 'ours.json:', 'rules', 'check', path)
        says(f'{what}: with the remedy', told, 'rules', 'check', path)


def page(folder):
    """A player's page says by which rules the change was made, and that these rest on extracts."""
    with open(os.path.join(folder, 'may.trf'), 'w') as stream:
        stream.write('012 Open\n042 2018/05/01\n142 1\n')
        for tpn, points, cell in ((1, '1.0', '   2 w 1'), (2, '0.0', '   1 b 0')):
            stream.write(f'001 {tpn:4}      {"Player":<33}{2200 - 50 * tpn:5}{"":28}{points:>4}{tpn:5}  {cell}\n')
    site = os.path.join(folder, 'site')
    subprocess.run([limmat, 'publish', '-o', site, os.path.join(folder, 'may.trf')], capture_output=True)
    try:
        with open(os.path.join(site, 'may', 'player-1.html')) as stream:
            text = stream.read()
    except OSError as error:
        text = str(error)
    check("a player's page names the edition of extracts", '1 July 2017 (published extracts)' in text, text[-300:])


with tempfile.TemporaryDirectory() as work:
    vectors_agree()
    cases_agree(work)
    words()
    own_file(work)
    page(work)
print(f'1..{count}')
sys.exit(failed > 0)
