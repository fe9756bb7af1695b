#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_automatic.py LIMMAT: rounds that a championship publishes when they are due, once its director said so, in TAP."""
import html
import re
import subprocess
import sys
import time

from contenders import Championship, instant, written
from served import Browser, Report, Server

report = Report()
limmat = sys.argv[1]
server = Server(limmat, "--clock", "2019-09-21T12:00:00Z")
admin, nobody = Browser(server), Browser(server)
admin.begin(server.key, "Verena")


def begin():
    play = Championship(server, admin, "acwc-2019", instant("2019-09-21T12:00:00Z"))
    for number, name in enumerate(("ann", "bob", "cy", "di")):
        play.apply(name, seeding=str(1900 - 10 * number))
    play.director = play.key("ProgramFOX")
    play.director.post(f"{play.home}/applications", {"act": "good"})
    return play


def plain(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def round_of(play):
    found = re.search(r"Qualification, round (\d+)", plain(nobody.get(play.home)[1]))
    return int(found.group(1)) if found else 0


def comes(play, number):
    until = time.monotonic() + 10
    while round_of(play) != number and time.monotonic() < until:
        time.sleep(0.2)
    return round_of(play) == number


def stays(play, number):
    time.sleep(3)  # the calendar is looked at every two seconds
    return round_of(play) == number


def matches(play, number):
    return [f"qualification/{number}/{board}" for board in (1, 2)]


by_hand, play = begin(), begin()
report(not play.do(play.people["ann"], "automatic", pairings="on"), "no_player_turns_it_on", play.refusals)
report("You publish each round yourself" in plain(play.director.get(play.home)[1]) and play.do(play.director, "automatic", pairings="on") and "We publish each round" in plain(play.director.get(play.home)[1]), "a_director_turns_it_on", play.refusals)
play.to(instant("2019-09-29T23:58:00Z"))
report(stays(play, 0), "not_before_its_time")
play.to(instant("2019-09-29T23:59:00Z"))
report(comes(play, 1), "the_first_round_is_out_before_monday")
report(round_of(by_hand) == 0 and "Who publishes" not in plain(by_hand.director.get(by_hand.home)[1]), "where_nobody_said_so_nothing_is")
play.to(instant("2019-10-01T08:00:00Z"))
report(stays(play, 1), "matches_are_played_first")
first, second = matches(play, 1)
for match in (first, second):
    play.do(play.director, "ruling", match=match, winner="draw", why="agreed")
report(comes(play, 2), "the_next_one_when_all_are_over", play.refusals)
a, b = re.search(r"<h1>([\w-]+) – ([\w-]+)", nobody.get(f"{play.home}/m/{matches(play, 2)[0]}")[1]).groups()
at = instant("2019-10-02T18:00:00Z")
assert play.do(play.people[a], "offer", match=matches(play, 2)[0], time1=written(at)) and play.do(play.people[b], "accept", match=matches(play, 2)[0], time=written(at)), play.refusals
play.to(at)
assert play.do(play.people[a], "result", match=matches(play, 2)[0], games="111111", **{"from": "1"}), play.refusals
play.do(play.director, "ruling", match=matches(play, 2)[1], winner="draw", why="agreed")
report(stays(play, 2), "a_result_of_one_player_can_be_disputed_first")
play.to(instant("2019-10-03T18:00:02Z"))
report(comes(play, 3), "then_it_counts")
play.to(instant("2019-10-21T00:00:00Z"))
report(stays(play, 3) and "overdue" in plain(play.director.get(play.home)[1]), "what_is_overdue_waits_for_the_director", plain(play.director.get(play.home)[1])[:900])
for match in matches(play, 3):
    play.do(play.director, "ruling", match=match, winner="draw", why="agreed")
report(comes(play, 4), "and_goes_on_after_the_ruling")
report(play.do(play.director, "unpublish") and stays(play, 3) and "You publish each round yourself" in plain(play.director.get(play.home)[1]), "who_takes_a_round_back_keeps_it", (play.refusals, round_of(play)))
report(play.do(play.director, "automatic", pairings="on") and comes(play, 4), "until_it_is_turned_on_again", play.refusals)
report(play.do(play.director, "automatic", pairings="off"), "it_is_turned_off", play.refusals)
for match in matches(play, 4):
    play.do(play.director, "ruling", match=match, winner="draw", why="agreed")
report(stays(play, 4), "and_then_nothing_is_published")
lines = play.director.get(f"{play.home}/journal")[1]
(server.work / "it.journal").write_text(lines)
verified = subprocess.run([limmat, "championship", "verify", str(server.work / "it.journal")], capture_output=True, text=True)
report(verified.returncode == 0 and lines.count('"by":"limmat"') == 5, "the_journal_verifies", verified.stderr)
forged = lines.replace('"event":"automatic"', '"event":"break"', 1)
report(subprocess.run([limmat, "championship", "verify", "/dev/stdin"], input=forged, capture_output=True, text=True).returncode != 0, "and_not_without_the_directors_word")


class Formed(Championship):
    """A club's cup without dates but the last day of applications, as the form makes it."""

    def __init__(self, now):
        made = admin.post("/championships/form", {"from": "club-knock-out", "title": "Cup", "directors": "vera", "register": "2019-12-01", "s0_enter": "all", "act": "begin"})
        assert made[0] == 303, made
        self.home, self.server, self.admin, self.now, self.random = made[2]["Location"], server, admin, now, play.random
        self.people, self.director, self.refusals, self.offered = {}, None, [], {}


def meets(cup):
    return "Cup, round 1" in plain(nobody.get(cup.home)[1])


cup = Formed(play.now)
cup.apply("ann")
cup.apply("bob")
cup.apply("cy")
cup.director = cup.key("vera")
cup.director.post(f"{cup.home}/applications", {"act": "good"})
assert cup.do(cup.director, "automatic", pairings="on"), cup.refusals
seen = plain(cup.people["ann"].get(cup.home)[1])
report("New for you" in seen and "Due for you" not in seen and "Nothing to do now" not in seen, "news_leave_no_heading_empty", seen)
seen = plain(nobody.get(cup.home)[1])
report("Applications are open" in seen and "Apply" in seen, "a_cup_without_dates_takes_applications", seen)
cup.apply("di")
cup.to(instant("2019-12-02T00:00:00Z"))
time.sleep(3)
seen = plain(nobody.get(cup.home)[1])
report(not meets(cup) and "Applications are closed" in seen and "Apply" not in seen, "after_the_last_day_it_says_so_and_waits_for_the_director", seen)
cup.director.post(f"{cup.home}/applications", {"act": "good"})
until = time.monotonic() + 10
while not meets(cup) and time.monotonic() < until:
    time.sleep(0.2)
report(meets(cup), "and_begins_by_itself_when_nobody_waits_any_more", plain(nobody.get(cup.home)[1]))
server.end()
sys.exit(report.end())
