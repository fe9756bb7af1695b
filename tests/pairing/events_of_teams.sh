#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# events_of_teams.sh LIMMAT COUNT: generated events of teams, told by the games of their boards, with
# everything that happens to real ones, are paired the same again, and declare the points they come to.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/rates.txt" <<'RATES'
Forfeits=5
DoubleForfeits=2
HalfPointByes=3
FullPointByes=1
ZeroPointByes=4
Withdrawals=2
LateEntries=5
Unrated=3
ForbiddenPairs=6
Acceleration=baku
RATES
"$1" generate -s team-2026 --config "$folder/rates.txt" -n 21 -R 7 --count "$2" -o "$folder/events"
last=$("$1" check "$folder/events" | tail -n 1) || true
echo 1..1
case "$last" in
"$2 files, "*" rounds: 0 differences ("*) echo "ok 1 - events_of_boards_are_paired_the_same # $last" ;;
*) echo "not ok 1 - events_of_boards_are_paired_the_same # $last" ;;
esac
