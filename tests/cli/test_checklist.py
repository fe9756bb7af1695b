#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_checklist.py ROOT: docs/thp-checklist.md holds what it says: each question once, nothing that is HARD open, open rows of at most
10 %, at most five without a figure, and every test that is named exists.  TAP."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
page = (root / "docs/thp-checklist.md").read_text()
count = failures = 0


def report(good, name, why=""):
    global count, failures
    count += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}" + ("" if good else f"\n# {why}"))


rows = []
for line in page.splitlines():
    cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
    if re.match(r"\| \d", line):
        rows.append(cells)
report(len(rows) > 80 and all(len(row) == 5 for row in rows), "every_row_has_five_cells", [row for row in rows if len(row) != 5])

questions = []
for row in rows:
    for part in row[0].split(","):
        first, _, last = part.strip().partition("–")
        questions += range(int(first), int(last or first) + 1)
report(sorted(questions) == list(range(1, 226)), "every_question_is_there_once",
       sorted(set(range(1, 226)) ^ set(questions)) + [q for q in questions if questions.count(q) > 1])

report({row[3] for row in rows} <= {"met", "open", "outside"}, "every_row_has_a_state", {row[3] for row in rows})
left = [row for row in rows if row[3] == "open"]
report(not any("HARD" in row[2] for row in rows if row[3] != "met"), "nothing_that_ends_the_test_is_open", left)
figures = [int(n) for row in left for n in re.findall(r"(\d+) %", row[2])]
report(sum(figures) <= 10, "what_is_open_weighs_at_most_ten_per_cent", figures)
report(sum("%" not in row[2] for row in left) <= 5 and all(row[4] for row in left), "and_what_has_no_figure_is_named", left)
print("# open: " + "; ".join(f"{row[0]} ({row[2]}): {row[4]}" for row in left))

# --- the tests

sources = "\n".join(path.read_text(errors="replace") for kind in ("*.py", "*.mjs", "*.c", "*.sh", "meson.build")
                    for path in (root / "tests").rglob(kind) if "node_modules" not in path.parts)
situations = (root / "tests/cli/test_situations.py").read_text()
missing = []
for row in rows:
    named = [name.strip(".,;:)") for name in re.findall(r"\b(?:situations|desk|cli|serve-[a-z]+|ranking|command|dutch-2026|baku-dutch-2026|compare-engines)/[\w-]+", row[4])]
    if row[3] == "met" and not named and not re.search(r"unit tests|every test|check|command|serve-lists|dutch", row[4]):
        missing.append(f"{row[0]}: names no test")
    for name in named:
        group, _, test = name.partition("/")
        found = (re.search(rf"@situation\({int(test)},", situations) if group == "situations"
                 else re.search(rf"\b{re.escape(test)}\b", sources))
        if not found:
            missing.append(f"{row[0]}: {name}")
report(not missing, "every_test_that_is_named_exists", "; ".join(missing))
print(f"1..{count}")
raise SystemExit(failures != 0)
