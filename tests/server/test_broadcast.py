#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_broadcast.py LIMMAT: the boards of a round go to a broadcast on Lichess once there is a connection, once, and the token is nowhere to be
read.  A stand-in on the loopback speaks the documented API: broadcast/new, broadcast/ID/new, api/broadcast/round/ID/push.  TAP."""
import http.server
import json
import re
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse

from arbiter import Arbiter, text_of
from served import Browser, Report, Server, free_port

report = Report()
TOKEN = "lip_" + "Geheim7" * 4


class Lichess(http.server.BaseHTTPRequestHandler):
    tours, rounds, pushes, asked = {}, {}, [], []

    def log_message(self, *_):
        pass

    def answer(self, status, thing):
        body = json.dumps(thing).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def accepted(self):
        Lichess.asked.append((self.command, self.path))
        if self.headers.get("Authorization") == f"Bearer {TOKEN}":
            return True
        self.answer(401, {"error": "No such token"})
        return False

    def do_GET(self):
        if not self.accepted():
            return None
        if self.path == "/api/account":
            return self.answer(200, {"id": "club", "username": "Club", "createdAt": 1500000000000, "perfs": {}})
        tour = self.path.removeprefix("/api/broadcast/")
        if tour not in Lichess.tours:
            return self.answer(404, {"error": "Not found"})
        return self.answer(200, {"tour": {"id": tour}, "rounds": [{"id": one, "name": what["name"]} for one, what in Lichess.rounds.items() if what["tour"] == tour]})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if not self.accepted():
            return None
        form = dict(urllib.parse.parse_qsl(body)) if "form" in self.headers["Content-Type"] else {}
        if self.path == "/broadcast/new":
            tour = f"tour{len(Lichess.tours):04}"
            Lichess.tours[tour] = form
            return self.answer(200, {"tour": {"id": tour, "name": form["name"]}, "rounds": []})
        if found := re.fullmatch(r"/broadcast/(\w{8})/new", self.path):
            one = f"rund{len(Lichess.rounds):04}"
            Lichess.rounds[one] = {"tour": found.group(1), **form}
            return self.answer(200, {"round": {"id": one, "name": form["name"]}})
        if found := re.fullmatch(r"/api/broadcast/round/(\w{8})/push", self.path):
            Lichess.pushes.append((found.group(1), body))
            return self.answer(200, {"games": []})
        return self.answer(404, {"error": "Not found"})


def listen(port):
    http.server.ThreadingHTTPServer.allow_reuse_address = True
    stand_in = http.server.ThreadingHTTPServer(("127.0.0.1", port), Lichess)
    threading.Thread(target=stand_in.serve_forever, daemon=True).start()
    return stand_in


def until(what, seconds=40):
    end = time.monotonic() + seconds
    while not (good := what()) and time.monotonic() < end:
        time.sleep(0.1)
    return good


port = free_port()
server = Server(sys.argv[1], "--lichess", f"http://127.0.0.1:{port}")
chief, nobody = Arbiter(server), Browser(server)
chief.begin(server.key, "Verena")
S = chief.open_event("Open", 8, first_time="14:00", zone="Europe/Zurich")
page = chief.get(f"{S}/files")[1]
report("Broadcast on Lichess" in page and "tournament.txt" in page, "files_lead_to_what_other_programs_read", text_of(page))
report(chief.post(f"{S}/broadcast", {"secret": "no token: y"})[0] == 422, "what_is_no_token_is_refused")
report(chief.post(f"{S}/broadcast", {"secret": TOKEN, "tour": "https://example.org/x"})[0] == 422, "nor_is_another_address_taken")
report(nobody.get(f"{S}/broadcast")[0] != 200 and nobody.post(f"{S}/broadcast", {"secret": TOKEN})[0] in (303, 403), "nobody_else_sees_or_begins_it")

# --- no internet: it waits, and goes out once

report(chief.post(f"{S}/broadcast", {"secret": TOKEN})[0] == 303, "a_broadcast_begins_with_a_token")
chief.act(S, "round/1/pair", {})
chief.act(S, "round/1/publish", {"was": "0"})
report(until(lambda: "swer" in text_of(chief.get(f"{S}/broadcast")[1]) or "connect" in text_of(chief.get(f"{S}/broadcast")[1]), 20), "without_internet_it_says_so",
       text_of(chief.get(f"{S}/broadcast")[1]))
stand_in = listen(port)
report(until(lambda: Lichess.pushes, 60), "the_boards_go_out_when_there_is_internet", Lichess.asked)
time.sleep(5)
report(len(Lichess.tours) == 1 and len(Lichess.rounds) == 1 and len(Lichess.pushes) == 1, "once", (Lichess.tours, Lichess.rounds, len(Lichess.pushes)))
sent = Lichess.pushes[0][1]
report(sent.count("[Event ") == 4 and sent.count('[Result "*"]') == 4 and '[White "Name' in sent and '[Round "1.1"]' in sent, "boards_before_the_round", sent)
report(next(iter(Lichess.tours.values()))["name"] == "Open" and next(iter(Lichess.rounds.values()))["name"] == "Round 1", "under_their_names", (Lichess.tours, Lichess.rounds))
report('[UTCTime "12:00:00"]' in sent and '[Time "14:00:00"]' in sent, "with_the_time_in_its_zone", sent[:600])

# --- results as they come

chief.post(f"{S}/round/1/result", {"board": "1.1", "result": "1-0"})
report(until(lambda: len(Lichess.pushes) == 2) and '[Result "1-0"]' in Lichess.pushes[1][1], "a_result_follows", Lichess.pushes[1:])
report(len(Lichess.rounds) == 1, "into_the_same_round", Lichess.rounds)
page = chief.get(f"{S}/broadcast")[1]
report("Last sent" in page and f"broadcast/-/{next(iter(Lichess.tours))}" in page, "the_page_says_when_and_where", text_of(page))

# --- a restart sends nothing again

server.end()
server.start()
time.sleep(5)
report(len(Lichess.pushes) == 2, "nothing_goes_twice_after_a_restart", len(Lichess.pushes))

# --- the token is nowhere

backup = server.work / "backup.db"
subprocess.run([sys.argv[1], "db", "backup", backup, "--data", server.data], check=True, stdout=subprocess.DEVNULL)
places = {"page": page.encode(), "journal": chief.get("/e/open/journal")[1].encode(), "along": chief.get("/e/open/along")[1].encode(), "backup": backup.read_bytes(),
          "store": b"".join(path.read_bytes() for path in server.data.glob("limmat.db*")), "log": (server.work / "log").read_bytes()}
report(not [name for name, text in places.items() if TOKEN.encode() in text], "the_token_is_nowhere_to_be_read", [name for name, text in places.items() if TOKEN.encode() in text])
machine = (server.data / "broadcast-key").read_bytes()
report(machine not in places["backup"] and machine not in places["store"], "nor_is_what_opens_it_in_a_backup")

# --- it ends

report(chief.post(f"{S}/broadcast/stop", {})[0] == 303 and "Last sent" not in chief.get(f"{S}/broadcast")[1], "it_is_stopped")
chief.post(f"{S}/round/1/result", {"board": "1.2", "result": "0-1"})
time.sleep(5)
report(len(Lichess.pushes) == 2, "nothing_goes_out_then")
chief.post(f"{S}/broadcast", {"secret": "lip_wrong", "tour": f"https://lichess.org/broadcast/x/{next(iter(Lichess.tours))}"})
report(until(lambda: "does not accept the token" in text_of(chief.get(f"{S}/broadcast")[1])), "a_token_that_is_not_accepted_is_said", text_of(chief.get(f"{S}/broadcast")[1]))

# --- a deleted event leaves no token

G = chief.open_event("Gone", 4)
chief.post(f"{G}/broadcast", {"secret": TOKEN})


def kept():
    with sqlite3.connect(f"{server.data}/limmat.db") as store:
        return [line for line in store.iterdump() if "broadcast/gone/" in line]


before = kept()
report(len(before) > 0 and chief.act(f"{G}", "do/delete", {"name": "Gone"})[0] == 303 and kept() == [], "the_token_goes_with_its_event", (before, kept()))

# --- files for other programs

status, text, _ = chief.get(f"{S}/tournament.txt")
report(status == 200 and {line[:3] for line in text.splitlines()} <= {"012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "XXR", "001"}
       and "\r\n" in text, "trf16_has_no_record_that_others_do_not_know", text)
status, games, _ = chief.get(f"{S}/games.pgn?round=1&boards=2-3")
report(status == 200 and games.count("[Event ") == 2 and '[Board "2"]' in games, "pgn_of_some_boards", games)
report(chief.get(f"{S}/games.pgn?boards=x")[0] == 422, "boards_that_are_none_are_refused")
for code, word in (("de", "Übertragung auf Lichess"), ("fr", "Retransmission sur Lichess"), ("it", "Trasmissione su Lichess"), ("es", "Retransmisión en Lichess")):
    report(word in chief.get(f"{S}/broadcast", **{"Accept-Language": code})[1], f"in_{code}")
server.end()
stand_in.shutdown()
sys.exit(report.end())
