#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_year.py LIMMAT [MONTHS]: a year of a rating office: three organisers, two officers, forty events, twelve lists; each list
is what the command makes of the same tournament files, to the byte, and the pages show it.  The months are those to come.  TAP."""
import csv
import datetime
import io
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from served import Browser, Report, Server

report = Report()
random.seed(20130701)
work = pathlib.Path(tempfile.mkdtemp())
limmat, MONTHS = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 12
office, mine = work / "office", work / "mine"
TODAY = datetime.datetime.now(datetime.timezone.utc).date()


def rate(*words):
    done = subprocess.run([limmat, "rate", *words], capture_output=True, text=True, cwd=work)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def month_after(day):
    return (day + datetime.timedelta(days=31)).replace(day=1)


# --- a federation: a hundred players, a few without a rating

NAMES = [f"{last}, {first}" for last in "Ammann Bieri Caduff Egli Frei Gasser Huber Iten Jost Keller".split() for first in "Anna Beat Carla David Eva Fabio Gina Hans Irma Jan".split()]
PEOPLE = [{"id": 1300000 + i, "name": name, "sex": "F" if name.split(", ")[1] in "Anna Carla Eva Gina Irma".split() else "M",
           "rating": 0 if i % 17 == 5 else random.randrange(1450, 2350), "born": random.randrange(1950, 2012)} for i, name in enumerate(NAMES)]
(work / "list.xml").write_text("<?xml version='1.0' encoding='UTF-8'?><playerslist>" + "".join(
    f"<player><fideid>{p['id']}</fideid><name>{p['name']}</name><country>SUI</country><sex>{p['sex']}</sex><title></title>"
    + (f"<rating>{p['rating']}</rating><games>0</games><k>20</k>" if p["rating"] else "") + f"<birthday>{p['born']}</birthday><flag></flag></player>" for p in PEOPLE) + "</playerslist>")
FIRST = TODAY.replace(day=1)
for folder in (office, mine):
    (folder / f"{FIRST:%Y-%m}").mkdir(parents=True)
    rate("import", "-d", f"{FIRST}", "-o", folder / "registry", work / "list.xml")
    (folder / "registry").rename(folder / f"{FIRST:%Y-%m}" / "registry")


def tournament(name, start, players, ratings):
    """Five rounds of ten players, as a report."""
    rounds, scores, lines = 5, {i: 0 for i in range(10)}, {i: "" for i in range(10)}
    order = list(range(10))
    for number in range(rounds):
        for a, b in zip(order[:5], reversed(order[5:])):
            white, black = (a, b) if number % 2 == 0 else (b, a)
            result = random.choices((2, 1, 0), (4, 3, 3))[0]
            scores[white] += result
            scores[black] += 2 - result
            lines[white] += f"  {black + 1:4} w {'0=1'[result]}"
            lines[black] += f"  {white + 1:4} b {'0=1'[2 - result]}"
        order = [order[0], order[-1], *order[1:-1]]
    rank = {i: 1 + place for place, i in enumerate(sorted(range(10), key=lambda i: (-scores[i], i)))}
    days = [start + datetime.timedelta(days=(number + 1) // 2) for number in range(rounds)]
    text = f"012 {name}\n022 Bern\n032 SUI\n042 {days[0]:%Y/%m/%d}\n052 {days[-1]:%Y/%m/%d}\n062 10\n072 {sum(ratings[p['id']] > 0 for p in players)}\n092 Individual: Swiss System\n" \
           "102 IA Muster, Max (1399199)\n122 90 min + 30 sec from move 1\n132" + " " * 88 + "  ".join(f"{day:%y/%m/%d}" for day in days) + \
           f"\n142 {rounds}\n152 W\n162 W 1.0     D 0.5     L 0.0\n182 Limmat\n192 FIDE_DUTCH_2026\n202 BH:GP/C1, BH:GP\n222 5400+30\n"
    for i, p in enumerate(players):
        rating = ratings[p["id"]]
        text += f"001 {i + 1:4} {'w' if p['sex'] == 'F' else 'm'}    {p['name']:<33} {rating or '':>4} SUI {p['id']:>11} {p['born']}/00/00 {scores[i] / 2:4.1f} {rank[i]:4}{lines[i]}\n"
    return text


# --- the server, three organisers, two officers

server = Server(limmat, "--office", office, "--submission-limit", "100000")
admin = Browser(server)
admin.begin(server.key, "Ada")
organisers = [Browser(server) for _ in range(3)]


def officer(scope, name):
    who = Browser(server)
    who.begin(re.search(r"(/key/[\w-]+)", admin.post("/rights", {"role": "officer", "scope": scope})[1])[1], name)
    who.token = re.search(r'name="csrf" value="(\w+)"', who.get("/office")[1])[1]
    return who


swiss, all_lists = officer("federation:SUI", "Sepp"), officer("", "Olga")


def send(who, link, text):
    body = '--x\r\nContent-Disposition: form-data; name="act"\r\n\r\nreport\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.trf"\r\n\r\n' + text + "\r\n--x--\r\n"
    return who.ask("POST", link, body.encode(), form="multipart/form-data; boundary=x")[0]


def ratings_of(folder):
    found = {p["id"]: 0 for p in PEOPLE}
    for row in csv.DictReader(io.StringIO(rate("export", "-t", "csv", folder))):
        found[int(row["id"])] = int(row["standard"] or 0)
    return found


events, refused, differences, pages = 0, [], [], []
this = FIRST
for month in range(MONTHS):
    following = month_after(this)
    ratings = ratings_of(office / f"{this:%Y-%m}")
    for turn in range(40 * (month + 1) // 12 - 40 * month // 12):
        who, name = organisers[events % 3], f"Open {month + 1}.{turn + 1}"
        start = max(this + datetime.timedelta(days=2 + 4 * turn), TODAY + datetime.timedelta(days=8))
        start = min(start, following - datetime.timedelta(days=7)) if month else start
        text = tournament(name, start, random.sample(PEOPLE, 10), ratings)
        form = {"name": name, "city": "Bern", "federation": "SUI", "start": f"{start}", "end": f"{start + datetime.timedelta(days=2)}", "chess": "standard", "organiser": "O", "laws": "1", "licensed": "1"}
        answer = who.post("/ratings/register", form, token="")
        link = answer[2].get("Location") or ""
        sent = send(who, link, text)
        where = re.search(r'href="(/office/events/(\d+))">' + re.escape(name) + "<", swiss.get("/office")[1])
        accepted = swiss.post(where[1], {"act": "accept", "version": "1"}) if where else (0, "")
        if (answer[0], sent, accepted[0]) != (303, 303, 303):
            refused.append((name, answer[0], sent, accepted[0], re.sub(r"<[^>]*>|\s+", " ", swiss.get(where[1])[1])[-1500:] if where else ""))
        (mine / "events").mkdir(exist_ok=True)
        (mine / "events" / f"e{where[2]}.trf").write_text(text)
        (mine / "events" / f"e{where[2]}.rating.json").write_text(f'{{"name": "{name}", "registered": "{TODAY}", "received": "{max(TODAY, this)}", "laws": true, "arbiters_licensed": true}}')
        events += 1
    all_lists.post("/office/month", {"act": "compute", "chess": "standard"})
    page = all_lists.get("/office/month")[1]
    digest = re.search(r'name="digest" value="(\w+)"', page)
    if digest is None or all_lists.post("/office/month", {"act": "publish", "chess": "standard", "digest": digest[1]})[0] != 303:
        differences.append((f"{following}", re.sub(r"<[^>]*>|\s+", " ", page)[-1500:]))
        break
    rate("period", "-l", mine / f"{this:%Y-%m}", "-e", mine / "events", "-o", mine / f"{following:%Y-%m}", "-d", f"{following}", "--leave-earlier")
    for file in ("registry", "list.txt", "events.txt", "journal.txt", "titled-unrated.txt"):
        if (office / f"{following:%Y-%m}" / file).read_bytes() != (mine / f"{following:%Y-%m}" / file).read_bytes():
            differences.append((f"{following}", file))
    top = sorted((-rating, number) for number, rating in ratings_of(mine / f"{following:%Y-%m}").items() if rating)
    shown = [int(number) for number in re.findall(r'href="/ratings/(\d+)"', Browser(server).get("/ratings?show=all")[1])]
    if shown != [number for _, number in top][:100]:
        pages.append(f"{following}")
    this = following
report(not refused and events == 40 * MONTHS // 12, f"{events}_events_are_registered_reported_and_accepted", refused[:2])
report(not differences, f"{MONTHS}_lists_are_the_command_s_to_the_byte", differences[:3])
report(not pages, "and_the_pages_show_them", pages)
journals = "".join((office / path.name / "journal.txt").read_text() for path in office.iterdir() if (office / path.name / "journal.txt").exists())
rated = re.findall(r"^event\t(e\d+)\t\w+\trated\t", journals, re.M)
report(len(set(rated)) == len(rated) == events and journals.count("\nchange\t") > 6 * events, f"each_event_is_on_one_list_and_they_changed_{journals.count(chr(10) + 'change')}_ratings", rated)
lines = re.findall(r"<li><b>", all_lists.get("/office/log")[1])
report(len(lines) == min(500, 3 * events + 2 * MONTHS), "the_log_has_every_act", len(lines))
server.end()
report(server.db("check", "--data", server.data).returncode == 0, "the_store_holds_together")
shutil.rmtree(work)
sys.exit(report.end())
