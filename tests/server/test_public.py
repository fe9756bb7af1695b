#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_public.py LIMMAT pictures|none: what public pages offer visitors besides rounds and standings: the players by federation, club and
category, rating changes, the start list, calendars, games, and standings for pages of others.  In TAP."""
import json
import pathlib
import re
import struct
import subprocess
import sys

from served import Browser, Report, Server

limmat = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).parents[2]
report = Report()
server = Server(limmat, "--submissions", "--submission-limit", "1000", "--host", "results.example")
nobody = Browser(server)
SUMMER = (root / "examples/summer-open-2026.trf").read_text()


def put(path, body):
    return nobody.ask("PUT", path, body.encode(), headers={"Accept": "application/json"}, form="application/octet-stream")


def publish(text):
    link = re.search(r"/s/[\w-]{43}", put("/submit/x.trf", text)[1]).group(0)
    nobody.post(link + "/publish", {})
    return link, re.search(r"/t/([\w%-]+)/index", nobody.get(link)[1]).group(1)


def plain(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def players_of(page):
    return [int(number) for number in re.findall(r"player-(\d+)\.html", page)]


link, slug = publish(SUMMER)
at = f"/t/{slug}"
players = {int(line[4:8]): line for line in SUMMER.splitlines() if line.startswith("001")}

# --- the same players in groups

page = nobody.get(f"{at}/federations.html")[1]
groups = dict(re.findall(r'<h2><span class="?fed"?><span[^>]*></span>(\w{3})</span>.*?</h2>(.*?)</table>', page, re.S))
expected = {}
for number, line in players.items():
    if line[53:56].strip():
        expected.setdefault(line[53:56], set()).add(number)
report({name: set(players_of(rows)) for name, rows in groups.items()} == expected, "players_are_grouped_by_federation", (sorted(groups), sorted(expected)))
ranks = {int(number): int(rank) for rank, number in re.findall(r"<tr><td[^>]*>(\d+).*?player-(\d+)\.html", nobody.get(f"{at}/standings-5.html")[1], re.S)}
swiss = [ranks[number] for number in players_of(groups.get("SUI", ""))]
report(len(swiss) > 3 and swiss == sorted(swiss), "in_the_order_of_the_standings", swiss)
page = nobody.get(f"{at}/categories.html")[1]
women = (re.findall(r"<h2>Women.*?</table>", page, re.S) or [""])[0]
report(set(players_of(women)) == {number for number, line in players.items() if line[9] == "w"}, "women_are_a_category", plain(women)[:300])
young = re.search(r"<h2>Under 18.*?</table>", page, re.S)
born = {number for number, line in players.items() if line[69:73].strip().isdigit() and int(line[69:73]) >= 2026 - 18}
report((set(players_of(young.group(0))) if young else set()) == born, "ages_go_by_the_year_of_birth", (born, plain(page)[:300]))
hidden = re.search(r"/s/[\w-]{43}", put("/submit/x.trf", SUMMER.replace("Zürich Summer Open", "Silent Open"))[1]).group(0)
nobody.post(hidden + "/facts", {"name": "Silent Open", "start": "2026-07-11", "rounds": "9", "minors": "1", "federation": "SUI", "city": "", "end": ""})
nobody.post(hidden + "/publish", {})
silent = re.search(r"/t/([\w%-]+)/index", nobody.get(hidden)[1]).group(1)
silent_page = plain(nobody.get(f"/t/{silent}/categories.html")[1])
report("Women" in silent_page and "Under" not in silent_page, "no_ages_where_years_of_birth_are_withheld")

# --- rating changes

page = nobody.get(f"{at}/ratings.html")[1]
shown = {int(re.search(r"player-(\d+)", row).group(1)): re.findall(r'<td class="?n"?>([^<\s]*)', row)[-1] for row in re.split(r"<tr>", page) if "player-" in row}
own = nobody.get(f"{at}/player-1.html")[1]
report(len(shown) > 20 and shown.get(1, "none") in plain(own), "rating_changes_are_listed_as_on_each_player's_page", (len(shown), shown.get(1)))
links = nobody.get(f"{at}/players.html")[1]
report(all(f"{name}.html" in links for name in ("federations", "categories", "ratings")), "the_list_of_players_leads_there")

# --- on the event's page

page = nobody.get(f"{at}/index.html")[1]
report(re.search(r'<time datetime="?\d{4}-\d\d-\d\dT\d\d:\d\dZ"? data-utc="[^"]+ UTC"', page), "times_can_be_told_in_the_visitor's_zone", page[-900:])
calendar = nobody.get(f"{at}/event.ics")
dates = SUMMER.count("/", SUMMER.find("\n132 "), SUMMER.find("\n", SUMMER.find("\n132 ") + 1)) // 2 if "\n132 " in SUMMER else 0
report(calendar[1].count("BEGIN:VEVENT") == dates and (dates == 0) == (calendar[0] == 404), "the_calendar_has_each_round", (dates, calendar[:2]))
kinds = [nobody.get(f"{at}/{name}.ics")[2]["Content-Type"] for name in ("event", "player-1")]
report(kinds == ["text/calendar; charset=utf-8"] * 2, "phones_open_calendars_as_calendars", kinds)
status, page = nobody.get(f"{at}/player-900.html")[:2]
report(status == 404 and "Player 900 not found" in page and re.search(r'<form action="?/results"? role="?search', page) and re.search(rf'href="?{at}/index.html"?>[^<]*Open', page), "a_missing_player_leads_to_the_event_and_the_search", plain(page)[-600:])
before = "".join(line[:91].rstrip() + "\n" if line.startswith("001") else line for line in SUMMER.splitlines(keepends=True) if line[:3] not in ("240", "250", "260", "299", "###")).replace("Zürich Summer Open", "Autumn Open")
early_link = re.search(r"/s/[\w-]{43}", put("/submit/x.trf", before)[1]).group(0)
draft = nobody.get(f"{early_link}/pages/index.html")[1]
report("Start list" in draft and set(range(1, 31)) <= set(players_of(draft)), "before_round_1_there_is_a_start_list", plain(draft)[:600])
pending = "".join(line[:91 + 10 * 4].rstrip() + re.sub(r"(\d+ [wb]) .", r"\1  ", line[91 + 10 * 4:]) if line.startswith("001") else line for line in SUMMER.splitlines(keepends=True)).replace("Zürich Summer Open", "Running Open")
running = publish(pending)[1]
page = nobody.get(f"/t/{running}/index.html")[1]
form = re.search(r'<form action="?(names-\d\.html)"?[^>]*>.*?name="?q', page, re.S)
report(form is not None and "Where do I play?" in page and nobody.get(f"/t/{running}/{form.group(1)}?q=escher")[0] == 200, "visitors_ask_where_they_play", plain(page)[:400])

first = players_of(nobody.get(f"/t/{running}/{form.group(1).replace('names', 'round')}")[1])[:10]
report("All boards" in page and first == players_of(page[page.index("<table"):])[:10], "the_first_boards_of_the_round_are_there", (first, players_of(page)[:12]))

# --- all sections of an event in one place


def sections_on(path):
    """Addresses and names of the sections that the page ${path} leads to, and which of them it is."""
    row = re.search(r'<nav class="also" aria-label="?Sections.*?</nav>', nobody.get(path)[1], re.S)
    links = re.findall(r'<a href="?([^">\s]*)"?( aria-current="?page"?)?>([^<]*)', row.group(0)) if row else []
    return [(address, name) for address, _, name in links], [name for _, here, name in links if here]


other = publish(SUMMER.replace("012 Zürich Summer Open 2026", "012 Zürich Summer Open 2026, Seniors"))[1]
publish(SUMMER.replace("012 Zürich Summer Open 2026", "012 Winter Games"))
publish(SUMMER.replace("012 Zürich Summer Open 2026", "012 Zürich Summer Open 2025").replace("2026/07/1", "2025/07/1"))
publish(SUMMER.replace("012 Zürich Summer Open 2026", "012 Zürich Summer Open 2026, Bern").replace("022 Zürich", "022 Bern"))
links, here = sections_on(f"/t/{other}/index.html")
report(here == ["Zürich Summer Open 2026, Seniors"] and (f"{at}/index.html", "Zürich Summer Open 2026") in links and not any(name in str(links) for name in ("Winter", "2025", "Bern")),
       "what_was_sent_of_one_place_time_and_name_leads_to_each_other", (links, here))

# --- games, and pages of others

report(nobody.post(link + "/facts", {"name": "Zürich Summer Open", "games": "http://games.example/x"})[0] == 422, "a_link_to_games_is_https")
nobody.post(link + "/facts", {"name": "Zürich Summer Open", "games": "https://games.example/x?a=1"})
page = nobody.get(f"{at}/index.html")[1]
report('href="https://games.example/x?a=1"' in page, "the_games_are_a_link", plain(page)[:300])
put(link + "/x.trf", SUMMER.replace("Zürich Summer Open", "Zurich Summer Open"))
nobody.post(link + "/confirm", {"act": "publish"})
report("https://games.example/x?a=1" in nobody.get(f"{at}/index.html")[1], "and_stay_in_later_versions")
report("### Games: https://games.example/x?a=1" in nobody.get(f"{at}/tournament.trf")[1], "and_in_files")
status, page, headers = nobody.get(f"{at}/embed.html")
report(status == 200 and "frame-ancestors *" in headers["Content-Security-Policy"] and "<script" not in page and "<form" not in page and len(players_of(page)) == len(players),
       "standings_can_stand_in_pages_of_others", (status, headers["Content-Security-Policy"]))
for path in ("index.html", "standings-5.html", "player-1.html", "history.html"):
    report("frame-ancestors 'none'" in nobody.get(f"{at}/{path}")[2]["Content-Security-Policy"], f"{path}_cannot")
report("frame-ancestors 'none'" in nobody.get("/s/embed.html")[2]["Content-Security-Policy"] and "frame-ancestors 'none'" in nobody.get("/embed.html")[2]["Content-Security-Policy"], "nor_anything_else_of_that_name")
page = nobody.get(f"{at}/index.html")[1]
report(f"https://results.example/t/{slug}/embed.html" in page or f"/t/{slug}/embed.html&quot;" in page, "the_page_has_the_line_to_copy", plain(page)[-700:])

chief = Browser(server)
chief.begin(server.key, "Verena")
report(chief.post("/new", {"name": "Hall", "start": "2026-07-14", "rounds": "5"})[0] == 303, "an_event_of_the_desk")
settings = "/e/hall/main/do/settings"
refused = chief.post(settings, {"games_link": "http://games.example/y"})
report(refused[0] == 422 and "https://" in refused[1], "its_link_is_https_too", refused[:2])
given = chief.post(settings, {"games_link": "https://games.example/y#z"})[0]
page = nobody.get("/p/hall/main/index.html")[1]
report(given == 303 and 'href="https://games.example/y#z"' in page, "the_desk_gives_a_link_to_the_games", (given, plain(page)[:300]))
hall = nobody.get("/p/hall/main/tournament.trf")[1]
report("### Games: https://games.example/y#z" in hall and "https://games.example/y#z" in chief.get("/e/hall/main/settings")[1], "it_is_in_files_and_among_the_settings", hall)
chief.post("/e/hall/main/do/section", {"id": "b", "title": "Blitz", "rounds": "3", "system": "dutch"})
links, here = sections_on("/p/hall/b/index.html")
report(sorted(address for address, _ in links) == ["/p/hall/b/index.html", "/p/hall/main/index.html"] and len(here) == 1 and "Blitz" in here[0], "sections_of_the_desk_lead_to_each_other", (links, here))
report(chief.post(settings, {"games_link": "none"})[0] == 303 and "games.example" not in nobody.get("/p/hall/main/index.html")[1], "none_removes_it")
# --- two of one name

chief.post("/new", {"name": "Twins", "start": "2026-07-14", "rounds": "3"})
chief.post("/e/twins/main/people/enter", {"text": "Name\tElo\tBirthday\tClub\nMeier, Anna\t1800\t1999-05-06\t\nMeier, Anna\t1700\t2013-02-03\tSK Thun\nBeck, Eva\t1600\t\t\nCurti, Leo\t1500\t\t"})
done = [chief.post(f"/e/twins/main/round/1/{act}", fields)[0] for act, fields in (("pair", {}), ("publish", {"was": "0"}))]
pages = {page: plain(nobody.get(f"/p/twins/main/{page}.html")[1]) for page in ("players", "round-1", "names-1", "player-1")}
report(done == [303, 303] and all("Meier, Anna (1)" in page for page in pages.values()) and "Meier, Anna (SK Thun, 2)" in pages["players"] and not any(year in page for page in pages.values() for year in ("1999", "2013")),
       "in_public_two_of_one_name_are_numbered_and_have_no_year", (done, pages["players"][:600]))
report("1999" in chief.get("/e/twins/main/players")[1], "at_the_desk_they_have_the_year")


def desk(*words):
    return subprocess.run([limmat, "desk", "--acknowledge", "all", server.work / "imported.journal", *words], capture_output=True, text=True, check=False).stdout


(server.work / "hall.trf").write_text(SUMMER + "### Games: https://games.example/x\n")
desk("import", server.work / "hall.trf")
report("### Games: https://games.example/x" in desk("export", "--public").splitlines(), "an_import_keeps_it_for_all")

# --- pictures beside links: of an event, a round, a player; nobody on them who may be a minor


def picture(path):
    """Status, type, bytes, and width and height as the PNG has them."""
    answer, body = nobody.send("GET", path, None, {})
    return answer.status, answer.headers["Content-Type"], body, struct.unpack(">II", body[16:24]) if body.startswith(b"\x89PNG") else None


def shown_beside(page):
    return re.search(r'property="og:image" content="https://results.example(/[^"]*)"', page).group(1)


def born(years, name, text=SUMMER):
    """The event called ${name}, in which nobody's year of birth is known but those of ${years}."""
    return "".join(line[:69] + f"{years.get(int(line[4:8]), ''):10}" + line[79:] if line.startswith("001") else line for line in text.splitlines(keepends=True)).replace("Zürich Summer Open", name)


def named(text, number, name):
    return re.sub(rf"(?m)^(001 {number:4} .{{5}}).{{33}}", rf"\g<1>{name:33}", text)


if sys.argv[2] == "none":
    report(shown_beside(nobody.get(f"{at}/player-1.html")[1]).startswith("/t/social-"), "without_cairo_all_pages_have_one_picture")
else:
    known = born({**{number: 1980 for number in players}, 1: 2010, 2: ""}, "Pictured Open")
    link, slug = publish(known)
    at = f"/t/{slug}"
    for path, beside in {"index.html": "share.png", "standings-5.html": "share.png", "round-5.html": "round-5.png", "names-2.de.html": "round-2.de.png", "player-3.html": "player-3.png",
                         "player-3.fr.html": "player-3.fr.png"}.items():
        told = shown_beside(nobody.get(f"{at}/{path}")[1])
        status, kind, _, size = picture(told)
        report((told, status, kind, size) == (f"{at}/{beside}", 200, "image/png", (1200, 630)), f"{path}_has_a_picture_of_its_own", (told, status, kind, size))
    for number, who in {1: "a_minor", 2: "who_may_be_one"}.items():
        told = shown_beside(nobody.get(f"{at}/player-{number}.html")[1])
        report((told, picture(f"{at}/player-{number}.png")[0], picture(f"{at}/player-{number}.de.png")[0]) == (f"{at}/share.png", 404, 404), f"{who}_has_none", told)

    def drawn(years, file, *names):
        """The pictures ${file} of the event whose players have ${years}, as it is and with each of ${names}."""
        texts = [born({number: years for number in players}, "Drawn Open"), *(named(born({number: years for number in players}, "Drawn Open"), *name) for name in names)]
        slugs = [publish(text)[1] for text in texts]
        return [picture(f"/t/{slug}/{file}")[2] for slug in slugs]

    leader = players_of(nobody.get(f"{at}/standings-5.html")[1])[0]
    for file in ("share.png", "round-5.png"):
        plain_one, other = drawn(1980, file, (leader, "Otherwise, Ada"))
        report(plain_one != other, f"{file}_names_the_first")
        plain_one, other = drawn(2010, file, (leader, "Otherwise, Ada"))
        report(plain_one == other and plain_one.startswith(b"\x89PNG"), f"{file}_names_no_minors")
    report(picture(f"{at}/player-5.png")[0] == 200 and nobody.post(link + "/erase", {"player": "5"})[0] == 303 and picture(f"{at}/player-5.png")[0] == 404,
           "the_picture_of_who_is_erased_ends", picture(f"{at}/player-5.png")[:2])
    report(shown_beside(nobody.get(f"{at}/player-5.html")[1]) == f"{at}/share.png", "and_the_page_has_that_of_the_event")

server.end()
sys.exit(report.end())
