# SPDX-License-Identifier: Apache-2.0
"""The web pages of a rating office at full size, and a month that is killed: a federation of 1.6 million people with two
months of 1,000,000 games each, served from its folder.
Prints milliseconds at the other end of the connection (first, median, worst) and the median as a ratio to what a page may
take; then how many of the months that were killed left the old list, the new one, or anything else.

usage: bench_office.py LIMMAT [PLAYERS GAMES [FOLDER]]   (FOLDER: of an earlier run, made when it is not there)
"""
import filecmp
import http.client
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

PLAYER_MAY_TAKE, SEARCH_MAY_TAKE, LIST_MAY_TAKE, PERIOD_MAY_TAKE = 50, 50, 100, 100
KILLS = 8


def serve(limmat, folder, data):
    server = subprocess.Popen([limmat, 'serve', '--office', folder, '--listen', '127.0.0.1:0', '--data', data],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in server.stdout:
        found = re.search(r'127\.0\.0\.1:(\d+)', line)
        if found:
            return server, int(found[1])
    sys.exit('the server did not start')


def ask(connection, what, paths, may_take=0):
    times = []
    for path in paths:
        begin = time.perf_counter()
        connection.request('GET', path)
        answer = connection.getresponse()
        answer.read()
        times.append(1000 * (time.perf_counter() - begin))
        if answer.status >= 500 or (may_take and answer.status != 200):
            sys.exit(f'{path}: {answer.status}')
    middle = statistics.median(times)
    ratio = f'{middle / may_take:8.2f}' if may_take else ''
    print(f'{what:46} first {times[0]:8.1f} median {middle:8.1f} worst {max(times):8.1f} ms {ratio}', flush=True)


def pages(limmat, folder, data):
    chance = random.Random(1)
    with open(os.path.join(folder, '2013-10', 'journal.txt')) as journal:
        ids = [line.split('\t')[2] for line in journal if line.startswith('result\t')]
    server, port = serve(limmat, folder, data)
    try:
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=60)
        some = lambda: chance.choice(ids)
        names = ('Ivanov', 'Novak', 'Keller+Anna', 'Rossi', 'Zuk', 'tordarson')
        ask(connection, 'nothing', ['/nothing'] * 20)
        ask(connection, 'a page of a player', [f'/ratings/{some()}' for _ in range(40)], PLAYER_MAY_TAKE)
        ask(connection, 'search', [f'/ratings?q={name}' for name in names * 4], SEARCH_MAY_TAKE)
        ask(connection, 'a page of the list', [f'/ratings?from={5000 * n}' for n in range(40)], LIST_MAY_TAKE)
        ask(connection, 'a page of it with filters',
            ['/ratings?federation=POL&sex=women&age=40', '/ratings?show=inactive&chess=standard'] * 10, LIST_MAY_TAKE)
        ask(connection, 'a period of a player', [f'/ratings/{some()}/2013-10' for _ in range(40)], PERIOD_MAY_TAKE)
        ask(connection, 'of an older list, whose journal is indexed first',
            [f'/ratings/{some()}/2013-09' for _ in range(40)], PERIOD_MAY_TAKE)
    finally:
        server.terminate()
        server.wait()


def kills(limmat, folder, work):
    """A month is killed at one moment after the other, from its begin to shortly after its end."""
    made = os.path.join(work, 'made')
    month = (limmat, 'rate', 'period', '--leave-out', '-l', os.path.join(folder, '2013-08'),
             '-e', os.path.join(folder, 'events-2013-09'), '-o', made)
    begin = time.monotonic()
    subprocess.run(month, check=True, stdout=subprocess.DEVNULL)
    whole, left = time.monotonic() - begin, {'old': 0, 'new': 0, 'else': 0}
    for kill in range(KILLS):
        shutil.rmtree(made, ignore_errors=True)
        child = subprocess.Popen(month, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(whole * (kill + 1) * 1.2 / KILLS)
        child.send_signal(signal.SIGKILL)
        child.wait()
        if not os.path.exists(made):
            left['old'] += 1
        else:
            same = all(filecmp.cmp(os.path.join(made, name), os.path.join(folder, '2013-09', name), shallow=False)
                       for name in ('registry', 'list.txt'))
            left['new' if same else 'else'] += 1
    print(f'of {KILLS} months that were killed {left["old"]} left the old list, {left["new"]} the new one, '
          f'{left["else"]} anything else', flush=True)


def main():
    limmat = os.path.abspath(sys.argv[1])
    players, games = sys.argv[2:4] if len(sys.argv) > 3 else ('1600000', '1000000')
    with tempfile.TemporaryDirectory() as work:
        folder = sys.argv[4] if len(sys.argv) > 4 else os.path.join(work, 'fed')
        if not os.path.exists(folder):
            subprocess.run([limmat, 'rate', 'simulate', '-n', players, '-m', '2', '-g', games, '--events', '-o', folder],
                           check=True, stdout=subprocess.DEVNULL)
        pages(limmat, folder, os.path.join(work, 'data'))
        kills(limmat, folder, work)


main()
