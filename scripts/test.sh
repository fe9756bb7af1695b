#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test.sh short|long: every check and every test; the last line sums all runners.
#   checks   scripts/check-*.sh, one test each, beside the others
#   debug    unit tests, corpus, command and pages under the sanitizers (suites "unit" and "cli")
#   release  everything else: vectors, references, the command (suites "unit", "cli" and "short"; "long"
#            only on request)
set -uo pipefail
cd "$(dirname "$0")/.." || exit

suites=(--suite unit --suite shipped --suite short)
[ "${1:-short}" = long ] && suites+=(--suite long)

# check_all: run each check; TAP.
check_all() {
    for check in scripts/check-*.sh; do
        if "$check" >build/check.log 2>&1; then
            echo "ok - $check"
        else
            echo "not ok - $check"
            sed 's/^/# /' build/check.log
        fi
    done
}

# run BUILD-DIR MESON-ARGUMENTS…: run the test programs; meson's logs are BUILD-DIR/meson-logs/test.*
run() {
    local dir=$1
    shift
    rm -f "$dir"/meson-logs/test.*
    meson test -C "$dir" --no-rebuild --print-errorlogs --logbase test --timeout-multiplier 10 \
        --num-processes $(($(nproc) + 1)) "$@" # some wait more than they work
}

for build in release debug; do
    scripts/build.sh $build all meson-test-prereq || exit 1
done
check_all >build/checks.tap &
run build-debug --suite unit --suite cli
run build "${suites[@]}"
wait
grep -v '^ok' build/checks.tap
scripts/count-tests.py tests/flaky.txt build/checks.tap build-debug/meson-logs/test build/meson-logs/test
