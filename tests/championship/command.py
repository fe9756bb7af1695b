#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""command.py LIMMAT: `limmat championship` as a director and players use it."""
import json
import os
import re
import subprocess
import sys
import tempfile

LIMMAT = os.path.abspath(sys.argv[1])
folder = tempfile.TemporaryDirectory()
journal = os.path.join(folder.name, "small.journal")
count = failed = 0


def run(*arguments, at=None):
    extra = ["--at", at] if at else []
    return subprocess.run([LIMMAT, "championship", *arguments, *extra], capture_output=True, text=True,
                          timeout=60, check=False)


def must(*arguments, at=None):
    got = run(*arguments, at=at)
    if got.returncode != 0:
        print("Bail out!", arguments, got.stderr)
        sys.exit(1)
    return got.stdout


def said(*arguments, at, zone="Europe/Zurich", folder_is=None):
    """As a person says it, in the folder of the journal and by his own clock."""
    return subprocess.run([LIMMAT, "championship", *arguments, "--at", at], capture_output=True, text=True, timeout=60,
                          check=False, cwd=folder_is or folder.name, env={**os.environ, "TZ": zone})


def content():
    with open(journal, encoding="utf-8") as file:
        return file.read()


def holds(name, good, seen=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - championship/{name}")
    if not good:
        print("# " + str(seen).replace("\n", "\n# "))


accounts = os.path.join(folder.name, "accounts.csv")
with open(accounts, "w", encoding="utf-8") as file:
    file.write("player,owner,created,games,seeding\n")
    for number, name in enumerate(["ann", "bob", "cy", "di", "ed"]):
        file.write(f"{name},,2015-01-01T00:00:00Z,200,{2000 - 10 * number}\n")

must("new", "acwc-2019", journal, at="2019-09-05T00:00:00Z")
got = run("pair", journal, at="2019-09-05T00:00:01Z")
holds("no_round_is_paired_without_players", got.returncode == 3 and "Qualification needs at least two players" in got.stderr, got)
got = run("apply", journal, accounts, "--csv", at="2019-09-10T00:00:00Z")
holds("accounts_come_from_csv", got.returncode == 0 and content().count('"apply"') == 5, got)
must("apply", journal, "late", "--created", "2019-03-01T00:00:00Z", "--games", "99", at="2019-09-11T00:00:00Z")
got = must("status", journal, at="2019-09-12T00:00:00Z")
holds("a_rejection_names_its_articles", "II.A.1, II.A.2" in got, got)
must("decide", journal, "application", "late", "II.A.1", "accept", at="2019-09-12T00:00:00Z")
got = must("decide", journal, "application", "late", "II.A.2", "accept", at="2019-09-12T00:00:00Z")
holds("the_director_makes_exceptions", "1 waiting" not in must("status", journal, at="2019-09-12T00:00:00Z"), got)

got = must("pair", journal, "--dry-run", at="2019-09-30T00:00:00Z")
holds("a_dry_run_enters_nothing", json.loads(got)["pairs"][0] == ["ann", "bob"] and '"pair"' not in content(), got)
must("pair", journal, at="2019-09-30T00:00:00Z")
holds("the_pairing_is_in_the_journal", '"pairs":[["ann","bob"],["cy","di"],["ed","late"]]' in content())

before = content()
got = run("pair", journal, at="2019-09-30T01:00:00Z")
holds("pairing_too_early_is_refused_by_its_article", got.returncode == 3 and "IV.E" in got.stderr, got)
got = run("offer", journal, "ann", "2019-10-01T18:00Z", "2019-09-01T18:00Z", at="2019-09-30T10:00:00Z")
holds("one_bad_offer_refuses_all_of_them", got.returncode == 3 and "V.C" in got.stderr, got)
holds("refused_events_leave_the_journal_as_it_was", content() == before)

got = said("offer", "di", "tue", "wed", "18:00", "thu", "20:30", at="2019-09-30T10:00:00Z")
offers = [line for line in content().splitlines() if '"offer"' in line]
holds("days_share_the_clock_behind_them", [re.search(r'"time":"([^"]+)"', line).group(1) for line in offers] == ["2019-10-01T16:00:00Z", "2019-10-02T16:00:00Z", "2019-10-03T18:30:00Z"], got)
must("offer", journal, "ann", "2019-10-01T18:00Z", "2019-10-02T18:00Z", at="2019-09-30T10:00:00Z")
got = must("due", journal, "ann", at="2019-09-30T11:00:00Z")
holds("due_says_what_is_missing_and_by_when", "offer bob 1 more time [V.C]" in got and "Wed 2 Oct" in got, got)
due = json.loads(must("due", journal, "bob", "-f", "json", at="2019-09-30T11:00:00Z"))["due"]
holds("reminders_are_data", {d["do"] for d in due} == {"offer", "accept"}
      and due[-1]["by"] == "2019-10-02T23:59:59Z", due)
must("accept", journal, "bob", "2019-10-01T18:00Z", at="2019-09-30T12:00:00Z")
got = must("status", journal, "bob", at="2019-09-30T13:00:00Z")
holds("the_agreed_time_is_shown", "play ann" in got and "Tue 1 Oct 2019, 18:00 UTC" in got, got)
got = said("move", "ann", "thu", "20:00", at="2019-09-30T13:00:00Z")
holds("without_a_journal_and_in_ones_own_zone", "ann asks bob to play at Thu 3 Oct 2019, 18:00 UTC" in got.stdout, got)
got = said("due", "bob", at="2019-09-30T13:30:00Z")
holds("the_other_is_asked", "say whether you play at Thu 3 Oct 2019, 18:00 UTC instead" in got.stdout and "[V.A]" in got.stdout, got)
got = said("move", "bob", "decline", at="2019-09-30T14:00:00Z")
holds("and_says_no", "stays at Tue 1 Oct 2019, 18:00 UTC" in got.stdout, got)
got = said("move", "ann", "tomorrow", "15:30", at="2019-09-30T14:10:00Z", zone="America/New_York")
holds("elsewhere_it_is_another_moment", "Tue 1 Oct 2019, 19:30 UTC" in got.stdout, got)
got = said("move", "bob", "accept", at="2019-09-30T14:20:00Z")
holds("or_yes", "is at Tue 1 Oct 2019, 19:30 UTC: moved by consent" in got.stdout, got)
got = said("move", "bob", "20:00", at="2019-09-30T14:30:00Z")
holds("the_next_such_time_is_meant", "Mon 30 Sep 2019, 18:00 UTC" in got.stdout, got)
must("move", journal, "bob", "2019-10-01T18:00Z", at="2019-09-30T14:50:00Z")
must("move", journal, "ann", "accept", at="2019-09-30T15:00:00Z")
empty = tempfile.mkdtemp(dir=folder.name)
got = said("status", at="2019-09-30T15:00:00Z", folder_is=empty)
holds("where_there_is_none_it_is_asked_for", got.returncode == 3 and "There is none here" in got.stderr, got)
got = subprocess.run([LIMMAT, "championship", "status"], capture_output=True, text=True, timeout=60, check=False, cwd=empty,
                     env={**os.environ, "LIMMAT_JOURNAL": journal})
holds("or_named_once_for_all", "Antichess World Championship 2019" in got.stdout, got)
other = os.path.join(folder.name, "other.journal")
with open(other, "w", encoding="utf-8") as file:
    file.write(content())
got = must("wait", other, "ann", at="2019-10-01T18:01:00Z")
holds("an_absence_is_reported", "ann reports that bob is not there" in got, got)
got = must("here", other, "bob", at="2019-10-01T18:02:00Z")
holds("and_answered", "bob is present" in got, got)
got = must("result", other, "ann", "111111", at="2019-10-01T19:00:00Z")
got = must("dispute", other, "bob", "qualification/1/1", "--why", "we never played", at="2019-10-01T20:00:00Z")
holds("a_report_is_disputed", "bob says that what ann reported of their match is not right" in got and "qualification/" not in got, got)
got = must("automatic", other, "on", at="2019-10-01T20:01:00Z")
holds("rounds_are_published_when_due", "rounds are published when they are due" in got, got)
holds("the_journal_of_it_is_verified", "all of them allowed" in must("verify", other), got)
got = must("claim", journal, "ann", "--opponent", "bob", "--by", "ProgramFOX", "--messages", "2019-10-01T18:00:00Z,2019-10-01T18:10:00Z",
           at="2019-10-01T18:11:00Z")
holds("a_no_show_is_claimed", "ann wins against bob: the opponent did not come" in got, got)
got = must("result", journal, "di", "6-2", "--by", "ProgramFOX", at="2019-10-02T17:59:00Z")
holds("a_score_is_enough", "2–6 after 8 games" in got and "without the order" in got and "di wins against cy" in got, got)
must("restore", journal, str(content().count("\n")), at="2019-10-02T17:59:30Z")
got = must("result", journal, "di", "111111", "--by", "ProgramFOX", at="2019-10-02T18:00:00Z")
holds("games_are_taken_from_the_side_of_who_reports", "di wins against cy" in got, got)
got = must("correct", journal, "qualification/1/2", "111111", at="2019-10-02T19:00:00Z")
holds("a_correction_is_a_new_event", "cy wins against di" in got and "di wins" in must("explain", journal, "cy"), got)
got = must("dq", journal, "late", "withdraw", at="2019-10-02T20:00:00Z")
holds("who_leaves_loses_the_open_match", "ed wins against late: the opponent is out of the championship" in got, got)
got = must("standings", journal)
holds("standings_show_who_is_out", "out" in [line for line in got.splitlines() if "late" in line][0], got)
rows = json.loads(must("standings", journal, "-f", "json"))["groups"][0]
holds("standings_are_data", rows[0]["place"] == 1 and rows[0]["points"] == 1, rows)
got = must("bracket", journal)
holds("the_bracket_says_who_may_come", "1st of Qualification" in got and "Ogul1, runner-up" in got, got)
got = must("replay", journal)
holds("the_journal_replays", "25 events" in got or " events" in got, got)
got = must("verify", journal)
holds("and_is_verified", "all of them allowed" in got, got)
state = json.loads(must("export", journal))
holds("the_state_is_exported", state["definition"] == "acwc-2019" and len(state["people"]) == 8, state)
with open(journal, "a", encoding="utf-8") as file:
    file.write('{"event":"pair"')
got = run("status", journal)
holds("half_a_line_is_found", got.returncode == 3 and f"{journal}:" in got.stderr and "half line" in got.stderr, got)

bad = os.path.join(folder.name, "bad.json")
with open(bad, "w", encoding="utf-8") as file:
    file.write('{"definition": "x",\n "stages": []}\n')
got = run("new", bad, os.path.join(folder.name, "bad.journal"))
holds("a_bad_definition_is_refused_with_places",
      got.returncode == 3 and f"{bad}:2:" in got.stderr and not os.path.exists(os.path.join(folder.name, "bad.journal")), got)
got = run("new", "acwc-2022", os.path.join(folder.name, "x.journal"))
holds("open_settings_are_asked_for", got.returncode == 3 and "is not filled in" in got.stderr, got)
got = run("simulate", "acwc-2022", "-n", "30", "--seed", "2", "-o", os.path.join(folder.name, "sim.journal"))
holds("the_2022_rules_play_through", got.returncode == 0
      and "the champion is" in must("replay", os.path.join(folder.name, "sim.journal")), got)
trf = os.path.join(folder.name, "monrad.trf")
with open(trf, "w", encoding="utf-8") as file:
    for number, name in enumerate(["Ann", "Bob", "Cy"]):
        file.write(f"001 {number + 1:4}      {name:33} {2000 - 10 * number:4}" + " " * 28 + "  0.0    0\n")
got = subprocess.run([LIMMAT, "pair", "-s", "monrad-acwc-2019", "-f", "plain", trf], capture_output=True,
                     text=True, timeout=60, check=False)
holds("its_pairing_system_pairs_tournament_files", got.stdout == "2\n1 2\n3 0\n", got)
print(f"1..{count}")
sys.exit(failed > 0)
