#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare_engines.py LIMMAT SCRIPT: the comparison with another engine finds what differs, and nothing where nothing does.  The
other engine is Limmat itself, and one that gives the bye to somebody else in round 2.  TAP."""
import json
import os
import subprocess
import sys
import tempfile

limmat, script = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
WRONG = """#!/usr/bin/env python3
import re, subprocess, sys
told = subprocess.run([{limmat!r}] + sys.argv[1:], capture_output=True, text=True)
text = told.stdout
if "-c" in sys.argv:
    text = re.sub(r"(Round #2\\n)", r"\\1  Checker pairings     Tournament pairings\\n      1 - 2                1 - 3\\n", text)
sys.stdout.write(text)
sys.exit(told.returncode)
"""
done = 0


def ok(holds, name, note=""):
    global done
    done += 1
    print("ok" if holds else "not ok", done, "-", name, ("# " + note.replace("\n", " ")) if not holds else "")


def compare(engine, folder, *more):
    return subprocess.run([sys.executable, script, "--tournaments", "3", "--limmat", limmat, "--folder", folder, *more, engine],
                          capture_output=True, text=True)


with tempfile.TemporaryDirectory() as home:
    same = compare(limmat, os.path.join(home, "same"))
    report = open(os.path.join(home, "same", "report.md"), encoding="utf-8").read()
    ok(same.returncode == 0 and "3 tournaments" in same.stdout and "## Differences: 0" in report, "an_engine_agrees_with_itself", same.stdout + same.stderr)
    ok(not [name for name in os.listdir(os.path.join(home, "same")) if name.endswith(".trf")], "what_agrees_is_not_kept")
    wrong = os.path.join(home, "wrong.py")
    with open(wrong, "w", encoding="utf-8") as f:
        f.write(WRONG.format(limmat=limmat))
    os.chmod(wrong, 0o755)
    other = compare(wrong, os.path.join(home, "other"))
    with open(os.path.join(home, "other", "report.json"), encoding="utf-8") as f:
        state = json.load(f)
    ok(other.returncode == 6 and state["ways"]["limmat by other"]["differing"] == 3, "each_round_that_differs_is_found", other.stdout + other.stderr)
    ok(all(d["round"] == 2 and d["lines"] and os.path.exists(os.path.join(home, "other", d["file"])) for d in state["differences"]),
       "each_with_its_pairs_and_its_tournament", str(state["differences"]))
    ok(state["ways"]["other by limmat"]["differing"] == 0, "the_other_way_agrees", str(state["ways"]))
    again = compare(wrong, os.path.join(home, "other"), "--tournaments", "4")
    with open(os.path.join(home, "other", "report.json"), encoding="utf-8") as f:
        ok(json.load(f)["ways"]["limmat by other"]["made"] == 4, "it_goes_on_where_it_stopped", again.stdout)
print(f"1..{done}")
