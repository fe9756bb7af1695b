#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_definition.py LIMMAT: a championship by a form, from each template, in TAP."""
import html
import json
import re
import sys

from served import Browser, Report, Server

report = Report()
server = Server(sys.argv[1])
admin = Browser(server)
admin.begin(server.key, "Verena")


def plain(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def filled(name, **more):
    """The fields of the form of a template as a browser sends them, with what only people know."""
    page = admin.get(f"/championships/form?from={name}")[1]
    form = page[page.index('name="from"'):page.index("</form>", page.index('name="from"'))]
    fields = {"from": name, "title": f"Cup of {name}", "directors": "ada, bea", "start": "2027-03-01", "created": "2026-10-01", "games_at": "2027-02-01",
              "seed_at": "2027-02-01", "holder1": "carl", "holder2": "dora"}
    for tag in re.findall(r"<input [^>]*>", form):
        found = re.search(r'name="([^"]+)"', tag).group(1)
        checked = "radio" not in tag or " checked" in tag
        given = re.search(r' value="([^"]*)"', tag)
        if checked and given and found not in fields and found != "csrf":
            fields[found] = html.unescape(given.group(1))
    for found, options in re.findall(r'<select name="([^"]+)">(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        fields[found] = html.unescape(chosen.group(1)) if chosen else ""
    week = re.search(r"Its weeks begin on (\w+)", page)
    if week:  # the deadlines of its weeks are counted from that day
        fields["start"] = f"2027-03-0{1 + ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].index(week.group(1))}"
    asked = set(re.findall(r'name="(\w+)"', form))
    return {key: text for key, text in {**fields, **more}.items() if key in asked}


def all_enter(fields, name):
    """Who enters a stage is never chosen for anybody who has a choice."""
    return {**fields, "s0_enter": "all"} if name != "candidates" else {**fields, "s0_enter": "all"}


page = plain(admin.get("/championships/form")[1])
report("Templates" in page and "Club knock-out" in page and "Antichess World Championship 2024" in page and "Preview" not in page, "it_begins_with_a_template", page)
names = [name for name in re.findall(r"/championships/form\?from=([\w-]+)", admin.get("/championships/form")[1])]
report(len(names) == 10, "there_are_ten", names)
for name in names:
    fields = filled(name)
    missing = admin.post("/championships/form", {**{key: text for key, text in fields.items() if key != "s0_enter"}, "act": "preview"})
    report(missing[0] == 422 and "Say who enters" in plain(missing[1]), f"{name}_asks_who_enters", plain(missing[1])[:600])
    seen = admin.post("/championships/form", {**all_enter(fields, name), "act": "preview", "entrants": "16"})
    made = re.search(r"<pre>(.*?)</pre>", seen[1], re.S)
    text = plain(seen[1])
    report(seen[0] == 200 and made and "matches" in text and json.loads(html.unescape(made.group(1)))["title"] == f"Cup of {name}", f"{name}_is_previewed", (seen[0], text[:1500]))

# Where there is one choice alone, and nothing to ask of applicants, as of a club's cup.
form = admin.get("/championships/form?from=club-knock-out")[1]
report(re.search('name="s0_enter" value="all" checked', form) and "Who can apply" not in form, "the_only_choice_is_made_and_no_heading_is_empty", plain(form))
again = admin.post("/championships/form", {**filled("club-knock-out"), "title": "", "entrants": "8", "act": "begin"})
report(again[0] == 422 and re.search('name="entrants"[^>]* value="8"', again[1]), "the_number_of_players_stays_when_something_is_missing", again[0])

fields = all_enter(filled("acwc-2019"), "acwc-2019")
for key in ("title", "directors", "start", "created", "games_at", "seed_at", "holder1"):
    answer = admin.post("/championships/form", {**fields, key: "", "act": "begin"})
    report(answer[0] == 422 and "Enter:" in plain(answer[1]), f"{key}_is_asked", answer[0])
changed = {**fields, "title": "Town Cup 2027", "register": "2027-02-20", "s0_title": "Open", "s0_rounds": "7", "s0_games": "6", "s0_clock": "5+3", "s0_win": "3", "s0_draw": "1", "s0_rank2": "median_buchholz",
           "s0_rank3": "seeding", "s2_enter": "first", "offers": "4", "offers_day": "3", "grace": "15", "games": "50", "s1_enter": "first", "s1_first": "6"}
seen = admin.post("/championships/form", {**changed, "act": "preview"})
d = json.loads(html.unescape(re.search(r"<pre>(.*?)</pre>", seen[1], re.S).group(1)))
stage = d["stages"][0]
report(d["definition"] == "town-cup-2027" and d["directors"]["accounts"] == ["ada", "bea"] and d["holders"][0]["player"] == "carl" and d["registration"]["until"] == "2027-02-20T23:59:59Z", "names_and_dates", d)
report(d["calendar"]["starts"] == "2027-03-01T00:00:00Z" and d["calendar"]["offers_until"] == "Thursday 23:59:59" and d["negotiation"]["offers"] == 4 and d["attendance"]["grace_minutes"] == 15, "deadlines", d["calendar"])
report(d["eligibility"][0]["instant"] == "2026-10-01T00:00:00Z" and d["eligibility"][1]["games"] == 50 and d["seeding"]["from"] == "2026-02-01T00:00:00Z", "who_can_apply", d["eligibility"])
report(stage["title"] == "Open" and stage["rounds"]["at_least"] == 7 and stage["points"]["win"] == 3 and stage["ranking"] == ["points", "median_buchholz", "seeding"], "rounds_points_and_tie_breaks", stage)
report(d["formats"][stage["format"]]["steps"][0] == {"games": 6, "clock": "5+3"} and d["formats"]["ten"]["steps"][0]["games"] == 10, "lengths_and_times", d["formats"])
report(d["stages"][1]["pools"] == [{"name": "candidates", "seats": [f"qualification:{n}" for n in range(1, 7)]}] and d["stages"][2]["matches"][0]["seats"] == ["candidates:1", "candidates:2"], "who_enters_which_stage", d["stages"][1:])
report("Town Cup 2027" in seen[1] and 'value="5+3"' in seen[1] and re.search(r'value="median_buchholz" selected', seen[1]), "what_was_typed_stays")
began = admin.post("/championships/form", {**changed, "act": "begin"})
report(began[0] == 303 and began[2]["Location"] == "/c/town-cup-2027" and "Town Cup 2027" in admin.get("/c/town-cup-2027")[1] and "5+3" in admin.get("/c/town-cup-2027/p/rules.html")[1], "it_begins", began[1][-500:])
wrong = admin.post("/championships/form", {**changed, "s0_win": "many", "act": "begin"})
report(wrong[0] == 422 and "win" in plain(wrong[1]), "a_mistake_is_named", plain(wrong[1])[:800])
report(admin.post("/championships/form", {"from": "none", "act": "begin"})[0] == 422, "nothing_of_nothing")

# Where the template has no rule for the number of rounds, the form proposes one that fits, and takes another.

swiss = all_enter(filled("swiss-plus-final"), "swiss-plus-final")
seen = [admin.post("/championships/form", {**swiss, **more, "s0_games": "1", "s1_enter": "keep", "entrants": "6", "act": "preview"}) for more in ({}, {"s0_rounds": "3"})]
made = [json.loads(html.unescape(re.search(r"<pre>(.*?)</pre>", page, re.S).group(1)))["stages"][0]["rounds"] for _, page, _ in seen]
report(swiss["s0_rounds"] == "" and made == [{"log2": "ceil", "plus": 1}, {"at_least": 3}], "rounds_fit_the_players_or_are_typed", made)
report('placeholder="4"' in seen[0][1] and "Rounds (empty: 4 for 6)" in plain(seen[0][1]) and re.search(r"Swiss 4 \d", plain(seen[0][1])) and "Swiss 5" not in plain(seen[0][1]), "and_the_form_says_how_many", plain(seen[0][1])[-3500:-1500])

# A refusal leads back to the form that was sent, and nowhere else.

back = lambda referer: re.findall('<a class="btn leave" href="([^"]*)"', admin.post("/championships/form", {"from": "none", "act": "begin"}, headers={"Referer": referer})[1])
own = f"http://127.0.0.1:{server.port}"
report([back(own + "/championships/form?from=candidates"), back(own + "/")] == [["/championships/form?from=candidates"], ["/"]], "a_refusal_leads_back", back(own + "/"))
report(back(own + "//evil.example/") == back("http://evil.example/") == back(f"{own}1/") == back("") == [], "to_this_server_alone")

# Stages are added, removed and put elsewhere with buttons alone; what was typed stays.


def sent(page):
    """What a browser sends of the form of ${page}."""
    form = page[page.index('name="from"') - 30:page.index("</form>", page.index('name="from"'))]
    fields = {}
    for tag in re.findall(r"<input [^>]*>", form):
        if "radio" not in tag or " checked" in tag:
            given = re.search(r' value="([^"]*)"', tag)
            fields[re.search(r'name="([^"]+)"', tag).group(1)] = html.unescape(given.group(1)) if given else ""
    for found, options in re.findall(r'<select name="([^"]+)">(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        fields[found] = html.unescape(chosen.group(1)) if chosen else ""
    fields.pop("csrf", None)
    return fields


def press(page, act, **more):
    answer = admin.post("/championships/form", {**sent(page), **more, "act": act})
    return answer[0], answer[1], plain(answer[1])


def json_of(page):
    found = re.search(r"<pre>(.*?)</pre>", page, re.S)
    return json.loads(html.unescape(found.group(1))) if found else None


start = admin.post("/championships/form", {**fields, "title": "Long Cup", "s0_title": "Open", "act": "preview"})[1]
status, page, text = press(start, "add")
report(status == 422 and "Enter: Kind of stage" in text and 'value="Long Cup"' in page, "a_kind_is_asked", (status, text[:600]))
status, page, text = press(start, "add", kind="knock_out", s0_title="Opening")
report(status == 200 and 'name="s3_title"' in page and 'value="Opening"' in page and 'value="Long Cup"' in page and not re.search('name="s3_enter"[^>]* checked', page), "a_stage_is_added_and_what_was_typed_stays", (status, text[:900]))
report('role="alert"' not in page and json_of(page) is None, "who_enters_it_is_not_guessed")
status, page, text = press(page, "preview")
report(status == 422 and "Say who enters “knock-out”" in text, "who_enters_it_is_asked", (status, text[:600]))
added = page
status, page, text = press(added, "preview", s3_enter="first", s3_first="2", s3_title="Super final")
d = json_of(page)
report(status == 200 and [s["stage"] for s in d["stages"]] == ["qualification", "candidates", "final", "knock-out"] and d["stages"][3]["title"] == "Super final" and d["places"] == ["knock-out:1", "knock-out:2"]
       and d["stages"][3]["pools"][0]["seats"] == ["final/final:winner", "final/final:loser"] and d["formats"][d["stages"][3]["format"]]["armageddon"], "the_new_stage_is_last_and_decides", (status, text[:900], d and d["stages"]))
status, page, text = press(page, "earlier3")
report(status == 200 and "The first two of Super final" in text and page.index('name="s3_title"') < page.index('name="s2_title"') and 'value="Super final"' in page, "a_stage_moves_earlier", (status, text[:600]))
status, page, text = press(page, "preview")
d = json_of(page)
report(status == 200 and [s["stage"] for s in d["stages"]] == ["qualification", "candidates", "knock-out", "final"] and d["stages"][2]["pools"][0]["seats"] == ["candidates:1", "candidates:2"] and d["places"][0] == "final/final:winner", "and_is_played_there", (status, text[:900]))

status, page, text = press(start, "remove1")
report(status == 200 and 'name="s1_title"' not in page and 'value="Opening"' not in page and 'value="Open"' in page and 'name="s2_enter" value="keep"' not in page, "a_stage_is_removed_with_the_seats_that_named_it", (status, text[:900]))
status, page, text = press(page, "preview")
report(status == 422 and "Say who enters “Final”" in text, "who_enters_the_next_is_asked_again", (status, text[:600]))
status, page, text = press(page, "preview", s2_enter="first")
d = json_of(page)
report(status == 200 and [s["stage"] for s in d["stages"]] == ["qualification", "final"] and d["stages"][1]["matches"][0]["seats"] == ["qualification:1", "qualification:2"] and d["stages"][1]["leaving"]["rule"] == "opponent_wins", "no_stage_refers_to_one_that_is_gone", (status, text[:900], d))
began = admin.post("/championships/form", {**sent(page), "act": "begin"})
report(began[0] == 303 and began[2]["Location"] == "/c/long-cup" and "Final" in admin.get("/c/long-cup/p/rules.html")[1], "such_a_championship_begins", (began[0], plain(began[1])[:900]))
for name, at in (("swiss-plus-final", "1"), ("club-knock-out", "0"), ("acwc-2024", "3"), ("acwc-2020", "3")):  # of each kind, as the last stage
    page = admin.post("/championships/form", {**all_enter(filled(name), name), "act": "preview"})[1]
    for slot, kind in enumerate(("swiss", "round_robin", "knock_out", "matches"), int(at) + 1):
        if slot > 5:
            break
        page = press(page, "add", kind=kind)[1]
        status, page, text = press(page, "preview", **{f"s{slot}_enter": "first", **({} if kind == "matches" else {f"s{slot}_first": "2" if slot > 1 else "4"})})
        report(status == 200 and json_of(page) and len(json_of(page)["stages"]) == slot + 1, f"{name}_goes_on_with_a_{kind}", (status, text[text.find("This"):][:700]))
report('value="add"' not in page and 'name="s5_title"' in page, "six_stages_are_the_most")
once = press(admin.get("/championships/form?from=club-knock-out")[1], "remove0")
report(once[0] == 200 and 'name="s0_title"' in once[1] and 'value="remove0"' not in once[1], "the_only_stage_stays")

# JSON stays; it guesses nothing either.
own = {"definition": "two", "title": "Two", "directors": {"accounts": ["ada"], "may_play": True}, "formats": {"g": {"steps": [{"games": 2, "clock": "3+2"}], "armageddon": {"black_seconds": 180, "equal_bids": "director"}}},
       "stages": [{"stage": "swiss", "title": "Swiss", "type": "swiss", "system": "dutch-2026", "format": "g", "rounds": {"at_least": 3}, "ranking": ["points"], "free_of_dates": True, "leaving": {"rule": "opponent_wins"}},
                  {"stage": "cup", "title": "Cup", "type": "knock_out", "format": "g", "free_of_dates": True, "leaving": {"rule": "opponent_wins"}}], "places": ["cup:1"]}
asked = admin.post("/championships", {"own": json.dumps(own), "act": "begin"})
report(asked[0] == 422 and "Say who enters “Cup”" in plain(asked[1]), "json_says_who_enters_too", (asked[0], plain(asked[1])[:700]))
report(admin.post("/championships", {"own": json.dumps(own), "act": "begin", "everybody": "1"})[0] == 303, "or_that_everybody_does")
own["stages"][1]["pools"] = [{"name": "cup", "seats": ["swiss:1", "swiss:2"]}]
report(admin.post("/championships", {"own": json.dumps({**own, "definition": "three"}), "act": "begin"})[0] == 303, "as_it_is_said_there")
server.end()
sys.exit(report.end())
