#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_desk.py LIMMAT: what the desk shows and takes, screen by screen, over loopback, in TAP."""
import html
import io
import pathlib
import re
import sqlite3
import sys
import tempfile
import zipfile

from arbiter import Arbiter, hidden, text_of
from served import Browser, Report, Server

report = Report()
server = Server(sys.argv[1], "--quiet")
chief, nobody = Arbiter(server), Browser(server)
open_event, act, confirm, play = chief.open_event, chief.act, chief.confirm, chief.play
chief.begin(server.key, "Chief")


def seen(path, who=chief):
    return text_of(who.get(path)[1])


# --- when rounds begin: by the clocks of the event, wherever they are read

evening = {"start": "2026-10-24", "first_time": "19:00", "a_day": "1", "rounds": "3"}
at = open_event("Far away", 6, **{**evening, "zone": "America/New_York"})
public = at.replace("/e/", "/p/")
act(at, "round/1/pair", {})
act(at, "round/1/publish", {"was": "0"})
begins = "24 October 2026, 19:00 (America/New York)"
pages = {"round": f"{public}/round-1.html", "names": f"{public}/names-1.html", "player": f"{public}/player-1.html",
         "sheet": f"{at}/paper/boards/1", "sheet by name": f"{at}/paper/names/1", "wall": f"{at}/wall"}
without = [name for name, path in pages.items() if begins not in seen(path, nobody)]
report(without == [], "date_time_and_zone_stand_on_pages_sheets_and_wall", without)
report(begins in seen(f"{at}/round/1") and "26 October 2026, 19:00" in seen(f"{at}/settings"), "and_on_the_desk_with_its_schedule", seen(f"{at}/settings"))
event = seen(f"{public}/index.html", nobody)
report("25 October 2026, 19:00" in event and "Time zone America/New York" in event, "the_page_of_the_event_lists_all", event)
calendar = nobody.get(f"{public}/player-1.ics")[1]
report("DTSTART:20261024T230000Z" in calendar and "DTSTART:20261025T230000Z" in calendar and "VALUE=DATE" not in calendar,
       "a_calendar_has_moments_and_no_whole_days", calendar)
trf = nobody.get(f"{at}/tournament.trf")[1]
report("26/10/24" in trf and "26/10/27" not in trf, "the_file_has_the_days_by_these_clocks", trf)
report('value="2026-10-25T19:00"' in chief.get(f"{at}/do/schedule?round=2")[1], "the_form_of_a_round_begins_with_its_time")
where = chief.post(f"{at}/do/schedule", {"round": "2", "start": "2026-11-01T19:00"})
report(where[2].get("Location", "").endswith("/settings"), "after_a_time_come_the_others", where[2].get("Location"))
report("DTSTART:20261102T000000Z" in nobody.get(f"{public}/player-1.ics")[1], "a_time_in_winter_is_one_of_winter", nobody.get(f"{public}/player-1.ics")[1])
act(at, "do/change", {"zone": "Europe/Zurich"})
report("24 October 2026, 19:00 (Europe/Zurich)" in seen(f"{public}/round-1.html", nobody) and "DTSTART:20261024T170000Z" in nobody.get(f"{public}/player-1.ics")[1],
       "in_another_zone_the_times_are_those_that_were_typed", nobody.get(f"{public}/player-1.ics")[1])
status, page = act(at, "do/change", {"zone": "Europe/Zuerich"})
report(status == 422 and "Europe/Zuerich isn’t a time zone" in text_of(page), "an_unknown_zone_is_refused", text_of(page))

form = chief.get(f"{at}/schedule")[1]
report(form.count('type="datetime-local"') == 3 and 'value="2026-10-24T19:00"' in form and seen(f"{at}/settings").count("Edit Schedule") == 1,
       "the_times_of_all_rounds_are_one_form", text_of(form))
form = chief.get(f"{at}/schedule?start=2026-10-31&first_time=09:30&a_day=2&every=240")[1]
plan = re.findall(r'name="r\d\d" value="([^"]*)"', form)
report(plan == ["2026-10-31T09:30", "2026-10-31T13:30", "2026-11-01T09:30"] and "31 October" not in seen(f"{at}/settings"), "a_plan_fills_the_form_and_sets_nothing", plan)
where = chief.post(f"{at}/schedule", {"r01": "2026-10-24T19:00", "r02": plan[1], "r03": plan[2]})
settings = seen(f"{at}/settings")
report(where[0] == 303 and "31 October 2026, 13:30" in settings and "1 November 2026, 09:30" in settings and "24 October 2026, 19:00" in settings, "what_is_saved_is_set", (where, settings))
report(chief.post(f"{at}/schedule", {"r02": "soon"})[0] == 422, "what_is_no_time_is_refused")

timed = open_event("Timed", 4, **{**evening, "zone": "Europe/Zurich", "time_control": "90/40+30/end+30/move1"})
act(timed, "round/1/pair", {})
report("ends about" not in seen(f"{timed}/overview"), "no_end_is_told_before_a_round_is_played")
act(timed, "round/1/publish", {"was": "0"})
report("ends about 00:00" in seen(f"{timed}/overview"), "the_end_of_a_round_follows_from_its_start_and_time_control", seen(f"{timed}/overview"))
report("Backup none: start limmat serve with --mirror FOLDER" in seen(f"{timed}/overview") and re.search(r"Saved \d\d:\d\d", seen(f"{timed}/overview")),
       "the_overview_says_that_nothing_is_backed_up", seen(f"{timed}/overview"))
with tempfile.TemporaryDirectory() as folder:
    mirrored = Arbiter(Server(sys.argv[1], "--quiet", "--mirror", folder))
    mirrored.begin(mirrored.server.key, "Chief")
    page = seen(f"{mirrored.open_event('Mirrored', 4)}/overview", mirrored)
    report(re.search(r"Backup every entry, up to \d+ \w+ \d\d:\d\d", page), "or_up_to_when_it_is", page)
    mirrored.server.end()

old = open_event("Untimed", 6, **{**evening, "first_time": ""})
report('value="2026-10-25T14:00"' in chief.get(f"{old}/do/schedule?round=2")[1], "without_times_a_round_is_offered_an_afternoon", chief.get(f"{old}/do/schedule?round=2")[1][-900:])
old = open_event("Older", 6, **evening)
act(old, "round/1/pair", {})
act(old, "round/1/publish", {"was": "0"})
public = old.replace("/e/", "/p/")
report("24 October 2026" in seen(f"{public}/round-1.html", nobody) and "19:00" not in seen(f"{public}/round-1.html", nobody)
       and "VALUE=DATE:20261024" in nobody.get(f"{public}/player-1.ics")[1], "without_a_zone_there_are_days_as_before", seen(f"{public}/round-1.html", nobody))

# --- the next round while the last games are played

at = open_event("Preview", 16)
play(at, 1, ["1-0"] * 8)
act(at, "round/2/pair", {})
act(at, "round/2/publish", {"was": "0"})
report("Preview of round 3" not in seen(f"{at}/round/2"), "no_preview_is_offered_while_many_games_are_open")
for board in range(1, 7):
    chief.post(f"{at}/round/2/result", {"board": f"2.{board}", "result": "1-0"})
report("Preview of round 3" in seen(f"{at}/round/2"), "it_is_offered_while_few_are", seen(f"{at}/round/2"))
page = seen(f"{at}/preview")
report("2 games are open, on boards 7, 8: 9 possible outcomes" in page and page.index("Certain pairings") < page.index("Still open"), "what_is_certain_stands_first", page)
report(re.search(r"Name\d\d, First Name\d\d, First, with (White|Black) \(\d of 9\)", page), "then_whom_the_others_may_meet", page)
report(nobody.get(f"{at}/preview")[0] in (303, 401, 403), "visitors_do_not_see_it", nobody.get(f"{at}/preview")[0])
for board in (7, 8):
    chief.post(f"{at}/round/2/result", {"board": f"2.{board}", "result": "1-0"})
certain = re.findall(r'<th scope="row">([^<]+)<td>([^<]+)', chief.get(f"{at}/preview")[1])
act(at, "round/2/close", {})
act(at, "round/3/pair", {})
paired = re.findall(r'<td class="(?:white|black)">(?:<input[^>]*>)? ?([^<]+)', chief.get(f"{at}/round/3")[1])
report(len(certain) == 8 and [name.strip() for pair in certain for name in pair] == [name.strip() for name in paired], "when_no_game_is_open_it_is_the_pairing", (certain, paired))

# --- names and lists instead of codes; what was undone is done again

at = open_event("Chosen", 8, tie_breaks="BH")
act(at, "round/1/pair", {})
act(at, "round/1/publish", {"was": "0"})
form = chief.get(f"{at}/do/reseat?round=1")[1]
report("[&quot;p1&quot;" not in form and '["p1"' not in form and form.count('<select name="pairs"') == 12 and "Name01, First" in form, "pairs_as_they_sit_are_chosen_by_name", text_of(form))
boards = re.findall(r'data-board="(1\.\d)".*?class="white">([^<]*).*?class="black">([^<]*)', chief.get(f"{at}/round/1")[1], re.DOTALL)
ids = {name: pid for pid, name in re.findall(r'<option value="(p\d+)">(Name\d\d, First)', form)}
first, second = ([ids[name.strip()] for name in board[1:]] for board in boards[:2])
sit = [("pairs", one) for one in (first[0], second[1], second[0], first[1], "-", "-")] + [("text", "They sat so.")]
answer = chief.post(f"{at}/do/reseat", sit)[:2]
status, page = answer
while status == 409:
    status, page = chief.post(f"{at}/do/reseat", [*sit, ("ack", hidden(page, "ack")), *([("sure", "leave FIDE mode")] if 'name="sure"' in page else [])])[:2]
now = re.findall(r'class="(?:white|black)">([^<]*)', chief.get(f"{at}/round/1")[1])
now = [(ids[now[i].strip()], ids[now[i + 1].strip()]) for i in range(0, len(now), 2)]
report(status == 303 and {(first[0], second[1]), (second[0], first[1])} < set(now), "and_sit_so", (status, text_of(page), now))
status, page = chief.post(f"{at}/do/reseat", [("pairs", first[0]), ("pairs", "-")])[:2]
report(status == 422 and "Choose both players of a pair" in text_of(page), "half_a_pair_is_refused", text_of(page))
form = chief.get(f"{at}/do/settings?only=tie_breaks")[1]
report('<option value="BH" selected>' in form and form.count('<select name="tie_breaks"') >= 6 and 'name="tie_breaks" maxlength' not in form, "tie_breaks_are_chosen_from_a_list", form[-2500:])
fresh = open_event("Ties", 4)
chief.post(f"{fresh}/do/settings", [("tie_breaks", code) for code in ("SB", "-", "DE")])
report("Sonneborn-Berger" in seen(f"{fresh}/settings") and "Direct encounter" in seen(f"{fresh}/settings"), "in_the_order_in_which_they_stand", seen(f"{fresh}/settings"))
status, page = chief.post(f"{fresh}/do/enter", {"name": "Name01, First"})[:2]
report(status == 409 and "looks like Name01, First" in text_of(page), "one_is_asked_about_a_name_that_is_there", text_of(page))
act(fresh, "do/enter", {"name": "Name01, First"})
report("is entered twice" not in seen(f"{fresh}/overview") and seen(f"{fresh}/players").count("Name01, First") == 2, "and_when_confirmed_not_again", seen(f"{fresh}/overview"))

# --- ids of the journal are for programs: people read names, clubs, years and numbers

at = open_event("Alike", 6)
status, page = act(at, "do/enter", {"name": "Muster, Hans", "rating": "1700", "club": "SK Thun", "birth": "1990", "title": "FM"})
status, page = chief.post(f"{at}/do/enter", {"name": "Muster, Hans"})[:2]
report(status == 409 and "Muster, Hans looks like Muster, Hans (SK Thun, 1990), who is already entered" in text_of(page), "a_namesake_is_asked_about_by_club_and_year", text_of(page))
for _ in range(2):
    act(at, "do/enter", {"name": "Keller, Eva"})
where = {path: seen(f"{at}/{path}") for path in ("overview", "players", "check-in", "round/1", "settings", "files", "do/forbid", "do/merge", "do/remove")}
act(at, "round/1/pair", {})
act(at, "round/1/publish", {"was": "0"})
where.update({path: seen(f"{at}/{path}") for path in ("players", "round/1", "paper/boards/1", "paper/names/1", "paper/slips/1", "standings", "wall", "do/reseat?round=1", "do/expel")})
where["log"] = seen(f"/e/{at.split('/')[2]}/log")
with_ids = {path: re.findall(r".{20}\bp\d+\b.{20}", text) for path, text in where.items() if re.search(r"\bp\d+\b", text)}
report(with_ids == {}, "no_page_says_an_id", with_ids)
report("Keller, Eva (1)" in where["players"] and "Keller, Eva (2)" in where["wall"], "two_of_one_name_and_nothing_else_are_counted", where["players"])
report("FM" not in where["wall"] and re.search(r"against Muster, Hans", where["wall"]), "the_wall_has_no_titles_on_either_side", where["wall"])
empty = seen(f"{open_event('Empty', 0)}/overview")
report("No players are entered yet" in empty and "section main" not in empty, "one_section_needs_no_name", empty)

at = open_event("Again", 8)
act(at, "round/1/pair", {})
act(at, "round/1/publish", {"was": "0"})
for board, result in (("1.1", "1-0"), ("1.2", "0-1")):
    chief.post(f"{at}/round/1/result", {"board": board, "result": result})
results = lambda: [text.strip() for text in re.findall(r"<output>([^<]*)", chief.get(f"{at}/round/1")[1])][:2]
before = results()
report("Redo" not in seen(f"{at}/round/1"), "nothing_is_offered_to_redo_before_something_is_undone")
chief.post(f"{at}/round/1/undo", {})
chief.post(f"{at}/round/1/undo", {})
report(results() == ["", ""] and "Redo: " in seen(f"{at}/round/1"), "what_was_undone_is_offered", seen(f"{at}/round/1"))
chief.post(f"{at}/round/1/redo", {})
halfway = results()
chief.post(f"{at}/round/1/redo", {})
report(halfway == [before[0], ""] and results() == before, "and_done_again_step_by_step", (before, halfway, results()))
report(chief.post(f"{at}/round/1/redo", {})[0] == 409, "and_no_more_than_that")
chief.post(f"{at}/round/1/undo", {})
chief.post(f"{at}/round/1/result", {"board": "1.3", "result": "1-0"})
report("Redo" not in seen(f"{at}/round/1"), "after_another_entry_nothing_is_redone")

# --- several players at once

at = open_event("Several", 6)
page = chief.get(f"{at}/players")[1]
report(page.count('name="who"') == 6 and 'name="who"' not in nobody.get(f"{at}/players")[1], "players_are_ticked_in_their_list")
for wish, said in (("half", "not in round 1"), ("withdraw", "withdrawn from round 1")):
    status, page = act(at, "players/many", [("who", "p2"), ("who", "p3"), ("do", wish)])
    report(status == 303 and seen(f"{at}/players").count(said) == 2, f"and_{wish}_is_of_those_that_were_ticked", (status, text_of(page), seen(f"{at}/players")))
    for _ in range(2):
        chief.post(f"{at}/round/1/undo", {})
report(act(at, "players/many", [("do", "half")])[0] in (400, 422), "without_a_tick_nothing_is_done")

# --- standings of a category, and for a spreadsheet

at = open_event("Groups", 0)
chief.post(f"{at}/people/enter", {"text": "Name\tRating\tFed\tBirth\tSex\n" + "\n".join(f"Name{i}, First\t{2000 - i}\tSUI\t{1960 + 12 * i}\t{'w' if i % 2 else 'm'}" for i in range(6))})
play(at, 1, ["1-0"] * 3)
page = chief.get(f"{at}/standings")[1]
chips = re.findall(r'<a class="chip" href="([^"]*)"[^>]*>([^<]*)', page)
report(chips[0][1] == "All 6" and {"Women 3", "Under 8 1", "50 and older 2", "65 and older 1"} <= {label for _, label in chips}, "categories_that_divide_the_players_are_offered", chips)
women = text_of(chief.get(html.unescape(dict((label, url) for url, label in chips)["Women 3"]))[1])
report("Women · after round 1" in women and "Name1, First" in women and "Name0, First" not in women, "and_shown_alone", women)
report('class="chip"' not in nobody.get(f"{at}/standings")[1] and nobody.get(f"{at}/standings.csv?category=S65")[1].count("\r\n") == 7, "visitors_learn_no_ages")
status, sheet, headers = chief.get(f"{at}/standings.csv?after=1&category=sex%3Dw")
rows = sheet.split("\r\n")
report(headers.get("Content-Type", "").startswith("text/csv") and rows[0].startswith("Rank,Name,Rating") and len(rows) == 5 and rows[1].startswith("1,"), "a_spreadsheet_has_the_same", sheet)
report(chief.get(f"{at}/standings?category=U99x")[0] == 404, "an_empty_category_is_refused")

# --- what is cut out, and what FIDE's forms ask

files = seen(f"{at}/files")
report(all(word in files for word in ("Name badges", "Table numbers", "Title norms, IT1 and IT3", "Arbiters", "Standings for a spreadsheet")), "paper_and_files_has_all_of_it", files)
badges = chief.get(f"{at}/paper/cards?look=badges")[1]
report(badges.count("badge-card") == 8 and badges.count('<p class="event">Groups') == 6 and "SUI · 2000" in badges, "a_badge_has_name_federation_and_event", badges[-1500:])
report(re.findall(r'table-card"><p class="name">(\d+)', chief.get(f"{at}/paper/cards?look=tables")[1]) == ["1", "2", "3"], "there_is_a_number_for_each_table")
chief.act(at, "do/edit", {"player": "p1", "source": "estimated by two arbiters", "birth": "2011/00/00"})
row = next(one for one in chief.get(f"{at}/players")[1].split("<tr>") if 'value="p1"' in one)
report("≈" in row and "estimated by the arbiter" in row and ">2011<" in row, "an_estimate_is_marked_and_a_birth_is_as_far_as_known", row)
report('name="team"' not in chief.get(f"{at}/do/enter")[1], "no_team_is_asked_for_where_there_are_none")
status, page = chief.post(f"{at}/do/settings", {"rounds": "nine", "time_control": "40/6000"})[:2]
report(status == 422 and re.search(r'name="rounds"[^>]*aria-invalid', page) and 'value="40/6000"' in page and 'role="alert"' in page, "a_form_comes_back_with_the_wrong_field_marked", (status, re.findall(r"<input[^>]*(?:rounds|time_control)[^>]*>|role=.alert[^<]*", page)))
report("INGO n counts as 2840 − 8n" in chief.get(f"{at}/do/enter")[1], "the_form_says_what_other_scales_count")
report(chief.pdf(f"{at}/paper/cards?look=tables&pdf=a4"), "also_as_pdf")
page = seen(f"{at}/norms")
report("No norm reached." in page and "IT3: tournament report" in page and "Chief arbiter" in page and re.search(r"\d+ fields of the forms are missing", page), "the_forms_say_what_is_missing", page)
report(nobody.get(f"{at}/norms")[0] in (303, 401, 403), "visitors_do_not_see_them")

# --- a wrong paste is one entry

at = open_event("Pasted", 4)
count = lambda: len(set(re.findall(r"/player/(p\d+)", chief.get(f"{at}/players")[1])))
chief.post(f"{at}/people/enter", {"text": "\n".join(f"Wrong{i:02}, First\t{1900 - i}\tSUI" for i in range(24)), "req": "wrong-paste"})
pasted, offered = count(), seen(f"{at}/round/1")
undone = chief.post(f"{at}/round/1/undo", {})
report((pasted, undone[0], count()) == (28, 303, 4), "one_undo_takes_a_whole_paste_back", (pasted, undone[:2], count()))
report("and 23 more" in offered, "and_says_how_many_before", offered)
again = seen(f"{at}/round/1")
chief.post(f"{at}/round/1/redo", {})
whole = count()
chief.post(f"{at}/round/1/undo", {})
report("and 23 more" in again and "Redo: Wrong23, First entered" in again and (whole, count()) == (28, 4), "one_redo_enters_it_again", (whole, count(), again))
chief.post(f"{at}/do/enter", {"name": "Single, One", "req": "single-one"})
chief.post(f"{at}/do/enter", {"name": "Single, Two", "req": "single-two"})
chief.post(f"{at}/round/1/undo", {})
report(count() == 5 and "Single, One" in seen(f"{at}/players"), "players_entered_one_by_one_are_undone_one_by_one", seen(f"{at}/players"))

# --- an event that was begun by mistake

at = open_event("Mistake", 4, start="2026-12-05", city="Delft")
slug = at.split("/")[2]
settings = chief.get(f"{at}/settings")[1]
report(f"{at}/do/delete" in settings, "an_event_without_a_published_round_can_be_deleted")
chief.post(f"{at}/do/announcement", {"text": "Come!"})
status, page = chief.post(f"{at}/do/delete", {"name": "Mistaken"})[:2]
report(status == 422 and "called Mistake" in text_of(page), "another_name_deletes_nothing", (status, text_of(page)))
status, page = chief.post(f"{at}/do/delete", {"name": "Mistake"})[:2]
report(status == 409 and "backups" in text_of(page), "one_is_told_where_copies_stay", (status, text_of(page)))
status, page, headers = chief.post(f"{at}/do/delete", {"name": "Mistake", "ack": hidden(page, "ack")})
report(status == 303 and headers["Location"].endswith("/"), "and_then_it_is_deleted", (status, text_of(page)))
gone = {path: chief.get(path)[0] for path in (f"{at}/settings", f"{at}/players", f"{at}/round/1")}
gone.update({path: nobody.get(path)[0] for path in (at.replace("/e/", "/p/") + "/index.html", f"/e/{slug}/announcement")})
report(set(gone.values()) == {410}, "its_addresses_say_so", gone)
report(chief.post(f"{at}/do/enter", {"name": "New, One"})[0] == 410, "nothing_can_be_entered")
report("Mistake" not in seen("/") and "Mistake" not in seen("/results?q=Mistake", nobody).replace("Mistake Search", ""), "no_list_has_it", seen("/"))
with sqlite3.connect(f"{server.data}/limmat.db") as db:
    left = "\n".join(line for line in db.iterdump() if "Name01, First" in line and slug in line)
report(left == "", "and_nothing_private_is_in_the_store", left[:500])
where = chief.post("/new", {"name": "Mistake", "start": "2026-12-05", "rounds": "3"})[2].get("Location", "")
report(where.startswith("/e/mistake-2/"), "another_event_of_its_name_has_another_address", where)
checked = server.db("check", "--data", server.data)
server.end()
server.start()
report(checked.returncode == 0 and chief.get(f"{at}/settings")[0] == 410 and not re.search(r"/e/mistake[/\"]", chief.get("/")[1]), "a_start_later_too", (checked.stdout, checked.stderr, seen("/")))
again = open_event("Known", 4)
act(again, "round/1/pair", {})
act(again, "round/1/publish", {"was": "0"})
report("do/delete" not in chief.get(f"{again}/settings")[1], "what_was_published_is_not_deleted")
status, page = chief.post(f"{again}/do/delete", {"name": "Known"})[:2]
report(status == 422 and "was published" in text_of(page), "nor_by_a_form_of_ones_own", (status, text_of(page)))

# --- files instead of pasted rows

def workbook(rows):
    """A small XLSX with inline texts."""
    cells = "".join("<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + "</row>" for row in rows)
    out, main = io.BytesIO(), "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office, package = "http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://schemas.openxmlformats.org/package/2006/relationships"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("_rels/.rels", f'<Relationships xmlns="{package}"><Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
        book.writestr("xl/workbook.xml", f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>')
        book.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}"><Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>')
        book.writestr("xl/worksheets/sheet1.xml", f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>')
    return out.getvalue()


def look_at(at, name, content):
    body = b"".join(b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (field, more, value) for field, more, value in
                    ((b"csrf", b"", chief.token.encode()), (b"text", b"", b""), (b"file", b'; filename="%s"' % name, content))) + b"--x--\r\n"
    return chief.ask("POST", f"{at}/people/look", body, form="multipart/form-data; boundary=x")[:2]


at = open_event("Filed", 0)
status, page = look_at(at, b"list.xlsx", workbook([("Name", "EloI", "Föderation", "Handy"), ("Meier, Anna", "1900", "SUI", "079"), ("Huber, Beat", "1800", "GER", "078")]))
report(status == 200 and "2 rows" in text_of(page) and "Meier, Anna" in page and "Handy" in text_of(page), "a_workbook_is_read_and_says_what_is_not_imported", text_of(page))
example = pathlib.Path(__file__).resolve().parent.parent.parent / "examples/summer-open-2026.trf"
status, page = look_at(at, b"open.trf", example.read_bytes())
pasted = re.search(r'<textarea name="text" hidden[^>]*>(.*?)</textarea>', page, re.DOTALL)
report(status == 200 and "96 rows" in text_of(page) and pasted, "the_players_of_a_tournament_are_rows", text_of(page)[:800])
chief.post(f"{at}/people/enter", {"text": html.unescape(pasted.group(1)) if pasted else ""})
players = seen(f"{at}/players")
report("Brückner, Götz" in players and "Players 96" in players, "and_are_entered_as_pasted_ones_are", players[:600])
status, page = look_at(at, b"list.xlsx", b"PK\x03\x04nothing")
report(status == 422, "a_file_that_cannot_be_read_says_why", (status, text_of(page)))

# --- lists to print

at = open_event("Printed", 5, arbiter="Hösli, Verena")
act(at, "do/change", {"deputies": "Rossi, Ugo; Keller, Eva"})
play(at, 1, ["1-0", "1-0"])
act(at, "round/2/pair", {})
act(at, "round/2/publish", {"was": "0"})
files = seen(f"{at}/files")
report("Starting-rank list" not in seen(f"{at}/files", nobody) and nobody.get(f"{at}/paper/starting-ranks")[0] != 200, "who_has_entered_is_not_told_to_visitors")
report(all(name in files for name in ("Starting-rank list", "Arbiters", "Pairings of round 2 with points and numbers")), "lists_are_offered", files)
ranks = seen(f"{at}/paper/starting-ranks")
report(re.search("1 Name01, First SUI 2390 2 Name02, First SUI 2380", ranks), "the_starting_rank_list_goes_by_number", ranks)
arbiters = seen(f"{at}/paper/arbiters", nobody)
report("Chief arbiter Hösli, Verena Deputy arbiter Rossi, Ugo Deputy arbiter Keller, Eva" in arbiters, "arbiters_are_listed", arbiters)
sheet = seen(f"{at}/paper/points/2", nobody)
report(re.search(r"1 \d Name0\d, First 1 \d Name0\d, First 1 2 ", sheet), "pairings_have_points_and_numbers", sheet)

# --- what is asked, and who was faster

at = open_event("Faster", 6)
other = chief.invite("chief")
act(at, "round/1/pair", {})
chief.post(f"{at}/round/1/publish", {"was": "0"})
status, page = other.post(f"{at}/round/1/publish", {"was": "0"})[:2]
done = re.compile(r"Chief: .*[Rr]ound.* \(\d\d:\d\d\)")
report(status == 422 and done.search(text_of(page)), "what_another_did_just_now_is_said_with_the_refusal", text_of(page))
for _ in range(2):
    act(at, "do/alter", {"round": "1"})
    chief.post(f"{at}/round/1/publish", {"was": "1"})
act(at, "do/alter", {"round": "1"})
status, page = other.post(f"{at}/round/1/publish", {"was": "1"})[:2]
report(status == 409 and "Someone else was faster" in text_of(page) and done.search(text_of(page)), "who_was_faster_is_said_with_what", text_of(page))
act(at, "round/1/publish", {"was": "2"})
status, page = chief.post(f"{at}/round/2/pair", {})[:2]
report(status == 409 and "Check before you go on" in text_of(page) and re.search(r'data-go="1">(?!Go ahead)[^<]+<', page) and "I know this" not in page, "the_button_names_the_act", page[-1500:])
report("Cancel" in text_of(page) and "Leave it" not in text_of(page) and "Sign out" in seen("/"), "words_are_those_of_the_voice", text_of(page))

# --- who comes while a draft waits is named, not forgotten; conditions of prizes in either bracket

at = open_event("Draft", 6)
act(at, "round/1/pair", {})
page = seen(f"{at}/round/1")
report("only arbiters can see it" in page and "Select two players, then" in page, "a_draft_says_who_can_see_it", page)
act(at, "do/enter", {"name": "Late, Larry", "fide": "1900"})
page = seen(f"{at}/round/1")
report("Late, Larry entered after the pairing and is not in it" in page and "As the rules give it" not in page, "a_draft_without_a_late_entry_is_not_called_right", page)
status, page = chief.post(f"{at}/round/1/publish", {"was": "0"})[:2]
report(status == 409 and "Late, Larry entered after" in text_of(page), "and_is_not_published_unseen", text_of(page))
act(at, "round/1/unpair", {})
play(at, 1, [])
page = seen(f"{at}/round/1") + seen(f"{at}/settings") + seen(f"{at}/players")
named = ["Unpublish the round", "Change published pairings by hand", "Play-off", "Order tied players by hand", "Data missing 7"]
report(all(name in page for name in named), "acts_are_named_by_what_they_do", [name for name in named if name not in page])
shared = []
for condition in ("[rating>2375]", "(rating>2375)"):
    act(at, "prizes", {"groups": f"Strong {condition}: 100", "currency": "CHF", "sharing": "place", "award": "highest"})
    shared.append("Strong [rating>2375]: 100" in html.unescape(chief.get(f"{at}/prizes?as=text")[1]))
report(all(shared), "both_brackets_hold_a_condition", shared)

server.end()
sys.exit(report.end())
