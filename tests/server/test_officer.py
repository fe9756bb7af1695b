#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_officer.py LIMMAT REPORTS: organisers register events and send reports, officers decide, make lists, change people;
what they do is what the command does on the same folder, and a killed server leaves the old list or the new one.  TAP."""
import csv
import datetime
import html
import io
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from arbiter import text_of
from served import Browser, Report, Server

report = Report()
work = pathlib.Path(tempfile.mkdtemp())
office, limmat, reports = work / "office", pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
TODAY = datetime.datetime.now(datetime.timezone.utc).date()
FIRST = TODAY.replace(day=1)  # the list of this month


def rate(*words, status=0):
    done = subprocess.run([limmat, "rate", *words], capture_output=True, text=True, cwd=work)
    assert done.returncode == status, (words, done.stderr)
    return done.stdout


def month_after(day):
    return (day + datetime.timedelta(days=31)).replace(day=1)


# The list before this month, and one of this month which the office has not made: that of April, one month later.
office.mkdir()
rate("import", "-d", f"{FIRST}", "-o", office / f"{FIRST:%Y-%m}", reports / "list.xml")
folder = office / f"{FIRST:%Y-%m}"
registry = folder.read_bytes()
folder.unlink()
folder.mkdir()
(folder / "registry").write_bytes(registry)


def trf(start):
    """The clean report, in other days."""
    text = (reports / "clean.trf").read_text()
    for at in (12, 11, 10):
        one, then = datetime.date(2026, 4, at), start + datetime.timedelta(days=at - 10)
        text = text.replace(f"{one:%Y/%m/%d}", f"{then:%Y/%m/%d}").replace(f"{one:%y/%m/%d}", f"{then:%y/%m/%d}")
    return text


server = Server(limmat, "--office", office, "--submission-limit", "100000")
admin, organiser, stranger = Browser(server), Browser(server), Browser(server)
admin.begin(server.key, "Ada")


def officer(scope, name):
    who = Browser(server)
    page = admin.post("/rights", {"role": "officer", "scope": scope})
    who.begin(re.search(r"(/key/[\w-]+)", page[1])[1], name)
    found = re.search(r'name="csrf" value="(\w+)"', who.get("/office")[1])
    who.token = found[1] if found else ""
    return who


swiss, all_lists = officer("federation:SUI", "Sepp"), officer("", "Olga")
report([who.get("/office")[0] for who in (stranger, swiss, all_lists, admin)] == [403, 200, 200, 200], "officers_and_administrators_have_the_office")
report([who.get("/office/month")[0] for who in (stranger, swiss, all_lists, admin)] == [403, 403, 200, 200] and swiss.get("/office/log")[0] == 403
       and swiss.post("/office/month", {"act": "compute", "chess": "standard"})[0] == 403, "lists_are_made_by_officers_of_all_federations_alone")
report(admin.post("/rights", {"role": "officer", "scope": "open"})[0] == 422 and admin.post("/rights", {"role": "chief", "scope": "federation:SUI"})[0] == 422
       and admin.post("/rights", {"role": "officer", "scope": "federation:XXX"})[0] == 422, "an_officer_is_of_a_federation")
report(swiss.get("/rights")[0] == 403 and swiss.post("/new", {"name": "Open", "start": "2026-07-14", "rounds": "5"})[0] == 403, "officers_run_no_events")

# --- organisers

EVENT = {"name": "Open <i>Bern</i>", "city": "Bern", "federation": "SUI", "chess": "standard", "organiser": "Otto Muster", "mail": "otto@example.org", "laws": "1"}


def register(start, days=2, **more):
    status, page, headers = organiser.post("/ratings/register", {**EVENT, "start": f"{start}", "end": f"{start + datetime.timedelta(days=days)}", **more}, token="")
    return status, headers.get("Location"), page


soon = TODAY + datetime.timedelta(days=40)
report([register(soon, **bad)[0] for bad in ({"days": -1}, {"federation": "XXX"}, {"name": ""}, {"chess": "bullet"})] == [422, 422, 400, 400]
       and register(TODAY - datetime.timedelta(days=1))[0] == 422, "an_event_that_cannot_be_is_not_registered")
status, early, _ = register(soon)
_, late, _ = register(TODAY + datetime.timedelta(days=1), name="Late Open")
report(status == 303 and re.fullmatch(r"/ratings/event/[\w-]{43}", early) and early != late, "an_event_has_a_link_of_its_own")
calendar = organiser.get("/ratings/events")[1]
report("Open <i>Bern</i>" in html.unescape(calendar) and "<i>Bern" not in calendar and "Otto" not in calendar and "otto@" not in calendar and early not in calendar, "the_calendar_tells_no_names_nor_links")
report("Registered later" in text_of(organiser.get(late)[1]) and "Registered later" not in text_of(organiser.get(early)[1]), "who_is_late_is_told_so (0.2)")
report([organiser.get(path)[0] for path in ("/ratings/event/x", early + "A", early[:-1])] == [404] * 3 and organiser.get(early)[2].get("X-Robots-Tag") == "noindex", "nobody_guesses_a_link")
report("Decide about the late registration" in text_of(swiss.get("/office")[1]) and "Late Open" in swiss.get("/office")[1], "what_waits_comes_first")


def link_of(browser, name):
    return re.search(r'href="(/office/events/\d+)">' + re.escape(html.escape(name)), browser.get("/office")[1])[1]


def post(browser, path, **fields):
    """A form, with the number of the version that the page shows."""
    found = re.search(r'name="version" value="(\d+)"', browser.get(path)[1])
    return browser.post(path, {**({"version": found[1]} if found else {}), **fields})


def send(link, text):
    boundary = "-----limmat"
    body = f'--{boundary}\r\nContent-Disposition: form-data; name="act"\r\n\r\nreport\r\n--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.trf"\r\n\r\n'.encode()
    body += text.encode() + f"\r\n--{boundary}--\r\n".encode()
    return organiser.ask("POST", link, body, form=f"multipart/form-data; boundary={boundary}")


# Its report is of last week: nobody waits for an event in a test.
good = trf(TODAY - datetime.timedelta(days=4))
late_page = link_of(swiss, "Late Open")
report(post(swiss, late_page, act="permit")[0] == 422 and post(swiss, late_page, act="permit", reason="The hall was free")[0] == 303, "a_late_registration_is_permitted_with_a_reason")
report("with permission" in text_of(organiser.get(late)[1]) and "The hall was free" in organiser.get(late)[1], "the_organiser_sees_it_and_why")
wrong = good.replace(re.search(r"^022 .*$", good, re.M)[0] + "\n", "")
status = send(late, wrong)[0]
seen, theirs = text_of(organiser.get(late)[1]), text_of(swiss.get(late_page)[1])
report(status == 303 and "the city is missing" in seen and "TRF26 022" in seen and "give the city" in seen and "the city is missing" in theirs, "organiser_and_officer_see_the_same_findings", (status, seen))
report(send(late, "no tournament at all")[0] in (303, 422) and send(late, "")[0] == 422, "what_is_no_tournament_is_no_report")
send(late, wrong)
report(post(swiss, late_page, act="accept")[0] == 422 and not (office / "events").exists(), "a_report_with_faults_is_not_accepted")
report(post(swiss, late_page, act="return")[0] == 422 and post(swiss, late_page, act="return", reason="Give the city")[0] == 303 and "Give the city" in organiser.get(late)[1], "it_goes_back_with_a_reason")
send(late, good)
seen = text_of(organiser.get(late)[1])
old = swiss.get(late_page)[1]
send(late, good + "\n")
version = re.search(r'name="version" value="(\d+)"', old)[1]
report(swiss.post(late_page, {"act": "accept", "version": version})[0] == 409, "what_was_not_seen_is_not_accepted")
# Anna has married: the list has another name, and the officer says that the id is right.
send(late, good.replace("Keller, Anna ", "Muster, Vroni").replace("1995/11/30", "1961/11/30"))
seen = text_of(swiss.get(late_page)[1])
report("is not the person of that FIDE ID" in seen and post(swiss, late_page, act="accept")[0] == 422 and post(swiss, late_page, act="accept", confirmed="1300103x")[0] == 422, "a_wrong_person_is_not_accepted", seen)
report(post(swiss, late_page, act="accept", confirmed="1300103")[0] == 303 and "1300103" in next((office / "events").glob("*.rating.json")).read_text(), "an_officer_confirms_an_id")
send(late, good)
status = post(swiss, late_page, act="accept")
report(status[0] == 303 and len(list((office / "events").glob("*.trf"))) == 1, "a_good_report_is_accepted", (text_of(status[1]), seen))

# --- refused, appealed against

early_page = link_of(swiss, "Open <i>Bern</i>")
report(post(swiss, early_page, act="refuse", reason="Two events of one name")[0] in (303, 409), "an_event_is_refused_with_a_reason")
report(organiser.post(early, {"act": "appeal", "text": "They are not"}, token="")[0] == 303 and organiser.post(early, {"act": "appeal", "text": "again"}, token="")[0] == 409, "a_refusal_is_appealed_against_once (0.5)")
report("Decide about the appeal" in text_of(all_lists.get("/office")[1]) and post(all_lists, early_page, act="grant", reason="Agreed")[0] == 303
       and "Agreed" in organiser.get(early)[1] and "registered" in text_of(organiser.get(early)[1]), "an_appeal_is_granted")

# --- each mistake that federations send reports back for, alone in a report that comes through the browser

silent = []
for line in (reports / "mistakes.tsv").read_text().splitlines():
    mistake, file, edit, place, article, words = (line.split("\t") + [""] * 6)[:6]
    if line.startswith("#") or file != "trf":
        continue
    planted = subprocess.run(["sed", "-e", edit, reports / "clean.trf"], capture_output=True, text=True, check=True).stdout
    status = send(early, planted)[0]
    seen = text_of(organiser.get(early)[1])
    at = re.search(r":(\d+)", place)
    if status != 303 or not all(part in seen for part in words.split(f" ({article}); ")) or article not in seen or (at and f"Line {at[1]}" not in seen):
        silent.append((mistake, status, words, article, place))
report(not silent and len(organiser.get(early)[1]) > 5000, "no_mistake_of_a_report_is_silent", silent)
post(swiss, early_page, act="return", reason="Send the right one")

# --- people

feds = {line.split("\t")[0]: line.split("\t")[2] for line in registry.decode().splitlines()[1:] if line[:1].isdigit() and line.count("\t") > 9}
foreign = next(number for number, fed in feds.items() if fed != "SUI")
own = [number for number, fed in feds.items() if fed == "SUI"]
report(swiss.get(f"/office/people/{foreign}")[0] == 403 and swiss.post(f"/office/people/{foreign}", {"act": "exclude", "reason": "x"})[0] == 403 and swiss.get(f"/office/people/{own[0]}")[0] == 200, "people_of_other_federations_are_their_officer_s")
report(swiss.post("/office/people", {"act": "add", "id": "1399999", "name": "Neu, Nora", "federation": "SUI", "sex": "F", "born": "2001-02-03", "reason": "first event"})[0] == 303
       and "Neu, Nora" in rate("lookup", "-l", folder, "1399999") and swiss.post("/office/people", {"act": "add", "id": "1399999", "name": "Neu, Nora", "federation": "SUI", "sex": "F", "reason": "again"})[0] == 422,
       "a_player_is_added_once")
report(swiss.post("/office/people", {"act": "add", "id": "1399998", "name": "Neu, Nora", "federation": "SUI", "sex": "F", "born": "2001", "reason": "twice"})[0] == 422, "who_is_likely_on_the_list_gets_no_second_id")
answer = swiss.post("/office/people/1399999", {"act": "correct", "born": "soon", "reason": "x"})
report(answer[0] == 422 and "born" in text_of(answer[1]), "what_the_command_refuses_is_said", answer[1])
report(swiss.post("/office/people/1399999", {"act": "correct", "federation": "GER", "reason": "moved"})[0] == 303 and swiss.get("/office/people/1399999")[0] == 403 and "GER" in rate("lookup", "-l", folder, "1399999"), "a_transfer_takes_a_player_to_another_officer")
report(all_lists.post("/office/people/1399999", {"act": "exclude", "reason": "13.2"})[0] == 303 and stranger.get("/ratings/1399999")[0] == 404 and all_lists.post("/office/people/1399999", {"act": "admit", "reason": "dispensation"})[0] == 303
       and stranger.get("/ratings/1399999")[0] == 200, "an_exclusion_hides_a_player_and_a_dispensation_shows_them_again (13.2, 13.4)")
report(all_lists.post("/office/people", {"act": "add", "id": "1399997", "name": "Neu, Nora", "federation": "GER", "sex": "F", "born": "2001", "anyway": "1", "reason": "by mistake"})[0] == 303
       and all_lists.post("/office/people/1399997", {"act": "merge", "id": "1399999", "reason": "one person"})[0] == 303 and all_lists.get("/office/people/1399997")[0] == 404, "two_ids_are_merged")
done = (folder / "persons.txt").read_text()
report([line.split("\t")[0] for line in done.splitlines()] == ["add", "correct", "correct", "correct", "add", "merge"], "the_folder_remembers_what_the_command_would", done)
history = text_of(all_lists.get("/office/people/1399999")[1])
report(all(word in history for word in ("Sepp", "Olga", "moved", "dispensation", "one person")), "a_player_s_history_says_who_did_what_and_why")

# --- erased

report(all_lists.post("/office/people", {"act": "add", "id": "1399990", "name": "Geheim, Gerda", "federation": "SUI", "sex": "F", "born": "1990-01-02", "reason": "a secret reason"})[0] == 303, "somebody_more_is_added")
all_lists.post("/office/people/1399990", {"act": "correct", "title": "CM", "reason": "another secret reason"})
nobody_files = [stranger.get(f"/ratings/files/{folder.name}.{ending}") for ending in ("csv", "xml")]
report(swiss.post("/office/people/1399990", {"act": "erase", "id": "1399990", "reason": "asked"})[0] == 403 and all_lists.post("/office/people/1399990", {"act": "erase", "id": "1", "reason": "asked"})[0] == 422
       and all_lists.post("/office/people/1399990", {"act": "erase", "id": "1399990", "reason": "asked"})[0] == 303, "an_officer_of_all_erases_a_player")
everywhere = b"".join(path.read_bytes() for path in office.rglob("*") if path.is_file()) + b"".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file() and path.suffix != ".db-shm")
report(b"Geheim" not in everywhere and b"secret reason" not in everywhere and "Geheim" not in all_lists.get("/office/log")[1] and stranger.get("/ratings/1399990")[0] == 404,
       "neither_folder_nor_store_has_the_name", [path for path in [*office.rglob("*"), *server.data.rglob("*")] if path.is_file() and (b"Geheim" in path.read_bytes() or b"secret reason" in path.read_bytes())])

# --- the month

NEXT = month_after(FIRST)
MONTH = "/office/month"


def digest(page):
    return re.search(r'name="digest" value="(\w+)"', page)[1]


page = all_lists.get(MONTH)[1]
report("Late Open" in page and 'value="publish"' not in page, "an_accepted_event_waits_for_the_list")
report(all_lists.post(MONTH, {"act": "publish", "chess": "standard", "digest": "x"})[0] == 409, "there_is_nothing_to_publish_yet")
report(all_lists.post(MONTH, {"act": "compute", "chess": "standard"})[0] == 303, "a_preview_is_made")
page = all_lists.get(MONTH)[1]
shown = text_of(page)
subprocess.run([limmat, "rate", "period", "-l", folder, "-e", office / "events", "-o", work / "same", "-d", f"{NEXT}", "--leave-earlier"], check=False, capture_output=True)
preview = office / "preview" / f"{NEXT:%Y-%m}"
report(preview.exists() and (work / "same").exists() and all((preview / name).read_bytes() == (work / "same" / name).read_bytes() for name in ("registry", "list.txt", "journal.txt", "events.txt")), "it_is_the_command_s_to_the_byte", shown)
changed = [line.split("\t") for line in (work / "same" / "journal.txt").read_text().splitlines() if line.startswith("change\t")] if (work / "same").exists() else []
report(len(changed) > 2 and all(f"{line[3]}" in shown for line in changed) and f"{len(changed)} changes" in shown, "its_differences_are_shown", shown)
still = [row for row in page.split("<tr")[1:] if row.count("unrated") == 2]
report(still and not any(re.search(r"<td>K\s*<", row) for row in still), "nothing_is_said_of_a_k_that_stays", still)
report("on a published list" not in text_of(all_lists.get(late_page)[1]), "an_event_that_waits_is_on_no_list")
report(stranger.get(f"/ratings/{own[0]}/{NEXT:%Y-%m}")[0] == 404 and f"{NEXT:%Y-%m}" not in stranger.get("/ratings")[1], "nobody_else_sees_it")
report(all_lists.post(MONTH, {"act": "publish", "chess": "standard", "digest": "0" * 64})[0] == 409, "what_was_not_seen_is_not_published")
server.end(signal.SIGKILL)  # a server that is killed has the preview still
server.start()
report(all_lists.post(MONTH, {"act": "publish", "chess": "standard", "digest": digest(all_lists.get(MONTH)[1])})[0] == 303 and (office / f"{NEXT:%Y-%m}" / "registry").exists(), "the_list_is_published")
rating = next(line for line in changed if line[8] == "played")
report(rating[3] in stranger.get(f"/ratings/{rating[1]}")[1] and "Score" in stranger.get(f"/ratings/{rating[1]}/{NEXT:%Y-%m}")[1], "everybody_sees_it_with_its_reasons")
report("Late Open" not in all_lists.get(MONTH)[1], "the_event_waits_no_more")
report('href="/ratings?chess=standard"' in all_lists.get(MONTH)[1], "the_next_list_leads_to_the_published_one")
report("on a published list" in text_of(all_lists.get(late_page)[1]) and "on a published list" not in text_of(swiss.get(late_page)[1]), "who_makes_lists_is_led_from_the_event_to_past_lists")
report(all(f'href="/ratings/{word}"' in stranger.get("/ratings")[1] for word in ("register", "events")) and 'href="/ratings/register"' in swiss.get("/office")[1], "organisers_are_led_to_registration")
report("published" in text_of(all_lists.get("/office/log")[1]) and "accepted" in text_of(all_lists.get("/office/log")[1]), "the_log_has_it")
answer = all_lists.post(MONTH, {"act": "compute", "chess": "rapid"})
report(answer[0] == 303 and (office / "preview" / f"{NEXT:%Y-%m}-2-rapid").exists(), "the_rapid_list_of_the_month_goes_on_from_it", text_of(all_lists.get(MONTH + "?chess=rapid")[1]))
report(all_lists.post(MONTH, {"act": "discard", "chess": "rapid"})[0] == 303 and not (office / "preview" / f"{NEXT:%Y-%m}-2-rapid").exists(), "a_preview_is_discarded")

# The same games once more, as another event: the officer learns of it when the list is made.
_, twin, _ = register(TODAY + datetime.timedelta(days=1), name="Twin")
twin_page = link_of(swiss, "Twin")
post(swiss, twin_page, act="permit", reason="why not")
send(twin, good)
report(post(swiss, twin_page, act="accept")[0] == 303 and all_lists.post(MONTH, {"act": "compute", "chess": "standard"})[0] == 303, "an_event_comes_twice")
shown = text_of(all_lists.get(MONTH)[1])
report("The list was not made" in shown and "of its games in common with e2" in shown and 'value="publish"' not in all_lists.get(MONTH)[1], "it_is_refused_and_no_list_is_made", shown)
report(post(swiss, twin_page, act="return", reason="the games of another event")[0] == 303 and len(list((office / "events").glob("*.trf"))) == 1
       and all_lists.post(MONTH, {"act": "compute", "chess": "standard"})[0] == 303 and 'value="publish"' in all_lists.get(MONTH)[1], "it_goes_back_and_the_list_is_made")
report(post(swiss, late_page, act="return", reason="x")[0] == 409, "what_is_on_a_list_does_not_go_back")
all_lists.post(MONTH, {"act": "discard", "chess": "standard"})

# --- the past

lines = good.splitlines()
games = [i for i, line in enumerate(lines) if line.startswith("001")]
fixed = None
for i in games:  # the first win becomes a draw, on both sides
    for at in re.finditer(r" +(\d+) ([wb]) 1", lines[i]):
        number, tpn, column = int(at[1]), int(lines[i][4:8]), at.end() - 1
        other = next(j for j in games if int(lines[j][4:8]) == number)
        if lines[other][column] == "0" and fixed is None:
            lines[i], lines[other] = lines[i][:column] + "=" + lines[i][column + 1:], lines[other][:column] + "=" + lines[other][column + 1:]
            for k, add in ((i, -0.5), (other, 0.5)):
                lines[k] = lines[k][:80] + f"{float(lines[k][80:84]) + add:4.1f}" + lines[k][84:]
            fixed = (i, other)
send(late, "\n".join(lines) + "\n")
status = post(all_lists, late_page, act="accept")
shown = text_of(all_lists.get(late_page)[1])
report(status[0] == 303, "a_correction_of_what_was_rated_is_accepted", (shown, status[1][-800:]))
report(all_lists.post("/office/past", {"act": "compute", "base": folder.name})[0] == 303, "past_lists_are_made_anew")
page = all_lists.get("/office/past")[1]
report("players differ" in page and digest(page), "with_the_differences_and_reasons", text_of(page))
before = rate("export", "-t", "csv", office / f"{NEXT:%Y-%m}")
report(all_lists.post("/office/past", {"act": "publish", "digest": digest(page)})[0] == 422 and all_lists.post("/office/past", {"act": "publish", "digest": digest(page), "reason": "board 1 was a draw"})[0] == 303
       and before == rate("export", "-t", "csv", office / f"{NEXT:%Y-%m}"), "the_list_that_was_published_stays_as_it_was")
made = office / f"{NEXT:%Y-%m}-2-rectified"
report(made.exists() and [p["standard"] for p in csv.DictReader(io.StringIO(rate("export", "-t", "csv", made)))] != [p["standard"] for p in csv.DictReader(io.StringIO(before))], "the_one_that_is_right_takes_over")

# --- killed at any moment while a list is made

bad_kills = []
for turn in range(6):
    def ask():
        try:
            all_lists.post(MONTH, {"act": "compute", "chess": "standard"})
        except OSError:
            pass
    request = threading.Thread(target=ask)
    request.start()
    time.sleep(0.004 * turn)
    server.end(signal.SIGKILL)
    request.join()
    server.start()
    lists = sorted(path.name for path in office.iterdir() if re.match(r"\d{4}-\d\d", path.name))
    if lists != sorted([folder.name, f"{NEXT:%Y-%m}", made.name]) or stranger.get("/ratings")[0] != 200:
        bad_kills.append((turn, lists))
report(not bad_kills, "a_server_killed_while_a_list_is_made_has_the_old_one", bad_kills)
report(all_lists.post(MONTH, {"act": "compute", "chess": "standard"})[0] == 303 and 'value="publish"' in all_lists.get(MONTH)[1], "and_makes_the_next_one_afterwards", text_of(all_lists.get(MONTH)[1]))
server.end()
report(server.db("check", "--data", server.data).returncode == 0, "the_store_holds_together", server.db("check", "--data", server.data).stderr)
sys.exit(report.end())
