# SPDX-License-Identifier: Apache-2.0
"""The rating office at full size, with the command itself, one process at a time:
a list of 1.6 million imported, people looked up in it, a month of 1,000,000 games rated.
Prints seconds of wall clock and processor, and the largest resident memory.

usage: bench_rating.py LIMMAT [PLAYERS GAMES]
"""
import os
import subprocess
import sys
import tempfile
import time
import zipfile


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


def main():
    limmat = sys.argv[1]
    players, games = sys.argv[2:4] if len(sys.argv) > 3 else ('1600000', '1000000')
    with tempfile.TemporaryDirectory() as work:
        path = lambda name: os.path.join(work, name)
        measure(f'simulate {players} people, {games} games', limmat, 'rate', 'simulate',
                '-n', players, '-m', '1', '-g', games, '--events', '-o', path('fed'))
        old, new = path('fed/2013-08'), path('fed/2013-09')
        measure('a month: registry and events read, rated, all written', limmat, 'rate', 'period',
                '--leave-out', '-l', old, '-e', path('fed/events-2013-09'), '-o', path('month'))
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


main()
