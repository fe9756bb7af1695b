#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_dwz.py LIMMAT VECTORS EVENTS: the literal reference of the DWZ (tests/reference/dwz.py) is held against published
evaluations, and `limmat rate event` against the reference, in those evaluations and in EVENTS random events of each
edition, some 25 players each; the month, event after event; the lift; and the mistakes of a file.  In TAP."""
import html
import http.client
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from decimal import Decimal

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'reference'))
import dwz  # noqa: E402

limmat, vectors, events = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
failed = count = 0
YEAR = {2016: '2019-04-07', 2026: '2026-09-07'}
# Published performances of 2004 and 2006 that differ by one: README.md says why.
PERFORMANCES_APART = {'evaluation-10': -1, 'evaluation-14': -1}


def check(what, good, *said):
    global failed, count
    count += 1
    failed += not good
    print(('ok' if good else 'not ok'), count, '-', what)
    for line in said[:8]:
        print('#', line)


def rows(name):
    with open(os.path.join(vectors, name + '.json')) as stream:
        return json.load(stream)


def tenths(score):
    return round(10 * score)


def run(*words, good=True):
    done = subprocess.run([limmat, *words], capture_output=True, text=True)
    if good and done.returncode != 0:
        raise SystemExit(f'limmat {" ".join(words)}: {done.stderr}')
    return done


RESULTS = {(10, 0): '1-0', (0, 10): '0-1', (5, 5): '1/2'}


def as_file(folder, name, year, players, games, unplayed=()):
    """An event of ${year} as JSON: players by id."""
    told = []
    for who, p in players.items():
        one = {'id': who, 'name': f'Player {who}', 'born': int(YEAR[year][:4]) - p['age']}
        if p['own']:
            one.update(rating=p['own'], index=p['index'])
        elif p.get('kept'):
            one['kept'] = [[rating, mine / 10] for rating, mine in p['kept']]
        told.append(one)
    bouts = [[1 + i, w, b, RESULTS[x, y]] for i, (w, b, x, y) in enumerate(games)]
    bouts += [[99, w, b, '+-'] for w, b in unplayed]
    path = os.path.join(folder, name + '.json')
    with open(path, 'w') as out:
        json.dump({'id': name, 'name': name, 'start': YEAR[year], 'end': YEAR[year], 'kind': 'swiss',
                   'chess': 'standard', 'players': told, 'games': bouts}, out)
    return path


def asked(year, paths):
    out = []
    for at in range(0, len(paths), 50):
        out += json.loads(run('rate', 'event', '--edition', f'dwz-{year}', '-f', 'json', *paths[at:at + 50]).stdout)
    return out


def alone(row):
    """One player of a vector against opponents, as players and games."""
    players = {1: dict(own=row.get('rating', 0), index=row.get('index', 0), age=row.get('age', 30),
                       kept=[(rating, tenths(score)) for rating, score in row.get('kept', ())])}
    games = []
    for i, (rating, score) in enumerate(zip(row['opponents'], row['score'])):
        players[2 + i] = dict(own=rating, index=20, age=40)
        games.append((1, 2 + i, tenths(score), 10 - tenths(score)))
    return players, games


def published():
    different, apart, sums = [], {}, []
    for row in rows('evaluations'):
        players, games = alone(row)
        # the opponents' own games are not known: 3.6.3 and they are left out
        expected = sum(dwz.p_of(row['rating'] - rating) for rating in row['opponents'])
        e, new = dwz.new_rating(2016, players[1], tenths(sum(row['score'])), len(games), expected)
        if (e, new) != (10 * row['e'], row['new']):
            different.append(row['id'])
        sums.append(abs(Decimal(expected) / dwz.BILLION - Decimal(row['expected'])))
        performance = dwz.performance(2016, [Decimal(r) for r in row['opponents']], dwz.half(tenths(sum(row['score']))))
        if performance != row['performance']:
            apart[row['id']] = performance - row['performance']
    check(f'{len(rows("evaluations"))} published evaluations: E and the new rating', not different, *different)
    check('their expectations, added up from three decimals then, are within 0.0016', max(sums) < Decimal('0.0016'),
          f'greatest {max(sums):.4f}')
    check('their performances, but for two that are one apart', apart == PERFORMANCES_APART, apart)
    different = []
    for row in rows('histories'):
        expected = int(Decimal(row['expected']) * dwz.BILLION)
        e, new = dwz.new_rating(2016, dict(own=row['rating'], age=row['age'], index=row['index']), tenths(row['score']),
                                row['games'], expected)
        if new != row['new']:
            different.append((row, new))
    check(f'{len(rows("histories"))} evaluations of three published histories', not different, *different)
    different = []
    for row in rows('portal'):
        k, new = dwz.new_rating(2026, dict(own=row['rating'], age=row['age'], index=row['index']), tenths(row['score']),
                                row['games'], int(Decimal(row['expected']) * dwz.BILLION))
        if (k, new) != (tenths(float(row['k'])), row['new']):
            different.append((row, k, new))
    check('published evaluations of September 2026', not different, *different)
    check('published expectations to six digits',
          all(abs(Decimal(dwz.p_of(row['a'] - row['b'])) / dwz.BILLION - Decimal(row['expected'])) <= Decimal('0.0000005')
              for row in rows('expectations')))
    check('the lift as announced', all(dwz.lift(row['old']) == row['new'] for row in rows('lift')))
    different = []
    for row in rows('worked'):
        expected = dwz.p_of(row['rating'] - row['opponent'])
        new = dwz.new_rating(2016, dict(own=row['rating'], age=row['age'], index=row['index']), tenths(row['score']), 1,
                             expected)[1]
        if new != row['new']:
            different.append((row, new))
    check('worked examples', not different, *different)
    for row in rows('first'):
        players, games = alone(row)
        check('a published first rating, with a kept game', dwz.evaluate(2016, players, games)[1]['new'] == row['new'])


def random_event(chance, year):
    players = {}
    for who in range(1, chance.randint(8, 34)):
        rated = chance.random() < 0.75
        own = min(2900, max(1100 if year == 2026 else 100, round(chance.gauss(1500, 450)))) if rated else 0
        players[who] = dict(own=own, index=chance.choice((1, 2, 3, 5, 6, 9, 10, 11, 40)) if rated else 0,
                            age=chance.choice((9, 16, 20, 21, 25, 26, 60)))
        if not rated and chance.random() < 0.4:
            players[who]['kept'] = [(chance.randint(700, 1900), chance.choice((0, 5, 10)))
                                    for _ in range(chance.randint(1, 4))]
    games, unplayed = [], []
    form = chance.choice((0.2, 0.5, 1))  # how much ratings tell: surprises make exceptional players
    for _ in range(chance.randint(3, 9)):
        order = list(players)
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2]):
            if chance.random() < 0.04:
                unplayed.append((white, black))
                continue
            gap = (players[white]['own'] or 1200) - (players[black]['own'] or 1200)
            better = chance.random() < 0.5 + form * (float(dwz.normal(gap)) - 0.5)
            games.append((white, black, *chance.choice(((10, 0), (10, 0), (5, 5)) if better else ((0, 10), (0, 10), (5, 5)))))
    return players, games, unplayed


def differences(year, made, answers):
    different, seen = [], dict(players=0, first=0, kept=0, exceptional=0)
    for (players, games, _), answer in zip(made, answers):
        expect = dwz.evaluate(year, players, games)
        for told in answer['players']:
            want = expect[told['id']]
            seen['players'] += 1
            seen['exceptional'] += want['exceptional']
            got = {'performance': told.get('performance')}
            wanted = {'performance': want['performance']}
            if players[told['id']]['own']:
                wanted.update(expected=f'{want["expected"] // dwz.BILLION}.{want["expected"] % dwz.BILLION:09}',
                              new=want['new'], exceptional=want['exceptional'], games=want['games'])
                got.update(expected=told['expected_exact'], new=told['new'], exceptional=told['exceptional'],
                           games=told['games'])
                if want['games']:
                    wanted['coefficient'] = want['coefficient'] / 10
                    got['coefficient'] = float(told['e' if year == 2016 else 'factor'])
            else:
                seen['first' if want['stage'] else 'kept'] += 1
                wanted.update({key: want[key] for key in ('stage', 'iterated', 'new') if key in want})
                got.update({key: told[key] for key in ('stage', 'iterated', 'new') if key in told})
            if got != wanted:
                different.append((answer['id'], told['id'], got, wanted))
    return different, seen


def command_agrees(folder):
    for row in rows('evaluations') + rows('first'):
        players, games = alone(row)
        path = as_file(folder, row['id'], 2016, players, games)
        told = asked(2016, [path])[0]['players'][0]
        if told['new'] != row['new']:
            check('the command evaluates ' + row['id'], False, told, row)
    check('the command evaluates what is published alike', True)
    for year in (2016, 2026):
        chance, made, paths = random.Random(year), [], []
        for number in range(events):
            made.append(random_event(chance, year))
            paths.append(as_file(folder, f'random-{year}-{number}', year, *made[-1]))
        different, seen = differences(year, made, asked(year, paths))
        check(f'{year}: {seen["players"]} players of {events} random events, {seen["first"]} first ratings, {seen["kept"]} '
              f'kept, {seen["exceptional"]} exceptional', not different, *different)


LIST, NEXT = '2019-04-01', '2019-05-01'


def track(rating, index, *kept):
    return f'{rating},0,-,{index},0,0,' + ''.join(f'|w{who},{met},{mine},{day}' for who, met, mine, day in kept)


def registry(folder, people, day=LIST):
    """A list of ${day}: people as {id: (born, track)}."""
    os.makedirs(folder)
    text = f'limmat-registry 1 {day}\n'
    for who, (born, one) in sorted(people.items()):
        text += f'{who}\tPlayer, P{who}\tGER\tM\t{born}0000\t\t\t\t\t\t{one}\t\t\n'
    with open(os.path.join(folder, 'registry'), 'w') as out:
        out.write(f'{text}names\nend {len(text):018} {len(people):010}\n')


def event_of(folder, name, day, ids, games):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name + '.json'), 'w') as out:
        json.dump({'id': name, 'name': name, 'start': day, 'end': day, 'kind': 'swiss', 'chess': 'standard',
                   'players': [{'id': who, 'name': f'Player, P{who}'} for who in ids],
                   'games': [[1 + i, w, b, RESULTS[x, y]] for i, (w, b, x, y) in enumerate(games)]}, out)


def lines(folder, word):
    with open(os.path.join(folder, 'journal.txt')) as stream:
        return [line.rstrip('\n').split('\t') for line in stream if line.startswith(word + '\t')]


def tracks(folder):
    with open(os.path.join(folder, 'registry')) as stream:
        return {int(line.split('\t')[0]): line.rstrip('\n').split('\t')[10] for line in stream if line[0].isdigit()}


def months(folder):
    """Two events of a month, the later one first by name; two kept games and a first rating; what has expired."""
    old, new, reports = (os.path.join(folder, name) for name in ('2019-04', '2019-05', 'reports'))
    strong = {who: (1980, track(1500 + 20 * who, 20)) for who in range(1, 9)}
    people = dict(strong)
    people[9] = (2005, '')
    people[10] = (2004, track(0, 0, (1, 1520, 10, '2018-01-07'), (2, 1540, 0, '2018-01-07')))
    people[11] = (2004, track(0, 0, (1, 1520, 10, '2017-04-09')))
    registry(old, people)
    # the later event is called so that it comes first by its name
    event_of(reports, 'a-late', '2019-04-28', (1, 2, 9), [(1, 2, 10, 0), (9, 1, 5, 5), (9, 2, 10, 0)])
    event_of(reports, 'b-early', '2019-04-07', (1, 2, 3, 4, 10), [(1, 3, 0, 10), (2, 4, 5, 5), (10, 3, 10, 0),
                                                                  (10, 4, 0, 10), (1, 10, 0, 10)])
    run('rate', 'period', '--edition', 'dwz', '-l', old, '-e', reports, '-o', new)
    everyone = {who: dict(own=1500 + 20 * who, index=20, age=39) for who in strong}
    early = {who: everyone[who] for who in (1, 2, 3, 4)}
    early[10] = dict(own=0, index=0, age=15, kept=[(1520, 10), (1540, 0)])
    first = dwz.evaluate(2016, early, [(1, 3, 0, 10), (2, 4, 5, 5), (10, 3, 10, 0), (10, 4, 0, 10), (1, 10, 0, 10)])
    late = {who: dict(own=first[who]['new'], index=21, age=39) for who in (1, 2)}
    late[9] = dict(own=0, index=0, age=14)
    second = dwz.evaluate(2016, late, [(1, 2, 10, 0), (9, 1, 5, 5), (9, 2, 10, 0)])
    now = tracks(new)
    want = {who: (first[who]['new'], 21) for who in (3, 4)}
    want.update({who: (second[who]['new'], 22) for who in (1, 2)})
    want[10] = (first[10]['new'], 1)
    got = {who: tuple(int(now[who].split(',')[i]) for i in (0, 3)) for who in want}
    check('a month: event after event, each with the ratings before it, and the index', got == want, got, want)
    check('the first rating counts the games that were kept, and they are gone', '|w' not in now[10], now[10])
    check('games that do not suffice are kept with the opponents\' ratings and the day',
          sorted(now[9].split('|w')[1:]) == sorted([f'1,{first[1]["new"]},5,2019-04-28', f'2,{first[2]["new"]},10,2019-04-28']),
          now[9])
    check('after two years they are not kept any more', '|w' not in now[11], now[11])
    check('who did not play is as before', now[5].split(',')[:4] == ['1600', '0', '-', '20'], now[5])
    again = os.path.join(folder, 'again')
    run('rate', 'period', '--edition', 'dwz', '-l', old, '--replay', os.path.join(new, 'journal.txt'), '-o', again)
    check('the month is made again from its journal', tracks(again) == now)
    told = run('rate', 'why', '-l', new, '--before', old, '-e', reports, '1').stdout
    check('why: both events with E, index and article', all(text in told for text in (
        'evaluated event after event', 'E 20 (3.5.1)', 'index 20', 'index 21', f'{first[1]["new"]} + 800 x',
        f'= {second[1]["new"]} (3.5.2', '(3.3.1)')), told)
    told = run('rate', 'why', '-l', new, '10').stdout
    check('why: a first rating', 'a first rating (3.4)' in told, told)


def served(folder):
    """The pages of such an office: the same numbers as the command's, in two languages."""
    os.rename(os.path.join(folder, 'reports'), os.path.join(folder, 'events'))
    for name in ('again',):
        shutil.rmtree(os.path.join(folder, name))
    server = subprocess.Popen([limmat, 'serve', '--office', folder, '--listen', '127.0.0.1:0', '--data',
                               os.path.join(folder, 'data.partial')], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
    try:
        port = next(found[1] for found in (re.search(r'127\.0\.0\.1:(\d+)', line) for line in server.stdout) if found)
        connection = http.client.HTTPConnection('127.0.0.1', int(port), timeout=60)

        def page(path, language='en'):
            connection.request('GET', path, headers={'Accept-Language': language})
            text = re.sub(r'<[^>]+>', ' ', connection.getresponse().read().decode())
            return re.sub(r'\s+', ' ', html.unescape(text))

        text = page('/ratings/1/2019-05')
        check('a period on the web: both events with the ratings between them, expected points to three decimals',
              all(part in text for part in ('1520 → 1513', 'the one before left', '1560 -40 0.444 0 -0.444',
                                            '1542 -51 0.428 1 +0.572', '3.5.2')), text)
        text = page('/ratings/1/2019-05', 'de')
        check('in German', 'Jedes Turnier wurde mit der Wertungszahl nach dem vorigen ausgewertet' in text
              and '0,428' in text, text)
        check('a first rating on the web', 'First rating 1616. 3.4' in page('/ratings/10/2019-05'))
        text = page('/ratings?show=active&chess=standard')
        check('nobody is inactive after a year without a game', 'Player, P8' in text, text)
    finally:
        server.terminate()
        server.wait()


def lifts(folder):
    old, new, reports = (os.path.join(folder, name) for name in ('2025-12', '2026-01', 'lifted'))
    people = {who: (1980, track(rating, 20)) for who, rating in enumerate((700, 999, 1000, 1200, 1600, 2109, 2110, 2400), 1)}
    people[9] = (2010, track(0, 0, (1, 700, 10, '2025-06-01')))
    registry(old, people, '2025-12-01')
    event_of(reports, 'before', '2025-12-31', (4, 5), [(4, 5, 10, 0)])
    run('rate', 'period', '--edition', 'dwz', '-l', old, '-e', reports, '-o', new)
    now = tracks(new)
    both = dwz.evaluate(2016, {4: dict(own=1200, index=20, age=45), 5: dict(own=1600, index=20, age=45)}, [(4, 5, 10, 0)])
    want = [dwz.lift(rating) for rating in (700, 999, 1000, both[4]['new'], both[5]['new'], 2109, 2110, 2400)]
    got = [int(now[who].split(',')[0]) for who in range(1, 9)]
    check('the lift: after the events before its day, everyone once, from 2110 on nobody', got == want, got, want)
    check('kept games are lifted, too', '|w1,1100,10,2025-06-01' in now[9], now[9])
    check('why: all ratings were adjusted', 'all ratings were adjusted' in run('rate', 'why', '-l', new, '1').stdout)
    later = os.path.join(folder, '2026-02')
    os.makedirs(os.path.join(folder, 'nothing'), exist_ok=True)
    run('rate', 'period', '--edition', 'dwz', '-l', new, '-e', os.path.join(folder, 'nothing'), '-o', later)
    check('the list after it is not lifted again', tracks(later) == now)


def mistakes(folder):
    """Each is told with its line and a remedy."""
    whole = json.loads(run('rate', 'rules', 'show', 'dwz-2016').stdout)
    by_index = json.loads(run('rate', 'rules', 'show', 'dwz-2026').stdout)

    def refused(change, said, rules=whole):
        ours = json.loads(json.dumps(rules))
        change(ours)
        path = os.path.join(folder, 'ours.json')
        with open(path, 'w') as out:
            json.dump(ours, out, indent=1)
        done = run('rate', 'rules', 'check', path, good=False)
        told = done.stderr
        return done.returncode != 0 and said in told and 'ours.json:' in told and ';' in told or print('#', said, told)

    e = lambda rules: rules['evaluation']
    divisor = lambda rules: e(rules)['coefficient']['divisor']
    steps = lambda rules: e(rules)['coefficient']['by_index']
    cases = [
        (lambda r: r.pop('system'), 'a national system has a name'),
        (lambda r: r.pop('evaluation'), 'a national system has a name'),
        (lambda r: r.update(lists=['standard', 'rapid']), 'an evaluation is of standard chess'),
        (lambda r: divisor(r)['ages'].pop(), 'the last line must hold for everyone else'),
        (lambda r: divisor(r)['ages'][0].pop('until_age'), 'line 1 leaves none'),
        (lambda r: divisor(r).update(least=31), 'more than "most"'),
        (lambda r: divisor(r).pop('most_braked'), 'which a brake needs'),
        (lambda r: divisor(r)['faster'].update(least=2), '"least" of the factor'),
        (lambda r: divisor(r).update(bse=1), '"bse" is not a member of divisor'),
        (lambda r: e(r)['coefficient'].pop('divisor'), 'must be of one kind'),
        (lambda r: e(r)['expectation']['normal'].update(deviation='200'), 'whole number from 20 to 1000'),
        (lambda r: e(r)['first_rating']['points'].reverse(), 'out of order'),
        (lambda r: r['adjustments'][0]['points'][2].update(becomes=1300), 'a higher rating below a lower one'),
        (lambda r: r['adjustments'][0].pop('on'), '"on" is missing'),
    ]
    good = [refused(*case) for case in cases]
    good += [refused(lambda r: steps(r)['lines'].pop(), 'the last line must hold', by_index),
             refused(lambda r: steps(r)['bonuses'][0].update(add=3), 'must have one of divisor and add', by_index),
             refused(lambda r: steps(r)['lines'][0].update(k=[]), 'must be a list of 1 to', by_index)]
    check(f'{len(good)} mistakes in a file are told with line and remedy', all(good), good)
    told = run('rate', 'event', '--edition', 'dwz', '-f', 'json', as_file(
        folder, 'old', 2016, {1: dict(own=1500, age=30, index=9), 2: dict(own=1500, age=30, index=9)}, [(1, 2, 10, 0)]))
    check('an edition of the system is chosen by the day', '"dwz-2016"' in told.stdout)
    for name in ('dwz-2016', 'dwz-2026', 'rating-2009', 'rating-2025', 'rapid-blitz-2012'):
        if not run('rate', 'rules', 'explain', name).stdout.startswith(name):
            check('explain ' + name, False)
    told = run('rate', 'rules', 'explain', 'dwz-2016').stdout
    check('an edition is explained in sentences', '800 x (score - expected) / (E + games) (3.5.2)' in told
          and 'On 2026-01-01 all ratings are adjusted: 0 becomes 400' in told, told)


with tempfile.TemporaryDirectory() as scratch:
    published()
    command_agrees(scratch)
    months(os.path.join(scratch, 'months'))
    served(os.path.join(scratch, 'months'))
    lifts(os.path.join(scratch, 'lifts'))
    mistakes(scratch)
print(f'1..{count}')
sys.exit(failed > 0)
