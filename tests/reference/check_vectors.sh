#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_vectors.sh PROGRAM ARCHIVE: the program's word on all files of the archive, one after another.
set -euo pipefail
tar -xJOf "$2" | "$1"
