#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_commands.py LIMMAT ROOT: each command that a message, a sentence or a page of the documentation names is in
the table of commands.  In TAP."""
import pathlib
import re
import subprocess
import sys

limmat, root = sys.argv[1], pathlib.Path(sys.argv[2])
listed = subprocess.run([limmat, "help"], capture_output=True, text=True, check=True).stdout
commands = {match.strip() for match in re.findall(r"^  ([a-z][a-z-]*(?: [a-z][a-z-]*)?)(?:  |\s*$)", listed, re.M)}
groups = {name.split()[0] for name in commands if " " in name}
alone = {name for name in commands if " " not in name}
PLACES = ["src/**/*.c", "src/**/*.h", "src/**/*.html", "words/**/*.po", "docs/**/*.md", "*.md", "include/**/*.h", "web/*.js", "data/**/*.md",
          "packaging/**/*.md"]
# A slip of the hand, to show what is said of it.
SLIPS = {"paire"}
NAMED = re.compile(r"(?:`|^ *\$? ?)limmat ((?:--?[a-z-]+ )*)([a-z][a-z-]*)(?![\w./-])(?: ([a-z][a-z-]*)(?=[ `…,.;:\n]))?", re.M)


def is_command(first, second):
    if first in groups and second is not None and f"{first} {second}" in commands:
        return True
    return first in alone or first in SLIPS or first == "help" or (first in groups and second is None)


count, bad = 0, []
for place in PLACES:
    for path in sorted(root.glob(place)):
        text = path.read_text(errors="replace")
        # A literal of C goes on in the next line.
        text = re.sub(r'"\s*\n\s*"', "", text) if path.suffix in (".c", ".h") else text
        for match in NAMED.finditer(text):
            count += 1
            if not is_command(match.group(2), match.group(3)):
                line = text.count("\n", 0, match.start()) + 1
                bad.append(f"{path.relative_to(root)}:{line}: {match.group(0).strip()}`")
good = len(commands) > 30 and count > 250 and not bad
print(f"{'ok' if good else 'not ok'} 1 - {count}_commands_that_are_named_exist")
print("# " + "\n# ".join(bad[:40]) if bad else f"# of {len(commands)}")
print("1..1")
sys.exit(not good)
