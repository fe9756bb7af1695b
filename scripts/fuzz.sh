#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh [SECONDS] [TARGET…]: fuzz every reader (or the ones named) for SECONDS each (60) under the
# sanitizers, in TAP.  A target fails that breaks, that ends before its time, or that runs nothing
# but its corpus.  New inputs gather in build-fuzz/corpus/, what is said in build-fuzz/logs/; what
# breaks a reader is left in build-fuzz/crashes/ and belongs, once mended, into fuzz/corpus/ and its
# list in fuzz/meson.build.
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

# why_not LOG BEGAN: what is wrong with a run that ended well; nothing when nothing is.
why_not() {
    local runs seconds_run=$(($(date +%s) - $2))
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$1")
    if [ "$seconds_run" -lt "$seconds" ]; then
        echo "ended after $seconds_run s"
    elif [ "${runs:-0}" -le "$(cat "$1.seeds")" ]; then
        echo "ran nothing but its corpus (${runs:-0} runs)"
    fi
}

mkdir -p build-fuzz/crashes build-fuzz/logs
echo "1..${#targets[@]}"
count=0 failed=0
for target in "${targets[@]}"; do
    mkdir -p "build-fuzz/corpus/$target"
    log=build-fuzz/logs/$target
    find "build-fuzz/corpus/$target" "fuzz/corpus/$target" -type f | wc -l >"$log.seeds"
    words=() began=$(date +%s) trouble=''
    [ ! -f "fuzz/$target.dict" ] || words=("-dict=fuzz/$target.dict")
    "build-fuzz/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -max_len=8192 "${words[@]}" -artifact_prefix="build-fuzz/crashes/$target-" \
        -print_final_stats=1 -verbosity=0 "build-fuzz/corpus/$target" "fuzz/corpus/$target" \
        >"$log" 2>&1 </dev/null || trouble="exit status $?"
    [ -n "$trouble" ] || trouble=$(why_not "$log" "$began")
    count=$((count + 1))
    if [ -z "$trouble" ]; then
        echo "ok $count - fuzz/$target"
    else
        echo "not ok $count - fuzz/$target: $trouble"
        tail -n 40 "$log" | sed 's/^/# /'
        failed=$((failed + 1))
    fi
done
[ "$failed" -eq 0 ]
