#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_packed.sh LIMMAT SYSTEM FILES.tar.xz: every tournament of the archive is paired the same
# again, every round of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -xJf "$3" -C "$folder"
files=$(find "$folder" -name '*.trf' | wc -l)
last=$("$1" check -s "$2" "$folder" | tail -n 1) || true
echo 1..1
case "$last" in
"$files files, "*" rounds: 0 differences"*) echo "ok 1 - all_rounds_are_paired_the_same # $last" ;;
*) echo "not ok 1 - all_rounds_are_paired_the_same # $last" ;;
esac
