#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_sleep.py LIMMAT: a server that keeps two events in memory has ten.  Who asks for one that sleeps gets it as it was; who looks on
is told; search and persons know all of them; a start replays only what had no summary, and who was erased is in none.  In TAP."""
import http.client
import json
import re
import shutil
import signal
import sqlite3
import sys
import threading

from served import Browser, Report, Server

EVENTS, AWAKE = 10, 2
report = Report()
server = Server(sys.argv[1], "--quiet", "--awake", str(AWAKE))
chief, nobody = Browser(server), Browser(server)
chief.begin(server.key)


def url(i):
    return f"/e/cup{i}/main/"


def awake():
    text = nobody.get("/metrics")[1]
    return [int(re.search(rf"^{name} (\d+)", text, re.M).group(1)) for name in ("limmat_events", "limmat_events_awake")]


def found(words):
    return [row["address"] for row in json.loads(nobody.get("/results.json?q=" + words)[1])["tournaments"]]


def persons(words):
    return [row["name"] for row in json.loads(nobody.get("/results.json?q=" + words)[1])["people"]]


def tournament(i):
    return nobody.get(f"/p/cup{i}/main/tournament.json")[1]


for i in range(EVENTS):
    chief.post("/new", {"name": f"Cup{i}", "start": f"2026-07-{10 + i}", "rounds": "3"})
    chief.post(url(i) + "people/enter", {"text": f"Solo{i}, Anna\t2400\tSUI\nEverywhere, Bea\t2300\tSUI\nThird, Carla\t2200\tSUI\nFourth, Dora\t2100\tSUI"})
    chief.post(url(i) + "round/1/pair", {})
    chief.post(url(i) + "round/1/publish", {"was": "0"})
before = [tournament(i) for i in range(EVENTS)]
report(awake() == [EVENTS, AWAKE], "events_that_nobody_asks_for_leave_the_memory", awake())
report(all(f"Solo{i}" in before[i] for i in range(EVENTS)), "and_are_there_for_who_asks")

# --- search, persons

report(len(found("cup")) == EVENTS and persons("solo3") == ["Solo3, Anna"], "search_finds_those_that_sleep", (found("cup"), persons("solo3")))
key = json.loads(nobody.get("/results.json?q=everywhere")[1])["people"][0]
report(key["tournaments"] == EVENTS and awake()[1] <= AWAKE, "a_person_is_known_over_all_events", (key, awake()))

# --- somebody looks on at an event that sleeps

connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
connection.request("GET", "/e/cup0/live")
stream, told = connection.getresponse(), []
for i in range(1, EVENTS):
    chief.get(url(i) + "round/1")
listening = threading.Thread(target=lambda: told.append(next(line for line in stream if line.startswith(b"data: "))), daemon=True)
listening.start()
tag = nobody.get("/p/cup0/main/index.html")[2]["ETag"]
for i in range(1, EVENTS):
    chief.get(url(i) + "round/1")
report(nobody.get("/p/cup0/main/index.html", **{"If-None-Match": tag})[0] == 304, "a_page_that_is_kept_needs_no_replay")
status = chief.post(url(0) + "round/1/result", {"board": "1.1", "result": "1-0"})[0]
listening.join(60)
report(status == 303 and told != [] and before[0] != tournament(0), "a_result_of_a_sleeping_event_is_told_to_who_looks_on", (status, told))

# --- many at once: what was answered is there

answered, refused = [], []


def enter(hand):
    who = Browser(server)
    who.cookie, who.token = chief.cookie, chief.token
    for n in range(30):
        i, mark = (hand * 7 + n * 3) % EVENTS, f"{hand}-{n}"
        status = who.post(url(i) + "round/1/result", {"board": f"1.{n % 2 + 1}", "result": ["1-0", "0-1", "1/2-1/2"][(n + hand) % 3], "req": mark})[0]
        (answered if status == 303 else refused).append((i, mark))


hands = [threading.Thread(target=enter, args=(hand,)) for hand in range(4)]
[hand.start() for hand in hands]
[hand.join() for hand in hands]


def lost():
    journals = [chief.get(f"/e/cup{i}/journal")[1] for i in range(EVENTS)]
    return [each for each in answered if f'"req":"{each[1]}"' not in journals[each[0]]]


report(len(answered) == 120 and not refused and not lost() and awake()[1] <= AWAKE + 4, "results_of_ten_events_at_once_are_all_there", (refused, lost(), awake()))

# --- starts

status = chief.post("/e/cup4/main/do/erase", {"person": "p1", "ack": "erase:p1"})[0]
before = [tournament(i) for i in range(EVENTS)]
server.end()


def rows():
    with sqlite3.connect(server.data / "limmat.db") as base:
        return base.execute("SELECT j.name, j.head, s.number, s.text FROM journal j LEFT JOIN summary s ON s.journal = j.name ORDER BY j.name").fetchall()


told = rows()
report(len(told) == EVENTS and all(head == number for _, head, number, _ in told), "every_event_has_a_summary_at_the_end", [each[:3] for each in told])
text = {name: text for name, _, _, text in told}
report(status == 303 and "Solo4" not in text["cup4"] and "Everywhere" in text["cup4"] and "Solo5" in text["cup5"], "in_which_who_was_erased_is_not", text["cup4"])
server.start()
report(awake() == [EVENTS, 0], "a_start_replays_nothing", awake())
report(len(found("cup")) == EVENTS and persons("solo5") == ["Solo5, Anna"] and persons("solo4") == [] and awake()[1] == 0, "and_can_be_searched_at_once",
       (found("cup"), persons("solo4"), awake()))
report([tournament(i) for i in range(EVENTS)] == before, "all_is_as_it_was")
# The chief arbiter's session outlives a start.
chief.post(url(7) + "round/1/result", {"board": "1.1", "result": "none", "req": "last"})
chief.post("/e/cup8/main/do/erase", {"person": "p1", "ack": "erase:p1"})
before = [tournament(i) for i in range(EVENTS)]
server.end(signal.SIGKILL)
stale = [name for name, head, number, _ in rows() if head != number]
server.start()
report(set(stale) <= {"cup7", "cup8"} and [tournament(i) for i in range(EVENTS)] == before and not lost(), "after_a_kill_nothing_is_missing", (stale, lost()))
report(persons("solo8") == [] and persons("solo7") == ["Solo7, Anna"], "nor_is_anybody_back", persons("solo8"))
server.end()
with sqlite3.connect(server.data / "limmat.db") as base:
    base.execute("UPDATE summary SET text = replace(text, '\"sections\":', '\"section\":')")
    base.execute("UPDATE summary SET text = 'no JSON at all' WHERE journal = 'cup1'")
server.start()
report([tournament(i) for i in range(EVENTS)] == before and len(found("cup")) == EVENTS, "a_summary_of_another_kind_is_as_none")
server.end()
shutil.rmtree(server.work, ignore_errors=True)
sys.exit(report.end())
