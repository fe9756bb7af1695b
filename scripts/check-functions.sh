#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Function budget: warn beyond complexity 12 or 60 lines, fail beyond 25 or 120.  Exceptions, each
# with its reason: scripts/function-exceptions.txt (`file function reason`).
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files --cached --others --exclude-standard 'src/*.c' | xargs -r pmccabe | awk -F'\t' '
BEGIN {
    while ((getline row < "scripts/function-exceptions.txt") > 0) {
        if (row ~ /^#/ || row == "") continue
        split(row, part, " ")
        excused[part[1] " " part[2]] = 1
    }
}
{
    file = $6; sub(/\(.*/, "", file)
    name = $7 != "" ? $7 : $6; sub(/^.*: /, "", name)
    if (excused[file " " name]) next
    if ($1 > 25 || $5 > 120) { print file ": " name ": complexity " $1 ", " $5 " lines: too long"; bad = 1 }
    else if ($1 > 12 || $5 > 60) print file ": " name ": complexity " $1 ", " $5 " lines: why?" > "/dev/stderr"
}
END { exit bad }'
