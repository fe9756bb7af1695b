#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed.py OUT FILE...: the definitions of championships as a table in C, so that the command needs
no data folder.  Long strings are given byte by byte: C11 asks compilers for 4095 characters only."""
import pathlib
import sys

out, *files = sys.argv[1:]
lines = ["/* Made by scripts/embed.py. */", '#include "cli/championship.h"', ""]
for number, name in enumerate(files):
    data = pathlib.Path(name).read_bytes() + b"\0"
    rows = [", ".join(str(byte) for byte in data[i : i + 24]) for i in range(0, len(data), 24)]
    lines += [f"static const char text_{number}[] = {{", *(f"    {row}," for row in rows), "};"]
lines += ["", "const struct shipped_definition shipped_definitions[] = {"]
lines += [f'    {{"{pathlib.Path(name).stem}", text_{i}}},' for i, name in enumerate(files)]
lines += ["    {0},", "};", ""]
pathlib.Path(out).write_text("\n".join(lines), encoding="utf-8")
