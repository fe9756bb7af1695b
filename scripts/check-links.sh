#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-links.sh [LIMMAT]: the command links the C library and nothing else, so that it starts at once; what
# needs more is limmat-fetch's.  Without an argument the release build is looked at, if there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

binary=${1:-build/limmat}
[ $# -gt 0 ] || [ -x "$binary" ] || exit 0
if ldd "$binary" | grep -vE '^[[:space:]]*(linux-vdso\.so\.|libc\.so\.6 |/lib[0-9]*/ld-linux|libc\.musl|/lib/ld-musl)'; then
    echo "$binary must not link these"
    exit 1
fi
