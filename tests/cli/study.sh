#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# study.sh LIMMAT: `limmat study` and --shard: the same bytes by any number of threads and shards, and shards with a
# fault are refused.  TAP.
set -uo pipefail
unset LC_ALL LC_MESSAGES
export LANG=C.UTF-8
limmat=$(realpath "$1")
expected=$(cd "$(dirname "$0")" && pwd)/expected
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
count=0

holds() { # holds NAME COMMAND…: it ends with 0
    local name=$1
    shift
    count=$((count + 1))
    if "$@" >said 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        sed 's/^/# /' said
    fi
}
refuses() { # refuses NAME PATTERN ARGUMENT…: status 3, nothing on standard output, and it is said why
    local name=$1 pattern=$2 status
    shift 2
    "$limmat" study "$@" >out 2>err
    status=$?
    holds "$name" bash -c "cat err; [ $status = 3 ] && [ ! -s out ] && grep -q -- '$pattern' err"
}
study() { "$limmat" study -s dutch-2026,dubov-2026,double-swiss-2026:3 -n 13 -R 6 --count 41 --seed 5 "$@"; }

study -f json -j 1 -o whole.json
for i in 1 2 3 4; do study -f json --shard $i/4 -j $i -o part$i.json; done
same() { cmp whole.json <(study -f json -j 3) && cmp whole.json <("$limmat" study --merge -f json "$@"); }
holds threads_and_shards_come_to_the_same_bytes same part3.json part1.json part4.json part2.json
formats() {
    for format in text csv svg; do
        cmp <(study -f $format) <("$limmat" study --merge -f $format part?.json) || return 1
        cmp <(study -f $format) <("$limmat" study --merge -f $format whole.json) || return 1
    done
}
holds other_formats_are_made_of_the_same_figures formats
golden() {
    study >got
    [ "${KEEP:-}" != 1 ] || cp got "$expected/study"
    diff "$expected/study" got
}
holds the_figures_are_these golden
another_seed() { ! cmp -s whole.json <(study -f json --seed 6); }
holds another_seed_has_other_figures another_seed
figures_of_files() { # the same colours and byes from the tournaments that `generate` writes
    printf 'RatingError=100\nWhiteAdvantage=35\n' >config
    "$limmat" generate -s dutch-2026 -n 13 -R 6 --count 41 --seed 5 --config config -o files &&
        python3 - <<'EOF'
import glob, json

games = off = byes = repeats = 0
for path in sorted(glob.glob("files/*.trf")):
    for line in open(path):
        if line[:4] != "001 ":
            continue
        cells = [line[91 + 10 * i : 99 + 10 * i].split() for i in range(6)]
        colours = "".join(cell[1] for cell in cells if len(cell) == 3 and cell[1] in "wb")
        byes += sum(len(cell) == 3 and cell[0] == "0000" and cell[2] == "U" for cell in cells)
        off += abs(colours.count("w") - colours.count("b")) >= 2
        games += len(colours) - 1
        repeats += sum(a == b for a, b in zip(colours, colours[1:]))
arm = {m["measure"]: m for m in json.load(open("whole.json"))["results"][0]["measures"]}
assert abs(arm["byes"]["mean"] - byes / 41) < 0.001, byes
assert abs(arm["colour_off"]["mean"] - 100 * off / 41 / 13) < 0.001, off
assert abs(arm["colour_again"]["mean"] - 100 * repeats / games) < 0.3, repeats
EOF
}
holds a_second_reckoning_from_the_files_agrees figures_of_files
svg_is_xml() { study -f svg | python3 -c 'import sys, xml.dom.minidom as d; d.parse(sys.stdin)'; }
holds the_picture_is_xml svg_is_xml
every_cell() { study -f csv | python3 -c 'import csv, sys; assert {len(row) for row in csv.reader(sys.stdin)} == {11}'; }
holds rows_of_the_csv_are_as_long_as_its_head every_cell

refuses a_missing_shard 'shard 3/4 is missing' --merge part1.json part2.json part4.json
refuses a_shard_twice 'shard 2/4 was already in part2.json' --merge part1.json part2.json part2.json
refuses a_whole_among_shards 'one of 1 shards' --merge part1.json whole.json
sed 's/"seed": 5/"seed": 6/' part2.json >other.json
refuses a_shard_of_another_study '"seed" differs' --merge part1.json other.json
sed 's/"limmat": "/&9/' part2.json >other.json
refuses a_shard_of_another_version '"limmat" differs' --merge part1.json other.json
for n in 1 2 3 4; do sed 's/"limmat": "/&9/' "part$n.json" >"former$n.json"; done
merges_a_former_version() { "$limmat" study --merge -f json former1.json former2.json former3.json former4.json | diff <(sed 's/"limmat": "/&9/' whole.json) -; }
holds shards_of_a_former_version_are_merged merges_a_former_version
sed '0,/"squares": [0-9]*/s//"squares": 0.5/' part1.json >other.json
refuses a_figure_that_is_none 'other.json:[0-9]*:[0-9]*: .*squares' --merge other.json
sed 's/"events": 11,/"events": 10,/' part1.json >other.json
refuses a_shard_with_fewer_events 'has 10 events, and should have 11' --merge other.json
sed 's/"measure": "floats"/"measure": "boats"/' part1.json >other.json
refuses an_unknown_measure 'every measure, in its order' --merge other.json
head -c 900 part1.json >other.json
refuses a_file_that_ends_early 'other.json:' --merge other.json
refuses files_without_merge 'files need --merge' part1.json
refuses merge_without_files 'needs the files' --merge
refuses what_shards_have_already 'out with --merge' --merge -n 5 part1.json
refuses a_shard_as_text 'add -f json' --shard 1/2
refuses no_shard 'is not a shard' --shard 3/2 -f json
refuses teams 'a study needs a system for players' -s team-2026
refuses a_system_twice 'named twice' -s dutch-2026,dutch-2026
refuses no_rounds 'put a number of rounds after' -s dutch-2026:x
refuses no_system 'unknown pairing system' -s dutch-2026,
refuses no_tie_break 'XYZ' -t PTS,XYZ --count 1

# Seeds shared out among machines, of tournaments.
shared_out() {
    "$limmat" generate -s dutch-2026 -n 8 -R 3 --count 5 -o all &&
        "$limmat" generate -s dutch-2026 -n 8 -R 3 --count 5 --shard 1/2 -o some &&
        [ "$(find some -name '*.trf' | wc -l)" = 3 ] &&
        "$limmat" generate -s dutch-2026 -n 8 -R 3 --count 5 --shard 2/2 -o some && diff -r all some
}
holds generate_is_shared_out_too shared_out

echo "1..$count"
