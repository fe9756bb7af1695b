#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_line_up.py LIMMAT: captains hand in line-ups by the card of their team, until the deadline, in the right order, once; nobody for another team.  TAP."""
import re
import sys

from arbiter import Arbiter, text_of
from served import Browser, Report, Server

report = Report()
server = Server(sys.argv[1])
chief, nobody = Arbiter(server), Browser(server)
chief.begin(server.key, "Verena")
S = "/e/league/main"
chief.post("/new", {"name": "League", "start": "2026-12-20", "rounds": "3"})
chief.act("/e/league/main", "do/section", {"id": "t", "title": "Teams", "rounds": "3", "system": "team-2026", "boards": "2"})
S = "/e/league/t"
for team in ("Rooks", "Bishops", "Knights", "Pawns"):
    chief.act(S, "do/team", {"name": team, "captain": f"Captain of {team}"})
for team in range(1, 5):
    for member in ("Ann", "Bob", "Cid"):
        chief.act(S, "do/enter", {"name": f"{member}{team}, Player", "team": f"t{team}", "rating": str(2000 - 100 * "ABC".index(member[0]) - team)})


def card(team):
    return re.search(rf"/card/league/t/{team}/\w+", chief.get(f"{S}/player/{team}/card")[1]).group(0)


def members(team):
    names = re.findall(r'<option value="(p\d+)"[^>]*>([^<]*)', nobody.get(card(team))[1])
    return {name.split(",")[0]: person for person, name in names}


def hand_in(team, who, round_=1, at=None):
    return nobody.post(f"{at or card(team)}/line-up", [("round", str(round_)), *(("who", one) for one in who)])


page = text_of(nobody.get(card("t1"))[1])
report("Line-up for round 1" in page and "Board 1" in page and "Hand it in before the round begins" in page, "a_captain_s_card_asks_for_the_line_up", page)
rooks, bishops = members("t1"), members("t2")
report(sorted(rooks) == ["Ann1", "Bob1", "Cid1"], "of_the_own_team", rooks)

# --- what is not taken

report(hand_in("t1", [bishops["Ann2"], rooks["Ann1"]])[0] == 422, "nobody_of_another_team")
report(hand_in("t1", [rooks["Ann1"], rooks["Ann1"]])[0] == 422, "nobody_twice")
status, page, _ = hand_in("t1", [rooks["Cid1"], rooks["Ann1"]])
report(status == 422 and "wrong order" in text_of(page), "not_in_a_wrong_order", text_of(page))
report(hand_in("t1", [rooks["Ann1"], rooks["Bob1"]], at=card("t2").replace("/t2/", "/t1/"))[0] == 404, "not_with_the_card_of_another_team")
report(hand_in("t1", [rooks["Ann1"], rooks["Bob1"]], at=card("t1")[:-1] + "_")[0] == 404, "not_with_a_forged_card")
report(hand_in("t1", [rooks["Ann1"]], 9)[0] == 422, "for_no_round_that_there_is_not")

# --- handed in, once

status = hand_in("t1", [rooks["Ann1"], rooks["Cid1"]])[0]
page = text_of(nobody.get(card("t1"))[1])
report(status == 303 and "Your line-up is in" in page and "Hand in" not in page, "a_line_up_is_handed_in", (status, page))
report(hand_in("t1", [rooks["Bob1"], rooks["Cid1"]])[0] == 422, "a_second_one_is_for_an_arbiter")
chief.act(S, "round/1/pair", {})
chief.act(S, "round/1/publish", {"was": "0"})
page = text_of(chief.get(f"{S}/round/1")[1])
report("Cid1" in page and "Bob1" not in page, "who_was_handed_in_sits", page[-1500:])

# --- after the deadline

chief.act(S, "do/settings", {"line_up_minutes": "30"})
chief.act(S, "do/schedule", {"round": "1", "start": "2020-01-01T12:00"})
report("until" in text_of(nobody.get(card("t2"))[1]), "the_card_says_until_when", text_of(nobody.get(card("t2"))[1]))
status, page, _ = hand_in("t2", [bishops["Ann2"], bishops["Bob2"]])
report(status == 422 and "after the time" in text_of(page), "after_the_deadline_an_arbiter_decides", text_of(page))
for code, word in (("de", "Aufstellung"), ("fr", "Composition"), ("it", "Formazione"), ("es", "Alineación")):
    report(word in nobody.get(card("t2"), **{"Accept-Language": code})[1], f"in_{code}")
server.end()
sys.exit(report.end())
