#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check-seeds.py BUILD: docs/seeds.md names files and tests that exist.  A row of a table has a test, or says why there is none
("no test: …"); `meson introspect` knows the tests of BUILD, a check behind a colon stands somewhere in tests/."""
import json
import os
import pathlib
import re
import subprocess
import sys

if len(sys.argv) != 2:
    sys.exit("usage: check-seeds.py BUILD, the folder that meson has set up")
build = os.path.abspath(sys.argv[1])
os.chdir(pathlib.Path(__file__).resolve().parent.parent)
tests = {test["name"].split(" / ")[-1] for test in json.loads(subprocess.run(["meson", "introspect", build, "--tests"], capture_output=True, text=True, check=True).stdout)}
told = "".join(path.read_text(errors="replace") for path in pathlib.Path("tests").rglob("*") if path.suffix in (".py", ".sh", ".c", ".mjs"))
mistakes, rows, untested = [], 0, 0
for number, line in enumerate(pathlib.Path("docs/seeds.md").read_text().splitlines(), 1):
    if not line.startswith("|") or line.startswith(("| Article", "|---")):
        continue
    _, article, where, test, _ = line.split("|")
    rows += 1
    for path in re.findall(r"`((?:src|scripts|tests)/[^`]+)`", where):
        if not os.path.exists(path):
            mistakes.append(f"docs/seeds.md:{number}: there is no file {path}")
    if test.strip().startswith("no test: "):
        untested += 1
        continue
    for name, _, check in (one.strip().partition(":") for one in test.split(",")):
        if name not in tests:
            mistakes.append(f"docs/seeds.md:{number}: meson has no test {name}")
        if check and check not in told:
            mistakes.append(f"docs/seeds.md:{number}: no test has a check {check}")
print("\n".join(mistakes) or f"{rows} rows, {untested} without a test and why")
sys.exit(bool(mistakes))
