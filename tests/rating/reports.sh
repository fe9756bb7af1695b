#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# reports.sh LIMMAT MISTAKES: every mistake of the table, planted alone into the report without fault beside it, is
# named with its place, its article and a remedy, and nothing else is; in TAP.
set -uo pipefail
limmat=$(realpath "$1")
data=$(dirname "$(realpath "$2")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3

count=0
say() { # say GOOD NAME: FILE said is shown when it is not good
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        sed 's/^/# /' said
    fi
}
fresh() { cp "$data/clean.trf" "$data/clean.rating.json" .; }

"$limmat" rate import -d 2026-04-01 -o list "$data/list.xml" >said 2>&1
say $? the_list_is_read
fresh
"$limmat" rate report -l list --strict clean.trf >said 2>&1 && [ "$(cat said)" = 'clean.trf: no objections (rating-2025)' ]
say $? a_clean_report_gives_no_complaint

planted() { # planted FILE EDIT PLACE ARTICLE WORDS OBJECTIONS
    local file=$1 status=0 wanted=0 changed=clean.trf
    fresh
    [ "$file" = json ] && changed=clean.rating.json
    [ "$file" = trf+norms ] && sed -i 's/{/{"norms": true, /' clean.rating.json
    cp $changed before
    sed -i -e "$2" $changed
    cmp -s before $changed && { echo "the edit changes nothing" >said; return 1; }
    "$limmat" rate report -l list clean.trf >said 2>&1 || status=$?
    [[ $3 == *refused ]] && wanted=6
    [ "$status" = "$wanted" ] || { echo "status $status, not $wanted" >>said; return 1; }
    grep -F -- "$3: " said | grep -F -- "($4); " | grep -qF -- "$5" || return 1
    # nothing besides: so many objections, and the sum
    [ "$(wc -l <said)" -eq $((${6:-1} + 1)) ]
}
while IFS=$'\t' read -r name file edit place article words objections; do
    [ "${name#\#}" = "$name" ] || continue
    planted "$file" "$edit" "$place" "$article" "$words" "$objections"
    say $? "$name"
done <"$data/mistakes.tsv"

# --- the edition of 2013, which asks after licences and for forty moves

fresh
sed -i 's,2026/04,2013/09,; s,26/04,13/09,g; s,2012/05/21,2002/05/21,' clean.trf
echo '{"registered": "2013-08-01", "reported": "2013-09-14", "received": "2013-09-20", "laws": true, "arbiters_licensed": true}' >clean.rating.json
"$limmat" rate report --strict clean.trf >said 2>&1 && [ "$(cat said)" = 'clean.trf: no objections (rating-2013)' ]
say $? a_clean_report_of_2013_gives_no_complaint
sed -i 's/^122.*/122 90 min for 36 moves + 30 min + 30 sec/; /^222/d' clean.trf
sed -i 's/"arbiters_licensed": true/"arbiters_licensed": false/' clean.rating.json
"$limmat" rate report clean.trf >said 2>&1
{ grep -F '(B.02 0.3); check the arbiters' said && grep -F 'clean.trf:11: refused' said | grep -qF 'the first time control has 36 moves (B.02 1.3)'; } >/dev/null
say $? what_2013_asks_besides

# --- the report form and the certificates

shows() { # shows NAME PATTERN…: every pattern is in FILE said
    local name=$1 good=0
    shift
    for pattern in "$@"; do
        grep -qE -- "$pattern" said || good=1
    done
    say $good "$name"
}
fresh
"$limmat" rate form clean.trf >said 2>&1
shows the_report_form_is_filled '^Chief arbiter +IA Muster, Max \(1300199\) +B.01 1.1.5' '^Holders of titles +1 GM, 1 IM, 1 FM, 1 WGM' \
    '^Players of other federations +4 ' '^Days with one round +1, fewer than three' '^Minutes for 60 moves +120 ' \
    '^Rated foreigners, .* +3, 3, 1: not 20' '^Unrated players +1$'
shows what_is_missing_is_named '^Venue +MISSING: "venue" in NAME.rating.json' '^Organizer +MISSING: "organizer"' '^2 fields are missing'
sed -i 's/{/{"venue": "Kursaal", "organizer": "Muster, Max (1300197)", /' clean.rating.json
"$limmat" rate form clean.trf >said 2>&1
shows nothing_is_missing_then '^Venue +Kursaal' '^Organizer +Muster, Max' '^0 fields are missing'
sed -i 's/^102.*/102 Marian, IAfa/; /^022/d' clean.trf
"$limmat" rate form -f json clean.trf >said 2>&1
shows an_arbiter_without_title_is_missing '"name": *"chief-arbiter-title"' '"missing": *"IA or FA' '"missing": *"record 022"'

# 7 of 9 against three GM, three IM and three others of 2380, of three federations: a GM norm of 2600
{
    printf '%s\n' '012 Norm Open' '022 Bern' '032 SUI' '042 2026/04/01' '052 2026/04/09' '092 Swiss' '102 IA Muster, Max (1300199)' \
        '122 90 min + 30 sec' '142 9'
    printf '132%88s' ''
    for day in 01 02 03 04 05 06 07 08 09; do printf '26/04/%s  ' $day; done
    printf '\n001    1 m    Keller, Anton                     2480 SUI     1300150 2001/02/03  7.0    1'
    for round in 1 2 3 4 5 6 7 8 9; do printf '  %4d %s %s' $((round + 1)) "$([ $((round % 2)) = 1 ] && echo w || echo b)" "$([ $round -le 7 ] && echo 1 || echo 0)"; done
    echo
    for round in 1 2 3 4 5 6 7 8 9; do
        title=(GM GM GM IM IM IM '' '' '') federation=(GER GER GER FRA FRA FRA SUI SUI SUI)
        printf '001 %4d m%3s %-33s %4d %s %11d %10s %4s %4d' $((round + 1)) "${title[round - 1]}" "Gegner, Nummer $round" 2380 \
            "${federation[round - 1]}" $((1300160 + round)) 1990/01/01 "$([ $round -le 7 ] && echo 0.0 || echo 1.0)" $((round + 1))
        for other in 1 2 3 4 5 6 7 8 9; do
            [ "$other" = "$round" ] && printf '  %4d %s %s' 1 "$([ $((round % 2)) = 1 ] && echo b || echo w)" "$([ "$round" -le 7 ] && echo 0 || echo 1)" || printf '  0000 - Z'
        done
        echo
    done
} >norm.trf
"$limmat" rate form norm.trf >said 2>&1
shows a_norm_is_on_the_form '^Title result +GM: Keller, Anton, 1300150, SUI, 7.0 of 9, Ra 2380, Rp 2600' '^Title results +2 ' '^Games \(PGN\) +MISSING: "pgn": true'
shows and_has_its_certificate '^IT1, certificate' '^Points, games +7.0 of 9' '^Rating average, performance +2380, 2600' \
    '^Opponent +round 1: GM Gegner, Nummer 1, 1300161, GER, 2380, white: 1'

# 42 of 2100; three of them stay away from the second round: 39, though nobody misses more than one (1.5.6)
large() { # large ABSENT
    printf '%s\n' '012 Large Open' '022 Bern' '032 SUI' '042 2026/04/01' '052 2026/04/02' '092 Swiss' '102 IA Muster, Max (1300199)' \
        '122 90 min + 30 sec' '142 2'
    printf '132%88s26/04/01  26/04/02\n' ''
    for ((i = 1; i <= 42; i++)); do
        first=$((i <= 21 ? i + 21 : i - 21)) second=$((i % 2 ? i + 1 : i - 1))
        printf '001 %4d m    %-33s 2100 GER %11d 1990/01/01  0.0 %4d  %4d %s =' "$i" "Spieler, Nummer $i" $((1300200 + i)) "$i" \
            $first "$([ "$i" -le 21 ] && echo w || echo b)"
        if [ "$i" -gt $((42 - $1)) ]; then
            printf '  0000 - Z\n'
        elif [ $second -gt $((42 - $1)) ]; then
            printf '  0000 - U\n'
        else
            printf '  %4d %s %s\n' $second "$([ $((i % 2)) = 1 ] && echo w || echo b)" "$([ $((i % 2)) = 1 ] && echo 1 || echo 0)"
        fi
    done
}
for absent in 2 3; do
    large $absent >large.trf
    "$limmat" rate form large.trf >said 2>&1
    [ $absent = 2 ] && shows a_large_swiss_counts_who_is_there_in_every_round \
        'average rating +40, 2100: one norm of the application may be from here'
    [ $absent = 3 ] && shows a_round_of_too_few_is_enough_against_it 'average rating +39, 2100: below 40 or 2000'
done
echo "1..$count"
