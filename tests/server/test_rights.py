#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_rights.py LIMMAT SERVE.md: every row of the table of handlers, for every role in every scope, in TAP.

What each may do is written here by hand, and stands in docs/serve.md for people: the two are compared, and
the server by the address of each row, not by the right that the server says it asks for.  A row that no line
here names fails: who adds a row says here whose it is."""
import hashlib
import html
import http.client
import json
import pathlib
import re
import sqlite3
import sys
import urllib.parse

from served import Browser, Report, Server, rows_of

ROLES = ["player", "director", "officer", "kiosk", "check-in", "results", "arbiter", "chief", "administrator"]
ARBITERS = ["arbiter", "chief", "administrator"]
# What may be done: by whom, and how much of the place they must have been let in to.
MAY = {
    "what is public": (["visitor", *ROLES], "anywhere"),
    "see the desk": (["check-in", "results", *ARBITERS], "section"),
    "tick who is here": (["check-in", *ARBITERS], "section"),
    "say results at the kiosk": (["kiosk", "results", *ARBITERS], "section"),
    "enter results": (["results", *ARBITERS], "section"),
    "change a known result": (ARBITERS, "section"),
    "see a draft": (ARBITERS, "section"),
    "see private data": (ARBITERS, "section"),
    "enter and change people": (ARBITERS, "section"),
    "run rounds": (ARBITERS, "section"),
    "change a section": (["chief", "administrator"], "section"),
    "read the log": (ARBITERS, "event"),
    "act across sections": (ARBITERS, "event"),
    "change the event": (["chief", "administrator"], "event"),
    "seize the event": (["administrator"], "event"),
    "look up the rating list": (ARBITERS, "anywhere"),
    "invite": (["administrator"], "anywhere"),
    "work in the rating office": (["officer", "administrator"], "anywhere"),
    "make rating lists": (["officer", "administrator"], "server"),
    "run the server": (["administrator"], "server"),
    "play": (["player", "director", "administrator"], "championship"),
    "direct": (["director", "administrator"], "championship"),
}
# Which rows are which of these: the first that matches.
E, S, C = r"/e/{event}", r"/e/{event}/{section}", r"/c/{championship}"
DO = S + r"/do/(?:%s)"
ROWS = [(what, re.compile(re.sub(r"\{(\w+)\}", r"\\{\1\\}", pattern))) for what, pattern in [
    ("run the server", r"POST /(new|import|list/(fresh|send)|championships|championships/(clock|form))"),
    ("run the server", r"GET /(championships|championships/form|sync|new|new/clock|import)|POST /sync/(invite|end|call)|(GET|POST) /moderation.*"),
    ("invite", r"(GET|POST) /rights|POST /rights/end"),
    ("make rating lists", r"\w+ /office/(month|past|log|drift|compare(\.csv)?)|POST /office/(fees|licences)"),
    ("work in the rating office", r"\w+ /office(/.*)?"),
    ("what is public", r"\w+ /ratings(/.*)?"),
    ("look up the rating list", r"GET /list"),
    ("read the log", f"GET {E}/(log|journal|home)|POST {E}/home/line"),
    ("change the event", f"POST {E}/home/(begin|hand)|GET {E}/along"),
    ("seize the event", f"POST {E}/home/seize"),
    ("change the event", r"\w+ " + DO % "change|section|call-off|erase|delete|sanction"),
    ("act across sections", r"\w+ " + DO % "announce|join|move"),
    ("change a section", r"\w+ " + DO % ("settings|leave-fide-mode|substitute|decide|expel|adjust|lots|places|values|forbid|allow|seat|rest|turn|sent|"
                                          "unpublish|alter|reseat|excuse|cancel|correct-rating")),
    ("run rounds", r"\w+ " + DO % ("enter|team|edit-team|roster|edit|merge|remove|play-off|stay|pair|position|schedule|delay|correct|answer|incident|forfeits")),
    ("enter results", r"\w+ " + DO % "line-up|empty|moves|expect|result|request|illegal"),
    ("tick who is here", r"\w+ " + DO % "pay"),
    ("change a section", f"POST {S}/(numbers|prizes|round/{{round}}/(finish|edit))"),
    ("run rounds", rf"\w+ {S}/schedule"),
    ("run rounds", f"POST {S}/(check-in/(all|open|close|leave-out)|round/{{round}}/(pair|publish|drop|close|reopen))"),
    ("enter results", f"POST {S}/(undo|round/{{round}}/(result|undo|redo|second))"),
    ("tick who is here", f"POST {S}/present"),
    ("see private data", rf"GET {S}/player/{{player}}/receipt"),
    ("see private data", rf"GET {S}/norms|\w+ {S}/rating-office"),
    ("enter and change people", rf"\w+ {S}/(players/many|people/\w+|ratings|player/{{player}}/\w+)"),
    ("say results at the kiosk", rf"\w+ {S}/kiosk.*"),
    ("see the desk", f"GET {S}/(overview|players|player/{{player}}|check-in|board/{{board}}|settings|numbers|prizes|preview|paper/(slips/{{round}}|check-in|cards|starting-ranks))"),
    ("change the event", rf"\w+ {E}/announcement/edit"),
    ("change a section", rf"\w+ {S}/announcement"),
    ("change a section", rf"\w+ {S}/broadcast(/stop)?"),
    ("act across sections", rf"POST {E}/licences|\w+ {E}/(message|report)"),
    ("see the desk", rf"GET {S}/prizes/receipts"),
    ("tick who is here", rf"\w+ {S}/arrive"),
    ("act across sections", rf"\w+ {E}/(entries|payments)(\.csv)?|POST {E}/payments/(bank|book)"),
    ("what is public", rf"GET {E}/announcement(/poster|/regulations.pdf)?|\w+ {E}/(register|entry/{{key}}(/change)?)"),
    ("run the server", f"GET {C}/along"),
    ("direct", f"GET {C}/(journal|private|simulation|pairing|outbox|people)"),
    ("direct", f"POST {C}/(do/(unpublish|restore|return|application|finding|ruling|overdue|white|order|correct|pair|settle|seed|automatic|remove)|outbox|channel|tongue|letters/answer|"
               "applications|people/key|lichess/use)"),
    ("play", f"GET {C}/(due.json|letters|withdraw|sign-ins)|POST {C}/(zone|do/(rematch|out|offer|accept|time|move|result|armageddon|break|bid|wait|here|absent|left|fetch|dispute|say)|"
             "mail|hook|key|seen|letters|sign-ins|leave)"),
    ("what is public", rf"GET {E}(/live)?|GET {S}/(round/{{round}}|paper/((boards|names|points)/{{round}}|arbiters)|wall|standings(.csv)?|files|tournament.(trf|json|txt)|games.pgn)"),
    ("what is public", rf"GET {C}.*|POST {C}/(apply|lichess|sign-in|mail/.*)|\w+ /card/.*|\w+ /(s|t|p|key|people|pair|static)/.*|PUT .*"),
    ("what is public", r"GET /(live-worker.js|news.js|favicon.ico|guide|help|health|metrics|openapi.json|language/{code}|privacy|results(.json|.tar)?)?|\w+ /(submit|recover|sign-in|follow(/.*)?)|POST /leave"),
]]

report = Report()
serve_md = pathlib.Path(sys.argv[2]).read_text()

# --- the table for people says the same

HEADS = {"player": "player", "director": "director", "rating officer": "officer", "kiosk": "kiosk", "check-in": "check-in", "results": "results", "arbiter": "arbiter",
         "chief arbiter": "chief", "administrator": "administrator"}
told, heads = {}, []
for line in serve_md[serve_md.index("### Roles and rights"):].splitlines():
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if not line.startswith("|"):
        if heads and told:
            break
    elif not heads:
        heads = [HEADS.get(cell) for cell in cells]
    elif not cells[1].startswith("-"):
        told[cells[0].split(":")[0]] = ([heads[i] for i, cell in enumerate(cells) if cell == "✓"], cells[1])
meant = {what: ([role for role in ROLES if role in roles], reach) for what, (roles, reach) in MAY.items() if what != "what is public"}
report(told == meant, "the_table_for_people_says_what_is_tested", {what: (told.get(what), meant.get(what)) for what in told | meant if told.get(what) != meant.get(what)})

# --- what there is: two events, the first of two sections, each with a published round and a draft; a championship

BIRTH, MAIL, REAL, CALLED = "1987-05-23", "secret.mail@example.org", "Verborgen", "Komet"
SHOWN = [BIRTH, BIRTH.replace("-", "/"), BIRTH.replace("-", ""), "23.05.1987", "23 May 1987", MAIL]
server = Server(sys.argv[1], "--submissions", "--clock", "2019-09-30T12:00:00Z")
owner = Browser(server)
owner.begin(server.key, "Verena")
CHAMPIONSHIP, OTHER_CHAMPIONSHIP = "acwc-2019", "club-knock-out"
for title in ("Mine", "Other", "ACWC 2019"):  # the last has the address of the championship
    assert owner.post("/new", {"name": title, "start": "2026-07-14", "rounds": "5"})[0] == 303
assert owner.post("/e/mine/main/do/section", {"id": "b", "title": "B", "rounds": "5", "system": "dutch"})[0] == 303
assert owner.post("/championships", {"definition": CHAMPIONSHIP})[0] == 303
assert owner.post("/championships", {"definition": OTHER_CHAMPIONSHIP, "settings": "director=Zoe"})[0] == 303
assert "/e/acwc-2019" in owner.get("/")[1]
PLACES = {"own": ("mine", "b"), "section": ("mine", "main"), "event": ("other", "main")}
people = {}
for place, (event, section) in PLACES.items():
    base = f"/e/{event}/{section}/"
    rows = "\n".join(f"{place.capitalize()} {chr(65 + i)}, First\t{2100 - 7 * i}\tSUI\t{BIRTH}" for i in range(5))
    assert owner.post(base + "people/enter", {"text": f"Name\tElo\tFed\tBirthday\n{rows}\n{REAL} {place}, Clara\t1500\tSUI\t{BIRTH}"})[0] == 303
    people[place] = re.findall(rf'{base}player/(\w+)"', owner.get(base + "players")[1])
    hidden = re.search(rf'{base}player/(\w+)">{REAL}', owner.get(base + "players")[1]).group(1)
    assert owner.post(base + "do/edit", {"player": hidden, "name": f"{REAL} {place}, Clara", "pseudonym": CALLED, "contact": MAIL, "note": "allergic"})[0] == 303
    assert owner.post(base + "do/incident", {"player": hidden, "text": "a quarrel"})[0] == 303
    assert owner.post(base + "round/1/pair", {})[0] == 303 and owner.post(base + "round/1/publish", {"was": "0"})[0] == 303
    for board in ("1.1", "1.2", "1.3"):
        assert owner.post(base + "round/1/result", {"board": board, "result": "1-0"})[0] == 303
    assert owner.post(base + "round/1/close", {})[0] == 303 and owner.post(base + "round/2/pair", {})[0] == 303


def let_in(role, scope):
    who = Browser(server)
    page = owner.post("/rights", {"role": role, "scope": scope})[1]
    assert who.begin(re.search(r"(/key/[\w-]+)", page).group(1), role) == 303
    return who


def known_to(championship, name):
    """Somebody whom the championship knows, by the key that its director makes."""
    who = Browser(server)
    assert who.begin(re.search(r"(/key/[\w-]+)", owner.post(f"/c/{championship}/people/key", {"player": name})[1]).group(1)) == 303
    return who


# Everybody: the role, for which event, section or championship.
users = {("visitor", ""): Browser(server), ("player", CHAMPIONSHIP): known_to(CHAMPIONSHIP, "arimakat"),
         ("director", CHAMPIONSHIP): known_to(CHAMPIONSHIP, "ProgramFOX"), ("director", OTHER_CHAMPIONSHIP): known_to(OTHER_CHAMPIONSHIP, "Zoe")}
users["officer", ""] = let_in("officer", "")
for role in ROLES[3:]:
    for scope in ("", "mine", "mine/b"):
        users[role, scope] = let_in(role, scope)
users["administrator", "acwc-2019"] = let_in("administrator", "acwc-2019")


def may(what, role, scope, place):
    """Is it ${role}'s, who was let in for ${scope}, at ${place}: an event and a section, a championship, or nothing?"""
    roles, reach = MAY[what]
    if role not in roles:
        return False
    championship = role in ("player", "director")
    if reach == "anywhere" or (scope == "" and role != "visitor"):
        return True
    if reach == "championship":
        return championship and place == scope
    if not isinstance(place, tuple) or championship or reach == "server":
        return False
    return scope == place[0] or (reach == "section" and scope == "/".join(place))


SECRET = re.search(r"/s/([\w-]+)", owner.ask("PUT", "/submit/a.trf", owner.get("/e/mine/main/tournament.trf")[1].encode(), form="application/octet-stream")[1]).group(1)
cards = {place: re.search(r"/card/\w+/\w+/\w+/(\w+)", owner.get("/e/%s/%s/player/%s/card" % (*PLACES[place], people[place][0]))[1]).group(1) for place in PLACES}
rows = rows_of(owner)
VALUES = {"code": "de", "stage": "qualification", "match": "1", "round": "1", "key": "x" * 43, "board": "1.1", "file": "desk.css", "page": "index.html",
          "secret": SECRET, "person": "nobody", "number": "1", "list": "2026-05"}


def address(pattern, event, section, place, championship):
    own = {**VALUES, "event": event, "section": section, "player": people[place][0], "token": cards[place], "championship": championship}
    return re.sub(r"\{(\w+)\}", lambda m: own[m.group(1)], pattern)


def status_of(who, url):
    """Of a stream, which does not end."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", url, headers={"Cookie": who.cookie} if who.cookie else {})
    status = connection.getresponse().status
    connection.close()
    return status


def values_of(row):
    """What a form of the row takes, or nearly."""
    schema = next(iter(row["requestBody"]["content"].values())).get("schema", {"properties": {}})
    return {name: str(field["minimum"]) if field["type"] == "integer" else field["x-choices"].split("|")[0] if "x-choices" in field else "1.1"
            for name, field in schema["properties"].items()}


def state():
    owner.kept = ""
    journals = [owner.get(f"/e/{event}/journal")[1] for event in ("mine", "other", "acwc-2019")]
    devices = re.findall(r'name="device" value="(\w+)"', owner.get("/rights")[1])
    return journals, sorted(devices), [owner.get(f"/c/{which}/journal")[1] for which in (CHAMPIONSHIP, OTHER_CHAMPIONSHIP)], owner.get("/sync")[1], \
        re.sub(r'value="[^"]*"', "", owner.get("/")[1])


owner.invite = None
bad, leaks, named, calls, refusals = [], [], set(), 0, 0
before = state()
for method, path, row in rows:
    what = next((what for what, pattern in ROWS if pattern.fullmatch(f"{method} {path}")), None)
    if what is None:
        bad.append(f"nobody said whose {method} {path} is")
        continue
    named.add(what)
    if path == "/leave":
        continue  # it ends the session of whoever may, and anybody may
    for (role, scope), who in users.items():
        places = [CHAMPIONSHIP, OTHER_CHAMPIONSHIP] if "{championship}" in path else ["own", "section", "event"] if "{event}" in path else [""]
        for place in places:
            where = PLACES.get(place, place)
            event, section = where if isinstance(where, tuple) else ("mine", "b")
            url = address(path, event, section, place if place in PLACES else "own", place or CHAMPIONSHIP)
            if what in ("read the log", "change the event", "seize the event") and "{section}" not in path:
                where = (event, "")  # of all sections
            allowed = may(what, role, scope, where)
            name = f"{method} {url} by {role} of {scope or 'everything'}"
            calls += 1
            if method == "GET":
                status, text, _ = (status_of(who, url), "", None) if url.endswith("/live") else who.get(url)
                if (status == 403) == allowed and not (allowed and "/key/" in url) and "/lichess" not in url:
                    bad.append(f"{name}: {status}, allowed is {allowed}")
                seen = html.unescape(text) if status == 200 else ""
                desk = isinstance(where, tuple) and may("see the desk", role, scope, PLACES.get(place, where))
                if "{event}" in path and place in PLACES:
                    if not may("see private data", role, scope, PLACES[place]):
                        leaks += [f"{name}: {secret}" for secret in [*SHOWN, "a quarrel", "allergic"] if secret in seen]
                    if not may("see the desk", role, scope, PLACES[place]):
                        leaks += [f"{name}: {REAL}"] if REAL in seen else []
            elif method == "POST" and not row["x-open"]:
                if allowed:  # a form that is refused, but for another reason
                    status = who.post(url, {"surprise": "1"})[0]
                    if status != 400:
                        bad.append(f"{name}: {status}, it may")
                else:
                    refusals += 1
                    status = who.post(url, values_of(row))[0]
                    if status != 403:
                        bad.append(f"{name}: {status}, it may not")
            refusals += method == "GET" and not allowed
report(named | {"see a draft", "see private data", "change a known result"} == set(MAY), "every_kind_of_act_has_rows", set(MAY) - named)
report(not bad, f"{len(rows)}_rows_by_{len(users)}_users_{calls}_calls_{refusals}_refused", "\n".join(bad[:40]) + f"\n{len(bad)}")
bad.clear()
report(not leaks, "no_page_tells_more_than_the_role_may_see", "\n".join(leaks[:40]) + f"\n{len(leaks)}")
after = state()
report(before == after, "what_is_refused_changes_nothing", [(a, b) for a, b in zip(before, after) if a != b])

for who in users.values():
    who.kept = ""  # a language was chosen

# --- a draft is seen by those who may publish it

for (role, scope), who in users.items():
    for place, (event, section) in PLACES.items():
        base, expected = f"/e/{event}/{section}/", may("see a draft", role, scope, PLACES[place])
        for file, mark in (("round/2", 'data-board="2.1"'), ("paper/boards/2", "First"), ("paper/names/2", "First"), ("paper/slips/2", "First"), ("board/2.1", "First"),
                           ("do/turn?board=2.1", "2.1")):
            status, text, _ = who.get(base + file)
            seen = status == 200 and mark in text
            if file.startswith("do/"):
                expected = may("change a section", role, scope, PLACES[place])
            if seen != expected:
                bad.append(f"{base}{file} by {role} of {scope}: {status}, seen is {seen}")
report(not bad, "a_draft_is_seen_by_arbiters_of_its_section_alone", "\n".join(bad[:30]))
bad.clear()

other = "/e/other/main/"
assert owner.post(other + "round/2/publish", {"was": "0"})[0] == 303
shown = {file: users["visitor", ""].get(file)[0] for file in ("/p/other/main/round-2.html", other + "paper/boards/2")}
altered = owner.post(other + "do/alter", {"round": "2"})
if altered[0] == 409:
    altered = owner.post(other + "do/alter", {"round": "2", "ack": html.unescape(re.search(r'name="ack" value="([^"]*)"', altered[1]).group(1))})
pairs = lambda who: re.findall(r"Event [A-Z]", re.sub(r"<[^>]*>", " ", who.get(other + "paper/boards/2")[1]))
wall = pairs(users["visitor", ""])
seats = re.findall(r'name="who" value="(\w+)"', owner.get(other + "round/2")[1])[:3:2]
swapped = owner.post(other + "round/2/edit", [("do", "swap"), *(("who", one) for one in seats)])
if swapped[0] == 409:
    swapped = owner.post(other + "round/2/edit", [("do", "swap"), *(("who", one) for one in seats), ("ack", html.unescape(re.search(r'name="ack" value="([^"]*)"', swapped[1]).group(1)))])
hidden = {file: users["visitor", ""].get(file)[0] for file in shown}
card = f"/card/other/main/{people['event'][0]}/{cards['event']}"
boards = {name: 'data-board="2.1"' in who.get(other + "round/2")[1] for name, who in
          (("visitor", users["visitor", ""]), ("results", users["results", ""]), ("arbiter", users["arbiter", ""]), ("elsewhere", users["arbiter", "mine"]))}
report(altered[0] == 303 and set(shown.values()) == {200} and set(hidden.values()) == {200} and users["visitor", ""].get(card)[0] == 200 and
       boards == {"visitor": True, "results": True, "arbiter": False, "elsewhere": True} and swapped[0] == 303 and pairs(users["visitor", ""]) == pairs(users["results", ""]) == wall != pairs(owner),
       "of_a_published_round_they_see_what_was_published_while_it_is_altered", (altered[0], swapped[0], shown, hidden, boards, wall, pairs(owner)))

# --- what an act is about: its fields reach no farther than its sender


def same(name, who, url, fields, *good):
    """Refused so, and nothing changes."""
    was = state()[:3]
    status, text, _ = who.post(url, fields)
    report(status in good and state()[:3] == was, name, (status, re.findall(r"<li[^>]*>(.*?)</li>", text)))


chief_b, arbiter_b, results_b = users["chief", "mine/b"], users["arbiter", "mine/b"], users["results", "mine/b"]
main, b = "/e/mine/main/", "/e/mine/b/"
assert owner.post(main + "do/request", {"player": people["section"][0], "what": "other", "text": "a lift"})[0] == 303
line = re.findall(r"do/answer\?line=(\d+)", owner.get(main + "settings")[1])[0]
same("a_section_answers_no_request_of_another", arbiter_b, b + "do/answer", {"line": line, "granted": "yes"}, 403)
same("nor_does_it_rename_the_event", chief_b, b + "do/change", {"name": "Stolen"}, 403)
same("nor_add_a_section", chief_b, b + "do/section", {"id": "c", "rounds": "3"}, 403)
same("nor_erase_for_good", chief_b, b + "do/erase", {"person": people["own"][0], "ack": "erase:" + people["own"][0]}, 403)
same("nor_enter_people_of_another", arbiter_b, b + "do/join", {"id": people["section"][4]}, 403)
same("nor_move_its_own_there", arbiter_b, b + "do/move", {"player": people["own"][4], "to": "main"}, 403)
same("nor_announce_to_all", arbiter_b, b + "do/announce", {"text": "Hear"}, 403)
assert owner.post(b + "round/2/drop", {})[0] == 303
assert owner.post(main + "do/join", {"id": people["own"][4], "ack": "late-entry"})[0] in (303, 409)
assert owner.post(b + "do/enter", {"name": "Twin, One", "from": "3"})[0] in (303, 409)
joined = owner.get(main + "player/" + people["own"][4])[0] == 200
if joined:
    same("nor_merge_who_also_plays_there", arbiter_b, b + "do/merge", {"player": people["own"][4], "other": people["own"][3]}, 403)
report(joined, "somebody_plays_in_both_sections")
both = people["own"][4]
form = arbiter_b.get(b + "player/" + both)[1].split(both + '/edit"')[1].split("</form>")[0]
known = {name: html.unescape(value) for name, value in re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', form) if name not in ("csrf", "req")}
for field, value in (("name", "Renamed, Nobody"), ("birth", "1999-09-09"), ("pseudonym", "X"), ("contact", "x@example.org"), ("federation", "GER")):
    same(f"nor_edit_the_{field}_of_who_also_plays_there", arbiter_b, b + "do/edit", {"player": both, field: value}, 403)
same("nor_by_the_number", arbiter_b, b + "do/edit", {"player": "5", "name": "Renamed, Nobody"}, 403)
same("nor_by_the_page_of_the_player", arbiter_b, f"{b}player/{both}/edit", {**known, "name": "Renamed, Nobody"}, 403)
mine = owner.get("/e/mine/journal")[1].splitlines()
pairs = owner.post(main + "do/forbid", {"players": people["section"][2]})
same("the_undo_of_a_section_is_its_own", arbiter_b, b + "round/1/undo", {}, 422, 403)
status, text, _ = arbiter_b.post(f"{b}player/{both}/edit", {**known, "rating": "1234"})
if status == 409:
    status, text, _ = arbiter_b.post(f"{b}player/{both}/edit", {**known, "rating": "1234", "ack": html.unescape(re.search(r'name="ack" value="([^"]*)"', text).group(1))})
report(status == 303 and "1234" in arbiter_b.get(b + "player/" + both)[1] and known["birth"], "but_it_sets_the_rating_in_its_own", (status, known, text[-500:]))

# --- results: a helper enters them, and an arbiter changes them

assert owner.post(b + "round/1/reopen", {})[0] == 303 and owner.post(b + "round/1/result", {"board": "1.3", "result": "none", "was": "1-0"})[0] == 303


def stands(board):
    boards = json.loads(owner.get(b + "tournament.json")[1])
    return re.search(rf'id="b{board}".*?name="was" value="([^"]*)"', owner.get(b + "round/1")[1], re.S).group(1), boards is not None


status, text, _ = results_b.post(b + "round/1/result", {"board": "1.1", "result": "0-1", "was": "1-0"})
report(status == 409 and stands(1)[0] == "1-0" and "Board 1" in text, "a_helper_overwrites_no_result", (status, text[-600:]))
report("0 – 1" in html.unescape(owner.get(b + "round/1")[1].split('id="b1"')[1].split("</tr>")[0]), "and_the_arbiter_sees_that_it_was_said_otherwise")
for name, path, fields in [("clears_none", "round/1/result", {"board": "1.1", "result": "none", "was": "1-0"}),
                           ("by_no_form", "do/result", {"board": "1.1", "result": "0-1"}), ("nor_by_the_fact", "do/result", {"board": "1.1", "other": people["own"][0]})]:
    status = results_b.post(b + path, fields)[0]
    report(status in (409, 403) and stands(1)[0] == "1-0", "a_helper_" + name, status)
report(results_b.post(b + "round/1/result", {"board": "1.3", "result": "0-1"})[0] == 303 and stands(3)[0] == "0-1", "an_empty_board_is_filled_by_a_helper")
report(results_b.post(b + "round/1/undo", {})[0] == 303 and stands(3)[0] == "none", "and_taken_back_by_who_entered_it", stands(3))
results_b.post(b + "round/1/result", {"board": "1.3", "result": "0-1"})
report(results_b.post(b + "round/1/result", {"board": "1.3", "result": "0-1"})[0] == 303, "the_same_again_is_no_conflict")
report(arbiter_b.post(b + "round/1/result", {"board": "1.1", "result": "1/2-1/2", "was": "1-0"})[0] == 303 and stands(1)[0] == "1/2-1/2", "an_arbiter_overwrites")
assert arbiter_b.post(b + "round/1/close", {})[0] == 303
same("a_helper_corrects_nothing_in_a_closed_round", results_b, b + "round/1/result", {"board": "1.3", "result": "1-0"}, 403)

# --- invitations and devices

# An address that begins as another's is another.
assert owner.post("/new", {"name": "Mine2", "start": "2026-07-14", "rounds": "5"})[2]["Location"].startswith("/e/mine2")
assert owner.post("/e/mine/main/do/section", {"id": "b2", "title": "B2", "rounds": "5", "system": "dutch"})[0] == 303
assert owner.post("/e/mine/main/do/section", {"id": "t", "title": "T", "rounds": "1", "system": "team-2026", "boards": "2"})[0] == 303
assert owner.post("/e/mine/t/do/team", {"name": "Rooks"})[0] == 303
team = re.search(r"/e/mine/t/player/(t\d+)", owner.get("/e/mine/t/players")[1]).group(1)
joined = owner.post("/e/mine/t/do/join", {"id": people["own"][2], "team": team})
report(joined[0] == 303, "somebody_plays_in_a_team_of_another_section", joined[1][-600:])
same("nor_merge_who_also_plays_in_a_team", arbiter_b, b + "do/merge", {"player": people["own"][1], "other": people["own"][2]}, 403)
same("nor_edit_his_name", arbiter_b, b + "do/edit", {"player": people["own"][2], "name": "Renamed, Nobody"}, 403)
# Of a match each game is a result of its own.
assert owner.post("/e/mine/t/do/team", {"name": "Bishops"})[0] == 303
teams = sorted(set(re.findall(r"/e/mine/t/player/(t\d+)", owner.get("/e/mine/t/players")[1])))
for who, team in (("Ann", teams[0]), ("Bob", teams[1]), ("Cid", teams[1])):
    status, text, _ = owner.post("/e/mine/t/do/enter", {"name": f"{who}, Member", "team": team})
    assert status in (303, 409), text[-600:]
for act in ("pair", "publish"):
    status, text, _ = owner.post(f"/e/mine/t/round/1/{act}", {"was": "0"} if act == "publish" else {"ack": "too-many-rounds"})
    assert status == 303, text[-600:]
helper = let_in("results", "mine/t")
given = [helper.post("/e/mine/t/round/1/result", {"board": board, "result": "1-0"})[0] for board in ("1.1a", "1.1b")]
again = [helper.post("/e/mine/t/round/1/result", {"board": board, "result": "0-1"})[0] for board in ("1.1a", "1.1b")]
report((given, again) == ([303, 303], [409, 409]), "a_helper_overwrites_no_game_of_a_match", (given, again))
assert helper.post("/leave", {})[0] == 303
for scope, here, there in (("mine2", "/e/mine2/main", "/e/mine/main"), ("mine/b2", "/e/mine/b2", "/e/mine/b"), ("mine/b", "/e/mine/b", "/e/mine/b2")):
    who = let_in("administrator", scope)
    statuses = [who.get(base + "/settings")[0] for base in (here, there)]
    report(statuses == [200, 403], f"who_has_{scope.replace('/', '_')}_has_nothing_beside_it", statuses)
    assert who.post("/leave", {})[0] == 303
event_admin, section_admin = users["administrator", "mine"], users["administrator", "mine/b"]
for who, name, scopes in ((event_admin, "event", ["", "other", "other/main", "acwc-2019", "min", "mine2"]), (section_admin, "section", ["", "mine", "mine/main", "other", "mine/b2"])):
    for scope in scopes:
        page = who.post("/rights", {"role": "administrator", "scope": scope})
        if page[0] != 403 or "/key/" in page[1]:
            bad.append(f"{name}: {scope!r} {page[0]}")
    own = {"event": "mine/main", "section": "mine/b"}[name]
    page = who.post("/rights", {"role": "results", "scope": own})
    report(page[0] == 200 and "/key/" in page[1], f"an_administrator_of_one_{name}_invites_there", page[:2])
    offered = set(re.findall(r'<option value="([^"]*)"', page[1]))
    report(not offered - {"mine", "mine/main", "mine/b", "mine/b2", "mine/t"} and (name == "event") == ("mine" in offered), f"a_list_offers_what_the_{name}_has", offered)
    devices = re.findall(r'name="device" value="(\w+)"', who.get("/rights")[1])
    own = hashlib.sha256(b"session " + who.cookie.split("=")[1].encode()).hexdigest()
    others = set(re.findall(r'name="device" value="(\w+)"', owner.get("/rights")[1])) - {*devices, own}
    count = {"event": 12, "section": 6}[name]
    report(len(devices) == count - 1 and len(others) > 0, f"an_administrator_of_one_{name}_sees_its_devices", (len(devices), len(others)))
    for device in others:
        if who.post("/rights/end", {"device": device})[0] != 404:
            bad.append(f"{name}: ended {device}")
report(not bad, "nobody_invites_or_shuts_out_beyond_what_he_has", "\n".join(bad))
bad.clear()
report(owner.get("/e/mine/log")[0] == 200, "the_owner_still_works")
same_slug = users["administrator", "acwc-2019"]
report(same_slug.get("/e/acwc-2019/log")[0] == 200 and same_slug.get("/c/acwc-2019/people")[0] == 403, "an_event_is_no_championship_of_its_name")
report("arimakat" not in same_slug.get("/rights")[1], "nor_does_it_see_who_plays_in_it")
for place, path in (("event", "/e/other/main/round/1"), ("section", "/e/mine/main/round/1"), ("own", "/e/mine/b/round/1")):
    text = results_b.get(path)[1]
    report((REAL in html.unescape(text)) == (place == "own") and ("/settings" in text) == (place == "own"), f"a_helper_sees_the_frame_of_{place}_as_he_may")
report(results_b.get("/e/mine")[2]["Location"] == "/e/mine/b/round/3" or "/e/mine/b/" in results_b.get("/e/mine")[2]["Location"], "the_address_of_the_event_leads_to_ones_section",
       results_b.get("/e/mine")[2]["Location"])

# --- sessions, keys, cookies

DAY = 86400
again = Browser(server)
status, text, headers = again.post(re.search(r"(/key/[\w-]+)", owner.post("/rights", {"role": "chief"})[1]).group(1), {"name": "Long"})
age = int(re.search(r"Max-Age=(\d+)", headers["Set-Cookie"]).group(1))
db = sqlite3.connect(f"file:{server.data}/limmat.db?mode=ro", uri=True)
now = db.execute("SELECT strftime('%s','now')").fetchone()[0]
lasts = {name: db.execute(f"SELECT max(until) - ? FROM {name}", (int(now),)).fetchone()[0] for name in ("session", "invitation")}
report(DAY < age <= 31 * DAY, "a_session_lasts_a_month", age)
endless = [name for name in lasts if db.execute(f"SELECT count(*) FROM {name} WHERE until <= ?", (int(now),)).fetchone()[0]]
report(lasts["session"] <= 31 * DAY and lasts["invitation"] <= 8 * DAY and not endless, "so_the_store_says", (lasts, endless))
db.close()
name, _, value = headers["Set-Cookie"].split(";")[0].partition("=")
old = Browser(server)
old.cookie = "limmat=" + value
report(name != "limmat" and old.get("/e/mine/log")[0] == 200, "a_session_of_yesterday_goes_on_by_the_old_name", name)
neighbour = Server(sys.argv[1])
there = Browser(neighbour)
there.begin(neighbour.key, "Vera")
names = {who.cookie.split("=")[0] for who in (there, again)}
there.cookie += "; " + again.cookie + "; limmat=" + "A" * 43
report(len(names) == 2 and there.get("/rights")[0] == 200, "two_servers_of_one_host_do_not_disturb_each_other", names)
old.cookie = "limmat=" + "B" * 43 + "; " + again.cookie
report(old.get("/e/mine/log")[0] == 200, "nor_does_an_old_cookie_of_another")

first = re.search(r"(/key/[\w-]+)", there.post("/rights", {"role": "administrator"})[1]).group(1)
helper = re.search(r"(/key/[\w-]+)", there.post("/rights", {"role": "arbiter"})[1]).group(1)
second = re.search(r"(/key/[\w-]+)", there.post("/rights", {"role": "administrator"})[1]).group(1)
neighbour.end()
neighbour.start()
statuses = [Browser(neighbour).begin(key) for key in (first, second, helper, neighbour.key)]
report(statuses == [403, 403, 303, 303], "a_new_key_of_an_administrator_ends_the_unused_ones", statuses)
neighbour.end()

# --- cards: secrets that nobody guesses, and none in a log

every = [re.search(r"/card/mine/b/\w+/(\w+)", owner.get(f"{b}player/{player}/card")[1]).group(1) for player in people["own"]]
report(all(re.fullmatch("[0-9a-f]{24,}", token) for token in every) and len({token[:8] for token in every}) == len(every), "a_card_has_96_bits", every)
visitor = Browser(server)
for place, (event, section) in PLACES.items():
    card = f"/card/{event}/{section}/{people[place][0]}/{cards[place]}"
    assert visitor.get(card)[0] == 200
    visitor.post(card + "/ask", {"what": "other", "text": "x"})
    visitor.get(card + "0")
    visitor.get(card.upper())
    if visitor.get(card[:-len(cards[place]) + 4])[0] != 404:
        bad.append("the first four digits are enough")
    visitor.get("/CARD" + card[5:])
report(not bad, "less_than_all_of_it_is_nothing", bad)
visitor.get(f"/s/{SECRET}")
for host in (f"127.0.0.1:{server.port}", "elsewhere.example"):
    visitor.get(f"/link/{'L' * 43}", Host=host)
    visitor.get(f"/s/{SECRET}", Host=host)
journal = {event: owner.get(f"/e/{event}/journal")[1] for event in ("mine", "other")}
tokens = [who.cookie.split("=")[1].split(";")[0] for key, who in users.items() if key[0] != "visitor"] + [owner.cookie.split("=")[1], value]
owner_token = owner.token
# No piece of six letters stands at the same place in two of them: of so few among 2^36 none is there by chance.
pieces = [(at, token[at:at + 6]) for token in tokens for at in range(0, 42, 6)]
report(all(re.fullmatch(r"[\w-]{43}", token) for token in tokens) and len(set(pieces)) == 7 * len(set(tokens)), "a_session_has_256_bits_by_chance", tokens)
report(server.end() == 0, "it_ends")
log = (server.work / "log").read_text()
secrets = [*tokens, *cards.values(), *every, SECRET, "L" * 43, server.key.split("/")[-1], owner_token]
report("/e/mine/b/" in log and not any(secret in log for secret in secrets), "no_secret_stands_in_the_log", [s[:6] for s in secrets if s in log])

# --- what is printed is kept by systemd: the key is not in it

import os
import stat
import subprocess
import time
for variable in ("JOURNAL_STREAM", "INVOCATION_ID"):
    data = server.work / variable
    process = subprocess.Popen([server.limmat, "serve", "--data", data, "--listen", f"127.0.0.1:{server.port}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, env={**os.environ, variable: "8:12345"})
    said = ""
    while "Ctrl-C" not in said and (more := process.stdout.readline()) != "":
        said += more
    file = data / "administrator-key"
    key = re.search(r"(/key/[\w-]+)", file.read_text()).group(1) if file.exists() else ""
    mode = stat.S_IMODE(file.stat().st_mode) if file.exists() else 0
    good = Browser(server).begin(key) if key else 0
    process.terminate()
    said += process.communicate()[0]
    report("/key/" not in said and str(file) in said and mode == 0o600 and good == 303, f"with_{variable}_the_key_is_in_a_file", (said, mode, good))
sys.exit(report.end())
