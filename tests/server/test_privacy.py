#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_privacy.py LIMMAT: what nobody may see without signing in.  Every address that is open to visitors (all
public rows of the table of handlers, and all that they link to, in two languages) is read for the name of a child
with a pseudonym, birth dates, addresses, and who was erased, in TAP."""
import gzip
import html
import http.client
import io
import json
import re
import sys
import tarfile
import unicodedata
import urllib.parse

from served import Browser, Report, Server, rows_of

report = Report()
server = Server(sys.argv[1], "--submissions", "--clock", "2019-09-30T12:00:00Z", "--host", "localhost")
chief = Browser(server)
chief.begin(server.key, "Verena")

# --- an event with a child who is called by a pseudonym, and somebody who will be erased

CHILD, GONE, CALLED = "Zwölfgeheim, Élodie", "Weggang, Oskar", "Komet"
BIRTHS = {"2015-03-04": ("2015", "03", "04", "March", "März"), "1961-11-29": ("1961", "11", "29", "November", "November")}
MAILS = ["familie.geheim@example.org", "gustav.privat@example.org"]
NOTES = ["peanut allergy", "quarrel at board one", "wheelchair ramp"]
WORDS = {"zwolfgeheim", "zwoelfgeheim", "elodie", "weggang", "oskar", "komplize"}
MARKS = {*WORDS, *MAILS, *NOTES, "familie.geheim", "gustav.privat", "24175439"}
for iso, (year, month, day, english, german) in BIRTHS.items():
    MARKS |= {text.lower() for text in (iso, f"{year}/{month}/{day}", f"{year}{month}{day}", f"{day}.{month}.{year}", f"{int(day)} {english} {year}",
                                        f"{int(day)}. {german} {year}", f"{month}/{day}/{year}")}


def folded(text):
    """As who searches would find it: no entities, no escapes, no accents, small."""
    text = urllib.parse.unquote(html.unescape(urllib.parse.unquote(html.unescape(text))))
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m.group(1), 16)), text)
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).lower()


MARKS = {folded(mark) for mark in MARKS}


def well(answer):
    assert answer[0] == 303, (answer[0], re.findall(r"<li[^>]*>(.*?)</li>", answer[1], re.S), re.findall(r'name="ack" value="([^"]*)"', answer[1]))
    return answer


def do(path, fields):
    """An act, with what it needs to be acknowledged."""
    answer = chief.post(path, fields)
    if answer[0] == 409:
        fields = list(fields.items()) if isinstance(fields, dict) else fields
        answer = chief.post(path, [*fields, ("ack", html.unescape(re.search(r'name="ack" value="([^"]*)"', answer[1]).group(1)))])
    return well(answer)


def enter(event, section):
    base = f"/e/{event}/{section}/"
    rows = [f"{CHILD}\t1100\tSUI\t2015-03-04", f"{GONE}\t1900\tSUI\t1961-11-29", "Anders, Gustav\t1800\tSUI\t1961-11-29", "Brunner, Hans\t1700\tSUI\t",
            "Christen, Ida\t1600\tSUI\t", "Dubach, Jan\t1500\tSUI\t"]
    well(chief.post(base + "people/enter", {"text": "Name\tElo\tFed\tBirthday\n" + "\n".join(rows)}))
    ids = {name: player for player, name in re.findall(rf'{base}player/(\w+)">([^<]*)</a>', chief.get(base + "players")[1])}
    ids = {html.unescape(name): player for name, player in ids.items()}
    well(chief.post(base + "do/edit", {"player": ids[CHILD], "name": CHILD, "pseudonym": CALLED, "contact": MAILS[0], "note": NOTES[0], "fide_id": "24175439",
                                      "club": "Schachclub Bern"}))
    well(chief.post(base + "do/edit", {"player": ids["Anders, Gustav"], "name": "Anders, Gustav", "contact": MAILS[1]}))
    well(chief.post(base + "do/incident", {"player": ids[CHILD], "text": NOTES[1]}))
    well(chief.post(base + "do/request", {"player": ids[CHILD], "what": "other", "text": NOTES[2]}))
    return base, ids


well(chief.post("/new", {"name": "Hall", "start": "2026-07-14", "rounds": "5", "half_byes": "2"}))
base, ids = enter("hall", "main")
child, gone, anders = ids[CHILD], ids[GONE], ids["Anders, Gustav"]
well(chief.post(base + "do/settings", {"phones": "yes", "rounds": "5"}))


def play(number, results):
    do(f"{base}round/{number}/pair", {})
    if number == 2:  # by hand: what is declared names no names
        two = re.findall(r'name="who" value="(\w+)"', chief.get(f"{base}round/{number}")[1])[:4:2]
        do(f"{base}round/{number}/edit", [("who", two[0]), ("who", two[1]), ("do", "swap")])
    do(f"{base}round/{number}/publish", {"was": "0"})
    for board, result in results.items():
        well(chief.post(f"{base}round/{number}/result", {"board": str(board), "result": result}))


play(1, {1: "1-0", 2: "0-1", 3: "1/2-1/2"})
well(chief.post(base + "round/1/close", {}))
play(2, {1: "1-0", 2: "1-0", 3: "1F-0F"})
well(chief.post(base + "round/2/close", {}))
play(3, {1: "1-0"})
tokens = {player: re.search(rf"/card/hall/main/{player}/(\w+)", chief.get(f"{base}player/{player}/card")[1]).group(1) for player in (child, anders)}
card = f"/card/hall/main/{child}/{tokens[child]}"
nobody = Browser(server)
own = re.search(r'name="board" value="([^"]*)"', nobody.get(card)[1])
if own:
    well(nobody.post(card + "/report", {"board": own.group(1), "result": "1-0"}))
well(nobody.post(card + "/ask", {"what": "bye", "round": "5", "text": NOTES[2]}))
# A second section, in which some play, too, and a second event that has not begun.
well(chief.post(base + "do/section", {"id": "b", "title": "Blitz", "rounds": "3", "system": "dutch"}))
for player in (child, anders):
    do("/e/hall/b/do/join", {"id": player})
do("/e/hall/b/round/1/pair", {})
do("/e/hall/b/round/1/publish", {"was": "0"})
well(chief.post("/new", {"name": "Later", "start": "2026-08-14", "rounds": "5"}))
enter("later", "main")
# What is public is sent in as a tournament, too; and a championship, whose players have addresses.
sent = nobody.ask("PUT", "/submit/hall.trf", nobody.get(base + "tournament.trf")[1].encode(), form="application/octet-stream")
secret = re.search(r"/s/([\w-]+)", sent[1]).group(1)
well(nobody.post(f"/s/{secret}/publish", {}))
chief.post("/moderation/hall", {"act": "publish"})
well(chief.post("/championships", {"definition": "acwc-2019"}))

# --- every address that is open

VALUES = {"code": "de", "event": "hall", "section": "main", "round": "3", "player": child, "token": tokens[child], "championship": "acwc-2019", "stage": "qualification",
          "match": "1", "file": "index.html", "page": "index.html", "secret": secret, "person": "komet", "key": "x" * 43, "board": "3.1", "list": "standard", "number": "1"}


def read(url, **headers):
    """Status, type, and all text: of archives, what is in them."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", urllib.parse.quote(url, safe="/?&=%+~.-_"), headers=headers)
    answer = connection.getresponse()
    body = answer.fp.readline() if url.endswith("/live") else answer.read()
    connection.close()
    kind = answer.headers.get("Content-Type") or ""
    if answer.headers.get("Content-Encoding") == "gzip":
        body = gzip.decompress(body)
    text = body.decode("utf-8", "replace")
    if body[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(body)) as tar:
            text = "\n".join(member.name + "\n" + tar.extractfile(member).read().decode("utf-8", "replace") for member in tar if member.isfile())
    return answer.status, kind, text + "\n" + "\n".join(f"{k}: {v}" for k, v in answer.headers.items())


def links_in(url, kind, text):
    found = re.findall(r'(?:href|src|action)="([^"#]*)', text) if "html" in kind or "xml" in kind else []
    found += re.findall(r'"(/[^"\\ ]*)"', text) if "json" in kind else []
    found += re.findall(r"https?://localhost[^\s\"'<]*", text)
    for link in found:
        there = urllib.parse.urlsplit(urllib.parse.urljoin(f"http://h{url}", html.unescape(link)))
        if there.hostname in ("h", "localhost", "127.0.0.1") and not there.path.startswith(("/static/", "/language/", "/pair/", "/help")):
            yield there.path + ("?" + there.query if there.query else "")


def crawl():
    """All that visitors reach: what was read, and where which mark stood."""
    todo = [re.sub(r"\{(\w+)\}", lambda m: VALUES[m.group(1)], path) for method, path, row in rows_of(nobody) if method == "GET" and row["x-right"] == "look"]
    todo += [f"/e/hall/{section}/round/{n}" for section in ("main", "b") for n in range(1, 6)] + ["/e/later/main/round/1", "/e/later/main/tournament.trf", "/e/later"]
    todo += [f"/e/hall/{section}/paper/{kind}/{n}" for section in ("main", "b") for kind in ("boards", "names", "slips") for n in range(1, 4)]
    todo += [f"/e/hall/{section}/{file}" for section in ("main", "b") for file in ("wall", "standings", "files", "tournament.trf", "tournament.json", "players", "check-in")]
    todo += [f"/p/hall/{section}/{file}" for section in ("main", "b") for file in (
        "players.json", "standings.json", "round-1.json", "event.json", "feed.xml", "index.de.html", "crosstable.html", "prizes.html", "statistics.html", "norms.html",
        "tournament.trf", "tournament.json", "tournament.csv", "verify.html", *(f"player-{n}.{kind}" for n in range(1, 7) for kind in ("html", "json", "de.html")))]
    todo += [f"/results{kind}?q={urllib.parse.quote(word)}" for kind in ("", ".json", ".tar") for word in ("Zwölfgeheim", "elodie", "oskar", "komet", "24175439", "hall", "Anders")]
    todo += [f"/people/{who}" for who in ("zwolfgeheim-elodie", "zwoelfgeheim-elodie", "elodie-zwolfgeheim", "24175439", "weggang-oskar-1961", "anders-gustav-1961")]
    todo += [card, f"/card/hall/main/{anders}/{tokens[anders]}", "/robots.txt", "/sitemap.xml"]
    seen, places, pages = set(), {}, 0
    while todo:
        url = todo.pop()
        if url in seen:
            continue
        seen.add(url)
        assert len(seen) < 1500, list(seen)[-50:]
        for language in ("en", "de") if url.startswith(("/e/", "/card/", "/c/")) else ("en",):
            status, kind, text = read(url, **{"Accept-Language": language})
            pages += status == 200
            asked, shown = folded(url), folded(text)  # what one has asked for oneself may be said again
            found = {mark for mark in MARKS if mark in shown and mark not in asked}
            for mark in found:
                places.setdefault(url, set()).add(mark)
            if status in (200, 303):
                todo += links_in(url, kind, text)
    return pages, places, seen


pages, places, seen = crawl()
report(pages > 150 and any(url.endswith("feed.xml") for url in seen) and any("/wall" in url for url in seen), f"{pages}_open_pages_are_read")
told = {url: marks for url, marks in places.items() if marks & {"zwolfgeheim", "zwoelfgeheim", "elodie", "24175439"}}
report(not told, "the_name_behind_a_pseudonym_is_on_none", f"{len(told)} of {pages}\n" + "\n".join(sorted(f"{url}: {sorted(marks)}" for url, marks in told.items())))
private = {url: marks - {"weggang", "oskar"} for url, marks in places.items() if marks - {"weggang", "oskar", "zwolfgeheim", "zwoelfgeheim", "elodie", "24175439"}}
report(not private, "no_birth_date_no_address_no_note_is_on_any", "\n".join(sorted(f"{url}: {sorted(marks)}" for url, marks in private.items())))
report(any(CALLED in read(url)[2] for url in ("/e/hall/main/wall",)) and "oskar" in folded(read("/e/hall/main/wall")[2]), "names_that_are_public_are_there")
listed = [player for player in json.loads(nobody.get(base + "tournament.json")[1])["players"] if player["name"] == CALLED]
report(len(listed) == 1 and "2015" not in json.dumps(listed), "nor_is_the_year_of_birth_beside_a_pseudonym", listed)
trf = chief.get(base + "tournament.trf")[1]
report("2015/03/04" in trf and "lfgeheim" in trf, "the_report_of_the_arbiter_has_all_of_it")
for sheet in ("paper/boards/3", "paper/names/3", "paper/slips/3", "paper/cards", "paper/cards?look=codes", "standings", "wall"):
    text = folded(chief.get(base + sheet)[1])
    if "elodie" in text or CALLED.lower() not in text:
        places[sheet] = {"elodie"}
        report(False, "a_sheet_is_hung_up_whoever_prints_it: " + sheet)
report("elodie" in folded(chief.get(base + "paper/check-in")[1]) and "elodie" in folded(chief.get(base + "players")[1]), "at_the_desk_she_is_known")
kiosk = chief.invite("kiosk")
report("elodie" not in folded(kiosk.get(base + "kiosk")[1]) and "komet" in folded(kiosk.get(base + "kiosk")[1]), "the_kiosk_shows_what_is_public")


def pictures():
    """Whether each player has a picture beside links; None where this server draws none."""
    players = json.loads(nobody.get(base + "tournament.json")[1])["players"]
    if read("/p/hall/main/share.png")[0] == 404:
        return None
    return {player["name"]: read(f"/p/hall/main/player-{i}.png")[0] == 200 for i, player in enumerate(players, 1)}


drawn = pictures()
report(drawn is None or (drawn[CALLED], drawn[GONE], drawn["Brunner, Hans"]) == (False, True, False), "no_picture_shows_a_pseudonym_or_who_may_be_a_minor", drawn)

# --- the stream tells numbers

connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
connection.request("GET", "/e/hall/live")
stream = connection.getresponse()
first = stream.fp.readline()
well(chief.post(base + "round/3/result", {"board": "3.2", "result": "1-0"}))
lines = [stream.fp.readline() for _ in range(6)]
report(not any(mark in folded(b"".join(lines).decode()) for mark in MARKS) and any(b"data:" in line for line in lines), "a_stream_has_numbers_only", lines)
connection.close()

# --- who is erased is nowhere

for player in (gone, child):
    do(base + "do/erase", {"person": player})
well(nobody.post(f"/s/{secret}/hide", {"reason": "as the test wants it"}))  # what was sent in is its sender's
pages, places, _ = crawl()
places = {url: marks for url, marks in places.items() if not url.startswith("/s/")}
report(drawn is None or sum(pictures().values()) == sum(drawn.values()) - 1, "the_picture_of_who_is_erased_ends", pictures())
report(pages > 150 and not places, "who_is_erased_is_on_none", "\n".join(sorted(f"{url}: {sorted(marks)}" for url, marks in places.items())))
inside = {url: folded(chief.get(url)[1]) for url in (base + "players", base + "round/3", base + "round/1", "/e/hall/log", base + "settings", base + "tournament.trf", "/e/hall/journal",
                                                      base + "paper/check-in", base + "prizes", base + "check-in", base + "files")}
report(not any("oskar" in text or "elodie" in text for text in inside.values()), "nor_at_the_desk", [url for url, text in inside.items() if "oskar" in text or "elodie" in text])
server.end()
sys.exit(report.end())
