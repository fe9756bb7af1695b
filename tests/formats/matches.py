#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""matches.py LIMMAT: results of matches of two games as people write them, in CSV, workbooks and JSON; tables of single
games stay what they are; a list that was cut.  In TAP."""
import json
import os
import subprocess
import sys
import tempfile
import zipfile

limmat = os.path.abspath(sys.argv[1])
failed = count = 0


def check(what, good, *said):
    global failed, count
    count += 1
    failed += not good
    print(('ok' if good else 'not ok'), count, '-', what)
    for line in () if good else said:
        print('#', line)


def converted(path):
    run = subprocess.run([limmat, 'convert', '-t', 'json', path], capture_output=True, text=True)
    return (json.loads(run.stdout) if run.returncode == 0 else None), run.stderr


def table(path, *cells):
    with open(path, 'w') as stream:
        stream.write('tpn,name,r1\n' + ''.join(f'{i + 1},P{i + 1},"{cell}"\n' for i, cell in enumerate(cells)))
    return path


def workbook(path, *cells):
    rows = [['tpn', 'name', 'r1']] + [[str(i + 1), f'P{i + 1}', cell] for i, cell in enumerate(cells)]
    sheet = ''.join('<row>' + ''.join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + '</row>' for row in rows)
    with zipfile.ZipFile(path, 'w') as book:
        book.writestr('[Content_Types].xml', '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
        book.writestr('xl/workbook.xml', '<?xml version="1.0"?><workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>')
        book.writestr('xl/_rels/workbook.xml.rels', '<?xml version="1.0"?><Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>')
        book.writestr('xl/worksheets/sheet1.xml', f'<?xml version="1.0"?><worksheet><sheetData>{sheet}</sheetData></worksheet>')
    return path


def results(t):
    return [player['results'][0] for player in t['players']] if t else None


WON = ['2w1 2b=', '1b0 1w=', '4w1 4b1', '3b0 3w0']
WRITTEN = {'points of both': ['2w1½-½', '1b½-1½', '4w2-0', '3b0-2'],
           'with colons': ['2w1½:½', '1b½:1½', '4w2:0', '3b0:2'],
           'with an en dash': ['2w1½–½', '1b½–1½', '4w2–0', '3b0–2'],
           'as decimals': ['2w1.5-0.5', '1b0.5-1.5', '4w2-0', '3b0-2'],
           'points of the one': ['2w1½', '1b½', '4w2', '3b0'],
           'the results of the games': ['2w1-½', '1b0-½', '4w2-0', '3b0-2']}

with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    for what, cells in WRITTEN.items():
        for kind, path in (('CSV', table('a.csv', *cells)), ('a workbook', workbook('a.xlsx', *cells))):
            t, told = converted(path)
            check(f'{kind}, {what}', results(t) == WON and t.get('games_per_match') == 2, str(results(t)), told)
            check(f'{kind}, {what}: that it is a Double-Swiss is noted', 'Double-Swiss' in told, told)
    t, told = converted(table('b.csv', '2w1-1', '1b1-1'))
    check('1-1 is two draws', results(t) == ['2w= 2b=', '1b= 1w='], str(results(t)), told)
    paired = subprocess.run([limmat, 'pair', '-f', 'plain', table('c.csv', *WRITTEN['points of both'])], capture_output=True, text=True)
    check('such a table is paired', paired.returncode == 0 and paired.stdout != '', paired.stderr)
    t, told = converted(table('d.csv', '2w½', '1b½', '4w1', '3b0'))
    check('a table of single games stays one', t is not None and t.get('games_per_match', 1) == 1 and
          results(t) == ['2w=', '1b=', '4w1', '3b0'], str(results(t)), told)
    t, told = converted(table('e.csv', '2w1-0', '1b0-1'))
    check('1-0 in one cell makes no match of two games', t is None or t.get('games_per_match', 1) == 1, str(results(t)))
    t, told = converted(table('f.csv', '2w1½-1', '1b1-1½', '4w2-0', '3b0-2'))
    check('points that are not those of two games are refused with their place', t is None and 'f.csv:2' in told, told)
    t, _ = converted(table('a.csv', *WRITTEN['points of both']))
    for player, cell in zip(t['players'], WRITTEN['points of both']):
        player['results'] = [cell]
    with open('g.json', 'w') as stream:
        json.dump(t, stream)
    t, told = converted('g.json')
    check('JSON takes them too', results(t) == WON, str(results(t)), told)
    whole = 'tpn,name,rating\n' + ''.join(f'{i},Player {i},{2000 - i}\n' for i in range(1, 9))
    for cut, told in ((0, False), (1, False), (7, True), (12, True)):
        with open('h.csv', 'w') as stream:
            stream.write(whole[:len(whole) - cut])
        _, said = converted('h.csv')
        check(f'a list cut by {cut} bytes is {"doubted" if told else "whole"}', ('h.csv:9' in said and 'ends within this line' in said) == told, said)
print(f'1..{count}')
sys.exit(failed > 0)
