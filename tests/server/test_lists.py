#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_lists.py LIMMAT: the rating list is kept fresh while there is a net, here a stand-in for FIDE on the loopback, and stays
when there is none (questions 135 and 136 of FIDE's list); TAP."""
import http.server
import io
import os
import re
import subprocess
import sys
import threading
import time
import zipfile

from arbiter import text_of
from served import Browser, Report, Server


def fide_list(*people):
    """FIDE's XML."""
    return ("<?xml version='1.0'?><playerslist>" + "".join(
        f"<player><fideid>{number}</fideid><name>{name}</name><country>SUI</country><sex>M</sex><rating>{rating}</rating><games>0</games><k>20</k>"
        f"<birthday>1990</birthday><flag></flag></player>" for number, name, rating in people) + "</playerslist>").encode()


class StandIn(http.server.BaseHTTPRequestHandler):
    answer, asked = (200, b""), 0

    def do_GET(self):
        StandIn.asked += 1
        status, body = StandIn.answer
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def until(holds, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.1)
    return False


report = Report()
fide = http.server.ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
threading.Thread(target=fide.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{fide.server_port}/list.xml"

StandIn.answer = 200, fide_list((1300001, "Muster, Hans", 2101))
server = Server(sys.argv[1], "--quiet", "--list-from", url)
admin = Browser(server)
admin.begin(server.key)


def found(name):
    return admin.ask("GET", f"/list?q={name}")[1]


def home():
    return admin.ask("GET", "/")[1]


report(until(lambda: "1300001" in found("muster")), "a_list_that_is_missing_is_fetched", home())
report("imported today" in home(), "the_page_says_how_old_it_is", home())

# Older than a day, and the net is gone: what there is stays, and the page says so.
file = os.path.join(server.data, "fide.registry")
StandIn.answer = 503, b"gone"
server.end()
os.utime(file, (time.time() - 90000,) * 2)
before = StandIn.asked
server.start()
report(until(lambda: StandIn.asked > before), "an_old_list_is_asked_for", home())
report(until(lambda: "The last download failed" in home()) and "answers 503" in home(), "that_it_cannot_be_had_is_said", home())
report("1300001" in found("muster") and "yesterday" in home(), "the_old_list_stays", home())

# What is no list changes nothing either; and one step takes the newest.
StandIn.answer = 200, b"<html>Welcome to this hotel's network</html>"
admin.post("/list/fresh", {"do": "now"})
report(until(lambda: "Downloading" not in home()) and "1300001" in found("muster"), "another_page_is_no_list", home())
StandIn.answer = 200, fide_list((1300001, "Muster, Hans", 2150), (1300002, "Neu, Nora", 1800))
admin.post("/list/fresh", {"do": "now"})
report(until(lambda: "1300002" in found("neu")) and "2150" in found("muster"), "one_step_takes_the_newest", home())
report("imported today" in home() and "failed" not in home(), "the_page_says_that_it_came", home())

# The new list at the desk of an event that is prepared: shown, ticked, and only then taken over.
today = time.strftime("%Y-%m-%d")
event = admin.post("/new", {"name": "Open", "start": today, "rounds": "5"})[2]["Location"].removesuffix("players")
admin.post(event + "people/enter", {"text": "Name\tFIDE ID\tRating\tFed\nMuster, Hans\t1300001\t2101\tSUI\n"
                                            "Neu, Nora\t1300002\t1800\tFRA\nFrei, Max\t\t1700\tSUI"})
ratings = admin.ask("GET", event + "ratings")[1]
row = next((r for r in ratings.split("<tr>") if "Muster" in r), "")
report("2101" in row and "2150" in row and 'name="who"' in row, "old_and_new_stand_side_by_side", ratings)
row = next((r for r in ratings.split("<tr>") if "Neu" in r), "")
report("FRA → SUI" in row and 'name="who"' not in row, "another_federation_is_shown_too", ratings)
report("Frei" not in ratings.split("<table")[1], "who_has_no_id_is_not_there", ratings)
report("2150" not in admin.ask("GET", event + "players")[1], "nothing_is_changed_by_looking")
who = ratings.split('name="who" value="')[1].split('"')[0]
report(admin.post(event + "ratings", {"who": "p99"})[0] == 422, "nobody_else_is_taken")
report(admin.post(event + "ratings", {"who": who})[0] == 303, "what_is_ticked_is_taken_over")
players = admin.ask("GET", event + "players")[1]
report("2150" in players and "2101" not in players, "the_player_has_the_rating_of_the_list", players)
report("2101" not in admin.ask("GET", event + "ratings")[1], "then_it_differs_no_more")

# Pasted rows: who of the list each may be, filled in only where the reader lets it.
StandIn.answer = 200, fide_list((1300001, "Muster, Hans", 2150), (1300002, "Neu, Nora", 1800), (1300003, "Doppel, Dora", 1650), (1300004, "Doppel, Dora", 1720),
                                (1300005, "Lang, Lea Maria", 1900))
admin.post("/list/fresh", {"do": "now"})
report(until(lambda: "1300005" in found("lang")), "the_list_has_two_of_one_name", home())
event = admin.post("/new", {"name": "Paste", "start": today, "rounds": "5"})[2]["Location"].removesuffix("players")
text = "Hans Muster\nNeu Nora\t\t1980\nDoppel Dora\t1720\nDoppel, Dora\nLang, Lea"
page = admin.post(event + "people/look", {"text": "Name\tRating\tBirth\n" + text.replace("Hans Muster", "Hans Muster\t\t")})[1]
rows = [re.findall(r'<option value="([^"]+)"( selected)?>', row) for row in page.split("<tr class=")[1:]]
report([[one for one, _ in row] for row in rows] == [["1-0", "1-1300001"], [], ["3-0", "3-1300003", "3-1300004"], ["4-0", "4-1300003", "4-1300004"], []],
       "beside_a_row_are_those_of_its_name_and_year", rows)
report([[one for one, chosen in row if chosen] for row in rows] == [["1-1300001"], [], ["3-1300004"], [], []], "the_only_one_that_fits_is_chosen", rows)
several = text_of(admin.post(event + "people/look", {"text": "Doppel, Dora"})[1])
report("2 players of this name in the rating list: choose one" in several and "Add 1 player" in several, "several_are_to_be_chosen_from", several)
sent = {"text": "Name\tRating\tBirth\n" + text, "chosen": "1"}
admin.post(event + "people/enter", [*sent.items(), ("take", "1"), ("take", "3"), ("match", "1-1300001"), ("match", "3-0")])
players = text_of(admin.ask("GET", event + "players")[1])
report("2150" in players and "1300001" in players and "1300004" not in players, "what_is_chosen_is_filled_in_and_nothing_else", players)

# Without a net the file comes on a stick: FIDE's is larger than what other forms take.
def send(browser, content, day="2026-10-01", token=None):
    edge = "y" * 20
    body = (f'--{edge}\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n{browser.token if token is None else token}\r\n'
            f'--{edge}\r\nContent-Disposition: form-data; name="day"\r\n\r\n{day}\r\n'
            f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="list"\r\n\r\n').encode() + content + f"\r\n--{edge}--\r\n".encode()
    return browser.ask("POST", "/list/send", body, form=f"multipart/form-data; boundary={edge}")


def spools():
    return [name for name in os.listdir(server.data) if name.endswith(".spool") or name == "fide.sent"]


large = fide_list((1300006, "Stick, Stefan", 1950), *((2000000 + i, f"Namesake{i % 977}, Number{i}", 1500 + i % 900) for i in range(60000)))
report(len(large) > 9 << 20 and send(admin, large)[0] == 303, "a_file_of_ten_megabytes_is_taken", len(large))
report(until(lambda: "1300006" in found("stick")) and '"list":"2026-10-01"' in found("stick").replace(" ", ""), "its_players_are_found_under_its_day", home())
report(until(lambda: "Reading" not in home()) and "failed" not in home() and spools() == [], "and_nothing_of_it_is_left_over", (spools(), text_of(home())[:600]))
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("players_list_xml_foa.xml", fide_list((1300007, "Zipp, Zora", 1850)))
report(send(admin, packed.getvalue())[0] == 303 and until(lambda: "1300007" in found("zipp")), "a_zipped_one_too", home())
report(send(admin, b"no list at all")[0] == 303 and until(lambda: "isn’t a list" in home()) and "1300007" in found("zipp"), "what_is_no_list_is_said_and_the_old_one_stays", home())
status, page, _ = send(admin, b"x" * (66 << 20))
report(status == 413 and "at most" in text_of(page), "a_larger_one_is_refused_with_the_limit", (status, text_of(page)[:300]))
status, page, _ = admin.ask("POST", event + "people/look", b"x" * (9 << 20), form="multipart/form-data; boundary=z")
report(status == 413, "other_forms_take_no_more_than_before", status)
report(send(Browser(server), large, token="")[0] in (401, 403) and spools() == [], "nobody_else_sends_one", spools())
report(send(admin, large, token="wrong")[0] == 403 and spools() == [], "nor_a_form_that_was_not_made_here", spools())

# A setting: it survives a start without the option, and is taken back.
server.options = ("--quiet",)
server.end()
os.utime(file, (time.time() - 90000,) * 2)
before = StandIn.asked
server.start()
time.sleep(1)
report(StandIn.asked == before, "nothing_is_fetched_unasked", str(StandIn.asked - before))
server.options = ("--quiet", "--list-from", url)
server.end()
server.start()
report(until(lambda: StandIn.asked > before), "an_old_list_is_fetched_again")
admin.post("/list/fresh", {"do": "stop"})
report("Automatic updates are off" in home(), "it_can_be_stopped", home())

# Who is deceased stays in the office's list, and is offered to nobody who enters people (10.2).
server.end()
subprocess.run([sys.argv[1], "rate", "person", "-l", file, "correct", "1300002", "deceased=yes"], check=True, capture_output=True)
server.start()
report("1300001" in found("muster") and "1300002" not in found("neu"), "nobody_deceased_is_offered", found("neu"))
nobody = Browser(server)
report(nobody.ask("POST", "/list/fresh", "do=now")[0] in (401, 403), "not_by_everybody")
report(server.end() == 0, "it_ends_properly")
sys.exit(report.end())
