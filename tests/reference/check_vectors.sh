#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_vectors.sh PROGRAM FILE [last]: the program's word on a file of tournaments, or on all files
# of an archive, one after another.
set -euo pipefail
case "$2" in
*.tar.xz) tar -xJOf "$2" | "$1" "${@:3}" ;;
*) "$1" "${@:3}" <"$2" ;;
esac
