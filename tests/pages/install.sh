#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# install.sh FOLDER PACKAGE.JSON LOCKFILE: the tools of the page tests into FOLDER, as the lockfile has them.
set -euo pipefail
mkdir -p "$1"
cp "$2" "$3" "$1"
npm ci --prefix "$1" --ignore-scripts --no-audit --no-fund --loglevel=error
