#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_fair.py LIMMAT VECTORS: what a results service makes public of people who are named in files of others: the order as
it was sent, no judgement on a guess, no version that is about something else.  In TAP."""
import json
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import time
import urllib.parse

from served import Browser, Report, Server

limmat, vectors = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
root = pathlib.Path(__file__).parents[2]
report = Report()
post = pathlib.Path(tempfile.mkdtemp())
mailer = post / "mailer"
mailer.write_text(f"#!/bin/sh\ncat > {post}/mail.$$.part && mv {post}/mail.$$.part {post}/mail.$$\n")
mailer.chmod(mailer.stat().st_mode | stat.S_IXUSR)
server = Server(limmat, "--submissions", "--submission-limit", "1000000", "--mail", mailer)
nobody, owner = Browser(server), Browser(server)
owner.begin(server.key, "Owner")
SUMMER = (root / "examples/summer-open-2026.trf").read_text()
WEEKEND = (root / "examples/weekend-2026.trf").read_text()


def put(path, body, who=nobody, **headers):
    return who.ask("PUT", path, body if isinstance(body, bytes) else body.encode(), headers=headers, form="application/octet-stream")


def link_in(text):
    return re.search(r"/s/[\w-]{43}", text).group(0)


def slug_of(link):
    return re.search(r"/t/([\w%-]+)/index", nobody.get(link)[1]).group(1)


def publish(body, path="/submit/x.trf"):
    link = link_in(put(path, body)[1])
    nobody.post(link + "/publish", {})
    return link, slug_of(link)


def plain(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def without(text, *records):
    return "".join(line for line in text.splitlines(keepends=True) if line[:3] not in records)


def computed(text, *options):
    """Rank by number, as `limmat standings` computes them."""
    run = subprocess.run([limmat, "standings", "-f", "json", *options, "-"], input=text, capture_output=True, text=True, check=True)
    return {row["tpn"]: row["rank"] for row in json.loads(run.stdout)["standings"]}


def with_ranks(text, rank):
    lines = []
    for line in text.splitlines(keepends=True):
        number = int(line[4:8]) if line.startswith("001") else 0
        lines.append(line[:85] + f"{rank[number]:4}" + line[89:] if number in rank else line)
    return "".join(lines)


def ranks_on(page):
    return {int(number): int(rank) for rank, number in re.findall(r"<tr><td[^>]*>(\d+).*?player-(\d+)\.html", page, re.S)}


def last_standings(slug):
    found = re.findall(r"standings-(\d+)\.html", nobody.get(f"/t/{slug}/index.html")[1])
    return nobody.get(f"/t/{slug}/standings-{max(map(int, found))}.html")[1]


# --- the order as it was sent

BARE = without(WEEKEND, "202", "212", "###")
usual = computed(BARE, "-t", "PTS,BH,SB,TPN")
default = computed(BARE)
points = computed(BARE, "-t", "PTS")
# The tied in an order that no tie-break gives: alternating from both ends of the numbers.
odd = {}
for rank in sorted(set(points.values())):
    tied = sorted(number for number in points if points[number] == rank)
    turned = [tied.pop(0 if k % 3 == 1 else -1) for k in range(len(tied))]
    odd.update({number: rank + k for k, number in enumerate(turned)})

for what, sent, said in (("a_usual_order", usual, "BH, SB"), ("any_order", odd, "Order as sent; the file names no tie-breaks."),
                         ("shared_ranks", points, "points alone give exactly these ranks")):
    link, slug = publish(with_ranks(BARE, sent))
    page = last_standings(slug)
    report(ranks_on(page) == sent, f"{what}_stays_as_it_was_sent", {n: (sent[n], ranks_on(page).get(n)) for n in sent if ranks_on(page).get(n) != sent[n]})
    report("Order as sent" in plain(page) and said in plain(page), f"{what}_is_named_if_a_usual_list_gives_it", plain(page)[:900])
    cross = nobody.get(f"/t/{slug}/crosstable.html")[1]
    report(ranks_on(cross) == sent, f"{what}_is_that_of_the_crosstable", plain(cross)[:600])
    trf = nobody.get(f"/t/{slug}/tournament.trf")[1]
    report({int(line[4:8]): int(line[85:89]) for line in trf.splitlines() if line.startswith("001")} == sent, f"{what}_is_that_of_the_file_to_take_away")
    view = json.loads(nobody.get(f"/t/{slug}/standings.json")[1])
    rows = next(value for value in view.values() if isinstance(value, list) and value and "rank" in value[0])
    report({row["player"]: row["rank"] for row in rows} == sent, f"{what}_is_that_of_the_view", json.dumps(rows[:2]))

# One who left before the last round has rank 0, as programs write it.
gone, opponent = next((int(line[4:8]), int(line[131:135])) for line in BARE.splitlines() if line.startswith("001") and line[131:135].strip() not in ("", "0000"))
left = "".join(line[:80] + f"{float(line[80:84]) - {'1': 1, '=': .5}.get(line[138], 0):4.1f}" + line[84:131] + "0000 - Z" + line[139:]
               if line.startswith("001") and int(line[4:8]) in (gone, opponent) else line for line in BARE.splitlines(keepends=True))
order = computed(left, "-t", "PTS,BH,SB,TPN")
ranked = {number: rank - (rank > order[gone]) for number, rank in order.items() if number != gone}
slug = publish(with_ranks(left, {**ranked, gone: 0}).replace("Weekend Open", "Leaving Open"))[1]
page = last_standings(slug)
report(ranks_on(page) == ranked and "Order as sent" in plain(page), "who_left_before_the_end_needs_no_rank", (gone, {n: (ranked[n], ranks_on(page).get(n)) for n in ranked if ranks_on(page).get(n) != ranked[n]}, plain(page)[:300]))


# A result of round 3 that never came, and a sixth round of five: what was played is shown all the same.
host, guest = next((int(line[4:8]), int(line[111:115])) for line in BARE.splitlines() if line.startswith("001") and line[116:117] == "w")
missing = "".join(line[:118] + " " + line[119:] if line.startswith("001") and int(line[4:8]) in (host, guest) else line for line in BARE.splitlines(keepends=True))
sixth = {"001    1": "     2 w 1", "001    2": "     1 b 0"}
more = "".join(line.rstrip("\n").ljust(139) + " " + sixth[line[:8]] + "\n" if line[:8] in sixth else line for line in without(BARE, "142").splitlines(keepends=True)) + "XXR 5\n"
for what, text in (("a_missing_result", missing), ("a_round_more_than_announced", more)):
    slug = publish(text.replace("Weekend Open", f"{what} Open"))[1]
    answers = {page: nobody.get(f"/t/{slug}/{page}.html")[0] for page in ("index", "round-4", "round-5", "standings-5", "player-1", "crosstable")}
    report(set(answers.values()) == {200}, f"{what}_closes_no_page", answers)


def facts(**more):
    return {"name": "Weekend Open", "city": "", "federation": "", "start": "2026-05-23", "end": "", "rounds": "5", "births": "1", "minors": "1", **more}


draft = link_in(put("/submit/x.trf", with_ranks(BARE, odd).replace("Weekend Open", "Evening Open"))[1])
page = nobody.get(draft)[1]
report("As sent; the file names no tie-breaks." in page and 'value="BH/C1,BH,SB"' in page, "the_draft_says_so_and_offers_usual_lists", plain(page)[:1500])
nobody.post(draft + "/facts", facts(order="BH,SB"))
chosen = computed(BARE, "-t", "PTS,BH,SB")
found = ranks_on(nobody.get(draft + "/pages/standings-5.html")[1])
report(found == chosen, "what_the_sender_chooses_orders_the_standings", found)
report(nobody.post(draft + "/facts", facts(order="BH,nonsense"))[0] == 422, "what_are_no_tie_breaks_is_refused")
nobody.post(draft + "/publish", {})
nobody.post(draft + "/facts", facts(city="Rapperswil"))
again = put(draft + "/x.trf", with_ranks(BARE, odd).replace("Weekend Open Rapperswil", "Weekend Open"))
slug = slug_of(draft)
report(again[0] == 200 and ranks_on(last_standings(slug)) == chosen, "the_choice_holds_for_later_versions", again[1])

# --- who paired is judged on what is declared, never on a guess

DUTCH = without(WEEKEND, "202", "212")


def edited(text, name, **records):
    text = text.replace("Weekend Open", name)
    for number, line in records.items():
        text = without(text, number[1:])
        if line:
            text = text.replace("\n022", f"\n{number[1:]} {line}\n022", 1)
    return text


def first_round_changed(text):
    """Players 1 and 2 have each other's opponents and results in round 1: no rules pair so."""
    lines = text.splitlines(keepends=True)
    at = {int(line[4:8]): i for i, line in enumerate(lines) if line.startswith("001")}
    one, two = lines[at[1]], lines[at[2]]
    met = {int(one[91:95]): "   2", int(two[91:95]): "   1"}
    lines[at[1]], lines[at[2]] = one[:91] + two[91:99] + one[99:], two[:91] + one[91:99] + two[99:]
    for number, other in met.items():
        line = lines[at[number]]
        lines[at[number]] = line[:91] + other + line[95:]
    return "".join(lines)


def by_points(text):
    """The same players, numbered by their final points."""
    rank = computed(text, "-t", "PTS,TPN")
    lines = text.splitlines(keepends=True)
    body = sorted((line for line in lines if line.startswith("001")), key=lambda line: rank[int(line[4:8])])
    for i, line in enumerate(body):
        body[i] = f"001 {i + 1:4}" + line[8:85] + f"{i + 1:4}" + line[89:91] + "".join(
            (f"{rank[int(line[k:k + 4])]:4}" if line[k:k + 4].strip() not in ("", "0000") else line[k:k + 4]) + line[k + 4:k + 10]
            for k in range(91, len(line.rstrip()) + 1, 10)).rstrip() + "\n"
    return "".join(line for line in lines if line[:3] not in ("001", "240")) + "".join(body)


for what, text, judged, said in (
        ("a_declared_system", edited(DUTCH, "Declared"), True, "FIDE (Dutch) System, in force from 1 February 2026"),
        ("an_undeclared_one", edited(DUTCH, "Undeclared", _192="", _092="Individual: Swiss-System"), False, "declares no pairing system"),
        ("an_unknown_type", edited(DUTCH, "Unknown", _192="CUSTOM_SWISS"), False, "have the declared system"),
        ("a_league", edited(DUTCH, "League", _092="Team: league"), False, "teams played"),
        ("an_edition_of_its_day", edited(DUTCH, "Earlier", _042="2024/05/18", _052="2024/05/20"), True, "in force from 1 July 2017"),
        ("an_edition_before_it_was_in_force", edited(DUTCH, "January", _042="2026/01/17", _052="2026/01/18"), False, "contradict each other"),
        ("an_edition_not_built_in", edited(DUTCH, "Early", _042="1998/05/18", _052="1998/05/20"), False, "built in"),
        ("players_numbered_by_points", edited(by_points(DUTCH), "Numbered"), False, "record the pairing numbers")):
    link, slug = publish(text)
    event, why = nobody.get(f"/t/{slug}/index.html")[1], nobody.get(f"/t/{slug}/why-2.html")[0]
    report((why == 200) == judged and ("Not judged" in event) == (not judged) and said in event, f"{what}_is_{'judged' if judged else 'not_judged'}",
           (why, plain(event)[-900:]))
    check = nobody.get(f"/t/{slug}/verify.html")[0]
    report(check == (200 if judged else 404), f"{what}_has_{'a' if judged else 'no'}_check", check)

changed = first_round_changed(edited(DUTCH, "Changed"))
link, slug = publish(changed)
why = plain(nobody.get(f"/t/{slug}/why-1.html")[1])
report("another pairing than the one that was played" in why and "corrected" not in why, "no_result_is_the_cause_in_round_1", why[:900])
guess = nobody.get(link_in(put("/submit/x.trf", first_round_changed(edited(DUTCH, "Guess", _192="", _092="Individual: Swiss-System")))[1]))[1]
report("Assumed: round 1 differs from what" in plain(guess), "what_is_assumed_is_told_to_the_sender", plain(guess)[:1500])

# --- a version that may be none; the same event twice

FULL = SUMMER.replace("Zürich Summer Open", "Harbour Open")
link, slug = publish(FULL)
address = f"http://127.0.0.1:{server.port}/t/{slug}/"
history = f"/t/{slug}/history.html"
for what, text, why in (("another_name", FULL.replace("Harbour Open", "Lake Open"), "It is called “Lake Open"),
                        ("other_players", edited(WEEKEND, "Harbour Open"), "It shares only")):
    status, said, _ = put(link + "/x.trf", text)
    report(status == 202 and why in said and "Version 2" not in nobody.get(history)[1], f"{what}_is_asked_about", (status, said))
    page = nobody.get(link)[1]
    report("Publish the new version" in page and why in plain(page), f"{what}_waits_at_its_sender's_page", plain(page)[:900])
    nobody.post(link + "/confirm", {"act": "drop"})
    report("Publish the new version" not in nobody.get(link)[1] and "Version 2" not in nobody.get(history)[1], f"{what}_can_be_dropped")
fewer = "".join(line[:91 + 10 * 4].rstrip() + "\n" if line.startswith("001") else line for line in FULL.splitlines(keepends=True))
fewer = re.sub(r"(?m)^(240|250|260|299) .*\n", "", fewer)
status, said, _ = put(link + "/x.trf", fewer)
report(status == 202 and "rounds instead of" in said, "fewer_rounds_are_asked_about", (status, said))
waits = "Version 2" not in nobody.get(history)[1]
nobody.post(link + "/confirm", {"act": "publish"})
report(waits and "Version 2" in nobody.get(history)[1], "what_is_confirmed_is_the_next_version", plain(nobody.get(history)[1])[:600])
status, said, _ = put(link + "/x.trf", FULL, Accept="application/json")
told = json.loads(said)
report(status == 200 and told["state"] == "version" and told.get("address") == address, "the_answer_has_the_public_address", said)
report(address in put(link + "/x.trf", FULL)[1] and address in nobody.get(link)[1], "as_text_and_on_the_page_too")

twice = link_in(put("/submit/x.trf", FULL + "\n")[1])
page = nobody.get(twice)[1]
report(f"/t/{slug}/" in page and "nearly the same players" in page and "Publish as another event" in page, "the_same_event_sent_twice_is_noticed", plain(page)[:900])
report(f"already, at {address}" in put("/submit/x.trf", FULL + "\n\n")[1], "and_told_to_programs")

# --- a lost address


def mails():
    found = sorted(post.glob("mail.*[0-9]"))
    texts = [path.read_text() for path in found]
    for path in found:
        path.unlink()
    return texts


def wait_for_mail(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until and not list(post.glob("mail.*[0-9]")):
        time.sleep(0.1)
    return mails()


report(nobody.post(link + "/mail", {"mail": "not an address"})[0] == 422, "what_is_no_mail_address_is_refused")
nobody.post(link + "/mail", {"mail": "Arbiter@Example.org"})
report("Forget my mail address" in nobody.get(link)[1], "a_mail_address_can_be_kept")
known = nobody.post("/recover", {"mail": "arbiter@example.org"}, headers={"Accept-Language": "de"})
sent = wait_for_mail(20)
report(len(sent) == 1 and link in sent[0] and "To: arbiter@example.org" in sent[0] and "Ihre Turniere" in sent[0] and "privaten Links" in sent[0], "the_private_address_comes_by_mail", sent)
unknown = nobody.post("/recover", {"mail": "somebody@example.org"}, headers={"Accept-Language": "de"})


def without_token(answer):
    return answer[0], re.sub(r'value="?[\w-]{20,}"?', "", answer[1])


report(known[0] == 200 and without_token(known) == without_token(unknown), "unknown_addresses_get_the_same_answer", (known, unknown))
stored = b"".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file())
report(b"rbiter@" not in stored.lower() and link[3:].encode() not in stored, "neither_address_is_in_the_store")
nobody.post(link + "/mail", {"mail": ""})
nobody.post("/recover", {"mail": "arbiter@example.org"})
report("Forget my mail address" not in nobody.get(link)[1] and wait_for_mail(6) == [], "it_can_be_forgotten")
asked = [nobody.post("/recover", {"mail": mail})[0] for mail in ("victim@example.org", "Victim@Example.org") * 4]
report(set(asked[:4]) == {200} and asked[-2:] == [429, 429], "nobody_has_a_strangers_mailbox_filled", asked)
follow = {"page": f"/t/{slug_of(link)}/player-1.html"}
refused, other = nobody.post("/follow", {**follow, "mail": "victim@example.org"}), nobody.post("/follow", {**follow, "mail": "friend@example.org"})
report(refused[0] == 429 and "Too many messages went to this address" in refused[1] and other[0] == 200, "nor_by_asking_for_alerts", (refused, other))

# --- who is a minor today

this_year = time.gmtime().tm_year


def born_in(text, year, name):
    """Everybody of this year, and the names of this tournament alone."""
    lines = []
    for line in text.splitlines(keepends=True):
        lines.append(line[:14] + f"{name} {line[4:8].strip()}, Ann".ljust(33) + line[47:57] + " " * 11 + f" {year}/05/17"[:11].rjust(11) + line[79:] if line.startswith("001") else line)
    return "".join(lines)


def found(name):
    return json.loads(nobody.get("/results.json?q=" + name)[1])["people"]


publish(edited(born_in(DUTCH, this_year - 26, "Grown"), "Then", _042="2016/05/18", _052="2016/05/20", _192="FIDE_DUTCH_2017"))
publish(edited(born_in(DUTCH, this_year - 17, "Young"), "Now"))
publish(edited(born_in(DUTCH, this_year - 18, "Nearly"), "Nearly"))
report(len(found("grown")) > 0, "who_was_a_minor_then_is_found_today")
report(found("young") == [] and found("nearly") == [], "who_may_be_one_today_is_not", (found("young"), found("nearly")))

link = link_in(put("/submit/x.trf", edited(born_in(DUTCH, this_year - 15, "Withheld"), "Withheld"))[1])
nobody.post(link + "/facts", {name: value for name, value in facts(name="Withheld").items() if name != "births"})
nobody.post(link + "/publish", {})
shown = nobody.get(f"/t/{slug_of(link)}/players.html")[1]
report("Withheld 1, Ann" in shown and found("withheld") == [], "without_years_nobody_is_found_for_they_may_be_minors", (shown[-900:], found("withheld")))
trf = nobody.get(f"/t/{slug_of(link)}/tournament.trf")[1]
report(str(this_year - 15) not in trf, "and_no_year_is_told", trf[:900])

# --- found and addressed in every script


def named(text, name, players):
    text = edited(text, name)
    for number, player in players.items():
        text = re.sub(rf"(?m)^(001 {number:4}.{{6}}).{{33}}(.{{10}}).{{11}}",
                      lambda line: line.group(1) + player.ljust(33)[:33] + line.group(2) + " " * 11, text)
    return text


link, slug = publish(named(DUTCH, "Московский опен", {1: "Müller, Jürgen", 2: "Παπαδέλης, Γιώργος", 3: "Łącki, Øystein", 9: "ИВАНОВ, Пётр", 5: "Þórsson, Bjæß", 6: "Mueller, Otto", 7: "Yıldız, Đorđe"}))
report("moskovskiy" in slug, "an_address_in_cyrillic_can_be_read", slug)
report("event-2026" in publish(edited(DUTCH, "国际象棋公开赛 2026").replace("Rapperswil", ""))[1], "of_other_scripts_more_than_the_year_is_left")
for asked, name in (("müller+jürgen", "Müller, Jürgen"), ("mueller+juergen", "Müller, Jürgen"), ("muller+jurgen", "Müller, Jürgen"), ("müller+otto", "Mueller, Otto"),
                    ("ΠΑΠΑΔΈΛΗΣ", "Παπαδέλης, Γιώργος"), ("παπαδελησ", "Παπαδέλης, Γιώργος"), ("papadelis+giorgos", "Παπαδέλης, Γιώργος"), ("иванов+петр", "ИВАНОВ, Пётр"),
                    ("lacki+oystein", "Łącki, Øystein"), ("thorsson", "Þórsson, Bjæß"), ("bjaess", "Þórsson, Bjæß"), ("yildiz+dorde", "Yıldız, Đorđe")):
    names = [row["name"] for row in found(urllib.parse.quote(asked, safe="+"))]
    report(name in names, f"{asked.replace('+', '_')}_finds_{name.replace(', ', '_')}", names)

# --- what works

icon = nobody.get("/favicon.ico")
report(icon[0] == 200 and icon[2]["Content-Type"] == "image/svg+xml" and icon[1].startswith("<svg"), "there_is_an_icon", icon)
first = nobody.get("/")
report(first[0] == 303 and first[2]["Location"] == "/results" and owner.get("/")[0] == 200, "the_first_page_of_a_service_is_its_results", first)
report(re.search(r"Last updated: \d+ \w+ \d{4}, \d\d:\d\d UTC", plain(nobody.get("/t/harbour-open-2026/index.html")[1])), "pages_say_when_they_were_updated")
report(re.search(r"\d{4}, \d\d:\d\d UTC", nobody.get(history)[1]), "a_history_has_times", plain(nobody.get(history)[1])[:500])
verify = nobody.get("/t/harbour-open-2026/verify.html")[1]
wasm = re.search(r"engine-\w+\.wasm", verify).group(0)
packed = nobody.get(f"/static/{wasm}", **{"Accept-Encoding": "gzip"})[2]
report(packed["Content-Encoding"] == "gzip" and int(packed["Content-Length"]) < 700000, "the_engine_is_sent_compressed", dict(packed))
teams = link_in(put("/submit/x.trf", (vectors / "tiebreaks/tec-teams.trf").read_text())[1])
front = nobody.get(teams + "/pages/index.html")[1]
table = re.search(r"<table.*?</table>", front, re.S).group(0)
heads, cells = len(re.findall(r"<th scope=\"?col", table)), len(re.findall(r"<t[dh]", table.split("<tr>")[2]))
report(heads == cells == 4, "every_column_of_a_team_front_page_has_a_head", (heads, cells, table[:900]))

# --- the pages of senders and of the server's owner, in each language

sent = put("/submit/x.trf", with_ranks(BARE, odd).replace("Weekend Open", "Tongues Open"))[1]
draft, english = link_in(sent), {}
public_link = link_in(put("/submit/x.trf", edited(DUTCH, "Tongues Cup"))[1])
nobody.post(public_link + "/publish", {})
put(public_link + "/x.trf", re.sub(r"(?m)^(001    1 .{40}) \d{3}\d", r"\1 1999", edited(DUTCH, "Tongues Cup")))
nobody.post(public_link + "/facts", facts(name="Tongues Cup", city="Wil"))
PAGES = {"draft": (nobody, draft), "published": (nobody, public_link), "history": (nobody, f"/t/{slug_of(public_link)}/history.html"), "moderation": (owner, "/moderation?q=tongues"), "guide": (nobody, "/guide")}
WORDS = re.compile(r"\b(the|of|is|it|and|you|player|version|send)\b", re.I)
for lang in ("de", "fr", "it", "es"):
    for name, (who, path) in PAGES.items():
        page = re.search(r"<main.*</main>", who.get(path, **{"Accept-Language": lang})[1], re.S).group(0)
        left = [word for word in WORDS.findall(plain(re.sub(r"<(q|pre|time).*?</\1>|lang=\"?en.*?</\w+>", "", page, flags=re.S))) if word.lower() != "version" or lang not in ("de", "fr")]
        report(len(page) > 500 and not left, f"{name}_speaks_{lang}", (left, plain(page)[:1500]))

report("/guide" in nobody.get(f"/t/{slug_of(public_link)}/index.html")[1] and "/guide" in nobody.get("/results")[1], "the_guide_is_in_reach")
led = {path: nobody.get(path)[0] for path in re.findall(r'href="(/[^"#]*)"', nobody.get("/guide")[1]) if not path.startswith("/language/")}
report(set(led.values()) <= {200, 303}, "and_its_links_lead_somewhere", led)

# --- many at once

for number in range(25):
    publish(edited(DUTCH, f"Crowd {number:02}"))
pages = [owner.get(f"/moderation?q=crowd&from={start}")[1] for start in (0, 20)]
crowds = [set(re.findall(r"Crowd \d\d", page)) for page in pages]
report([len(some) for some in crowds] == [20, 5] and not crowds[0] & crowds[1] and "Earlier ones" in pages[0] and "Later ones" in pages[1], "moderation_has_pages", crowds)
page = owner.get("/moderation?q=crowd+07")[1]
report("Crowd 07" in page and "Crowd 08" not in page, "moderation_is_searched", plain(page)[-600:])
chosen = re.findall(r'name="?event"? value="?(crowd-0[89][\w-]*)', owner.get("/moderation?q=crowd+0")[1])
done = owner.post("/moderation", [("act", "hide"), ("reason", "a test"), *(("event", slug) for slug in chosen)])
report(len(chosen) == 2 and done[0] == 303 and all(nobody.get(f"/t/{slug}/index.html")[0] in (404, 410) for slug in chosen), "several_are_taken_down_at_once", (chosen, done))
left = re.search(r'name="?event"? value="?(crowd-10[\w-]*)', owner.get("/moderation?q=crowd+10")[1]).group(1)
nobody.post("/moderation", {"act": "hide", "reason": "x", "event": left})
report(nobody.get(f"/t/{left}/index.html")[0] == 200, "by_the_owner_alone")
report("TUNX, SWT, XLSX, ODS" in nobody.get("/submit")[1], "the_form_names_what_it_takes")
heads = nobody.get(link_in(put("/submit/x.csv", "Nom;Elo;Federation\nDupont;1800;FRA\nMartin;1700;FRA\n")[1]))[1]
report("its column was read by its meaning" in heads and "an unknown column" not in heads, "foreign_headings_are_told_in_sentences", plain(heads)[:1200])

missing = nobody.get("/t/nothing/here.html")
report(missing[0] == 404 and missing[1].count("Event not found") == 2 and "/results" in missing[1] and "not done" not in missing[1], "a_page_that_is_missing_is_said_to_be", plain(missing[1])[-400:])

server.end()
sys.exit(report.end())
