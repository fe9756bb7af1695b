#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-symbols.sh [LIBRARY]: what packaging/debian/liblimmat1.symbols names, the calls that stay
# (docs/api-stability.md), the library has, under the soname that stands there; and the file names every call of
# the flat interface, so that none is forgotten.  Without an argument the release build is looked at, if there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

library=${1:-build/src/liblimmat.so}
[ $# -gt 0 ] || [ -e "$library" ] || exit 0
list=packaging/debian/liblimmat1.symbols
soname=$(readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
grep -q "^$soname " $list || { echo "$library has the soname $soname, $list another"; exit 1; }
exported=$(nm -D --defined-only "$library" | awk '{print $3}' | sort)
promised=$(sed -n 's/^ \(l[a-z0-9_]*\)@Base .*/\1/p' $list | sort)
gone=$(comm -13 <(echo "$exported") <(echo "$promised"))
[ -z "$gone" ] || { echo "promised to stay, and not there (a new soname?): $gone"; exit 1; }
new=$(grep '^limmat_' <<<"$exported" | comm -23 - <(echo "$promised"))
[ -z "$new" ] || { echo "of limmat/flat.h, and not in $list: $new"; exit 1; }
