#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_sending.py LIMMAT REPORTS: an event of this server registers at its rating office and sends its report from its desk.  TAP."""
import csv
import io
import pathlib
import quopri
import re
import subprocess
import sys
import tempfile
import time

from arbiter import Arbiter, text_of
from letterbox import Letterbox
from served import Browser, Report, Server

report = Report()
work = pathlib.Path(tempfile.mkdtemp())
office, limmat, reports = work / "office", pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
(office / "2026-04").mkdir(parents=True)
subprocess.run([limmat, "rate", "import", "-d", "2026-04-01", "-o", work / "registry", reports / "list.xml"], check=True, capture_output=True)
(work / "registry").rename(office / "2026-04" / "registry")
box = Letterbox()
server = Server(limmat, "--office", office, "--clock", "2026-03-20T12:00:00Z", "--mail", box.command)
chief, nobody = Arbiter(server), Browser(server)
chief.begin(server.key, "Verena Chief")


def at(moment):
    assert chief.post("/championships/clock", {"at": moment})[0] == 303


report('href="/ratings"' in nobody.get("/")[1] and 'href="/ratings"' in chief.get("/")[1], "the_home_page_leads_to_the_rating_list")
report('action="/championships/clock"' in chief.get("/office")[1], "the_office_moves_the_clock_of_a_rehearsal")

# --- an event of four players of the list

chief.post("/new", {"name": "Spring Open", "start": "2026-04-10", "end": "2026-04-12", "rounds": "3", "city": "Bern", "federation": "SUI", "arbiter": "IA Muster, Max (1399199)", "time_control": "90 min + 30 sec from move 1", "rate": "standard"})
S = "/e/spring-open/main"
OFFICE = f"{S}/rating-office"
PEOPLE = "Name\tFed\tRating\tID\tSex\tBorn\nKeller, Anna\tSUI\t1820\t1300103\tw\t1995\nBrunner, Beat\tSUI\t1900\t1300104\tm\t1980\n"
chief.post(f"{S}/people/enter", {"text": PEOPLE + "".join(f"Name{i}, Given\tSUI\t{1700 - i}\t\tm\t1990\n" for i in range(2))})
report(f'href="{OFFICE}"' in chief.get(f"{S}/files")[1] and f'href="{OFFICE}"' not in nobody.get(f"{S}/files")[1], "the_files_of_an_event_lead_to_the_office")
chief.post("/office/fees", {"table": ""})  # a line of the office's journal that is about no event
report("Table of fees" not in chief.get(OFFICE)[1] and "Table of fees" in chief.get("/office/log")[1], "an_event_s_page_shows_nothing_else_of_the_office")
report([nobody.get(OFFICE)[0], nobody.post(OFFICE, {"act": "register", "organiser": "x"})[0]] == [403, 403], "strangers_do_not")
seen = text_of(chief.get(OFFICE)[1])
report("not registered" in seen and "Spring Open" in seen and "Bern, SUI" in seen and 'value="report"' not in chief.get(OFFICE)[1], "it_is_not_registered_yet", seen)
report(chief.post(OFFICE, {"act": "report"})[0] == 409 and chief.post(OFFICE, {"act": "register"})[0] == 422, "nothing_is_sent_before")
answer = chief.post(OFFICE, {"act": "register", "organiser": "Verena Chief", "mail": "v@example.org", "laws": "1", "licensed": "1"})
seen = text_of(chief.get(OFFICE)[1])
report(answer[0] == 303 and "Event registered" in seen and "Registered later" not in seen and 'value="report"' in chief.get(OFFICE)[1], "it_registers_from_its_desk", (answer, seen))
report("Spring Open" in nobody.get("/ratings/events")[1] and "Spring Open" in chief.get("/office")[1], "calendar_and_officer_see_it")
report(chief.post(OFFICE, {"act": "register", "organiser": "Verena Chief"})[0] == 409, "once")

# --- played, and sent with a button

at("2026-04-10T10:00")
for number in (1, 2, 3):
    chief.play(S, number, ["1-0", "0-1"])
at("2026-04-13T09:00")
answer = chief.post(OFFICE, {"act": "report"})
page = chief.get(OFFICE)[1]
seen = text_of(page)
report(answer[0] == 303 and "Report 1 received" in seen and "to correct" in seen and "Name0" in seen, "the_desk_sends_its_report_and_sees_the_findings", (answer, seen))
theirs = re.search(r'href="(/office/events/\d+)">Spring Open', chief.get("/office")[1])[1]
whole = chief.get(f"{theirs}/report")
report(whole[1] == chief.get(f"{S}/tournament.trf")[1] and "13 April" in text_of(chief.get(theirs)[1]), "the_officer_has_the_file_that_the_desk_downloads", whole[1][:300])
chief.post(OFFICE, {"act": "report"})
report("Report 2" not in chief.get(OFFICE)[1], "the_same_once_more_is_sent_once")
chief.post(theirs, {"act": "return", "version": "1", "reason": "Two players without ID"})
seen = text_of(chief.get(OFFICE)[1])
report("returned" in seen and "Two players without ID" in seen, "the_desk_sees_what_the_officer_decides", seen)
chief.post(OFFICE, {"act": "report"})
report("Report 2 received" in text_of(chief.get(OFFICE)[1]), "and_sends_it_again")
chief.post(theirs, {"act": "refuse", "version": "2", "reason": "Still without ID"})
report(chief.post(OFFICE, {"act": "appeal", "text": "They are new"})[0] == 303 and "They are new" in chief.get(theirs)[1], "a_refusal_is_appealed_against_at_the_desk")

# --- registered before by its link

at("2026-04-14T10:00")
link = nobody.post("/ratings/register", {"name": "May Open", "city": "Bern", "federation": "SUI", "start": "2026-05-20", "end": "2026-05-20", "chess": "standard", "organiser": "Otto"}, token="")[2]["Location"]
chief.post("/new", {"name": "May Open", "start": "2026-05-20", "end": "2026-05-20", "rounds": "3", "city": "Bern", "federation": "SUI"})
M = "/e/may-open/main/rating-office"
report(chief.post(M, {"act": "tie", "link": "/ratings/event/" + "x" * 43})[0] == 422, "a_wrong_link_is_none")
report(chief.post(M, {"act": "tie", "link": f"http://127.0.0.1{link}"})[0] == 303 and "Event tied" in text_of(chief.get(M)[1]) and 'value="report"' in chief.get(M)[1], "the_desk_takes_a_registration_by_its_link")
report(len(re.findall(">May Open<", nobody.get("/ratings/events")[1])) == 1, "and_registers_it_no_second_time")
chief.post("/new", {"name": "Nowhere", "start": "2026-05-20", "end": "2026-05-20", "rounds": "3"})
report(chief.post("/e/nowhere/main/rating-office", {"act": "register", "organiser": "O"})[0] == 422, "an_event_without_a_place_enters_it_first")
chief.post("/new", {"name": "Too Late", "start": "2026-04-10", "end": "2026-04-12", "rounds": "3", "city": "Bern", "federation": "SUI"})
answer = chief.post("/e/too-late/main/rating-office", {"act": "register", "organiser": "O"})
report(answer[0] == 422 and "0.2" in answer[1], "nor_after_its_beginning")

# --- an invitation that rules out rating (9.2)

form = {"name": "Fun Open", "city": "Bern", "federation": "SUI", "start": "2026-05-20", "end": "2026-05-21", "chess": "standard", "organiser": "Otto", "unrated": "1"}
fun = nobody.post("/ratings/register", form, token="")[2]["Location"]
page = chief.get("/office")[1]
where = re.search(r'href="(/office/events/\d+)">Fun Open', page)[1]
report("rules out rating (9.2)" in text_of(page), "an_invitation_without_rating_waits_for_the_officer")
report(chief.post(where, {"act": "unrated"})[0] == 422 and chief.post(where, {"act": "unrated", "reason": "The invitation of 1 March says it"})[0] == 303, "the_officer_records_it_with_a_reason")
seen = text_of(nobody.get(fun)[1])
report("not to be rated" in seen and "The invitation of 1 March says it" in seen and "9.2" in seen and "Fun Open" not in nobody.get("/ratings/events")[1], "the_organiser_sees_it", seen)
at("2026-06-20T10:00")
page = text_of(chief.get("/office")[1])
report(page.count("No report") == 1 and page.index("No report 31 days") < page.index("Fun Open"), "no_report_is_due_of_it", page)
report(chief.post(where, {"act": "rated", "reason": "x"})[0] == 409, "it_is_decided_once")

# --- organisers who are late (9.1) get one mail each

mails = box.to("v@example.org", "rating report")
report(not mails, "who_sent_a_report_gets_no_mail", mails)
german = Browser(server)
for name, mail, language in (("June Open", "june@example.org", "de"), ("No Mail Open", "", "en"), ("Sent Open", "sent@example.org", "en")):
    answer = german.post("/ratings/register", {"name": name, "city": "Bern", "federation": "SUI", "start": "2026-07-10", "end": "2026-07-12", "chess": "standard", "organiser": "Jane", "mail": mail, "laws": "1"},
                         token="", headers={"Accept-Language": language})
    assert answer[0] == 303, answer
sent = answer[2]["Location"]


def send(link, text):
    body = '--x\r\nContent-Disposition: form-data; name="act"\r\n\r\nreport\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.trf"\r\n\r\n' + text + "\r\n--x--\r\n"
    return nobody.ask("POST", link, body.encode(), form="multipart/form-data; boundary=x")[0]


clean = re.sub(r"(20)?26/04/(1\d)", r"\g<1>26/07/\2", (reports / "clean.trf").read_text())
at("2026-07-19T10:00")
report(send(sent, clean) == 303, "one_of_three_sends_its_report")
time.sleep(3)
report(not box.to("june@example.org", "", 0), "nobody_is_reminded_within_seven_days")
at("2026-07-20T10:00")
mails = box.to("june@example.org", "Subject:")
plain = quopri.decodestring(mails[0].encode()).decode() if mails else ""
report(len(mails) == 1 and "Die Elo-Stelle hat noch keine Auswertung" in plain and "9.1" in plain, "who_is_late_gets_a_mail_in_their_language", mails)
at("2026-07-25T10:00")
time.sleep(3)
server.end()
server.start()
time.sleep(3)
report(len(box.to("june@example.org", "", 0)) == 1 and not box.to("sent@example.org", "", 0), "once_even_after_a_restart", [one[:200] for one in box.all()])
page = chief.get("/office")[1]
june = re.search(r'href="(/office/events/\d+)">June Open', page)[1]
seen = text_of(chief.get(june)[1])
report("Organiser reminded by mail" in seen and "june@example.org" in seen and text_of(page).count("No report 13 days") == 2, "the_officer_sees_who_is_reminded_and_whom_to_ask", seen)
report("june@example.org" not in german.get("/ratings/events")[1], "nobody_else_does")
answer = chief.post(june, {"act": "relink"})
link = re.search(r"/ratings/event/[\w-]{43}", answer[1])
report(answer[0] == 200 and link is not None and nobody.get(link[0])[0] == 200 and "June Open" in nobody.get(link[0])[1] and link[0] not in chief.get(june)[1], "a_lost_link_is_made_anew", answer[0])

# --- licences of arbiters (0.3)

theirs = re.search(r'href="(/office/events/\d+)">Sent Open', chief.get("/office")[1])[1]
report("not on the list of licences" not in text_of(chief.get(theirs)[1]), "without_a_list_the_organiser_s_word_counts")
files = '--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n' + chief.token + '\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="l.csv"\r\n\r\n{}\r\n--x--\r\n'


def licences(text):
    return chief.ask("POST", "/office/licences", files.format(text).encode("latin-1"), form="multipart/form-data; boundary=x")[0]


report(licences("x") == 422 and licences("Name;ID\nMuster, Max;1300199\nMüller, Zoé;1300777\n") == 303, "an_officer_replaces_the_list")
send(sent, clean)
seen = text_of(chief.get(theirs)[1])
report("arbiter FA Beispiel, Eva (1300198) is not on the list of licences" in seen and "Muster, Max (1300199) is not" not in seen and "0.3" in seen and "Line 10" in seen, "who_has_no_licence_is_named", seen)
version = re.search(r'name="version" value="(\d+)"', chief.get(theirs)[1])[1]
report(chief.post(theirs, {"act": "accept", "version": version})[0] == 422, "such_a_report_is_not_accepted")
told = subprocess.run([limmat, "rate", "report", "--licences", office / "licences.txt", reports / "clean.trf"], capture_output=True, text=True)
report(told.returncode == 6 and "clean.trf:10: refused: arbiter FA Beispiel, Eva (1300198) is not on the list of licences (B.02 0.3)" in told.stdout, "the_command_says_the_same", told.stdout)
licences("Muster Max;AUT\nEva Beispiel;1987;SUI\n")  # without ids, names in any order
told = subprocess.run([limmat, "rate", "report", "--licences", office / "licences.txt", reports / "clean.trf"], capture_output=True, text=True)
report("licences" not in told.stdout, "names_are_enough", told.stdout)

# --- fees (0.2, 4.13)

FEES = "/office/fees"
report("No fees found" in text_of(chief.get(FEES)[1]) and nobody.get(FEES)[0] == 403 and nobody.post(FEES, {"table": ""})[0] == 403, "there_is_no_table_yet")
HEAD = "from,fee,chess,per,amount,currency\n"
bad = ("2026-01-01,rating,standard,player,1.00", "soon,rating,standard,player,1.00,CHF", "2026-01-01,tea,standard,player,1.00,CHF", "2026-01-01,rating,standard,player,much,CHF")
answers = [chief.post(FEES, {"table": HEAD + line + "\n"}) for line in bad]
report([answer[0] for answer in answers] == [422] * 4 and all("Line 2" in answer[1] for answer in answers) and (office / "fees.csv").read_text() == "", "a_wrong_row_is_named", answers)
table = HEAD + "2020-01-01,registration,all,event,40.00,CHF\n2026-05-01,registration,all,event,50.00,CHF\n2020-01-01,rating,all,player,1.00,CHF\n2020-01-01,rating,standard,player,1.50,CHF\n2026-08-01,rating,standard,player,9,CHF\n"
report(chief.post(FEES, {"table": table})[0] == 303 and (office / "fees.csv").read_text() == table, "the_table_is_a_file_of_the_folder")
send(sent, clean)
version = re.search(r'name="version" value="(\d+)"', chief.get(theirs)[1])[1]
answer = chief.post(theirs, {"act": "accept", "version": version})
rows = {(row["name"], row["fee"]): (row["count"], row["amount"], row["sum"], row["currency"]) for row in csv.DictReader(io.StringIO(chief.get(FEES + ".csv")[1]))}
report(answer[0] == 303 and rows == {("Spring Open", "registration"): ("1", "40.00", "40.00", "CHF"), ("May Open", "registration"): ("1", "50.00", "50.00", "CHF"), ("June Open", "registration"): ("1", "50.00", "50.00", "CHF"),
                                     ("No Mail Open", "registration"): ("1", "50.00", "50.00", "CHF"), ("Sent Open", "registration"): ("1", "50.00", "50.00", "CHF"), ("Sent Open", "rating"): ("7", "1.50", "10.50", "CHF")},
       "each_event_owes_once_by_the_table_of_its_first_day", (answer, rows))
seen = text_of(chief.get(FEES)[1])
report("250.50 CHF" in seen and "7 × 1.50" in seen and "Table of fees changed" in text_of(chief.get("/office/log")[1]), "the_page_sums_them_up", seen)
server.end()
server = Server(limmat)
other = Arbiter(server)
other.begin(server.key, "Ada")
at_home = other.open_event("Plain", 4)
report('href="/ratings"' not in other.get("/")[1] and "rating-office" not in other.get(f"{at_home}/files")[1] and other.get(f"{at_home}/rating-office")[0] == 404, "without_an_office_there_is_no_way_to_it")
server.end()
sys.exit(report.end())
