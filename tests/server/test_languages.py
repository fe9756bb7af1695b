#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_languages.py LIMMAT TRF: the pages of the desk that speak five languages say nothing English in another one: each text
and label of a page is held against that of the English page; what a browser asks for and what was chosen; TAP."""
import datetime
import html
import html.parser
import json
import re
import sys
import urllib.parse

from served import Browser, Report, Server, rows_of

LANGUAGES = ("de", "fr", "it", "es")
SPOKEN = {"aria-label", "title", "placeholder", "data-filter"}
# The same in two languages, or what people and files are called.
SAME = re.compile(r"^(Limmat|Under \d+( \d+)?|Verena|Elo|BH.*|Buchholz|Buchholz Cut-1|Buchholz Median-1|Sonneborn-Berger|PTS|Rang|Name|Text|online|Club|Log|Journal|Guide|Messages?|Pts|Result.*|Partie|Match|Matches|Score|.* · Antichess World Championship 2019|Absent|Board|WIN|Fed\.|[^,]+, [^,]+|Version \d+.*|Position \d+.*|.*\d+ ✓?)$")


class Texts(html.parser.HTMLParser):
    """What is read of a page, but names in tables, what the library says yet (lang="en") and other languages' names."""

    def __init__(self):
        super().__init__()
        self.found, self.open, self.language = [], [], ""

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "html":
            self.language = values.get("lang", "")
        english = "lang" in values and tag != "html"
        if tag not in ("input", "meta", "link", "br", "hr"):
            self.open.append((tag, english or tag in ("td", "script", "i", "output", "kbd", "code")))
        if not english and not self.hidden():
            self.found += [(value or "").strip() for name, value in attributes if name in SPOKEN]

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def hidden(self):
        return any(english for _, english in self.open)

    def handle_data(self, text):
        if text.strip() and not self.hidden():
            self.found.append(text.strip())


def texts(page):
    reader = Texts()
    reader.feed(page)
    return reader


# What files say, and the short names that the settings show.
FILE = re.compile(r"^(90 min/40 moves.*|main|standard rapid blitz|C\.\d\d.*|VCL .*|Laws .*|record \d+|[A-Z]{3}( · \d+)?|JSON|FIDE|Points|Dates|Minutes|Contact|Note|club|bye|Baku|"
                  r"national|Person|[Ss]tandard|[Rr]apid|[Bb]litz)$")

report = Report()
server = Server(sys.argv[1], "--quiet", "--sample", sys.argv[2])
admin = Browser(server)
admin.begin(server.key, "Verena")
event = re.search(r'href="(/e/[^"/]+)"', admin.get("/")[1]).group(1)
base = re.search(rf'href="({event}/[^"/]+)/standings"', admin.get(event)[1] + admin.get(f"{event}/main/standings")[1]).group(1)
names = set(re.findall(r"[^<>]+", " ".join(re.findall(r'<p class="where">.*?</p>|<a class="switch event".*?</a>', admin.get(f"{base}/standings")[1], re.S))))


def compare(what, path, browser=admin, least=3):
    english = texts(browser.get(path, **{"Accept-Language": "en"})[1])
    report(english.language == "en" and len(english.found) > least, f"{what}/en", str(english.found))
    for language in LANGUAGES:
        other = texts(browser.get(path, **{"Accept-Language": f"{language}-XX, en;q=0.5"})[1])
        same = [text for text in set(other.found) & set(english.found)
                if re.search(r"[A-Za-z]{3}", text) and not SAME.match(text) and not FILE.match(text) and text not in names and not any(text in name for name in names)]
        report(other.language == language and not same and len(other.found) == len(english.found), f"{what}/{language}",
               f"{other.language} {same} {len(other.found)} {len(english.found)}")


number = re.search(r"/round/(\d+)", admin.get(f"{base}/standings")[1]).group(1)
compare("log", f"{event}/log")
for page in ("players", "settings", "files", "numbers", f"board/{int(number) - 1}.1", f"paper/boards/{int(number) - 1}", f"paper/names/{int(number) - 1}", f"paper/slips/{int(number) - 1}",
             "paper/check-in", "paper/cards", "paper/cards?look=codes"):
    compare(page.replace("/", "-").partition("?look=")[0] + page.partition("?look=")[2], f"{base}/{page}")
player = re.search(rf'href="({base}/player/[^"/?]+)"', admin.get(f"{base}/players")[1]).group(1)
compare("player", player)
deeds = sorted({path.rpartition("/")[2] for method, path, _ in rows_of(admin) if method == "GET" and "/{section}/do/" in path})
for deed in deeds:
    compare(f"act-{deed}", f"{base}/do/{deed}", least=2)
report(len(deeds) > 45, "every_act_is_looked_at", str(deeds))
pasted = admin.post(f"{base}/people/look", {"text": "FM Hürlimann, Beat; 2210; SUI\nMuster, Max; 1800"}, headers={"Accept-Language": "de"})[1]
report("2 Spieler hinzufügen" in pasted and "Was Limmat gelesen hat" in pasted, "pasted_people_are_asked_about_in_german", pasted[:2000])
compare("round-closed", f"{base}/round/{int(number) - 1}")
compare("round-before", f"{base}/round/{number}")
compare("check-in-shut", f"{base}/check-in")
admin.post(f"{base}/check-in/open", {})
compare("check-in-open", f"{base}/check-in")
admin.post(f"{base}/check-in/all", {})
admin.post(f"{base}/check-in/close", {})
admin.post(f"{base}/round/{number}/pair", {})
compare("round-proposed", f"{base}/round/{number}")
admin.post(f"{base}/round/{number}/publish", {"was": "0"})
compare("round-played", f"{base}/round/{number}")
compare("round-second", f"{base}/round/{number}?pass=2")
compare("standings", f"{base}/standings")
compare("standings-for-everybody", f"{base}/standings", Browser(server))

# What is public, to whoever looks for it.
compare("results", "/results?q=caflisch", Browser(server), least=10)
compare("results-none", "/results?q=nobodyatall", Browser(server), least=8)
compare("person", json.loads(admin.get("/results.json?q=caflisch")[1])["people"][0]["address"], Browser(server), least=6)

compare("privacy", "/privacy", Browser(server), least=15)

# The language goes along: from the results to an event and back.
reader = Browser(server)
found = re.findall(r'href="(/p/[^"]+index[^"]*)"', reader.get("/results", **{"Accept-Language": "fr"})[1])
report(found and all(path.endswith("/index.fr.html") for path in found), "results_lead_to_events_in_their_language", str(found))
up = urllib.parse.urljoin(found[0], re.search(r'href="(\.\./index\.it\.html)"', reader.get(found[0].replace(".fr.", ".it."))[1]).group(1))
back = reader.get(up)
report(back[0] == 303 and reader.kept == "; limmat_language=it", "an_events_language_is_kept_on_the_way_back", (back[0], reader.kept))
report(texts(reader.get("/results")[1]).language == "it", "and_the_results_speak_it")
beside = Browser(server).get("/t/index.de.html")
report(beside[0] == 303 and "limmat_language=de" in str(beside[2]), "also_beside_what_was_sent", beside[0])

# What is not about one section: the first page, help, who may do what, other machines, prizes, the kiosk, a card.
names |= {"90/40+30/end+30/move1", "https://host/link/…", "Verena", "Verena Hösli", "System", "Kiosk", "Place", "General: 300 200 100"}
for page, least in (("/", 3), ("/help", 3), ("/rights", 3), ("/sync", 3), (f"{event}/home", 3), (f"{base}/prizes", 3), (f"{base}/kiosk", 2)):
    compare("page" + page.replace(event, "").replace("/", "-"), page, least=least)
invited = admin.post("/rights", {"role": "results", "scope": ""}, headers={"Accept-Language": "it"})[1]
key = re.search(r"/key/[\w-]+", invited).group()
compare("key", key, Browser(server))
admin.post(f"{base}/prizes", {"groups": "General: 300 200 100", "currency": "CHF", "sharing": "hort", "award": "highest"})
names |= {"General", "CHF"}
compare("prizes-shared", f"{base}/prizes")
card = re.search(r"(/card/[\w/.-]+)", admin.get(f"{player}/card")[1])
report(card is not None, "there_is_a_card")
if card:
    names.add(re.search(r"\d+ · [^<]* points", html.unescape(Browser(server).get(card.group(1), **{"Accept-Language": "en"})[1])).group())
    compare("card", card.group(1), Browser(server))

# Every act of a section with whatever stands in its form, in each language: what is refused or has to be acknowledged says nothing English.
ENGLISH = re.compile(r"(?<![\w’'-])(the|is|are|were|not|and|or|of|with|this|that|there|they|his|him|he|has|have|what|who|when|which|only|before|after|round|board|"
                     r"rules|give|leave|take|enter|result|cannot|would|already|nothing|by|to|stays|games)(?![\w’'-])")


class Told(html.parser.HTMLParser):
    """What a refusal says, but the words of who has typed or is called something, and what is English yet."""

    def __init__(self):
        super().__init__()
        self.found, self.open = [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag not in ("input", "meta", "link", "br", "hr"):
            self.open.append((tag, tag in ("script", "style", "code") or (tag != "html" and values.get("lang") == "en")))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text):
        if text.strip() and not any(silent for _, silent in self.open):
            self.found.append(text.strip())


def english_of(page):
    reader = Told()
    reader.feed(page)
    return [text for text in reader.found if ENGLISH.search(text)]


def filled(page, number):
    """The form of an act with something in each field."""
    form = re.search(r'<form[^>]*method="post"[^>]*/do/.*?</form>', page, re.S)
    fields = {}
    for kind, attributes, inner in re.findall(r"<(select|input|textarea)\b([^>]*)>((?:(?!</?select).)*</select>)?", form.group() if form else "", re.S):
        name, value = (re.search(rf'\b{which}="([^"]*)"', attributes) for which in ("name", "value"))
        if name is None or name.group(1) in ("csrf", "ack", "req"):
            continue
        if 'type="checkbox"' in attributes or 'type="radio"' in attributes:
            continue
        options = re.findall(r'<option value="([^"]+)"', inner)
        typed = value.group(1) if value and value.group(1) else "2026-07-15T10:00" if "datetime" in attributes else "1"
        fields[name.group(1)] = options[number % len(options)] if options else html.unescape(typed) if kind != "select" else ""
    return fields


told = {language: 0 for language in LANGUAGES}
acknowledged = {language: 0 for language in LANGUAGES}
for number, language in enumerate(LANGUAGES):
    spoken = {"Accept-Language": language}
    left = []
    for deed in deeds:
        if deed in ("call-off", "delete", "erase", "finish"):
            continue
        for attempt in range(3):
            fields = filled(admin.get(f"{base}/do/{deed}", **spoken)[1], 3 * number + attempt)
            status, page, _ = admin.post(f"{base}/do/{deed}", fields, headers=spoken)
            if status in (409, 422, 400):
                told[language] += 1
                acknowledged[language] += status == 409
                left += [f"{deed}: {text}" for text in english_of(page)]
    for path, fields in ((f"{base}/round/99", {}), (f"{base}/round/1/publish", {}), (f"{base}/round/1/unpair", {}), (f"{base}/round/1/result", {"board": "1.1", "result": "9"}),
                         (f"{base}/round/1/result", {"board": "77.1", "result": "1-0"}), (f"{base}/finish", {}), (f"{base}/prizes", {"groups": "x", "sharing": "hort", "award": "highest"}),
                         (f"{base}/people", {"text": ""}), ("/rights", {"role": "results", "scope": "nowhere"}), ("/rights/end", {"device": "x"}), (f"{base}/do/enter", {"x1": "1"})):
        status, page, _ = admin.post(path, fields, headers=spoken)
        left += [f"{path}: {text}" for text in english_of(page)]
        told[language] += status >= 400
    for path in (f"{base}/round/99", f"{base}/board/99.9", "/e/x1", "/key/x1", f"{base}/paper/boards/30"):
        left += [f"{path}: {text}" for text in english_of(admin.get(path, **spoken)[1])]
    left += [f"visitor: {text}" for text in english_of(Browser(server).get("/rights", **spoken)[1])]
    report(not left, f"refusals/{language}", "\n".join(left))
report(min(told.values()) > 40 and min(acknowledged.values()) > 10, "many_are_refused", f"{told} {acknowledged}")
print(f"# {told} {acknowledged}")

# A championship as a player sees it: what is due, and his match.
from contenders import Championship, instant  # noqa: E402

service = Server(sys.argv[1], "--quiet", "--submissions")
names.add(f"curl -T open.trf http://127.0.0.1:{service.port}/submit")
compare("submit", "/submit", Browser(service), least=6)
service.end()
contest = Server(sys.argv[1], "--quiet", "--clock", "2019-09-20T12:00:00Z", "--webhooks", "https://example.org/")
chief = Browser(contest)
chief.begin(contest.key, "Verena")
play = Championship(contest, chief, "acwc-2019", instant("2019-09-20T12:00:00Z"))
for number in range(4):
    play.apply(f"player-{number}")
chief.post(f"{play.home}/lichess/use", {"variant": "antichess"})
names |= {"Antichess World Championship 2019", "antichess", "1823.5", "UTC", *("II.A.1 II.A.2 II.C.1 II.C.2 II.C.3 II.C.4".split())}
compare("championship-apply", f"{play.home}/apply", Browser(contest))
names |= {"acwc-2019", "ProgramFOX", "director", "JSON", "Qualification", "--mail /usr/sbin/sendmail", *(f"player-{n}" for n in range(4))}
names |= set(re.findall(r'<option value="([\w-]+)"', chief.get("/championships")[1])) | {"III.F.4.iii", "https://example.org/"}
compare("director-new", "/championships", chief)
compare("director-plan", f"{play.home}/simulation?entrants=8", chief)
compare("championship-log-in", f"{play.home}/lichess", Browser(contest))
play.director = play.key("ProgramFOX")
names |= set(re.findall(r'<option value="(\w+)"[^>]*>\1\b', play.director.get(play.home)[1]))  # variants
compare("director-applications", play.home, play.director)
play.director.post(f"{play.home}/applications", {"act": "good"})
for page in ("people", "outbox", "log", "pairing"):
    compare(f"director-{page}", f"{play.home}/{page}", play.director)
compare("director-queue", play.home, play.director)
play.to(instant("2019-09-30T08:00:00Z"))
play.do(play.director, "pair")
match = f"{play.home}/m/qualification/1/1"
first, second = re.search(r"<h1>([\w-]+) – ([\w-]+)", chief.get(match)[1]).groups()
names |= {"Antichess World Championship 2019", "New York", "Zurich", f"{first} – {second}", "V.A", "V.C", "III.F.4.iii", "Lichess", "https://example.org/", "+", "Armageddon", "VI.D", "VI.G",
          "player-0", *(f"player-{n} – player-{k}" for n in range(4) for k in range(4)), f"{first} won", f"{second} won"}
for who, zone in ((first, "Europe/Zurich"), (second, "America/New_York")):
    play.people[who].post(f"{play.home}/zone", {"zone": zone})
play.do(play.people[first], "offer", match="qualification/1/1", time1="2019-10-01T18:00", time2="2019-10-01T19:30", time3="2019-10-02T18:00")
play.do(play.people[second], "offer", match="qualification/1/1", time1="2019-10-01T12:00", time2="2019-10-01T13:00")
compare("championship-due", play.home, play.people[second])
compare("championship-offers", match, play.people[second])
play.do(play.people[second], "accept", match="qualification/1/1", time="2019-10-02T16:00:00Z")
play.do(play.people[first], "move", match="qualification/1/1", time="2019-10-03T18:00")
compare("championship-asked", match, play.people[second])
play.to(instant("2019-10-02T16:01:00Z"))
play.do(play.people[first], "wait", match="qualification/1/1")
compare("championship-waiting", match, play.people[first])
play.do(play.people[second], "result", match="qualification/1/1", games="10=", **{"from": "1"})
compare("championship-games", match, play.people[first])
compare("director-match", match, play.director)
for path, german, english in ((f"{play.home}/log", ("spielt gegen", "bietet Mi 2. Okt.", "1 von 3 gültigen Angeboten"), (" meets ", "proper offers")), (f"{play.home}/p/match-1.de.html", ("spielt gegen", "Mi 2. Okt. 2019, 16:00 UTC"), (" meets ", "Wed 2 Oct"))):
    log = html.unescape(play.director.get(path, **{"Accept-Language": "de"})[1])
    report(all(text in log for text in german) and not any(text in log for text in english), f"what_happened_in_german{path.rpartition('/')[2]}", log[-3000:])
compare("director-pairing-of-a-round", f"{play.home}/pairing/qualification/1", play.director)

# Reminders: whoever chose a language, or said in one where they go, reads it; others that of the championship.
third, fourth = (who for who in play.people if who not in (first, second))
play.people[third].get(f"/language/it?to={play.home}")
play.people[fourth].post(f"{play.home}/mail", {"mail": "x@example.org"}, headers={"Accept-Language": "fr"})
chief.post(f"{play.home}/tongue", {"language": "es"})
play.director.post(f"{play.home}/channel", {"hook": "https://example.org/x"})
sent = html.unescape(play.director.get(f"{play.home}/outbox")[1])
for who, way, language, words in ((third, "by mail", "it", "deve proporre a"), (fourth, "by mail", "fr", "il vous faut proposer"), (third, "in the channel", "es", "debe ofrecer")):
    said = re.findall(rf'<b>{who}</b> <span lang="{language}">[^<]*</span> <span class="fine">{way}: .*?<pre lang="{language}">(.*?)</pre>', sent, re.S)
    report(len(said) > 0 and all(words in one for one in said), f"reminder/{language}", sent[-3000:])
play.to(play.now + datetime.timedelta(days=6))
compare("director-overdue", play.home, play.director)
german = play.director.get(play.home, **{"Accept-Language": "de"})[1]
report(f'"{play.home}/p/index.de.html"' in german and f'"{play.home}/p/rules.de.html"' in german and "/p/index.html" not in german, "public_pages_are_led_to_in_german")
rules = html.unescape(Browser(contest).get(f"{play.home}/p/rules.de.html")[1])
report("Fr 1. März 2019, 00:00 UTC" in rules and "Fri 1 Mar" not in rules, "rules_have_dates_in_german", rules[-2000:])
contest.end()

# What browsers ask for, and what somebody chose.
for asked, wanted in (("xx", "en"), ("", "en"), ("fr;q=0.2, it;q=0.9, de;q=0.9", "it"), ("de;q=0, es", "es"), ("*", "en"), ("pt, de-CH", "de"), ("d" * 5000, "en")):
    told = texts(Browser(server).get(f"{base}/standings", **{"Accept-Language": asked})[1]).language
    report(told == wanted, f"asked/{asked[:30]}", told)
somebody = Browser(server)
status, _, headers = somebody.get("/language/it?to=" + urllib.parse.quote(f"{base}/standings"))
report(status in (302, 303) and headers["Location"].endswith(f"{base}/standings"), "choosing_leads_back", f"{status} {headers['Location']}")
report(texts(somebody.get(f"{base}/standings", **{"Accept-Language": "de"})[1]).language == "it", "what_was_chosen_counts")
for bad in ("//evil.example/", "/\\evil.example", "https://evil.example/", "/a\nb"):
    status, _, headers = Browser(server).get("/language/de?to=" + urllib.parse.quote(bad, safe=""))
    report(status == 400 or headers["Location"].endswith("/") and "evil" not in headers["Location"], f"leads_nowhere_else/{bad.split()[0]}", str(headers.get("Location")))
report(Browser(server).get("/language/xx")[0] == 404, "there_is_no_such_language")
server.end()
sys.exit(report.end())
