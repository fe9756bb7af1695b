#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh [SECONDS] [TARGET…]: fuzz every reader (or the ones named) for SECONDS each (60) under the
# sanitizers.  New inputs gather in build-fuzz/corpus/; what breaks a reader is left in
# build-fuzz/crashes/ and belongs, once mended, into fuzz/corpus/ and its list in fuzz/meson.build.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for directory in fuzz/corpus/*/; do
        targets+=("$(basename "$directory")")
    done
fi

[ -f build-fuzz/build.ninja ] ||
    CC=clang meson setup build-fuzz --buildtype=debugoptimized -Dfuzz=true \
        -Db_sanitize=address,undefined -Db_lundef=false \
        -Dc_args='-fsanitize=fuzzer-no-link -fno-sanitize-recover=undefined' >/dev/null
programs=()
for target in "${targets[@]}"; do
    programs+=("fuzz/fuzz_$target")
done
ninja -C build-fuzz "${programs[@]}" >build-fuzz/build.log || { cat build-fuzz/build.log >&2; exit 1; }

mkdir -p build-fuzz/crashes
for target in "${targets[@]}"; do
    mkdir -p "build-fuzz/corpus/$target"
    echo "fuzz/$target: $seconds s"
    words=()
    [ ! -f "fuzz/$target.dict" ] || words=("-dict=fuzz/$target.dict")
    "build-fuzz/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -max_len=8192 "${words[@]}" -artifact_prefix="build-fuzz/crashes/$target-" \
        -print_final_stats=1 -verbosity=0 "build-fuzz/corpus/$target" "fuzz/corpus/$target"
done
