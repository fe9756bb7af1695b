#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# acwc_2019.sh PROGRAM ARCHIVE DEFINITION: unpack the vectors and hold the engine to them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" -xJf "$2"
"$1" "$folder" "$3"
