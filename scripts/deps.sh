#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# deps.sh [test] [docs] [deb] [windows]: install what is missing of the Debian packages in scripts/packages-lib.txt and
# packages.txt, and of those in packages-test.txt and the like (docs/dependencies.md says why each is there).
# deps.sh lib: those of the library alone.
# Does nothing, and asks for nothing, when all are installed; a program of a package's name that came from
# elsewhere will do.
set -euo pipefail
cd "$(dirname "$0")/.."

lists=(scripts/packages-lib.txt)
if [ "$*" = lib ]; then set --; else lists+=(scripts/packages.txt); fi
for more in "$@"; do lists+=("scripts/packages-$more.txt"); done
mapfile -t wanted < <(sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' "${lists[@]}")
missing=()
for package in "${wanted[@]}"; do
    state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$state" = "install ok installed" ] || type -P "$package" >/dev/null || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

sudo=()
[ "$(id -u)" -eq 0 ] || sudo=(sudo)
echo "installing: ${missing[*]}"
"${sudo[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
