#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed_zones.py OUT DEPFILE TABLE: the time zones of this machine's tzdata as a table in C (os/zone.h),
for systems that have none by these names.  zic compiles them anew without the years that a rule says
as well; names of the same zone share its bytes."""
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path("/usr/share/zoneinfo/tzdata.zi")


def compile_zones(folder):
    """{name: bytes} of all zones and links."""
    subprocess.run(["/usr/sbin/zic", "-b", "slim", "-d", folder, SOURCE], check=True)
    root = pathlib.Path(folder)
    return {str(path.relative_to(root)): path.read_bytes()
            for path in sorted(root.rglob("*")) if path.is_file()}


def main(out, depfile, table):
    with tempfile.TemporaryDirectory() as folder:
        zones = compile_zones(folder)
    if len(zones) < 400 or any(not data.startswith(b"TZif") for data in zones.values()):
        raise SystemExit(f"{SOURCE} gives {len(zones)} zones, or what are none")
    lines = ["/* Made by scripts/embed_zones.py. */", '#include "os/zone.h"', ""]
    numbers = {}
    for data in zones.values():
        if data in numbers:
            continue
        numbers[data] = len(numbers)
        lines.append(f"static const char bytes_{numbers[data]}[] = {{")
        lines += ["    " + ", ".join(str(byte if byte < 128 else byte - 256) for byte in data[i:i + 24]) + ","
                  for i in range(0, len(data), 24)]
        lines.append("};")
    lines += [f"extern const struct os_zone_file {table}[];", f"const struct os_zone_file {table}[] = {{"]
    lines += [f'    {{"{name}", bytes_{numbers[data]}, {len(data)}}},' for name, data in zones.items()]
    lines += ["    {0},", "};", ""]
    pathlib.Path(out).write_text("\n".join(lines), encoding="utf-8")
    pathlib.Path(depfile).write_text(f"{out}: {SOURCE}\n", encoding="utf-8")


main(*sys.argv[1:])
