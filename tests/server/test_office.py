#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_office.py LIMMAT: the lists that a rating office has made, as everybody sees them; each figure is the command's.  TAP."""
import csv
import html
import io
import pathlib
import re
import sys
import time
import xml.etree.ElementTree

from arbiter import text_of
from served import Browser, Report, Server, simulated_office

report = Report()
rate, work, LISTS = simulated_office(sys.argv[1], 600, 11)
office, limmat = work / "office", pathlib.Path(sys.argv[1]).resolve()
NOW, BEFORE = LISTS[-1], LISTS[-2]
# Of Ada only the year is known: in the year of the 18th birthday nobody knows whether it has been.
YEAR = int(NOW[:4])
rate("person", "-l", office / NOW, "correct", "100001", f"born={YEAR - 18}", "name=Abel, Ada", "sex=F")
rate("person", "-l", office / NOW, "correct", "100002", f"born={YEAR - 19}", "name=Boll, <b>Bea</b>", "sex=F", "federation=SUI", "title=FM")
server = Server(limmat, "--office", office)
nobody = Browser(server)


def rows_of(path):
    """The table's cells: rank, name, federation, rating, change, games, year; and ids."""
    status, page, _ = nobody.get(path)
    assert status == 200, (path, page)
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.S)
    rows = [] if body is None else [row for row in body[1].split("<tr>") if row.strip()]
    cells = [[html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in re.split(r"<t[dh][^>]*>", row)[1:]] for row in rows]
    return cells, [re.search(r"/ratings/(\d+)", row)[1] for row in rows]


def all_rows(query=""):
    rows, ids, start = [], [], 0
    while True:
        more, names = rows_of(f"/ratings?from={start}{query}")
        rows, ids, start = rows + more, ids + names, start + 100
        if len(more) < 100:
            return rows, ids


def listed(list_name, *options):
    return list(csv.DictReader(io.StringIO(rate("export", "-t", "csv", *options, office / list_name))))


# --- the list of the month

people = [p for p in listed(NOW, "--public") if p["standard"]]
earlier = {p["id"]: p for p in listed(BEFORE)}
active = [p for p in people if "i" not in p["flag"]]
order = sorted(active, key=lambda p: (-int(p["standard"]), int(p["id"])))


def as_row(p, ranked):
    then = earlier.get(p["id"], {}).get("standard")
    change = int(p["standard"]) - int(then) if then else 0
    rank = 1 + sum(int(q["standard"]) > int(p["standard"]) for q in ranked)
    name = f"{p['title'] or p['women_title']} {p['name']}".strip()
    return [str(rank), name, p["federation"], p["standard"], f"{change:+d}" if change else "", p["standard_games"].replace("0", "", p["standard_games"] == "0"), p["born"]]


rows, ids = all_rows()
report(len(order) > 150 and ids == [p["id"] for p in order] and rows == [as_row(p, order) for p in order], "the_list_of_the_month_is_the_command_s",
       next(((a, b) for a, b in zip(rows, [as_row(p, order) for p in order]) if a != b), (len(rows), len(order))))
women = [p for p in order if p["sex"] == "F"]
everybody = sorted(people, key=lambda p: (-int(p["standard"]), int(p["id"])))
report(all_rows("&sex=women")[1] == [p["id"] for p in women] and all_rows("&sex=men")[1] == [p["id"] for p in order if p["sex"] != "F"], "women_and_men_have_their_lists")
report(all_rows("&show=all")[1] == [p["id"] for p in everybody] and all_rows("&show=inactive")[1] == [p["id"] for p in everybody if "i" in p["flag"]]
       and all_rows("&show=titled")[1] == [p["id"] for p in everybody if p["title"] or p["women_title"]], "inactive_and_titled_players_have_theirs")
report(all_rows("&federation=SUI&show=all")[1] == ["100002"], "a_federation_has_its_own")
report(all_rows("&age=50")[1] == [p["id"] for p in order if p["born"] and YEAR - int(p["born"]) >= 50], "seniors_are_found_by_age")
report([nobody.get(f"/ratings?age={age}")[0] for age in (1, 17, 18)] == [422, 422, 200], "no_age_below_18_can_be_asked_for")
report(rows_of("/ratings?chess=rapid")[0] == [] and "No players found" in nobody.get("/ratings?chess=blitz")[1], "a_kind_of_chess_that_nobody_plays_has_an_empty_list")
report(rows_of("/ratings?q=ABEL+ada")[1] == ["100001"] and rows_of("/ratings?q=100002")[1] == ["100002"] and rows_of("/ratings?q=nobody+at+all")[1] == [], "players_are_found_by_name_and_id")

# --- births

ada, bea = nobody.get("/ratings/100001"), nobody.get("/ratings/100002")
report(str(YEAR - 18) not in text_of(ada[1]) and f"born {YEAR - 19}" in text_of(bea[1]), "years_of_birth_are_those_of_adults_alone", text_of(ada[1]))
report(ada[2].get("X-Robots-Tag") == "noindex" and bea[2].get("X-Robots-Tag") is None, "search_engines_are_to_keep_no_page_of_a_minor")
report("<b>Bea" not in bea[1] and "Boll, <b>Bea</b>" in html.unescape(bea[1]), "names_are_no_markup")

# --- a player, by the journal and game by game

played = next(p["id"] for p in order if int(p["standard_games"]) > 5 and as_row(p, order)[4])
for number, name in ((played, NOW), (next(p["id"] for p in order if p["standard_games"] == "0"), NOW)):
    told = rate("why", "-l", office / name, "--before", office / BEFORE, "-e", office / f"events-{name}", number)
    page = nobody.get(f"/ratings/{number}/{name}")[1]
    cells = [html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in re.split(r"<t[dh][^>]*>", page)[1:]]
    games = re.findall(r"^ *(\d+)  (.*?)  +(\d+)  +([+-]\d+)  +([+-]\d+)  +(\d?\.\d\d)  +([\d½]+)  +([+-]\d\.\d\d)", told, re.M)
    fits = all([rating, used, "0" + expected if expected[0] == "." else expected, score, change] == next(
        ([c.split("\n")[0] for c in cells[i + 2:i + 7]] for i in range(len(cells) - 7) if cells[i] == turn and cells[i + 1].startswith(other)), None)
        for turn, other, rating, _, used, expected, score, change in games)
    report(fits and (len(games) > 5) == (number == played), f"games_are_explained_as_by_the_command ({len(games)})", (told, cells))
sums = re.search(r"^(\d+) -> (\d+), K \d+ -> (\d+): the changes of all events add up to \+?(-?[\d.]+), rounded once \((.*)\)", rate("why", "-l", office / NOW, played), re.M)
page = text_of(nobody.get(f"/ratings/{played}/{NOW}")[1])
report(f"{sums[1]} → {sums[2]}, K {sums[3]}. The changes of all events add up to {sums[4]}, rounded once. {sums[5]}" in page, "and_so_is_their_sum_with_its_article", (sums[0], page))
page = nobody.get(f"/ratings/{played}")[1]
report(page.count("<polyline") == 1 and len(re.findall(r" \d+,\d+", re.search(r'points="([^"]*)"', page)[1])) == len(LISTS), "a_chart_has_a_point_for_each_list")
feed = xml.etree.ElementTree.fromstring(nobody.get(f"/ratings/{played}.atom")[1])
entries = feed.findall("{*}entry")
report(len(entries) == len(LISTS) and f"Standard {sums[2]}" in entries[0].find("{*}summary").text, "a_feed_has_an_entry_for_each_list")
report([nobody.get(path)[0] for path in ("/ratings/1", f"/ratings/1/{NOW}", f"/ratings/{played}/2001-01", f"/ratings/{played}/..", f"/ratings/{played}.rss", "/ratings/x")] == [404] * 6,
       "what_is_not_there_is_not_found")

# --- files

for ending, form in (("txt", "combined"), ("xml", "xml"), ("csv", "csv"), ("json", "json")):
    rate("export", "--public", "-t", form, "-o", work / ending, office / NOW)
    found = [nobody.get(f"/ratings/files/{NOW}.{ending}") for _ in range(2)]
    report(all(f[0] == 200 and f[1] == (work / ending).read_text() for f in found), f"the_list_as_{ending}_is_the_command_s")
report([nobody.get(f"/ratings/files/{name}")[0] for name in (f"{NOW}.exe", "registry", "..%2Fregistry", f"{NOW}.partial.xml", "2001-01.xml")] == [404] * 5, "there_are_no_other_files")

# --- what the command does meanwhile

rate("person", "-l", office / NOW, "correct", played, "deceased=yes")
time.sleep(2.2)
report(nobody.get(f"/ratings/{played}")[0] == 404 and played not in all_rows("&show=all")[1] and nobody.get(f"/ratings/{played}.atom")[0] == 404, "who_is_deceased_has_no_page")
report(f'"{played}"' not in nobody.get(f"/ratings/files/{NOW}.json")[1] and f"{played}," not in nobody.get(f"/ratings/files/{NOW}.csv")[1], "nor_a_line_in_a_file_that_was_made_before")
rate("period", "-l", office / NOW, "-e", office / f"events-{NOW}", "-o", office / "next", "-d", f"{YEAR}-12-01", "--leave-earlier") if NOW < f"{YEAR}-12" else None
(office / "next").exists() and (office / "next").rename(office / f"{YEAR}-12")
time.sleep(2.2)
report(str(rows_of("/ratings")[1]) and "1 December" in nobody.get("/ratings")[1], "the_next_list_appears_when_it_is_made")
for language, word in (("de", "Elo-Liste"), ("fr", "Liste Elo"), ("it", "Lista Elo"), ("es", "Lista de Elo")):
    report(word in nobody.get("/ratings", **{"Accept-Language": language})[1], f"the_list_speaks_{language}")
server.end()
plain = Server(limmat)
report([Browser(plain).get(path)[0] for path in ("/ratings", "/ratings/1", "/ratings/files/2013-09.xml")] == [404] * 3, "without_an_office_there_is_none")
plain.end()
sys.exit(report.end())
