#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_serve.py LIMMAT: the server over loopback, in TAP: keys, what every answer has, several who
enter at once, who is erased, and a backup that comes back.  What it must refuse is in
test_attacks.py, what it must not lose in test_durable.py."""
import contextlib
import datetime
import hashlib
import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import urllib.request

from served import ASK_TO_END, WINDOWS, Browser, Report, Server, free_port

report = Report()
server = Server(sys.argv[1])
nobody, chief = Browser(server), Browser(server)
report(chief.begin(server.key, "Verena") == 303 and chief.token != "", "a_key_begins_a_session")
report(Browser(server).begin(server.key) == 403, "a_key_is_good_once")

status, _, headers = chief.post("/new", {"name": "Small Open", "start": "2026-07-14", "rounds": "5"})
EVENT = "/e/small-open/main/"
report(status == 303 and headers["Location"] == EVENT + "players", "a_name_and_a_date_make_an_event", (status, headers))
people = "\n".join(f"Name{chr(65 + i)}, First\t{2100 - 7 * i}\tSUI" for i in range(10))
report(chief.post(EVENT + "people/enter", {"text": people})[0] == 303, "people_are_entered")
report(chief.post(EVENT + "round/1/pair", {})[0] == 303, "a_round_is_paired")
report(nobody.get(EVENT + "paper/boards/1")[0] == 404, "a_proposal_is_shown_to_nobody")
report(chief.post(EVENT + "round/1/publish", {"was": "0"})[0] == 303, "a_round_is_published")
roles = {role: chief.invite(role) for role in ["chief", "arbiter", "results"]}

# --- what every answer has

status, page, headers = nobody.get(EVENT + "round/1")
policy = headers["Content-Security-Policy"]
report("default-src 'none'" in policy and "unsafe" not in policy and headers["X-Content-Type-Options"] == "nosniff"
       and "frame-ancestors 'none'" in policy, "guards_stand_in_every_answer", headers)
code, own, guards = nobody.get("/pair/pair.de.html")
allowed = guards["Content-Security-Policy"]
report(code == 200 and 'lang="de"' in own and "script-src 'self' 'wasm-unsafe-eval';" in allowed and "'unsafe" not in allowed,
       "only_the_engine_may_run_where_a_file_is_paired", (code, guards))
report(nobody.get(EVENT + "round/1", **{"If-None-Match": headers["ETag"]})[0] == 304, "what_is_known_is_not_sent_again")
report(nobody.get(EVENT + "round/1", **{"Accept-Encoding": "gzip"})[2]["Content-Encoding"] == "gzip", "pages_are_packed")
status, page, _ = nobody.ask("HEAD", EVENT + "round/1")
report(status == 200 and page == "", "a_head_has_no_body")
report(nobody.get("/p/small-open/main/index.html")[0] == 200, "public_pages_are_there")
german = nobody.get("/p/small-open/main/players.de.html")
report(german[0] == 200 and '<html lang="de">' in str(german[1]) and 'href="players.fr.html" lang="fr"' in str(german[1])
       and nobody.get("/p/small-open/main/players.xx.html")[0] == 404, "in_every_language", german)
report(nobody.get(EVENT + "tournament.trf")[1].startswith(("012", "###")), "the_tournament_is_a_file")

# --- a form shows what stands there now: sent as it is, no field of it is refused by the browser


def out_of_bounds(form):
    """The fields of numbers whose values their own bounds refuse."""
    fields = [dict(re.findall(r'(\w+)="([^"]*)"', field)) for field in re.findall(r"<input[^>]*>", form)]
    return [f for f in fields if f.get("type") == "number" and f.get("value")
            and not float(f.get("min", "-inf")) <= float(f["value"]) <= float(f.get("max", "inf"))]


systems = re.findall(r'name="?system"? value="?([\w-]+)', chief.get("/new")[1])
shown = {}
for system in systems:
    place = chief.post("/new", {"name": "Of " + system, "start": "2026-07-14", "rounds": "5", "system": system})[2]["Location"]
    shown[system] = chief.get(place.removesuffix("players") + "do/settings")[1]
report(len(systems) > 4 and all('name="rounds"' in form for form in shown.values()) and not any(map(out_of_bounds, shown.values())),
       "what_a_form_shows_it_takes", [out_of_bounds(form) for form in shown.values()])

# --- several loops at one address


def listening():
    """Sockets at our port; the state 0A listens."""
    with open("/proc/net/tcp") as table:
        return sum(line.split()[1].endswith(f":{server.port:04X}") and line.split()[3] == "0A" for line in table)


report(listening() == (1 if WINDOWS else min(4, os.cpu_count())), "there_is_a_loop_for_each_processor", listening())
taken = subprocess.run([sys.argv[1], "serve", "--data", server.work / "other", "--listen", f"127.0.0.1:{server.port}"], capture_output=True, text=True, timeout=60)
report(taken.returncode != 0 and "the address is in use" in taken.stderr, "an_address_that_is_taken_is_refused", taken)

# Who asks for no port gets the next one that is free.
with socket.socket() as holder:
    with contextlib.suppress(OSError):  # somebody else holds it already
        holder.bind(("0.0.0.0", 8080))
        holder.listen()
    written = server.work / "any-port" / "address.txt"
    with subprocess.Popen([sys.argv[1], "serve", "--data", written.parent], stdout=subprocess.PIPE, text=True) as other:
        said = ""
        while "Stop with" not in said and (line := other.stdout.readline()) != "":
            said += line
        ports = [int(port) for port in re.findall(r"http://[^/:]+:(\d+)/", said)]
        there = written.exists() and written.read_text()
        report(ports and 8080 < min(ports) == max(ports) < 8090 and there == f"http://127.0.0.1:{ports[0]}", "the_next_free_port_is_taken", said)
        other.send_signal(ASK_TO_END)
    report(not written.exists(), "who_ends_is_no_longer_there")


def greeted(address):
    """The addresses that a server which listens at ${address} tells, and whether the first one answers."""
    other = subprocess.Popen([sys.argv[1], "serve", "--data", server.work / "greeted", "--listen", address], stdout=subprocess.PIPE, text=True)
    said = ""
    while "Stop with" not in said and (line := other.stdout.readline()) != "":
        said += line
    told = re.findall(r"http://\S+", said)
    with urllib.request.urlopen(told[0].split("/key/")[0] + "/health", timeout=20) as answer:
        good = answer.status == 200
    other.terminate()
    other.wait()
    return good, [one.split("/key/")[0] for one in told]


free = free_port()
report(greeted(f"127.0.0.1:{free}") == (True, [f"http://127.0.0.1:{free}"]), "one_address_is_told_where_there_is_one")
try:
    socket.socket(socket.AF_INET6).bind(("::1", 0))
    told = greeted(f"[::1]:{free}")
    report(told == (True, [f"http://[::1]:{free}"]), "an_address_with_colons_stands_in_brackets", told)
except OSError:
    pass  # a machine without IPv6
streams = []
for _ in range(32):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/e/small-open/live")
    streams.append((connection, connection.getresponse()))
first = [next(int(line[6:]) for line in stream if line.startswith(b"data: ")) for _, stream in streams]
chief.post(EVENT + "round/1/result", {"board": "1.5", "result": "1-0"})
then = [next(int(line[6:]) for line in stream if line.startswith(b"data: ")) for _, stream in streams]
report(len(set(first)) == len(set(then)) == 1 and then[0] > first[0], "and_each_tells_its_viewers", (first, then))
report("limmat_streams 32\n" in nobody.get("/metrics")[1],
       "all_of_whom_are_counted", nobody.get("/metrics")[1])
[connection.close() for connection, _ in streams]
chief.post(EVENT + "round/1/result", {"board": "1.5", "result": "none"})

# --- several at once

answers = []


def enter(board, result, who):
    status = who.post(EVENT + "round/1/result", {"board": board, "result": result, "was": "none"})[0]
    answers.append((board, result, status))


threads = [threading.Thread(target=enter, args=("1.1", result, roles[who])) for who, result in
           [("chief", "1-0"), ("arbiter", "0-1"), ("results", "1/2-1/2")]]
[t.start() for t in threads]
[t.join() for t in threads]
row = re.search(r'<tr id="?b1\b.*?(?=<tr id|</tbody>|</table>)', chief.get(EVENT + "round/1")[1], re.S).group(0)
kept = [result for result in ("1 – 0", "0 – 1", "½ – ½") if result in re.sub(r"<[^>]+>", "", row)]
report(all(status in (303, 409) for _, _, status in answers) and len(kept) == 3, "of_three_at_once_one_is_taken_and_two_stand_beside_it", (answers, row))
request = {"board": "1.2", "result": "1-0", "was": "none", "req": "the-same"}
first, again = chief.post(EVENT + "round/1/result", request)[0], chief.post(EVENT + "round/1/result", request)[0]
journal = chief.get("/e/small-open/journal")[1]
report((first, again, journal.count('"the-same"')) == (303, 303, 1), "what_is_sent_twice_is_entered_once", (first, again))

# --- erased, from a backup, too

copy = server.work / "copy.db"
invited = re.search(r"(/key/[\w-]+)", chief.post("/rights", {"role": "arbiter"})[1]).group(1)
report(server.db("backup", "--data", server.data, copy).returncode == 0, "a_backup_is_made_while_it_runs")
person = re.search(r"\w+, \w+", people).group(0)
erased = chief.post(EVENT + "do/erase", {"person": "p1", "ack": "erase:p1"})
report(server.end() == 0, "it_ends_when_it_is_asked_to")


def holding(name):
    """The files of the store in which the name still stands."""
    return [path.name for path in server.data.rglob("*") if path.is_file() and name.encode() in path.read_bytes()]


report(erased[0] == 303 and person.encode() in copy.read_bytes() and holding(person) == [], "who_is_erased_is_in_no_file_of_the_store",
       (erased[:2], person, holding(person)))
restored = server.db("restore", "--data", server.data, copy).returncode
report(restored == 0 and holding(person) == [], "nor_after_a_backup_came_back", (restored, holding(person)))
report(server.db("check", "--data", server.data).returncode == 0, "the_store_is_whole")

# --- on a machine that has nothing

shutil.rmtree(server.data)
report(server.db("restore", "--data", server.data, copy).returncode == 0, "a_backup_is_restored")
server.start()
report(nobody.get(EVENT + "round/1")[0] == 200, "its_events_are_there")
report(chief.get("/e/small-open/log")[0] == 403, "its_sessions_are_not")
report(Browser(server).begin(invited) == 403, "nor_are_its_invitations")
server.end()

# --- teams: what is told of their matches is published while they play, too

sample = server.work / "league.trf"
subprocess.run([sys.argv[1], "generate", "-s", "team-2026", "-n", "8", "-R", "3", "--seed", "3", "-o", sample], check=True)
league = Server(sys.argv[1], "--quiet", "--sample", sample)
visitor = Browser(league)
pages = visitor.get("/p/random-tournament-seed-3")[2]["Location"].removesuffix("index.html")
told = {name: visitor.get(pages + name) for name in ("team-2.html", "team-2.it.html", "why-2.html")}
report(all(code == 200 and "C.04.6" in page for code, page, _ in told.values()), "teams_are_told_why_they_meet",
       {name: code for name, (code, _, _) in told.items()})
# --- a clock that was years ahead for a while, or years behind until today

keeper = Browser(league)
keeper.begin(league.key)
for name in ("Ahead", "Back"):
    keeper.post("/new", {"name": name, "start": "2026-07-14", "rounds": "5"})
    home = f"/e/{name.lower()}/main/"
    keeper.post(home + "people/enter", {"text": "\n".join(f"Time{chr(65 + i)}, First\t{2100 - 7 * i}\tSUI" for i in range(8))})
    keeper.post(home + "round/1/pair", {})
    keeper.post(home + "round/1/publish", {"was": "0"})
    keeper.post(home + "round/1/result", {"board": "1.1", "result": "1-0"})


def told_of_clock(home):
    found = re.search(r"The clock of this machine says \d+ \w+ (\d{4}), \d\d:\d\d UTC, (which is before the last line|far from the days of the event)",
                      keeper.get(home + "round/1")[1])
    return found and found.groups()


def taken(name, years, first):
    """The event ${name} from the store, with lines from number ${first} on by so many years later: chained anew, under another name."""
    lines, digest = keeper.get(f"/e/{name.lower()}/along")[1].splitlines(), ""
    for i, line in enumerate(lines):
        if line.startswith('{"n":'):
            continue
        at = re.search(r'"at":"(\d{4})', line)
        moved = int(at.group(1)) + (years if int(re.search(r'"n":(\d+)', line).group(1)) >= first else 0)
        line = line[:at.start(1)] + str(moved) + line[at.end(1):]
        line = re.sub(r'"prev":"\w+"', f'"prev":"{digest}"', line.replace(f'"name":"{name}"', f'"name":"{name} by {abs(years)}"'))
        digest, lines[i] = hashlib.sha256(line.encode()).hexdigest(), line
    edge = "xXxlimmatxXx"
    parts = (("csrf", "", keeper.token), ("file", '; filename="x.limmat"', "\n".join(lines) + "\n"))
    body = "".join(f'--{edge}\r\nContent-Disposition: form-data; name="{key}"{more}\r\n\r\n{what}\r\n' for key, more, what in parts) + f"--{edge}--\r\n"
    return keeper.ask("POST", "/import", body.encode(), form=f"multipart/form-data; boundary={edge}")


now = datetime.datetime.now(datetime.timezone.utc).year
told = {name: (taken(name, years, first)[0], told_of_clock(f"/e/{name.lower()}-by-{abs(years)}/main/"))
        for name, years, first in (("Ahead", 8, 12), ("Back", -8, 1))}
report(told == {"Ahead": (303, (str(now), "which is before the last line")), "Back": (303, (str(now), "far from the days of the event"))},
       "a_clock_that_jumped_by_years_is_told_of_with_the_year", told)
ahead = "/e/ahead-by-8/"
entered = keeper.post(ahead + "main/round/1/result", {"board": "1.2", "result": "0-1"})[0]
years = [int(year) for year in re.findall(r'"at":"(\d{4})', keeper.get(ahead + "journal")[1])]
log = keeper.get(ahead + "log")[1]
report(entered == 303 and years[-1] == now and years[-2] == now + 8 and re.search(rf"[a-z] {now + 8} \d\d:\d\d", log) and told_of_clock(ahead + "main/") is None,
       "what_is_entered_then_has_the_time_of_today_and_the_log_shows_the_other_year", (entered, years))
league.end()
shutil.rmtree(league.work)
shutil.rmtree(server.work)
sys.exit(report.end())
