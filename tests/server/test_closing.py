#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_closing.py LIMMAT: messages wait for the net and go once each; receipts for prizes, the final report; entries end when the organiser said.  TAP."""
import re
import sys
import time

from arbiter import Arbiter, text_of
from letterbox import Letterbox, link_in
from served import Browser, Report, Server

report = Report()
box = Letterbox()
off = box.folder / "offline"
box.command.write_text(f'#!/bin/sh\ntest -e {off} && exit 75\n' + box.command.read_text().split("\n", 1)[1])
server = Server(sys.argv[1], "--mail", str(box.command))
chief, nobody = Arbiter(server), Browser(server)
chief.begin(server.key, "Verena")
E, S = "/e/open", "/e/open/main"
chief.post("/new", {"name": "Open", "start": "2020-01-10", "end": "2020-01-12", "rounds": "2"})
SETTINGS = {"open": "1", "entries": "1", "currency": "CHF"}
chief.post(f"{E}/announcement/edit", SETTINGS)
chief.post(f"{S}/announcement", {"fees": "60"})


def enter(name, mail, **more):
    nobody.post(f"{E}/register", {"name": name, "federation": "SUI", "rating": "1500", "born": "1990", "section": "main", "mail": mail, **more})
    while not (new := [one for one in box.to(mail, "/entry/") if one not in seen]):
        time.sleep(0.1)
    link = link_in(new[0])
    seen.extend(box.all())
    nobody.post(link, {"act": "confirm"})
    return link


seen = []
anna, bert, carl, dora = (enter(f"Name{i}, {name}", f"{name.lower()}@example.org") for i, name in enumerate(("Anna", "Bert", "Carl", "Dora")))
enter("Name5, Kind", "anna@example.org", born="2012", adult="Eva Vormund", consent="1")  # a second player with the same address
report(nobody.get(f"{E}/message")[0] == 403 and nobody.post(f"{E}/message", {"subject": "x", "text": "y"})[0] == 403 and nobody.get(f"{E}/report")[0] == 403, "strangers_write_to_no_one")
report("4 mail addresses are known" in text_of(chief.get(f"{E}/message")[1]), "each_address_once", text_of(chief.get(f"{E}/message")[1]))

# --- the hall is offline: mails wait, and go out once each

off.touch()
answer = chief.post(f"{E}/message", {"subject": "Round 1", "text": "Round 1 begins\nat 14:30.", "announce": "1"})
report(answer[0] == 303 and answer[2]["Location"].endswith("sent=4") and "4 mails are on their way" in text_of(chief.get(answer[2]["Location"])[1]), "a_message_to_all", answer)
time.sleep(3)
report(not any("Open: Round 1" in one for one in box.all()), "without_a_net_none_goes")
server.end()
server.start()
off.unlink()
addresses = [f"{name}@example.org" for name in ("anna", "bert", "carl", "dora")]
report(all(len(box.to(one, "Open: Round 1", 40)) == 1 for one in addresses), "with_the_net_each_goes", box.all()[-2:])
time.sleep(3)
report([len(box.to(one, "Open: Round 1")) for one in addresses] == [1] * 4, "once_each")
report("begins" in text_of(nobody.get(f"{E}/announcement")[1]), "and_it_is_announced")
card = re.search(r"/card/open/main/p1/\w+", chief.get(f"{S}/player/p1/card")[1]).group(0)
report("Round 1 begins at 14:30" in text_of(nobody.get(card)[1]), "also_on_cards", text_of(nobody.get(card)[1]))
report(chief.post(f"{E}/message", {"subject": "x", "text": "y", "section": "nowhere"})[0] == 404, "not_to_a_section_that_is_not_there")

# --- prizes and their receipts, the report

report(chief.get(f"{S}/prizes/receipts")[0] == 404, "no_receipts_before_prizes")
bad = chief.post(f"{S}/announcement", {"fees": "60", "rooms": "Hall A: 1-20\nHall B 21"})
report(bad[0] == 422 and "Line 2" in text_of(bad[1]), "a_room_without_tables_is_named", text_of(bad[1])[-300:])
report(chief.post(f"{S}/announcement", {"fees": "60", "rooms": "Hall A: 1\nHall B: 2-20, 31"})[0] == 303, "rooms_have_tables")
bad = chief.post(f"{S}/announcement", {"fees": "60", "sectors": "Ada 1-20"})
report(bad[0] == 422 and "Line 1" in text_of(bad[1]), "a_sector_without_boards_is_named", text_of(bad[1])[-300:])
chief.act(S, "round/1/pair", {})
chief.act(S, "round/1/publish", {"was": "0"})
order = lambda who: re.findall(r'<tr id="b(\d)" class="([^"]*)"', who.get(f"{S}/round/1")[1])
report([number for number, _ in order(chief)] == ["1", "2"] and "Your boards" not in chief.get(f"{S}/round/1")[1], "without_sectors_boards_are_in_their_order")
chief.post(f"{S}/announcement", {"fees": "60", "rooms": "Hall A: 1\nHall B: 2-20, 31", "sectors": "Verena: 2-9\nbeat muster: 1"})
page = text_of(chief.get(f"{S}/round/1")[1])
report(order(chief) == [("2", "waits"), ("1", "waits other")] and "Your boards come first: 1 of 1 without a result" in page, "an_arbiter_has_the_boards_of_their_sector_first", (order(chief), page[:900]))
other = chief.invite("arbiter")
report([number for number, _ in order(other)] == ["1", "2"], "another_one_has_not")
public = [text_of(nobody.get(f"/p/open/main/player-{number}.html")[1]) for number in range(1, 6)]
report(sum("Hall A" in one for one in public) == 2 and sum("Hall B" in one for one in public) == 2, "players_pages_say_it", public)
wall, slips = text_of(nobody.get(f"{S}/wall")[1]), text_of(chief.get(f"{S}/paper/slips/1")[1])
report(wall.count("· Hall A") == 2 and wall.count("· Hall B") == 2 and slips.count("Hall A") == 1 and slips.count("Hall B") == 1, "the_wall_and_the_slips_too", (wall, slips))
for board, result in enumerate(("1-0", "1/2-1/2"), 1):
    chief.post(f"{S}/round/1/result", {"board": f"1.{board}", "result": result})
chief.act(S, "round/1/close", {})
page = text_of(chief.get(f"{S}/paper/names/1")[1])
report(page.count("Hall A") == 2 and page.count("Hall B") == 2, "the_list_by_name_says_in_which_room", page)
report(sum("Hall A" in text_of(nobody.get(re.search(rf"/card/open/main/{p}/\w+", chief.get(f"{S}/player/{p}/card")[1]).group(0))[1]) for p in ("p1", "p2", "p3", "p4", "p5")) == 2, "and_so_do_cards")
chief.post(f"{S}/prizes", {"currency": "CHF", "sharing": "equal", "award": "highest", "groups": "General: 100 50.50"})
page = text_of(chief.get(f"{S}/prizes/receipts")[1])
report(all(word in page for word in ("Date and signature", "General 1", "CHF 100.00", "CHF 150.50")), "receipts_for_prize_money", page)
report("Prize receipts" in text_of(chief.get(f"{S}/prizes")[1]), "which_the_prizes_lead_to")
chief.post(f"{E}/payments", {"section": "main", "player": "p1", "amount": "60", "how": "cash"})
page = text_of(chief.get(f"{E}/report")[1])
report(re.search(r"main 5 0 2 0 300 60 240 150.50", page) and re.search(r"Total 5 0 2 0 300 60 240 150.50", page), "the_report_sums_it_up", page)
report(chief.pdf(f"{E}/report?pdf=a4"), "also_as_pdf")

# --- entries end when the organiser said: what is past is gone

report("dora@example.org" in chief.get(f"{E}/entries.csv")[1], "until_then_they_are_kept")
report(chief.post(f"{E}/announcement/edit", {**SETTINGS, "keep_days": "30"})[0] == 303, "thirty_days_after_the_event")
report("dora@example.org" not in chief.get(f"{E}/entries.csv")[1] and nobody.get(dora)[0] == 404 and "Name3, Dora" in text_of(nobody.get(f"{E}/announcement")[1]), "entries_are_gone_and_players_stay")

# --- of an event to come, addresses are in the entries alone, and end with them

year = time.localtime().tm_year
chief.post("/new", {"name": "Next", "start": f"{year + 2}-01-10", "rounds": "5"})
chief.post("/e/next/announcement/edit", {**SETTINGS, "keep_days": "30"})
nobody.post("/e/next/register", {"name": "Zukunft, Zoe", "born": str(year - 8), "rating": "1500", "section": "main", "mail": "zoe@example.org", "adult": "Vera Vormund", "consent": "1"})
zoe = link_in(box.to("zoe@example.org", "/entry/")[0])
nobody.post(zoe, {"act": "confirm"})
report("Entered" in text_of(nobody.get(zoe)[1]) and "zoe@example.org" in chief.get("/e/next/entries.csv")[1], "one_enters_the_next")
report("1 mail address is known" in text_of(chief.get("/e/next/message")[1]), "and_can_be_written_to")
private = chief.get("/e/next/journal")[1]
page = chief.get("/e/next/main/do/edit?player=p1")[1]
report("Zukunft" in page and "zoe@example.org" not in page and "Vormund" not in page, "the_journal_has_no_address")
for code, word in (("de", "Schlussbericht"), ("fr", "Rapport final"), ("it", "Rapporto finale"), ("es", "Informe final")):
    report(word in chief.get(f"{E}/report", **{"Accept-Language": code})[1], f"in_{code}")
server.end()
sys.exit(report.end())
