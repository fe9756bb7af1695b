#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_command.py LIMMAT [TIMES]: what a command costs from its start to its end, in turn with /bin/true and with each other: `version`, and
the pairing of 50 players after 5 rounds in bbpPairings' form of arguments; best and median of the wall clock and of the processor, and ratios."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

limmat = str(pathlib.Path(sys.argv[1]).resolve())
times = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
nowhere = os.open(os.devnull, os.O_RDWR)


def run(command):
    began = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nowhere, 1), (os.POSIX_SPAWN_DUP2, nowhere, 2)])
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: status {status}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime


with tempfile.TemporaryDirectory() as folder:
    field = os.path.join(folder, "field.trf")
    subprocess.run([limmat, "generate", "-s", "dutch-2026", "-n", "50", "-R", "9", "--played", "5", "--seed", "3", "-o", field], check=True)
    commands = {"/bin/true": ["/bin/true"], "version": [limmat, "version"], "--dutch FILE -p": [limmat, "--dutch", field, "-p"]}
    measured = {name: [] for name in commands}
    for _ in range(times):
        for name, command in commands.items():
            measured[name].append(run(command))
    best = {}
    for name, values in measured.items():
        wall, processor = sorted(value[0] for value in values), sorted(value[1] for value in values)
        best[name] = (wall[0], wall[times // 2], processor[0])
        print(f"command  {name:16} best {wall[0] * 1e3:7.3f} ms  median {wall[times // 2] * 1e3:7.3f} ms  processor {processor[0] * 1e3:7.3f} ms", flush=True)
    for name, against in (("version", "/bin/true"), ("--dutch FILE -p", "version")):
        ratios = [mine / other for mine, other in zip(best[name], best[against])]
        print(f"command  {name} / {against}: best {ratios[0]:.2f}  median {ratios[1]:.2f}  processor {ratios[2]:.2f}")
