#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""count-tests.py counts FILE…: print `passed failed skipped` of JUnit files written by meson; a
program that stands in several counts as in the last.  Meson has a suite for each program that tells
of its tests, and one more whose cases are programs: those that tell nothing, or ended before they did.
count-tests.py failed FILE: the names of the programs that failed in a log (JSON) of meson's."""
import json
import sys
import xml.etree.ElementTree as tree


def counts(files):
    programs = {}
    for file in files:
        for suite in tree.parse(file).iter("testsuite"):
            name, cases = suite.get("name"), list(suite.iter("testcase"))
            if "." in name:
                programs[name] = cases
            else:
                programs.update({f"{name}.{case.get('name')}": [case] for case in cases})
    total = failed = skipped = 0
    for case in (case for cases in programs.values() for case in cases):
        total += 1
        failed += any(case.find(kind) is not None for kind in ("failure", "error"))
        skipped += case.find("skipped") is not None
    print(total - failed - skipped, failed, skipped)


def failed_programs(file):
    for line in open(file):
        program = json.loads(line)
        if program["result"] not in ("OK", "SKIP", "EXPECTEDFAIL"):
            print(program["name"].split(" / ")[-1])


if sys.argv[1] == "counts":
    counts(sys.argv[2:])
else:
    failed_programs(sys.argv[2])
