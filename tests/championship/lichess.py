#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lichess.py LIMMAT: the Lichess connection against a server on the loopback that speaks the same API
(users, rating history, games as ND-JSON), is busy now and then, and writes down what it is asked."""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import urllib.parse

LIMMAT = sys.argv[1]
TOKEN = "lip_never_to_be_seen"
CREATED = 1400000000000


def game(white, black, winner=None, status="mate"):
    entry = {"status": status, "clock": {"initial": 120, "increment": 5}, "players": {"white": {"user": {"id": white}}, "black": {"user": {"id": black}}}}
    if winner:
        entry["winner"] = winner
    return entry


MATCH = [game("ann", "bob", "white"), game("bob", "ann", "white"), game("ann", "bob", status="draw"),
         game("bob", "ann", "black", "resign"), game("ann", "bob", status="aborted"),
         game("ann", "bob", "white"), game("bob", "ann", "black"), game("ann", "bob", "white", "outoftime"),
         game("bob", "ann", "black")]
USERS = {"ann": {}, "bob": {}, "cy": {"tosViolation": True}, "gone": {"disabled": True}, "robot": {"title": "BOT"}}


class Server(http.server.BaseHTTPRequestHandler):
    asked, tokens, refusals, broken = [], set(), [], False

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        parts = url.path.split("/")
        Server.asked.append(self.path)
        Server.tokens.add(self.headers.get("Authorization"))
        if Server.refusals:
            status, wait = Server.refusals.pop(0)
            return self.answer(status, b"", **({"Retry_After": wait} if wait is not None else {}))
        if Server.broken:
            return self.answer(200, b'{"id": "ann", "createdAt":')
        name = parts[3] if parts[2] == "user" else parts[4]
        if name not in USERS:
            return self.answer(404, b'{"error":"Not found"}')
        if parts[2] == "games":
            found = MATCH if "vs" in query else [game(name, "x")] * min(int(query["max"]), 150)
            return self.answer(200, b"".join(json.dumps(g).encode() + b"\n" for g in found))
        if parts[-1] == "rating-history":
            history = [{"name": "Bullet", "points": [[2019, 0, 1, 2900]]},
                       {"name": "Antichess", "points": [[2018, 0, 5, 1700], [2019, 5, 30, 1801]]}]
            return self.answer(200, json.dumps(history).encode())
        user = {"id": name, "username": name, "createdAt": CREATED, **USERS[name]}
        return self.answer(200, json.dumps(user).encode())


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
ADDRESS = f"http://127.0.0.1:{server.server_port}"
folder = tempfile.TemporaryDirectory()
journal = os.path.join(folder.name, "a.journal")
count = failed = 0


def run(*arguments, lichess=True, address=ADDRESS):
    extra = ["--server", address, "--attempts", "3", "--patience", "0"] if lichess else []
    return subprocess.run([LIMMAT, "championship", *arguments, *extra], capture_output=True, text=True,
                          timeout=60, check=False, env={**os.environ, "LICHESS_TOKEN": TOKEN})


def content():
    with open(journal, encoding="utf-8") as file:
        return file.read()


def holds(name, good, seen=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - lichess/{name}")
    if not good:
        print("# " + str(seen).replace("\n", "\n# "))


AT = ["--at", "2019-09-10T00:00:00Z"]
run("new", "acwc-2019", journal, "--at", "2019-09-05T00:00:00Z", lichess=False)

got = run("lichess", journal, "ann", *AT)
entry = json.loads(content().splitlines()[-1])
holds("an_account_is_entered_with_its_facts",
      got.returncode == 0 and entry["created"] == "2014-05-13T16:53:20Z" and entry["games"] == 100
      and entry["history"] == [["2018-01-05T00:00:00Z", 1700], ["2019-06-30T00:00:00Z", 1801]], got)
holds("games_are_counted_before_the_cutoff_and_no_further_than_needed",
      any("until=1567295999999" in path and "max=100" in path for path in Server.asked), Server.asked)

Server.refusals = [(429, "1"), (503, None)]
got = run("lichess", journal, "bob", *AT)
holds("a_busy_server_is_asked_again", got.returncode == 0 and not Server.refusals, got)

before = content()
Server.refusals = [(429, "0")] * 3
got = run("lichess", journal, "cy", *AT)
holds("a_server_that_stays_busy_is_given_up", got.returncode == 5 and "429" in got.stderr, got)
holds("nothing_is_entered_then", content() == before)

got = run("lichess", journal, "nobody", *AT)
holds("an_unknown_account_is_refused", got.returncode == 3 and "no account" in got.stderr, got)
got = run("lichess", journal, "gone", *AT)
holds("a_closed_account_is_refused", got.returncode == 3 and "closed" in got.stderr, got)
got = run("lichess", journal, "../admin", *AT)
holds("a_name_cannot_change_the_address", got.returncode == 3 and not any("admin" in p for p in Server.asked), got)
Server.broken = True
got = run("lichess", journal, "cy", *AT)
Server.broken = False
holds("half_an_answer_is_refused", got.returncode == 5 and "t JSON" in got.stderr, got)
got = run("lichess", journal, "cy", *AT, address="http://127.0.0.1:1")
holds("a_server_out_of_reach_is_named", got.returncode == 5 and "cannot be reached" in got.stderr, got)
holds("still_nothing_is_entered", content() == before)

got = run("lichess", journal, "cy", *AT)
holds("a_mark_without_a_date_is_said", got.returncode == 0 and "does not say when" in got.stderr, got)

run("pair", journal, "--at", "2019-09-30T00:00:00Z", lichess=False)
got = run("fetch", journal, "bob", "--at", "2019-10-01T20:00:00Z")
entry = json.loads(content().splitlines()[-1])
holds("the_games_of_a_match_are_entered", got.returncode == 0 and entry["games"] in ("10=11111", "01=00000"), got)

everything = content() + got.stdout + got.stderr
holds("the_token_is_sent", Server.tokens == {f"Bearer {TOKEN}"}, Server.tokens)
holds("the_token_is_written_nowhere", TOKEN not in everything)
print(f"1..{count}")
server.shutdown()
sys.exit(failed > 0)
