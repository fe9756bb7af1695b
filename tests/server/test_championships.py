#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_championships.py LIMMAT COUNT [KILLS [FIRST]]: championships of chance through HTTP, in TAP, from number FIRST on.  In each, eight
clients at once do what is due for its players, while the server is killed KILLS times; it comes to a
champion, the command comes to the same from its journal, which holds every answered act once, no reminder
is lost or doubled, and each line that concerns a player comes once by mail, or a director knows that a
kill cut it off."""
import collections
import concurrent.futures
import datetime
import html
import http.client
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from contenders import Championship, instant, written
from served import Browser, Report, Server

CLIENTS = 8
DEFINITIONS = ("acwc-2019", "club-knock-out", "candidates", "swiss-plus-final", "acwc-2024")
DATA = pathlib.Path(__file__).parent / "../../data/championships"


class Patient(Browser):
    """One who asks again while the server comes back.  Forms have a number, or say the same twice."""

    def ask(self, *request, **more):
        for turn in range(400):
            try:
                return super().ask(*request, **more)
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
        raise OSError("the server does not come back")


class Played(Championship):
    """One whose players act at once."""

    def __init__(self, server, admin, definition, seed):
        rules = json.loads((DATA / f"{definition}.json").read_text())
        self.begins = instant(rules.get("calendar", {}).get("starts", "2026-01-10T00:00:00Z"))
        until = rules.get("registration", {}).get("until")
        self.pairs, self.looked = "", True  # of a director who pairs: the last ones, and whether he was told what they mean
        self.applications = instant(until) - datetime.timedelta(days=1) if until else self.begins - datetime.timedelta(days=9)
        admin.post("/championships/clock", {"at": written(self.applications)})  # before its first line
        self.seed = seed
        super().__init__(server, admin, definition, self.applications, seed)

    def enter(self, name):
        """A key, the address for reminders."""
        who = Patient(self.server)
        page = self.admin.post(f"{self.home}/people/key", {"player": name})[1]
        who.begin(re.search(r"(/key/[\w-]+)", page).group(1))
        return who

    def begin(self, entrants):
        self.to(self.applications)
        self.readers = [f"p{number:02}" for number in range(entrants)]
        for number in range(entrants):
            name = f"p{number:02}"
            who = self.people[name] = Patient(self.server)
            facts = {"player": name, "created": "2016-01-01", "games": "500", "seeding": str(1900 - 13 * number), "act": "send"}
            sent = who.post(f"{self.home}/apply", facts)
            assert sent[0] == 303, sent[1][-800:]
            who.token = re.search(r'name="csrf" value="(\w+)"', who.get(self.home)[1]).group(1)
            self.mail(who, f"{name}.{self.seed}@example.org", box)
        directors = self.admin.get(f"{self.home}/people")[1]
        chief = re.findall(r'<th scope="row">([^<]+)<td>director', directors)[0]
        self.director = self.enter(chief)
        self.director.post(f"{self.home}/applications", {"act": "good", "req": "all"})
        for holder in re.findall(r'<th scope="row">([^<]+)<td>(?:holds|champion|runner-up)', directors):
            self.people.setdefault(holder, self.enter(holder))

    def round(self):
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
            if any(list(clients.map(self.sweep, list(self.people)))):
                return True
        dues = self.due(self.director)
        if any(self.decide(due) for due in dues if due["do"] != "pair"):
            return True
        pair = next((due for due in dues if due["do"] == "pair"), None)
        if pair is not None:
            self.to(max(self.begins, instant(pair["by"]) if pair["by"] else self.begins))
            return self.decide(pair)
        moments = [instant(d["by"]) for name in self.people for d in self.due(self.people[name]) if d["by"]]
        later = [at for at in moments if at >= self.now]
        if not later:
            return False
        self.to(min(later) + datetime.timedelta(seconds=1))
        return True

    def decide(self, due):
        if due["do"] == "pair" and self.by_hand():
            page = self.director.get(f"{self.home}/pairing")[1]
            pairs = html.unescape(re.search(r'<textarea name="pairs"[^>]*>(.*?)</textarea>', page, re.S).group(1))
            before, self.pairs = self.pairs, pairs
            for looked, said in ((before, "meet again"), (pairs + "nobody else\n", "cannot be published")):
                seen = self.director.post(f"{self.home}/do/pair", {"pairs": looked, "act": "look"})
                self.looked &= not looked or (seen[0] == 200 and said in seen[1])
            return self.do(self.director, "pair", pairs=pairs, act="publish")
        if due["do"] == "decide_white":
            return self.do(self.director, "white", match=due["match"], player=due["text"] and self.first_of(due["match"]), why="by lot")
        if due["do"] in ("decide_result", "decide_overdue", "decide_unagreed"):
            return self.do(self.director, "ruling", match=due["match"], winner="draw", why="nobody could say more") or \
                self.do(self.director, "ruling", match=due["match"], winner=self.first_of(due["match"]), why="somebody goes on")
        return super().decide(due)

    def by_hand(self):
        return 'name="pairs"' in self.director.get(f"{self.home}/pairing")[1]

    def first_of(self, match):
        return re.search(r"<h1>([\w-]+) – ", self.director.get(f"{self.home}/m/{match}")[1]).group(1)


class Killer(threading.Thread):
    """Kills the server so many times while the others go on."""

    def __init__(self, server, kills, seed):
        super().__init__()
        self.server, self.kills, self.chance, self.over, self.done = server, kills, random.Random(seed), threading.Event(), 0

    def run(self):
        while self.done < self.kills and not self.over.wait(self.chance.uniform(0.05, 0.5)):
            self.server.end(signal.SIGKILL)
            self.server.start()
            self.done += 1


def until(good, seconds=300):
    """Wait for a state."""
    end = time.monotonic() + seconds
    while not good() and time.monotonic() < end:
        time.sleep(0.1)
    return good()


limmat, count = sys.argv[1], int(sys.argv[2])
kills, first = (int(one) for one in [*sys.argv[3:], *("3", "0")[len(sys.argv) - 3:]])
report = Report()
work = pathlib.Path(tempfile.mkdtemp())
TOGETHER = 4  # championships of one server: each start replays all of them, and the box is read often


def serve(number):
    """A server with a box of its own, for the championships from ${number} on."""
    global server, admin, box
    box = work / f"box-{number}"
    box.mkdir()
    program = work / f"mail-{number}"
    program.write_text(f'#!/bin/sh\nat={box}/$$.$(date +%s%N)\ncat > "$at.part" && mv "$at.part" "$at.mail"\n')
    program.chmod(0o755)
    server = Server(limmat, "--clock", "2019-09-01T12:00:00Z", "--mail", str(program))
    admin = Patient(server)
    admin.begin(server.key, "Verena")


def mails():
    """How often each of them was sent.  A kill can cut one off: of that a director is told."""
    ids = (re.search(r"Message-ID: (\S+)", path.read_text()) for path in box.glob("*.mail"))
    return collections.Counter(found.group(1) for found in ids if found)


def reminders(play):
    """What is to be sent, and what became of it: the outbox as a director sees it."""
    page = play.director.get(f"{play.home}/outbox")[1]
    return [said.rpartition(": ")[2] for said in re.findall(r'<span class="fine">([^<]*)</span>', page)]  # "by mail: sent"


def news(play, journal):
    """Of each player who gave an address: the lines that the command says concern them and that others
    entered; the news that came by mail; those that a kill cut off, which the outbox names."""
    page = html.unescape(play.director.get(f"{play.home}/outbox")[1]).split("<li>")
    heads = [re.search(r"To: (\S+)", mail) for mail in (path.read_text() for path in box.glob("*.mail")) if "you must" not in mail]
    came = collections.Counter(head[1] for head in heads if head)  # a kill can cut one off before its first line
    for name in play.readers:
        told = json.loads(subprocess.run([limmat, "championship", "explain", journal, name, "-f", "json"], capture_output=True, text=True).stdout)
        lines = {change["line"] for change in told if change["by"] != name}
        cut = sum(f"<b>{name}</b>" in row and "cut off while" in row and "you must" not in row for row in page)
        yield name, len(lines), came[f"{name}.{play.seed}@example.org"], cut


def play_one(number):
    definition = DEFINITIONS[number % len(DEFINITIONS)]
    play = Played(server, admin, definition, number)
    play.begin(4 + number % 5 if definition != "candidates" else 4)
    killer = Killer(server, kills, number)
    killer.start()
    steps, settled, sent = 0, True, 0
    while steps < 600 and play.pages() is None and play.round():
        steps += 1
        if steps in (2, 12):  # all that is ripe goes out, whatever is killed meanwhile
            settled &= until(lambda: "goes out now" not in reminders(play))
            sent = reminders(play).count("sent")
            settled &= until(lambda: sum(mails().values()) >= sent)
    killer.over.set()
    killer.join()
    champion = play.pages()
    journal = work / f"{number}.journal"
    journal.write_text(play.director.get(f"{play.home}/journal")[1])
    (work / f"{number}.private").write_text(play.director.get(f"{play.home}/private")[1])
    told = subprocess.run([limmat, "championship", "status", journal], capture_output=True, text=True)
    judged = subprocess.run([limmat, "championship", "verify", journal], capture_output=True, text=True)
    requests = [line["req"] for line in map(json.loads, journal.read_text().splitlines()) if "req" in line]
    twice = [request for request, times in collections.Counter(requests).items() if times > 1]
    report(champion is not None and f"Champion: {champion}" in told.stdout and judged.returncode == 0 and not twice,
           f"{definition}_{number}_comes_to_the_same_by_the_command_after_{killer.done}_kills",
           (champion, steps, play.now, play.refusals[-3:], told.stdout[-300:], told.stderr, judged.stderr, twice, play.due(play.director)))
    report(play.looked, f"{definition}_{number}_a_director_is_told_what_his_pairs_mean")
    settled &= until(lambda: "goes out now" not in reminders(play))
    wrong = lambda: [one for one in news(play, journal) if not one[1] - one[3] <= one[2] <= one[1]]
    until(lambda: not wrong(), 60)
    told_all = list(news(play, journal))
    report(not wrong() and sum(one[1] for one in told_all) > 0, f"{definition}_{number}_what_concerns_a_player_comes_once ({sum(one[1] for one in told_all)}, {sum(one[1] - one[2] for one in told_all)} cut off)", wrong())
    doubled = [key for key, times in mails().items() if times > 1]
    report(settled and not doubled, f"{definition}_{number}_no_reminder_is_lost_or_doubled", (settled, doubled, reminders(play)))


class Level(Played):
    """One in which every game is drawn: places are level, and the director orders them by buttons."""

    def play(self, name, due):
        match, who = due["match"], self.people[name]
        page = who.get(f"{self.home}/m/{match}")[1]
        if 'name="armageddon"' in page:
            return self.do(who, "armageddon", match=match, armageddon="0-1")
        start = re.search(r'name="from" value="(\d+)"', page)
        return start is not None and self.do(who, "result", match=match, games="=", **{"from": start.group(1)})


def play_level():
    play = Level(server, admin, "acwc-2019", 1)
    play.begin(4)
    for _ in range(300):
        if play.pages() is not None or not play.round():
            break
    orders = play.director.get(f"{play.home}/journal")[1].count('"what":"order"')
    refused = [refusal for refusal in play.refusals if refusal[0] == "order"]
    report(play.pages() is not None and orders > 0 and not refused, f"players_who_are_level_are_ordered_by_a_button ({orders})", (play.pages(), refused, play.due(play.director)))


sent = 0
for number in range(first, first + count):
    if (number - first) % TOGETHER == 0:
        serve(number)
    play_one(number)
    last = number == first + count - 1
    if last:
        play_level()
    if last or (number - first) % TOGETHER == TOGETHER - 1:
        sent += sum(mails().values())
        server.end()
report(sent > count, f"{sent}_reminders_were_sent")
sys.exit(report.end())
