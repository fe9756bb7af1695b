#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# round_trip.sh PROGRAM VECTORS.tar.xz: PROGRAM over all tournaments of the archive.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -xJf "$2" -C "$folder"
find "$folder" -name '*.trf' -print0 | sort -z | xargs -0 "$1"
