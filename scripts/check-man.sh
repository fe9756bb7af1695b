#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cd "$(dirname "$0")/.."
pages=$(git ls-files --cached --others --exclude-standard 'man/*.[1-9]')
[ -z "$pages" ] || xargs mandoc -T lint -W warning <<<"$pages"
