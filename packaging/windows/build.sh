#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh [ARGUMENT…]: build-windows/limmat.exe, whole and in one file; see docs/windows.md.  What it is linked with
# is made once, in LIMMAT_WINDOWS_DEPS or ~/.cache/limmat-windows.  The ARGUMENTs are more words for Meson.
set -euo pipefail
cd "$(dirname "$0")/../.."
kept=${LIMMAT_WINDOWS_DEPS:-${XDG_CACHE_HOME:-$HOME/.cache}/limmat-windows}
dir=build-windows

packaging/windows/deps.sh "$kept"
[ -f $dir/build.ninja ] ||
    meson setup $dir --cross-file packaging/windows/mingw64.ini --cross-file "$kept/cross.ini" \
        --buildtype=custom -Doptimization=2 -Ddebug=false -Db_ndebug=true -Dprefer_static=true \
        -Dtests=false -Dpdf=disabled -Dpostgresql=disabled "$@" >/dev/null
if ! ninja -C $dir limmat.exe tests/windows/test_os.exe >$dir/build.log 2>&1; then
    grep -v '^\[' $dir/build.log >&2 || cat $dir/build.log >&2
    exit 1
fi
x86_64-w64-mingw32-strip $dir/limmat.exe
ls -l $dir/limmat.exe
