#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_notices.py LIMMAT KILLS: everybody of a championship learns what concerns them, on their page and by mail, each
thing once, also when the server is killed, in TAP."""
import collections
import datetime
import html
import pathlib
import random
import re
import signal
import sys
import tempfile
import time

from contenders import Championship, instant, written
from served import Browser, Report, Server

report = Report()
kills = int(sys.argv[2])
MINUTE, HOUR = datetime.timedelta(minutes=1), datetime.timedelta(hours=1)
work = pathlib.Path(tempfile.mkdtemp())
box = work / "box"
box.mkdir()
program = work / "mail"
program.write_text(f'#!/bin/sh\nat={box}/$$.$(date +%N)\ncat > "$at.part" && mv "$at.part" "$at.mail"\n')
program.chmod(0o755)
server = Server(sys.argv[1], "--clock", "2019-09-21T12:00:00Z", "--mail", str(program))
admin, nobody = Browser(server), Browser(server)
admin.begin(server.key, "Verena")
play = Championship(server, admin, "acwc-2019", instant("2019-09-21T12:00:00Z"))
players = ("ann", "bob", "cy", "di", "eve")
for number, name in enumerate(players):
    play.apply(name, seeding=str(1900 - 10 * number))
play.apply("mallory", created="2019-05-05")
play.director = play.key("ProgramFOX")
for name, who in [*play.people.items(), ("ProgramFOX", play.director)]:
    play.mail(who, f"{name.lower()}@example.org", box)


def plain(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def news(who):
    """What the page of somebody says that happened."""
    page = (who if isinstance(who, Browser) else play.people[who]).get(play.home)[1]
    found = re.search(r'<section class="card news">(.*?)</section>', page, re.S)
    return plain(found.group(1)) if found else ""


def read(who):
    browser = who if isinstance(who, Browser) else play.people[who]
    line = re.search(r'name="line" value="(\d+)"', browser.get(play.home)[1]).group(1)
    assert browser.post(f"{play.home}/seen", {"line": line})[0] == 303


def mails(to):
    """Those of news to somebody, without what is due."""
    all_mails = [path.read_text() for path in sorted(box.glob("*.mail"), key=lambda path: path.stat().st_mtime_ns)]
    return [mail for mail in all_mails if f"To: {to}@" in mail and "you must" not in mail]


def mailed(to, what):
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if any(what in mail for mail in mails(to)):
            return True
        time.sleep(0.1)
    return False


report(mailed("programfox", "ann applies to take part") and mailed("programfox", "mallory applies"), "a_director_learns_who_applies", mails("programfox"))
asked = lambda act, who, **more: play.director.post(f"{play.home}/applications", {"act": act, "player": who, **more})[0]
report(asked("good", "") == 303 and "ann applies and is accepted" in news("ann") and mailed("ann", "is accepted"), "accepted", (news("ann"), mails("ann")))
report("bob" not in news("ann") and "ann" not in news("bob"), "nobody_reads_of_others", news("ann"))
report(asked("deny", "mallory", why="too new") == 303 and "too new" in play.people["mallory"].get(play.home)[1] and mailed("mallory", "too new"), "rejected", mails("mallory"))
read("ann")
report(news("ann") == "" and "Nothing to do now" in plain(play.people["ann"].get(play.home)[1]), "what_was_read_is_gone")
report("Nothing to do now" not in plain(play.people["bob"].get(play.home)[1]), "who_has_news_is_not_told_nothing")
play.to(instant("2019-09-30T08:00:00Z"))
assert play.do(play.director, "pair"), play.refusals
report("ann meets" in news("ann") and mailed("ann", "ann meets"), "paired", news("ann"))
free = next(name for name in players if "no opponent" in news(name))
report(mailed(free, "no opponent in this round"), "a_bye", mails(free))
match = next(due["match"] for due in play.due(play.people["ann"]) if "match" in due)
a, b = re.search(r"<h1>([\w-]+) – ([\w-]+)", nobody.get(f"{play.home}/m/{match}")[1]).groups()
for name in (a, b):
    read(name)
start = play.now + HOUR
assert play.do(play.people[a], "offer", match=match, time1=written(start)), play.refusals
report(f"{a} offers" in news(b) and news(a) == "" and mailed(b, f"{a} offers"), "the_opponents_offer_and_not_ones_own", (news(a), news(b)))
assert play.do(play.people[b], "accept", match=match, time=written(start)), play.refusals
report("09:00 UTC" in news(a) and mailed(a, "09:00 UTC"), "an_agreement", news(a))
play.to(start + MINUTE)
assert play.do(play.people[a], "wait", match=match), play.refusals
report(f"{b} is not there" in news(b) and mailed(b, "is not there"), "reported_absent", news(b))
report(f"{b} is not there" in news(play.director) and mailed("programfox", f"{b} is not there"), "and_the_director_at_once", news(play.director))
play.to(start + 12 * MINUTE)
assert play.do(play.people[a], "wait", match=match), play.refusals
report(news(play.director).count(f"{b} is not there") == 2, "twice", news(play.director))
assert play.do(play.people[b], "here", match=match), play.refusals
assert play.do(play.people[a], "result", match=match, games="111111", **{"from": "1"}), play.refusals
report(f"{a} wins against {b}" in news(b) and mailed(b, f"{a} wins against {b}"), "a_result_of_one_player", news(b))
assert play.do(play.people[b], "dispute", match=match, why="he never came"), play.refusals
report("is not right" in news(a) and "never came" not in news(a) and mailed("programfox", "never came") and not any("never came" in mail for mail in mails(a)), "a_dispute_and_why_for_the_director_alone", news(a))
assert play.do(play.director, "ruling", match=match, winner=b, why="the link shows it"), play.refusals
report(all("by ruling of the director" in news(name) and "the link shows it" in news(name) and mailed(name, "by ruling") for name in (a, b)), "a_ruling_with_its_reason", news(a))
assert play.do(play.director, "out", player=a, ground="director", why="rude"), play.refusals
report(f"{a} is disqualified" in news(a) and mailed(a, "is disqualified"), "out", news(a))
report(news(nobody) == "" and news("mallory") == "", "nobody_else_reads_it")

# Killed at any moment: what happened is on the page once, and no mail goes twice.
chance = random.Random(3)
others = [name for name in players if name not in (a, b, free)]
match = next(due["match"] for due in play.due(play.people[others[0]]) if "match" in due)
for turn in range(kills):
    who, whom = others[turn % 2], others[1 - turn % 2]
    for _ in range(2):
        play.do(play.people[who], "offer", match=match, time1=written(play.now + (2 + turn) * HOUR + chance.randrange(600) * datetime.timedelta(seconds=1)))
    time.sleep(chance.random() * 2.5)
    server.end(signal.SIGKILL)
    server.start()
admin.begin(server.key, "Verena")
time.sleep(4)
for name in others:
    other = others[1 - others.index(name)]
    made = len(re.findall(rf"{other} offers", plain(nobody.get(f"{play.home}/m/{match}")[1])))
    page = play.people[name].get(play.home)[1]
    shown = len(re.findall(rf"{other} offers", news(name)))
    sent = [mail for mail in mails(name) if f"Subject: " in mail and f"{other} offers" in mail.split("\n\n")[0]]
    doubt = sum(f"<b>{name}</b>" in row and "cut off while" in row and f"{other} offers" in row for row in admin.get(f"{play.home}/outbox")[1].split("<li>"))
    report(made > 0 and shown == made, f"after_{kills}_kills_{name}_reads_each_once ({made})", (shown, made))
    report(made - doubt <= len(sent) <= made and max(collections.Counter(re.findall(r"Message-ID: (\S+)", "".join(sent))).values(), default=0) == 1, f"and_gets_each_mail_once_or_a_director_knows ({len(sent)}, {doubt})", sent)

# A stranger's address: one mail asks, and nothing else goes there before its reader says so.
whom, by = (name for name in players if name not in (a, b, free))
match = next(due["match"] for due in play.due(play.people[whom]) if "match" in due)
play.people[whom].post(f"{play.home}/mail", {"mail": "stranger@example.org"})
report("We sent a link to stranger@example.org" in plain(play.people[whom].get(play.home)[1]) and mailed("stranger", "Open this link"), "an_address_is_asked_first", mails("stranger"))
play.do(play.people[by], "offer", match=match, time1=written(play.now + 50 * HOUR))
report(mailed(whom, f"{by} offers") and len(mails("stranger")) == 1, "and_gets_nothing_before_it_answers", mails("stranger"))
link = re.search(rf"({play.home}/mail/\S+)", mails("stranger")[0])[1]
wrong = link[:-3] + "xyz"
report(nobody.get(wrong)[0] == nobody.post(wrong, {})[0] == 404 and f"for {whom} will go to stranger@example.org" in plain(nobody.get(link)[1]), "by_its_own_link_alone", plain(nobody.get(link)[1])[-400:])
report(len(mails("stranger")) == 1 and nobody.post(link, {})[0] == 303 and nobody.post(link, {})[0] == 404, "which_counts_once")
play.do(play.people[by], "offer", match=match, time1=written(play.now + 51 * HOUR))
report(mailed("stranger", f"{by} offers"), "then_it_gets_the_news", mails("stranger"))
play.mail(play.people[whom], f"{whom}@example.org", box)
server.end()
sys.exit(report.end())
