#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh release|debug|lib [TARGET…]: configure once, then build.
#   release  build/        optimised; the command is build/limmat
#   lib      build-lib/    the library alone
#   debug    build-debug/  clang, assertions, AddressSanitizer and UndefinedBehaviorSanitizer
set -euo pipefail
cd "$(dirname "$0")/.."

how=${1:-release}
shift || true
case $how in
release)
    dir=build
    [ -f $dir/build.ninja ] || meson setup $dir --buildtype=release >/dev/null
    ;;
lib)
    dir=build-lib
    [ -f $dir/build.ninja ] || meson setup $dir --buildtype=release -Dlibrary_only=true >/dev/null
    ;;
debug)
    dir=build-debug
    # The modules for browsers know nothing of sanitizers: those of the release serve both.
    engine=src/wasm/limmat.wasm
    scripts/build.sh release $engine src/wasm/engine.wasm
    [ -f $dir/build.ninja ] ||
        CC=clang meson setup $dir --buildtype=debugoptimized -Db_sanitize=address,undefined \
            -Db_lundef=false -Dc_args=-fno-sanitize-recover=undefined -Dengine="$PWD/build/$engine" \
            -Dbenchmarks=true >/dev/null
    ;;
*)
    echo "usage: build.sh release|debug|lib [TARGET…]" >&2
    exit 3
    ;;
esac
if ! ninja -C $dir "$@" >$dir/build.log 2>&1; then
    grep -v '^\[' $dir/build.log >&2 || cat $dir/build.log >&2
    exit 1
fi
