#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed.py [--lean] OUT TABLE FILE...: files as a table in C (base/embedded.h), so that the command needs no
data folder.  They are given byte by byte: C11 asks compilers for strings of 4095 characters only.
"// include NAME" in a script is replaced by the file beside it; with --lean it loses its comment lines and
indentation, a sixth of what a browser fetches: no string may go over a line end."""
import hashlib
import pathlib
import re
import sys

lean = sys.argv[1] == "--lean"
out, table, *files = sys.argv[2 if lean else 1 :]
lines = ["/* Made by scripts/embed.py. */", '#include "base/embedded.h"', ""]
rows = []
for number, path in enumerate(map(pathlib.Path, files)):
    data = path.read_bytes()
    if path.suffix == ".js":
        data = re.sub(rb" *// include (\S+)\n", lambda line: (path.parent / line[1].decode()).read_bytes(), data)
        if lean:
            data = re.sub(rb"(?m)^\s*//(?! SPDX).*\n|^[ \t]+", b"", data)
    parts = [data[i : i + 24] + (b"\0" if i + 24 > len(data) else b"")
             for i in range(0, len(data) + 1, 24)]
    lines += [f"static const char bytes_{number}[] = {{",
              *("    " + ", ".join(str(byte if byte < 128 else byte - 256) for byte in part) + ","
                for part in parts), "};"]
    tag = hashlib.sha256(data).hexdigest()[:10]
    rows.append(f'    {{"{path.stem}", "{path.suffix[1:]}", "{tag}", bytes_{number}, {len(data)}}},')
lines += [f"extern const struct embedded {table}[];", f"const struct embedded {table}[] = {{", *rows,
          "    {0},", "};", ""]
pathlib.Path(out).write_text("\n".join(lines), encoding="utf-8")
