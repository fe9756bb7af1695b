#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_championship.py LIMMAT [ENTRANTS]: a championship on the web, by its addresses alone, in TAP."""
import datetime
import html
import json
import re
import subprocess
import sys

from contenders import Championship, instant, written
from served import Browser, Report, Server

report = Report()
limmat = sys.argv[1]
server = Server(limmat, "--clock", "2019-09-20T12:00:00Z")
chief, nobody = Browser(server), Browser(server)
chief.begin(server.key, "Verena")
HOME = "/c/acwc-2019"


def key_of(page):
    return re.search(r"(/key/[\w-]+)", page).group(1)


def enter(name):
    """Somebody with the key that a director made."""
    who = Browser(server)
    who.begin(key_of(chief.post(f"{HOME}/people/key", {"player": name})[1]))
    return who


def command(*words):
    return subprocess.run([limmat, "championship", *words], capture_output=True, text=True)


# --- made

said = chief.post("/championships", {"own": '{"definition": "x",\n "title": 3}'})
report(said[0] == 422 and "line 2, column 11: " in said[1] and chief.get("/c/x")[0] == 404, "what_is_wrong_with_own_rules_is_told_by_its_line", said[1][-800:])
said = chief.post("/championships", {"definition": "acwc-2022"})
report(said[0] == 422 and "lead_in_extra_games" in said[1], "what_rules_leave_open_is_asked")
report(chief.post("/championships", {"definition": "acwc-2022", "suggested": "1"})[0] == 303, "or_taken_as_they_suggest")
report(chief.post("/championships", {"definition": "acwc-2019"})[2]["Location"] == HOME, "a_championship_comes_along")
report("Antichess World Championship 2019" in nobody.get("/")[1], "it_stands_in_the_list")

# --- its pages

for language in ("", ".de", ".fr", ".it", ".es"):
    status, page, _ = nobody.get(f"{HOME}/p/rules{language}.html")
    cited = re.findall(r"<cite>([^<]*)</cite>", page)
    wanted = {"I.C", "I.D", "II.A.1", "II.A.2", "II.C.1", "II.C.4", "III.C", "III.E", "III.F.2", "III.H.6", "III.H.6.iii", "IV.E", "IV.F", "V.A",
              "V.C", "V.D", "V.E", "V.F", "V.G", "V.H", "V.I", "VI.A", "VI.B", "VI.D", "VI.E", "VI.F", "VI.G", "VII.A", "VII.B", "VII.C", "VIII.B",
              "III.F.3", "III.F.4.i", "III.F.4.ii", "III.F.4.iii", "III.G.1", "III.G.3", "III.H.1", "III.H.6.ii", "VI.C", "VIII.A.1", "VIII.A.2", "VIII.C"}
    report(status == 200 and wanted <= set(cited), f"the_rules_page{language}_cites_every_article", wanted - set(cited))
    english = re.findall(r">([^<]*\b(?:the|winner|loser|director) [^<]*)<", page.partition("<main")[2].partition("<footer")[0]) if language else []
    report(not english and page.count("{") == 0, f"and_is_in_one_language{language}", english[:4])
    report(nobody.get(f"{HOME}/p/index{language}.html")[0] == nobody.get(f"{HOME}/p/stage-1{language}.html")[0] == 200, f"public_pages{language}")
style = re.search(r'href="\.\./(style[^"]*)"', nobody.get(f"{HOME}/p/index.html")[1]).group(1)
report(nobody.get(f"{HOME}/{style}")[0] == 200, "and_what_they_need")
report(nobody.get(f"{HOME}/journal")[0] == 403 and nobody.get(f"{HOME}/people")[0] == 403, "the_journal_is_nobodys_download")

# --- who is who

director, champion = enter("ProgramFOX"), enter("arimakat")
report("<b>ProgramFOX</b> <span>· director" in director.get(HOME)[1] and "<b>arimakat</b> <span>· player" in champion.get(HOME)[1], "a_key_makes_one_person")
report(champion.post(f"{HOME}/do/pair", {})[0] == 403 and champion.get(f"{HOME}/people")[0] == 403, "a_player_directs_nothing")
report(champion.get("/c/acwc-2022/journal")[0] == director.get("/c/acwc-2022/journal")[0] == 403, "nor_does_a_director_elsewhere")
report(champion.post(f"{HOME}/zone", {"zone": "Europe/Zurich"})[0] == 303 and "14:00 CEST" in champion.get(HOME)[1], "by_a_clock_of_ones_own")
report(champion.post(f"{HOME}/zone", {"zone": "Europe/Nowhere"})[0] == 422, "which_there_must_be")
phone = Browser(server)
phone.begin(key_of(champion.post(f"{HOME}/key", {})[1]))
report("<b>arimakat</b> <span>· player" in phone.get(HOME)[1], "on_another_device_too")

# --- the same by the command

director.post(f"{HOME}/do/out", {"player": "Ogul1", "ground": "withdraw", "why": "he wrote to us"})
work = server.work
(work / "acwc.journal").write_text(director.get(f"{HOME}/journal")[1])
(work / "acwc.private").write_text(director.get(f"{HOME}/private")[1])
seen = command("explain", str(work / "acwc.journal"), "Ogul1")
report(seen.returncode == 0 and "Ogul1 withdraws" in seen.stdout, "the_command_reads_what_the_web_wrote", seen)
report("he wrote to us" in nobody.get(f"{HOME}/log")[1], "every_act_is_public_with_its_reason")
line = json.loads((work / "acwc.journal").read_text().splitlines()[-1])["n"]
asked = director.post(f"{HOME}/do/restore", {"line": str(line)})
report(asked[0] == 303, "and_can_be_taken_back", html.unescape(asked[1])[-600:])
server.end()
moved = subprocess.run([limmat, "db", "import", "--data", str(server.data), str(work / "acwc.journal")], capture_output=True, text=True)
report(moved.returncode == 0 and "acwc is a championship" in moved.stdout, "a_journal_of_the_command_becomes_one_of_the_web", moved)
server.start()
chief.begin(server.key, "Verena")
report("<td>withdraw" in chief.get("/c/acwc/people")[1] and "<td>withdraw" not in chief.get(f"{HOME}/people")[1], "after_a_restart_all_is_there")

# --- a whole one, by people who do what is due for them: from the application to the champion

ENTRANTS = int(sys.argv[2]) if len(sys.argv) > 2 else 8
play = Championship(server, chief, "acwc-2019", instant("2019-09-21T00:00:00Z"), seed=3)
looked = nobody.post(f"{play.home}/apply", {"player": "newcomer", "created": "2019-04-01", "games": "20", "act": "look"})
report(looked[0] == 200 and looked[1].count("not met") == 2 and "II.A.1" in looked[1] and "II.A.2" in looked[1], "an_application_is_judged_by_each_article_before_it_is_sent", looked[1][-1500:])
report("newcomer" not in chief.get(play.home)[1], "and_looking_sends_nothing")
sent = [play.apply(f"p{number:02}", seeding=str(1900 - 13 * number))[0] for number in range(ENTRANTS)]
report(sent == [303] * ENTRANTS, "applications_are_sent", sent)
again = Browser(server).post(f"{play.home}/apply", {"player": "p01", "act": "send"})
report(again[0] == 422 and "ask the director for a link" in html.unescape(again[1]), "nobody_takes_anothers_name")
play.apply("liar", created="2019-05-05")
report("A director decides on it" in play.people["liar"].get(play.home)[1], "its_sender_sees_that_it_waits")
play.director = play.key("ProgramFOX")
waits = play.director.get(play.home)[1]
report("/do/pair" not in waits and waits.index("/applications") < waits.index("no round can be paired yet"), "applications_come_first_and_nobody_is_paired_before", re.sub("<[^>]*>", " ", waits)[-900:])
for turn in range(2):  # as a browser sends it, which numbers its requests, and once more
    play.director.post(f"{play.home}/applications", {"act": "good", "req": "all-of-them"})
people = chief.get(f"{play.home}/people")[1]
report(people.count("<td>accepted") == ENTRANTS, "a_director_takes_all_that_are_good", people.count("<td>accepted"))
report(play.director.post(f"{play.home}/applications", {"player": "liar", "act": "deny"})[0] == 422 and
       play.director.post(f"{play.home}/applications", {"player": "liar", "act": "deny", "why": "made too late"})[0] == 303 and
       "made too late" in play.people.pop("liar").get(play.home)[1], "and_turns_down_another_who_reads_why")
play.people.update(arimakat=play.key("arimakat"), Ogul1=play.key("Ogul1"))

# What it comes to, before it begins: dates of the rules, counts of runs by chance.
plain = lambda page: re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", html.unescape(page)))
look = {"definition": "acwc-2019", "suggested": "1", "act": "look", "entrants": "30"}
before = chief.get("/")[1].count("/c/")
looked = chief.post("/championships", look)
said = plain(looked[1])
report(looked[0] == 200 and "Qualification 1 " in said and "30 Sep 2019 Sun 6 Oct 2019, 23:59 UTC" in said and "with 30 players" in said and chief.get("/")[1].count("/c/") == before,
       "what_a_definition_comes_to_is_told_and_nothing_is_made", said[-1800:])
report("line 3, column" in chief.post("/championships", {"own": '{"definition": "x",\n"title": "y",\n"stages": 4}', "act": "look"})[1], "its_mistakes_by_line_and_column")
plan = plain(play.director.get(f"{play.home}/simulation")[1])
weeks = [instant(f"2019-10-{6 + 7 * w:02}T12:00:00Z").strftime("Sun %-d Oct 2019, 23:59 UTC") for w in range(3)]
report(all(week in plan for week in weeks) and re.search(r"Rounds: \d+; matches: \d+(–\d+)?\. The last day is \d+ \w+ 20(19|20)\.", plan) is not None, "and_what_this_one_comes_to", plan[-1800:])
first = re.search(r"Qualification 1 (\S+) ", plan).group(1)
report(int(first.split("–")[-1]) == ENTRANTS // 2 and int(re.search(r"Qualification 1 (?:\d+–)?(\d+) ", said).group(1)) == 15, f"with_its_own_players ({first})", said[-900:])
report([nobody.get(f"{play.home}/simulation")[0], play.director.get(f"{play.home}/simulation?entrants=2")[0], play.director.get(f"{play.home}/simulation?entrants=3")[0]] == [403, 400, 200],
       "for_its_directors")
play.to(instant("2019-09-30T08:00:00Z"))
report("publish" in play.director.get(play.home)[1] and play.do(play.director, "pair"), "the_director_publishes_a_round")
why = nobody.get(f"{play.home}/pairing/qualification/1")
report(why[0] == 200 and "the nearest in the ranking" in why[1] and "III.F.4.iii" in why[1], "everybody_sees_the_ranking_that_made_it", why[1][-600:])


def match_of(name):
    return next(due["match"] for due in play.due(play.people[name]) if "match" in due)


MATCH = match_of("p00")
first, second = (re.search(rf"<h1>(\w+) – (\w+)", nobody.get(f"{play.home}/m/{MATCH}")[1])).groups()
stranger = play.people[next(n for n in sorted(play.people) if n not in (first, second, "arimakat", "Ogul1"))]
lines = lambda: chief.get(f"{play.home}/journal")[1].count("\n")
before = lines()
for deed, fields in {"offer": {"time1": "2019-10-01T18:00"}, "accept": {"time": "2019-10-01T18:00:00Z"}, "time": {"time": "2019-10-01T18:00"},
                     "result": {"from": "1", "games": "1"}, "break": {"minutes": "5"}, "bid": {"seconds": "100"}, "wait": {},
                     "absent": {"choice": "claim"}, "left": {"player": first}, "here": {}}.items():
    refused = stranger.post(f"{play.home}/do/{deed}", {"match": MATCH, **fields})
    report(refused[0] in (403, 422), f"nobody_does_{deed}_in_anothers_match", refused[0])
report(stranger.post(f"{play.home}/do/out", {"player": first, "ground": "withdraw"})[0] == 422, "nor_withdraws_him")
report(lines() == before, "and_nothing_of_it_is_a_line")

def calendar(who):
    """The events of somebody's feed, and whether all lines are short and end as they should."""
    text = nobody.get(f"{play.home}/calendar/{who}.ics")[1]
    good = all(len(line.encode()) <= 75 for line in text.split("\r\n")) and text.endswith("END:VCALENDAR\r\n") and "\n" not in text.replace("\r\n", "")
    events = [dict(line.split(":", 1) for line in event.split("\r\n") if ":" in line) for event in text.replace("\r\n ", "").split("BEGIN:VEVENT\r\n")[1:]]
    return events, good


# Until when he has to do what, in a feed, by his clock and in his language.
play.people[first].post(f"{play.home}/zone", {"zone": "Europe/Zurich"})
feed, good = calendar(first)
report(good and len(feed) == 1 and feed[0]["SUMMARY"] == f"Deadline: offer {second} 3 times" and feed[0]["DTEND"] == "20191002T235959Z" and feed[0]["DTSTART"] == "20191002T232959Z" and
       feed[0]["DESCRIPTION"].startswith("[V.C] otherwise ") and feed[0]["URL"].endswith(f"{play.home}/m/{MATCH}") and feed[0]["TRANSP"] == "TRANSPARENT", "a_calendar_has_deadlines", feed)
play.people[first].get(f"/language/de?to={play.home}")
german = calendar(first)[0]
report(german[0]["SUMMARY"] == f"Frist: {second} 3 Termine anbieten" and german[0]["UID"] == feed[0]["UID"], "in_ones_language", german)
play.people[first].get(f"/language/en?to={play.home}")

# Offers: proper or not and why, in two zones; a request that comes again is the same.
play.people[first].post(f"{play.home}/zone", {"zone": "Europe/Zurich"})
play.people[second].post(f"{play.home}/zone", {"zone": "America/New_York"})
offers = {"match": MATCH, "time1": "2019-10-01T18:00", "time2": "2019-10-01T19:00", "time3": "2019-10-02T18:00", "req": "again-1"}
report(play.people[first].post(f"{play.home}/do/offer", offers)[0] == 303 and lines() == before + 3, "three_offers_are_one_form")
report(play.people[first].post(f"{play.home}/do/offer", offers)[0] == 303 and lines() == before + 3, "a_replayed_request_is_the_same_act")
seen = re.sub("<[^>]*>", " ", play.people[second].get(f"{play.home}/m/{MATCH}")[1])
report("12:00 EDT" in seen and "18:00 CEST" in seen and "less than 3 hours" in seen, "each_sees_both_clocks_and_what_does_not_count", seen[-2500:])


def cell(page, seconds):
    """What stands in the calendar at a moment."""
    found = re.search(rf'<(?:input|button|label)[^>]*value="{seconds}"[^>]*>', page)
    return html.unescape(found.group(0)) if found else None


def moment(text):
    return int(instant(text).timestamp())


# The calendar: a form of boxes by one's own hours, the other's beside; what would not count says so.
page = play.people[second].get(f"{play.home}/m/{MATCH}")[1]
hours = re.findall(r'<th scope="row">(\d\d:\d\d) ?<small>(\d\d:\d\d)</small>', page)
report(("12:00", "18:00") in hours and "<th scope=\"col\">New York<br><small>Zurich</small>" in page, "a_calendar_has_both_clocks", hours[:4])
report("Accept Tue 1 Oct, 12:00 EDT" in (cell(page, moment("2019-10-01T16:00:00Z")) or "") and 'name="accept"' in page, "an_offer_of_the_other_is_a_button")
report(re.search(r'class="faulty"[^>]*title="Tue 1 Oct, 13:00 EDT[^"]*does not count: less than 3 hours from', html.unescape(page)) is not None, "or_says_why_it_does_not_count")
mine = html.unescape(play.people[first].get(f"{play.home}/m/{MATCH}")[1])
report("would not count: less than 3 hours from" in cell(mine, moment("2019-10-01T15:00:00Z")) and "would not" not in cell(mine, moment("2019-10-03T15:00:00Z")),
       "what_would_not_count_says_so_before", cell(mine, moment("2019-10-01T15:00:00Z")))
report(cell(mine, moment("2019-09-30T07:00:00Z")) is None and cell(mine, moment("2019-10-07T12:00:00Z")) is None and cell(mine, moment("2019-10-01T16:00:00Z")) is None,
       "no_box_for_what_is_past_or_too_late_or_offered")
ticked = play.people[second].post(f"{play.home}/do/offer", [("match", MATCH), ("req", "ticks"), ("at", str(moment("2019-10-01T16:00:00Z"))), ("at", str(moment("2019-10-04T16:00:00Z")))])
both = html.unescape(play.people[first].get(f"{play.home}/m/{MATCH}")[1])
report(ticked[0] == 303 and lines() == before + 5 and "You both offered the same moment" in both and "offered by both" in both, "what_is_ticked_is_offered_and_that_both_did_is_said", ticked[0])
report([play.people[second].post(f"{play.home}/do/offer", {"match": MATCH, "at": bad})[0] for bad in ("soon", "99999999999999")] == [422, 422] and
       play.people[second].post(f"{play.home}/do/offer", [("match", MATCH), *[("at", str(moment("2019-10-05T00:00:00Z") + 3600 * h)) for h in range(13)]])[0] == 422 and
       stranger.post(f"{play.home}/do/offer", {"match": MATCH, "accept": str(moment("2019-10-01T16:00:00Z"))})[0] == 422 and lines() == before + 5, "and_nothing_else")
report("data-arrows" not in nobody.get(f"{play.home}/p/index.html")[1] and 'name="at"' not in nobody.get(f"{play.home}/m/{MATCH}")[1], "who_looks_on_ticks_nothing")
accepted = play.do(play.people[second], "offer", match=MATCH, accept=str(moment("2019-10-02T16:00:00Z")))
report(accepted and "Wed 2 Oct, 18:00 CEST" in play.people[first].get(f"{play.home}/m/{MATCH}")[1], "accepted_it_is_the_time")
feed = calendar(first)[0]
report(len(feed) == 1 and feed[0]["DTSTART"] == "20191002T160000Z" and first in feed[0]["SUMMARY"] and second in feed[0]["SUMMARY"], "what_is_done_is_no_deadline_any_more", feed)
page = html.unescape(play.people[second].get(f"{play.home}/m/{MATCH}")[1])
report('type="radio" name="at"' in (cell(page, moment("2019-10-03T16:00:00Z")) or "") and 'type="checkbox" name="at"' not in page and 'name="at"' not in nobody.get(f"{play.home}/m/{MATCH}")[1],
       "another_time_is_marked_on_the_calendar", page[-3000:])
bad = [play.people[second].post(f"{play.home}/do/move", {"match": MATCH, **fields}) for fields in ({}, {"at": "soon"}, {"at": "1", "time": "2019-10-03T12:00"})]
report([answer[0] for answer in bad] == [422] * 3 and all(f'href="{play.home}"' in answer[1] for answer in bad), "or_nothing_is_asked_and_the_refusal_leads_back", bad[0][1][-600:])
moved = play.do(play.people[second], "move", match=MATCH, at=str(moment("2019-10-03T16:00:00Z")))
asked = re.sub("<[^>]*>", " ", play.people[first].get(f"{play.home}/m/{MATCH}")[1])
report(moved and "18:00 CEST" in asked and "Play then" in asked and "Stay as agreed" in asked, "one_asks_for_another_time", asked[-2500:])
report("Play then" not in play.people[second].get(f"{play.home}/m/{MATCH}")[1] and
       stranger.post(f"{play.home}/do/move", {"match": MATCH, "time": "2019-10-03T16:00:00Z", "answer": "accept"})[0] == 422, "which_only_the_other_can_give")
report(any(due["do"] == "answer_move" and due["time"] == "2019-10-03T16:00:00Z" for due in play.due(play.people[first])), "and_is_told_of")
stale = play.people[first].post(f"{play.home}/do/move", {"match": MATCH, "time": "2019-10-04T16:00:00Z", "answer": "accept"})
report(stale[0] == 422 and "nother time" in html.unescape(stale[1]), "nobody_agrees_to_what_was_not_asked", stale[0])
refused = {}
for language in ("de", "fr", "it", "es", "en"):
    play.people[first].get(f"/language/{language}?to=/")
    refused[language] = html.unescape(play.people[first].post(f"{play.home}/do/move", {"match": MATCH, "time": "2019-10-04T16:00:00Z", "answer": "accept"})[1])
report("Inzwischen wird um einen anderen Termin gebeten [V.A]" in refused["de"] and "Die Liste der Aufgaben ansehen" in refused["de"] and
       "un autre horaire est demandé [V.A]" in refused["fr"] and "stato chiesto un altro orario [V.A]" in refused["it"] and "se pide otra hora [V.A]" in refused["es"] and
       [language for language, page in refused.items() if "nother time" in page or "See the list" in page] == ["en"], "and_is_told_why_in_his_language", refused)
number = next(n for n in range(1, 99) if f"<h1>{first} – {second}" in re.sub(r"</?a[^>]*>", "", (page := nobody.get(f"{play.home}/p/match-{n}.html"))[1]) or page[0] == 404)
public = {language: html.unescape(re.sub("<[^>]*>", " ", nobody.get(f"{play.home}/p/match-{number}.{language}.html")[1])) for language in ("de", "fr", "it", "es")}
report("Mi 2. Okt. 2019, 16:00 UTC" in public["de"] and f"{second} bittet um" in public["de"] and f"{second} demande" in public["fr"] and f"{second} chiede" in public["it"] and f"{second} pide" in public["es"] and
       not any("asks for" in page or "UTC; " in page and "Oct" in page for page in public.values()), "spectators_read_how_it_stands_in_theirs", re.sub(r"\s+", " ", public["de"])[:900])
report(play.do(play.people[first], "move", match=MATCH, time="2019-10-03T16:00:00Z", answer="decline") and
       "Wed 2 Oct, 18:00 CEST" in play.people[first].get(f"{play.home}/m/{MATCH}")[1], "declined_it_stays")
early = play.people[first].post(f"{play.home}/do/wait", {"match": MATCH})
report(early[0] == 422, "nobody_waits_before_the_time")

def sides(match):
    return re.search(r"<h1>([\w-]+) – ([\w-]+)", nobody.get(f"{play.home}/m/{match}")[1]).groups()


# One who offers enough, in a match whose other does not: he chooses, after the deadline.
CHOSEN, ASSIGNED = "qualification/1/2", "qualification/1/3"
chooser, silent = sides(CHOSEN)
play.do(play.people[chooser], "offer", match=CHOSEN, time1="2019-10-05T10:00:00Z", time2="2019-10-05T16:00:00Z", time3="2019-10-06T16:00:00Z")

# Who does not come: said twice, ten minutes apart, then claimed (VI.D).
play.to(instant("2019-10-02T16:01:00Z"))
play.do(play.people[first], "wait", match=MATCH)
state = re.sub("<[^>]*>", "", play.people[first].get(f"{play.home}/m/{MATCH}")[1])
report("Report it again at Wed 2 Oct, 18:11 CEST" in state and "Claim the match" not in state, "one_message_is_not_enough", state[-900:])
play.to(instant("2019-10-02T16:12:00Z"))
play.do(play.people[first], "wait", match=MATCH)
report("Claim the match" in play.people[first].get(f"{play.home}/m/{MATCH}")[1], "after_ten_minutes_he_may_claim")
report(play.do(play.people[first], "absent", match=MATCH, choice="claim") and
       f"{first} wins" in nobody.get(f"{play.home}/m/{MATCH}")[1], "and_has_won_by_VI_D", play.refusals)

# On the calendar the time is chosen, and assigned by a director: an hour that is marked, an offer by its button.
play.to(instant("2019-10-04T12:00:00Z"))
page = html.unescape(play.people[chooser].get(f"{play.home}/m/{CHOSEN}")[1])
report('type="radio" name="at"' in cell(page, moment("2019-10-05T12:00:00Z")) and 'name="slot"' in cell(page, moment("2019-10-05T10:00:00Z")) and
       "Choose Sat 5 Oct, 10:00 UTC" in cell(page, moment("2019-10-05T10:00:00Z")) and cell(page, moment("2019-10-04T11:00:00Z")) is None and 'type="checkbox" name="at"' not in page,
       "who_chooses_marks_one_hour_or_takes_an_offer", page[-4000:])
chosen = lambda who, match=CHOSEN, **fields: who.post(f"{play.home}/do/time", {"match": match, **fields})[0]
at = {text: str(moment(f"2019-10-0{text}:00:00Z")) for text in ("4T11", "5T10", "5T12", "7T12")}
bad = [chosen(play.people[chooser]), chosen(play.people[chooser], at="soon"), chosen(play.people[chooser], at=at["5T12"], time="2019-10-05T14:00"), chosen(play.people[chooser], at=at["4T11"]),
       chosen(play.people[chooser], slot=at["7T12"]), chosen(play.people[silent], slot=at["5T10"]), chosen(play.people[chooser], time="2019-10-04T23:59")]
report(bad == [422] * 7, "and_nothing_else_nor_anybody_else", bad)
report('name="slot"' not in nobody.get(f"{play.home}/m/{CHOSEN}")[1] + play.people[silent].get(f"{play.home}/m/{CHOSEN}")[1], "others_have_no_buttons")
report(chosen(play.people[chooser], slot=at["5T10"], at=at["5T12"]) == 303 and "Sat 5 Oct, 10:00 UTC" in nobody.get(f"{play.home}/m/{CHOSEN}")[1], "a_tap_on_an_offer_is_the_time")
page = html.unescape(play.director.get(f"{play.home}/m/{ASSIGNED}")[1])
report('type="radio" name="at"' in cell(page, moment("2019-10-05T12:00:00Z")) and cell(page, moment("2019-10-07T12:00:00Z")) is None and ">Assign</button>" in page, "a_director_assigns_on_it", page[-3000:])
report(chosen(play.director, ASSIGNED, at=at["5T12"], why="neither made an offer") == 303 and "Sat 5 Oct, 12:00 UTC" in nobody.get(f"{play.home}/m/{ASSIGNED}")[1] and
       "neither made an offer" in nobody.get(f"{play.home}/log")[1], "with_a_reason")

steps = 0
while steps < 400 and play.pages() is None and play.round():
    steps += 1
report(play.pages() is not None, f"it_comes_to_a_champion_in_{steps}_steps", (play.now, play.refusals[-3:], re.sub("<[^>]*>", " ", chief.get(play.home)[1])[-1500:]))
second = nobody.get(f"{play.home}/pairing/qualification/2")[1]
ranks = re.findall(r'<tr><td class="n">(\d+)</td>', second)
report("average of the opponents’ seeds" in html.unescape(second) and "sum of seeds" not in second and ranks == [str(n + 1) for n in range(len(ranks))], "a_pairing_shows_the_ranking_that_the_rule_uses", plain(second)[-900:])
shown = [(float(p), float(a), float(s)) for p, a, s in re.findall(r"points ([\d.]+), average of the opponents’ seeds ([\d.]+)</td><td[^>]*>([\d.]+)", html.unescape(second))]
report(len(shown) == len(ranks) and shown == sorted(shown, reverse=True), "and_is_in_its_order", shown)
final = nobody.get(f"{play.home}/pairing/final/1")[1]
robin = nobody.get(f"{play.home}/pairing/candidates/2")[1]
report("the nearest in the ranking" not in final + robin and "all play each other" in robin and "seats of this stage" in final, "other_stages_have_their_own_reason", plain(final)[-600:])
(work / "play.journal").write_text(chief.get(f"{play.home}/journal")[1])
(work / "play.private").write_text(chief.get(f"{play.home}/private")[1])
checked = command("status", str(work / "play.journal"))
report(checked.returncode == 0 and f"Champion: {play.pages()}" in checked.stdout, "the_command_comes_to_the_same", checked)
verified = command("verify", str(work / "play.journal"))
report(verified.returncode == 0, "and_judges_every_pairing_the_same", verified)

# --- Armageddon by the club's rules: sealed until both have bid

cup = Championship(server, chief, "club-knock-out", play.now, seed=5)
for name in ("anna", "bela"):
    cup.apply(name)
cup.director = cup.key("director")
cup.director.post(f"{cup.home}/applications", {"act": "good"})
cup.do(cup.director, "pair")
final = next(due["match"] for due in cup.due(cup.people["anna"]) if "match" in due)
soon = written(cup.now + datetime.timedelta(hours=1))
report(not cup.do(cup.people["anna"], "time", match=final, time=soon), "nobody_sets_the_time_of_a_final_alone")
report(cup.do(cup.people["anna"], "offer", match=final, time1=soon) and cup.do(cup.people["bela"], "accept", match=final, time=soon), "the_two_agree_on_it", cup.refusals)
cup.to(cup.now + datetime.timedelta(hours=2))
report(cup.do(cup.people["anna"], "result", match=final, games="1010", **{"from": "1"}), "level_after_four_games", cup.refusals)
report(cup.do(cup.people["bela"], "result", match=final, games="0101", **{"from": "1"}) and
       not cup.do(cup.people["bela"], "result", match=final, games="1101", **{"from": "1"}), "which_the_other_confirms_and_cannot_change")
a, b = re.search(r"<h1>(\w+) – (\w+)", nobody.get(f"{cup.home}/m/{final}")[1]).groups()
SECRET, GROUPED = "173471", "173,471"
report(cup.do(cup.people[a], "bid", match=final, seconds=SECRET), "a_bid_is_sealed", cup.refusals)
public = [f"{cup.home}{path}" for path in ("", "/log", f"/m/{final}", "/journal", "/private", "/due.json", "/people", "/p/index.html", "/p/match-1.html", "/p/player-1.html", "/p/stage-1.html")]
told = [(who, path) for who, browser in {"nobody": nobody, "chief": chief, "director": cup.director, "opponent": cup.people[b], "himself": cup.people[a]}.items()
        for path in public if any(written in browser.get(path)[1] for written in (SECRET, GROUPED))]
report(not told, "no_view_export_or_line_holds_it", told)
report("sealed as" in nobody.get(f"{cup.home}/m/{final}")[1], "that_it_was_made_everybody_sees")
asked = {who: browser.get(f"{cup.home}/along") for who, browser in {"nobody": nobody, "director": cup.director, "himself": cup.people[a], "chief": chief}.items()}
report([status for status, _, _ in asked.values()] == [403, 403, 403, 409] and not any(SECRET in text for _, text, _ in asked.values()) and "limmat db export" in asked["chief"][1],
       "nobody_takes_a_championship_along_with_a_sealed_bid", {who: answer[0] for who, answer in asked.items()})
report(not cup.do(cup.people[a], "bid", match=final, seconds="5"), "nobody_bids_twice")
cup.do(cup.people[b], "bid", match=final, seconds="200")
opened = nobody.get(f"{cup.home}/m/{final}")[1]
along = chief.get(f"{cup.home}/along")
report(along[0] == 200 and SECRET in along[1], "then_it_is_taken_along_with_all_bids", along[0])
report(SECRET in opened and f"{b} plays White" in re.sub("<[^>]*>", "", opened), "both_are_opened_together", re.sub("<[^>]*>", "", opened)[-900:])
report(cup.do(cup.people[a], "armageddon", match=final, armageddon="0-1") and cup.pages() == a, "and_the_game_decides", (cup.pages(), cup.refusals))
server.end()
sys.exit(report.end())
