#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# month.sh LIMMAT: an officer's month from FIDE's list to the next, and the mistakes that officers meet, each
# planted into it; in TAP.  None may pass silently: it is refused or told with its place and what to do.
# (officer.sh has more of identities and repeats.)
set -uo pipefail
limmat=$(realpath "$1")
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
says() { # says TEXT COMMAND…: TEXT is in what the command prints
    local text=$1
    shift
    { "$@" 2>&1 || true; } | tee printed
    grep -qF -- "$text" printed
}

# --- FIDE's lists

player() { # player ID NAME FED SEX RATING GAMES K BORN [TITLE]
    printf '<player><fideid>%s</fideid><name>%s</name><country>%s</country><sex>%s</sex>' "$1" "$2" "$3" "$4"
    printf '<title>%s</title>' "${9-}"
    [ "$5" = 0 ] || printf '<rating>%s</rating><games>%s</games><k>%s</k>' "$5" "$6" "$7"
    printf '<birthday>%s</birthday><flag></flag></player>\n' "$8"
}
list() { # list: the players of standard input as XML
    echo '<?xml version="1.0" encoding="UTF-8"?><playerslist>'
    cat
    echo '</playerslist>'
}
april() {
    player 1300003 'Keller, Anna' SUI F 1820 0 20 1995
    player 1300004 'Brunner, Beat' SUI M 1900 0 20 1980
    player 1300005 "O'Connor, Pat" IRL M 2010 0 20 1985
    player 1300006 'Favre, Luc' FRA M 1750 0 20 2001
    player 1300007 'Rossi, Carla' ITA F 2100 0 20 1999
    player 1300008 'van den Berg, Jan' NED M 2200 0 20 1970
    player 1300009 'Novák, Petr' CZE M 0 0 0 2012
    player 1300012 'Frei, Max' SUI M 1600 0 20 1950
}
april | list >april.xml
holds the_list_of_april_is_read "$limmat" rate import -d 2026-04-01 -o april.registry april.xml
mkdir -p 2026-04 events
cp april.registry 2026-04/registry
person() { "$limmat" rate person -l 2026-04 "$@"; }
holds the_day_of_a_birth_is_entered person correct 1300003 born=1995-03-02
holds a_new_person_is_added person add 1300020 'name=Nowak, Ewa' federation=SUI sex=F born=2014

# --- a good month: the events of April

event() { # event ID PLAYERS GAMES [KEYS]: a file of events/
    cat >"events/$1.json" <<EOF
{"id": "$1", "name": "Open $1", "kind": "swiss", "start": "2026-04-10", "end": "2026-04-12",
 "registered": "2026-03-01", "laws": true, "time_control": [{"minutes": 90, "increment": 30}],
 "rounds_per_day": {"2026-04-10": 1}, "received": "2026-04-14",
 "players": [$2], "games": [$3]${4-}}
EOF
}
anna='{"id": 1300003, "name": "Keller, Anna", "born": 1995, "federation": "SUI", "rating": 1820}'
beat='{"id": 1300004, "name": "Brunner, Beat", "born": 1980, "federation": "SUI", "rating": 1900}'
pat='{"id": 1300005, "name": "OConnor, Pat", "born": 1985, "federation": "IRL", "rating": 2010}'
luc='{"id": 1300006, "name": "Favre, Luc", "born": 2001, "federation": "FRA", "rating": 1750}'
petr='{"id": 1300009, "name": "Novák, Petr", "born": 2012, "federation": "CZE"}'
ewa='{"id": 1300020, "name": "Nowak, Ewa", "born": 2014, "federation": "SUI"}'
four="$anna, $beat, $pat, $luc"
games='[1, 1300003, 1300004, "1-0"], [1, 1300005, 1300006, "1/2"], [2, 1300004, 1300005, "0-1"],
       [2, 1300006, 1300003, "1-0"], [3, 1300003, 1300005, "0-1"], [3, 1300004, 1300006, "1-0"]'
newcomer='[1, 1300009, 1300003, "1-0"], [1, 1300004, 1300020, "1-0"], [2, 1300009, 1300004, "1/2"]'
event good "$four" "$games"
event club "$petr, $anna, $beat, $ewa" "$newcomer"
silent() { "$limmat" rate period -l 2026-04 -e events -o 2026-05 >out 2>said && cat said && [ ! -s said ] && [ -s 2026-05/journal.txt ]; }
holds the_list_of_may_is_made_without_a_word silent
cp -r events right

# Anna, 1820, K 20: won against 1900 (.39), lost against 1750 (.60), 2010 (.25) and an unrated player: -.24.
why() { "$limmat" rate why -l 2026-05 1300003; }
holds why_a_rating_changed says 'good   Open good      3    1.0    1820  20   -0.24   -4.80' why
holds why_a_rating_changed_in_sum says '1820 -> 1815, K 20 -> 20: the changes of all events add up to -4.80, rounded once (8.3.4)' why
holds why_it_changed_game_by_game says 'Favre, Luc       1750   +70      +70       .60      0   -0.60' \
    "$limmat" rate why -l 2026-05 --before 2026-04 -e events 1300003
holds why_it_did_not_change says 'no event of this player was rated for this list: nothing changes' \
    "$limmat" rate why -l 2026-05 1300008
holds the_unrated_are_exported says '1300009,"Novák, Petr",CZE,M,2012,,2,1' "$limmat" rate export -t unrated 2026-05
holds and_so_is_who_has_no_game says '1300020,"Nowak, Ewa",SUI,F,2014,,0,0' "$limmat" rate export -t unrated 2026-05

# --- an event of the past put right: all later lists anew, the difference with reasons

holds a_transfer_after_the_list "$limmat" rate person -l 2026-05 correct 1300007 federation=SUI
cat >events/june.json <<EOF
{"id": "june", "name": "May Open", "kind": "swiss", "start": "2026-05-10", "end": "2026-05-12",
 "registered": "2026-03-01", "laws": true, "time_control": [{"minutes": 90, "increment": 30}],
 "rounds_per_day": {"2026-05-10": 1}, "received": "2026-05-14",
 "players": [1300003, 1300007, 1300008], "games": [[1, 1300003, 1300008, "1-0"], [2, 1300007, 1300003, "1/2"]]}
EOF
holds the_list_of_june "$limmat" rate period --leave-earlier -l 2026-05 -e events -o 2026-06
cp events/june.json right/
sed -i 's/\[2, 1300006, 1300003, "1-0"\]/[2, 1300006, 1300003, "0-1"]/' right/good.json
sum=$(cat 2026-0?/registry | sha256sum)
rectify() { "$limmat" rate rectify -e right -o rectified 2026-04 2026-05 2026-06; }
holds an_event_is_rectified says '1300003 Keller, Anna SUI: 1815 -> 1835: event good: score 1.0 of 3 -> 2.0 of 3; change -4.80 -> 15.20' rectify
holds who_played_in_it_too says '1300006 Favre, Luc FRA:' cat rectified/differences.txt
holds the_next_list_follows says '1300003 Keller, Anna SUI: 1840 -> 1859: event june: rating 1815 -> 1835' cat rectified/differences.txt
holds its_opponents_follow says "1300007 Rossi, Carla SUI: 2093 -> 2094: event june: opponents or their ratings differ, change -6.80 -> -6.40" cat rectified/differences.txt
holds whom_it_does_not_touch_is_not_named bash -c "! grep -q 'Novák' rectified/differences.txt"
holds published_lists_stay_as_they_are bash -c "[ \"\$(cat 2026-0?/registry | sha256sum)\" = '$sum' ]"
holds what_was_done_to_persons_is_done_again bash -c "grep -q '^1300007.*SUI' rectified/2026-06/registry && grep -q 1300007 rectified/2026-05/persons.txt"
same() { "$limmat" rate rectify -e events -o unchanged 2026-04 2026-05 2026-06 && diff -r 2026-06 unchanged/2026-06; }
holds without_a_correction_the_lists_are_the_same same

# --- FIDE's list of May: reconciled, and merged without losing history

{
    player 1300003 'Keller-Meier, Anna' SUI F 1818 4 20 1995
    player 1300004 'Brunner, Beat' SUI M 1906 6 20 1980
    player 1300005 "O'Connor, Pat" IRL M 2007 3 20 1985 FM
    player 1300006 'Favre, Luc' SUI M 1754 0 20 2001
    player 1300007 'Rossi, Carla' ITA F 2110 0 20 1998
    player 1300009 'Novak, Petr' CZE M 0 0 0 2012
    player 1300031 'Frei, Max' SUI M 1600 0 20 1950
    player 1300032 'Neu, Nora' GER F 1500 0 40 2015
} | list >may.xml
"$limmat" rate person -l 2026-05 correct 1300007 federation=ITA >/dev/null
reconcile() { "$limmat" rate reconcile -l 2026-05 -d 2026-05-01 "$@" may.xml; }
holds fide_s_list_is_reconciled reconcile -f csv
reconcile -f csv >differences 2>&1
cause() { grep -F -- "$1" differences | grep -qF -- "$2" || { cat differences; false; }; }
holds cause_more_games cause '1300004,"Brunner, Beat",rating standard' 'they have rated games that we have not'
holds with_our_events cause '1300004,"Brunner, Beat",rating standard' 'our events: club, good'
holds cause_fewer_games cause '1300006,"Favre, Luc",rating standard' 'we have rated games that they have not'
holds cause_result_or_rounding cause "1300005,\"O'Connor, Pat\",rating standard" 'as many games'
holds cause_an_earlier_list cause '1300007,"Rossi, Carla",rating standard,2100,2110' 'they have put an earlier list right'
holds cause_title cause "1300005,\"O'Connor, Pat\",title,,FM" 'a title was awarded'
holds cause_marriage cause '1300003,"Keller, Anna",name' 'marriage or a correction'
holds cause_transfer cause '1300006,"Favre, Luc",federation,FRA,SUI' 'transferred'
holds cause_birth cause '1300007,"Rossi, Carla",birth,1999,1998' 'corrected by the federation'
holds cause_spelling cause '1300009,"Novák, Petr",name' 'spelt differently'
holds cause_merged_id cause '1300012,"Frei, Max",person' 'person merge`): 1300031'
holds cause_gone cause '1300008,"van den Berg, Jan",person' 'taken out of FIDE'
holds cause_local_person cause '1300020,"Nowak, Ewa",person' 'not registered with FIDE yet'
holds cause_new_person cause '1300032,"Neu, Nora",person,,"Neu, Nora"' 'registered since by another office'
holds the_two_are_merged reconcile -o 2026-05-fide
kept() { # what FIDE does not say is still there
    grep -q '^1300003.*Keller-Meier, Anna.*19950302' 2026-05-fide/registry && # the day of birth
        grep -q '^1300003.*h-,1820,20' 2026-05-fide/registry &&                # the rating before
        grep -q '^1300009.*club' 2026-05-fide/registry &&                      # the pool of an unrated player
        grep -q '^1300020.*Nowak' 2026-05-fide/registry &&                     # who is not with FIDE yet
        grep -q '^event.good' 2026-05-fide/events.txt                          # what was rated
}
holds history_is_not_lost kept
later() { # from a list of the month before: what was in force stays in the history
    "$limmat" rate reconcile -l 2026-04 -d 2026-05-01 -o 2026-05-later may.xml >said && grep -q 'their list is a later one' said &&
        grep -q '^1300004.*1906,20,20260501,.*h-,1900,20' 2026-05-later/registry
}
holds a_list_of_the_next_month_is_merged_too later
holds fide_s_figures_are_taken_over says '1906 (20)' "$limmat" rate lookup -l 2026-05-fide 1300004
holds then_nothing_differs_but_who_is_ours_only says '3 differences' \
    "$limmat" rate reconcile -l 2026-05-fide -d 2026-05-01 may.xml
holds the_next_month_goes_on_from_it "$limmat" rate period --leave-earlier -l 2026-05-fide -e events -o 2026-06-fide
holds why_by_a_merged_list says 'imported from FIDE' "$limmat" rate why -l 2026-05-fide 1300004

# --- the mistakes: each planted alone into the month of April

clear_events() { rm -rf events && mkdir events; }
month() { "$limmat" rate period -l 2026-04 -e events -o new; }
refused() { # refused TEXT: no list is made, TEXT says why and what to do
    rm -rf new
    says "$1" month && [ ! -e new ]
}
told() { # told TEXT: the list is made, and TEXT is said
    rm -rf new
    says "$1" month && [ -e new ]
}
pair='[1, 1300003, ID, "1-0"], [2, ID, 1300004, "0-1"]'
with() { # with PLAYER ID [KEYS]: one event of Anna, Beat and this player
    clear_events
    event E1 "$anna, $beat, $1" "${pair//ID/$2}" "${3-}"
}

with '{"id": 1300060, "name": "Favre, Luc", "federation": "FRA"}' 1300060
holds mistake_01_a_wrong_id refused 'player 1300060 (Favre, Luc) is not in the registry (id); likely 1300006 Favre, Luc FRA 2001: correct the id'
with '{"id": 1300007, "name": "Favre, Luc", "born": 2001, "federation": "FRA"}' 1300007
holds mistake_02_the_id_of_another refused 'is not the person of that id: called Rossi, Carla on the list, born 2001, on the list 1999, federation FRA, on the list ITA (id); likely 1300006 Favre, Luc FRA 2001: correct the id'
cp -r 2026-04 doubles
"$limmat" rate person -l doubles add 1300021 'name=Ewa Nowak' federation=SUI born=2014 --anyway >/dev/null
holds mistake_03_two_ids_of_one says '1300020 Nowak, Ewa SUI 2014 and 1300021 Ewa Nowak SUI 2014 are probably one person' "$limmat" rate person -l doubles doubles SUI
holds mistake_03_are_merged says '1300021 Ewa Nowak SUI 2014 is now 1300020 Nowak, Ewa SUI 2014' "$limmat" rate person -l doubles merge 1300021 1300020
with '{"id": 1300006, "name": "Faivre, Lucas", "born": 2001, "federation": "FRA"}' 1300006
holds mistake_04_a_name_spelt_otherwise told 'called Favre, Luc on the list'
with '{"id": 1300007, "name": "Rossi, Carla", "born": 1989, "federation": "ITA"}' 1300007
holds mistake_05_a_wrong_birth refused 'born 1989, on the list 1999 (id); correct the id, or, if it is right, put "confirmed": [1300007] into the report'
clear_events
event E1 "$four" "$games"
event E2 "$four" "$games"
holds mistake_06_an_event_twice refused 'event E2 has 100 % of its games in common with E1, which is reported, too'
clear_events
event E1 "$four" "$games"
sed -i 's/2026-04-1\([02]\)/2026-02-1\1/g; s/, "received": "2026-04-14"//' events/E1.json
holds mistake_07_an_event_of_an_earlier_list refused 'event E1 belongs to an earlier list; if its report came late, give its date ("received")'
clear_events
event E1 "$four" "$games"
sed -i 's/2026-04-1\([02]\)/2026-01-1\1/g; s/2026-03-01/2026-01-01/' events/E1.json
holds mistake_08_a_report_after_the_third_list refused 'event E1 can'\''t be rated: 9.1 submitted in time for the third list after the end; 92 days after the end'
clear_events
event E1 "$four" "$games"
sed -i 's/2026-04-1\([024]\)/2026-05-1\1/g' events/E1.json
holds mistake_09_an_event_of_the_next_list told 'of other lists: E1 of 2026-06-01'
clear_events
event E1 "$four" "$games"
holds mistake_10_a_result_corrected_later says '1300003 Keller, Anna SUI: 1815 -> 1835' cat rectified/differences.txt
event E1 "$four" "[3, 1300003, 1300003, \"1-0\"], $games"
holds mistake_11_a_game_against_oneself refused 'a game against oneself'
clear_events
event E1 "$petr, $ewa" '[1, 1300009, 1300020, "1-0"]'
holds mistake_12_unrated_opponents_only told 'event E1 changes nothing: none of its games has a rated player (7.1.4, 8.3.1); check the report for missing ratings or ids'
with '{"id": 1300006, "name": "Favre, Luc", "born": 2001, "federation": "FRA", "rating": 1750, "k": 40}' 1300006
holds mistake_13_a_wrong_k told 'event E1: 1 players have another K than in the list of the first day, in brackets (8.3.3): 1300006 Favre, Luc 40 (20) (K)'
with '{"id": 1300006, "name": "Favre, Luc", "born": 2001, "federation": "FRA", "rating": 1731}' 1300006
holds mistake_14_the_rating_of_another_month told 'event E1: 1 players have another rating than in the list of the first day, in brackets (8.3.1): 1300006 Favre, Luc 1731 (1750)'
clear_events
event E1 "$four" "$games"
sed -i 's/"minutes": 90, "increment": 30/"minutes": 15, "increment": 10/' events/E1.json
holds mistake_15_rapid_in_the_standard_list refused 'event E1 isn'\''t standard chess: 25 minutes for 60 moves (1.1); put "chess": "rapid" into the report, or correct its time control'
printf '%s\n' '012 Club' '022 Bern' '032 SUI' '042 2026/04/10' '052 2026/04/10' '092 Swiss' '122 90 min + 30 sec' \
    '132                                                                                        26/04/10' \
    '001    1 w    Keller, Anna                      1820 SUI     1300003 1995        1.0    1     2 w 1' \
    '001    2 m    Brunner, Beat                     1900 SUI     1300004 1980        0.0    2     1 b 0' >club.trf
holds mistake_16_a_report_without_arbiter says 'club.trf: record 102: refused: the chief arbiter is missing (TRF26 102); name the chief arbiter' \
    "$limmat" rate report -l 2026-04 club.trf
with '{"id": 1300007, "name": "Rossi, Carla", "born": 1999, "federation": "SUI", "rating": 2100}' 1300007
holds mistake_17_a_transfer told 'federation SUI, on the list ITA (id); check that it is the same person'
person correct 1300012 deceased=yes >/dev/null
with '{"id": 1300012, "name": "Frei, Max", "born": 1950, "federation": "SUI", "rating": 1600}' 1300012
holds mistake_18_a_deceased_player refused 'is not the person of that id: Frei, Max is deceased (10.2)'
with '{"id": 1300006, "name": "Favre, Luc", "born": 2001, "federation": "FRA", "rating": 1750}' 1300006
sed -i 's/2026-03-01/2026-04-09/' events/E1.json
holds mistake_19_registered_on_the_eve refused 'event E1 can'\''t be rated: 0.2'
with '{"id": 1300006, "name": "Favre, Luc", "born": 2001, "federation": "FRA", "rating": 1750}' 1300006
sed -i 's/"laws": true/"laws": false/' events/E1.json
holds mistake_20_house_rules refused 'event E1 can'\''t be rated: 2.1'

# --- what is said of many files at a time keeps their names

clear_events
for i in 1 2 3 4 5 6 7 8 9; do
    cp club.trf "events/club$i.trf"
    echo '{"unheard": 1}' >"events/club$i.rating.json"
done
each_is_named() {
    "$limmat" rate period -l 2026-04 -e events -o none 2>&1 | grep -oE 'events/club[1-9]\.rating\.json:1' >named
    seq -f 'events/club%.0f.rating.json:1' 9 | diff - named
}
holds each_file_beside_a_report_is_named_in_order each_is_named

echo "1..$count"
