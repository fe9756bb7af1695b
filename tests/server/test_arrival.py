#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_arrival.py LIMMAT: players arrive with the code of their link; what is amiss is flagged, a forged code opens nothing, the journal is enough.  TAP."""
import html
import re
import sqlite3
import sys

from arbiter import Arbiter, text_of
from letterbox import Letterbox, link_in, upload
from served import Browser, Report, Server

report = Report()
box = Letterbox()
server = Server(sys.argv[1], "--mail", str(box.command))
chief, nobody = Arbiter(server), Browser(server)
chief.begin(server.key, "Verena")
E, AT = "/e/open", "/e/open/main/arrive"
for name in ("Open", "Other"):
    chief.post("/new", {"name": name, "start": "2026-12-20", "rounds": "5"})
    chief.post(f"/e/{name.lower()}/announcement/edit", {"open": "1", "entries": "1", "currency": "CHF"})
chief.act(f"{E}/main", "do/section", {"id": "youth", "title": "Youth", "system": "dutch-2026", "rounds": "5"})
chief.post(f"{E}/main/announcement", {"fees": "60"})


def enter(name, event="open", **more):
    address = name.split(", ")[1].lower() + "@example.org"
    nobody.post(f"/e/{event}/register", {"name": name, "federation": "SUI", "rating": "1500", "born": "1990", "section": "main", "mail": address, **more})
    link = link_in([one for one in box.to(address, "/entry/") if f"/e/{event}/" in one][0])
    nobody.post(link, {"act": "confirm"})
    return link


anna, bert, carl = enter("Alpha, Anna"), enter("Beta, Bert", section="youth"), enter("Gamma, Carl")
other = enter("Delta, Dora", event="other")
chief.act(f"{E}/main", "do/enter", {"name": "Pult, Paula", "rating": "1700", "birth": "1985"})
door = chief.invite("check-in")


def scan(code, who=None):
    status, page, headers = (who or door).post(AT, {"code": code, "act": "find"})
    return status, headers.get("Location", ""), page


def here(name):
    rows = re.findall(r'<button name="here" value="[01]" aria-pressed="(\w+)"><b>([^<]*)</b>', door.get(f"{E}/main/check-in")[1])
    return dict((html.unescape(one), state) for state, one in rows).get(name) == "true"


# --- who may

report(nobody.get(AT)[0] == 403 and nobody.post(AT, {"act": "find", "code": anna})[0] == 403 and nobody.post(f"{E}/licences", {})[0] in (400, 403)
       and upload(door, f"{E}/licences", {}, "file", b"1;Alpha;Anna;1990")[0] == 403, "strangers_check_no_one_in_and_the_door_sets_no_list")
report(chief.post(f"{E}/main/check-in/open", {})[0] == 303, "check_in_opens")

# --- the code of a link, by a camera that opens it, or by a reader that types it

status, page, headers = door.get(anna)
report(status == 303 and headers["Location"] == f"{AT}?code=p1", "a_tablet_that_opens_the_link_is_at_the_player", headers.get("Location"))
report(nobody.get(anna)[0] == 200 and "Alpha, Anna" in nobody.get(anna)[1], "the_player_sees_their_entry")
page = text_of(door.get(f"{AT}?code=p1")[1])
report("Alpha, Anna" in page and "owes 60 CHF" in page and "Not checked in" in page, "with_what_is_open", page)
report(scan(f"http://127.0.0.1:{server.port}{anna}")[1] == f"{AT}?code=p1" and scan(anna.split("/")[-1])[1] == f"{AT}?code=p1", "a_reader_types_the_link_or_its_key")
card = re.search(r"/card/open/main/p4/\w+", chief.get(f"{E}/main/player/p4/card")[1]).group(0)
report(scan(f"http://hall{card}")[1] == f"{AT}?code=p4", "a_card_of_the_desk_is_a_code_too")
status, _, page = scan("pult")
report(status == 200 and "Pult, Paula" in page and "Alpha, Anna" not in re.sub(r"(?s)<h2>To settle.*", "", page), "a_name_can_be_typed")
status, place, _ = scan(bert)
page = text_of(door.get(place)[1])
report(place == f"{AT}?code=p2" and "Beta, Bert" in page and "not in yours" in page, "a_player_of_another_section_is_told_apart", (place, page))

# --- what was forged

for code, name in (("x" * 43, "an_invented_key"), (other, "a_link_of_another_event"), (card[:-1] + ("0" if card[-1] != "0" else "1"), "a_card_with_another_token"), (card.replace("/p4/", "/p1/"), "a_card_of_another_player"),
                   ("http://evil.example/e/open/entry/" + "y" * 43, "a_foreign_address"), (anna.split("/")[-1][:-1] + "é", "not_even_a_key")):
    status, place, page = scan(code)
    report(place == "" and status in (200, 422) and "<h2><span" not in page and 'name="player"' not in page, f"opens_nothing_{name}", (status, place))
report(door.post(AT, {"act": "here", "player": "p99"})[0] == 404 and door.post(AT, {"act": "here", "player": "p2"})[0] == 404 and not here("Alpha, Anna"), "and_checks_no_one_in")

# --- check in, pay at the door

report(door.post(AT, {"act": "here", "player": "p1"})[2]["Location"] == f"{AT}?done=p1" and here("Alpha, Anna") and "Alpha, Anna is checked in" in text_of(door.get(f"{AT}?done=p1")[1]), "one_touch_checks_in")
report(door.post(AT, {"act": "gone", "player": "p1"})[0] == 303 and not here("Alpha, Anna"), "and_can_be_undone")
report(door.post(AT, {"act": "pay", "player": "p1"})[0] == 303 and here("Alpha, Anna") and "owes" not in text_of(door.get(f"{AT}?code=p1")[1]).split("To settle")[0], "cash_at_the_door_is_noted_with_it")
page = text_of(chief.get(f"{E}/payments")[1])
report("60 CHF · cash · check-in" in page, "in_the_name_of_who_took_it", page)
report(door.post(AT, {"act": "pay", "player": "p1"})[0] == 303 and text_of(chief.get(f"{E}/payments")[1]).count("60 CHF · cash") == 1, "not_twice")

# --- licences

report("licence list" not in text_of(door.get(AT)[1]), "without_a_list_no_one_is_flagged")
LIST = "Nr;Name;Vorname;Jahrgang;Verein\n101;Alpha;Anna;1990;SK Bern\n102;Gämma;Carl;1955;SK Gamma\n103;Pult-Meier;Paula;1985;SC\n".encode("latin-1")
report(upload(chief, f"{E}/licences", {}, "file", b"\n")[0] in (400, 422) and upload(chief, f"{E}/licences", {}, "file", LIST)[0] == 303, "a_federation_s_list_is_taken")
page = text_of(door.get(AT)[1]).split("To settle")[1]
report("Alpha" not in page and "Gamma, Carl owes 60 CHF Not in the licence list" in page, "another_year_is_another_person", page)
report("Pult, Paula owes 60 CHF Not in" not in page, "all_words_of_the_name_are_enough", page)

# --- badge and card

for query, name in (("who=p1", "a_place_card"), ("look=codes&who=p1", "a_badge")):
    page = text_of(door.get(f"{E}/main/paper/cards?{query}")[1])
    report("Alpha, Anna" in page and "Gamma, Carl" not in page, f"{name}_of_one_player", page)
report("Gamma, Carl" in text_of(door.get(f"{E}/main/paper/cards")[1]), "and_of_all_as_before")

# --- an event that is deleted takes with it what was kept beside its journal

upload(chief, "/e/other/licences", {}, "file", LIST)
upload(chief, "/e/other/announcement/edit", {"open": "1"}, "regulations_file", b"%PDF-1.7 of the other")
left = lambda: [key for (key,) in sqlite3.connect(server.data / "limmat.db").execute("SELECT key FROM setting WHERE key LIKE '% other%'") if not key.startswith("beside")]
before = left()
report(chief.act("/e/other/main", "do/delete", {"name": "Other"})[0] == 303 and len(before) >= 4 and left() == [], "nothing_is_left_of_a_deleted_event", (before, left()))

# --- the hall has the journal alone

server.end()
store = sqlite3.connect(server.data / "limmat.db")
for (table,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
    if "key" in [row[1] for row in store.execute(f"PRAGMA table_info({table})")]:
        store.execute(f"DELETE FROM {table} WHERE key LIKE 'entry %'")
store.commit()
store.close()
server.start()
report(nobody.get(carl)[0] == 404 and scan(carl)[1] == f"{AT}?code=p3" and door.post(AT, {"act": "here", "player": "p3"})[0] == 303 and here("Gamma, Carl"), "without_the_entries_the_journal_is_enough", scan(carl)[:2])
report(chief.act(f"{E}/main", "do/remove", {"player": "p3"})[0] == 303 and scan(carl)[1] == "", "who_was_taken_out_is_not_let_in", scan(carl)[:2])
report(all("/entry/" not in line and "entry%2F" not in line for line in (server.work / "log").read_text().splitlines()), "no_link_is_logged")
for code, word in (("de", "Empfang"), ("fr", "Accueil"), ("it", "Accoglienza"), ("es", "Recepción")):
    report(word in door.get(AT, **{"Accept-Language": code})[1], f"in_{code}")
server.end()
sys.exit(report.end())
