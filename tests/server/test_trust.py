#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_trust.py LIMMAT: what an arbiter has to be able to rely on in the hall, over loopback, in TAP."""
import html
import re
import sys
import urllib.parse

from arbiter import Arbiter, hidden, text_of
from served import Browser, Report, Server

report = Report()
server = Server(sys.argv[1], "--quiet")
chief, nobody = Arbiter(server), Browser(server)
open_event, act, confirm, play = chief.open_event, chief.act, chief.confirm, chief.play
chief.begin(server.key, "Chief")


def id_of(at, name):
    """The id of the player ${name}."""
    row = next(row for row in chief.get(at + "/players")[1].split("<tr")[1:] if name in row)
    return re.search(r"/player/(p\d+)", row).group(1)


# --- who is expelled

at = open_event("Expelled", 8)
play(at, 1, ["1-0"] * 4)
play(at, 2, ["1-0"] * 4)
chief.post(at + "/prizes", {"currency": "CHF", "sharing": "place", "award": "highest", "groups": "General: 500 300"})
leader = re.search(r"Name\d\d", chief.get(at + "/standings")[1]).group()
before = text_of(chief.get(at + "/prizes")[1])
player = id_of(at, leader)
status, page = act(at, "do/expel", {"player": player, "shown": "expelled"})
standings = text_of(chief.get(at + "/standings")[1])
report(f"– {leader}, First (expelled)" in standings and re.search(rf" 1 (?!{leader})Name", standings), "who_is_expelled_has_no_rank_and_others_close_up", standings)
prizes = text_of(chief.get(at + "/prizes")[1])
report(leader in before and leader not in prizes, "who_is_expelled_gets_no_prize", prizes)
public = at.replace("/e/", "/p/")
table, own = (text_of(nobody.get(f"{public}/{name}.html")[1]) for name in ("standings-2", f"player-{int(leader[4:])}"))
report(f"– {leader}, First (expelled)" in table and "Rank none" in own, "the_public_pages_say_so", (table, own))
sheet = text_of(nobody.get(at + "/paper/boards/2")[1])
wall = text_of(nobody.get(at + "/wall")[1])
report(f"{leader}, First (expelled)" in sheet and f"{leader}, First (expelled)" in wall, "sheets_and_the_wall_say_so", (sheet, wall))
trf = nobody.get(at + "/tournament.trf")[1]
report(f"### Expelled: {int(leader[4:])}" in trf, "the_file_says_so", trf)

# --- who is expelled without the public's knowledge

at = open_event("Quietly", 8)
play(at, 1, ["1-0"] * 4)
leader = re.search(r"Name\d\d", chief.get(at + "/standings")[1]).group()
act(at, "do/expel", {"player": id_of(at, leader)})
mine, theirs = (text_of(who.get(at + "/standings")[1]) for who in (chief, nobody))
report(f"{leader}, First (withdrawn) expelled" in mine and "expelled" not in theirs and f"{leader}, First (withdrawn)" in theirs, "the_arbiter_reads_expelled_where_the_public_reads_withdrawn", (mine, theirs))

# --- a wrong result two rounds back, and a postponed game

at = open_event("Corrected", 8)
play(at, 1, ["1-0", "1-0", "postponed", "1-0"])
play(at, 2, ["1-0"] * 4)
play(at, 3, ["1-0"] * 4)
wrong = {"board": "1.1", "result": "0-1", "was": "1-0"}
status, page = chief.post(at + "/round/1/result", wrong)[:2]
ways = [urllib.parse.unquote(html.unescape(way)) for way in re.findall(r'href="([^"]*)"', re.search(r'<ul class="reasons".*?</ul>', page, re.DOTALL).group())]
report(status == 422 and hidden(page, "ack") == "", "in_fide_mode_a_correction_two_rounds_back_is_refused", text_of(page))
report(ways and ways[0].endswith("/do/correct-rating?board=1.1&result=0-1"), "the_proper_way_is_first_and_keeps_board_and_result", ways)
form = chief.get(ways[0])[1]
report('value="0-1" selected' in form or re.search(r'<option[^>]*value="0-1"[^>]*selected', form), "its_form_has_the_result", form)
late = {"board": "1.3", "result": "0-1", "was": "postponed"}
status, page = chief.post(at + "/round/1/result", late)[:2]
report(status == 409 and "paired-as-draw:1.3" in hidden(page, "ack") and 'name="sure"' not in page, "the_result_of_a_postponed_game_is_confirmed", text_of(page))
status, page = confirm(at + "/round/1/result", late, (status, page))
report(status == 303 and "### FIDE mode" not in nobody.get(at + "/tournament.trf")[1], "and_does_not_leave_fide_mode", text_of(page))
report("Postponed @ Round 1" in chief.get(at + "/tournament.trf")[1], "but_the_report_says_so", chief.get(at + "/tournament.trf")[1])

# --- leaving FIDE mode is never one key

fewer = {"rounds": "4"}
status, page = chief.post(at + "/do/settings", fewer)[:2]
report(status == 409 and 'name="sure"' in page and "autofocus" not in page, "what_leaves_fide_mode_is_asked_without_a_button_in_focus", text_of(page))
report("from now on" in text_of(page).lower() and "Type “leave FIDE mode”" in text_of(page), "it_says_what_follows_and_what_to_type", text_of(page))
acknowledged = {**fewer, "ack": hidden(page, "ack")}
mode = lambda: "### FIDE mode exited" in nobody.get(at + "/tournament.trf")[1]
for typed in ({}, {"sure": ""}, {"sure": "yes"}):
    status, page = chief.post(at + "/do/settings", {**acknowledged, **typed})[:2]
    report(status == 409 and not mode(), f"{typed}_does_not_leave_it", text_of(page))
report("You typed “yes”" in text_of(page), "and_is_shown", text_of(page))
status = chief.post(at + "/do/settings", {**acknowledged, "sure": " Leave FIDE Mode "})[0]
report(status == 303 and mode(), "the_typed_words_leave_it", status)
status, page = chief.post(at + "/round/1/result", wrong)[:2]
report(status == 409 and "late-correction" in hidden(page, "ack"), "then_the_correction_is_confirmed", text_of(page))

# --- two who enter one board

at = open_event("Twice", 8)
act(at, "round/1/pair", {})
act(at, "round/1/publish", {"was": "0"})
other, helper = chief.invite("arbiter"), chief.invite("results")
entry = lambda who, board, result, was="none", part=True: who.post(
    at + "/round/1/result", {"board": board, "result": result, "was": was, **({"part": "1"} if part else {})})[:2]
row_of = lambda page, board: next(row for row in page.split("<tr")[1:] if f'data-board="{board}"' in row)
entry(chief, "1.2", "1-0")
status, page = entry(other, "1.2", "1/2-1/2")
row = text_of(row_of(page, "1.2"))
report(status == 200 and "Chief entered 1 – 0" in row and "arbiter entered ½ – ½" in row, "a_second_entry_is_in_the_row_with_both_names", (status, row))
report("Board 2: 1 – 0 is recorded. Your ½ – ½ stays beside it" in html.unescape(page), "and_is_said", page[:3000])
for who in (chief, other):
    page = who.get(at + "/round/1")[1]
    report("arbiter entered ½ – ½" in text_of(row_of(page, "1.2")) and "Board 2: Chief entered 1 – 0, arbiter entered ½ – ½" in text_of(page),
           "both_screens_have_it_in_the_row_and_under_needs_attention", text_of(page))
status, page = entry(other, "1.2", "1/2-1/2", "1-0")
report("entered" not in text_of(row_of(page, "1.2")) and "½ – ½" in text_of(row_of(page, "1.2")), "one_click_decides", text_of(page))
status, page = entry(chief, "1.3", "0-1")
status, page = entry(other, "1.3", "0-1")
report(status == 200 and "entered" not in text_of(row_of(page, "1.3")), "who_enters_the_same_is_in_no_conflict", text_of(page))
status, page = entry(helper, "1.3", "1-0", "0-1")
row = row_of(page, "1.3")
report(status == 200 and "results entered 1 – 0" in text_of(row) and "make 1" not in row, "a_helper_decides_nothing", (status, text_of(row)))
entry(chief, "1.3", "0-1", "0-1")
report("entered" not in text_of(row_of(chief.get(at + "/round/1")[1], "1.3")), "what_is_recorded_is_kept_by_one_click")
chief.post(at + "/round/1/result", {"board": "1.4", "result": "1-0", "was": "none"})
status, page = entry(other, "1.4", "none", "0-1")
report(status == 200 and "It was not cleared" in html.unescape(page) and "1 – 0" in text_of(row_of(page, "1.4")), "what_others_entered_is_not_cleared", page[:2000])
entry(chief, "1.4", "none", "1-0")
status, page = entry(other, "1.4", "0-1", "1-0")
report(status == 200 and "0 – 1" in text_of(row_of(page, "1.4")) and "entered" not in text_of(row_of(page, "1.4")), "an_entry_on_a_board_that_was_cleared_counts", text_of(page))

# --- a published round that is altered; a fixed table

at = open_event("Altered", 9)
act(at, "round/1/pair", {})
act(at, "round/1/publish", {"was": "0"})
public = at.replace("/e/", "/p/")
pairs_of = lambda page: dict(re.findall(r'data-board="(1\.\d+)".*?class="white">.*?(Name\d\d)', page, re.DOTALL))
number = lambda page, board: int(re.search(r'id="b(\d+)"', row_of(page, board)).group(1))
before = chief.get(at + "/round/1")[1]
sheet, wall, hung = (nobody.get(path)[1] for path in (at + "/paper/boards/1", at + "/wall", public + "/round-1.html"))
chief.post(at + "/do/moves", {"boards": "1.4"})
whites = pairs_of(before)
# two of boards 1 and 2 leave before their games, the others of them are paired again
for board in ("1.1", "1.2"):
    act(at, f"player/{id_of(at, whites[board])}/withdraw", {})
status, page = act(at, "do/alter", {"round": "1", "again": "yes"})
altered = chief.get(at + "/round/1")[1]
report(status == 303 and "1.1" not in pairs_of(altered), "a_round_is_altered", (status, text_of(page)))
report(number(altered, "1.4") == 4, "a_board_that_has_begun_keeps_its_number_meanwhile", text_of(altered))
rows_of = lambda page: re.findall(r"(\d+) +(Name\d\d), First(?: \(\w+\))? .*?(Name\d\d), First", text_of(page))
hung_up = lambda page: [text_of(row) for row in re.findall(r"<ol><li>.*?</ol>", page, re.DOTALL)]
same = lambda old, new: rows_of(old) == rows_of(new) and rows_of(old) != []
seen = {path: nobody.get(path) for path in (at + "/paper/boards/1", at + "/wall", public + "/round-1.html")}
report(all(answer[0] == 200 for answer in seen.values()) and same(sheet, seen[at + "/paper/boards/1"][1]) and same(hung, seen[public + "/round-1.html"][1])
       and hung_up(wall) == hung_up(seen[at + "/wall"][1]) != [],
       "the_public_sees_what_was_published_until_it_is_published_anew", {path: text_of(answer[1])[:900] for path, answer in seen.items()})
page = nobody.get(at + "/round/1")[1]
report(pairs_of(page) == whites, "the_round_for_visitors_too", (pairs_of(page), whites))
status, page = act(at, "round/1/publish", {"was": "1"})
after = chief.get(at + "/round/1")[1]
report(status == 303 and number(after, "1.4") == 4, "and_when_it_is_published_anew", text_of(after))
report(re.search(rf" 4 {whites['1.4']}", text_of(nobody.get(at + "/paper/boards/1")[1])), "on_the_sheet_by_board_too", text_of(nobody.get(at + "/paper/boards/1")[1]))

at = open_event("Tables", 6)
edited = chief.post(f"{at}/do/edit", {"player": id_of(at, "Name06"), "table": "A"})
act(at, "round/1/pair", {})
act(at, "round/1/publish", {"was": "0"})
page = chief.get(at + "/round/1")[1]
row = next((row for row in page.split("<tr")[1:] if "Name06" in row), "")
report(edited[0] == 303 and row, "a_player_has_a_fixed_table", (text_of(edited[1]), text_of(page)))
for where, path in (("sheet_by_board", "paper/boards/1"), ("sheet_by_name", "paper/names/1"), ("wall", "wall")):
    page = text_of(nobody.get(f"{at}/{path}")[1])
    report(re.search(r"\bA (?:White|Black|Name)", page) and "Table" in page, f"a_fixed_table_is_on_the_{where}", page)
report("Table A" in text_of(chief.get(at + "/paper/slips/1")[1]), "a_fixed_table_is_on_the_slip", text_of(chief.get(at + "/paper/slips/1")[1]))
report(re.search(r'<small title="Table">A</small>', row), "a_fixed_table_is_at_the_desk")
card = re.search(r"/card/[^<\s\"]+", chief.get(f"{at}/player/{id_of(at, 'Name06')}/card")[1])
report(card and "Board A" in text_of(nobody.get(card.group())[1]), "a_fixed_table_is_on_the_card", card and text_of(nobody.get(card.group())[1])[:600])

# --- byes, figures and undo on a player's page

at = open_event("Players", 12)
one = id_of(at, "Name05")
player = f"{at}/player/{one}"
status = act(at, f"player/{one}/bye", {"rounds": "1", "kind": "zero"})[0]
page = chief.get(player)[1]
report(status == 303 and '<option value="1-zero" selected>' in page, "an_added_bye_is_seen", page[-6000:])
lead = text_of(chief.get(at + "/round/1")[1])
report("11 players will be paired" in lead, "who_is_to_be_paired_is_counted_right", lead)
act(at, f"player/{one}/bye", {"rounds": "1", "kind": "none"})
report('<option value="1-none" selected>' in chief.get(player)[1] and "12 players will be paired" in text_of(chief.get(at + "/round/1")[1]), "a_bye_is_removed", text_of(chief.get(player)[1]))
# A choice per round in one form: what stays as it was is no act.
before = int(re.search(r'data-number="(\d+)"', chief.get(player)[1]).group(1))
status = chief.post(f"{player}/bye", [("byes", wish) for wish in ("1-none", "2-half", "3-none", "4-zero")])[0]
page = chief.get(player)[1]
report(status == 303 and all(f'<option value="{wish}" selected>' in page for wish in ("1-none", "2-half", "3-none", "4-zero"))
       and int(re.search(r'data-number="(\d+)"', page).group(1)) == before + 2, "byes_are_chosen_round_by_round", (status, page[-6000:]))
act(at, f"player/{one}/bye", {"byes": "4-none"})
report('<option value="4-none" selected>' in chief.get(player)[1] and '<option value="2-half" selected>' in chief.get(player)[1], "and_one_alone_is_given_back")
act(at, "do/pay", {"player": one, "amount": "30"})
page = text_of(chief.get(player)[1])
report("Paid 30" in page, "a_payment_without_a_fee_is_seen", page)
play(at, 1, ["0-1"] * 6)
board = next(row for row in chief.get(at + "/round/1")[1].split("<tr")[1:] if "Name05" in row)
won = re.search(r'class="black">.*Name05', board, re.DOTALL) is not None
page = text_of(chief.get(player)[1])
report(re.search(r"Rank \d+ Points " + ("1" if won else "0"), page) and re.search(r"against Name\d\d, First " + ("1" if won else "0"), page), "rank_points_and_results_are_the_players", page)
status, page = act(at, f"player/{one}/withdraw", {"from": "2"})
page = chief.get(player)[1]
report(status == 303 and "withdrawn" in text_of(page) and "data-undo" in page, "withdrawing_is_done_at_once_with_undo", text_of(page))
undo = re.search(r'action="([^"]*/undo)"', page).group(1)
status, _, headers = chief.post(undo, {"player": one})
report(status == 303 and headers["Location"].endswith(f"/player/{one}") and "withdrawn" not in text_of(chief.get(player)[1]), "undo_stays_on_the_page", (status, dict(headers)))
page = text_of(chief.get(at + "/do/correct?board=1.1")[1])
report(re.search(r"Round 1, board 1: Name\d\d, First – Name\d\d, First\. Recorded: 0", page), "the_form_of_a_correction_says_whose_result_it_is", page)

server.end()
sys.exit(report.end())
