#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_views.py LIMMAT SCHEMA: the public views for programs hold to their schema and agree with each
other and with the tournament as a file, in TAP."""
import json
import pathlib
import sys

from served import Browser, Report, Server

report = Report()
schema = json.loads(pathlib.Path(sys.argv[2]).read_text())
server = Server(sys.argv[1], "--quiet")
chief, nobody = Browser(server), Browser(server)
chief.begin(server.key)
EVENT = "/e/views/main/"
chief.post("/new", {"name": "Views", "start": "2026-07-14", "rounds": "3", "city": "Chur"})
chief.post(EVENT + "people/enter", {"text": "\n".join(f"Name{i}, First\t{2100 - 7 * i}\tSUI" for i in range(7))})


def faults(value, rule, place="$"):
    """What of ${value} is not as ${rule} says: the part of JSON Schema that the schema uses."""
    if "$ref" in rule:
        return faults(value, schema["$defs"][rule["$ref"].split("/")[-1]], place)
    if "oneOf" in rule:
        fitting = [one for one in rule["oneOf"] if not faults(value, one, place)]
        return [] if len(fitting) == 1 else [f"{place}: {len(fitting)} forms fit"]
    if "const" in rule or "enum" in rule:
        return [] if value in rule.get("enum", [rule.get("const")]) else [f"{place}: {value!r}"]
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    kind = rule["type"]
    if not isinstance(value, kinds[kind]) or (kind in ("integer", "number") and isinstance(value, bool)):
        return [f"{place}: {value!r} is no {kind}"]
    if kind == "object":
        missing = [f"{place}: no {name}" for name in rule["required"] if name not in value]
        unknown = [f"{place}: {name} is not in the schema" for name in value if name not in rule["properties"]]
        inner = [fault for name in value if name in rule["properties"] for fault in faults(value[name], rule["properties"][name], f"{place}.{name}")]
        return missing + unknown + inner
    if kind == "array":
        return [fault for i, item in enumerate(value) for fault in faults(item, rule["items"], f"{place}[{i}]")]
    return [f"{place}: {value} < {rule['minimum']}"] if "minimum" in rule and value < rule["minimum"] else []


def view(name, who=nobody, event="views"):
    status, text, headers = who.get(f"/p/{event}/main/{name}")
    if status != 200 or headers["Content-Type"] != "application/json":
        return None
    value = json.loads(text)
    wrong = faults(value, schema)
    report(not wrong, f"{name}_holds_to_the_schema", "\n".join(wrong[:10]))
    return value


start = view("section.json")
report(start["paired"] == start["played"] == 0 and len(start["players"]) in (0, 7) and start["city"] == "Chur", "an_event_before_its_first_round", start)
report(view("standings.json") is None and view("round-1.json") is None, "what_is_not_there_is_not_told")
chief.post(EVENT + "round/1/pair", {})
report(view("round-1.json") is None, "a_proposal_is_told_to_nobody")
chief.post(EVENT + "round/1/publish", {"was": "0"})
first = view("round-1.json")
report(len(first["boards"]) == 3 and [one["result"] for one in first["idle"]] == ["bye"] and first["pending"], "a_round_that_is_played", first)
for board, result in enumerate(["1-0", "1/2-1/2", "0-1"], 1):
    chief.post(EVENT + "round/1/result", {"board": f"1.{board}", "result": result})
done = view("round-1.json")
report([b["white_result"] for b in done["boards"]] == ["win", "draw", "loss"] and [b["black_result"] for b in done["boards"]] == ["loss", "draw", "win"],
       "its_results", done)
table, also = view("standings.json"), view("standings-1.json")
points = sum(float(row["values"][0].replace("½", ".5")) for row in table["rows"])
report(table == also and points == 4 and len(table["rows"]) == 7, "the_standings_after_it", table)
people = [view(f"player-{n}.json") for n in range(1, 8)]
ranks = {row["player"]: row["rank"] for row in table["rows"]}
report(all(p["rank"] == ranks[p["number"]] for p in people), "a_players_rank_is_that_of_the_standings")
games = {(p["number"], g["opponent"]): g for p in people for g in p["games"] if "opponent" in g}
report(len(games) == 6 and all((b, a) in games and {g["colour"], games[b, a]["colour"]} == {"white", "black"} for (a, b), g in games.items()),
       "each_game_is_told_by_both")
report(all(nobody.get("/p/views/main/" + name)[0] == 404 for name in
           ["round-2.json", "round-0.json", "round-01.json", "round-.json", "player-8.json", "standings-2.json", "x.json", "section-1.json",
            "round-99999999999.json", "round-1.jsonx"]), "other_names_are_nobodys")
chief.post("/new", {"name": "Matches", "start": "2026-07-14", "rounds": "3", "system": "double-swiss"})
chief.post("/e/matches/main/people/enter", {"text": "\n".join(f"Name{i}, First\t{2100 - 7 * i}\tSUI" for i in range(4))})
chief.post("/e/matches/main/round/1/pair", {})
chief.post("/e/matches/main/round/1/publish", {"was": "0"})
chief.post("/e/matches/main/round/1/result", {"board": "1.1a", "result": "1-0", "was": "none"})
chief.post("/e/matches/main/round/1/result", {"board": "1.1b", "result": "1/2-1/2", "was": "none"})
chief.post("/e/matches/main/round/1/result", {"board": "1.1b", "result": "0-1", "was": "none"})
report("Somebody entered …, 0" in chief.get("/e/matches/main/round/1")[1], "what_another_entered_of_a_game_is_shown")
board = view("round-1.json", event="matches")["boards"][0]
report(board["games"] == [{"white": board["white"], "black": board["black"], "white_result": "win", "black_result": "loss"},
                          {"white": board["black"], "black": board["white"], "white_result": "draw", "black_result": "draw"}], "both_games_of_a_match", board)
report([(g["colour"], g["result"]) for g in view(f"player-{board['black']}.json", event="matches")["games"][0]["games"]] ==
       [("black", "loss"), ("white", "draw")], "both_games_of_a_player")
text = chief.get("/e/matches/main/round/1")[1]
report("White first" in text and "1 – 0" in text and "½ – ½" in text and 'value="1.2b"' in text, "the_desk_has_both_games", text[:2000])
slips = chief.get("/e/matches/main/paper/slips/1")[1]
report("1: A White" in slips and "2: B White" in slips, "a_slip_has_both_games")
TABLE = "/e/table/main/"
chief.post("/new", {"name": "Table", "start": "2026-07-14", "rounds": "5", "system": "round-robin"})
chief.post(TABLE + "people/enter", {"text": "\n".join(f"Name{i}, First\t{2100 - 7 * i}\tSUI" for i in range(5))})
report(chief.post(TABLE + "round/1/pair", {})[0] == 303 and "Publish" in chief.get(TABLE + "round/3")[1], "all_rounds_of_a_table_are_proposed")
report(chief.post(TABLE + "round/3/publish", {"was": "0"})[0] == 303, "and_published_from_any_of_them")
report(all(nobody.get(TABLE + f"paper/boards/{n}")[0] == 200 for n in range(1, 6)), "everybody_sees_all_rounds")
report(chief.post(TABLE + "round/4/result", {"board": "4.1", "result": "1-0", "was": "none"})[0] == 303, "a_game_is_entered_ahead_of_its_round")
for number in (1, 2):
    for board in (1, 2):
        chief.post(TABLE + f"round/{number}/result", {"board": f"{number}.{board}", "result": "1/2-1/2", "was": "none"})
    report(chief.post(TABLE + f"round/{number}/close", {})[0] == 303, f"round_{number}_of_the_table_is_closed")
text = chief.get(TABLE + "round/3")[1]
report("0 of 2 boards in" in text, "the_next_is_open_by_itself", text[:1500])
left = next(p for p in range(1, 6) if chief.get(TABLE + f"player/p{p}")[1].count("against") >= 2)
status, text, _ = chief.post(TABLE + f"player/p{left}/withdraw", {"from": "3"})
report(status == 409 and "less than half" in text or "at least half" in text, "who_leaves_is_told_what_counts", (status, text[:1500]))
view("round-3.json", event="table")
view("standings.json", event="table")
report(nobody.get("/p/table/main/crosstable.html")[0] == 200, "its_pages_are_there")
_, _, headers = nobody.get("/p/views/main/standings.json")
known = headers["ETag"]
report(nobody.get("/p/views/main/standings.json", **{"If-None-Match": known})[0] == 304, "what_is_known_is_not_sent_again")
chief.post(EVENT + "round/1/result", {"board": "1.1", "result": "0-1"})
report(nobody.get("/p/views/main/standings.json", **{"If-None-Match": known})[0] == 200, "what_has_changed_is")
DESK = ["round/1", "players", "check-in", "standings", "settings", "paper/boards/1", "paper/names/1", "paper/slips/1", "paper/cards", "files"]
PUBLIC = ["index.html", "round-1.html", "names-1.html", "standings-1.html", "statistics.html", "crosstable.html", "player-1.html", "why-1.html"]


def marked():
    """How many pages of the desk and of the public say that FIDE mode was left; and which are not there."""
    pages = [chief.get(EVENT + page) for page in DESK] + [nobody.get("/p/views/main/" + page) for page in PUBLIC]
    absent = [page for page, (status, _, _) in zip(DESK + PUBLIC, pages) if status != 200]
    return sum("not in fide mode since round" in text.lower() for _, text, _ in pages), absent


report(marked() == (0, []), "fide_mode_is_not_left", marked())
status, text, _ = chief.post(EVENT + "do/leave-fide-mode", {"text": "we play as we like", "ack": "by-decision", "sure": "leave FIDE mode"})
report(marked() == (len(DESK + PUBLIC), []), "every_page_shows_that_fide_mode_was_left", (marked(), status, text[-1500:]))
report(nobody.get("/p/views/main/feed.xml")[0] == 404, "without_a_name_that_stays_there_is_no_feed")

# --- the way of somebody who is not at a desk, from the list of events

IN_GERMAN = {"Accept-Language": "de-CH,de;q=0.9"}


def led(path, who=nobody, **headers):
    """Where who asks for ${path} is sent, and again, and the page there."""
    way = []
    for _ in range(4):
        status, text, sent = who.get(path, **headers)
        if status != 303:
            return way, status, text
        path = sent["Location"]
        way.append(path)
    return way, 303, ""


way, status, page = led("/e/views")
report(way == ["/p/views", "/p/views/main/index.html"] and status == 200, "visitors_are_led_to_the_public_pages", (way, status))
report(led("/e/views", **IN_GERMAN)[0][-1] == "/p/views/main/index.de.html", "in_their_language", led("/e/views", **IN_GERMAN)[0])
report(led("/e/views", chief)[0][0].startswith("/e/views/main/overview"), "the_desk_is_for_those_who_work_there", led("/e/views", chief)[0])
report(led("/p/views/index.html")[0] == ["/"], "above_the_only_section_are_all_events", led("/p/views/index.html")[0])
chief.post(EVENT + "do/section", {"id": "girls", "title": "Girls <12", "rounds": "5"})
way, status, page = led("/e/views")
report(way[-1] == "/p/views/index.html" and page.count("<tbody>") == 1 and 'href="main/index.html"' in page and 'href="girls/index.html"' in page and "Girls &lt;12" in page
       and 'href="/"' in page, "of_several_sections_they_see_the_list", (way, page))
way, status, page = led("/e/views", **IN_GERMAN)
report(way[-1] == "/p/views/index.de.html" and 'lang="de"' in page and 'href="girls/index.de.html"' in page, "in_their_language_too", (way, page))
style = page.split("style-")[1].split(".css")[0]
report(nobody.get(f"/p/views/style-{style}.css")[0] == 200 and led("/p/views/girls/index.de.html")[1] == 200, "with_its_style_and_where_it_leads")
report(led("/p/nothing")[1] == 404 and led("/p/nothing/index.html")[1] == 404, "what_is_not_there_is_said")

report(server.end() == 0, "it_ends_when_it_is_asked_to")
server.options = ("--quiet", "--host", "chess.example.org")
server.start()
status, feed, headers = nobody.get("/p/views/main/feed.xml", Host="chess.example.org")
report(status == 200 and headers["Content-Type"] == "application/atom+xml" and "https://chess.example.org/p/views/main/" in feed,
       "with_one_there_is_a_feed", (status, feed[:500]))
server.end()
sys.exit(report.end())
