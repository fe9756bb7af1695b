#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# office.sh LIMMAT PLAYERS MONTHS KILLS: a rating office at work on a simulated federation, in TAP.
set -uo pipefail
limmat=$(realpath "$1") players=$2 months=$3 kills=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3

count=0
holds() { # holds NAME COMMAND…: the command succeeds
    local name=$1
    shift
    count=$((count + 1))
    if "$@" >out 2>err; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        sed 's/^/# /' out err
    fi
}
fails() { # fails STATUS COMMAND…
    local status=$1
    shift
    "$@"
    [ $? -eq "$status" ]
}

# --- games and checks

says() { # says TEXT COMMAND…: TEXT is in the output
    local text=$1
    shift
    { "$@" 2>&1 || true; } | grep -F -- "$text" >/dev/null
}
holds a_game_is_explained says 'capped' "$limmat" rate game 2280 2700 0
holds no_cap_from_2650_since_2025 says '+420' "$limmat" rate game 2700 2280 1
holds capped_in_2024 says '+400' "$limmat" rate game --day 2024-05-01 2700 2280 1
holds the_edition_of_2013_has_no_rapid_list fails 3 "$limmat" rate game --rules rating-2013 --chess rapid 2000 2000 1
holds a_result_must_be_one fails 3 "$limmat" rate game 2000 2000 2

cat >event.json <<'END'
{"id": "E1", "name": "Small Open", "kind": "swiss", "start": "2013-09-20", "end": "2013-09-22",
 "registered": "2013-09-16", "arbiters_licensed": true, "laws": true,
 "time_control": [{"minutes": 89, "increment": 0}],
 "players": [{"id": 1, "name": "Ärmel, A", "rating": 2000, "k": 15},
             {"id": 2, "name": "Bär, B", "rating": 1900, "k": 30}, {"id": 3, "name": "Cerf, C"}],
 "games": [[1, 1, 2, "1-0"], [1, 3, null, "bye"], [2, 2, 3, "+-"], [3, 3, 1, "1/2"]]}
END
holds too_late_and_too_fast_are_red says 'red    0.2' "$limmat" rate check event.json
holds each_red_line_says_what_to_do says 'ask the QC chairman' "$limmat" rate check event.json
holds a_change_is_computed_all_the_same says '+5.40' "$limmat" rate event event.json # .36 x 15
holds a_forfeit_is_not_rated says 'not played (5.1)' "$limmat" rate event event.json
holds an_unrated_opponent_is_not_rated says 'the opponent is unrated (6.42)' "$limmat" rate event -p 1 event.json
holds few_opponents_are_disregarded says '8.21-opponents' "$limmat" rate event -f json event.json
holds an_unknown_key_is_refused_with_its_place says 'bad.json:1:' \
    bash -c "echo '{\"kind\": \"swiss\", \"games\": [], \"registred\": 1}' >bad.json; '$limmat' rate event bad.json"

# --- months

holds a_federation_is_simulated "$limmat" rate simulate -n "$players" -m "$months" --seed 7 --events -o fed
month() { # month N: the list N months after August 2013
    date -u -d "2013-08-01 +$1 month" +%Y-%m
}
rerun() { # every month again from its events, and again from its journal
    local n old new
    for n in $(seq 1 "$months"); do
        old=$(month $((n - 1))) new=$(month "$n")
        "$limmat" rate period --leave-out -l "fed/$old" -e "fed/events-$new" -o again &&
            diff -r again "fed/$new" &&
            "$limmat" rate period -l "fed/$old" --replay "fed/$new/journal.txt" -o replayed &&
            diff -r replayed "fed/$new" || return 1
        rm -r again replayed
    done
}
holds every_list_is_made_again_from_events_and_from_its_journal rerun
holds drift_is_computed says "$(month "$months")" "$limmat" rate drift fed/20*
holds drift_is_drawn says '</svg>' "$limmat" rate drift -f svg fed/20*
holds drift_has_a_csv says 'difference from,games' "$limmat" rate drift -f csv --part calibration fed/20*

first=$(month 0) second=$(month 1)
holds a_list_is_made_once fails 3 "$limmat" rate period -l "fed/$first" -e "fed/events-$second" -o "fed/$second"
holds a_cut_journal_is_refused bash -c "
    head -c -10 'fed/$second/journal.txt' >cut.txt
    ! '$limmat' rate period -l 'fed/$first' --replay cut.txt -o from_cut && [ ! -e from_cut ]"
holds another_list_s_journal_is_refused fails 3 "$limmat" rate period -l "fed/$second" --replay "fed/$second/journal.txt" -o wrong

# a month by a federation's own rules, of which the journal has the name and the office the file
own_rules() {
    "$limmat" rate rules show rating-2013 | sed '0,/"rating-2013"/s//"of-our-own"/' >own.json
    "$limmat" rate period --leave-out -l "fed/$first" -e "fed/events-$second" --edition own.json -o own || return 1
    grep -q '^limmat-journal 1	of-our-own	' own/journal.txt &&
        "$limmat" rate period -l "fed/$first" --replay own/journal.txt --edition own.json -o own_again &&
        diff -r own own_again
}
holds a_month_by_own_rules_is_made_again_from_its_journal own_rules
holds without_their_file_the_replay_says_which says 'rated by of-our-own, which is not built in; give its file by --edition' \
    "$limmat" rate period -l "fed/$first" --replay own/journal.txt -o never

# one bad file, one unknown player, one event of an earlier month: three refusals, no list
spoil() {
    cp -r "fed/events-$second" spoilt
    echo '{' >spoilt/broken.json
    sed 's/"id": "E1"/"id": "E2"/; s/2013-09-2/2013-06-2/g' event.json >spoilt/early.json
    "$limmat" rate period -l "fed/$first" -e spoilt -o none 2>refusals
    [ ! -e none ] && [ ! -e none.partial ] && grep -q broken.json refusals && grep -q 'E2 belongs to an earlier' refusals
}
holds all_refusals_are_listed_and_nothing_is_applied spoil
stranger() {
    mkdir strange
    sed 's/2013-09-2/2013-08-2/g' event.json >strange/event.json
    "$limmat" rate period -l "fed/$first" -e strange -o none 2>refusals
    [ ! -e none ] && [ "$(grep -c 'not in the registry' refusals)" -eq 3 ]
}
holds strangers_are_refused_by_name stranger

# --- killed in the middle

survive() {
    local n sum begin span
    begin=$(date +%s%N)
    "$limmat" rate period --leave-out -l "fed/$first" -e "fed/events-$second" -o killed || return 1
    span=$((($(date +%s%N) - begin) / 1000)) # microseconds
    rm -r killed
    sum=$(cat fed/"$first"/* | sha256sum)
    for n in $(seq 1 "$kills"); do
        "$limmat" rate period --leave-out -l "fed/$first" -e "fed/events-$second" -o killed >out 2>&1 &
        sleep "0.$(printf '%06d' $((span * n / (kills + 1) % 1000000)))"
        kill -9 $! 2>/dev/null
        wait $! 2>/dev/null
        [ "$(cat fed/"$first"/* | sha256sum)" = "$sum" ] || return 1
        if [ -e killed ]; then
            diff -r killed "fed/$second" || return 1
            rm -r killed
        fi
    done
    "$limmat" rate period --leave-out -l "fed/$first" -e "fed/events-$second" -o killed &&
        diff -r killed "fed/$second" && [ ! -e killed.partial ]
}
holds a_killed_run_leaves_the_old_list_whole survive

# --- lists in and out

roundtrip() { # roundtrip FORM
    "$limmat" rate export -t "$1" -o "list.$1" "fed/$second" &&
        "$limmat" rate import -d "$second-01" -o "imported.$1" "list.$1" &&
        "$limmat" rate export -t "$1" -o "again.$1" "imported.$1" && cmp "list.$1" "again.$1"
}
for form in combined legacy xml; do
    holds "a_list_comes_back_from_${form}_as_it_went" roundtrip $form
done
# Tables have the people of FIDE's XML; --public has no birth of anybody who may be under 18 on the list's day.
cat >tables.py <<'END'
import csv, json, re, sys
limmat_xml, table, data, day = sys.argv[1:]
def of_xml(text):
    value = lambda tag: (re.search(f"<{tag}>(.*?)</{tag}>", text) or [0, ""])[1]
    return value("fideid"), value("rating"), value("games"), value("k"), value("birthday")
people = [of_xml(one) for one in open(limmat_xml).read().split("<player>")[1:]]
rows = [(r["id"], r["standard"], r["standard_games"], r["standard_k"], r["born"] or "0") for r in csv.DictReader(open(table))]
objects = [tuple(str(x) for x in (p["id"], p["standard"]["rating"], p["standard"]["games"], p["standard"]["k"], p.get("born", 0))) for p in json.load(open(data))["people"]]
adult = [p if int(day[:4]) - int(p[4]) > 18 else None for p in people]
public = [r for r in csv.DictReader(open(table.replace(".csv", ".public.csv")))]
young = sum(a is None for a in adult)
assert people == rows == objects and young > 5 and young < len(people)
assert [r["born"] for r in public] == ["" if a is None else a[4] for a in adult]
END
tables() {
    local form
    for form in csv json; do "$limmat" rate export -t $form -o "list.$form" "fed/$second" || return 1; done
    "$limmat" rate export --public -t csv -o list.public.csv "fed/$second" && /usr/bin/python3 tables.py list.xml list.csv list.json "$second-01"
}
holds tables_are_fide_s_list_and_public_ones_hide_the_births_of_minors tables
holds a_zipped_list_is_read bash -c "
    /usr/bin/python3 -c 'import zipfile; zipfile.ZipFile(\"list.zip\", \"w\", 8).write(\"list.xml\")' &&
    '$limmat' rate import -d $second-01 -o imported.zip list.zip && cmp imported.zip imported.xml"
holds half_a_zip_is_refused bash -c "
    head -c 2000 list.zip >half.zip; ! '$limmat' rate import -d $second-01 -o half half.zip && [ ! -e half ]"
holds names_are_found_without_diacritics says 'Łukaszewski' "$limmat" rate lookup -l "fed/$second" lukaszewski
holds names_are_found_in_either_order says 'Þórðarson, Anna' "$limmat" rate lookup -l imported.xml anna thordarson
holds ids_are_found says '100001' "$limmat" rate lookup -l imported.xml -f json 100001
holds nobody_is_said fails 3 "$limmat" rate lookup -l imported.xml zzz

echo "1..$count"
