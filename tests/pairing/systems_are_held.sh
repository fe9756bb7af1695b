#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# systems_are_held.sh LIMMAT TESTS: every row of the table of systems has vectors, a literal reference,
# a law for generated tournaments, an engine note and its name on pages; every tie-break has its name and what it is for
# pages.  A row without them does not land unnoticed.
set -uo pipefail
limmat=$1 tests=$2 count=0 failed=0

say() { # say STATUS NAME
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        failed=$((failed + 1))
    fi
}

# Dubov of 2018 is that of 2026 with another C2, which random play compares.  Teams play by the tables of players.  The rules of ACWC are held to whole championships, played again from their vectors; what they say of
# one round is a few lines, and the judge of generated tournaments knows them.
vectors_of() {
    case $1 in
    monrad-acwc-2019) echo acwc-2019 ;;
    team-round-robin) echo round-robin ;;
    dubov-2018) echo dubov-2026 ;;
    *) echo "$1" ;;
    esac
}
reference_of() {
    case $1 in
    monrad-acwc-2019) echo championship/acwc_2019.c ;;
    team-round-robin) echo reference/round_robin.c ;;
    dubov-2018) echo reference/dubov_2026.c ;;
    *) echo "reference/${1//-/_}.c" ;;
    esac
}
note_of() { case $1 in dutch-2026 | dutch-2017) echo dutch ;; dubov-2018) echo dubov-2026 ;; team-round-robin) echo round-robin ;; *) echo "$1" ;; esac; }

systems=$("$limmat" systems -f json | sed -n 's/^    "name": "\([^"]*\)",$/\1/p')
[ -n "$systems" ]
say $? the_table_of_systems_is_read
for system in $systems; do
    test -s "$tests/vectors/$(vectors_of "$system")/README.md"
    say $? "$system/has_vectors_with_a_readme"
    test -s "$tests/$(reference_of "$system")"
    say $? "$system/has_a_literal_reference"
    grep -q "{.system = \"$system\"" "$tests/pairing/generated.c"
    say $? "$system/has_a_law_for_generated_tournaments"
    grep -q "'$system'" "$tests/meson.build" || grep -q "'${system%-*}-@0@'" "$tests/meson.build"
    say $? "$system/is_in_the_test_run"
    test -s "$tests/../docs/engines/$(note_of "$system").md"
    say $? "$system/has_an_engine_note"
    grep -qx "msgid \"system\.$system\"" "$tests/../words/pages/public/en.po"
    say $? "$system/has_its_name_on_pages"
done
for code in $("$limmat" standings --list | sed -n 's/^\([A-Z_]*\)  .*/\1/p'); do
    [ "$(grep -cx "msgid \"tie-break\.\(what\.\)\?$code\"" "$tests/../words/pages/public/en.po")" = 2 ]
    say $? "$code/has_its_words_on_pages"
done
echo "1..$count"
[ $failed = 0 ]
