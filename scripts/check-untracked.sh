#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A build leaves nothing behind that git neither knows nor ignores (checked where nobody is editing:
# in continuous integration).
set -euo pipefail
cd "$(dirname "$0")/.."
[ "${CI:-}" = true ] || exit 0
left=$(git status --porcelain --untracked-files=all)
[ -z "$left" ] || { echo "left behind by the build:"; echo "$left"; exit 1; }
