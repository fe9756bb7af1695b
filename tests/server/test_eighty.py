#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_eighty.py LIMMAT: an open of 80 from its announcement to its prizes.  70 enter by themselves: five wrongly at first, two twice, three minors, four by
the waiting list.  A bank's file, check-in at the door, all rounds, one withdrawal.  Entries are at a public server, the hall has a laptop, and from
check-in on no internet: everything works there, and what waits goes out once later.  TAP."""
import collections
import csv
import datetime
import html
import io
import re
import sys
import time

from arbiter import Arbiter, text_of
from letterbox import Letterbox, link_in, rating_list, upload
from served import Browser, Net, Report, Server, until

ROUNDS, PLACES, PASTED, THEMSELVES = 7, 80, 14, 70
report = Report()
box = Letterbox()
off = box.folder / "offline"
at_the_hall = box.folder / "hall"
at_the_hall.write_text(f'#!/bin/sh\ntest -e {off} && exit 75\n' + box.command.read_text().split("\n", 1)[1])
at_the_hall.chmod(0o755)
FIRST = "Ada Bea Cai Dan Eva Fay Gil Hal Ida Jan".split()
LAST = "Aebi Berger Caspar Dubois Egli Frei Graf Huber".split()
names = [f"{last}, {first}" for last in LAST for first in FIRST]
listed, made = rating_list(sys.argv[1], box.folder, [(1300001 + i, name, "SUI", "M", "FM" if i == 3 else "", 2400 - 10 * i, 2010 if i in (20, 40, 60) else 1980) for i, name in enumerate(names[:40])])
server = Server(sys.argv[1], "--mail", str(box.command), "--list", str(listed), "--submission-limit", "1000", "--name", "the public server")
laptop = Server(sys.argv[1], "--mail", str(at_the_hall), "--name", "the laptop")
net = Net(server.port)


class Organiser(Arbiter):
    """Counts what is sent, by phase."""

    sent, phase = collections.Counter(), "announcement"

    def ask(self, method, path, *rest, **more):
        self.sent[self.phase] += method == "POST"
        return super().ask(method, path, *rest, **more)


chief, nobody = Organiser(server), Browser(server)
hall, visitor = Organiser(laptop), Browser(laptop)
chief.begin(server.key, "Verena")
hall.begin(laptop.key, "Verena")
chief.sent.clear()
E, S, DOOR = "/e/stadt-open", "/e/stadt-open/main", "/e/stadt-open/main/arrive"

# --- announced

chief.post("/new", {"name": "Stadt-Open", "start": "2026-12-20", "rounds": str(ROUNDS), "zone": "Europe/Zurich"})
chief.post(f"{E}/announcement/edit", {"open": "1", "entries": "1", "currency": "CHF", "venue": "Volkshaus", "regulations": "Seven rounds.", "keep_days": "60"})
chief.post(f"{S}/announcement", {"places": str(PLACES), "fees": "60\n30 born 2008\n0 title GM IM"})
chief.post(f"{S}/people/enter", {"text": "\n".join(f"Verein{i:02}, Vera\t{1500 - i}\tSUI" for i in range(PASTED))})
report(nobody.get(f"{E}/announcement")[0] == 200 and "66 places left" in text_of(nobody.get(f"{E}/announcement")[1]), "announced_and_a_club_is_in")

# --- 70 enter by themselves

chief.phase = "entries"
MINORS, WRONG, TWICE = (20, 40, 60), (5, 15, 25, 35, 45), (7, 57)
address = {i: f"player{i}@example.org" for i in range(THEMSELVES)}


def form(i):
    fields = {"name": names[i], "federation": "SUI", "rating": str(2400 - 10 * i), "born": "2010" if i in MINORS else "1980", "section": "main", "mail": address[i]}
    if i < 40:
        fields["fide_id"] = str(1300001 + i)
    return {**fields, "adult": "Erika Adult", "consent": "1"} if i in MINORS else fields


refused = 0
for i in range(THEMSELVES):
    if i in WRONG:
        wrong = [{"born": ""}, {"section": "nowhere"}, {"mail": "half@"}, {"name": ""}, {"byes": str(ROUNDS)}][WRONG.index(i)]
        refused += nobody.post(f"{E}/register", {**form(i), **wrong})[0] == 422
    elif i in MINORS:
        refused += nobody.post(f"{E}/register", {**form(i), "adult": ""})[0] == 422
    status = nobody.post(f"{E}/register", form(i))[0]
    if status != 200:
        report(False, f"entry_{i}", status)
    if i in TWICE:
        nobody.post(f"{E}/register", form(i))
report(refused == len(WRONG) + len(MINORS), "what_is_wrong_is_refused_with_its_reason", refused)
links = {}
for i in range(THEMSELVES):
    links[i] = link_in(box.to(address[i], "confirm your entry", 60)[0])
    nobody.post(links[i], {"act": "confirm"})
rows = list(csv.DictReader(io.StringIO(chief.get(f"{E}/entries.csv")[1])))
states = collections.Counter(row["state"] for row in rows)
page = chief.get(f"{E}/entries")[1] + chief.get(DOOR)[1] + chief.get(f"{E}/payments")[1]
report(not re.search(r"<small>[^<]*\bmain\b", page), "the_only_section_needs_no_name", re.findall(r"<small>[^<]*\bmain\b[^<]*", page)[:3])
report(len(rows) == THEMSELVES and states == {"in": 66, "waits": 4}, "seventy_entries_one_for_each", states)
report(all(box.to(address[i], "already entered", 5) for i in TWICE), "two_are_told_that_they_were_in_already")
page = text_of(nobody.get(f"{E}/announcement")[1])
report("Full: waiting list" in page and page.count("N. N.") == 3 and "player3@" not in page and "Adult" not in page, "the_public_list_has_no_minor_by_name_and_no_address")
for i in (10, 11, 12, 13):
    nobody.post(links.pop(i), {"act": "withdraw"})
report(all(box.to(address[i], "moved up", 20) for i in range(66, 70)) and "Full" in text_of(nobody.get(f"{E}/announcement")[1]), "four_move_up_from_the_waiting_list")
report(chief.sent["entries"] == 0, "without_an_act_of_the_organiser", chief.sent)

# --- a bank's file

chief.phase = "payments"
reference = {row["name"]: row["reference"] for row in csv.DictReader(io.StringIO(chief.get(f"{E}/payments.csv")[1]))}
today = datetime.datetime.now(datetime.timezone.utc).date()
payers = [i for i in links if i % 10 != 9]
statement = ["Buchungsdatum;Text;Gutschrift"] + [f"{today};Startgeld {reference[names[i]]};{30 if i in MINORS else 60}.00" for i in payers] + [f"{today};=1+1;99.00"]
page = upload(chief, f"{E}/payments/bank", {}, "file", "\n".join(statement).encode())[1]
ticked = re.findall(r'name="take" value="([^"]*)" checked', page)
text = html.unescape(re.search(r'<textarea name="text"[^>]*>(.*?)</textarea>', page, re.S).group(1)).removeprefix("\n")
chief.post(f"{E}/payments/book", [("text", text), *(("take", one) for one in ticked)])


def money(who):
    return {row["name"]: row["open"] for row in csv.DictReader(io.StringIO(who.get(f"{E}/payments.csv")[1])) if row["fee"]}


paid = money(chief)
report(len(ticked) == len(payers) and all(paid[names[i]] == "0" for i in payers), "all_who_transferred_are_booked_at_once", (len(ticked), len(payers)))

# --- the laptop is let in, gets the event with its entries, and runs it from now on

chief.phase = hall.phase = "to the hall"
link = re.search(r"/link/[\w-]+", chief.post("/sync/invite", {"name": "the laptop", "event": "stadt-open"})[1]).group(0)
hall.post("/sync/call", {"address": f"http://127.0.0.1:{net.port}{link}"})
chief.post(f"{E}/home/begin", {})
report(until(lambda: hall.get(f"{E}/entries.csv")[1].count("@example.org") == len(links)), "the_laptop_has_the_entries", hall.get(f"{E}/entries.csv")[1][:500])
report(hall.post(f"{E}/entries", {"entry": "x", "act": "accept"})[0] in (409, 422) and visitor.get(f"{E}/register")[0] == 422, "but_takes_none_while_it_isn_t_the_home")
late = {**form(69), "name": "Spaet, Sara", "mail": "sara@example.org", "fide_id": ""}
late = {name: text for name, text in late.items() if text}
nobody.post(f"{E}/register", late)
sara = link_in(box.to("sara@example.org", "confirm your entry")[0])
report(chief.post(f"{E}/home/hand", {})[0] == 303 and until(lambda: "Here, at" in text_of(hall.get(f"{E}/home")[1])), "the_event_is_handed_over", text_of(hall.get(f"{E}/home")[1])[-500:])
report("sara@example.org" in hall.get(f"{E}/entries.csv")[1], "with_the_last_entry_that_came")
report(nobody.post(f"{E}/register", form(5))[0] == 422 and nobody.post(sara, {"act": "withdraw"})[0] == 409 and nobody.get(links[20])[0] == 200, "the_public_server_takes_none_from_now_on")
report(money(hall) == money(chief), "what_is_owed_and_paid_is_the_same_there")

# --- check-in at the door, without internet from here on

net.cut()
off.touch()
owner, chief = chief, hall
chief.phase = "check-in"
door = chief.invite("check-in")
chief.post(f"{S}/check-in/open", {})
people = {name: player for player, name in re.findall(r'data-player="(p\d+)"[^>]*>([^<]*)</a>', chief.get(f"{S}/players")[1])}
scanned = cash = 0
for i, link in links.items():
    place = door.get(link)[2].get("Location", "")
    scanned += place == f"{DOOR}?code={people[names[i]]}"
    owes = "Paid 60 CHF in cash" in text_of(door.get(place)[1])
    cash += owes
    door.post(DOOR, {"player": people[names[i]], "act": "pay" if owes else "here"})
for name in (name for name in people if name.startswith("Verein")):
    door.post(DOOR, {"player": people[name], "act": "pay"})
report(scanned == 66 and cash == len(links) - len(payers), "66_codes_are_scanned_and_cash_is_taken", (scanned, cash))
report("80 here, 0 missing" in text_of(door.get(DOOR)[1]) and "To settle" not in text_of(door.get(DOOR)[1]), "eighty_are_here_and_nothing_is_open", text_of(door.get(DOOR)[1])[-600:])
report(door.post(DOOR, {"code": "z" * 43, "act": "find"})[0] == 422, "a_forged_code_opens_nothing")
report(visitor.post(sara, {"act": "withdraw"})[0] == 303 and visitor.get(sara)[0] == 404 and nobody.get(sara)[0] == 200, "an_entry_is_withdrawn_in_the_hall")
chief.act(S, "check-in/close", {})

# --- the rounds; a message that waits; one withdrawal by card

chief.phase = "rounds"
chief.post(f"{E}/message", {"subject": "Welcome", "text": "Round 1 begins now.", "announce": "1"})
leaver = people[names[30]]
card = re.search(r"/card/stadt-open/main/p\d+/\w+", chief.get(f"{S}/player/{leaver}/card")[1]).group(0)
for number in range(1, ROUNDS + 1):
    chief.act(S, f"round/{number}/pair", {})
    chief.act(S, f"round/{number}/publish", {"was": "0"})
    page = chief.get(f"{S}/round/{number}")[1]
    boards = len(set(re.findall(rf'value="({number}\.\d+)"', page)))
    for board in range(1, boards + 1):
        chief.post(f"{S}/round/{number}/result", {"board": f"{number}.{board}", "result": ("1-0", "1/2-1/2", "0-1")[(board + number) % 3]})
    chief.act(S, f"round/{number}/close", {})
    if boards != (40 if number < 3 else 39):
        report(False, f"boards_of_round_{number}", boards)
    if number == 2:
        visitor.post(f"{card}/ask", {"what": "withdraw"})
        line = re.search(r"do/answer\?line=(\d+)", chief.get(f"{S}/settings")[1]).group(1)
        chief.act(S, "do/answer", {"line": line, "granted": "yes"})
page = text_of(chief.get(f"{S}/player/{leaver}")[1])
report("withdrew" in page or "ithdrawn" in page, "a_withdrawal_by_card_is_granted", page[-700:])
report(text_of(chief.get(f"{S}/standings")[1]).count("Verein") >= PASTED, "seven_rounds_are_played")
report(not any("Welcome" in one for one in box.all()), "the_message_waits_in_the_hall")

# --- prizes, the report, and the net again

chief.phase = "prizes"
chief.act(S, f"round/{ROUNDS}/finish", {})
chief.post(f"{S}/prizes", {"currency": "CHF", "sharing": "equal", "award": "highest", "groups": "General: 500 300 200\nU18 [U18]: 100 50"})
page = text_of(chief.get(f"{S}/prizes/receipts")[1])
report("CHF 1150.00" in page, "prizes_are_awarded_and_signed_for", page)
page = text_of(chief.get(f"{E}/report")[1])
games = re.search(r"Total (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) ([\d.]+)", page)
report(games and games.group(1, 2, 3, 4, 7, 8) == ("80", "1", "275", "0", "0", "1150.00"), "the_report_sums_it_up", page[-500:])
report("80 0" not in text_of(nobody.get("/p/stadt-open/main/index.html")[1]) and "1 – 0" not in text_of(nobody.get("/p/stadt-open/main/index.html")[1]), "meanwhile_nobody_outside_knows")
off.unlink()
net.mend()
told = [i for i in links if i != 30]
until(lambda: len([one for one in box.all() if "Welcome" in one]) >= len(links), 60)
time.sleep(2)
report(all(len(box.to(address[i], "Welcome")) == 1 for i in told), "with_the_net_each_mail_goes_once", collections.Counter(len(box.to(address[i], "Welcome", 0)) for i in told))
outside = Browser(server)
report(until(lambda: outside.get(f"/p/stadt-open/main/round-{ROUNDS}.html")[0] == 200) and "Aebi, Ada" in text_of(outside.get(f"/p/stadt-open/main/round-{ROUNDS}.html")[1]), "the_results_reach_the_public_server")
report(until(lambda: nobody.get(sara)[0] == 404), "and_what_was_withdrawn_is_forgotten_there_too")
report(money(owner) == money(hall) and set(money(owner).values()) == {"0"}, "and_the_cash_that_was_taken", money(owner))
print("# what the organiser sent: " + ", ".join(f"{phase} {count}" for phase, count in chief.sent.items()))
report(chief.sent["announcement"] <= 4 and chief.sent["payments"] <= 2, "few_acts_of_the_organiser_come_before_the_rounds", chief.sent)
server.end()
laptop.end()
sys.exit(report.end())
