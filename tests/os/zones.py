#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""zones.py ZONES: every zone of the system against Python's zoneinfo, in TAP: offsets at chance moments and
around every change, and the wall clock read backwards, where clocks go back or forward too."""
import random, subprocess, sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

EPOCH = datetime(1970, 1, 1)
LOW, HIGH = -2_200_000_000, 4_000_000_000  # 1900 to 2096


def at(zone, utc):
    d = datetime.fromtimestamp(utc, timezone.utc).astimezone(zone)
    return int(d.utcoffset().total_seconds()), bool(d.dst()), d.tzname()


def changes(zone, low, high, step=2_000_000):
    """Moments where the offset changes, by halving."""
    before = at(zone, low)[0]
    for t in range(low, high, step):
        now = at(zone, t + step)[0]
        if now != before:
            a, b = t, t + step
            while b - a > 1:
                m = (a + b) // 2
                a, b = (m, b) if at(zone, m)[0] == before else (a, m)
            yield b
        before = now


def local(zone, clock):
    """How often the wall clock shows it, and when, from fold 0 and 1."""
    naive = EPOCH + timedelta(seconds=clock)
    found = []
    for fold in (0, 1):
        offset = int(naive.replace(tzinfo=zone, fold=fold).utcoffset().total_seconds())
        found.append(clock - offset)
    good = [u for u in found if u + at(zone, u)[0] == clock]
    how = "never" if not good else "once" if found[0] == found[1] else "twice"
    return how, found[0], found[1]


def main():
    r = random.Random(7)
    names = sorted(n for n in available_timezones() if n not in ("localtime", "Factory") and "/" in n or n == "UTC")
    chosen = ["Europe/Zurich", "Europe/Dublin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "UTC",
              "Pacific/Apia", "America/Sao_Paulo", "Asia/Tehran", "Europe/Moscow", "America/Nuuk"]
    questions, answers = [], []
    for name in names:
        zone = ZoneInfo(name)
        full = name in chosen
        moments = [r.randrange(LOW, HIGH) for _ in range(40)]
        edges = list(changes(zone, 1_000_000_000, 3_000_000_000)) if full else []
        for edge in edges:
            moments += [edge - 1, edge, edge + 1]
        for utc in moments:
            questions.append(f"{name} utc {utc}")
            o, s, a = at(zone, utc)
            answers.append((f"{o}", a))
        clocks = [r.randrange(LOW, HIGH) for _ in range(10)]
        for edge in edges:
            clocks += [edge + at(zone, edge - 1)[0] + d for d in (-7200, -3600, -1801, -1800, -1, 0, 1, 900, 1799, 1800, 3599, 3600, 7200)]
        for clock in clocks:
            questions.append(f"{name} local {clock}")
            how, first, second = local(zone, clock)
            answers.append((how, first, second))
    got = subprocess.run([sys.argv[1]], input="\n".join(questions) + "\n", text=True, capture_output=True, check=True).stdout.split("\n")
    wrong = []
    for q, want, line in zip(questions, answers, got):
        f = line.split()
        same = (f[0], f[2]) == want if " utc " in q else (f[0], int(f[1]), int(f[2])) == want
        if not same:
            wrong.append(f"# {q}: {line}, Python says {want}")
    print("1..2")
    print("\n".join(wrong[:20]))
    print(f"{'not ok' if wrong else 'ok'} 1 - {len(questions)} questions about {len(names)} zones answered as Python does")
    twice = sum(w[0] == "twice" for w in answers), sum(w[0] == "never" for w in answers)
    print(f"{'ok' if min(twice) > 300 else 'not ok'} 2 - nights of two o'clock were among them")


main()
