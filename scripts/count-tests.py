#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""count-tests.py counts FILE…: print `passed failed skipped` of JUnit files written by meson; a
program that stands in several counts as in the last.
count-tests.py failed FILE: the names of the programs that failed in a log (JSON) of meson's."""
import json
import sys
import xml.etree.ElementTree as tree


def counts(files):
    programs = {}
    for file in files:
        for suite in tree.parse(file).iter("testsuite"):
            programs[suite.get("name")] = list(suite.iter("testcase"))
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
