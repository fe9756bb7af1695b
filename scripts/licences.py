#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""licences.py OUT LICENSE NAME=FILE...: Limmat's licence, and the terms of what is linked into the program, as one
text, which `limmat version --licences` prints.  A FILE is the copyright file of a Debian package, or what stands
for it; where one points to a text of common licences, that text is Limmat's own, or is asked for by files that only
build or test the package."""
import pathlib
import sys

out, own, *others = sys.argv[1:]
parts = [pair.split("=", 1) for pair in others]
names = [name for name, _ in parts]
lines = ["Limmat is under the Apache License, Version 2.0, which stands at the end."]
if parts:
    lines += ["This program contains parts of others, under terms of their own, which follow:", "",
              *(f"    {name}" for name in names)]
for name, path in parts:
    lines += ["", f"=== {name} ===", "", pathlib.Path(path).read_text(encoding="utf-8").rstrip()]
    if "/usr/share/common-licenses/Apache-2.0" in lines[-1]:
        lines += ["", "(That text stands at the end.)"]
lines += ["", "=== Apache License, Version 2.0 ===", "", pathlib.Path(own).read_text(encoding="utf-8").strip("\n")]
pathlib.Path(out).write_text("\n".join(lines) + "\n", encoding="utf-8")
