#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check-network.sh [whole]: is Limmat configured with -Dnetwork=disabled, the library and the command
# alone, and with -Dlibrary_only=true, the library?  One file of each is compiled; whole: all of the
# former, and the command pairs.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

says() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }
says meson setup "$work/build" -Dnetwork=disabled -Doptimization=0
if [ "${1:-}" = whole ]; then
    says ninja -C "$work/build"
    says "$work/build/limmat" pair examples/open-2026.trf
    [ ! -e "$work/build/limmat-serve" ]
else
    says ninja -C "$work/build" src/liblimmat.so.1.p/base_arena.c.o limmat.p/src_cli_core_main.c.o
fi

says meson setup "$work/library" -Dlibrary_only=true -Doptimization=0
says ninja -C "$work/library" src/liblimmat.so.1.p/base_arena.c.o
if ninja -C "$work/library" -t targets all | grep -v '/liblimmat\.\|words_catalogue' | grep '\.o:\|wasm'; then
    echo "-Dlibrary_only=true builds more than the library" >&2
    exit 1
fi
