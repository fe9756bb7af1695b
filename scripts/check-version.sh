#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The version stands in meson.build; where a file of its own must name it, it is the same.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
bad=0
# is FILE EXPRESSION [EXPECTED]: sed's EXPRESSION finds the version in FILE
is() {
    local found
    found=$(sed -n "$2" "$1" | head -1)
    [ "$found" = "${3:-$version}" ] || { echo "$1 has version \"$found\", meson.build \"$version\"" >&2; bad=1; }
}
is include/limmat/status.h 's/^#define LM_VERSION "\(.*\)"/\1/p'
is include/limmat/flat.h "s/.*The library's version, \"\(.*\)\"\..*/\1/p"
is packaging/npm/package.json 's/^  "version": "\(.*\)",/\1/p'
is packaging/debian/changelog 's/^limmat (\(.*\)-[^-]*) .*/\1/p'
is packaging/debian/control 's/^Provides: liblimmat1-unsettled-\(.*\)/\1/p' "${version%.*}"
is packaging/debian/liblimmat1.symbols 's/^| liblimmat1-unsettled-\(.*\)/\1/p' "${version%.*}"
is CHANGELOG.md 's/^## \([0-9.]*\).*/\1/p'
exit $bad
