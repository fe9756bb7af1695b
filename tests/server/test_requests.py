#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_requests.py LIMMAT: what players ask for on their cards is done when it is granted, judged as if the arbiter had
entered it, and taken back whole; the sheet of slips says who needs none; a typed result is answered by its board alone.  TAP."""
import html
import pathlib
import re
import subprocess
import sys
import threading

from served import Browser, Report, Server

report = Report()
server = Server(sys.argv[1])
visitor, chief = Browser(server), Browser(server)
chief.begin(server.key, "Verena")
chief.post("/new", {"name": "Open", "start": "2026-07-14", "rounds": "5"})
DESK = "/e/open/main/"
chief.post(DESK + "people/enter", {"text": "\n".join(f"Name{chr(65 + i)}, First\t{2100 - 7 * i}\tSUI" for i in range(9))})
chief.post(DESK + "round/1/pair", {})
chief.post(DESK + "round/1/publish", {"was": "0"})


def card(person):
    return re.search(r"(/card/[^<\s\"]+)", chief.get(DESK + f"player/{person}/card")[1]).group(1)


def ask(person, **fields):
    return visitor.ask("POST", card(person) + "/ask", "&".join(f"{k}={v}" for k, v in fields.items()))[0]


def open_requests():
    return [html.unescape(link) for link in re.findall(r'href="([^"]*do/answer\?line=\d+&(?:amp;)?granted=yes)"', chief.get(DESK + "settings")[1])]


def log():
    return re.sub(r"<[^>]+>", "", chief.get("/e/open/log")[1])


def grant(link, **more):
    line = re.search(r"line=(\d+)", link).group(1)
    return chief.post(link.split("?")[0], {"line": line, "granted": "yes", **more})


# --- a bye

report(ask("p3", what="bye", round=2) == 303 and len(open_requests()) == 1, "a_player_asks_for_a_bye")
link = open_requests()[0]
page = chief.get(link)[1]
report("NameC, First has a half-point bye in round 2" in page, "the_form_says_what_granting_enters", page)
status, page, _ = grant(link)
report(status == 303 and "granted" in visitor.get(card("p3"))[1] and not open_requests(), "it_is_granted", (status, page))
number = int(re.search(r'data-number="(\d+)"', chief.get(DESK + "settings")[1]).group(1))
chief.post(DESK + "round/1/undo", {})
report(len(open_requests()) == 1, "and_taken_back_whole_by_one_key", log())
grant(open_requests()[0])
for board in range(1, 5):
    chief.post(DESK + "round/1/result", {"board": f"1.{board}", "result": "1-0"})
chief.post(DESK + "round/1/close", {})
chief.post(DESK + "round/2/pair", {})
page = chief.get(DESK + "round/2")[1]
idle = page[page.index('class="wide idle"'):]
report(re.search(r'NameC, First(</th>)?<td class="n">[01](</td>)?<td>half-point bye', idle) is not None, "he_is_not_paired_and_has_his_half_point", idle[:600])
chief.post(DESK + "round/2/publish", {"was": "0"})

# --- judged as the arbiter's own act

ask("p3", what="bye", round=2)
report(ask("p3", what="bye", round=3) == 303, "a_second_bye_is_asked_for")
link = open_requests()[0]
report("zero-point bye in round 3" in chief.get(link)[1], "beyond_what_was_announced_it_is_worth_nothing")
ask("p5", what="withdraw")
ask("p6", what="bye", round=3)
chief.post(DESK + "do/settings", {"half_byes": "0"})
ask("p7", what="other", text="water")
link = next(one for one in open_requests() if "water" not in one and "NameE" in chief.get(one)[1])
status, page, _ = grant(link)
while status == 409:
    status, page, _ = grant(link, ack=html.unescape(re.search(r'name="ack" value="([^"]+)"', page).group(1)))
report(status == 303 and "withdrawn" in chief.get(DESK + "player/p5")[1].lower(), "who_asked_to_withdraw_is_out", (status, page[:500]))
before = len(open_requests())
for board in range(1, 5):
    chief.post(DESK + "round/2/result", {"board": f"2.{board}", "result": "1/2-1/2"})
chief.post(DESK + "round/2/close", {})
chief.post(DESK + "round/3/pair", {})
link = next(one for one in open_requests() if "NameF" in chief.get(one)[1])
status, page, _ = grant(link)
report(status == 422 and "being paired" in page and len(open_requests()) == before, "what_is_refused_leaves_the_request_open", (status, page[:400]))

report(re.search(r"NameE, First \(withdrawn\)", chief.get(DESK + "standings")[1]) is not None
       and "NameE, First (zurückgezogen)" in chief.get(DESK + "standings", **{"Accept-Language": "de"})[1], "standings_say_who_has_left")

# --- what counts of the unrated (C.07 art. 10), by the form and in the report

chief.post("/new", {"name": "Club", "start": "2026-07-14", "rounds": "3"})
CLUB = "/e/club/main/"
chief.post(CLUB + "people/enter", {"text": "\n".join(f"Club{chr(65 + i)}, First\t{(2100 - 50 * i) if i < 5 else ''}\tSUI" for i in range(6))})
chief.post(CLUB + "do/settings", {"tie_breaks": "ARO,BH"})
form = html.unescape(chief.get(CLUB + "do/settings")[1])
report('name="unrated"' in form and "C.07 art. 10" in form and "Not decided" in chief.get(CLUB + "settings")[1], "how_the_unrated_count_is_asked", form)
status, page, _ = chief.post(CLUB + "do/settings", {"unrated": "none"})
report(status == 422 and "C.07 art. 10" in page and "undeclared" in html.unescape(page), "and_nonsense_refused_with_what_there_is", (status, page))
chief.post(CLUB + "round/1/pair", {})
chief.post(CLUB + "round/1/publish", {"was": "0"})
for board in range(1, 4):
    chief.post(CLUB + "round/1/result", {"board": f"1.{board}", "result": "1/2-1/2"})
page = chief.get(CLUB + "standings")[1]
report("(ARO)" in page and "does not rank" in page, "undeclared_it_is_shown_and_said_not_to_rank", page)
asked = chief.post(CLUB + "do/settings", {"unrated": "1500"})
ack = html.unescape(re.search(r'name="ack" value="([^"]+)"', asked[1]).group(1))
report(asked[0] == 409 and chief.post(CLUB + "do/settings", {"unrated": "1500", "ack": ack, "sure": "leave FIDE mode"})[0] == 303,
       "after_the_start_it_departs_from_what_was_announced", asked)
page = chief.get(CLUB + "settings")[1]
report("they count as 1500" in page, "the_settings_say_how_they_count", page)
page = chief.get(CLUB + "standings")[1]
report("(ARO)" not in page and "unrated players count as 1500" in page and re.search(r"1500(<|$)", page), "and_so_it_ranks", page)
file = chief.get(next(link for link in re.findall(r'href="([^"]+)"', chief.get(CLUB + "files")[1]) if "trf" in link))[1]
work = pathlib.Path(server.work, "club.trf")
work.write_text(file)
rows = subprocess.run([sys.argv[1], "standings", "-f", "csv", work], capture_output=True, text=True).stdout
report("### Tie-break unrated: 1500" in file and subprocess.run([sys.argv[1], "check", work], capture_output=True).returncode == 0 and ",1500," in rows,
       "the_report_says_the_same_to_every_program", (file, rows))

# --- pasted people whose first column is empty

for name, text in {"tabs": "\tLeer, Lena\t1800\tSUI\n\tLeer, Leo\t1700\tSUI", "semicolons": ";Semi, Sue;1800\n;Semi, Sam;1700",
                   "blanks": "  Blank, Bea  1800\nBlank, Ben  1700"}.items():
    page = chief.post(CLUB + "people/look", {"text": text})[1]
    status = chief.post(CLUB + "people/enter", {"text": text})[0]
    people = chief.get(CLUB + "players")[1]
    report(status in (303, 409) and "no name" not in page and page.count(">1800<") == 1 and text.strip("\t; ").split(",")[0] in page, f"pasted_with_an_empty_first_column/{name}", (status, page))

# --- help

lead = [re.search(r'class="?help"? href="/help#([a-z-]+)"', chief.get(DESK + path)[1]) for path in ("players", "check-in", "round/3", "standings", "files", "settings")]
text = chief.get("/help")[1]
report(all(link and f'id="{link.group(1)}"' in text for link in lead) and len({link.group(1) for link in lead}) == 6, "help_of_each_screen_is_one_key_away", lead)

# --- slips

chief.post(DESK + "round/3/publish", {"was": "0"})
slips = re.sub(r"\s+", " ", chief.get(DESK + "paper/slips/2")[1])
missing = re.search(r'class="without">NameC, First: half-point bye|Version 1 · No slip: NameC, First: half-point bye', slips)
report(missing is not None and slips.count('class="slip"') == 4, "a_last_slip_says_who_needs_none", slips[:300])
report('class="without"' not in chief.get(DESK + "paper/slips/2?boards=2")[1], "some_boards_again_are_those_alone")

# --- one board

status, page, _ = chief.post(DESK + "round/3/result", {"board": "3.2", "result": "1-0", "part": "1"})
report(status == 200 and page.count("<tr id=") == 1 and 'id="b2"' in page and 'data-part="1"' in page, "a_key_is_answered_by_its_board", (status, page[:300]))
report(re.search(r"1 of \d boards in", page) is not None, "with_what_it_changes_for_the_round")
status, page, _ = chief.post(DESK + "round/3/second", {"board": "3.2", "result": "0-1", "part": "1"})
report(status == 200 and page.count("<tr id=") == 1 and "≠" in page, "in_the_second_pass_too", (status, page[:300]))
report(chief.get(DESK + "round/3")[1].count("<tr id=") > 1, "the_page_has_them_all")

# --- what a new event leaves unsaid: the form sends what stands in it

field = re.search(r'<input[^>]*name="half_byes"[^>]*>', chief.get("/new")[1]).group(0)
sent = (re.findall(r'value="([^"]*)"', field) or [""])[0]
allowed = {}
for name, system in (("Season", "keizer"), ("Club", "dutch")):
    chief.post("/new", {"name": name, "start": "2026-07-14", "rounds": "8", "system": system, "half_byes": sent})
    facts = re.sub(r"<[^>]+>", " ", chief.get(f"/e/{name.lower()}/main/settings")[1])
    allowed[name] = int(re.search(r"Half-point byes\s+(\d+)", facts).group(1))
report(allowed["Season"] >= 8 and allowed["Club"] == 1, "half_point_byes_are_as_the_system_has_them", (field, allowed))

# --- a card is of one moment, though the public standings are read beside it

chief.post("/new", {"name": "Busy", "start": "2026-07-14", "rounds": "3"})
chief.post("/e/busy/main/people/enter", {"text": "\n".join(f"Busy{chr(65 + i)}, First\t{2100 - 7 * i}\tSUI" for i in range(4))})
chief.post("/e/busy/main/round/1/pair", {})
chief.post("/e/busy/main/round/1/publish", {"was": "0"})
busy = re.search(r"(/card/[^<\s\"]+)", chief.get("/e/busy/main/player/p1/card")[1]).group(1)
told, over = {}, threading.Event()


def read():
    one = Browser(server)
    while not over.is_set():
        page = one.get(busy)[1]
        told.setdefault(int(re.search(r'data-number="(\d+)"', page).group(1)), set()).update(re.findall(r"\d of 4 · \S+ points?", page) or [""])


readers = [threading.Thread(target=read) for _ in range(3)]
for thread in readers:
    thread.start()
for i in range(150):
    chief.post("/e/busy/main/round/1/result", {"board": "1.1", "result": ("1-0", "0-1")[i % 2]})
over.set()
for thread in readers:
    thread.join()
report(told and all(len(one) == 1 for one in told.values()), "a_card_is_of_one_moment",
       {number: one for number, one in told.items() if len(one) > 1} or told)

# --- what players say of their game, where phones are allowed: their own, and a result when both say the same

chief.post("/new", {"name": "Phones", "start": "2026-07-14", "rounds": "3"})
chief.post("/e/phones/main/people/enter", {"text": "\n".join(f"Phone{chr(65 + i)}, First\t{2100 - 7 * i}\tSUI" for i in range(8))})
report(chief.post("/e/phones/main/do/settings", {"phones": "yes"})[0] == 303, "players_may_say_results_here")
chief.post("/e/phones/main/round/1/pair", {})
chief.post("/e/phones/main/round/1/publish", {"was": "0"})
phones = {f"p{n}": re.search(r"(/card/[^<\s\"]+)", chief.get(f"/e/phones/main/player/p{n}/card")[1]).group(1) for n in range(1, 9)}
boards = {}
for person, address in phones.items():
    boards.setdefault(re.search(r'name="board" value="([\d.]+)"', visitor.get(address)[1]).group(1), []).append(person)


def says(person, board, result):
    return visitor.ask("POST", phones[person] + "/report", f"board={board}&result={result}")


def entered():
    return re.findall(r'"event":"result".*?"board":"([\d.]+)","result":"([^"]+)"', chief.get("/e/phones/journal")[1])


first, second = boards["1.1"], boards["1.2"]
status, page, _ = says(first[0], "1.2", "1-0")
report(status == 422 and "This isn’t your board" in page and '"event":"report"' not in chief.get("/e/phones/journal")[1], "nobody_says_the_result_of_another_board", (status, page[-400:]))
statuses = says(first[0], "1.1", "1-0")[0], says(first[1], "1.1", "0-1")[0]
report(statuses == (303, 303) and entered() == [], "two_who_say_otherwise_have_no_result", (statuses, entered()))
statuses = says(second[0], "1.2", "0-1")[0], entered(), says(second[1], "1.2", "0-1")[0]
report(statuses == (303, [], 303) and entered() == [("1.2", "0-1")], "two_who_say_the_same_have_it", (statuses, entered()))

# --- how often a card may ask: 30 times an hour, and twice that where an hour ends meanwhile

chief.post("/new", {"name": "Crowd", "start": "2026-07-14", "rounds": "5"})
chief.post("/e/crowd/main/people/enter", {"text": "Loud, Lou\t1900\tSUI\nQuiet, Quinn\t1800\tSUI"})
loud, quiet = (re.search(r"(/card/[^<\s\"]+)", chief.get(f"/e/crowd/main/player/p{n}/card")[1]).group(1) for n in (1, 2))
answers = [visitor.ask("POST", loud + "/ask", f"what=other&text=Question+{n}") for n in range(61)]
statuses = [answer[0] for answer in answers]
report(set(statuses[:30]) == {303} and 429 in statuses and set(statuses) == {303, 429}, "a_card_asks_30_times_an_hour", statuses)
report("Speak to an arbiter" in next((text for status, text, _ in answers if status == 429), ""), "then_it_says_whom_to_ask")
asked = chief.get("/e/crowd/journal")[1].count('"request"')
report(asked == statuses.count(303), "what_is_too_much_is_not_kept", (asked, statuses.count(303)))
report(visitor.ask("POST", quiet + "/ask", "what=other&text=One")[0] == 303, "another_card_of_the_same_address_asks_on")

server.end()
raise SystemExit(report.end())
