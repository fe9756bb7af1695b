#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_publish.py LIMMAT: how long it takes to publish a large event, the same again with one
result changed, a hundred events, and a thousand in one language, in five and in one: wall clock, processor."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

limmat = pathlib.Path(sys.argv[1]).resolve()


def run(*arguments):
    subprocess.run([limmat, *map(str, arguments)], check=True, capture_output=True)


def timed(*arguments):
    begin = time.perf_counter()
    child = subprocess.Popen([limmat, *map(str, arguments)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"limmat {arguments[0]}: status {status}")
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime


def other_result(trf):
    """The last game of player 1 ends otherwise, for both players."""
    lines = trf.split("\n")
    own = next(i for i, line in enumerate(lines) if line.startswith("001    1 "))
    opponent = int(lines[own].split()[-3])
    other = next(i for i, line in enumerate(lines) if line.startswith(f"001 {opponent:4} "))
    swap = {"1": "0", "0": "1", "=": "1"}
    lines[own] = re.sub(r"[10=](\s*)$", lambda m: swap[m[0][0]] + m[1], lines[own])
    back = {"1": "0", "0": "1"}[lines[own].rstrip()[-1]]
    lines[other] = re.sub(r"[10=](\s*)$", lambda m: back + m[1], lines[other])
    return "\n".join(lines)


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    run("generate", "-s", "dutch-2026", "-n", 500, "-R", 11, "--seed", 7, "-o", work / "large.trf")
    first = min(timed("publish", "-o", work / f"large-{i}", work / "large.trf") for i in range(3))
    texts = [(work / "large.trf").read_text(), other_result((work / "large.trf").read_text())]
    again = []
    for turn in range(3):
        (work / "large.trf").write_text(texts[(turn + 1) % 2])
        again.append(timed("publish", "-o", work / "large-0", work / "large.trf"))
    (work / "events").mkdir()
    run("generate", "-s", "dutch-2026", "-n", 120, "-R", 9, "--seed", 1, "--count", 100, "-o", work / "events")
    files = sorted((work / "events").iterdir())
    hundred = min(timed("publish", "-o", work / f"all-{i}", *files) for i in range(2))
    (work / "month").mkdir()
    run("generate", "-s", "dutch-2026", "-n", 100, "-R", 9, "--seed", 1, "--count", 1000, "-o", work / "month")
    files_of_month = sorted((work / "month").iterdir())
    # Each into a folder of its own, and nothing removed between: ext4 hands no inode out again within minutes of its removal, and looks through
    # all that were removed for each new file, which made of the second site's 4 s in the system 60.  One language before and after the five: the
    # first gigabytes go to memory that is at hand, the next to such as a virtual machine has to be given page by page, whoever writes them.
    site = lambda languages: timed("publish", "--lang", languages, "-o", work / f"site-{languages[:3]}", *files_of_month)
    before, five, after = site("en"), site("en,de,fr,it,es"), site("de")
    one = tuple((a + b) / 2 for a, b in zip(before, after))
    for what, (wall, processor) in {"500 players, 11 rounds": first, "again, one result changed": min(again),
                                    f"{len(files)} events of 120 players, 9 rounds": hundred,
                                    "1,000 events of 100, 9 rounds": before, "the same in five languages": five,
                                    "in one again": after}.items():
        print(f"publish  {what:40} {wall:8.3f} s {processor:8.3f} s processor", flush=True)
    print(f"publish  five languages / one: {five[0] / one[0]:.2f} by the clock, {five[1] / one[1]:.2f} of the processor")
