# SPDX-License-Identifier: Apache-2.0
"""The rating office at full size, with the command itself, one process at a time:
a list of 1.6 million imported, people looked up in it, a month of 1,000,000 games rated; an event of a
past month put right, and the list of FIDE held against that of an office that rated every tenth event, and
one from which every eleventh person is missing.
Prints seconds of wall clock and processor, and the largest resident memory; of the month also how much
of the MONTH_MAY_TAKE seconds by the clock, on two processors, it takes.

usage: bench_rating.py LIMMAT [PLAYERS GAMES]
"""
import os
import subprocess
import sys
import tempfile
import time
import zipfile

MONTH_MAY_TAKE = 3


def measure(what, *command):
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.monotonic() - begin
    if status != 0:
        sys.exit(f'{what}: {error.decode()}')
    print(f'{what:58} {seconds:8.3f} s {usage.ru_utime + usage.ru_stime:8.3f} s processor'
          f' {usage.ru_maxrss / 1024:8.0f} MB', flush=True)
    return seconds


def events_of(source, folder, month, keep=lambda number: True):
    """The events of a month under ids of their own, since both months count from the first; the path of one."""
    os.makedirs(folder, exist_ok=True)
    for number, name in enumerate(sorted(os.listdir(source))):
        if keep(number):
            with open(os.path.join(source, name)) as stream:
                text = stream.read()
            with open(os.path.join(folder, month + name), 'w') as stream:
                stream.write(text.replace('"id": "', f'"id": "{month}', 1))
    return os.path.join(folder, month + name)


def all_people(folder, path):
    """FIDE's list has all who are registered; ours that are printed only those who are listed."""
    with open(os.path.join(folder, 'registry')) as registry, open(path, 'w') as out:
        out.write('<playerslist>\n')
        for line in registry:
            cells = line.rstrip('\n').split('\t')
            if not cells[0].isdigit():
                continue
            rating, k = (cells[10] + ',').split(',')[:2]
            rated = f'<rating>{rating}</rating><games>0</games><k>{k}</k>' if rating.isdigit() else ''
            out.write(f'<player><fideid>{cells[0]}</fideid><name>{cells[1]}</name><country>{cells[2]}</country>'
                      f'<sex>{cells[3]}</sex><title></title>{rated}<birthday>{cells[4][:4]}</birthday><flag></flag></player>\n')
        out.write('</playerslist>\n')


def without_every(nth, source, path):
    """FIDE's list without every nth person: each is looked for under another id."""
    with open(source) as people, open(path, 'w') as out:
        for number, line in enumerate(people):
            if number % nth != nth // 2 or not line.startswith('<player>'):
                out.write(line)


def main():
    limmat = sys.argv[1]
    players, games = sys.argv[2:4] if len(sys.argv) > 3 else ('1600000', '1000000')
    with tempfile.TemporaryDirectory() as work:
        path = lambda name: os.path.join(work, name)
        measure(f'simulate {players} people, {games} games', limmat, 'rate', 'simulate',
                '-n', players, '-m', '2', '-g', games, '--events', '-o', path('fed'))
        old, new = path('fed/2013-08'), path('fed/2013-09')
        month = measure('a month: registry and events read, rated, all written', limmat, 'rate', 'period',
                        '--leave-out', '-l', old, '-e', path('fed/events-2013-09'), '-o', path('month'))
        print(f'{"that is of " + str(MONTH_MAY_TAKE) + " s":58} {month / MONTH_MAY_TAKE:8.2f}', flush=True)
        measure('the same from its journal', limmat, 'rate', 'period', '-l', old,
                '--replay', path('month/journal.txt'), '-o', path('replayed'))
        measure('export as XML', limmat, 'rate', 'export', '-t', 'xml', '-o', path('list.xml'), new)
        with zipfile.ZipFile(path('list.zip'), 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as z:
            z.write(path('list.xml'), 'list.xml')
        for name in ('list.txt', 'list.xml', 'list.zip'):
            source = path(name) if name != 'list.txt' else os.path.join(new, name)
            measure(f'import {name}, {os.path.getsize(source) >> 20} MB', limmat, 'rate', 'import',
                    '-d', '2013-09-01', '-o', path('imported'), source)
        measure('look up an id (with the start of the program)', limmat, 'rate', 'lookup',
                '-l', path('imported'), '1000001')
        measure('look up a name', limmat, 'rate', 'lookup', '-l', path('imported'),
                'Thordarson', 'Anna')
        measure('drift of two lists', limmat, 'rate', 'drift', old, new)
        rate = (limmat, 'rate', 'period', '--leave-out')
        right, tenth = path('events'), path('tenth')
        events_of(path('fed/events-2013-10'), right, 'o')
        wrong = events_of(path('fed/events-2013-09'), right, 's')
        measure('a list as it was published', *rate, '-l', old, '-e', right, '-o', path('2013-09'))
        measure('the next', *rate, '--leave-earlier', '-l', path('2013-09'), '-e', right, '-o', path('2013-10'))
        os.remove(wrong)
        measure('rectify two months', limmat, 'rate', 'rectify', '--leave-out', '-e', right, '-o', path('rectified'),
                old, path('2013-09'), path('2013-10'))
        events_of(path('fed/events-2013-10'), tenth, 'o', lambda number: number % 10 == 0)
        measure('the month of an office with a tenth of the events', *rate, '-l', path('2013-09'), '-e', tenth,
                '-o', path('office'))
        all_people(path('2013-10'), path('fide.xml'))
        measure('reconcile with FIDE, and take over', limmat, 'rate', 'reconcile', '-l', path('office'),
                '-d', '2013-10-01', '-o', path('merged'), path('fide.xml'))
        without_every(11, path('fide.xml'), path('fewer.xml'))
        measure('reconcile where every eleventh is missing', limmat, 'rate', 'reconcile', '-l', new,
                '-d', '2013-10-01', path('fewer.xml'))


main()
