#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""documents.py LIMMAT DOCUMENT…: every command of a document prints what the document shows, in TAP.

A command stands in a fenced block behind "$ ", its standard output below it; "..." stands for the rest, and the time that a
check took is left out.  Of a block of `build/limmat` that shows no output at all the statuses count; a server has to print its
address.  What the documents write is written into a folder that holds examples/, and open.trf of the tests."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

limmat = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).resolve().parent.parent.parent
count = 0
speech = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""}


def commands_of(document):
    """(line, command, lines below it, block) of each command in a fenced block."""
    inside, found, block = False, [], 0
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
            block += 1
        elif inside and line.startswith("$ "):
            found.append((number, line[2:], [], block))
        elif inside and found and found[-1][0] + len(found[-1][2]) + 1 == number:
            found[-1][2].append(re.sub(r" \(\d+\.\d s\)", "", line).rstrip())
    return found


def served(words, work):
    """A server that is started as the document says: does it print an address?  Then it is ended."""
    server = subprocess.Popen([limmat, *words], cwd=work, env={**speech, "HOME": str(work)}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
    line = server.stdout.readline()
    while line and "http" not in line:
        line = server.stdout.readline()
    server.terminate()
    server.communicate(timeout=60)
    return "http" in line


def shown(text):
    return [re.sub(r" \(\d+\.\d s\)", "", line).rstrip() for line in text.rstrip("\n").split("\n")] if text else []


for name in sys.argv[2:]:
    document = pathlib.Path(name)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        shutil.copytree(root / "examples", work / "examples")
        shutil.copy(root / "tests/cli/data/wrong-declarations.trf", work / "open.trf")
        commands = commands_of(document)
        for line, command, expected, block in commands:
            words = shlex.split(command, comments=True)
            ours = words[0] in ("limmat", "build/limmat")
            count += 1
            if ours and words[1] == "serve":
                print(f"{'ok' if served(words[1:], work) else 'not ok'} {count} - {document.name}:{line} {command}")
                continue
            done = subprocess.run([limmat if ours else words[0], *words[1:]], cwd=work, capture_output=True, text=True, env=speech)
            got = shown(done.stdout)
            if words[0] == "build/limmat" and not any(lines for _, _, lines, other in commands if other == block):
                expected = got
            if expected and expected[-1] == "...":
                expected = expected[:-1]
                got = got[:len(expected)]
            while expected and not expected[-1]:
                expected.pop()
            good = got == expected and (done.returncode in (0, 6) or (bool(expected) and words[0] != "build/limmat"))
            print(f"{'ok' if good else 'not ok'} {count} - {document.name}:{line} {command}")
            if not good:
                print("# " + "\n# ".join([f"status {done.returncode}", *got[:60], "--- the document:", *expected[:60],
                                         "--- standard error:", *done.stderr.splitlines()[:8]]))
print(f"1..{count}")
