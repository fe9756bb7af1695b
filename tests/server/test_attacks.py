#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_attacks.py LIMMAT: every row of the table of handlers, as the server itself tells it, meets
every attack that fits it, in TAP.

The attacks are a table, too: which rows each is for, and what it does.  A row whose address has a
name that is not known here, or that some attack owes and none reaches, fails: who adds a row adds
its values."""
import html
import html.parser
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import xml.etree.ElementTree

from contenders import Championship, instant
from served import Browser, FORM, Report, Server, rows_of

report = Report()
# A rating office, of whose people one has the name of an enemy, and a day of birth.
office = pathlib.Path(tempfile.mkdtemp()) / "office"
office.mkdir()
listed = office / "list.xml"
listed.write_text("<?xml version='1.0'?><playerslist><player><fideid>1300001</fideid><name>Zq&lt;b onx=1&gt;, Eve</name><country>SUI</country><sex>F</sex><rating>1800</rating><games>0</games>"
                  "<k>20</k><birthday>1987</birthday><flag></flag></player></playerslist>")
for month in ("2026-05", "2026-06"):
    subprocess.run([sys.argv[1], "rate", "import", "-d", month + "-01", "-o", office / month, listed], check=True, capture_output=True)
subprocess.run([sys.argv[1], "rate", "person", "-l", office / "2026-06", "correct", "1300001", "born=1987-05-23"], check=True, capture_output=True)
server = Server(sys.argv[1], "--office", office, "--patience", "2", "--submissions", "--submission-limit", "100000", "--clock", "2019-09-30T12:00:00Z")
nobody, chief, strangers = Browser(server), Browser(server), [Browser(server), Browser(server)]
chief.begin(server.key, "Verena")

# Two events: "mine", where ids stand, and "other", which has fewer of everything.  Its names are
# those of an enemy.
ENEMY = "Zq<b onx=1>\"'&amp;{{x}}"
BIRTH = "1987-05-23"
chief.post("/new", {"name": "Mine", "start": "2026-07-14", "rounds": "5"})
chief.post("/new", {"name": ENEMY + " Open", "start": "2026-07-14", "rounds": "3", "city": ENEMY})
OTHER = re.search(r'href="/e/(zq[^"]*)"', chief.get("/")[1]).group(1)
for event, count in (("mine", 10), (OTHER, 4)):
    rows = "\n".join(f"{ENEMY} {chr(65 + i)}, First\t{2100 - 7 * i}\tSUI\t{BIRTH}" for i in range(count))
    heads = "Name\tElo\tFed\tBirthday\n"
    assert chief.post(f"/e/{event}/main/people/enter", {"text": heads + rows})[0] == 303
    assert chief.post(f"/e/{event}/main/round/1/pair", {})[0] == 303
    assert chief.post(f"/e/{event}/main/round/1/publish", {"was": "0"})[0] == 303
    chief.post(f"/e/{event}/main/round/1/result", {"board": "1.1", "result": "1-0"})


def put(path, body, **headers):
    return nobody.ask("PUT", path, body, headers=headers, form="application/octet-stream")


# Two championships: one as it comes along, and one by rules whose title is an enemy's.
CHAMPIONSHIP, THEIRS = "acwc-2019", "club-knock-out"
assert chief.post("/championships", {"definition": CHAMPIONSHIP})[0] == 303
rules = html.unescape(re.search(r"<textarea name=\"own\"[^>]*>(.*?)</textarea>", chief.get(f"/championships?from={THEIRS}")[1], re.S).group(1))
own = json.dumps({**json.loads(rules), "title": ENEMY})
assert chief.post("/championships", {"own": own, "settings": "director=Zoe"})[0] == 303


def contender(name):
    """A player of the championship, by the key that its director makes."""
    who = Browser(server)
    who.begin(re.search(r"(/key/[\w-]+)", chief.post(f"/c/{CHAMPIONSHIP}/people/key", {"player": name})[1]).group(1))
    return who


for number in range(4):  # who plays, and what waits for a director
    entrant = {"player": f"p{number}", "created": "2016-01-01", "games": "500", "act": "send"}
    assert nobody.post(f"/c/{CHAMPIONSHIP}/apply", entrant)[0] == 303
    nobody.cookie = ""
assert chief.post(f"/c/{CHAMPIONSHIP}/applications", {"act": "good"})[0] == 303
assert chief.post(f"/c/{CHAMPIONSHIP}/do/pair", {})[0] == 303
assert nobody.post(f"/c/{THEIRS}/apply", {"player": "Zq", "owner": ENEMY, "act": "send"})[0] == 303
nobody.cookie = ""

# A third, in whose final one has bid for White, and the other has not: what he bid nobody knows.
BID = "173471"
TOLD = re.compile("173.?471")  # as each language writes it
cup = Championship(server, chief, THEIRS, instant("2019-09-30T13:00:00Z"))
for name in ("anna", "bela"):
    assert cup.apply(name)[0] == 303
cup.director = cup.key("director")
assert cup.director.post(f"{cup.home}/applications", {"act": "good"})[0] == 303 and cup.do(cup.director, "pair")
assert cup.do(cup.director, "time", match="cup/1/1", time="2019-09-30T14:00:00Z", why="as both wrote")
cup.to(instant("2019-09-30T15:00:00Z"))
assert cup.do(cup.people["anna"], "result", match="cup/1/1", games="====", **{"from": "1"})
assert cup.do(cup.people["anna"], "bid", match="cup/1/1", seconds=BID), cup.refusals
SEALED = cup.home.split("/")[-1]

# Both are published once more, as tournaments that were sent in.
secrets = {}
for event in ("mine", OTHER):
    sent = put("/submit/open.trf", chief.get(f"/e/{event}/main/tournament.trf")[1].encode())
    secrets[event] = re.search(r"/s/([\w-]+)", sent[1]).group(1)
    assert nobody.post(f"/s/{secrets[event]}/publish", {})[0] == 303
    held = chief.post(f"/moderation/{event}", {"act": "publish"})
    assert held[0] == 303 and nobody.get(f"/t/{event}/index.html")[0] == 200, (event, held)
CARD = re.search(r"/card/mine/main/p1/(\w+)", chief.get("/e/mine/main/player/p1/card")[1]).group(1)
SOMEBODY = json.loads(nobody.get("/results.json?q=zq")[1])["people"][0]["address"].split("/")[-1]
ROLES = ["kiosk", "check-in", "results", "arbiter", "chief"]
roles = {role: chief.invite(role) for role in ROLES}
roles["player"] = contender("arimakat")
roles["director"] = contender("ProgramFOX")
VALUES = {"code": "de", "championship": CHAMPIONSHIP, "stage": "qualification", "match": "1", "event": "mine", "section": "main", "round": "1", "player": "p1", "key": "x" * 43, "board": "1.1", "file": "desk.css",
          "page": "index.html", "secret": secrets["mine"], "person": SOMEBODY, "token": CARD}
registered = nobody.post("/ratings/register", {"name": ENEMY, "city": ENEMY, "federation": "SUI", "start": "2099-05-01", "end": "2099-05-02", "chess": "standard", "organiser": BIRTH}, token="")
assert registered[0] == 303, registered
OFFICE = {"player": "1300001", "list": "2026-06", "number": "1", "file": "2026-06.xml", "key": registered[2]["Location"].split("/")[-1]}
VALUES |= {"number": "1", "list": "2026-06"}
rows = rows_of(nobody)


def address(pattern, **others):
    of_office = OFFICE if pattern.startswith(("/ratings", "/office")) else {}
    return re.sub(r"\{(\w+)\}", lambda m: {**VALUES, **of_office, **others}.get(m.group(1), "?"), pattern)


def state_of(path):
    """Without what is another for each visit: the numbers of requests, the clock."""
    return re.sub(r'name="(req|at)" value="[^"]*"|It is [^.]*\.|\([^()]*\)', "", chief.get(path.rstrip("/"))[1])


def state():
    """What no attack may change: every entry of both events, who is invited, what is open."""
    chief.kept = nobody.kept = ""  # a language may have been chosen
    return ([state_of(f"/c/{which}/{file}") for which in (CHAMPIONSHIP, THEIRS) for file in ("journal", "private", "people", "")],
            [chief.get(f"/e/{event}/journal")[1] for event in ("mine", OTHER)], chief.get("/")[1], chief.get("/moderation")[1], chief.get("/office/log")[1], chief.get("/office/people/1300001")[1],
            [nobody.get(f"/t/{event}/{page}")[1] for event in ("mine", OTHER) for page in ("history.html", "tournament.json")])


def fields_of(row):
    """The schema of a form, and values that are taken, or refused for other reasons than their form."""
    schema = next(iter(row["requestBody"]["content"].values()))["schema"]
    known = {"start": "2026-01-01", "end": "2026-01-02", "who": "p1", "board": "1", "result": "1-0", "rounds": "1", "births": "1", "minors": "1", "clear": "1"}
    values = {}
    for name, field in schema["properties"].items():
        values[name] = (str(field["minimum"]) if field["type"] == "integer" else
                        field["x-choices"].split("|")[0] if "x-choices" in field else known.get(name, "x"))
    return schema, values


class Page(html.parser.HTMLParser):
    """What no page of ours has: attributes that run or paint, scripts within it."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        self.found += [name for name in names if name.startswith("on") or name == "style"]
        if tag == "script" and "src" not in names and names.get("type") not in ("application/json", "application/ld+json"):
            self.found.append(tag)


bad, done = [], {}


def expect(what, answer, *good):
    status = answer[0] if isinstance(answer, tuple) else answer
    if status not in good:
        bad.append(f"{what}: {status}, not {good}")


# --- the attacks: for which rows, and what

def by_nobody(name, method, url, row):
    for cookie in ("", "limmat=" + "A" * 43 + "; limmat=%00"):
        browser = strangers[cookie != ""]
        browser.cookie = cookie
        answer = browser.get(url) if method == "GET" else browser.post(url, fields_of(row)[1], token="0" * 64)
        expect(f"{name} by nobody with {cookie!r}", answer, 403)


def without_its_token(name, method, url, row):
    for token in ("", roles["arbiter"].token, chief.token[:-1]):
        expect(f"{name} with the token {token[:8]}", chief.post(url, fields_of(row)[1], token=token), 403, 400)
    body = urllib.parse.urlencode(fields_of(row)[1])
    expect(name + " with its token in the address", chief.ask("POST", f"{url}?csrf={chief.token}", body), 403)


def from_elsewhere(name, method, url, row):
    ours = f"127.0.0.1:{server.port}"
    for origin in ("http://evil.example", "null", f"http://{ours}.evil.example", f"http://evil.example@{ours}"):
        expect(f"{name} from {origin}", chief.post(url, fields_of(row)[1], headers={"Origin": origin}), 403)
    expect(name + " at another name", chief.post(url, fields_of(row)[1], headers={"Host": "evil.example"}), 421)


def at_another_name(name, method, url, row):
    for host in ("evil.example", "127.0.0.1.evil.example"):
        expect(f"{name} at {host!r}", chief.get(url, Host=host), 421, 400)


def with_ids_of_another_event(name, method, url, row):
    """Of "mine", in the address of the other one, which does not have them."""
    pattern = name.split(" ", 1)[1]
    cases = [{"event": "nowhere"}, {"event": "mine/../" + OTHER}]
    if "{championship}" in pattern:
        cases = [{"championship": other} for other in ("nowhere", "mine", CHAMPIONSHIP.upper(), f"{THEIRS}/../{CHAMPIONSHIP}")]
    if "{section}" in pattern:
        cases += [{"section": "nowhere"}, {"section": "Main"}]
    if "{player}" in pattern:
        cases += [{"event": OTHER, "player": "p9"}, {"player": "p99"}, {"player": "P1"}]
    if "{round}" in pattern:
        cases += [{"event": OTHER, "round": "4"}, {"round": "0"}, {"round": "-1"}, {"round": "1x"}, {"round": "4294967297"}]
    if "{page}" in pattern:
        cases += [{"page": "round-9.html"}, {"page": "player-99.html"}, {"page": "../index.html"}]
    for case in cases:
        there = address(pattern, **case)
        answer = chief.get(there) if method == "GET" else chief.post(there, fields_of(row)[1])
        expect(f"{name} at {there}", answer, 404, 422, 400)
    if method == "POST" and "board" in fields_of(row)[1]:
        for board in ("1.5", "2.1", "99", "-1", "1.1.1", "0"):
            there = address(pattern, event=OTHER)
            # A card of one event is none of another.
            good = (404,) if "{token}" in pattern else (422, 400)
            expect(f"{name} with the board {board}", chief.post(there, {**fields_of(row)[1], "board": board}), *good)
    if method == "POST" and "who" in fields_of(row)[1]:
        there = address(pattern, event=OTHER)
        expect(f"{name} with a person of another event", chief.post(there, {**fields_of(row)[1], "who": "p9"}), 422, 400, 404, 409)


def in_anothers_match(name, method, url, row):
    """Who plays in the championship, but not this match, by everything that a form of it can say; and with
    the number of a request that was answered."""
    values = fields_of(row)[1]
    deeds = [{**values, "match": "qualification/1/1", "time": "2019-10-01T18:00:00Z", "time1": "2019-10-01T18:00", "left": "2019-09-30T11:00",
              "from": "1", "games": "1", "player": "p0", **more} for more in ({}, {"answer": "accept"}, {"games": "6-2"}, {"choice": "reschedule"})]
    there = address(name.split(" ", 1)[1], championship=CHAMPIONSHIP)
    for deed in deeds:
        deed = {field: value for field, value in deed.items() if field in values}
        expect(f"{name} with {deed}", roles["player"].post(there, deed), 403, 422)
    mine = address(name.split(" ", 1)[1], championship=SEALED)
    for deed in [{field: value for field, value in {**deeds[0], "match": "cup/1/1", "player": "anna"}.items() if field in values}]:
        expect(f"{name} in another championship", roles["player"].post(mine, deed), 403)


def tells_no_sealed_bid(name, method, url, row):
    """Before both have bid, to nobody: not to the other, to a director, to who runs the server, to himself."""
    where = address(name.split(" ", 1)[1], championship=SEALED, stage="cup", player="anna.ics")
    if where.endswith("/live"):
        return
    for who, browser in {"nobody": nobody, "the chief": chief, "the director": cup.director, **cup.people}.items():
        if TOLD.search(browser.get(where)[1]):
            bad.append(f"{name} tells {who} the bid")


def by_path_tricks(name, method, url, row):
    for trick in (url + "/", "/" + url, url + "%00", url + "/..", "/x/.." + url, url + "%0d%0aSet-Cookie:%20limmat=x"):
        if trick == url or (url == "/" and trick in ("//", "/X")):
            continue
        answer = chief.ask(method, trick, urllib.parse.urlencode({**fields_of(row)[1], "csrf": chief.token}) if method == "POST" else None)
        if answer[0] not in (400, 403, 404, 405, 422):
            bad.append(f"{name} at {trick!r}: {answer[0]}")
        if "limmat=x" in str(answer[2]):
            bad.append(f"{name} at {trick!r}: a header of the enemy's")


def with_the_other_method(name, method, url, row):
    # (a file is sent to /import: that is not among the rows)
    if not any(m == "POST" and p == name.split(" ", 1)[1] for m, p, _ in rows) and url != "/import":
        expect(name + " posted", chief.post(url, {}), 405)
    pattern = name.split(" ", 1)[1]
    taken = any(m == "PUT" and re.sub("{file}", "x", p) == re.sub("{file}", "x", pattern) for m, p, _ in rows)
    for verb in ("TRACE",) if taken else ("PUT", "TRACE"):
        expect(f"{name} by {verb}", chief.ask(verb, url), 405, 501, 400)


def with_wrong_forms(name, method, url, row):
    schema, values = fields_of(row)
    expect(name + " with an unknown field", chief.post(url, {**values, "surprise": "1"}), 400, 422)
    expect(name + " with a broken escape", chief.ask("POST", url, f"csrf={chief.token}&a=%zz"), 400)
    for form in ("application/json", "multipart/form-data; boundary="):
        expect(f"{name} as {form}", chief.ask("POST", url, "{}", form=form), 400, 403)
    # 422: the form comes back, and the field is marked.
    for field, rules in schema["properties"].items():
        others = [(k, v) for k, v in values.items() if k != field]
        wrong = ["a\x01\udcff"]
        if rules["type"] == "integer":
            wrong = [str(rules["maximum"] + 1), str(rules["minimum"] - 1), "1.5", "9" * 20]
        if rules.get("maxLength", 10**9) < 5_000_000:
            wrong.append("x" * (rules["maxLength"] + 1))
        if "x-choices" in rules:
            wrong.append("no such choice")
        if field in schema["required"]:
            expect(f"{name} without {field}", chief.post(url, others), 400, 422)
        for value in [] if rules.get("format") == "binary" else wrong:
            body = urllib.parse.urlencode([*others, (field, value), ("csrf", chief.token)], errors="surrogateescape")
            expect(f"{name} with {field}={value[:20]!r}", chief.ask("POST", url, body), 400, 422)
        if rules.get("format") != "binary" and not rules.get("x-many"):
            expect(f"{name} with {field} twice", chief.post(url, [*values.items(), (field, values[field])]), 400, 422)


def with_too_much(name, method, url, row):
    """More bytes than the server takes: it says so without reading them, or hangs up."""
    with socket.create_connection(("127.0.0.1", server.port), 30) as s:
        s.sendall(f"{method} {url} HTTP/1.1\r\nHost: localhost\r\nCookie: {chief.cookie}\r\nContent-Type: {FORM}\r\n"
                  "Content-Length: 99999999\r\n\r\n".encode())
        try:
            answer = s.recv(200)
        except ConnectionResetError:
            answer = b""
    expect(name + " with 100 MB", int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else 413, *(403,) if url.startswith("/sync") and method == "PUT" else (413, 400))
    if method == "PUT":
        return
    many = urllib.parse.urlencode([("csrf", chief.token)] + [("x", "1")] * 5000)
    expect(name + " with 5,000 fields", chief.ask("POST", url, many), 400, 413)


def with_another_secret(name, method, url, row):
    """Who does not know it is told that there is nothing."""
    pattern = name.split(" ", 1)[1]
    for secret in ("x" * 43, secrets["mine"][:-1], secrets["mine"].swapcase(), "%00", "mine", secrets["mine"] + "A"):
        there = address(pattern, secret=secret)
        answer = (nobody.get(there) if method == "GET" else nobody.post(there, fields_of(row)[1]) if method == "POST" else
                  put(there, chief.get("/e/mine/main/tournament.trf")[1].encode()))
        expect(f"{name} with the secret {secret[:8]}", answer, 404)


def with_bad_files(name, method, url, row):
    good = chief.get("/e/mine/main/tournament.trf")[1].encode()
    for body in (b"", b"\0" * 1000, b"x" * 1000, b"{", b"[" * 100000, b"\xff\xfe" + b"a\0" * 500, b'{"n":1,"event":"open"}\n',
                 good.replace(b"001", b"002"), good.replace(b" w ", b" b ", 3)):
        expect(f"{name} with {body[:8]}", put(url, body), 403 if url == "/sync" else 422)  # that is for machines alone
    for origin in ("http://evil.example", "null"):
        expect(f"{name} from {origin}", put(url, good, Origin=origin), 403)
    expect(f"{name} at another name", put(url, good, Host="evil.example"), 421)
    expect(f"{name} with a short key", put("/submit", good, **{"Idempotency-Key": "short"}), 201)
    answer = put("/submit", good, Accept="application/json")
    if "links" in answer[1] or json.loads(answer[1])["state"] != "draft":
        bad.append(f"{name}: what is sent is a draft")


def shows_no_enemy(name, method, url, row):
    """Names that are markup stay text, in whatever form the page has; nothing private is public."""
    where = address(name.split(" ", 1)[1], event=OTHER, championship=THEIRS)
    if where.endswith("/live"):
        return  # a stream does not end; it has numbers only
    for who in (nobody, chief):
        status, text, headers = who.get(where)
        check_page(f"{name} for {'nobody' if who is nobody else 'the chief'}", status, text, headers, who is nobody)


def check_page(name, status, text, headers, public):
    kind = headers.get("Content-Type") or ""
    if status != 200:
        return
    if kind.startswith("text/html") or "xml" in kind or "svg" in kind:
        page = Page()
        page.feed(text)
        if "Zq<b" in text or page.found:
            bad.append(f"{name}: markup of the enemy's: {page.found[:5]}")
    if "xml" in kind or "svg" in kind:
        xml.etree.ElementTree.fromstring(text)
    if "json" in kind:
        json.loads(text)
    if headers.get("X-Content-Type-Options") != "nosniff" or "default-src 'none'" not in (headers.get("Content-Security-Policy") or ""):
        bad.append(f"{name}: no guards")
    if public:
        seen = html.unescape(text)
        for secret in (BIRTH, BIRTH.replace("-", "/"), BIRTH.replace("-", ""), "23.05.1987", chief.cookie.split("=")[1], chief.token):
            if secret in seen:
                bad.append(f"{name}: tells {secret}")


ATTACKS = [  # for which rows it is owed, the attack
    (lambda m, r: r["x-right"] != "look" and not r["x-open"], by_nobody),
    (lambda m, r: m == "POST" and not r["x-open"], without_its_token),
    (lambda m, r: m == "POST", from_elsewhere),
    (lambda m, r: m == "GET", at_another_name),
    (lambda m, r: "{event}" in r["path"] or "{championship}" in r["path"], with_ids_of_another_event),
    (lambda m, r: m == "POST" and r["x-right"] == "play" and "match" in fields_of(r)[1], in_anothers_match),
    (lambda m, r: m == "GET" and "{championship}" in r["path"], tells_no_sealed_bid),
    (lambda m, r: True, by_path_tricks),
    (lambda m, r: m == "GET", with_the_other_method),
    (lambda m, r: m == "POST", with_wrong_forms),
    (lambda m, r: m in ("POST", "PUT"), with_too_much),
    (lambda m, r: "{secret}" in r["path"], with_another_secret),
    (lambda m, r: m == "PUT", with_bad_files),
    (lambda m, r: m == "GET", shows_no_enemy),
]
before = state()
unknown = {name for _, path, _ in rows for name in re.findall(r"\{(\w+)\}", path)} - VALUES.keys()
report(not unknown, "every_name_of_an_address_has_a_value_here", unknown)
for owed, attack in ATTACKS:
    count = 0
    for method, path, row in rows:
        if owed(method, {**row, "path": path}):
            attack(f"{method} {path}", method, address(path), row)
            done.setdefault(f"{method} {path}", []).append(attack.__name__)
            count += 1
    report(not bad and count > 0, f"{attack.__name__}: {count} rows", "\n".join(bad[:30]))
    bad.clear()
least = {"GET": 4, "POST": 4, "PUT": 3}
poor = [f"{m} {p}: {len(done.get(f'{m} {p}', []))}" for m, p, _ in rows if len(done.get(f"{m} {p}", [])) < least[m]]
report(not poor and len(rows) > 40, f"each_of_{len(rows)}_rows_was_attacked", poor)
answered = next(line["req"] for line in map(json.loads, cup.director.get(f"{cup.home}/journal")[1].splitlines()) if line.get("event") == "bid")
for who in (cup.people["anna"], cup.people["bela"]):  # the same request once more, by whomever: nothing is added
    who.post(f"{cup.home}/do/bid", {"match": "cup/1/1", "seconds": "1", "req": answered})
report(cup.director.get(f"{cup.home}/journal")[1].count('"event":"bid"') == 1, "a_replayed_request_bids_for_nobody")
cup.do(cup.people["bela"], "bid", match="cup/1/1", seconds="200")
report(TOLD.search(nobody.get(f"{cup.home}/m/cup/1/1")[1]) is not None, "the_bid_is_told_when_both_have_bid", cup.refusals[-1:])
after = state()
flat = lambda pages: [line for page in pages for part in (page if isinstance(page, list) else [page]) for line in part.splitlines()]
report(after == before, "and_nothing_has_changed", [pair for pair in zip(flat(before), flat(after)) if pair[0] != pair[1]][:3])

# --- all public pages, by their links

seen, todo = set(), [f"/c/{THEIRS}", f"/p/{OTHER}/main/index.html", f"/e/{OTHER}", f"/t/{OTHER}/index.html", f"/t/{OTHER}/history.html", "/results", "/submit"]
while todo and len(seen) < 300:
    url = todo.pop()
    if url in seen or url.endswith("/live"):
        continue
    seen.add(url)
    status, text, headers = nobody.get(url)
    if status == 303:
        todo.append(headers["Location"])
    check_page(url, status, text, headers, True)
    if (headers.get("Content-Type") or "").startswith("text/html"):
        links = [html.unescape(x) for x in re.findall(r'(?:href|src)="([^"#]*)', text)]
        todo += [u.path for u in (urllib.parse.urlsplit(urllib.parse.urljoin(f"http://h{url}", x)) for x in links) if u.hostname == "h"]
report(not bad and len(seen) > 15, f"{len(seen)}_public_pages_show_names_as_text_and_nothing_private", "\n".join(bad[:30]))

# --- headers and connections

made = chief.post("/new", {"name": "A\u2028B\"; x=\u202e\\", "start": "2026-07-14"})
report(made[0] == 303 and re.fullmatch(r"/e/[a-z0-9-]+/main/players", made[2]["Location"]) is not None, "an_address_is_letters_and_digits", made[2])
report(chief.post("/new", {"name": "A\r\nSet-Cookie: x=1", "start": "2026-07-14"})[0] == 400, "no_field_begins_a_header")
saved = nobody.get("/e/" + made[2]["Location"].split("/")[2] + "/main/tournament.json")[2].get("Content-Disposition") or ""
report(re.fullmatch(r'attachment; filename="[a-z0-9.-]+"', saved) is not None, "the_name_of_a_file_is_plain", saved)
leaver = chief.invite("arbiter")
cookie, token = leaver.cookie, leaver.token
leaver.post("/leave", {})
leaver.cookie, leaver.token = cookie, token
report(leaver.get("/e/mine/log")[0] == 403, "a_session_that_was_left_is_over")
fixed = Browser(server)
fixed.cookie = "limmat=" + "F" * 43
fixed.begin(re.search(r"(/key/[\w-]+)", chief.post("/rights", {"role": "results"})[1]).group(1))
report("F" * 43 not in fixed.cookie, "nobody_chooses_anothers_session")

slow = []
for head in ["POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n", "GET / HTTP/1.1\r\nX: ", "G", ""]:
    for _ in range(25):
        s = socket.create_connection(("127.0.0.1", server.port), 30)
        s.sendall(head.encode())
        slow.append((s, head))
report(nobody.get("/health")[0] == 200, "a_hundred_who_dawdle_do_not_hinder")
left, until = slow, time.monotonic() + 60
while left and time.monotonic() < until:
    time.sleep(0.25)
    still = []
    for s, head in left:
        try:
            if head != "":
                s.sendall(b"a")
                still.append((s, head))
        except OSError:
            s.close()
    left = still
report(not left, "who_dawdles_is_let_go", len(left))
for name, raw in {"no_http": b"\x16\x03\x01 hello\r\n\r\n", "a_head_too_large": b"GET / HTTP/1.1\r\nX: " + b"x" * 40000 + b"\r\n\r\n",
                  "two_lengths": b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabc",
                  "a_negative_length": b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                  "a_chunk_without_end": b"POST /new HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
                  "an_address_of_another": b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n"}.items():
    with socket.create_connection(("127.0.0.1", server.port), 30) as s:
        s.sendall(raw)
        s.shutdown(socket.SHUT_WR)
        try:
            answer = s.recv(200)
        except ConnectionResetError:
            answer = b""
    report(b" 200 " not in answer and b" 303 " not in answer and nobody.get("/health")[0] == 200, name + "_is_refused", answer)

# --- two ways lead to a page that is kept, a short one and libevent's: they are one to who asks

PAGE = b"GET /e/mine/main/round/1 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n%s\r\n"
nobody.get("/e/mine/main/round/1", **{"Accept-Encoding": "gzip"})


class Wire:
    """One connection, byte by byte."""

    def __init__(self):
        self.socket = socket.create_connection(("127.0.0.1", server.port), 30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def send(self, *pieces):
        for piece in pieces:
            self.socket.sendall(piece)
            time.sleep(0.05)

    def answer(self):
        """Status, headers without the date, body; None when it is closed."""
        while b"\r\n\r\n" not in self.rest:
            more = self.socket.recv(65536)
            if more == b"":
                return None
            self.rest += more
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        lines = sorted(line for line in head.split(b"\r\n") if not line.startswith((b"Date:", b"Connection:")))
        size = next((int(line.split(b":")[1]) for line in lines if line.startswith(b"Content-Length:")), 0)
        while len(self.rest) < size:
            self.rest += self.socket.recv(65536)
        body, self.rest = self.rest[:size], self.rest[size:]
        return int(head.split()[1]), lines, body


wire = Wire()
wire.send(PAGE % b"")
short = wire.answer()
wire.send(PAGE % b"TE: trailers\r\n")
long = wire.answer()
report(short[0] == 200 and len(short[2]) > 100 and short == long, "the_short_way_and_the_long_one_answer_the_same", short[:2])
said = []
for turn in range(20):
    wire.send(PAGE % (b"" if turn % 3 else b"TE: trailers\r\n"))
    said.append(wire.answer() == short)
report(all(said), "in_turns_over_one_connection", said)
wire.send(b"POST /e/mine HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(PAGE % b""), PAGE % b"", b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
first, second = wire.answer(), wire.answer()
report(first is None or (first[0] >= 400 and (second is None or (second[2] != short[2] and wire.rest == b""))), "a_page_asked_for_in_the_body_of_a_form_is_not_given", (first, second))
for name, pieces in {"behind_half_a_line": [b"GET /nothing?", PAGE % b""], "behind_a_line": [b"GET /health HTTP/1.1\r\n", PAGE % b""],
                     "in_two_pieces": [(PAGE % b"")[:30], (PAGE % b"")[30:]]}.items():
    wire = Wire()
    wire.send(*pieces)
    got = wire.answer()
    whole = name == "in_two_pieces"
    report((got == short) == whole and wire.rest == b"", "a_page_asked_for_" + name + ("_is_given" if whole else "_is_not_given_twice"), got)
wire = Wire()
wire.send((PAGE % b"") * 3)
report([wire.answer() for _ in range(3)] == [short] * 3, "three_at_once_are_answered_in_turn")

report(server.end() == 0, "it_ends_when_it_is_asked_to")
log = (server.work / "log").read_text()
secrets = [b.cookie.split("=")[1] for b in [chief, *roles.values()]] + list(secrets.values()) + [OFFICE["key"], server.key.split("/")[-1], chief.token]
report(log != "" and not any(secret in log for secret in secrets), "no_secret_stands_in_the_log")
report(all(json.loads(line) for line in log.splitlines() if line.startswith("{")), "the_log_is_json")
sys.exit(report.end())
