#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Print `passed failed skipped` of a JUnit file written by meson."""
import sys
import xml.etree.ElementTree as tree

total = failed = skipped = 0
for case in tree.parse(sys.argv[1]).iter("testcase"):
    total += 1
    failed += any(case.find(kind) is not None for kind in ("failure", "error"))
    skipped += case.find("skipped") is not None
print(total - failed - skipped, failed, skipped)
