#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh [SUITE…]: build-windows/limmat.exe (or LIMMAT_EXE) under wine, without a screen; SUITE is one of those
# below, all when none is named.  LIMMAT is the command of this machine that it is compared with (build/limmat).  The suites of this machine's command run with a command that starts the
# program for Windows, and what is Windows' own is in test_windows.py.  TAP of each; the last line
# sums them.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
exe=$(realpath -m "${LIMMAT_EXE:-build-windows/limmat.exe}")
work=$PWD/build-windows/wine
linux=$(realpath -m "${LIMMAT:-build/limmat}")
pages=$PWD/build/tests/pages
[ -f "$exe" ] || { echo "there is no $exe; make windows makes it" >&2; exit 3; }

export LIMMAT_CONSOLE=wine LIMMAT_ONE_FILE=1 WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=' LC_ALL=C.UTF-8
unset DISPLAY
server=$(ls /usr/lib/wine/wineserver64 2>/dev/null || echo /usr/lib/wine/wineserver)
mkdir -p "$work/tmp"
[ -d "$WINEPREFIX/drive_c" ] || WINEARCH=win64 /usr/lib/wine/wine64 wineboot -i >"$work/boot.log" 2>&1
"$server" -p # it stays for all that follows, and ends with us
trap '"$server" -k' EXIT
# The first program starts the services of wine, which keep its streams open as long as they live.
/usr/lib/wine/wine64 "$exe" version >"$work/boot.log" 2>&1 </dev/null
cat >"$work/limmat" <<END
#!/bin/sh
exec /usr/lib/wine/wine64 '$exe' "\$@"
END
chmod +x "$work/limmat"
limmat=$work/limmat

# The suites, by their names.
command() { tests/cli/run.sh "$limmat"; }
os() { (mkdir "$work/os" && cd "$work/os" && /usr/lib/wine/wine64 ../../tests/windows/test_os.exe; code=$?; rm -rf "$work/os"; exit $code); }
windows() { python3 tests/windows/test_windows.py "$limmat" "$exe" "$linux"; }
desk() { python3 tests/cli/test_desk.py "$limmat"; }
kill() { python3 tests/cli/test_kill.py "$limmat" 10; }
situations() { python3 tests/cli/test_situations.py "$limmat" docs/situations.md; }
serve() { python3 tests/server/test_serve.py "$limmat"; }
durable() { python3 tests/server/test_durable.py "$limmat" 4 4; }
tls() { python3 tests/server/test_tls.py "$limmat"; }
lists() { python3 tests/server/test_lists.py "$limmat"; }
browser() { node tests/server/test_event.mjs "$limmat" "$pages"; }

suites=("$@")
[ $# -gt 0 ] || suites=(os windows command desk kill situations serve durable tls lists browser)
passed=0 failed=0
for suite in "${suites[@]}"; do
    echo "# $suite"
    "$suite" >"$work/$suite.tap" 2>&1
    status=$?
    good=$(grep -c '^ok ' "$work/$suite.tap") bad=$(grep -c '^not ok ' "$work/$suite.tap")
    grep -A20 -E '^not ok |^Bail out' "$work/$suite.tap"
    # One that ended before its plan was fulfilled has no test that failed.
    if ! grep -q '^1\.\.[1-9]' "$work/$suite.tap" || { [ $status -ne 0 ] && [ "$bad" -eq 0 ]; }; then
        tail -5 "$work/$suite.tap"
        bad=$((bad + 1))
    fi
    echo "# $suite: $good passed, $bad failed"
    passed=$((passed + good)) failed=$((failed + bad))
done
echo "$passed passed, $failed failed under wine"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
