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
"$limmat" rate report -l list --strict clean.trf >said 2>&1 && [ "$(cat said)" = 'clean.trf: nothing to object' ]
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
echo "1..$count"
