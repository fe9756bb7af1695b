#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_payments.py LIMMAT: what players owe and paid, a bank's statement, receipts; nothing is booked unseen, or twice.  TAP."""
import csv
import datetime
import html
import io
import re
import sys
import zoneinfo

from arbiter import Arbiter, text_of
from letterbox import Letterbox, link_in, upload
from served import Browser, Report, Server

report = Report()
box = Letterbox()
server = Server(sys.argv[1], "--mail", str(box.command))
TODAY = datetime.datetime.now(zoneinfo.ZoneInfo("Europe/Zurich")).date()
EARLY, LATE = TODAY - datetime.timedelta(8), TODAY - datetime.timedelta(2)  # before and after the fee went up
chief, nobody = Arbiter(server), Browser(server)
chief.begin(server.key, "Verena")
chief.post("/new", {"name": "Open", "start": "2026-12-20", "rounds": "5", "zone": "Europe/Zurich"})
E = "/e/open"
chief.post(f"{E}/announcement/edit", {"open": "1", "entries": "1", "currency": "CHF"})
chief.post(f"{E}/main/announcement", {"fees": f"60\n50 until {TODAY - datetime.timedelta(5)}\n30 born 2008\n0 title GM"})


def enter(name, **more):
    address = name.split(", ")[1].lower() + "@example.org"
    nobody.post(f"{E}/register", {"name": name, "federation": "SUI", "rating": "1500", "born": "1990", "section": "main", "mail": address, **more})
    link = link_in(box.to(address, "/entry/")[0])
    nobody.post(link, {"act": "confirm"})
    return link


def reference(link):
    return re.search(r"reference (\w{8})", text_of(nobody.get(link)[1])).group(1)


def money():
    return {row["name"]: row for row in csv.DictReader(io.StringIO(chief.get(f"{E}/payments.csv")[1])) if row["fee"]}


def look_at(statement):
    return upload(chief, f"{E}/payments/bank", {}, "file", statement)


def ticked(page):
    return [html.unescape(value) for value in re.findall(r'name="take" value="([^"]*)" checked', page)]


def book(page, take):
    text = html.unescape(re.search(r'<textarea name="text"[^>]*>(.*?)</textarea>', page, re.S).group(1))
    return chief.post(f"{E}/payments/book", [("text", text.removeprefix("\n")), *(("take", one) for one in take)])


links = {name: enter(name) for name in ("Bar, Bea", "Bank, Bruno", "Zuviel, Zoe", "Ohne, Olga", "=Formel, Fritz")}
junior = enter("Jung, Jana", born="2010", adult="Eva Jung", consent="1")
report([nobody.get(path)[0] for path in (f"{E}/payments", f"{E}/payments.csv", f"{E}/main/player/p1/receipt")] == [403] * 3 and nobody.post(f"{E}/payments", {"section": "main"})[0] == 403,
       "strangers_see_no_money")
report({name: row["open"] for name, row in money().items()} == {"Bar, Bea": "60", "Bank, Bruno": "60", "Zuviel, Zoe": "60", "Ohne, Olga": "60", "'=Formel, Fritz": "60", "Jung, Jana": "30"},
       "each_owes_their_fee", money())

# --- by hand

page = text_of(chief.get(f"{E}/payments")[1])
report("Open 330 CHF" in page and "Paid 0 CHF" in page, "the_sums_are_told", page)
report(chief.post(f"{E}/payments", {"section": "main", "player": "p1", "amount": "0", "how": "cash"})[0] == 422 and chief.post(f"{E}/payments", {"section": "main", "player": "p1", "amount": "9", "how": "barter"})[0] == 400
       and chief.post(f"{E}/payments", {"section": "main", "player": "p99", "amount": "9", "how": "cash"})[0] == 404, "no_payment_of_nothing_or_by_no_one")
report(chief.post(f"{E}/payments", {"section": "main", "player": "p1", "amount": "60", "how": "cash"})[0] == 303 and money()["Bar, Bea"]["open"] == "0", "cash_is_noted")
page = text_of(chief.get(f"{E}/payments?booked=1")[1])
report(f"{TODAY:%-d %B %Y} · 60 CHF · cash · Verena" in page and "1 payment recorded" in page and "cash 60 CHF" in page, "with_day_way_and_who", page)
report("To pay" not in text_of(nobody.get(links["Bar, Bea"])[1]) and "60 CHF" in text_of(nobody.get(links["Bank, Bruno"])[1]), "each_reads_what_they_owe")

# --- a statement of a bank: Latin-1, a preamble, semicolons, fees of the bank, a formula

refs = {name: reference(link) for name, link in links.items() if name != "Bar, Bea"}
STATEMENT = "\r\n".join([
    "Kontonummer:;CH93 0076 2011 6238 5295 7", "Buchungsdatum;Buchungstext;Belastung;Gutschrift;Valuta",
    f'{EARLY:%d.%m.%Y};"GUTSCHRIFT; Bruno Bank, Startgeld {refs["Bank, Bruno"][:4].upper()} {refs["Bank, Bruno"][4:].upper()}";;50.00;{EARLY:%d.%m.%Y}',
    f"{EARLY:%d.%m.%Y};ZOE {refs['Zuviel, Zoe']};;75.00;{EARLY:%d.%m.%Y}",
    f"{EARLY:%d.%m.%Y};Zahlung von Olga Ohne aus Zürich;;50.00;{EARLY:%d.%m.%Y}",
    f'{EARLY:%d.%m.%Y};"=HYPERLINK(""http://x"";""{refs["=Formel, Fritz"]}"")";;50.00;{EARLY:%d.%m.%Y}',
    f"{LATE:%d.%m.%Y};Unbekannt;;12.00;{LATE:%d.%m.%Y}", f"{LATE:%d.%m.%Y};mit Rappen {refs['Ohne, Olga']};;50.35;{LATE:%d.%m.%Y}",
    f"{LATE:%d.%m.%Y};Kontogebühr {refs['Ohne, Olga']};-8.00;;{LATE:%d.%m.%Y}", ""]).encode("latin-1")
status, page, _ = look_at(STATEMENT)
read = text_of(re.sub(r"(?s)<textarea.*?</textarea>", "", page))
report(status == 200 and money()["Bank, Bruno"]["open"] == "60", "a_look_books_nothing", read)
report([one.split("/")[-1] for one in ticked(page)] == ["p2", "p5"], "what_fits_by_reference_and_amount_is_ticked", (ticked(page), read))
report("Bank, Bruno, by reference (owes 50)" in read and "Zuviel, Zoe, by reference" in read and "Ohne, Olga, by name" in read and "No player found" in read and "Not a whole amount" in read
       and "Kontogebühr" not in read and "Zürich" in read, "the_others_are_to_be_checked", read)
report('<a href="http://x' not in page, "a_formula_is_text")
take = re.findall(r'name="take" value="([^"]*)"', page)
report(book(page, ["0/main/p99"])[0] == 422 and book(page, ["999/main/p2"])[0] == 422 and book(page, ["../main/p2"])[0] == 422 and money()["Bank, Bruno"]["paid"] == "0", "no_forged_choice_is_taken")
report(book(page, ticked(page))[2]["Location"].endswith("booked=2") and (money()["Bank, Bruno"]["paid"], money()["Bank, Bruno"]["how"], money()["Bank, Bruno"]["date"], money()["Bank, Bruno"]["by"]) == ("50", "transfer", f"{EARLY}", "Verena"),
       "ticked_lines_are_booked", money()["Bank, Bruno"])
again = look_at(STATEMENT)[1]
report(not ticked(again) and text_of(again).count("Recorded already") == 2, "a_second_look_knows_them", text_of(again))
report(book(page, take)[0] == 303 and {name: row["paid"] for name, row in money().items()} == {"Bar, Bea": "60", "Bank, Bruno": "50", "Zuviel, Zoe": "75", "Ohne, Olga": "50", "'=Formel, Fritz": "50", "Jung, Jana": "0"},
       "the_same_file_books_nothing_twice", money())
report(look_at(b"\x00\xff;;;nothing\r\n")[0] == 422 and look_at(b"")[0] in (400, 422), "what_is_no_statement_is_refused")
report(not any(cell.startswith(("=", "+", "@")) for row in csv.reader(io.StringIO(chief.get(f"{E}/payments.csv")[1])) for cell in row), "no_cell_is_a_formula")

# --- undone at the desk, it can be booked again

report(chief.act(f"{E}/main", "undo", {})[0] == 303 and sum(int(row["paid"]) for row in money().values()) < 285, "a_booking_can_be_undone", money())
page = look_at(STATEMENT)[1]
report(text_of(page).count("Recorded already") == 3, "and_is_open_again", text_of(page))
book(page, re.findall(r'name="take" value="([^"]*)"', page))
report(sum(int(row["paid"]) for row in money().values()) == 285, "and_booked_again", money())

# --- receipts

page = chief.get(f"{E}/main/player/p1/receipt")
report(page[0] == 200 and all(word in text_of(page[1]) for word in ("Receipt for Bar, Bea", f"{TODAY:%-d %B %Y}", "cash", "Verena", "Total", "60 CHF")), "a_receipt", text_of(page[1]))
report(chief.pdf(f"{E}/main/player/p1/receipt?pdf=a4"), "also_as_pdf")
report(chief.get(f"{E}/main/player/p99/receipt")[0] == 404, "of_nobody_is_none")

# --- the day counts on which it was paid

owed = {name: (row["fee"], row["open"]) for name, row in money().items()}
report(owed["Bank, Bruno"] == ("50", "0") and owed["Jung, Jana"] == ("30", "30") and owed["Bar, Bea"] == ("60", "0"), "what_was_paid_in_time_stays_paid", owed)
report("has paid" not in text_of(chief.get(f"{E}/main/overview")[1]), "no_payment_is_held_against_a_section_without_a_fee")
for code, word in (("de", "Zahlungen"), ("fr", "Paiements"), ("it", "Pagamenti"), ("es", "Pagos")):
    report(word in chief.get(f"{E}/payments", **{"Accept-Language": code})[1], f"in_{code}")
server.end()
sys.exit(report.end())
