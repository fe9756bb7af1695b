#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_publish.py LIMMAT EXAMPLES: what `limmat publish` makes of folders, in TAP."""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import xml.etree.ElementTree

limmat, examples = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
work = pathlib.Path(tempfile.mkdtemp())
count = 0


def report(good, name, why=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + str(why)[:2000].replace("\n", "\n# "))


for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(name, None)


def run(*arguments, status=0, **more):
    done = subprocess.run([limmat, *map(str, arguments)], capture_output=True, text=True, cwd=work, **more)
    if done.returncode != status:
        print(f"# limmat {arguments}: status {done.returncode}\n# {done.stderr}")
    return done


def tree(folder):
    """Every file with its bytes and its inode."""
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_ino)
            for path in sorted(folder.rglob("*")) if path.is_file()}


def changed(before, after):
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


class Page(html.parser.HTMLParser):
    """What a page links to, what it has as targets, and everything else worth a question."""

    def __init__(self, path):
        super().__init__()
        self.links, self.fetched, self.ids, self.text, self.headings = [], [], [], "", []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes["href"])
        if tag in ("script", "img", "iframe") or (tag == "link" and attributes["rel"] == "stylesheet"):
            self.fetched.append(attributes.get("src") or attributes.get("href"))
        if tag == "h1":
            self.headings.append(tag)

    def handle_data(self, data):
        self.text += data


def broken_links(site):
    pages = {path: Page(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        if len(page.headings) != 1 or len(set(page.ids)) != len(page.ids):
            yield f"{path}: headings {page.headings}, ids {len(page.ids)}"
        for link in page.links + page.fetched:
            target, fragment = urllib.parse.urldefrag(link)
            if re.match(r"https://ratings\.fide\.com/profile/\d+$", link):
                continue
            where = pathlib.Path(os.path.normpath(path.parent / target)) if target else path
            if not where.is_file() or (fragment and fragment not in pages[where].ids):
                yield f"{path}: {link}"


# --- what there is
for name in ("open-2026.trf", "weekend-2026.trf", "youth-2026.json"):
    shutil.copy(examples / name, work)
run("pair", "-f", "trf", "-o", "summer.trf", examples / "summer-open-2026.trf")
site = work / "site"
done = run("publish", "summer.trf", "open-2026.trf", "weekend-2026.trf", "youth-2026.json")
files = sorted(path.name for path in site.rglob("*") if path.is_file())
report(done.stdout == f"site/index.html: 4 events, {len(files) - 1} files, {len(files) - 1} written, 0 removed\n",
       "says_what_it_wrote", done.stdout)
broken = list(broken_links(site))
report(not broken, "every_link_leads_somewhere", "\n".join(broken))
kinds = ["index", "players", "crosstable", "statistics", "round-1", "names-6", "standings-5", "why-6", "player-1"]
missing = [kind for kind in kinds if not (site / "summer" / f"{kind}.html").is_file()]
report(not missing, "every_kind_of_page", missing)
foreign = [link for path in site.rglob("*.html") for link in Page(path).fetched if ":" in link]
report(not foreign, "nothing_is_fetched_from_elsewhere", foreign)
report(not list(site.rglob(".limmat-next")), "no_draft_is_left")
columns = Page(site / "summer" / "standings-5.html").text
report(re.search(r"/C1, Buchholz[^\[]*The lowest value is left out\.", columns), "a_cut_has_a_legend_of_its_own", columns[-900:])
card = Page(site / "summer" / "player-4.html").text
report(re.search(r"Round 6 · 16 July 2026\s+Board 2, White\s+against\s+Součková, Jiří", card),
       "the_next_game_stands_first", card)
report("Why this opponent?" in card and "#p4" in (site / "summer/player-4.html").read_text(),
       "and_why_this_opponent")
report((site / "summer/tournament.trf").read_text()
       == re.sub(r"(?m)^(001.{66}\d{4})/\d\d/\d\d", r"\1/00/00", run("convert", "-t", "trf26", "summer.trf").stdout),
       "the_download_is_the_tournament")

# --- rounds known beforehand: everybody against everybody; of a Scheveningen match team against team
for system, players, rounds in (("round-robin", 6, 5), ("scheveningen", 7, 4)):
    run("generate", "-s", system, "-n", players, "-R", rounds, "--seed", "5", "-o", f"{system}.trf")
    run("publish", "-o", "matrix", f"{system}.trf")
    made = json.loads(run("convert", "-t", "json", f"{system}.trf").stdout)["players"]
    page = (work / "matrix" / system / "crosstable.html").read_text()
    tables = re.findall(r"(?s)<h[12]>([^<]*).*?<tbody>(.*?)</tbody>", page)
    cells = [[re.findall(r"<td>([^<]*)", row) for row in body.split("<tr>")[1:]] for _, body in tables]
    full = all(cell and cell not in "·" for table in cells for n, row in enumerate(table)
               for m, cell in enumerate(row) if system == "scheveningen" or n != m)
    ours, theirs = made[:(players + 1) // 2], made[(players + 1) // 2:]
    title = [f"{name} {sum(p['points'] for p in side):g}".replace(".5", "½").replace(" 0½", " ½")
             for name, side in (("A", ours), ("B", theirs))]
    report(full and [len(table) for table in cells] == ([6] if system == "round-robin" else [4, 3])
           and (system == "round-robin" or re.findall("<h2>([^<]*)", page) == title), f"a_matrix_of_a_{system}", (cells, title, page))

# --- for programs
run("publish", "-o", "based", "--base", "https://chess.example/x", "summer.trf")
feed = xml.etree.ElementTree.parse(work / "based/summer/feed.xml").getroot()
atom = "{http://www.w3.org/2005/Atom}"
report([entry.find(atom + "title").text for entry in feed.findall(atom + "entry")][:2]
       == ["Round 6 is paired", "Round 5 is played"]
       and feed.find(atom + "entry").find(atom + "link").get("href") == "https://chess.example/x/summer/round-6.html",
       "a_feed_tells_what_is_new")
where = xml.etree.ElementTree.parse(work / "based/sitemap.xml").getroot()
report([loc.text for loc in where.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
       == ["https://chess.example/x/summer/index.html"]
       and "Sitemap: https://chess.example/x/sitemap.xml" in (work / "based/robots.txt").read_text(),
       "search_engines_find_the_events")
picture = re.search(r'<meta property="og:image" content="https://chess.example/x/(social-[0-9a-f]+\.png)">',
                    (work / "based/summer/player-4.html").read_text())
report(picture and (work / "based" / picture[1]).read_bytes().startswith(b"\x89PNG")
       and "og:image" not in (site / "summer/player-4.html").read_text(), "links_elsewhere_show_a_picture")
calendar = (work / "based/summer/player-4.ics").read_bytes().decode()
report(calendar.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") and calendar.count("BEGIN:VEVENT") == 9
       and "DTSTART;VALUE=DATE:20260716\r\nDTEND;VALUE=DATE:20260717\r\n"
           "SUMMARY:Round 6\\, board 2: White against Součková\\, Jiří\r\n" in calendar
       and all(len(line.encode()) <= 75 for line in calendar.split("\r\n")), "a_calendar_for_each_player", calendar)

# --- languages
done = run("publish", "-o", "five", "--lang", "de,en,fr,it,es,de", "--base", "https://chess.example/", "summer.trf")
five = work / "five/summer"
tongues = {"": "de", ".en": "en", ".fr": "fr", ".it": "it", ".es": "es"}
pages = sorted(path.name[:-5] for path in five.glob("*.html") if path.name.count(".") == 1)
missing = [f"{page}{tongue}.html" for page in pages for tongue in tongues
           if not (five / f"{page}{tongue}.html").is_file()]
report(pages and not missing, "every_page_is_there_in_every_language", missing)
broken = list(broken_links(work / "five"))
report(not broken, "links_lead_somewhere_in_every_language", "\n".join(broken))
strays = [f"{path.name}: {link}" for path in five.glob("*.html") for link in Page(path).links
          if re.search(r"-\d+\.|index|players", link) and not link.startswith("http")
          and re.match(r"[^.]*((?:\.\w\w)?)\.(html|ics)", link.rsplit("/", 1)[-1])[1]
          != re.match(r"[^.]*((?:\.\w\w)?)\.html", path.name)[1]
          and link.split("#")[0].split(".")[0] != path.name.split(".")[0]
          and f'href="{link}" lang=' not in path.read_text()]
report(not strays, "links_stay_in_the_language", "\n".join(strays[:5]))
heads = {tongue: (five / f"standings-5{tongue}.html").read_text() for tongue in tongues}
report(all(f'<html lang="{code}">' in heads[tongue]
           and re.findall(r'hreflang="(..)" href="https://chess.example/summer/standings-5((?:\.\w\w)?)\.html"', heads[tongue])
           == [(code, tongue) for tongue, code in tongues.items()]
           and f'hreflang="{code}" aria-current="true"' in heads[tongue] for tongue, code in tongues.items()),
       "every_page_names_its_language_and_the_others", heads[""][:1500])
words = {"": "<h1>Rangliste nach Runde 5</h1>", ".en": "<h1>Standings after round 5</h1>",
         ".fr": "<h1>Classement après la ronde 5</h1>", ".it": "<h1>Classifica dopo il turno 5</h1>",
         ".es": "<h1>Clasificación tras la ronda 5</h1>"}
report(all(words[tongue] in heads[tongue] for tongue in words), "and_speaks_it")
report("11.–19. Juli 2026" in heads[""] and "11–19 juillet 2026" in heads[".fr"]
       and re.search(r">[+−]\d+,\d<", (five / "player-1.html").read_text())
       and re.search(r">[+−]\d+\.\d<", (five / "player-1.en.html").read_text()), "dates_and_numbers_too")
reasons = {tongue: (five / f"why-5{tongue}.html").read_text() for tongue in tongues}
report(all(("approved 28 October 2025" in reasons[tongue]) == (tongue == ".en") and "C.04.3" in reasons[tongue]
           for tongue in tongues), "when_rules_were_approved_is_told_in_no_foreign_language", reasons[".es"][:1500])
report(len(list(five.glob("tournament*.trf"))) == 1 and "Runde 6\\, Brett 2: Weiß gegen Součková"
       in (five / "player-4.ics").read_bytes().decode(), "one_download_and_a_calendar_in_each")
report(b"<loc>https://chess.example/summer/index.it.html</loc>" in (work / "five/sitemap.xml").read_bytes(),
       "search_engines_find_every_language")
report("unknown language" in run("publish", "-o", "none", "--lang", "de,xx", "summer.trf", status=3).stderr
       and not (work / "none").exists(), "an_unknown_language_is_refused")
os.environ["LANG"] = "it_CH.UTF-8"
run("publish", "-o", "own", "open-2026.trf")
report('<html lang="it">' in (work / "own/index.html").read_text()
       and 'class="languages"' not in (work / "own/index.html").read_text(), "else_the_language_of_the_reader")
del os.environ["LANG"]

# --- 120 players
run("generate", "-s", "dutch-2026", "-n", 120, "-R", 9, "--seed", 3, "-o", "large.trf")
run("publish", "-o", "large", "large.trf")
sizes = sorted((path.stat().st_size, path.name) for path in (work / "large").rglob("*.html"))
report(sizes[-1][0] < 30000, "pages_of_120_players_are_below_30_kB", sizes[-5:])

# --- what changes
before = tree(site)
again = run("publish", "summer.trf", "open-2026.trf", "weekend-2026.trf", "youth-2026.json").stdout
report(", 0 written, 0 removed" in again and not changed(before, tree(site)), "the_same_again_writes_nothing", again)

trf = (work / "weekend-2026.trf").read_text()
result = re.search(r"^001    1.*", trf, re.MULTILINE).group()
run("convert", "-t", "json", "-o", "weekend.json", "weekend-2026.trf")
renamed = trf.replace(re.search(r"^012 (.*)", trf, re.MULTILINE).group(1), "Another name", 1)
(work / "weekend-2026.trf").write_text(renamed)
run("publish", "summer.trf", "open-2026.trf", "weekend-2026.trf", "youth-2026.json")
different = changed(before, tree(site))
report(different and all(name.startswith("weekend-2026/") or name == "index.html" for name in different),
       "only_what_changed_is_written", sorted(different)[:20])
(work / "weekend-2026.trf").write_text(trf)

(site / "CNAME").write_text("chess.example\n")
run("publish", "summer.trf", "open-2026.trf")
report((site / "CNAME").is_file() and not (site / "youth-2026").exists() and (site / "summer").is_dir(),
       "what_is_published_no_more_goes_and_nothing_else")

# --- what is refused
before = tree(site)
(work / "bad.trf").write_text(trf.replace("001    1", "001    x", 1))
done = run("publish", "open-2026.trf", "bad.trf", "nowhere.trf", status=3)
report(done.returncode == 3 and re.search(r"limmat: bad\.trf:\d+:", done.stderr) and "nowhere.trf" in done.stderr,
       "every_bad_file_is_told_with_its_place", done.stderr)
report(not changed(before, tree(site)), "and_the_site_stays_as_it_was")
(work / "else/open-2026").mkdir(parents=True)
done = run("publish", "-o", "else", "open-2026.trf", status=5)
report(done.returncode == 5 and "else/open-2026 exists and was not made by `limmat publish`" in done.stderr
       and not any((work / "else/open-2026").iterdir()), "what_is_not_ours_is_not_replaced", done.stderr)
done = run("publish", "--base", "javascript:alert(1)", "open-2026.trf", status=3)
report(done.returncode == 3 and not changed(before, tree(site)), "a_base_is_a_web_address", done.stderr)

# --- names
(work / "a").mkdir()
shutil.copy(work / "open-2026.trf", work / "a/open-2026.trf")
run("publish", "-o", "two", "open-2026.trf", "a/open-2026.trf")
report((work / "two/open-2026-2/index.html").is_file(), "two_files_of_one_name_get_two_addresses")
with open(work / "open-2026.trf", encoding="utf-8") as piped:
    run("publish", "-o", "piped", "-", stdin=piped)
report((work / "piped/event/index.html").is_file(), "standard_input_is_an_event_too")
(work / "two/.limmat-next/rest").mkdir(parents=True)
run("publish", "-o", "two", "open-2026.trf", "a/open-2026.trf")
report(not (work / "two/.limmat-next").exists(), "the_rest_of_an_interruption_is_cleared")

# --- prizes: a plan beside the tournament
report(not (site / "summer/prizes.html").exists(), "no_plan_no_prizes")
shutil.copy(examples / "summer-open-2026.trf", work / "paid.trf")
shutil.copy(examples / "summer-open-2026.prizes.json", work / "paid.prizes.json")
run("publish", "-o", "paid", "paid.trf")
told = json.loads(run("prizes", "-f", "json", "paid.prizes.json", "paid.trf").stdout)
prizes = Page(work / "paid/paid/prizes.html").text
awards = [award for group in told["groups"] for award in group["awards"]]
shown, at = [], 0
for award in awards:
    at = prizes.find(award["amount"], at + 1)
    shown.append(at)
report(len(awards) > 5 and -1 not in shown and shown == sorted(shown)
       and "As if the event ended after round 5" in prizes, "prizes_are_those_of_the_command", (shown, prizes[:900]))
run("publish", "--lang", "en,de", "-o", "paid-de", "paid.trf")
german = Page(work / "paid-de/paid/prizes.de.html").text
report("sex=w" not in prizes + german and "women: 300.00 CHF" in prizes and "Frauen: 300,00 CHF" in german, "a_condition_is_told_in_words", (prizes[:900], german[:900]))
report("General: place 1" in prizes and "punktgleich auf den Plätzen" in german and "place 1" not in german and "equal shares" not in german,
       "reasons_are_in_the_language_of_the_page", german[:1500])
report(not list(broken_links(work / "paid")), "every_player_with_a_prize_has_his_page")
(work / "paid.prizes.json").write_text('{"format": "limmat-prizes/1"}')
before = tree(work / "paid")
done = run("publish", "-o", "paid", "paid.trf", status=3)
report("paid.prizes.json:1:" in done.stderr and not changed(before, tree(work / "paid")), "a_bad_plan_is_refused_with_its_place",
       done.stderr)

# --- a championship: over, and in its second round
run("championship", "simulate", "acwc-2019", "--seed", 5, "-o", "over.journal")
journal = (work / "over.journal").read_text().splitlines(keepends=True)
second = [number for number, line in enumerate(journal) if '"event":"pair"' in line][1]
(work / "running.journal").write_text("".join(journal[:second + 30]))
run("publish", "-o", "championships", "over.journal", "running.journal")
held = work / "championships"
broken = list(broken_links(held))
report(not broken, "every_link_of_a_championship_leads_somewhere", "\n".join(broken))
pages = {path.name: Page(path).text for path in (held / "over").glob("*.html")}
state = json.loads(run("championship", "export", "over.journal").stdout)
report(f"Champion: {state['champion']}" in re.sub(r"\s+", " ", pages["index.html"]), "the_champion_stands_first",
       pages["index.html"][:500])
matches = [name for name in pages if name.startswith("match-")]
report(len(matches) == len(state["matches"]) and "VI.G" in pages["match-1.html"],
       "every_match_has_a_page_with_the_articles", len(matches))
kept_out = [person["player"] for person in state["people"] if person["application"] not in ("accepted", "automatic")]
report(kept_out and not [name for name in kept_out for text in pages.values() if name in text],
       "who_was_not_accepted_is_on_no_page", kept_out)
open_matches = [path for path in (held / "running").glob("player-*.html") if "offered by" in Page(path).text]
report(open_matches and "Being played" in Page(held / "running/index.html").text, "who_plays_sees_what_he_may_do")
torn = journal[:second] + [journal[second][:40]]
(work / "running.journal").write_text("".join(torn))
done = run("publish", "-o", "championships", "over.journal", "running.journal", status=3)
report(done.returncode == 3 and f"running.journal:{second + 1}:" in done.stderr
       and (held / "running/index.html").is_file(), "a_torn_journal_is_refused_with_its_line", done.stderr)

# The bracket of a knock-out is drawn: of 13 entrants 8, 4, 2 matches and a final, who won a match is in the next, before the next is paired too.
run("championship", "simulate", "club-knock-out", "-n", 13, "--seed", 5, "-o", "cup.journal")
lines = (work / "cup.journal").read_text().splitlines(keepends=True)
(work / "half.journal").write_text("".join(lines[: len(lines) * 45 // 100]))
run("publish", "-o", "cups", "--lang", "en,de", "cup.journal", "half.journal")


def drawn(path):
    tree = (work / "cups" / path).read_text().split('<ol class="tree">')[1].split("</section>")[0]
    levels = [[re.findall(r'<p class="(\w*)">(?:<a [^>]*>([^<]*)</a>)?', tie) for tie in level.split('<div class="tie">')[1:]] for level in tree.split("<h3>")[1:]]
    return levels, re.findall("<h3>([^<]*)</h3>", tree)


cup, heads = drawn("cup/stage-1.html")
report([len(level) for level in cup] == [8, 4, 2, 1] and heads == ["Round 1", "Quarter-finals", "Semi-finals", "Final"], "a_bracket_is_drawn", heads)
through = [[name for tie in level for state, name in tie if state == "through"] for level in cup]
report(all([name for tie in after for _, name in tie] == before for before, after in zip(through, cup[1:])), "winners_of_two_matches_meet", through)
champion = json.loads(run("championship", "export", "cup.journal").stdout)["champion"]
report(through[-1] == [champion], "the_last_is_the_champion", (through[-1], champion))
half, heads = drawn("half/stage-1.de.html")
through = [name for tie in half[0] for state, name in tie if state == "through"]
known = [name for tie in half[1] for _, name in tie if name]
report(heads[-1] == "Finale" and 0 < len(known) < 8 and known == through, "who_is_through_stands_in_the_next_round", (heads, known, through))

# --- a round that was not paired as today's results give it: declared, and without a word
declared = (examples.parent / "tests/cli/data/declared.trf").read_text(encoding="utf-8")
(work / "declared.trf").write_text(declared, encoding="utf-8")
(work / "corrected.trf").write_text(re.sub(r"(?m)^###.*\n", "", declared), encoding="utf-8")
run("publish", "-o", "departures", "declared.trf", "corrected.trf")
pages = {f"{event}/{name}": re.sub(r"\s+", " ", Page(work / f"departures/{event}/{name}.html").text)
         for event in ("declared", "corrected") for name in ("why-1", "why-2", "why-3", "player-1", "player-2")}
report("departs from what the rules give, as its arbiters declare: ### MPA @ Round 2: 9-1 => 1-9" in pages["declared/why-2"]
       and "### Correction @ Round 2" in pages["declared/why-3"] and "With today" not in pages["declared/why-3"],
       "a_declared_departure_is_shown_as_declared", pages["declared/why-2"][:900])
report("With today’s results the rules give another pairing" in pages["corrected/why-3"]
       and "Board 2: 1 Bernoulli, Anna – 6 Imhof, Beat" in pages["corrected/why-3"]
       and "With today" not in pages["corrected/why-1"], "a_round_corrected_later_is_no_wrong_pairing", pages["corrected/why-3"][:900])
report("### Correction @ Round 2" in pages["declared/player-1"] and "With today’s results" in pages["corrected/player-1"]
       and "Board 2: 1 Bernoulli, Anna – 6 Imhof, Beat" in pages["corrected/player-1"]
       and "With today" not in pages["corrected/player-2"], "and_whom_it_concerns_reads_it_on_his_page", pages["corrected/player-1"][-900:])

# --- an event of teams: FIDE's exercise in tie-breaking, whose values are published
vectors = examples.parent / "tests/vectors/tiebreaks"
shutil.copy(vectors / "tec-teams.trf", work / "teams.trf")
run("publish", "-o", "of-teams", "teams.trf")
folder = work / "of-teams/teams"
broken = list(broken_links(work / "of-teams"))
report(not broken, "every_link_of_an_event_of_teams_leads_somewhere", "\n".join(broken))


def words(path):
    """The text of a page, with a blank wherever an element begins or ends."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", path.read_text(encoding="utf-8")))


text = {path.stem: words(path) for path in folder.glob("*.html")}
report(len([name for name in text if name.startswith("team-")]) == 14 and "not shown" not in text["index"],
       "each_team_has_a_page", sorted(text))
sent = sorted((int(line[:75].split()[-1]), line[8:40].strip()) for line in (work / "teams.trf").read_text().splitlines() if line.startswith("310"))
cells = re.findall(r"<tr><td>(\d+)(?:</td>)?\s*<th scope=\"?row\"?>\s*(?:<[^>]*>\s*)*([^<]+)", (folder / "standings-7.html").read_text(encoding="utf-8"))
report([(int(rank), name) for rank, name in cells] == sent and len(cells) == 14, "teams_stand_as_the_file_ranks_them", (cells, sent))
report(re.search(r"Deer 2½ – 1½ Antelopes Board Deer Colour Result Antelopes 1 David Dong 2061 White 0 – 1 Alejandro Almeida 2046 "
                 r"2 Desiree Dong 2071 Black 1 – 0 Alcide Angolano", text["round-2"]), "a_round_is_matches_with_their_boards", text["round-2"][:600])
report("Rank 5 of 14 Match points 10 Game points 16" in text["team-3"] and "2 Bonobos 0 – 4 2" in text["team-3"]
       and "1 Carlo Cohen 2100 w1 b0 w0 b1 w1 b1 w0 4" in text["team-3"], "a_team_has_its_matches_and_its_line_up", text["team-3"])
report("Antelopes" in text["player-14"] and "match 1, board 1 Black" in text["names-2"], "players_lead_to_their_team_and_their_match",
       (text["player-14"][:200], text["names-2"][:400]))
report(text["scores-7"].count("Armando Aglio") == 1 and "Standings of the teams" in text["scores-7"], "the_points_of_players_stand_beside",
       text["scores-7"][:300])
report(re.search(r"Total Expected Change 1 ", text["player-14"]) and re.search(r"Change Why 1 ", words(site / "summer/player-4.html")),
       "games_have_a_column_of_reasons_where_there_are_any", text["player-14"])
forfeits = {"format": "limmat-tournament/1", "name": "Forfeits", "rounds": 2, "team_points": [2, 1, 0],
            "players": [{"tpn": 1, "name": "A1", "results": ["3w1", "Z"]}, {"tpn": 2, "name": "A2", "results": ["+", "Z"]},
                        {"tpn": 3, "name": "B1", "results": ["1b0", "Z"]}, {"tpn": 4, "name": "B2", "results": ["Z", "Z"]}],
            "teams": [{"number": 7, "name": "Ants", "players": [1, 2]}, {"number": 9, "name": "Bees", "players": [3, 4]}]}
(work / "forfeits.json").write_text(json.dumps(forfeits))
run("publish", "-o", "of-forfeits", "forfeits.json")
ants = words(work / "of-forfeits/forfeits/round-1.html")
report("Ants 2 – 0 Bees" in ants and "A2 1 – 0 forfeit no one" in ants and not list(broken_links(work / "of-forfeits")),
       "a_board_won_without_anybody_on_the_other_side_is_shown", ants)
running = {"format": "limmat-tournament/1", "name": "Running", "rounds": 2, "team_points": [2, 1, 0],
           "players": [{"tpn": 1, "name": "A1", "results": ["3w1"]}, {"tpn": 2, "name": "A2", "results": ["4b"]},
                       {"tpn": 3, "name": "B1", "results": ["1b0"]}, {"tpn": 4, "name": "B2", "results": ["2w"]}],
           "teams": forfeits["teams"]}
(work / "running.json").write_text(json.dumps(running))
run("publish", "-o", "of-running", "--lang", "en,de,fr,it,es", "running.json")
text = {name: words(work / f"of-running/running/{name}.html")
        for name in ("round-1", "round-1.de", "round-1.fr", "round-1.it", "round-1.es", "team-7", "standings-1", "crosstable", "index")}
report("Ants 1 – 0 (open: 1 of 2 boards) Bees" in text["round-1"] and "(offen: 1 von 2 Brettern)" in text["round-1.de"]
       and "échiquiers sur 2)" in text["round-1.fr"] and "1 scacchiere su 2)" in text["round-1.it"]
       and "(abierto: 1 de 2 tableros)" in text["round-1.es"] and "(open: 1 of 2 boards)" in text["team-7"] and "w*" in text["crosstable"],
       "a_match_that_is_played_says_that_it_is_open", text)
report("Round 1: 1 of 2 results" in text["round-1"] and "Standings during round 1: 1 of 2 results" in text["standings-1"]
       and "is being played: 1 of 2 results" in text["index"], "headings_say_how_many_results_there_are", text)
report("1 Ants 0 1" in text["standings-1"], "nothing_is_made_of_a_match_as_long_as_a_board_is_open", text["standings-1"])

# --- birth dates: the year at most, nothing when asked, all of it for one's own use
born = {"format": "limmat-tournament/1", "name": "Born", "rounds": 1, "start": "2026-01-03", "end": "2026-01-04", "players": [
    {"tpn": 1, "name": "Junior, Ann", "rating": 1500, "birth": "2014-05-17", "results": ["2w1"]},
    {"tpn": 2, "name": "Senior, Bob", "rating": 1600, "birth": "1951/11/29", "results": ["1b0"]},
    {"tpn": 3, "name": "Odd, Cy", "rating": 1400, "birth": "2013", "results": ["U"]}]}
(work / "born.json").write_text(json.dumps(born))
run("convert", "-t", "trf26", "-o", "born.trf", "born.json")
text = (work / "born.trf").read_text()
(work / "born.trf").write_text(text + "".join("SUI" + line[3:79] + "\n" for line in text.splitlines() if line.startswith("001")))
whole = re.compile(rb"2014[-/.]?0?5|0?5[-/.]17|1951[-/.]11|11[-/.]29|17[./-]0?5")
found = {}
for name, more in (("year", []), ("none", ["--birth", "none"]), ("own", ["--private"])):
    done = run("publish", "-o", f"births-{name}", *more, "born.json", "born.trf")
    files = {str(path): path.read_bytes() for path in (work / f"births-{name}").rglob("*")
             if path.is_file() and path.parent != work / f"births-{name}"}
    found[name] = [p for p, b in files.items() if whole.search(b)], [p for p, b in files.items() if re.search(rb"2014|1951|2013", b)], files
report(not found["year"][0] and len(found["year"][1]) >= 4, "a_public_site_holds_the_year_of_birth_at_most", found["year"][:2])
report(not found["none"][0] and not found["none"][1], "and_nothing_of_it_when_asked", found["none"][:2])
report(len(found["own"][0]) >= 4, "a_private_site_keeps_it", found["own"][:2])
players = [p for p in found["none"][2] if re.search(r"player-1\.html$", p)]
report(players and not [p for p in players if b"K = 40" in found["none"][2][p]]
       and [p for p in players if b"K = 40" in found["year"][2][p.replace("births-none", "births-year")]],
       "nor_what_follows_from_it", players)
done = run("publish", "-o", "births-both", "--private", "--birth", "none", "born.json", status=3)
report(done.returncode == 3 and not (work / "births-both").exists(), "private_and_public_at_once_are_refused", done)

# --- a club evening says no federations and no dates: no page has an empty column of them
(work / "evening.csv").write_text('tpn,name,rating,points,r1\n1,"A, B",2000,1.0,2w1\n2,"C, D",1900,0.0,1b0\n3,"E, F",1800,1.0,U\n')
run("publish", "-o", "evening", "evening.csv", examples / "summer-open-2026.trf")


def empty_columns(path):
    """Of each table, how many columns have no cell with a letter or digit in it."""
    found = []
    for table in re.findall(r"<tbody>(.*?)</tbody>", path.read_text(encoding="utf-8"), re.S):
        rows = [[re.sub("<[^>]*>", "", cell) for cell in re.split(r"<t[hd][^>]*>", row)[1:]] for row in re.split(r"<tr[^>]*>", table)[1:]]
        found.append(sum(not any(re.search(r"\w", cell) for cell in column) for column in zip(*rows)))
    return found


pages = [work / "evening/evening" / name for name in ("index.html", "players.html")]
standings = (work / "evening/evening/standings-1.html").read_text(encoding="utf-8")
report(all(found and not any(found) for found in map(empty_columns, pages)) and "Rating" in standings and "Fed." not in standings,
       "what_nobody_has_is_no_column", [*map(empty_columns, pages)])
known = (work / "evening/summer-open-2026/players.html").read_text(encoding="utf-8")
report("Fed." in known and "SUI" in known, "and_what_somebody_has_is_one")

# --- teams: the matches are explained, by the rules for teams, on the page of each team
run("generate", "-s", "team-2026", "-n", "9", "-R", "5", "--seed", "3", "-o", "league.trf")
run("publish", "-o", "league", "--lang", "en,fr", "league.trf")
league = work / "league/league"
teams = sorted(league.glob("team-*[0-9].html"))
told = [re.search(r'<section[^>]* id="?why"?>(.*?)</section>', path.read_text(encoding="utf-8"), re.S) for path in teams]
report(len(teams) == 9 and all(one and "C.04.6" in one.group(1) and "why-5.html#p" in one.group(1) for one in told),
       "each_team_is_told_why_it_has_its_opponent", [bool(one) for one in told])
report("C.04.6" in (league / "why-3.fr.html").read_text(encoding="utf-8")
       and not any("why-" in path.read_text(encoding="utf-8") for path in league.glob("player-*.html"))
       and not [*broken_links(work / "league")], "and_no_game_of_a_board_is_explained_by_them")

# --- norms: those of the command, where there may be some
def all_play_all(players):
    """A round robin of titled people of many federations, which the first, without a title, wins; all else is drawn."""
    lines = ["012 Norms", "032 SUI", "042 2026/07/11", "092 Individual: Round-Robin", f"142 {players - 1}", "192 BERGER_ROUNDROBIN"]
    rows = [[] for _ in range(players)]
    circle = list(range(players))
    for turn in range(players - 1):
        for a, b in ((circle[i], circle[-1 - i]) for i in range(players // 2)):
            white = (turn + a) % 2 == 0
            for one, other, colour in ((a, b, "w" if white else "b"), (b, a, "b" if white else "w")):
                result = "=" if a and b else "1" if one == 0 else "0"
                rows[one].append(f"  {other + 1:4} {colour} {result}")
        circle = [circle[0], circle[-1], *circle[1:-1]]
    for i, row in enumerate(rows):
        title, federation = ("GM", ("GER", "FRA", "ITA")[i % 3]) if i else ("", "SUI")
        points = players - 1 if i == 0 else (players - 2) / 2
        lines.append(f"001 {i + 1:4} m {title:>2} {f'Norm, N{i + 1}':33} {2550 if i else 2450:4} {federation} {990010000 + i:11} 1990/01/01 {points:4} {i + 1:4}" + "".join(row))
    return "\n".join(lines) + "\n"


summer = (examples / "summer-open-2026.trf").read_text(encoding="utf-8")
cases = {"half": summer, "robin": all_play_all(10), "early": summer.replace("\n142 9\n", "\n142 11\n"),
         "rapid": re.sub("\n222 .*", "", summer).replace("90 min/40 moves + 30 min + 30 s per move", "15 min + 10 s per move")}
for name, text in cases.items():
    (work / f"{name}.trf").write_text(text, encoding="utf-8")
done = run("publish", "-o", "norms", "--lang", "en,de", *(f"{name}.trf" for name in cases))
report(done.returncode == 0 and sorted(path.parent.name for path in (work / "norms").rglob("norms.html")) == ["half", "robin"]
       and "norms.html" not in (work / "norms/rapid/index.html").read_text(encoding="utf-8"),
       "norms_only_of_long_games_and_from_the_middle_on", (done.stderr, list((work / "norms").rglob("norms*.html"))))
for name in ("half", "robin"):
    told = {(n["tpn"], n["norm"]): n["state"] for n in json.loads(run("norms", "-f", "json", f"{name}.trf").stdout)["norms"]}
    text = (work / f"norms/{name}/norms.html").read_text(encoding="utf-8")
    row = r'<tr><th scope="row">.*?player-(\d+)\.html.*?<b>(\w+)</b>'
    shown = {(int(tpn), norm): "reached" if part.startswith("Reached") else "possible"
             for part in text.split("<h2>")[1:] for tpn, norm in re.findall(row, part, re.S)}
    report(shown and shown == {key: state for key, state in told.items() if state != "missed"}, f"norms_are_those_of_the_command: {name}", (shown, told))
report("reached" in told.values() and "Erreicht" in (work / "norms/robin/norms.de.html").read_text(encoding="utf-8"), "a_norm_that_is_reached_is_told_in_each_language", told)
report(list(broken_links(work / "norms")) == [], "every_link_of_norms_leads_somewhere", list(broken_links(work / "norms"))[:5])

# --- a round is explained by the rules that it was paired by: Burstein's first rounds by the Dutch ones
run("generate", "-s", "burstein-2026", "-n", "31", "-R", "10", "--seed", "5", "-o", "burstein.trf")
run("publish", "-o", "burstein", "burstein.trf")
cited = [re.findall(r"C\.04\.[34](?:\.2)?(?= art)", path.read_text(encoding="utf-8"))
         for path in (work / f"burstein/burstein/why-{number}.html" for number in range(1, 6))]
report([sorted(set(of_round)) for of_round in cited] == [["C.04.3"]] * 4 + [["C.04.4.2"]], "seeding_rounds_cite_the_dutch_rules", cited)

# --- a reader meanwhile: two states of an event, published in turn, never a page missing or cut off
stop, bad, seen = threading.Event(), [], set()


def read_on():
    while not stop.is_set():
        try:
            text = (work / "live/summer/index.html").read_text(encoding="utf-8")
            seen.add(re.search(r'<p class="state">([^<]*)', text).group(1))
            if not text.rstrip().endswith("</footer>"):
                bad.append("cut off")
        except OSError as error:
            bad.append(str(error))


shutil.copy(work / "summer.trf", work / "paired.trf")
run("publish", "-o", "live", "summer.trf")
reader = threading.Thread(target=read_on, daemon=True)
reader.start()
for turn in range(6):
    source = examples / "summer-open-2026.trf" if turn % 2 == 0 else work / "paired.trf"
    shutil.copy(source, work / "summer.trf")
    run("publish", "-o", "live", "summer.trf")
stop.set()
reader.join()
report(not bad and len(seen) == 2, "a_reader_finds_every_page_while_it_changes", (bad[:3], seen))

shutil.rmtree(work)
print(f"1..{count}")
