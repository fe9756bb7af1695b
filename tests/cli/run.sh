#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh LIMMAT: what the command prints and returns, case by case, in TAP.
#
# A case is `is NAME STATUS ARGUMENT…`: standard output, standard error and the exit status must be
# what expected/NAME says.  KEEP=1 writes those files anew: read the difference before committing.
set -uo pipefail
unset LC_ALL LC_MESSAGES
export LANG=C.UTF-8
limmat=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/data/." "$here/../../examples/." "$work"
cd "$work" || exit 3

count=0
report() { # report OK NAME
    count=$((count + 1))
    [ "$1" = yes ] && echo "ok $count - $2" || echo "not ok $count - $2"
}

# The time a check took may differ, and the version, which is that of meson.build.
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" "$here/../../meson.build")
steady() { sed -E "s/\([0-9]+\.[0-9] s\)/(TIME)/; s/\"seconds\": [0-9.]+/\"seconds\": TIME/; s/^(limmat |Limmat - v)${version//./\\.}\$/\1VERSION/"; }

is() { # is NAME STATUS ARGUMENT…
    local name=$1 status=$2 got
    shift 2
    "$limmat" "$@" >out 2>err </dev/null
    got=$?
    { cat out; echo "--- standard error"; cat err; } | steady >got
    [ "${KEEP:-}" = 1 ] && cp got "$here/expected/$name"
    if [ $got -eq "$status" ] && diff "$here/expected/$name" got >difference; then
        report yes "$name"
    else
        report no "$name"
        echo "# status $got, expected $status"
        sed 's/^/# /' difference
    fi
}

holds() { # holds NAME COMMAND…: the command succeeds
    local name=$1
    shift
    if "$@" >out 2>err; then report yes "$name"; else
        report no "$name"
        sed 's/^/# /' err
    fi
}

refuses() { # refuses PATTERN ARGUMENT…: bad input, and standard error tells it so
    local pattern=$1 got
    shift
    "$limmat" "$@" >refused 2>&1 </dev/null
    got=$?
    [ $got -eq 3 ] && grep -q -- "$pattern" refused
}

sample=open-2026.trf

# --- help and usage
holds help_lists_commands bash -c "'$limmat' help | grep -q '^  pair  *pair the next round'"
holds no_arguments_is_help bash -c "'$limmat' | diff - <('$limmat' help)"
holds every_command_has_help bash -c "'$limmat' help | sed -n 's/^  \([a-z ]*[a-z]\)  .*/\1/p' |
    while read -r command; do '$limmat' help \$command | grep -q '^usage: limmat' || exit 1; done"
is help_of_a_command 0 help pair
is help_by_option 0 pair --help
is unknown_command 3 pear
is a_command_nearly 3 paire "$sample"
is a_command_of_two_words_nearly 3 rate perid
is an_option_nearly 3 pair --sytem=dutch-2026 "$sample"
is unknown_option 3 pair -x "$sample"
is option_without_value 3 pair "$sample" -r
is bad_number_and_bad_choice_are_both_told 3 pair -r zero -f xml "$sample"
is missing_operand 3 pair
is too_many_operands 3 pair "$sample" "$sample"
is version 0 version
is version_as_an_option 0 --version
licences_are_told() { # Limmat's own, and of what is linked into the program alone
    "$limmat" version --licences >licences && grep -q '^ *Apache License$' licences && grep -q 'musl\|wasi-libc contributors' licences
}
holds licences_are_told licences_are_told
holds unknown_system bash -c "'$limmat' pair -s danish $sample 2>&1 | grep -q 'unknown pairing system .*; use one of:.* dutch-2026'"
holds systems_are_listed bash -c "'$limmat' systems | grep -q '^dutch-2026  *FIDE (Dutch) System'"
holds systems_as_json bash -c "'$limmat' systems -f json | python3 -m json.tool >json && grep -q '\"code\": \"C14\"' json"
holds manual_pages_lint bash -c "'$limmat' help --man man1 && mandoc -T lint -W warning man1/*.1"

for subject in rate championship; do
    holds "help_$subject" bash -c "'$limmat' help $subject | grep -q '^  $subject [a-z]' &&
        diff <('$limmat' help $subject) <('$limmat' $subject) && diff <('$limmat' help $subject) <('$limmat' $subject --help) &&
        [ \$('$limmat' help | grep -c '^  $subject ') = \$('$limmat' help $subject | grep -c '^  $subject ') ]"
done

# limmat-fetch is looked for beside the command, unless the programs are one file.
mkdir alone && cp "$limmat" alone/ && printf 'PK\003\004' >some.zip
[ -n "${LIMMAT_ONE_FILE:-}" ] || holds a_missing_limmat_fetch_is_told bash -c \
    "! alone/limmat rate import -d 2020-01-01 -o r some.zip 2>said && grep -q 'limmat-fetch is missing' said && test ! -e r"
holds what_limmat_fetch_says_is_told bash -c \
    "! '$limmat' rate import -d 2020-01-01 -o r some.zip 2>said && grep -q 'some.zip is no zip archive that can be read' said"

# --- pair
is pair_text 0 pair "$sample"
is pair_plain 0 pair -f plain "$sample"
is pair_json 0 pair -f json "$sample"
is pair_trf 0 pair -f trf "$sample"
is pair_an_earlier_round 0 pair -r 2 -f plain "$sample"
is pair_more_priorities_than_a_weight_holds 0 pair -f plain twenty-scores.trf
is pair_beyond_the_end 3 pair -r 7 "$sample"
is pair_notes_the_edition 0 pair -s dutch -f plain "$sample"
is pair_missing_file 5 pair nowhere.trf
is pair_empty_file 3 pair empty.trf
is pair_contradictory_games 3 pair contradiction.trf
is pair_impossible 1 pair impossible.trf
for system in dutch-2026 dutch-2017 dutch-2006 dubov-2026 dubov-1997 burstein-2026 monrad-acwc-2019 simple-2026 keizer-2026; do
    is "pair_prohibited_$system" 1 pair -s "$system" all-but-one-prohibited.json
done
"$limmat" generate -s burstein-2026 -n 10 -R 7 --played 4 -o burstein.trf
# An event of teams: paired, entered into the file board by board, and read again.
is pair_teams 0 pair teams.trf
is pair_teams_into_the_file 0 pair -f trf teams.trf
holds pair_teams_of_the_written_file bash -c "'$limmat' pair -f trf -o teams-5.trf teams.trf &&
    diff <('$limmat' pair -f plain teams.trf) <('$limmat' pair -r 5 -f plain teams-5.trf 2>/dev/null)"
holds check_teams_of_the_written_file bash -c "'$limmat' check teams-5.trf | grep -q '5 rounds: 0 differences'"
holds check_teams bash -c "'$limmat' check teams.trf | grep -q '^1 file, 4 rounds: 0 differences (' "
is explain_teams 0 explain -r 4 teams.trf
is explain_a_team 0 explain -r 4 -p 7 teams.trf
is pair_players_as_teams 3 pair -s team-2026 "$sample"
is generate_teams 0 generate -s team-2026 -n 4 -R 2 --seed 3
holds pair_burstein_asks_for_the_rounds bash -c "grep -v '^142' burstein.trf | '$limmat' pair - 2>&1 |
    grep -q 'needs the number of rounds of the tournament (record 142); declare it in record 142'"
# Round-robins: what is paired is a row of the table.
"$limmat" generate -s round-robin -n 7 -R 4 --seed 3 | sed 's/^142.*/142 7/' >berger.trf
is pair_round_robin 0 pair berger.trf
is explain_round_robin 0 explain -p 5 berger.trf
is explain_free_round 0 explain -p 3 berger.trf
holds check_round_robin bash -c "'$limmat' check berger.trf | grep -q '^1 file, 4 rounds: 0 differences ('"
printf 'Name,Rating,Federation\nA,2000,SUI\nB,1900,SUI\nC,1800,SUI\nD,1700,FRA\nE,1600,FRA\nF,1500,GER\nG,1400,GER\nH,1300,ITA\nI,1200,AUT\n' >nine.csv
is varma 0 varma --seed 7 nine.csv
is varma_for_eight 3 varma berger.trf
# Of a FIDE double, the last two rounds of the first cycle are exchanged.
"$limmat" generate -s round-robin -n 4 -R 6 --seed 3 | sed 's/^192.*/192 FIDE_DOUBLEROUNDROBIN/' >double.trf
holds check_round_robin_tells_another_row bash -c "'$limmat' check double.trf >got; [ \$? -eq 6 ] &&
    grep -q 'round 2 by round-robin: A1, .* (C.05 Annex 1)' got && grep -q ' 2 differences' got"
"$limmat" generate -s team-round-robin -n 5 -R 3 --seed 3 >berger-teams.trf
holds check_team_round_robin bash -c "'$limmat' check berger-teams.trf | grep -q '^1 file, 3 rounds: 0 differences ('"
# A Scheveningen match: the first half of the numbers meets the second; back to front in a double one.
"$limmat" generate -s scheveningen -n 7 -R 4 --seed 3 | sed -e 's/^142.*/142 8/' -e 's/^192.*/192 FIDE_DOUBLESCHEVENINGEN/' >match.trf
is pair_scheveningen 0 pair match.trf
is explain_scheveningen_return 0 explain -p 5 match.trf
holds check_scheveningen bash -c "'$limmat' check match.trf | grep -q '^1 file, 4 rounds: 0 differences ('"
# Its teams in records 310: the players are checked, and game points decide.
cat >sides.json <<'END'
{"format": "limmat-tournament/1", "name": "Sides", "type_code": "FIDE_SCHEVENINGEN", "rounds": 3, "players": [
 {"tpn": 1, "name": "A", "results": ["2w1", "3b1", "6w0"]}, {"tpn": 2, "name": "B", "results": ["1b0", "5w0", "4w1"]},
 {"tpn": 3, "name": "C", "results": ["4b0", "1w0", "5b1"]}, {"tpn": 4, "name": "D", "results": ["3w1", "6w1", "2b0"]},
 {"tpn": 5, "name": "E", "results": ["6b0", "2b1", "3w0"]}, {"tpn": 6, "name": "F", "results": ["5w1", "4b0", "1b1"]}],
 "teams": [{"number": 1, "name": "Alpha", "players": [1, 4, 5]}, {"number": 2, "name": "Beta", "players": [2, 3, 6]}]}
END
"$limmat" convert -t trf26 -o sides.trf sides.json
holds check_scheveningen_of_numbered_teams bash -c "'$limmat' check sides.trf | grep -q '^1 file, 3 rounds: 0 differences ('"
holds standings_of_scheveningen_go_by_game_points bash -c "'$limmat' standings -f csv sides.trf | head -1 | grep -q GPTS"
for code in CUSTOM_SWISS CUSTOM_SCHEVENINGEN FIDE_SCHILLER_4x3 CUSTOM_KNOCKOUT FIDE_LIM CUSTOM_TEAM_SWISS_MP WORLDCUP_KNOCKOUT; do
    holds "pair_refuses_$code" bash -c "sed 's/^192.*/192 $code/' berger.trf | '$limmat' pair - 2>&1 |
        grep -q 'Limmat has no pairing system with this code: .*; choose one with -s'"
done
holds pair_asks_for_numbered_teams_in_a_knock_out bash -c "sed 's/^192.*/192 FIDE_TEAM_KNOCKOUT/' berger.trf | '$limmat' pair - 2>&1 |
    grep -q 'team-knock-out pairs teams, and no team in the file has a number'"
"$limmat" generate -s team-knock-out -n 11 --seed 3 -o cup.trf
holds check_knock_out_of_teams bash -c "'$limmat' check cup.trf | grep -q '^1 file, 4 rounds: 0 differences ('"
is explain_knock_out_bye 0 explain -r 1 -p 1 cup.trf
is explain_knock_out_out 0 explain -r 3 -p 11 cup.trf
is explain_knock_out_final 0 explain -r 4 -p 1 cup.trf
is standings_knock_out 0 standings cup.trf
holds pair_says_where_knock_outs_are refuses 'follows its bracket and .*limmat championship new club-knock-out' pair -s knock-out berger.trf
is pair_nobody_left_for_one 1 pair -s dutch-2026 hermit.json
is pair_prohibition_of_another_round 1 pair -s dutch-2026 all-met.json
is pair_without_possible_bye 1 pair -s double-swiss-2026 double-swiss-no-bye-left.json
is pair_after_half_nil 0 pair -s double-swiss-2026 -f json double-swiss-half-zero-1.json
is pair_after_half_nil_again 0 pair -s double-swiss-2026 -f json double-swiss-half-zero-2.json
is pair_transfer_without_completion 0 pair -s dubov-1997 -f plain dubov-residue.json
holds pair_reads_standard_input \
    bash -c "'$limmat' pair -f plain - <$sample | diff - <('$limmat' pair -f plain $sample)"
holds output_is_the_same_in_a_file \
    bash -c "'$limmat' pair -o pairs.txt $sample && diff pairs.txt <('$limmat' pair $sample)"
holds failure_leaves_the_output_alone \
    bash -c "echo kept >kept.txt; ! '$limmat' pair -o kept.txt impossible.trf && grep -q kept kept.txt"
holds failure_leaves_no_draft bash -c "! ls ./*.part"
is output_in_a_missing_directory 5 pair -o nowhere/out.txt "$sample"

# A system of matches reads two columns of a file that does not say so (192) as a match.
"$limmat" generate -s double-swiss-2026 -n 9 -R 4 --seed 2 -o matches.trf
grep -v '^[01]92' matches.trf >columns.trf
holds pair_joins_columns_for_a_double_swiss \
    bash -c "diff <('$limmat' pair -s double-swiss -r 4 columns.trf) <('$limmat' pair -r 4 matches.trf)"
is pair_says_that_it_joins_columns 0 pair -s double-swiss-2026 -r 3 columns.trf
# Dutch 2006, F1: boards of equal scores by rating, whatever the numbers.
is pair_2006_boards_by_rating 0 pair -s dutch-2006 by-rating.trf
holds pair_does_not_write_over_a_played_round refuses 'round 2 has results' pair -r 2 -f trf "$sample"
# What is declared stays true of the results: who has the bye has its points, and places follow.
holds pair_enters_the_bye_into_the_points bash -c "sed '/^240/d' $sample >no-bye.trf &&
    '$limmat' pair -f trf -o bye.trf no-bye.trf && grep -q '^001 .* 1.5 .*0000 - U$' bye.trf &&
    '$limmat' check no-bye.trf && '$limmat' check bye.trf"
holds pair_enters_the_bye_into_declared_tie_breaks bash -c \
    "'$limmat' standings -f trf -t PTS,BH/C1 -o ranked.trf no-bye.trf && '$limmat' pair -f trf -o bye.trf ranked.trf &&
    '$limmat' check bye.trf && ! diff -q <(grep '^### tie' ranked.trf) <(grep '^### tie' bye.trf)"
holds pair_leaves_what_was_declared_wrong bash -c "'$limmat' pair -f trf -o bye.trf wrong-points.trf; \
    diff <(sed -n 's/^001 \(.\{81\}\).*/\1/p' wrong-points.trf) <(sed -n 's/^001 \(.\{81\}\).*/\1/p' bye.trf)"

# A result that is corrected later moves no board that players sit at: their order is on record.
boards_of() { sed -n '/<tbody/,/<\/tbody/s/.*player-\([0-9]*\)\.html.*/\1/p' "$1"; }
"$limmat" pair -f trf -o paired.trf "$sample"
sed -E '/^001    1 /s/6 w 1/6 w 0/; /^001    6 /s/1 b 0/1 b 1/' paired.trf >moved.trf
"$limmat" publish -o paired-site paired.trf >out 2>err
"$limmat" publish -o moved-site moved.trf >out 2>err
boards_of paired-site/paired/round-4.html >paired.boards
boards_of moved-site/moved/round-4.html >moved.boards
holds a_correction_moves_no_board bash -c "[ \$(wc -l <paired.boards) -ge 12 ] && diff paired.boards moved.boards"
# A record that has none of the pairs tells of other numbers, and seats nobody.
grep -v '^### Boards' paired.trf >unrecorded.trf
sed -E '/^### Boards/{s/([0-9]+)-([0-9]+) ([0-9]+)-([0-9]+)/\3-\2 \1-\4/g}' paired.trf >renumbered.trf
"$limmat" publish -o unrecorded-site unrecorded.trf >out 2>err
"$limmat" publish -o renumbered-site renumbered.trf >out 2>err
boards_of unrecorded-site/unrecorded/round-4.html >unrecorded.boards
boards_of renumbered-site/renumbered/round-4.html >renumbered.boards
holds a_record_of_other_numbers_seats_nobody bash -c "[ \$(wc -l <unrecorded.boards) -ge 12 ] && diff unrecorded.boards renumbered.boards &&
    ! diff -q <(grep '^### Boards' paired.trf) <(grep '^### Boards' renumbered.trf)"
holds boards_are_on_record_in_json_too bash -c "'$limmat' convert -t json -o moved.json moved.trf &&
    grep -q '### Boards @ Round 4: 2-1 12-3' moved.json && '$limmat' publish -o json-site moved.json 2>err &&
    diff <(grep -o 'player-[0-9]*.html' moved-site/moved/round-4.html) <(grep -o 'player-[0-9]*.html' json-site/moved/round-4.html)"
holds boards_paired_anew_are_recorded_anew bash -c "'$limmat' pair -r 4 -f trf -o anew.trf moved.trf &&
    [ \$(grep -c '^### Boards' anew.trf) = 1 ] && grep -q '^### Boards @ Round 4: 2-6 1-8' anew.trf"
# --- check
is check_clean 0 check "$sample"
is check_difference 6 check swapped.trf
is check_declared_departures 0 check declared.trf
is check_declared_departures_json 0 check -f json declared.trf
is dropin_check_declared_departures 0 -check declared.trf
is explain_a_declared_departure 0 explain -r 2 declared.trf
is explain_a_declared_departure_to_a_player 0 explain -r 3 -p 1 --lang de declared.trf
holds explain_says_nothing_to_whom_no_departure_concerns bash -c "! '$limmat' explain -r 2 -p 2 declared.trf | grep -q 'departs'"
sed '/^###/d' declared.trf >corrected.trf
is explain_a_round_corrected_later 0 explain -r 3 -p 1 corrected.trf
is explain_a_round_corrected_later_json 0 explain -r 3 -p 1 -f json corrected.trf
is check_a_round_corrected_later 6 check corrected.trf
sed 's/^### Correction/### Rating correction/' declared.trf >rated.trf
holds check_takes_a_correction_for_the_rating_for_declared_in_every_later_round "$limmat" check rated.trf
sed 's/^### Correction.*/### Rating correction @ Round 2: 9: 2100 => 2200/' declared.trf >rated.trf
holds check_takes_another_rating_for_no_declaration bash -c "! '$limmat' check rated.trf"
is dropin_check_a_round_corrected_later 6 -check corrected.trf
holds check_an_undeclared_departure_counts bash -c "sed '/Correction/d' declared.trf >one.trf; '$limmat' check one.trf | grep -q '1 difference, 1 declared'"
is check_json 6 check -f json swapped.trf
is check_goes_on_after_a_bad_file 3 check "$sample" contradiction.trf
is check_wrong_points 6 check wrong-points.trf
is check_wrong_declarations 6 check wrong-declarations.trf
is check_wrong_declarations_json 6 check -f json wrong-declarations.trf
holds check_takes_directories bash -c "mkdir d; cp $sample d/a.trf; cp $sample d/b.trf; '$limmat' check -j 2 d | grep -q '^2 files, 6 rounds: 0 differences'"

# --- small files that each show one thing that once went wrong
holds double_swiss_pairs_by_a_match_of_half_nil "$limmat" pair -f plain -s double-swiss-2026 double-swiss-half-nil.json
sed 's/"rounds":5/"games_per_match":2,"rounds":6/' all-but-one-prohibited.json >prohibited-matches.json
is pair_prohibited_double-swiss-2026 1 pair -s double-swiss-2026 prohibited-matches.json
sed 's/^"prohib/"teams":[{"number":1,"players":[1]},{"number":2,"players":[2]},{"number":3,"players":[3]},{"number":4,"players":[4]},{"number":5,"players":[5]},{"number":6,"players":[6]}],&/' \
    all-but-one-prohibited.json >prohibited-teams.json
is pair_prohibited_team-2026 1 pair -s team-2026 prohibited-teams.json
holds explain_standings_of_an_absence "$limmat" explain --standings -p 1 pending-without-opponent.trf
holds check_of_an_absence bash -c "'$limmat' check pending-without-opponent.trf; [ \$? -eq 6 ]" # it declares points of no result
holds publish_of_players_prohibited_beside_teams bash -c "'$limmat' publish -o beside prohibition-beside-team.trf >out 2>err && ls beside/*/teams.html"
holds rate_reads_a_list_with_tabs bash -c "'$limmat' rate import -o tabs.registry -d 2026-11-01 fide-list-tab.txt && '$limmat' rate lookup -l tabs.registry 100002 | grep -q Some"
is pair_nineteen_scores 0 pair -f plain nineteen-scores.trf
holds pair_two_clubs bash -c "'$limmat' pair -f plain two-clubs-200.trf 2>err | head -1 | grep -qx 100"
on_terminal() { python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$@" </dev/null; }
# (A console of Windows draws with escapes of its own.)
[ -n "${LIMMAT_CONSOLE:-}" ] || for file in escapes.trf escapes-2.trf; do
    on_terminal "$limmat" pair $file >shown 2>&1
    on_terminal "$limmat" standings $file >>shown 2>&1
    holds "nothing_on_a_terminal_obeys_$file" bash -c "[ -s shown ] && ! tr -d '\\r\\n\\t' <shown | LC_ALL=C grep -q '[[:cntrl:]]'"
done

# --- files of other programs
is players_who_come_to_a_joined_bracket_of_2012_are_paired_first 0 check -s dutch-2012 joined-2012.trf
is forfeits_without_an_opponent_are_told_once 0 standings pending-without-opponent.trf
is half_points_against_nothing_are_paired 0 pair -f plain half-nil.trf
is half_points_against_nothing_in_a_match 0 standings double-swiss-half-nil.json
is a_shifted_line_is_told_and_read 0 convert -t trf26 shifted-column.trf
is strict_refuses_a_shifted_line 3 convert --strict -t json shifted-column.trf
is unknown_csv_column_is_told 0 convert -t csv elo.csv
holds one_declared_worth_changes_no_pair bash -c "diff <('$limmat' pair -f plain -s double-swiss-2026 points-one-declared.json) <('$limmat' pair -f plain -s double-swiss-2026 points-all-declared.json)"
holds ratings_in_ingo_can_be_entered "$limmat" pair -s dutch-2006 ingo.json
sed -E '/^001 +(1|2|3|7|8|9) /s/^(.{98})./\1 /' "$sample" >missing.trf
holds missing_results_are_told_together bash -c \
    "! '$limmat' pair -r 2 missing.trf 2>missing.err; [ \$(grep -c 'the result of .* is missing' missing.err) -eq 3 ] && grep -q 'missing.trf:[0-9]*: round 1' missing.err"
absent='round 99 not found.*recorded'
holds pair_no_such_round refuses "$absent" pair -r 99 "$sample"
holds explain_no_such_round refuses "$absent" explain -r 99 "$sample"
holds explain_standings_no_such_round refuses "$absent" explain --standings -p 1 -r 99 "$sample"
holds standings_no_such_round refuses "$absent" standings -r 99 "$sample"
holds crosstable_no_such_round refuses "$absent" standings --crosstable -r 99 "$sample"
holds prizes_no_such_round refuses "$absent" prizes -r 99 prizes.json "$sample"
is dropin_half_points_against_nothing 0 --dutch half-nil.trf -p
is check_without_a_number_of_rounds 0 check no-round-count.trf
is dropin_check_without_a_number_of_rounds 0 --dutch no-round-count.trf -c
# Zeros are how some programs write that there is no id; nobody has the same one as another.
is ids_of_zeros_are_none 0 standings zero-ids.trf
is pair_carries_out_the_acceleration_of_the_code 0 pair -f plain baku-in-192.trf
is pair_acceleration_that_cannot_be_worked_out 3 pair baku-by-football.trf
holds pair_refuses_an_unknown_code refuses 'no pairing system with this code.*"FIDE_LIM_BAKU".*-s:.* dutch-2026' pair unknown-code.trf
holds check_refuses_an_unknown_code refuses 'no pairing system with this code.*"FIDE_LIM_BAKU".*-s:.* dutch-2026' check unknown-code.trf
holds explain_refuses_an_unknown_code refuses 'no pairing system with this code.*"FIDE_LIM_BAKU".*-s:.* dutch-2026' explain -r 1 unknown-code.trf
holds dropin_refuses_an_unknown_code refuses 'no pairing system with this code.*"FIDE_LIM_BAKU".*-s:.* dutch-2026' unknown-code.trf -p
holds dropin_names_the_system_itself "$limmat" --dutch unknown-code.trf -p
holds pair_system_is_the_way_out_of_an_unknown_code "$limmat" pair -s dutch unknown-code.trf
holds publish_of_an_unknown_code_explains_nothing bash -c \
    "'$limmat' publish -o unknown unknown-code.trf 2>&1 | grep -q 'FIDE_LIM_BAKU' && ! ls unknown/unknown-code | grep -q verify"
holds pair_refuses_a_round_robin refuses 'fixed in advance; .*-s: ' pair round-robin.trf
is check_round_robin 0 check round-robin.trf

# --- what once read or wrote memory that was not its own (the sanitized build sees it)
is double_swiss_without_a_possible_bye 1 pair -s double-swiss-2026 double-swiss-no-bye-possible.json
is double_swiss_without_a_possible_bye_trf 1 pair -s double-swiss-2026 double-swiss-no-bye-possible.trf
# Every system refuses in words, though what it worked with is taken back.
for system in dutch-2026 dutch-2017 dutch-2006 dubov-1997; do
    holds "impossible_round_of_$system" bash -c "'$limmat' pair -s $system impossible.trf 2>message
        [ \$? -eq 1 ] && grep -q '^limmat: impossible.trf: .*(.*).*; ' message"
done
# Both after the seeding round of Burstein.
sed 's/^142 9/142 2/' impossible.trf >after-seeding.trf
for system in burstein-2026 dubov-2026; do
    holds "impossible_round_names_players_of_$system" bash -c "'$limmat' pair -s $system after-seeding.trf 2>message
        [ \$? -eq 1 ] && grep -q 'cannot all find an opponent: 1, 2; .*(C.04.4.[12] art. 1.9.3)' message"
done
is an_empty_board_is_lawful 0 check empty-board.json
holds declared_points_of_teams_are_wrong_where_seats_agree bash -c "sed 's/\[0, 1\]}$/[1, 0]}/' empty-board.json >facing.json &&
    ! '$limmat' check facing.json | grep -q '0 differences ('"
holds team_with_an_empty_board_is_ranked bash -c "
    '$limmat' standings --teams empty-board.json && '$limmat' explain --standings -p 9 empty-board.json"
is players_prohibited_beside_teams 0 convert -t json prohibition-beside-team.trf
is players_prohibited_beside_teams_trf26 0 convert -t trf26 prohibition-beside-team.trf
holds ids_of_two_kinds_go_round bash -c "'$limmat' convert -t json prohibition-beside-team.trf >a.json &&
    '$limmat' convert -t trf26 a.json | diff - <('$limmat' convert -t trf26 prohibition-beside-team.trf)"

# --- standings
is standings_text 0 standings "$sample"
is standings_as_sent 0 standings --as-sent -f csv "$sample"
is standings_as_sent_beside_tie_breaks 0 standings --as-sent -t PTS,SB -f csv "$sample"
is standings_as_sent_without_ranks 3 standings --as-sent -r 2 "$sample"
holds prizes_as_sent bash -c "'$limmat' prizes prizes.json '$sample' 2>&1 >computed.prizes | grep -q 'differ from the file' && '$limmat' prizes --as-sent prizes.json '$sample' >sent.prizes 2>&1 &&
    ! diff -q computed.prizes sent.prizes && ! grep -q 'of the file differ' sent.prizes"
holds workbooks_keep_the_ranks_that_were_sent bash -c "'$limmat' convert -t xlsx -o sent.xlsx '$sample' && '$limmat' standings --as-sent -f csv '$sample' 2>&- | sed 1d | cut -d, -f1,2 | diff - \
    <(unzip -p sent.xlsx xl/worksheets/sheet2.xml | grep -oE 'r=.[AB][0-9]+.><v>[0-9]+' | sed 's/.*>//' | paste -d, - -)"
is standings_csv 0 standings -f csv -t PTS,BH/C1,AOB,TPR "$sample"
is standings_json 0 standings -f json -t PTS,DE -r 2 "$sample"
is standings_lots 0 standings -t PTS,LOT --seed 7 "$sample"
is standings_lots_json 0 standings -f json -t PTS,LOT --seed 7 "$sample"
is standings_trf 0 standings -f trf -t PTS,BH/C1,KASH,DE "$sample"
is standings_trf_of_an_earlier_round 3 standings -f trf -r 2 "$sample"
is standings_unknown_codes_are_all_told 3 standings -t PTS,HB,BH/X,KS/L,TPR/C1 "$sample"
is standings_of_teams_without_teams 3 standings -t PTS,EMMSB --teams "$sample"
is standings_unknown_edition 3 standings --edition c07-1999 "$sample"
is standings_list 0 standings --list
# C.05 art. 6.6: player 6 left a round-robin of six after two games.
is standings_without_who_left 0 standings -t PTS,DE,SB,ARO left.trf
is standings_without_who_left_csv 0 standings -f csv -t PTS,SB left.trf
is crosstable_keeps_who_left 0 standings --crosstable -t PTS,SB left.trf
is explain_standings_of_who_left 0 explain --standings -p 6 -t PTS left.trf
holds who_left_is_declared_so bash -c "'$limmat' standings -f trf -t PTS,SB -o left-declared.trf left.trf && '$limmat' check left-declared.trf &&
    grep -q '^001    2 .* 2.5    2 ' left-declared.trf && '$limmat' check left.trf"
# The rules of the day: before April 2024 those of October 2009, with the codes and the lists that there were.
is standings_of_2018 0 standings -t PTS,BH,SB,WIN,DE open-2018.trf
is explain_standings_of_2018 0 explain --standings -p 4 -t PTS,BH,SB:draw,ARO:unplayed/C1 open-2018.trf
is standings_of_2018_have_no_later_codes 3 standings -t PTS,FB,STD,SB/C1,DE/P,AOB open-2018.trf
is standings_of_2023_have_no_later_codes 3 standings --edition c07-2023 -t PTS,STD,SB:draw open-2018.trf
began() { sed "/^212/d; s|^042.*|042 $1|" open-2018.trf; } # on the day $1, with nothing declared
while read -r day order; do
    holds "standings_without_a_list_of_$day" test "$(began "$day" | "$limmat" standings -f csv - 2>told | head -1)" = "rank,tpn,name,$order"
done <<'DAYS'
2012/08/11 PTS,RBT,AROX
2012/10/01 PTS,DE,WIN,BPG,ARO/C1,BH/C1,BH,SB
2021/08/11 PTS,BH/C1,BH,DE,ARO/C1,WIN,BWG,BPG,SB
2024/03/31 PTS,BH/C1,BH,DE,ARO/C1,WIN,BWG,BPG,SB
2024/04/01 PTS,BH/C1,BH,SB,DE,WIN
DAYS
while read -r day edition told; do
    holds "standings_of_${day}_are_by_$edition" bash -c "'$limmat' standings -f json -t PTS,BH - <<<'$(began "$day")' 2>told | grep -q '\"edition\": \"$edition\"' &&
        [ \$(grep -c 'before 18 October 2009\|own events used c07-2023' told) = $told ]"
done <<'DAYS'
2009/10/17 tb-2009 1
2009/10/18 tb-2009 0
2023/08/31 tb-2009 0
2023/09/01 tb-2009 1
2024/03/31 tb-2009 1
2024/04/01 c07-2023 0
2026/02/28 c07-2023 0
2026/03/01 c07-2026 0
DAYS
# Another edition is declared with the values, and holds for whatever reads the file.
holds edition_is_declared_with_the_values bash -c "'$limmat' standings -f trf --edition c07-2023 -t PTS,BH,FB -o dated.trf open-2018.trf 2>note &&
    grep -q '^### Tie-break edition: c07-2023$' dated.trf && '$limmat' check dated.trf && '$limmat' standings dated.trf | grep -q 'by c07-2023' &&
    sed '/^### Tie-break edition/d' dated.trf >undated.trf && ! '$limmat' check undated.trf"
holds standings_leave_out_later_codes_of_the_file bash -c "sed 's/^212.*/212 PTS,FB,BH/' open-2018.trf | '$limmat' standings -f csv - 2>told | head -1 | grep -qx 'rank,tpn,name,PTS,BH' &&
    grep -q '\"FB\" is left out: tb-2009 does not have it; these do: c07-2023, c07-2026' told"
holds published_standings_name_the_edition bash -c "'$limmat' publish -o told2018 open-2018.trf 2>note &&
    grep -q 'tb-2009' told2018/*/standings-3.html && ! grep -q 'C.07' told2018/*/standings-3.html"
# C.07 art. 10: a code that does not rank is marked, and --unrated is known wherever standings are made.
is standings_mark_what_does_not_rank_json 0 standings -f json -t PTS,ARO left.trf
is explain_standings_with_unrated 0 explain --standings -p 2 -t ARO --unrated 1500 left.trf
holds standings_by_drop_rank bash -c "'$limmat' standings -t PTS,ARO --unrated drop left.trf | grep -q 'PTS   ARO$'"
printf '{"format": "limmat-prizes/1", "currency": "CHF", "groups": [{"name": "All", "places": [30, 20, 10, 5], "sharing": "place"}]}' >left.prizes.json
holds prizes_by_ratings_ask_for_unrated bash -c "'$limmat' prizes -t PTS,ARO -f csv left.prizes.json left.trf >asked.csv 2>asked.err &&
    grep -q 'ARO is shown but does not rank' asked.err && '$limmat' prizes -t PTS,ARO --unrated 1000 -f csv left.prizes.json left.trf >given.csv 2>given.err &&
    grep -q 'ARO: unrated players count as 1000' given.err && ! diff -q asked.csv given.csv && ! grep -q Frei given.csv"
sed 's/^142/212 PTS,ARO\n142/' left.trf >left-by-aro.trf
holds publish_marks_what_does_not_rank bash -c "'$limmat' publish -o unranked left-by-aro.trf 2>note && [ \$(grep -c 'does not rank' note) = 1 ] &&
    grep -q '(ARO)</abbr>' unranked/*/standings-5.html && grep -q 'C.07 art. 10' unranked/*/standings-5.html && grep -q 'C.05 art. 6.6' unranked/*/player-6.html"
# What is declared of the unrated holds for every command that reads the file, and comes with it.
holds unrated_is_declared_with_the_values bash -c "for said in drop 1500; do
    '$limmat' standings -f trf -t PTS,ARO --unrated \$said -o left-unrated.trf left-by-aro.trf 2>note && grep -q \"^### Tie-break unrated: \$said\$\" left-unrated.trf &&
    '$limmat' check left-unrated.trf && '$limmat' standings left-unrated.trf 2>note | grep -q 'PTS   ARO$' &&
    sed '/^### Tie-break unrated/d' left-unrated.trf >left-silent.trf && ! diff -q <('$limmat' standings left-unrated.trf) <('$limmat' standings left-silent.trf) || exit 1; done
    ! '$limmat' check left-silent.trf"
holds publish_by_a_declared_rating bash -c "'$limmat' publish --unrated 1500 -o declared left-by-aro.trf 2>note &&
    grep -q '>ARO</abbr>' declared/*/standings-5.html && grep -q 'count as 1500' declared/*/standings-5.html"
holds unrated_is_a_rating_or_drop bash -c "for c in 'standings' 'explain --standings -p 1' 'prizes left.prizes.json' 'publish -o nowhere'; do
    '$limmat' \$c --unrated none left.trf 2>why; [ \$? -eq 3 ] && grep -q -- '--unrated none: give \"drop\"' why || exit 1; done"
holds standings_lots_are_those_of_the_seed bash -c \
    "diff <('$limmat' standings -t PTS,LOT --seed 7 $sample) <('$limmat' standings -t PTS,LOT --seed 7 $sample) &&
     ! diff -q <('$limmat' standings -t PTS,LOT --seed 7 $sample) <('$limmat' standings -t PTS,LOT --seed 8 $sample)"
holds standings_declared_are_found_right \
    bash -c "'$limmat' standings -f trf -t PTS,BH,LOT --seed 3 -o declared.trf $sample && '$limmat' check declared.trf"

# --- explain
is explain_round 0 explain -r 3 "$sample"
is explain_round_json 0 explain -r 3 -f json "$sample"
is explain_player 0 explain -p 3 "$sample"
is explain_player_json 0 explain -p 3 -f json "$sample"
is explain_bye 0 explain -r 2 -p 12 "$sample"
is explain_against 0 explain -r 4 -p 3 --against 8 "$sample"
is explain_against_json 0 explain -r 4 -p 3 --against 8 -f json "$sample"
is explain_against_other_points 0 explain -r 4 -p 3 --against 1 "$sample"
a_question_that_no_player_can_ask_is_refused() {
    local hang=$here/../vectors/cases/3/explain/hang.json
    refuses 'a player cannot be paired with themself; choose another player' explain -p 1 --against 1 "$hang" &&
        refuses 'name the player who asks' explain --against 2 "$hang" &&
        refuses 'no player has the number 99' explain -p 1 --against 99 "$hang"
}
holds a_question_that_no_player_can_ask_is_refused a_question_that_no_player_can_ask_is_refused
is explain_in_german 0 explain -r 4 -p 3 --lang de_CH.UTF-8 "$sample"
is explain_in_no_language_of_ours 3 explain -r 4 -p 3 --lang xx "$sample"
holds explain_speaks_as_the_environment_says bash -c \
    "LC_ALL= LANG=it_IT.UTF-8 '$limmat' explain -r 4 -p 3 '$sample' | grep -q 'Perché questo avversario?'"
is explain_absence 0 explain -r 4 -p 4 "$sample"
is explain_unknown_player 3 explain -p 99 "$sample"
holds explain_by_name bash -c "diff <('$limmat' explain -p 3 '$sample') <('$limmat' explain -p elod '$sample') &&
    diff <('$limmat' standings -p 3 '$sample' 2>&1) <('$limmat' standings -p 'favre e' '$sample' 2>&1)"
is explain_nobodys_name 3 explain -p nobody "$sample"
is explain_several_names 3 explain -p e "$sample"
is explain_standings 0 explain --standings -p 12 -t PTS,BH/C1,SB,DE,TPR "$sample"
is explain_standings_json 0 explain --standings -f json -p 12 -t BH/C1,DE "$sample"
is explain_standings_by_an_earlier_edition 0 explain --standings --edition c07-2023 -p 9 -t BH -r 3 "$sample"
is explain_standings_unknown_player 3 explain --standings -p 99 "$sample"
# One generated tournament for each of the other systems: the round, and a player with questions.
explain_system() { # explain_system SYSTEM SEED TPN
    "$limmat" generate -s "$1" -n 15 -R 5 --seed "$2" --config rates.txt -o "$1.trf"
    is "explain_$1" 0 explain -s "$1" -r 5 "$1.trf"
    is "explain_$1_player" 0 explain -s "$1" -r 5 -p "$3" "$1.trf"
}
explain_system dutch-2006 8 8
explain_system dutch-2017 4 10
explain_system dubov-1997 3 5
explain_system double-swiss-2026 8 5
explain_system monrad-acwc-2019 2 9
explain_system round-robin 7 6
explain_system scheveningen 7 6
explain_system simple-2026 2 9
explain_system keizer-2026 2 9
cp "$here/../vectors/simple-2026/worked.trf" "$here/../vectors/keizer-2026/season.trf" .
# House rules, worked out by hand.
holds check_simple bash -c "'$limmat' check worked.trf | grep -q '^1 file, 4 rounds: 0 differences ('"
holds check_keizer bash -c "'$limmat' check season.trf | grep -q '^1 file, 2 rounds: 0 differences ('"
is pair_keizer 0 pair season.trf
is standings_keizer 0 standings season.trf
is explain_standings_keizer 0 explain --standings -p 5 season.trf
is explain_keizer_against 0 explain -p 2 --against 1 season.trf
sed 's/^### Option keizer: .*/### Option keizer: top=30 stop=2/' season.trf >keizer-wrong.trf
is pair_keizer_with_a_setting_there_is_not 3 pair keizer-wrong.trf
holds keizer_settings_go_round bash -c "'$limmat' convert -t json season.trf | '$limmat' convert -t trf26 - 2>/dev/null |
    grep -q '^### Option keizer: top=30 step=2 bottom=1 own=100 bye=60'"
# A player is told why not somebody else in brackets too large to weigh for everybody.
printf 'PlayersNumber=140\nRoundsNumber=1\nForbiddenPairs=2000\n' >crowd.txt
"$limmat" generate -s dutch-2026 --config crowd.txt --seed 1 -o crowd.trf
holds explain_weighs_large_brackets_for_one_player \
    bash -c "'$limmat' explain -s dutch-2026 -r 1 -p 9 crowd.trf | grep -q 'excluded your pairing'"
# Who misses a colour strongly due is not also told that he misses a colour.
"$limmat" generate -s dutch-2026 -n 20 -R 9 --seed 2 --config rates.txt -o twice.trf
holds explain_says_nothing_twice bash -c \
    "for p in \$(seq 1 20); do '$limmat' explain -r 9 -p \$p twice.trf | tr -s '\n ' ' ' | grep -q 'colour due[.] .*colour strongly due[.]' && exit 1; done; true"

# An event of teams has the pages of its teams; nothing is explained there.
holds publish_shows_teams bash -c \
    "'$limmat' publish -o teams '$here/../vectors/tiebreaks/tec-teams.trf' && ls teams/tec-teams/team-14.html teams/tec-teams/teams.html teams/tec-teams/scores-7.html && ! grep -l 'can be explained and verified' teams/tec-teams/*.html | grep ."

# --- crosstables, cards, statistics, categories
is crosstable 0 standings --crosstable -t PTS,BH/C1,BH,SB crowd.json
is crosstable_folds_its_rounds 0 standings --crosstable --width 48 crowd.json
is crosstable_csv 0 standings --crosstable -f csv crowd.json
is crosstable_json 0 standings --crosstable -f json -r 1 crowd.json
is crosstable_of_everybody 0 standings --crosstable --shape round-robin -t PTS crowd.json
is cards 0 standings --cards crowd.json
is card_of_one 0 standings --cards -p 2 -f csv crowd.json
is statistics 0 standings --statistics crowd.json
is statistics_csv 0 standings --statistics -f csv crowd.json
is statistics_json 0 standings --statistics -f json crowd.json
is category_by_name 0 standings --category 'Young or women: U18 | sex=w' crowd.json
is category_csv 0 standings --category 'rating<2000' -f csv -t PTS,BH crowd.json
is category_not_understood 3 standings --category 'sex~w' crowd.json
is two_views_are_too_many 3 standings --cards --statistics crowd.json
holds crosstable_html_stands_alone bash -c "'$limmat' standings --crosstable -f html crowd.json >c.html &&
    grep -q '&lt;b&gt;Bold' c.html && ! grep -Eq '<b>Bold|<script|<link|src=|https?:' c.html"
holds no_line_is_wider_than_asked bash -c "for width in 60 80 200; do
    for view in --crosstable --cards --statistics --category=sex; do
    '$limmat' standings \$view --width \$width crowd.json | python3 -c \"
import sys, unicodedata
wide = lambda text: sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in 'WF') for c in text)
sys.exit(any(wide(line.rstrip()) > \$width for line in sys.stdin))\" || exit 1; done; done"

# --- prizes
is prizes 0 prizes --width 100 prizes.json crowd.json
is prizes_csv 0 prizes -f csv prizes.json crowd.json
is prizes_json 0 prizes -f json prizes.json crowd.json
is prizes_bad_plan 3 prizes bad-prizes.json crowd.json
holds prizes_html_is_escaped bash -c "'$limmat' prizes -f html prizes.json crowd.json >p.html &&
    grep -q '&lt;b&gt;Bold' p.html && ! grep -Eq '<b>Bold|<i>U18|<script|https?:' p.html"

# --- norms
is norms 0 norms --width 100 norms.trf
is norms_of_one 0 norms --width 100 -p Caduff norms.trf
is norms_csv 0 norms -f csv --all norms.trf
is norms_json 0 norms -f json -p 2 norms.trf
holds norms_say_that_none_is_possible bash -c "'$limmat' norms left.trf | grep -q 'none reached or possible; --all gives the reasons$'"
holds norms_ask_for_a_kind_of_event refuses 'one of ordinary' norms --event olympiad norms.trf

# --- generate
is generate 0 generate -s dutch-2026 -n 8 -R 3 --seed 5
is generate_by_config 0 generate -s dutch-2026 --config plan.txt --seed 5
is generate_bad_config 3 generate --config bad-plan.txt
is generate_many_needs_a_directory 3 generate -s dutch-2026 --count 2
generated_tournaments_check() { # of every system, with forfeits, byes, withdrawals and late entries
    for system in $("$limmat" systems | awk '{print $1}'); do
        "$limmat" generate -s "$system" --config rates.txt --count 20 -n 16 -o "many-$system" &&
            "$limmat" check "many-$system" | grep '^20 files.* 0 differences (' || return
    done
}
holds generated_tournaments_check generated_tournaments_check
holds same_seed_same_bytes bash -c \
    "'$limmat' generate -s dutch-2026 --config rates.txt --seed 9 | cmp - <('$limmat' generate -s dutch-2026 --config rates.txt --seed 9)"

# --- convert
is convert_to_trf16 0 convert -t trf16 "$sample"
is convert_unknown_format 3 convert -t pdf "$sample"
is convert_to_pgn 0 convert -t pgn "$sample"
is convert_a_round_to_pgn 0 convert -t pgn --rounds 3 "$sample"
is convert_team_matches_to_pgn 0 convert -t pgn teams.trf
is convert_matches_of_two_games_to_pgn 0 convert -t pgn double-swiss-half-nil.json
is convert_from_pgn 3 convert games.pgn
holds convert_there_and_back \
    bash -c "'$limmat' convert -t json -o x.json $sample && '$limmat' convert -t trf26 x.json | diff $sample -"

holds convert_says_what_is_not_finished bash -c "'$limmat' convert -t json -o open.json paired.trf && '$limmat' convert -t trf26 -o back.trf open.json 2>note &&
    diff paired.trf back.trf && grep -q '6 game(s) have no result yet, the last in round 4' note"
# --- drop-in forms (bbpPairings, JaVaFo, C.02.03)
is dropin_release 0 -r
is dropin_pair 0 --dutch "$sample" -p
is dropin_pair_without_system 0 "$sample" -p
as_without_javafo_words() { # -w and -q [N] at each place
    "$limmat" "$sample" -p | sed '/^$/d' >plain
    local words
    for words in "-w $sample -p" "-q 5000 $sample -p" "-q $sample -p" "$sample -q 5000 -w -p" "$sample -p -q" "-r -w $sample -p"; do
        # shellcheck disable=SC2086
        "$limmat" $words | sed '/^Limmat - /d; /^$/d' | diff - plain || return 1
    done
}
holds dropin_takes_javafo_words_anywhere as_without_javafo_words
is dropin_release_and_pair 0 -r --dutch "$sample" -p
is dropin_check 0 --dutch "$sample" -c
is dropin_check_difference 0 --dutch swapped.trf -c
is dropin_check_an_old_report 0 --dutch old-report.trf -c
"$limmat" --dutch old-report.trf -c -l old-report.list >/dev/null 2>&1
holds dropin_list_of_an_old_report bash -c "diff '$here/expected/old-report.list' <(sed '\$d' old-report.list)"
is a_game_without_colours_is_no_difference 0 check old-report.trf
is dropin_check_form 6 -check swapped.trf
is dropin_check_form_declarations 6 -check wrong-declarations.trf
holds dropin_check_form_of_a_clean_file "$limmat" -check "$sample"
is dropin_missing_file 5 --dutch nowhere.trf -p
is dropin_empty_file 3 --dutch empty.trf -p
is dropin_garbage 3 --dutch garbage.trf -p
is dropin_no_round_count 3 --dutch no-rounds.trf -p
is dropin_contradictory_games 3 --dutch contradiction.trf -p
is dropin_impossible 1 --dutch impossible.trf -p
is dropin_wrong_points 3 --dutch wrong-points.trf -p
is dropin_bad_usage 3 --dutch "$sample"
is dropin_output_in_a_missing_directory 5 --dutch "$sample" -p nowhere/out.txt
mkdir sub && cp "$sample" sub/open.trf
holds dropin_output_lands_beside_the_input \
    bash -c "'$limmat' --dutch sub/open.trf -p out.txt && diff sub/out.txt <('$limmat' --dutch $sample -p)"
holds dropin_list_is_named_after_the_input bash -c "'$limmat' --dutch sub/open.trf -p -l && test -s sub/open.list"
holds dropin_list_is_the_known_one bash -c "diff '$here/expected/checklist' <(sed '\$d' sub/open.list)"
holds dropin_generates bash -c \
    "'$limmat' --dutch -g plan.txt -o new.trf -s 4 && head -c 100 new.trf | grep -q 'AutoTest Tournament 4' && '$limmat' --dutch new.trf -c | grep -q 'Round #3'"

# --- every file as it is: one mistake or one habit of other programs each
files=$here/../vectors/cases/3/files
pairs() { diff <(printf '%s\n' "$2") <("$limmat" pair -f plain "$files/$1" 2>said | tail -n +2 | paste -sd' '); } # pairs FILE "1 2 3 0": who meets whom
holds case_162_z pairs 01-162-z.trf '2 1 3 4'
holds case_162_z_in_the_dropin bash -c "diff <(printf '2\n2 1\n3 4\n') <('$limmat' --dutch '$files/01-162-z.trf' -p 2>/dev/null)"
team_points() { # team_points FILE "TEAM MP GP …"
    diff <(printf '%s\n' "$2") <("$limmat" standings --teams -t MPTS,GPTS -f csv "$1" 2>/dev/null |
        tail -n +2 | cut -d, -f2,4- | sort -n | tr ',' ' ' | paste -sd' ')
}
holds case_team_bye_by_letters pairs 02-team-pab-u.trf '5 1 2 4 3 0'
# of a team event the points of a player inform only; of an individual one they are held against the results
for n in 1 2 3 4; do printf '001 %4u      P%-66u9.0 %4u\n' $n $n $n; done >informing.trf
{ printf '012 Informing\n142 3\n152 W\n192 FIDE_TEAM_TYPEA_MP_GP\n'; cat informing.trf; for n in 1 2 3 4; do printf '310 %3u T%-68u %4u\n' $n $n $n; done; } >informing-team.trf
holds case_team_points_inform bash -c "diff <(printf '2\n1 3\n4 2\n') <('$limmat' --team informing-team.trf -p 2>/dev/null)"
holds case_own_points_are_held bash -c "'$limmat' --dutch informing.trf -p >/dev/null 2>&1; test \$? = 3"
holds case_team_bye_by_letters_has_points team_points "$files/02-team-pab-u.trf" '1 4.0 4.0 2 2.0 2.0 3 2.0 2.0 4 1.0 1.0 5 1.0 1.0'
{ cat "$files/02-team-pab-u.trf"; echo '320  2.0  1.5'; } >u-320.trf
holds case_team_bye_by_letters_and_320 team_points u-320.trf '1 4.0 4.0 2 2.0 2.0 3 2.0 2.0 4 2.0 1.5 5 2.0 1.5'
sed 's/0000 - U/0000 - F/' "$files/02-team-pab-u.trf" >f-letters.trf
holds case_team_bye_in_full team_points f-letters.trf '1 4.0 4.0 2 2.0 2.0 3 2.0 2.0 4 2.0 2.0 5 2.0 2.0'
holds case_team_299 team_points "$files/03-team-299-forfeit-loss.trf" '1 2.0 2.0 2 0.0 0.0 3 2.0 2.0 4 1.0 0.0 5 1.0 1.0'
holds case_team_299_pairs pairs 03-team-299-forfeit-loss.trf '3 1 5 4 2 0'
for row in '299 -   1.0            4=4 1.0 0.0' '299 W   3.0   1.5   1   1=1 3.0 1.5' '299 L   0.5            2=2 0.5 0.0' '299 +   1.5            3=3 1.5 2.0' '299 +   1.5=3 1.5 2.0'; do
    sed "s/^299.*/${row%=*}/" "$files/03-team-299-forfeit-loss.trf" >row.trf
    holds "case_team_${row%=*}" bash -c "'$limmat' standings --teams -t MPTS,GPTS -f csv row.trf 2>/dev/null |
        cut -d, -f2,4- | grep -q '^$(echo "${row#*=}" | tr ' ' ,)$'"
done
holds case_team_double_forfeit team_points "$files/04-team-double-forfeit.trf" '1 0.0 0.0 2 0.0 0.0 3 1.0 1.0 4 1.0 1.0 5 1.0 1.0 6 1.0 1.0'
holds case_team_double_forfeit_pairs pairs 04-team-double-forfeit.trf '5 3 4 6 1 2'
holds case_bye_beforehand pairs 07-preselected-pab.trf '2 3 5 1'
holds case_bye_beforehand_round bash -c "'$limmat' pair '$files/07-preselected-pab.trf' | grep -q ', round 2 of 4'"
sed -e 's/^\(001    1.*\)$/\1  0000 - H/' -e 's/^\(001    [235].*[01U]\)$/\1  0000 - Z/' "$files/07-preselected-pab.trf" >all-byes.trf
holds case_bye_of_everyone_is_a_round bash -c "'$limmat' pair all-byes.trf 2>/dev/null | grep -q ', round 3 of 4'"
points() { # points FILE "1 2.5 2 …"
    diff <(printf '%s\n' "$2") <("$limmat" standings -t PTS -f csv "$files/$1" 2>/dev/null | tail -n +2 | sed 's/".*"//' | cut -d, -f2,4 |
        sort -n | tr ',' ' ' | paste -sd' ')
}
holds case_rounds_by_number points 08-numeric-heads.csv '1 2.5 2 2.0 3 1.5 4 0.0'
holds case_rounds_by_number_are_checked bash -c "'$limmat' check '$files/08-numeric-heads.csv' 2>/dev/null | grep -q '1 file, 3 rounds: '"
sed 's/;1;2;3;/;first;2;3;/' "$files/08-numeric-heads.csv" >unnumbered.csv
holds case_results_without_a_round refuses 'a column of results without the number of its round' check unnumbered.csv
holds case_results_without_colours refuses 'a table of results without colours' check "$files/09-swissperfect.txt"
holds case_black_is_z points 10-dutch-colours.csv '1 2.5 2 2.0 3 1.5 4 0.0'
sed -e 's/\([0-9]\)w/\1h/g' -e 's/\([0-9]\)b/\1s/g' "$files/08-numeric-heads.csv" >danish.csv
holds case_colours_in_danish bash -c "'$limmat' check danish.csv 2>&1 | grep -q '1 file, 3 rounds: '"
holds case_no_round_to_check bash -c "'$limmat' check '$files/18-rating-10050.csv' nine.csv 2>/dev/null | grep -q ': no round to check'"
for case in gf wg; do
    holds "case_titles_$case" bash -c "'$limmat' norms -p 1 '$files/11-titles-$case.trf' 2>/dev/null | grep -c '^W[GI]M: reached' | grep -q 2"
done
sed 's/wcf \|wff /wxy /' "$files/11-titles-gf.trf" >xy.trf
holds case_unknown_title_is_named_once bash -c "'$limmat' norms -p 1 xy.trf 2>&1 >/dev/null | grep -c 'a title that FIDE does not have' | grep -qx 1"
holds case_opponent_and_z bash -c "'$limmat' check '$files/14-opponent-and-z.trf' 2>said | grep -q '1 file, 2 rounds: ' && grep -q 'Z beside an opponent' said"
holds case_vega bash -c "'$limmat' check '$files/15-vega-pipe.trf' 2>&1 >/dev/null | diff - <(echo \"limmat: $files/15-vega-pipe.trf:16: Vega's report with vertical bars between its fields; export the FIDE report (TRF16) in Vega, and give that\")"
holds case_tornelo bash -c "'$limmat' pair '$files/16-tornelo-dat.trf' 2>said >paired && ! grep -q 'not a sex' said && [ \$(grep -c DAT said) = 1 ] &&
    ! '$limmat' convert -t trf26 '$files/16-tornelo-dat.trf' 2>/dev/null | grep -q EMAIL"
holds case_all_withdrawn refuses 'no player is left to pair in round 1' pair "$files/17-all-withdrawn.trf"
holds case_limit_is_named refuses 'write a whole number from 0 to 9999' pair "$files/18-rating-10050.csv"
holds case_dropin_names_the_edition bash -c "'$limmat' --burstein '$files/20-burstein-dropin.trf' -p 2>&1 >/dev/null | grep -q -- '--burstein is burstein-2026: '"
ratings() { diff <(printf '%s\n' "$2") <("$limmat" convert -t csv "$1" 2>said | tail -n +2 | cut -d, -f4,5 | tr -d '"' | paste -sd' '); }
holds case_ingo ratings "$files/ingo.csv" 'Stark Anna,2360 Mittel Ben,1880 Neu Dora,1640 Schwach Cem,1240'
holds case_ingo_is_marked grep -q 'INGO became a rating' said
holds case_bcf ratings "$files/bcf.csv" 'Stark Anna,2360 Mittel Ben,1880'
printf 'Name,INGO,Elo\nA,60,2001\nB,200,\n' >both.csv
holds case_elo_before_ingo ratings both.csv 'A,2001 B,'
holds case_list_is_sorted ratings "$files/unsorted.csv" 'Anna,2400 Cem,1800 Ben,850 Zoe,700'
holds case_kids_are_sorted ratings "$files/kids.csv" 'Anna,900 Ben,850 Cem,800 Emil,700 Dana,'
printf 'name,title,rating\nZ,FM,2000\nB,,2000\nA,,2000\nC,GM,2000\nD,,2100\n' >titles.csv
holds case_sorted_by_title_and_name ratings titles.csv 'D,2100 C,2000 Z,2000 A,2000 B,2000'
holds case_starting_numbers bash -c "'$limmat' convert -t csv '$files/5-swissmanager.csv' 2>/dev/null | tail -n +2 | cut -d, -f1,4,5 | paste -sd' ' |
    grep -qx '1,Huber Max,2210 2,Gruber Karl,1980 3,Maier Eva,1750 4,Kern Lea,1600'"
printf '072 3\n072 3\n' | cat - "$files/17-all-withdrawn.trf" >twice-declared.trf
holds case_declared_twice bash -c "'$limmat' convert -t csv twice-declared.trf 2>&1 >/dev/null | grep -q 'declared twice: 3 came first'"
for length in 20 5; do
    head -c -$length "$files/01-162-z.trf" >cut.trf
    holds "case_cut_$length" refuses 'the file ends within this line' check cut.trf
done

# Four rounds on which programs differed: the last one of each file is as the article says.
settled() {
    awk '/^012/ { n++ } { print > ("settled" n ".trf") }' "$here/../vectors/dutch-2026/settled.trf"
    for file in settled[1-4].trf; do
        "$limmat" check -f json "$file" >found 2>"$file.err"
        <found python3 -c 'import json, sys; found = json.load(sys.stdin)
sys.exit(found["rounds"] in (d["round"] for d in found["differences"]))' || { cat found >&2; return 1; }
    done
}
holds settled_rounds settled

echo "1..$count"
