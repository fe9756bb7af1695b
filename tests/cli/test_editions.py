#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_editions.py LIMMAT: what is said where the edition of an event's day is not built in, by every command; an edition that
differs in one rule; and `limmat audit` over tournaments that agree, differ and are not judged.  In TAP."""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile

limmat = os.path.abspath(sys.argv[1])
failed = count = 0
MISSING = 'which is not built in'


def check(what, good, *said):
    global failed, count
    count += 1
    failed += not good
    print(('ok' if good else 'not ok'), count, '-', what)
    for line in () if good else said:
        print('#', line)


def run(*arguments):
    return subprocess.run([limmat, *arguments], capture_output=True, text=True)


def player(tpn, points, *cells):
    return f'001 {tpn:4}      {"Player " + "ABCDEFGH"[tpn - 1]:<33}{2200 - 50 * tpn:5}{"":28}{points:4.1f}{tpn:5}  ' + '  '.join(cells)


def tournament(path, day, code='', players=None, *records):
    players = players or [player(1, 1, '   3 w 1'), player(2, 0, '   4 b 0'), player(3, 0, '   1 b 0'),
                          player(4, 1, '   2 w 1')]
    lines = ['012 Open', *([f'042 {day}'] if day else []), '142 5', '152 W', *([f'192 {code}'] if code else []), *records, *players]
    with open(path, 'w') as stream:
        stream.write('\n'.join(lines) + '\n')
    return path


def says(what, wanted, unwanted, *arguments):
    out = run(*arguments).stderr
    check(what, (wanted is None or wanted in out) and (unwanted is None or unwanted not in out), f'wanted {wanted}', *out.splitlines())


# Family, code, day, what is in force and missing (None: it is built in), what is used.
TABLE = [('dutch', '', '1999/05/01', 'the Dutch System of 1992 to 1998', 'dutch-2006'),
         ('dutch', '', '2006/05/01', None, 'dutch-2006'),
         ('dutch', '', '2012/09/30', None, 'dutch-2006'),
         ('dutch', '', '2014/05/01', None, 'dutch-2012'),
         ('dutch', 'FIDE_DUTCH', '2017/06/30', None, 'dutch-2012'),
         ('dutch', '', '2017/07/01', None, 'dutch-2017'),
         ('dubov', 'FIDE_DUBOV', '2010/05/01', None, 'dubov-1997'),
         ('dubov', 'FIDE_DUBOV', '2019/05/01', None, 'dubov-2018'),
         ('dubov', 'FIDE_DUBOV', '2026/05/01', None, 'dubov-2026'),
         ('burstein', 'FIDE_BURSTEIN', '2019/05/01', 'an earlier Burstein System', 'burstein-2026'),
         ('burstein', 'FIDE_BURSTEIN', '2026/05/01', None, 'burstein-2026')]


def missing_editions():
    for family, code, day, missing, used in TABLE:
        file = tournament('a.trf', day, code)
        note = f'in force on {day.replace("/", "-")} was {missing}, {MISSING}; {used} is used'
        for what, command in (('pair', ['pair', file]), ('check', ['check', file]), ('explain', ['explain', '-r', '1', file])):
            says(f'{what}, {family} of {day} {code or "undeclared"}: {"the note" if missing else "none"}', note if missing else None,
                 'in force on the start date' if missing else MISSING, *command)
        if missing:
            says(f'-s {family} of {day}: the note', note, 'start date', 'pair', '-s', family, file)
            says(f'-s {used} of {day}: no note, it was asked for by name', None, MISSING, 'pair', '-s', used, file)
        paired = json.loads(run('pair', '-f', 'json', file).stdout)
        check(f'{family} of {day} is paired by {used}', paired['system'] == used, paired['system'])


def drop_in():
    file = tournament('d.trf', '2019/05/01', 'FIDE_BURSTEIN')
    for form in ('--burstein', '--dutch'):
        one = run(form, file, '-p')
        said = 'in force on 2019-05-01 was an earlier Burstein System' if form == '--burstein' else '--dutch is dutch-2026'
        check(f'{form} names its edition on standard error', f'{form} is {form[2:]}-2026' in one.stderr and said in one.stderr, one.stderr)
        check(f'{form} prints pairs only', all(set(line) <= set('0123456789 ') for line in one.stdout.splitlines()), one.stdout)


def full_point_bye():
    """A full-point bye on request bars from the next bye since 2026 (C.04.1 art. 4), not in 2018 (C2)."""
    players = [player(1, 1.5, '   2 w =', '   3 b 1'), player(2, 1.5, '   1 b =', '   5 w 1'),
               player(3, 1, '   4 w +', '   1 w 0'), player(4, 1, '   3 b -', '0000 - U'), player(5, 1, '0000 - F', '   2 b 0')]
    file = tournament('f.trf', '2019/05/01', '', players)
    for edition, wanted in (('dubov-2018', 5), ('dubov-2026', 2)):
        pairs = json.loads(run('pair', '-s', edition, '-f', 'json', file).stdout)
        check(f'after a full-point bye, {edition}', pairs.get('bye') == wanted, json.dumps(pairs))


def estimates():
    """Dutch 2006, A1: the unrated are named before round 1, with what the file has to estimate by."""
    unrated = [player(1, 0), player(2, 0), player(3, 0).replace('2050', '    '), player(4, 0).replace('2000', '    ')]
    file = tournament('e.trf', '2006/05/01', '', unrated, f'{"SUI    4":<48}1720')
    told = run('pair', '-s', 'dutch-2006', file).stderr
    check('the unrated of Dutch 2006 are named with what to do', '3 Player C' in told and '(A1)' in told and 'estimate' in told, told)
    check('a national rating is suggested', '4 Player D (suggested: the national rating, 1720)' in told, told)
    told = run('pair', '-s', 'dutch-2026', file).stderr
    check('other systems do not ask for estimates', '(A1)' not in told, told)


def reports(*arguments):
    one = run('audit', '-f', 'json', *arguments)
    return {os.path.basename(file['file']): file for file in json.loads(one.stdout)['files']}


def audit():
    os.mkdir('all')
    run('generate', '-s', 'dutch-2017', '-n', '20', '-R', '5', '--seed', '7', '-o', 'all/agrees.trf')
    text = open('all/agrees.trf').read()
    text = '\n'.join(line for line in text.split('\n') if not line.startswith(('042', '192'))) + '\n'
    text = '042 2019/05/01\n192 FIDE_DUTCH_2017\n' + text
    open('all/agrees.trf', 'w').write(text)
    open('all/undeclared.trf', 'w').write(text.replace('192 FIDE_DUTCH_2017\n', ''))
    open('all/points.trf', 'w').write(text)
    tournament('all/differs.trf', '2019/05/01', 'FIDE_DUTCH_2017',
               [player(1, 1, '   2 w 1'), player(2, 0, '   1 b 0'), player(3, 1, '   4 w 1'), player(4, 0, '   3 b 0')])
    tournament('all/burstein.trf', '2019/05/01', 'FIDE_BURSTEIN')
    tournament('all/declared.trf', '2019/05/01', 'FIDE_DUTCH_2017',
               [player(1, 1, '   2 w 1'), player(2, 0, '   1 b 0'), player(3, 1, '   4 w 1'), player(4, 0, '   3 b 0')],
               '### MPA @ Round 1: by hand')
    with open('all/broken.trf', 'w') as stream:
        stream.write('001 nobody\n')
    got = reports('all')
    check('a tournament paired by its rules agrees', got['agrees.trf']['verdict'] == 'agrees', str(got['agrees.trf']))
    differs = got['differs.trf']['pairings']
    check('one that is not differs, in its first round', differs['verdict'] == 'differs' and
          differs['what'].startswith('round 1 differs from the rules of dutch-2017'), str(differs))
    for name, why in (('undeclared.trf', 'declares no pairing system'), ('burstein.trf', 'an earlier Burstein System'),
                      ('broken.trf', '')):
        part = got[name]['pairings']
        check(f'{name} is not judged, and why', part['verdict'] == 'not judged' and part['what'] != '' and why in part['what'], str(part))
    check('a declared departure is no difference', got['declared.trf']['pairings']['verdict'] == 'agrees', str(got['declared.trf']))
    check('ratings are made by the edition of the day', got['agrees.trf']['ratings'].startswith('rating-2017 (published extracts)'),
          got['agrees.trf']['ratings'])
    shards(got)
    for form in ('text', 'json', 'csv', 'html'):
        out = run('audit', '-f', form, 'all').stdout
        check(f'the word is nowhere in {form}', out != '' and 'wrong' not in out.lower())
    page = run('audit', '-f', 'html', 'all').stdout
    check('the page sums up by decade and format', '2010s' in page and 'trf' in page and page.count('<table>') == 4)
    with open('all/<b>.trf', 'w') as stream:
        stream.write(text.replace('012 ', '012 <script>', 1))
    check('names are escaped', '<script>' not in run('audit', '-f', 'html', 'all').stdout)


def shards(whole):
    for number in ('1', '2'):
        run('audit', '--shard', f'{number}/2', '-f', 'json', '-o', f'{number}.json', 'all')
    merged = run('audit', '--merge', '-f', 'csv', '1.json', '2.json').stdout
    rows = {os.path.basename(row['file']): row for row in csv.DictReader(io.StringIO(merged))}
    check('two shards together are the whole', {name: one['verdict'] for name, one in rows.items()} ==
          {name: one['verdict'] for name, one in whole.items()}, merged)
    check('a shard is JSON', run('audit', '--shard', '1/2', 'all').returncode == 3)
    with open('bad.json', 'w') as stream:
        stream.write('{"files": [{"file": 1}]}')
    check('a file that is no audit is refused', 'bad.json:1' in run('audit', '--merge', 'bad.json').stderr)


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    missing_editions()
    drop_in()
    full_point_bye()
    estimates()
    audit()
print(f'1..{count}')
sys.exit(failed > 0)
