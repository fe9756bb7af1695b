#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test.sh short|long: every check and every test; the last line sums all runners.
#   checks   scripts/check-*.sh, one test each
#   debug    unit tests, corpus, command and pages under the sanitizers (suites "unit" and "cli")
#   release  everything else: vectors, references, the command (suites "short" and "cli"; "long"
#            only on request)
set -uo pipefail
cd "$(dirname "$0")/.." || exit

length=${1:-short}
passed=0 failed=0 skipped=0
seconds=() # programs that were tried twice

for check in scripts/check-*.sh; do
    if output=$("$check" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'not ok - %s\n%s\n' "$check" "$output"
    fi
done

# run BUILD-DIR LOG-NAME MESON-ARGUMENTS…: run and add up the TAP lines of each test program.
run() {
    local dir=$1 name=$2
    shift 2
    if ! ninja -C "$dir" meson-test-prereq >"$dir/prereq.log" 2>&1; then
        cat "$dir/prereq.log"
        failed=$((failed + 1))
        return
    fi
    local counts status=0 logs=$dir/meson-logs files again
    meson test -C "$dir" --no-rebuild --print-errorlogs --logbase "$name" --timeout-multiplier 10 \
        "$@" || status=$?
    files=("$logs/$name.junit.xml")
    mapfile -t again < <(/usr/bin/python3 scripts/count-tests.py failed "$logs/$name.json")
    # What failed has a second try by itself, and is named: on a machine that is busy with the
    # others a browser or a clock may fail that is not at fault; what is, fails again.
    if [ "$status" -ne 0 ] && [ ${#again[@]} -gt 0 ] && [ ${#again[@]} -le 5 ]; then
        status=0
        meson test -C "$dir" --no-rebuild --print-errorlogs --logbase "$name-again" \
            --timeout-multiplier 10 --num-processes 1 "${again[@]}" || status=$?
        files+=("$logs/$name-again.junit.xml")
        seconds+=("${again[@]}")
    fi
    counts=$(/usr/bin/python3 scripts/count-tests.py counts "${files[@]}") || counts="0 1 0"
    read -r p f s <<<"$counts"
    # A program that ended before its plan was fulfilled has no test that failed.
    [ "$status" -eq 0 ] || [ "$f" -gt 0 ] || f=1
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

scripts/build.sh release || exit 1
scripts/build.sh debug || exit 1
run build-debug unit --suite unit --suite cli
run build short --suite unit --suite short --suite cli
[ "$length" = long ] && run build long --suite long

[ ${#seconds[@]} -eq 0 ] || echo "tried a second time, alone: ${seconds[*]}"
line="$passed passed, $failed failed"
[ "$skipped" -eq 0 ] || line="$line, $skipped skipped"
echo "$line"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
