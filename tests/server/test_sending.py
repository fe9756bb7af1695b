#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_sending.py LIMMAT REPORTS: an event of this server registers at its rating office and sends its report from its desk.  TAP."""
import pathlib
import re
import subprocess
import sys
import tempfile

from arbiter import Arbiter, text_of
from served import Browser, Report, Server

report = Report()
work = pathlib.Path(tempfile.mkdtemp())
office, limmat, reports = work / "office", pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
(office / "2026-04").mkdir(parents=True)
subprocess.run([limmat, "rate", "import", "-d", "2026-04-01", "-o", work / "registry", reports / "list.xml"], check=True, capture_output=True)
(work / "registry").rename(office / "2026-04" / "registry")
server = Server(limmat, "--office", office, "--clock", "2026-03-20T12:00:00Z")
chief, nobody = Arbiter(server), Browser(server)
chief.begin(server.key, "Verena Chief")


def at(moment):
    assert chief.post("/championships/clock", {"at": moment})[0] == 303


report('href="/ratings"' in nobody.get("/")[1] and 'href="/ratings"' in chief.get("/")[1], "the_home_page_leads_to_the_rating_list")

# --- an event of four players of the list

chief.post("/new", {"name": "Spring Open", "start": "2026-04-10", "end": "2026-04-12", "rounds": "3", "city": "Bern", "federation": "SUI", "arbiter": "IA Muster, Max (1399199)", "time_control": "90 min + 30 sec from move 1", "rate": "standard"})
S = "/e/spring-open/main"
OFFICE = f"{S}/rating-office"
PEOPLE = "Name\tFed\tRating\tID\tSex\tBorn\nKeller, Anna\tSUI\t1820\t1300103\tw\t1995\nBrunner, Beat\tSUI\t1900\t1300104\tm\t1980\n"
chief.post(f"{S}/people/enter", {"text": PEOPLE + "".join(f"Name{i}, Given\tSUI\t{1700 - i}\t\tm\t1990\n" for i in range(2))})
report(f'href="{OFFICE}"' in chief.get(f"{S}/files")[1] and f'href="{OFFICE}"' not in nobody.get(f"{S}/files")[1], "the_files_of_an_event_lead_to_the_office")
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
server.end()
server = Server(limmat)
other = Arbiter(server)
other.begin(server.key, "Ada")
at_home = other.open_event("Plain", 4)
report('href="/ratings"' not in other.get("/")[1] and "rating-office" not in other.get(f"{at_home}/files")[1] and other.get(f"{at_home}/rating-office")[0] == 404, "without_an_office_there_is_no_way_to_it")
server.end()
sys.exit(report.end())
