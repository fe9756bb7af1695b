#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_serve.py LIMMAT: the server over loopback, in TAP.

Every row of the table of handlers (as /openapi.json gives it) is attacked: by nobody, by another's
right, without the token, with a wrong one, from another site, with fields that are missing, unknown,
wrong or too large.  Each time the answer is 4xx and nothing has changed.  Then: what was answered
outlives kill -9; backups made while it runs are whole."""
import http.client
import json
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

limmat = pathlib.Path(sys.argv[1]).resolve()
work = pathlib.Path(tempfile.mkdtemp())
count = failures = 0


def report(good, name, why=""):
    global count, failures
    count += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}", flush=True)
    if not good:
        print("# " + str(why)[:2000].replace("\n", "\n# "))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


PORT = free_port()
FORM = "application/x-www-form-urlencoded"


class Server:
    def __init__(self, *options):
        self.errors = open(work / "log", "ab")
        self.process = subprocess.Popen(
            [limmat, "serve", "--data", work / "data", "--listen", f"127.0.0.1:{PORT}", *options],
            stdout=subprocess.PIPE, stderr=self.errors, text=True)
        said = ""
        while (key := re.search(r"(/key/\S+)", said)) is None:
            line = self.process.stdout.readline()
            if line == "":
                raise SystemExit("Bail out! the server did not start: " + (work / "log").read_text()[-500:])
            said += line
        self.key = key.group(1)

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        status = self.process.wait(20)
        self.process.stdout.close()
        self.errors.close()
        return status


class Browser:
    """Who has a session, or has none."""

    def __init__(self):
        self.cookie = self.token = ""

    def ask(self, method, path, body=None, headers=None, form=FORM):
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
        sent = {"Content-Type": form} if body is not None else {}
        if self.cookie:
            sent["Cookie"] = self.cookie
        connection.request(method, path, body, {**sent, **(headers or {})})
        answer = connection.getresponse()
        text = answer.read()
        set_cookie = answer.headers.get("Set-Cookie")
        if set_cookie:
            self.cookie = set_cookie.split(";")[0]
        connection.close()
        return answer.status, text.decode("utf-8", "replace"), answer.headers

    def get(self, path, **headers):
        return self.ask("GET", path, headers=headers)

    def post(self, path, fields, token=None, **more):
        fields = list(fields.items()) if isinstance(fields, dict) else fields
        fields = [*fields, ("csrf", self.token if token is None else token)]
        return self.ask("POST", path, urllib.parse.urlencode(fields), **more)

    def begin(self, key, name="Somebody"):
        status = self.post(key, {"name": name})[0]
        page = self.get("/")[1]
        found = re.search(r'name="csrf" value="(\w+)"', page)
        self.token = found.group(1) if found else ""
        return status


server = Server()
nobody, chief = Browser(), Browser()
report(chief.begin(server.key, "Verena") == 303 and chief.token != "", "a_key_begins_a_session")
report(Browser().begin(server.key) == 403, "a_key_is_good_once")

status, _, headers = chief.post("/new", {"name": "Attack Open", "start": "2026-07-14", "rounds": "5"})
EVENT = "/e/attack-open/main/"
report(status == 303 and headers["Location"] == EVENT + "players", "a_name_and_a_date_make_an_event", (status, headers))
people = "\n".join(f"Name{chr(65 + i)}, First\t{2100 - 7 * i}\tSUI" for i in range(10))
report(chief.post(EVENT + "people/enter", {"text": people})[0] == 303, "people_are_entered")
report(chief.post(EVENT + "round/1/pair", {})[0] == 303, "a_round_is_paired")
report(nobody.get("/e/attack-open/main/paper/boards/1")[0] == 404, "a_proposal_is_shown_to_nobody")
report(chief.post(EVENT + "round/1/publish", {"was": "0"})[0] == 303, "a_round_is_published")

roles = {}
for role in ["chief", "arbiter", "results", "check-in"]:
    page = chief.post("/rights", {"role": role})[1]
    roles[role] = Browser()
    roles[role].begin(re.search(r"(/key/[\w-]+)", page).group(1), role)


# --- the table, row by row

def state():
    """What nobody may change: every entry, and who was invited."""
    return chief.get("/e/attack-open/journal")[1], chief.get("/")[1]


def address(pattern):
    values = {"event": "attack-open", "section": "main", "round": "1", "player": "p1", "board": "1.1", "key": "x",
              "file": "desk.css", "page": "index.html"}
    return re.sub(r"\{(\w+)\}", lambda m: values[m.group(1)], pattern)


def fitting(schema):
    """Fields that are taken, or refused for other reasons than their form."""
    fields = {}
    for name, field in schema["properties"].items():
        if field["type"] == "integer":
            fields[name] = str(field["minimum"])
        elif "x-choices" in field:
            fields[name] = field["x-choices"].split("|")[0]
        else:
            fields[name] = {"start": "2026-01-01", "end": "2026-01-02", "who": "p1", "board": "1",
                            "result": "1-0"}.get(name, "x")
    return fields


def wrong(name, field):
    """Values that no handler may take in this field."""
    if field["type"] == "integer":
        return [str(field["maximum"] + 1), "1.5", "1e1", "x", "99999999999999999999"]
    values = ["a\x01b", "\udcff"]
    if "maxLength" in field and field["maxLength"] < 5_000_000:
        values.append("x" * (field["maxLength"] + 1))
    if "x-choices" in field:
        values.append("no such choice")
    return values if field.get("format") != "binary" else []


RIGHT_OF = {"look": None, "desk": None, "check-in": "results", "result": "check-in", "people": "results",
            "round": "results", "event": "arbiter", "server": "chief"}
table = json.loads(nobody.get("/openapi.json")[1])["paths"]
rows = [(method.upper(), path, row) for path, methods in table.items() for method, row in methods.items()]
report(len(rows) > 40, "the_table_is_told", len(rows))
before = state()
bad = []


def expect(what, answer, *good):
    if answer[0] not in good:
        bad.append(f"{what}: {answer[0]}, not {good}")


for method, path, row in rows:
    url, name = address(path), f"{method} {path}"
    other = roles.get(RIGHT_OF[row["x-right"]]) or nobody
    if method == "GET":
        if row["x-right"] != "look":
            expect(name + " by nobody", nobody.get(url), 403)
            if RIGHT_OF[row["x-right"]]:
                expect(name + " by another", other.get(url), 403)
        expect(name + " posted", chief.post(url, {}) if (["POST", path] not in [[m, p] for m, p, _ in rows]) else (405,), 405)
        continue
    schema = next(iter(row["requestBody"]["content"].values()))["schema"]
    fields = fitting(schema)
    if not row["x-open"]:
        expect(name + " by nobody", nobody.post(url, fields), 403)
        expect(name + " by another", other.post(url, fields), 403)
        expect(name + " without token", chief.post(url, fields, token=""), 403)
        expect(name + " with a wrong token", chief.post(url, fields, token="0" * 64), 403)
        expect(name + " with another's token", chief.post(url, fields, token=roles["arbiter"].token), 403)
    expect(name + " from another site", chief.post(url, fields, headers={"Origin": "http://evil.example"}), 403)
    expect(name + " with an unknown field", chief.post(url, {**fields, "surprise": "1"}), 400)
    expect(name + " with a broken escape", chief.ask("POST", url, f"csrf={chief.token}&a=%zz"), 400)
    expect(name + " with a body that is no form", chief.ask("POST", url, "{}", form="application/json"), 400, 403)
    for field, rules in schema["properties"].items():
        rest = [(k, v) for k, v in fields.items() if k != field]
        if field in schema["required"]:
            expect(f"{name} without {field}", chief.post(url, rest), 400)
        for value in wrong(field, rules):
            body = urllib.parse.urlencode([*rest, (field, value), ("csrf", chief.token)], errors="surrogateescape")
            expect(f"{name} with {field}={value[:20]!r}", chief.ask("POST", url, body), 400)
        if "binary" not in rules.get("format", "") and "x-many" not in rules:
            expect(f"{name} with {field} twice", chief.post(url, [*fields.items(), (field, fields[field])]), 400)
report(not bad, "every_row_refuses_what_is_not_right", "\n".join(bad[:30]))
report(state() == before, "and_nothing_has_changed")

# --- what every answer has

status, page, headers = nobody.get(EVENT + "round/1")
policy = headers["Content-Security-Policy"]
report("default-src 'none'" in policy and "unsafe" not in policy and headers["X-Content-Type-Options"] == "nosniff"
       and "frame-ancestors 'none'" in policy, "guards_stand_in_every_answer", headers)
report("<script>" not in page and " style=" not in page and not re.search(r"\son\w+=", page), "no_script_stands_in_a_page")
report(nobody.get(EVENT + "round/1", **{"If-None-Match": headers["ETag"]})[0] == 304, "what_is_known_is_not_sent_again")
report(nobody.get(EVENT + "round/1", **{"Accept-Encoding": "gzip"})[2]["Content-Encoding"] == "gzip", "pages_are_packed")
status, page, _ = nobody.ask("HEAD", EVENT + "round/1")
report(status == 200 and page == "", "a_head_has_no_body")
report(nobody.get("/", Host="evil.example")[0] == 421, "another_name_is_not_ours")
report(all(nobody.get(p)[0] in (400, 404) for p in ["/..%2f..%2fetc/passwd", "/static/..%2f..%2fx", "/e/%00", "/e/%ff", "/p/attack-open/main/../../x"]),
       "no_path_leads_out")
for name, raw in {"a_body_too_large": "POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n",
                  "a_head_too_large": "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x" * 40000 + "\r\n\r\n",
                  "no_http": "\x16\x03\x01 hello\r\n\r\n"}.items():
    with socket.create_connection(("127.0.0.1", PORT), 10) as s:
        s.sendall(raw.encode("latin-1"))
        s.settimeout(10)
        try:
            answer = s.recv(200)
        except (ConnectionResetError, socket.timeout):
            answer = b""
    report(b" 200 " not in answer and nobody.get("/health")[0] == 200, name + "_is_refused", answer)
report(nobody.get("/p/attack-open/main/index.html")[0] == 200, "public_pages_are_there")
report(nobody.get(EVENT + "tournament.trf")[1].startswith(("012", "###")), "the_tournament_is_a_file")

# --- several at once

answers = []


def enter(board, result, who=chief, was="none"):
    status = who.post(EVENT + "round/1/result", {"board": board, "result": result, "was": was})[0]
    answers.append((board, result, status))
    return status


threads = [threading.Thread(target=enter, args=("1.1", result, roles[who])) for who, result in
           [("chief", "1-0"), ("arbiter", "0-1"), ("results", "1/2-1/2")]]
[t.start() for t in threads]
[t.join() for t in threads]
report(sorted(s for _, _, s in answers) == [303, 409, 409], "of_three_at_once_one_is_taken_and_two_are_told", answers)
request = {"board": "1.2", "result": "1-0", "was": "none", "req": "the-same"}
first, again = chief.post(EVENT + "round/1/result", request)[0], chief.post(EVENT + "round/1/result", request)[0]
journal = chief.get("/e/attack-open/journal")[1]
report((first, again, journal.count('"the-same"')) == (303, 303, 1), "what_is_sent_twice_is_entered_once", (first, again))

# --- killed

report(subprocess.run([limmat, "db", "backup", "--data", work / "data", work / "copy.db"]).returncode == 0, "a_backup_is_made_while_it_runs")
person = re.search(r"Spieler[^,]*, [A-Za-z]+|\w+, \w+", people).group(0)
erased = chief.post(EVENT + "do/erase", {"person": "p1", "ack": "erase:p1"})


def holding(name):
    """The files of the store in which the name still stands."""
    return [path.name for path in (work / "data").rglob("*") if path.is_file() and name.encode() in path.read_bytes()]


kept = []


def hammer(kill, stop):
    results = ["1-0", "0-1", "1/2-1/2"]
    for number in range(100000):
        mark = f"k{kill}-{number}"
        try:
            status = chief.post(EVENT + "round/1/result", {"board": "1.3", "result": results[number % 3], "req": mark})[0]
        except (OSError, http.client.HTTPException):
            return
        if status == 303:
            kept.append(mark)
        if stop.is_set():
            return


lost, empty = [], 0
for kill in range(3):
    already, stop = len(kept), threading.Event()
    worker = threading.Thread(target=hammer, args=(kill, stop))
    worker.start()
    time.sleep(0.4)
    server.end(signal.SIGKILL)
    stop.set()
    worker.join()
    server = Server()
    journal = chief.get("/e/attack-open/journal")[1]
    lost += [mark for mark in kept if f'"{mark}"' not in journal]
    empty += len(kept) == already
report(empty == 0 and lost == [], "what_was_answered_outlives_kill_9", (len(kept), lost))
report(server.end() == 0, "it_ends_when_it_is_asked_to")
report(subprocess.run([limmat, "db", "check", "--data", work / "data"]).returncode == 0, "the_store_is_whole")
report(erased[0] == 303 and person.encode() in (work / "copy.db").read_bytes() and holding(person) == [], "who_is_erased_is_in_no_file_of_the_store",
       (erased[:2], person, holding(person)))
restored = subprocess.run([limmat, "db", "restore", "--data", work / "data", work / "copy.db"]).returncode
report(restored == 0 and holding(person) == [], "nor_after_a_backup_came_back", (restored, holding(person)))

# --- from a dead machine to a working one

shutil.rmtree(work / "data")
report(subprocess.run([limmat, "db", "restore", "--data", work / "data", work / "copy.db"]).returncode == 0, "a_backup_is_restored")
server = Server()
report(nobody.get(EVENT + "round/1")[0] == 200, "its_events_are_there")
report(chief.get("/e/attack-open/log")[0] == 403, "its_sessions_are_not")
server.end()
log = (work / "log").read_text()
secrets = [b.cookie.split("=")[1] for b in [chief, *roles.values()]] + [server.key.split("/")[-1], chief.token]
report(log != "" and not any(secret in log for secret in secrets), "no_secret_stands_in_the_log")
report(all(json.loads(line) for line in log.splitlines() if line.startswith("{")), "the_log_is_json")

shutil.rmtree(work)
print(f"1..{count}")
sys.exit(failures != 0)
