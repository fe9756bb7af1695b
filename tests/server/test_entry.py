#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_entry.py LIMMAT: an event is announced, players enter it by themselves, and nobody reaches what is another's.  TAP."""
import csv
import html
import io
import re
import sys
import time

from arbiter import Arbiter, text_of
from letterbox import Letterbox, link_in, rating_list, upload
from served import Browser, Report, Server

report = Report()
box = Letterbox()
PEOPLE = ((1300001, "Muster, Hans", "SUI", "M", "GM", 2510, 1980), (1300002, "Muster, Anna", "SUI", "F", "", 1610, 2012), (1300003, "Zwilling, Otto", "GER", "M", "FM", 2300, 1990))
listed, made = rating_list(sys.argv[1], box.folder, PEOPLE)
report(made.returncode == 0, "a_list_is_made", made.stderr)
server = Server(sys.argv[1], "--mail", str(box.command), "--list", str(listed), "--submission-limit", "1000")
chief, nobody = Arbiter(server), Browser(server)
chief.begin(server.key, "Verena")
chief.post("/new", {"name": "Open", "start": "2026-12-20", "rounds": "5"})
E, FORM = "/e/open", "/e/open/announcement"
chief.act(f"{E}/main", "do/section", {"id": "youth", "title": "Youth", "system": "dutch-2026", "rounds": "5"})
# As a browser sends the form: what is left empty, too.
BASE = {"name": "Neu, Nora", "federation": "SUI", "rating": "1500", "born": "1990", "sex": "", "club": "", "mail": "", "adult": "", "section": "main"}


def enter(**more):
    return nobody.post(f"{E}/register", {**BASE, **more})[:2]


def look(path):
    return text_of(nobody.get(path)[1])


# --- announced

report(nobody.get(FORM)[0] == 404 and nobody.get(f"{E}/register")[0] == 404 and enter()[0] == 404, "what_is_not_open_is_not_there")
report(nobody.get(f"{FORM}/edit")[0] == 403 and nobody.post(f"{FORM}/edit", {"open": "1"})[0] == 403 and nobody.get(f"{E}/entries")[0] == 403
       and nobody.get(f"{E}/entries.csv")[0] == 403, "strangers_have_no_part_of_the_organiser")
fields = {"open": "1", "entries": "1", "closes": "2099-12-19T18:00", "currency": "CHF", "venue": "Hall <b>", "contact": "a@b.ch", "regulations": "Rule 1\nRule 2", "pay": "https://pay.example/x"}
report(chief.post(f"{FORM}/edit", {**fields, "pay": "javascript:alert(1)"})[0] == 422 and chief.post(f"{FORM}/edit", {**fields, "pay": "http://pay.example"})[0] == 422,
       "payment_goes_by_https_alone")
report(chief.post(f"{FORM}/edit", {**fields, "closes": "soon"})[0] == 422, "a_deadline_is_a_time")
report(chief.post(f"{FORM}/edit", fields)[0] == 303, "the_event_is_announced")
bad = chief.post(f"{E}/main/announcement", {"fees": "60\n\n50 before May"})
report(bad[0] == 422 and "Line 3" in text_of(bad[1]), "a_fee_that_cannot_be_read_is_named", bad)
made = chief.post(f"{E}/main/announcement", {"places": "3", "rating_from": "1400", "rating_to": "", "fees": "60\n30 born 2008\n0 title GM IM\n45 title FM until 2001-01-01"})
report(made[0] == 303 and chief.post(f"{E}/youth/announcement", {"born_from": "2008", "rating_to": "1800"})[0] == 303, "sections_have_conditions", made)
page = look(FORM)
report(all(word in page for word in ("Hall <b>", "Rule 1", "3 places left", "rating 1400 or higher", "born 2008 or later", "19 December 2099, 18:00")), "everybody_reads_it", page)
report("30 · born 2008 or later free · GM, IM 45 · until 1 January 2001 · FM" in page, "fees_are_told_as_players_read_them", page)
report("bis 1. Januar 2001" in text_of(nobody.get(FORM, **{"Accept-Language": "de"})[1]), "in_their_language")
report('class="qr"' in nobody.get(f"{FORM}/poster")[1], "the_poster_has_a_code")

# --- regulations as a file: a PDF to keep, nothing else

FILE = b"%PDF-1.7\n" + bytes(range(256)) * 40
report(upload(chief, f"{FORM}/edit", fields, "regulations_file", b"<script>alert(1)</script>")[0] == 422, "regulations_are_a_pdf")
report(upload(chief, f"{FORM}/edit", fields, "regulations_file", b"%PDF-" + bytes(1 << 20))[0] in (400, 413, 422), "of_a_megabyte_at_most")
report(nobody.get(f"{FORM}/regulations.pdf")[0] == 404, "none_is_there_yet")
report(upload(chief, f"{FORM}/edit", fields, "regulations_file", FILE)[0] == 303 and "regulations.pdf" in nobody.get(FORM)[1], "one_is_kept")
answer, content = nobody.send("GET", f"{FORM}/regulations.pdf")
report(content == FILE and answer.headers["Content-Type"] == "application/pdf" and "attachment" in answer.headers["Content-Disposition"], "and_given_as_it_was", answer.headers)
report(chief.post(f"{FORM}/edit", fields)[0] == 303 and nobody.get(f"{FORM}/regulations.pdf")[0] == 200, "another_change_leaves_it")
report(chief.post(f"{FORM}/edit", {**fields, "no_file": "1"})[0] == 303 and nobody.get(f"{FORM}/regulations.pdf")[0] == 404 and "regulations.pdf" not in nobody.get(FORM)[1],
       "and_it_can_go")

# --- the rating list: what is public and no more

page = nobody.get(f"{E}/register?q=muster")[1]
report("Muster, Hans" in page and "2510" in page and "2012" not in page and "1980" not in page, "players_find_themselves_without_birth_dates", page[-3000:])
page = nobody.get(f"{E}/register?fide=1300002")[1]
report("Muster, Anna" in page and "2012" not in page, "the_form_is_filled_from_the_list")

# --- conditions that no one can meet

for fields_, name in (({"born_from": "85"}, "born_from"), ({"born_to": "9999"}, "born_to"), ({"born_from": "about 2008"}, "born_from"), ({"fees": "sixty"}, "fees"), ({"places": "many"}, None)):
    status, page = chief.post(f"{E}/youth/announcement", {"rating_to": "1799", "federations": "SUI LIE", **fields_})[:2]
    wrong = re.findall(r'name="(\w+)"[^>]*aria-invalid="true"', page)
    report((status, wrong) == (422, [name]) and 'value="1799"' in page and 'value="SUI LIE"' in page if name else status == 400, f"the_form_of_conditions_marks_{name}_{list(fields_.values())[0].replace(' ', '_')}", (status, wrong, text_of(page)[:300]))

# --- refused, with the reason and what fits

for fields_, word, name in (({"rating": "1200"}, "1400 or higher", "too_weak"), ({"section": "youth"}, "born in 2008 or later", "too_old"), ({"name": ""}, "Enter your name", "without_a_name"),
                            ({"born": ""}, "year of birth", "without_a_year"), ({"born": "85"}, "year of birth", "a_year_without_its_century"),
                            ({"born": "2985"}, "year of birth", "a_year_to_come"), ({"born": "ninety"}, "year of birth", "a_year_in_letters"), ({"section": "nowhere"}, "Choose a section", "no_such_section"),
                            ({"born": "2012"}, "adult", "minor_without_consent"), ({"mail": "x@y"}, "mail address", "half_an_address"), ({"byes": "5"}, "half-point byes", "bye_in_the_last_round")):
    status, page = enter(**fields_)
    report(status == 422 and word in text_of(page) and ("born" not in fields_ or "minor" in name or 'aria-invalid="true"' in page), f"refused_{name}", (status, text_of(page)[:800]))
report("You can enter: " in text_of(enter(rating="1200", born="2010", adult="Eva Neu", consent="1")[1]), "and_told_what_fits")
report(nobody.post(f"{E}/register", {**BASE, "name": "x" * 101})[0] == 400 and nobody.post(f"{E}/register", {**BASE, "odd": "1"})[0] == 400, "nothing_oversized_or_unknown")
report("youth" in enter(section="youth", born="2010", rating="1200")[1].lower(), "typed_fields_stay")

# --- by mail: one link, which confirms

status, page = enter(name="Muster, Hans", fide_id="1300001", rating="900", born="1980", mail="hans@example.org")
report(status == 200 and "/entry/" not in page and "hans@example.org" not in page, "with_mail_the_link_is_not_shown", page[-2000:])
sent = box.to("hans@example.org", "/entry/")
report(len(sent) == 1, "it_is_mailed_once", box.all())
hans = link_in(sent[0])
report("Muster" not in look(FORM), "unconfirmed_entries_are_nowhere")
report("Confirm" in look(hans) and "Muster" not in look(FORM), "opening_the_link_confirms_nothing")
report(nobody.post(hans, {"act": "confirm"})[0] == 303 and "Entered" in look(hans), "the_button_does", look(hans))
page = look(FORM)
report("GM Muster, Hans main 2510 SUI" in page and "2 places left" in page, "rating_and_title_are_those_of_the_list", page)
report("60 CHF" not in look(hans), "a_grandmaster_pays_nothing", look(hans))
before = look(FORM)
report(nobody.post(hans, {"act": "confirm"})[0] == 303 and look(FORM) == before, "a_second_time_nothing_happens")
report(hans.split("/")[-1].encode() not in (server.data / "limmat.db").read_bytes(), "the_link_is_kept_nowhere")

# --- the same form twice is one entry, and its sender alone is told


def count_entries():
    return len(list(csv.DictReader(io.StringIO(chief.get(f"{E}/entries.csv")[1]))))


before = count_entries()
status, page = enter(name="muster, hans", fide_id="1300001", born="1980", mail="Hans@example.org")
again = box.to("hans@example.org", "already entered")
report(status == 200 and "already" not in text_of(page) and len(again) == 1 and count_entries() == before, "by_mail_one_is_told_of_the_entry_that_there_is", text_of(page))
report("Entered" in look(link_in(again[0])) and link_in(again[0]) != hans and "Entered" in look(hans), "and_gets_another_link_to_it", again)
key = re.search(r'name="key" value="([\w-]{43})"', nobody.get(f"{E}/register")[1]).group(1)
first, second = (nobody.post(f"{E}/register", {**BASE, "name": "Doppelt, Dora", "key": key})[1] for _ in range(2))
report(link_in(first) == link_in(second) and link_in(first).endswith(key) and "already sent" not in text_of(first) and "already sent" in text_of(second) and count_entries() == before + 1,
       "without_mail_a_form_that_is_sent_twice_is_one_entry", text_of(second))
report(key not in nobody.post(f"{E}/register", {**BASE, "name": "Mit, Mail", "mail": "mail@example.org", "key": key[::-1]})[1] and nobody.get(f"{E}/entry/{key[::-1]}")[0] == 404,
       "a_key_of_ones_own_confirms_no_mail_address")
nobody.post(link_in(first), {"act": "withdraw"})
report(count_entries() == before + 1, "and_it_can_be_withdrawn")
nobody.post(link_in(box.to("mail@example.org", "/entry/")[0]), {"act": "withdraw"})

# --- without mail: shown once, and the organiser decides

status, page = enter(name="Neu, Nora", born="2010", adult="Eva Neu", consent="1", byes="2")
nora = link_in(page)
report(status == 200 and "isn’t shown again" in html.unescape(page) and "Neu" not in look(FORM), "the_link_is_shown_and_the_entry_waits", page[-1500:])
page = text_of(chief.get(f"{E}/entries")[1])
report("Neu, Nora" in page and "Eva Neu consented" in page and "30 CHF" in page, "the_organiser_sees_it", page)
report("1 entry waits for you" in text_of(chief.get(f"{E}/main/overview")[1]), "it_needs_attention")


def digest_of(name):
    rows = [row for row in chief.get(f"{E}/entries")[1].split("<tr")[1:] if name in row and 'name="entry"' in row]
    return re.search(r'name="entry" value="(\w+)"', rows[0]).group(1)



report(nobody.post(f"{E}/entries", {"entry": digest_of("Neu, Nora"), "act": "accept"})[0] == 403, "not_a_stranger_accepts")
report(chief.post(f"{E}/entries", {"entry": digest_of("Neu, Nora"), "act": "accept"})[0] == 303, "it_is_accepted")
page = look(FORM)
report("Neu, Nora" not in page and "N. N." in page, "a_minor_is_not_named_without_consent", page)
report("half" in text_of(chief.get(f"{E}/main/player/p2")[1]).lower(), "the_bye_is_noted", text_of(chief.get(f"{E}/main/player/p2")[1]))

# --- the same again is marked for the organiser, and told to nobody else

status, page = enter(name="Muster, Hans", fide_id="1300001", born="1980", mail="other@example.org")
twin = link_in(box.to("other@example.org", "/entry/")[0])
nobody.post(twin, {"act": "confirm"})
report("Waiting for the organiser" in look(twin) and "another entry" not in look(twin), "a_twin_waits", look(twin))
report("Looks like another entry" in text_of(chief.get(f"{E}/entries")[1]), "and_the_organiser_sees_why")
report(chief.post(f"{E}/entries", {"entry": digest_of("Muster, Hans"), "act": "refuse"})[0] == 422, "a_refusal_needs_a_reason")
twin_row = digest_of("Muster, Hans")
report(chief.post(f"{E}/entries", {"entry": twin_row, "act": "refuse", "why": "You are in already"})[0] == 303 and "You are in already" in look(twin)
       and box.to("other@example.org", "already"), "the_player_reads_why", look(twin))

# --- an entry of somebody who is in already is merged with them

status, page = enter(name="Muster, Hans", fide_id="1300001", born="1980", mail="third@example.org", club="SK Neu")
third = link_in(box.to("third@example.org", "/entry/")[0])
nobody.post(third, {"act": "confirm"})
rows = len(re.findall("Muster, Hans", look(FORM)))
report("Same player as" in text_of(chief.get(f"{E}/entries")[1]), "look_alikes_are_offered")
third_row = digest_of("Muster, Hans")
report(chief.post(f"{E}/entries", {"entry": third_row, "act": "merge", "same": "p2"})[0] == 422, "not_with_another_player")
report(chief.post(f"{E}/entries", {"entry": third_row, "act": "merge", "same": "p1"})[0] == 303 and "Entered" in look(third) and len(re.findall("Muster, Hans", look(FORM))) == rows
       and box.to("third@example.org", "accepted"), "one_player_with_two_links", look(third))
page = text_of(chief.get(f"{E}/main/players")[1])
report("SK Neu" in page, "what_was_not_known_is_filled_in", page)

# --- the waiting list

full = {}
for name in ("Voll, Vera", "Wart, Walter", "Spaet, Sepp"):
    address = name.split(", ")[1].lower() + "@example.org"
    enter(name=name, mail=address)
    full[name] = link_in(box.to(address, "/entry/")[0])
    nobody.post(full[name], {"act": "confirm"})
report("Entered" in look(full["Voll, Vera"]) and "waiting list" in look(full["Wart, Walter"]) and "waiting list" in look(full["Spaet, Sepp"]), "who_comes_late_waits",
       [look(one) for one in full.values()])
report("Full: waiting list" in look(FORM), "it_is_said_that_it_is_full")
report(nobody.post(full["Voll, Vera"], {"act": "withdraw"})[0] == 303 and nobody.get(full["Voll, Vera"])[0] == 404, "one_withdraws")
report("Entered" in look(full["Wart, Walter"]) and "waiting list" in look(full["Spaet, Sepp"]) and box.to("walter@example.org", "moved up"), "the_next_moves_up_and_is_told",
       look(full["Wart, Walter"]))
report(not box.to("sepp@example.org", "moved up", 1), "and_no_other")
player = re.search(r'data-player="(p\d+)"[^>]*>Wart', chief.get(f"{E}/main/players")[1]).group(1)
report(chief.act(f"{E}/main", "do/remove", {"player": player})[0] == 303 and "Entered" in look(full["Spaet, Sepp"]), "who_is_removed_at_the_desk_frees_a_place", look(full["Spaet, Sepp"]))

# --- attacks

report(all(nobody.get(f"{E}/entry/{key}")[0] == 404 and nobody.post(f"{E}/entry/{key}", {"act": "withdraw"})[0] == 404 for key in ("x" * 43, "", twin_row)),
       "guessed_links_and_digests_open_nothing")
report(nobody.get(hans.replace("/e/open/", "/e/nowhere/"))[0] == 404, "a_link_is_of_its_event_alone")
floods = [enter(name=f"Flut {n}", mail="victim@example.org")[0] for n in range(8)]
report(floods.count(200) <= 5 and 429 in floods, "mail_to_one_address_is_limited", floods)
time.sleep(3)
report(len([one for one in box.all() if "To: victim@example.org" in one]) <= 5, "and_no_more_goes_out")
report(enter(mail="a@b.org\nBcc: c@d.org")[0] in (400, 422) and not any("c@d.org" in one for one in box.all()), "no_header_is_smuggled")
enter(name='=HYPERLINK("http://x","y")', club="@SUM(1)")
table = chief.get(f"{E}/entries.csv")[1]
rows = list(csv.DictReader(io.StringIO(table)))
report(any(row["name"].startswith("'=HYPERLINK") for row in rows) and not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values()), "no_cell_is_a_formula", table)
found = 200
count = 0
while found == 200 and count < 700:
    found = nobody.get(f"{E}/register?fide={1300001 + count % 3}")[0]
    count += 1
report(found == 429 and 500 < count <= 600, "the_list_cannot_be_walked", (found, count))
report(all("/entry/" not in line for line in (server.work / "log").read_text().splitlines()), "no_link_is_logged")

# --- the deadline, by the event's zone

report(chief.post(f"{FORM}/edit", {**fields, "closes": "2020-01-01T12:00"})[0] == 303 and enter(name="Zu, Spaet")[0] == 422, "after_the_deadline_no_one_enters")
report(nobody.post(hans, {"act": "withdraw"})[0] == 303, "but_may_withdraw")

# --- in five languages

chief.post(f"{FORM}/edit", fields)
for code, word in (("de", "Ausschreibung"), ("fr", "Annonce"), ("it", "Annuncio"), ("es", "Convocatoria")):
    report(word in nobody.get(FORM, **{"Accept-Language": code})[1], f"in_{code}")
server.end()
sys.exit(report.end())
