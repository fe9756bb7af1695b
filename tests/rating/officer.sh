#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# officer.sh LIMMAT: a month of a rating officer, and the mistakes that officers meet, in TAP.  None
# may pass silently: each is refused, or told, with what to do.
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
refused() { # refused TEXT: the month with events/ is refused, TEXT is said, and nothing is made
    if "$limmat" rate period -l 2026-04 -e events -o new >period.out 2>&1; then
        rm -rf new
        cat period.out
        return 1
    fi
    cat period.out
    [ ! -e new ] && grep -qF -- "$1" period.out
}
told() { # told TEXT: the month is rated, and TEXT is said
    "$limmat" rate period -l 2026-04 -e events -o new >period.out 2>&1 || { cat period.out; return 1; }
    rm -rf new
    cat period.out
    grep -qF -- "$1" period.out
}

# --- FIDE's list of April

player() { # player ID NAME FED SEX RATING GAMES K BORN
    printf '<player><fideid>%s</fideid><name>%s</name><country>%s</country><sex>%s</sex>' "$1" "$2" "$3" "$4"
    [ "$5" = 0 ] || printf '<rating>%s</rating><games>%s</games><k>%s</k>' "$5" "$6" "$7"
    printf '<birthday>%s</birthday><flag></flag></player>\n' "$8"
}
{
    echo '<?xml version="1.0" encoding="UTF-8"?><playerslist>'
    player 1300001 'Müller, Hans' SUI M 2620 5 10 1990
    player 1300002 'Müller, Hans' SUI M 1510 0 20 1961
    player 1300003 'Keller, Anna' SUI F 1820 0 20 1995
    player 1300004 'Brunner, Beat' SUI M 1900 0 20 1980
    player 1300005 "O'Connor, Pat" IRL M 2010 0 20 1985
    player 1300006 'Favre, Luc' FRA M 1750 0 20 2001
    player 1300007 'Rossi, Carla' ITA F 2100 0 20 1999
    player 1300008 'van den Berg, Jan' NED M 2200 0 20 1970
    player 1300009 'Novák, Petr' CZE M 0 0 0 2012
    echo '</playerslist>'
} >april.xml
holds the_list_of_april_is_read "$limmat" rate import -d 2026-04-01 -o april.registry april.xml
mkdir -p 2026-04 events
cp april.registry 2026-04/registry

found() { # found WORDS ID: a look-up finds the person
    # shellcheck disable=SC2086
    "$limmat" rate lookup -l 2026-04 $1 | grep -q "^ *$2 "
}
holds lookup_finds_o_connor found 'o connor' 1300005
holds lookup_finds_oconnor found 'oconnor' 1300005
holds lookup_finds_mueller found 'mueller' 1300002
holds lookup_finds_berg found 'berg' 1300008
holds lookup_finds_jan_vandenberg found 'jan vandenberg' 1300008
holds lookup_finds_nobody bash -c "! '$limmat' rate lookup -l 2026-04 zzz"

# --- persons

refuses() { # refuses TEXT COMMAND…: status 3, TEXT is said
    local text=$1 status=0
    shift
    "$@" >said 2>&1 || status=$?
    cat said
    [ "$status" -eq 3 ] && grep -qF -- "$text" said
}
cp -r 2026-04 people
person() { "$limmat" rate person -l people "$@"; }
holds a_person_is_added person add 1300010 'name=Șerban, Ion' federation=ROU sex=M born=2010-05-01
holds a_person_is_added_once refuses "the id 1300010 is Șerban, Ion's" person add 1300010 name=X born=1990
holds nobody_gets_a_second_id refuses 'probably in the list: 1300010 Șerban, Ion ROU 2010' person add 1300011 'name=Serban Ion' born=2010
holds unless_the_officer_says_so person add 1300011 'name=Serban Ion' born=2010 --anyway
holds a_transfer_is_entered person correct 1300006 federation=SUI
holds a_wrong_field_is_refused refuses 'is not valid for born=; write YYYY' person correct 1300006 born=31.2.1999
holds an_unknown_field_is_refused refuses 'unknown field "elo=2000"' person correct 1300006 elo=2000
excluded() { person correct 1300006 excluded=yes | grep -q 'is now 1300006 Favre, Luc SUI 2001, excluded$' && person correct 1300006 excluded=no; }
holds an_exclusion_is_said excluded
holds two_ids_of_one_person_are_merged person merge 1300011 1300010
holds two_persons_are_not refuses 'do not look like one person' person merge 1300001 1300007
merged() {
    [ "$(grep -c Ion people/registry)" -eq 1 ] && grep -q '^1300010.*Șerban.*20100501' people/registry &&
        grep -q '^1300006.*SUI' people/registry && [ "$(wc -l <people/persons.txt)" -eq 6 ]
}
holds what_was_done_is_written_down merged

# --- a good month

event() { # event ID "PLAYERS": a file of events/
    cat >"events/$1.json" <<END
{"id": "$1", "name": "Open $1", "kind": "swiss", "start": "2026-04-10", "end": "2026-04-12",
 "registered": "2026-03-01", "laws": true, "time_control": [{"minutes": 90, "increment": 30}],
 "rounds_per_day": {"2026-04-10": 1}, "received": "2026-04-14",
 "players": [$2], "games": [$3]}
END
}
anna='{"id": 1300003, "name": "Keller, Anna", "born": 1995, "federation": "SUI", "rating": 1820}'
beat='{"id": 1300004, "name": "Brunner Beat", "born": 1980, "federation": "SUI", "rating": 1900}'
pat='{"id": 1300005, "name": "Pat OConnor", "born": 1985, "federation": "IRL", "rating": 2010}'
luc='{"id": 1300006, "name": "FAVRE L.", "born": 2001, "federation": "FRA"}'
four="$anna, $beat, $pat, $luc"
games='[1, 1300003, 1300004, "1-0"], [1, 1300005, 1300006, "1/2"], [2, 1300004, 1300005, "0-1"],
       [2, 1300006, 1300003, "1-0"], [3, 1300003, 1300005, "0-1"], [3, 1300004, 1300006, "1-0"]'
event good "$four" "$games"
silent() { "$limmat" rate period -l 2026-04 -e events -o 2026-05 2>&1 >out | tee said && [ ! -s said ] && [ -s 2026-05/events.txt ]; }
holds a_good_month_says_nothing silent

# --- who is it?

pair='[1, 1300003, ID, "1-0"], [2, ID, 1300004, "0-1"]'
with() { # with PLAYER ID: one event with Anna, Beat and this player
    rm -f events/*
    event E1 "$anna, $beat, $1" "${pair//ID/$2}"
}
with '{"id": 1300001, "name": "Mueller, Hans", "born": 1961, "federation": "SUI", "rating": 1510}' 1300001
holds a_grandmaster_s_id_for_his_namesake refused 'likely 1300002 Müller, Hans SUI 1961: correct the id'
with '{"id": 1300007, "name": "Favre, Luc", "federation": "FRA"}' 1300007
holds another_person_s_id refused 'called Rossi, Carla on the list, federation FRA, on the list ITA (id); likely 1300006 Favre, Luc FRA 2001'
with '{"id": 1300060, "name": "Favre, Luc", "federation": "FRA"}' 1300060
holds an_id_that_nobody_has refused 'likely 1300006 Favre, Luc FRA 2001'
with '{"id": 1300007, "name": "Rossi, Carla", "born": 1989, "federation": "ITA"}' 1300007
holds a_year_of_birth_that_cannot_be refused 'born 1989, on the list 1999'
with '{"id": 1300007, "name": "Rossi, Carla", "born": 1989, "federation": "ITA"}' 1300007
sed -i 's/"laws"/"confirmed": [1300007], "laws"/' events/E1.json
holds the_officer_may_confirm_it "$limmat" rate period -l 2026-04 -e events -o confirmed
with '{"id": 1300007, "name": "Rossi, Carla", "born": 1998, "federation": "ITA"}' 1300007
holds a_year_of_birth_off_by_one_is_told told 'born 1998, on the list 1999'
with '{"id": 1300007, "name": "Bianchi, Carla", "born": 1999, "federation": "ITA"}' 1300007
holds a_name_changed_by_marriage_is_told told 'called Rossi, Carla on the list'
with '{"id": 1300007, "name": "Rossi, Carla", "born": 1999, "federation": "SUI"}' 1300007
holds a_transfer_is_told told 'federation SUI, on the list ITA'
with '{"id": 1300007, "name": "Rossi, Carla", "born": 1999, "federation": "ITA", "rating": 1600}' 1300007
holds a_rating_of_another_list_is_told told 'rating 1600, on the list standard 2100'
rm -f events/*
cat >events/club.trf <<'END'
012 Club
042 2026/04/10
052 2026/04/12
001    1      Keller,Anna                       1820 SUI     1300003 1995        1.0    1     2 w 1
001    2      Novak Petr                             CZE             2012        0.0    2     1 b 0
END
holds a_player_without_id_in_a_trf refused 'Novak Petr has no FIDE ID in the report (id); likely 1300009 Novák, Petr CZE 2012'

# --- twice

rm -f events/*
event good "$four" "$games"
event other-id "$four" "$games"
holds the_same_event_twice_in_a_month refused 'has 100 % of its games in common with good, which is reported, too'
rm -f events/*
event again "$four" "$games"
late() { # the list of May has rated it
    sed -i 's/2026-04-14/2026-05-14/' events/again.json
    ! "$limmat" rate period -l 2026-05 -e events -o new >said 2>&1 && [ ! -e new ] && cat said &&
        grep -qF 'event again has 100 % of its games in common with good, which was rated for the list of 2026-05-01' said
}
holds an_event_rated_before_under_another_id late
allowed() {
    sed -i 's/"laws"/"no_repeat": true, "laws"/' events/again.json
    "$limmat" rate period -l 2026-05 -e events -o again
}
holds the_officer_may_say_that_it_is_none allowed
rm -f events/*
event half "$four" '[1, 1300003, 1300004, "1-0"], [1, 1300005, 1300006, "1/2"], [2, 1300004, 1300005, "0-1"], [2, 1300006, 1300003, "1-0"]'
event whole "$four" "$games"
holds a_report_of_the_whole_after_one_of_its_half refused 'has 100 % of its games in common with half'
rm -f events/*
event rapid "$four" "$games"
event standard "$four" "$games"
sed -i 's/"kind"/"chess": "rapid", "kind"/; s/"minutes": 90, "increment": 30/"minutes": 15, "increment": 10/' events/rapid.json
holds one_kind_of_chess_at_a_time told '1 event rated'

# --- the regulations

rm -f events/*
event E1 "$four" "$games"
sed -i 's/2026-03-01/2026-04-09/' events/E1.json
holds registered_too_late refused '0.2'
event E1 "$four" "$games"
sed -i 's/"received": "2026-04-14"/"received": "2026-07-01"/' events/E1.json
holds a_report_after_the_third_list bash -c "'$limmat' rate check -l 2026-04 events/E1.json | grep '^red    9.1'"
event E1 "$four" "$games"
sed -i 's/2026-04-1\([02]\)/2026-02-1\1/g; s/, "received": "2026-04-14"//' events/E1.json
holds an_event_of_an_earlier_list refused 'if its report came late, give its date'

echo "1..$count"
