#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""count-tests.py FLAKY CHECKS LOG…: print the ten slowest programs, the flaky tests, the first failures with
what they said and, last, how many tests passed, failed and were skipped.  FLAKY has a line `PROGRAM/TEST`,
tab, reason for each flaky test, at most five; they count as skipped.  CHECKS is TAP; LOG.json and LOG.junit.xml are meson's.  Status 1: a test failed."""
import json
import re
import sys
import xml.etree.ElementTree as tree

MOST_FLAKY = 5
MOST_FAILURES = 8  # shown with what they said,
MOST_SAID = 12     # in so many lines


def short(name):
    """NAME of `limmat:SUITE / NAME`, as meson has it."""
    return name.split(" / ")[-1]


def programs_of(log):
    """Each program of a run: its name, its seconds, whether all its tests ran, these as (name, outcome, what
    it said), and what the program said."""
    tests = {}
    xml = re.sub("[\0-\x08\x0b-\x1f]", "", open(log + ".junit.xml", errors="replace").read())  # meson copies what programs print
    for suite in tree.fromstring(xml.split("?>", 1)[-1]).iter("testsuite"):
        for case in suite.iter("testcase"):
            failed = any(case.find(kind) is not None for kind in ("failure", "error"))
            outcome = "failed" if failed else "skipped" if case.find("skipped") is not None else "passed"
            # A program without tests of its own is a test in the suite of the project.
            if "." in suite.get("name"):
                key = suite.get("name").split(".", 1)[1]
                name = f"{short(key)}/{re.sub('^[0-9]+ (- )?', '', case.get('name'))}"
            else:
                key = case.get("name")
                name = short(key)
            tests.setdefault(key, []).append((name, outcome))
    for line in open(log + ".json"):
        run = json.loads(line)
        own = tests.get(run["name"], [])
        plan = re.findall(r"^1\.\.([0-9]+)", run.get("stdout", ""), re.M)
        said = {}  # by each failed test of the program: the diagnostics after it
        for failure in re.finditer("^not ok [0-9]+ (?:- )?(.*)\n((?:#.*\n?)*)", run.get("stdout", ""), re.M):
            said[f"{short(run['name'])}/{failure[1]}"] = failure[2].splitlines()
        rest = (run.get("stdout", "") + run.get("stderr", "")).splitlines()
        told = plan == [str(len(own))] and any(outcome == "failed" for _, outcome in own)
        whole = told or run["result"] in ("OK", "SKIP", "EXPECTEDFAIL")
        yield short(run["name"]), run["duration"], whole, [(name, outcome, said.get(name, rest)) for name, outcome in own], rest


flaky = dict(line.split("\t", 1) for line in open(sys.argv[1]) if line.strip() and not line.startswith("#"))
checks = re.findall(r"^(not ok|ok)\b", open(sys.argv[2]).read(), re.M)
count = {"passed": checks.count("ok"), "failed": checks.count("not ok"), "skipped": 0}
slowest, seen, failures = [], {}, []
for log in sys.argv[3:]:
    for program, seconds, whole, tests, rest in programs_of(log):
        slowest.append((seconds, program, log.split("/")[0]))
        for name, outcome, said in tests:
            if name in flaky:
                seen[name] = outcome
                outcome = "skipped"
            count[outcome] += 1
            if outcome == "failed":
                failures.append((name, said))
        # A program that ends early may have no failed test.
        if not whole and all(outcome != "failed" or name in flaky for name, outcome, _ in tests):
            failures.append((f"{program} ended before all its tests ran", rest))
            count["failed"] += 1
for seconds, program, build in sorted(slowest, reverse=True)[:10]:
    print(f"{seconds:6.1f} s  {program} ({build})")
for name, reason in flaky.items():
    print(f"flaky, {seen.get(name, 'not found')}: {name}: {reason.strip()}")
if len(flaky) > MOST_FLAKY or seen.keys() != flaky.keys():
    print(f"{sys.argv[1]} names more than {MOST_FLAKY} tests, or one that did not run")
    count["failed"] += 1
for name, said in failures[:MOST_FAILURES]:
    print("\n  ".join([f"failed: {name}", *said[-MOST_SAID:]]))
print(f"{count['passed']} passed, {count['failed']} failed" + (f", {count['skipped']} skipped" if count["skipped"] else ""))
sys.exit(count["failed"] > 0 or count["passed"] == 0)
