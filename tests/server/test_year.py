#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_year.py LIMMAT VECTORS 2013|2024 MONTHS [postgresql]: a year of a rating office under the rules of 2013 or of 2024: three organisers, two
officers, 40 events, 12 lists.  The first lists are those of the vectors (VECTORS/rating-2013 or rating-2024); every list is what
the command makes of the same files, to the byte, and the pages show it.  Registrations, one of them refused and appealed
against, late reports, two merges, an exclusion, a past result put right.  TAP."""
import csv
import datetime
import io
import json
import lzma
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import cluster
from arbiter import text_of
from served import Browser, Report, Server

report = Report()
random.seed(20130701)
work = pathlib.Path(tempfile.mkdtemp())
limmat, EDITION, MONTHS = pathlib.Path(sys.argv[1]).resolve(), sys.argv[3], int(sys.argv[4])
office, mine = work / "office", work / "mine"
CASE = {"2013": "periods_steady", "2024": "periods_standard"}[EDITION]
with lzma.open(pathlib.Path(sys.argv[2]) / f"rating-{EDITION}" / "vectors.jsonl.xz") as lines:
    VECTOR = next(case["data"] for case in map(json.loads, lines) if case["file"] == CASE)
day = datetime.date.fromisoformat
FIRST = day(VECTOR["first_list"])
BASE = (FIRST - datetime.timedelta(days=1)).replace(day=1)


def rate(*words):
    done = subprocess.run([limmat, "rate", *words], capture_output=True, text=True, cwd=work)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def month_after(one):
    return (one + datetime.timedelta(days=31)).replace(day=1)


def number_of(one):
    return 12 * one.year + one.month - 1


# --- the vector's registry, as a file of the office; and five people who never play

def track_of(p):
    track = p.get("tracks", {}).get("standard", p)
    if track["rating"] is None:
        return ""
    flags = "t" * track["top"] + "h" * track.get("high", False) + "p" * track["prior"]
    last = track["last"] if "last" in track else number_of(FIRST) - 1 - p["idle"]
    history = track["history"]
    since = history[-1][0].replace("-", "") if history and history[-1][0] else "-"
    past = "".join(f"|h{(at or '-').replace('-', '') or '-'},{rating or 0},{k or 0}" for at, rating, k in history[:-1])
    return f"{track['rating']},{track['k']},{since},{track.get('total', track.get('games_total'))},0,{last or 0},{flags}{past}"


EXTRA = {"90001": "Zwilling, Zora", "90002": "Zwiling, Zora", "90003": "Doppel, Dario", "90004": "Doppel, Dario A", "90005": "Raus, Rudi"}
PEOPLE = {number: {"name": f"Name{number}, Given", "sex": "F" if p.get("gender") == "f" or p.get("woman") else "M", "born": str(p.get("born") or ""), "title": p.get("title") or "", "track": track_of(p), "flags": "x" * p["excluded"]}
          for number, p in VECTOR["registry_before"].items()} | {number: {"name": name, "sex": "M", "born": "1990", "title": "", "track": "1700,20,-,40,0,0,", "flags": ""} for number, name in EXTRA.items()}
people = "".join(f"{number}\t{p['name']}\tSUI\t{p['sex']}\t{p['born'].replace('-', '').ljust(8, '0')}\t{p['title']}\t\t\t\t{p['flags']}\t{p['track']}\t\t\n" for number, p in sorted(PEOPLE.items(), key=lambda one: int(one[0])))
head = f"limmat-registry 1 {BASE}\n"
names = "".join(f"{name}\t{number}\n" for name, number in sorted((p["name"].lower().replace(",", ""), number) for number, p in PEOPLE.items()))
for folder in (office, mine):
    (folder / f"{BASE:%Y-%m}").mkdir(parents=True)
    (folder / f"{BASE:%Y-%m}" / "registry").write_text(f"{head}{people}names\n{names}end {len((head + people).encode()):018} {len(PEOPLE):010}\n")
rate("lookup", "-l", office / f"{BASE:%Y-%m}", "90005")

KINDS = {"swiss": "Individual: Swiss System", "team": "Team: Swiss System", "round_robin": "Individual: Round-Robin", "match": "Individual: Match"}
SIDES = {"1-0": "10", "0-1": "01", "1/2": "==", "0-0": "00", "+-": "+-", "-+": "-+", "--": "--"}


def trf(name, kind, start, rounds, players, games, ratings):
    """A report, three rounds a day."""
    seat = {number: i + 1 for i, number in enumerate(players)}
    cells = {number: {} for number in players}
    scores = dict.fromkeys(players, 0.0)
    for turn, white, black, result, *moves in games:
        if moves and 0 in moves[0]:  # one of the two never moved: not played (5.1)
            if result == "1/2":
                cells[white][turn] = cells[black][turn] = "  0000 - H"
                scores[white], scores[black] = scores[white] + 0.5, scores[black] + 0.5
                continue
            result = {"1-0": "+-", "0-1": "-+"}[result]
        if black is None:
            cells[white][turn], scores[white] = "  0000 - U", scores[white] + 1
            continue
        for who, other, colour, side in ((white, black, "w", 0), (black, white, "b", 1)):
            mark = SIDES[result][side]
            cells[who][turn] = f"  {seat[other]:4} {colour} {mark}"
            scores[who] += {"1": 1, "+": 1, "=": 0.5}.get(mark, 0)
    rank = {who: 1 + at for at, who in enumerate(sorted(players, key=lambda who: (-scores[who], seat[who])))}
    days = [start + datetime.timedelta(days=turn // 3) for turn in range(rounds)]
    text = f"012 {name}\n022 Bern\n032 SUI\n042 {days[0]:%Y/%m/%d}\n052 {days[-1]:%Y/%m/%d}\n062 {len(players)}\n072 {sum(ratings[who] > 0 for who in players)}\n092 {KINDS[kind]}\n" \
           "102 IA Muster, Max (1399199)\n122 90 min + 30 sec from move 1\n132" + " " * 88 + "  ".join(f"{one:%y/%m/%d}" for one in days) + \
           f"\n142 {rounds}\n152 W\n162 W 1.0     D 0.5     L 0.0\n182 Limmat\n192 FIDE_DUTCH_2026\n202 BH:GP/C1, BH:GP\n222 5400+30\n"
    for who in players:
        p = PEOPLE[who]
        born = (p["born"] if len(p["born"]) > 4 else p["born"] + "-00-00" if p["born"] else "").replace("-", "/")
        line = "".join(cells[who].get(turn, "  0000 - Z") for turn in range(1, rounds + 1))
        text += f"001 {seat[who]:4} {'w' if p['sex'] == 'F' else 'm'}{p['title']:>3} {p['name']:<33} {ratings[who] or '':>4} SUI {who:>11} {born:10} {scores[who]:4.1f} {rank[who]:4}{line}\n"
    return text, days[-1]


def random_games(players):
    games, order = [], list(range(len(players)))
    for turn in range(1, 6):
        for a, b in zip(order[: len(order) // 2], reversed(order[len(order) // 2:])):
            white, black = (a, b) if turn % 2 else (b, a)
            games.append([turn, players[white], players[black], random.choices(("1-0", "1/2", "0-1"), (4, 3, 3))[0]])
        order = [order[0], order[-1], *order[1:-1]]
    return games


# --- the server, three organisers, two officers

database = []
if sys.argv[5:] == ["postgresql"]:
    if not cluster.is_there():
        cluster.skip("PostgreSQL is not installed (scripts/packages-test.txt)")
    database = ["--database", cluster.Cluster(careless=True).address]
server = Server(limmat, "--office", office, *database, "--submission-limit", "100000", "--clock", f"{BASE - datetime.timedelta(days=45)}T12:00:00Z")
admin = Browser(server)
admin.begin(server.key, "Ada")
organisers = [Browser(server) for _ in range(3)]
today = BASE - datetime.timedelta(days=45)


def officer(scope, name):
    who = Browser(server)
    who.begin(re.search(r"(/key/[\w-]+)", admin.post("/rights", {"role": "officer", "scope": scope})[1])[1], name)
    who.token = re.search(r'name="csrf" value="(\w+)"', who.get("/office")[1])[1]
    return who


swiss, all_lists = officer("federation:SUI", "Sepp"), officer("", "Olga")


def at(one):
    global today
    today = max(one, today)
    assert admin.post("/championships/clock", {"at": f"{today}T12:00"})[0] == 303


def register(name, start, end):
    """Its organiser's link, and the officer's page."""
    who = organisers[len(links) % 3]
    answer = who.post("/ratings/register", {"name": name, "city": "Bern", "federation": "SUI", "start": f"{start}", "end": f"{end}", "chess": "standard", "organiser": "O", "laws": "1", "licensed": "1"}, token="")
    assert answer[0] == 303, (name, text_of(answer[1]))
    page = re.search(r'href="(/office/events/(\d+))">' + re.escape(name) + "<", swiss.get("/office")[1])
    links[name] = (who, answer[2]["Location"], page[1], f"{today}")


links, failures, late_ones, differences, pages, wrong = {}, [], [], [], [], []


def send(name, text):
    who, link, _, _ = links[name]
    body = '--x\r\nContent-Disposition: form-data; name="act"\r\n\r\nreport\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.trf"\r\n\r\n' + text + "\r\n--x--\r\n"
    return who.ask("POST", link, body.encode(), form="multipart/form-data; boundary=x")[0]


def report_and_accept(name, text, newest):
    """Sent, accepted, and put beside the command's files."""
    _, _, page, registered = links[name]
    sent = send(name, text)
    version = re.search(r'name="version" value="(\d+)"', swiss.get(page)[1])
    accepted = swiss.post(page, {"act": "accept", "version": version[1] if version else "0"})[0]
    if (sent, accepted) != (303, 303):
        failures.append((name, sent, accepted, text_of(swiss.get(page)[1])[-1800:]))
    (mine / "events").mkdir(exist_ok=True)
    file = mine / "events" / f"e{page.rsplit('/', 1)[1]}"
    if not file.with_suffix(".trf").exists():
        file.with_suffix(".rating.json").write_text(json.dumps({"name": name, "registered": registered, "received": f"{max(today, newest)}", "laws": True, "arbiters_licensed": True, "qc_late_ok": name in late_ones}))
    file.with_suffix(".trf").write_text(text)


def listed(folder):
    return list(csv.DictReader(io.StringIO(rate("export", "-t", "csv", folder))))


def person(list_name, act, number, *words, **fields):
    """The same on both lists."""
    answer = all_lists.post(f"/office/people/{number}", {"act": act, "reason": "a reason", **fields})
    if answer[0] != 303:
        failures.append((act, number, text_of(answer[1])))
    rate("person", "-l", mine / list_name, *words)


def publish(chess="standard"):
    all_lists.post("/office/month", {"act": "compute", "chess": chess})
    page = all_lists.get("/office/month")[1]
    digest = re.search(r'name="digest" value="(\w+)"', page)
    return (digest and all_lists.post("/office/month", {"act": "publish", "chess": chess, "digest": digest[1]})[0]) == 303 or text_of(page)[-1500:]


BY_ID = {t["id"]: t for t in VECTOR["tournaments"]}
for t in VECTOR["tournaments"]:
    register(t["id"], day(t["start"]), day(t["end"]))
this, events, vector_lists = BASE, 0, 0
for month in range(MONTHS):
    following = month_after(this)
    ratings = {number: 0 for number in PEOPLE} | {row["id"]: int(row["standard"] or 0) for row in listed(office / f"{this:%Y-%m}")}
    due = []
    if month < len(VECTOR["lists"]):
        for t in sorted((BY_ID[r["id"]] for r in VECTOR["lists"][month]["reports"]), key=lambda t: t["end"]):
            # The ratings that the report states are those of its first day.
            newest = max(one for one in [BASE, *(day(l["date"]) for l in VECTOR["lists"])] if one <= max(day(t["start"]), BASE))
            then = {number: 0 for number in PEOPLE} | {row["id"]: int(row["standard"] or 0) for row in listed(office / f"{newest:%Y-%m}")}
            text, end = trf(t["id"], t["kind"], day(t["start"]), max(g[0] for g in t["games"]), t["players"], t["games"], then)
            due.append((t["id"], day(t["start"]), max(end, day(t["end"])), text.replace(f"052 {end:%Y/%m/%d}", f"052 {max(end, day(t['end'])):%Y/%m/%d}")))
    else:
        for turn in range(6):
            start = this + datetime.timedelta(days=8 + 3 * turn)
            rated = [number for number in VECTOR["registry_before"] if ratings[number] > 0]
            players = random.sample(rated, 8)
            text, end = trf(f"Open {month + 1}.{turn + 1}", "swiss", start, 5, players, random_games(players), ratings)
            due.append((f"Open {month + 1}.{turn + 1}", start, end, text))
    for name, start, end, _ in due:  # one the day before, with permission
        permit = name.endswith(".6") and month == len(VECTOR["lists"])
        if permit:
            at(start - datetime.timedelta(days=1))
        if name not in links:
            register(name, start, end)
        if permit:
            late_ones.append(name)
            if swiss.post(links[name][2], {"act": "permit", "reason": "the hall was free"})[0] != 303:
                failures.append((name, "not permitted"))
    if month == 0:  # one is refused, appealed against, and stays refused
        at(this - datetime.timedelta(days=9))
        register("Refused Open", today + datetime.timedelta(days=1), today + datetime.timedelta(days=2))
        who, link, page, _ = links["Refused Open"]
        acts = [swiss.post(page, {"act": "refuse", "reason": "too late"})[0], who.post(link, {"act": "appeal", "text": "it rained"}, token="")[0], who.post(link, {"act": "appeal", "text": "again"}, token="")[0],
                "Decide about the appeal" in text_of(all_lists.get("/office")[1]), all_lists.post(page, {"act": "uphold", "reason": "it was late"})[0], send("Refused Open", "x"), "it was late" in who.get(link)[1]]
        report(acts == [303, 303, 409, True, 303, 409, True], "a_refusal_is_appealed_against_and_upheld", acts)
    for number, (name, start, end, text) in enumerate(due):
        late = number == 0 and month == 1
        at(end + datetime.timedelta(days=9 if late else 1))
        if late:
            seen = text_of(swiss.get("/office")[1])
            report("No report 9 days after the end" in seen, "a_late_report_is_missed", seen)
        report_and_accept(name, text, this)
        events += 1
    at(following)
    made = publish()
    if made is not True:
        differences.append((f"{following}", made))
        break
    rate("period", "-l", mine / f"{this:%Y-%m}", "-e", mine / "events", "-o", mine / f"{following:%Y-%m}", "-d", f"{following}", "--leave-earlier")
    for file in ("registry", "list.txt", "events.txt", "journal.txt", "titled-unrated.txt"):
        if (office / f"{following:%Y-%m}" / file).read_bytes() != (mine / f"{following:%Y-%m}" / file).read_bytes():
            differences.append((f"{following}", file))
    rows = listed(office / f"{following:%Y-%m}")
    if month < len(VECTOR["lists"]):
        vector_lists += 1
        want = {number: [rating, games, k] for number, rating, games, k in VECTOR["lists"][month]["players"]}
        have = {row["id"]: [int(row["standard"]), int(row["standard_games"] or 0), int(row["standard_k"])] for row in rows if row["standard"] and "i" not in row["flag"] and row["id"] not in EXTRA}
        wrong += [(f"{following}", number, want.get(number), have.get(number)) for number in want.keys() | have.keys() if want.get(number) != have.get(number)]
    top = sorted((-int(row["standard"]), int(row["id"])) for row in rows if row["standard"])
    shown = [int(number) for number in re.findall(r'href="/ratings/(\d+)"', Browser(server).get("/ratings?show=all")[1])]
    if shown != [number for _, number in top][:100]:
        pages.append(f"{following}")
    if month == 0:
        person(f"{following:%Y-%m}", "merge", "90002", "merge", "90002", "90001", id="90001")
        person(f"{following:%Y-%m}", "exclude", "90005", "correct", "90005", "excluded=yes")
        report(Browser(server).get("/ratings/90005")[0] == 404 and Browser(server).get("/ratings/90001")[0] == 200, "an_excluded_player_is_not_shown (13.2)")
    if month == 1:
        person(f"{following:%Y-%m}", "merge", "90004", "merge", "90004", "90003", id="90003")
    this = following
report(not failures, f"{events}_events_are_registered_reported_and_accepted", failures[:2])
report(not wrong and vector_lists >= min(MONTHS, 7), f"{vector_lists}_lists_have_the_vectors_figures", wrong[:12])
report(not differences, f"{MONTHS}_lists_are_the_command_s_to_the_byte", differences[:3])
report(not pages, "and_the_pages_show_them", pages)
journals = "".join((office / path.name / "journal.txt").read_text() for path in office.iterdir() if (office / path.name / "journal.txt").exists())
rated = re.findall(r"^event\t(e\d+)\t\w+\trated\t", journals, re.M)
report(len(set(rated)) == len(rated) == events and journals.count("\nchange\t") > 4 * events, f"each_event_is_on_one_list_and_they_changed_{journals.count(chr(10) + 'change')}_ratings", (sorted(rated), events))
numbers = {row["id"] for row in listed(office / f"{this:%Y-%m}")}
report({"90001", "90003"} <= numbers and not {"90002", "90004"} & numbers, "two_people_are_merged")

# --- the first event put right: a win that was a draw

name = next(iter(links))
file = mine / "events" / f"e{links[name][2].rsplit('/', 1)[1]}.trf"
lines = file.read_text().splitlines()
seats = {int(line[4:8]): i for i, line in enumerate(lines) if line.startswith("001")}
won = next((i, m) for i in seats.values() for m in re.finditer(r"  ([ \d]{4}) ([wb]) 1", lines[i][91:]) if lines[seats[int(m[1])]][91 + m.end() - 1] == "0")
for i, add in ((won[0], -0.5), (seats[int(won[1][1])], 0.5)):
    column = 91 + won[1].end() - 1
    lines[i] = lines[i][:column] + "=" + lines[i][column + 1:]
    lines[i] = lines[i][:80] + f"{float(lines[i][80:84]) + add:4.1f}" + lines[i][84:]
order = sorted(seats.values(), key=lambda i: (-float(lines[i][80:84]), i))
for at_rank, i in enumerate(order, 1):
    lines[i] = lines[i][:85] + f"{at_rank:4}" + lines[i][89:]
before = {path.name: path.read_bytes() for path in (office / f"{this:%Y-%m}").iterdir()}
report_and_accept(name, "\n".join(lines) + "\n", this)
report(not failures, "a_corrected_report_is_accepted", failures[:1])
answer = all_lists.post("/office/past", {"act": "compute", "base": f"{BASE:%Y-%m}"})
page = all_lists.get("/office/past")[1]
digest = re.search(r'name="digest" value="(\w+)"', page)
published = digest and all_lists.post("/office/past", {"act": "publish", "digest": digest[1], "reason": "board 1 was a draw"})[0]
steps = sorted(path for path in mine.iterdir() if re.fullmatch(r"\d{4}-\d\d", path.name))
subprocess.run([limmat, "rate", "rectify", "-e", mine / "events", "-o", work / "rectified", *steps], check=True, capture_output=True)
unlike = [step.name for step in steps[1:] if (office / f"{step.name}-2-rectified" / "registry").read_bytes() != (work / "rectified" / step.name / "registry").read_bytes()] if published == 303 else ["none"]
report(published == 303 and not unlike and "differ" in text_of(page), f"{len(steps) - 1}_past_lists_are_put_right_as_by_the_command", (answer[0], published, unlike, text_of(page)[-800:]))
report(before == {path.name: path.read_bytes() for path in (office / f"{this:%Y-%m}").iterdir()}, "what_was_published_stays")
log = text_of(all_lists.get("/office/log")[1])
report(all(word in log for word in ("Past lists recalculated and published", "Refusal upheld", "merged into", "excluded", "Report 2 accepted")), "the_log_has_every_act", log[:500])
server.end()
done = server.db("check", *(database or ["--data", server.data]))
report(done.returncode == 0, "the_store_holds_together", done.stderr)
shutil.rmtree(work)
sys.exit(report.end())
