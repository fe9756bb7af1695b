#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_reminders.py LIMMAT KILLS: reminders of a championship while the server is killed again and again,
in TAP: none twice, and of each that did not arrive a director is told."""
import collections
import email.header
import html
import http.server
import json
import pathlib
import random
import re
import signal
import sys
import tempfile
import threading
import time

from contenders import Championship, instant
from served import Browser, Report, Server

report = Report()
kills = int(sys.argv[2])
work = pathlib.Path(tempfile.mkdtemp())
box = work / "box"
box.mkdir()
program = work / "mail"
program.write_text(f'#!/bin/sh\nat={box}/$$.$(date +%N)\ncat > "$at.part" && mv "$at.part" "$at.mail"\n')
program.chmod(0o755)


class Channel(http.server.BaseHTTPRequestHandler):
    """What Discord does with webhooks: 204, or 429 when it is busy.  What happened is of test_notices.py."""
    posts, busy, kinds = [], 0, set()
    held, holding = threading.Event(), threading.Event()  # one waits; answers are held back

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if Channel.holding.is_set():
            Channel.posts.append((self.path, json.loads(body)))
            Channel.held.set()
            while Channel.holding.is_set():
                time.sleep(0.02)
            return
        if not re.search("must|zu tun ist", body.decode()):  # what happened, which test_notices.py looks at
            self.send_response(204)
            self.send_header("Content-Length", "0")
            return self.end_headers()
        Channel.kinds.add((self.path.split("?")[0], self.headers["Content-Type"]))
        if Channel.busy > 0:
            Channel.busy -= 1
            self.send_response(429)
            self.send_header("Retry-After", "1")
        else:
            Channel.posts.append((self.path, json.loads(body)))
            self.send_response(204)
        self.send_header("Content-Length", "0")
        self.end_headers()


discord = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Channel)
threading.Thread(target=discord.serve_forever, daemon=True).start()
HOOKS = f"http://127.0.0.1:{discord.server_port}/api/webhooks/"
server = Server(sys.argv[1], "--clock", "2019-09-21T12:00:00Z", "--mail", str(program), "--webhooks", HOOKS)
admin = Browser(server)
admin.begin(server.key, "Verena")
play = Championship(server, admin, "acwc-2019", instant("2019-09-21T12:00:00Z"))
for number in range(6):
    play.apply(f"p{number}")
play.director = play.key("ProgramFOX")
play.director.post(f"{play.home}/applications", {"act": "good"})
for name, who in play.people.items():
    refused = who.post(f"{play.home}/mail", {"mail": f"{name}@example.org\r\nBcc: x@example.org"})[0], who.post(f"{play.home}/mail", {"mail": "-oQ/tmp@x.y"})[0]
    assert refused == (400, 422), refused
    play.mail(who, f"{name}@example.org", box)
play.people["p5"].get("/language/de?to=/")
p0 = play.people["p0"]
elsewhere = ("http://127.0.0.1:1/api/webhooks/1/x", "http://169.254.169.254/", f"{HOOKS}../../admin", f"{HOOKS}1/x\"", "file:///etc/passwd", HOOKS.replace("127", "user@127"))
report([p0.post(f"{play.home}/hook", {"hook": address})[0] for address in elsewhere] == [422] * 6, "nothing_is_posted_elsewhere")
report(p0.post(f"{play.home}/hook", {"hook": f"{HOOKS}7/secret-p0"})[0] == 303 and "secret-p0" in p0.get(play.home)[1], "a_player_names_his_webhook")
report(p0.post(f"{play.home}/channel", {"hook": f"{HOOKS}8/x"})[0] == 403 and play.director.post(f"{play.home}/channel", {"hook": f"{HOOKS}8/all"})[0] == 303,
       "a_director_the_channel")
report("secret-p0" not in play.director.get(f"{play.home}/outbox")[1] + play.director.get(play.home)[1] + Browser(server).get(play.home)[1], "a_webhook_is_nobody_elses")
Channel.busy = 2
report("@example.org" not in Browser(server).get(play.home)[1] + admin.get(f"{play.home}/log")[1] + admin.get(f"{play.home}/private")[1], "an_address_is_nobody_elses")


def mails():
    """Reminders; what happened is of test_notices.py."""
    return [mail for mail in (path.read_text() for path in box.glob("*.mail")) if "[V.C]" in mail or "day" in mail]


def ids():
    found = (re.search(r"Message-ID: (\S+)", mail) for mail in mails())  # a kill can cut one off
    return collections.Counter(one.group(1) for one in found if one)


def wait(count):
    until = time.monotonic() + 30
    while len(mails()) < count and time.monotonic() < until:
        time.sleep(0.1)
    return mails()


play.to(instant("2019-09-30T08:00:00Z"))
play.do(play.director, "pair")
first = wait(6)
report(sorted(re.search(r"To: (\w+)@", mail).group(1) for mail in first) == [f"p{n}" for n in range(6)], "everybody_is_told_what_is_due", first)
german = next(mail for mail in first if "To: p5@" in mail)
subject = re.search(r"Subject: (.*(?:\n .*)*)", german).group(1)
decoded = str(email.header.make_header(email.header.decode_header(subject)))
report(subject.isascii() and max(map(len, subject.split("\n "))) <= 75 and "für Sie zu tun" in decoded and "Termine anbieten" in german, "in_his_language", german)
first.remove(german)
report(not any(re.search(r"Subject:.*qualification/", mail) for mail in first), "no_subject_has_an_id", first[:1])
report(all("offer" in mail and "[V.C]" in mail and "/c/acwc-2019/m/qualification/1/" in mail for mail in first), "with_the_article_and_the_way_there", first[:1])



def posts(count):
    until = time.monotonic() + 30
    while len(Channel.posts) < count and time.monotonic() < until:
        time.sleep(0.1)
    return Channel.posts


page = html.unescape(play.director.get(f"{play.home}/outbox")[1])
report("goes out a day before" in page and "in the channel" in page and "by webhook" in page and '"allowed_mentions":{"parse":[]}' in page, "each_can_be_looked_at_before")
said = posts(7)
report(collections.Counter(path.split("/")[-1] for path, _ in said) == {"secret-p0": 1, "all": 6} and Channel.kinds == {(path, "application/json") for path in ("/api/webhooks/7/secret-p0", "/api/webhooks/8/all")},
       "webhooks_are_told_too_though_they_were_busy_first", said)
report(all("[V.C]" in body["content"] and "/c/acwc-2019/m/" in body["content"] and body["allowed_mentions"] == {"parse": []} for _, body in said), "in_the_same_words", said[:1])

# A day before the deadline.  Stopped while a channel holds its answer: at once, and it is not sent again.
Channel.holding.set()
play.to(instant("2019-10-02T12:00:00Z"))
Channel.held.wait(30)
began = time.monotonic()
server.end()
took, held = time.monotonic() - began, Channel.posts[-1]
Channel.holding.clear()
server.start()
report(took < 5, f"a_stop_waits_for_no_channel ({took:.1f} s)")

# Killed at any moment.
chance = random.Random(7)
for turn in range(kills):
    time.sleep(chance.random() * 0.8)
    server.end(signal.SIGKILL)
    server.start()
admin.begin(server.key, "Verena")
wait(12)
time.sleep(3)
posts(14)
page = html.unescape(admin.get(f"{play.home}/outbox")[1])
doubtful = len(re.findall("by mail: sending", page))
unposted = len(re.findall("(?:webhook|channel): (?:sending|failed)", page))
heard = collections.Counter((path, body["content"]) for path, body in Channel.posts)
report(heard[held[0], held[1]["content"]] == 1 and unposted > 0, "what_was_held_is_not_sent_again_and_a_director_knows", (held, unposted))
report(max(heard.values()) == 1, f"nothing_is_posted_twice_in_{kills}_kills", heard.most_common(2))
report(len(heard) + unposted >= 14, f"and_each_of_{len(heard)}_posts_came_or_a_director_knows ({unposted})", page[-3000:])
twice = [key for key, count in ids().items() if count > 1]
report(not twice, f"none_is_sent_twice_in_{kills}_kills", twice)
report(len(ids()) + doubtful >= 12, f"and_each_of_{len(ids())}_came_or_a_director_knows_of_it ({doubtful})", page[-3000:])
report(len([mail for mail in mails() if "day" not in mail]) > 0 and "sent" in page, "what_was_sent_is_shown")
known = re.search(r'name="key" value="([^"]+ [01])"', page)
if known:
    admin.post(f"{play.home}/outbox", {"key": html.unescape(known.group(1))})
    until = time.monotonic() + 20
    while (left := html.unescape(admin.get(f"{play.home}/outbox")[1]).count("by mail: sending")) >= doubtful and time.monotonic() < until:
        time.sleep(0.2)
    report(left < doubtful, "he_has_it_sent_again")
report(admin.post(f"{play.home}/outbox", {"key": "c/acwc-2019 nobody"})[0] == 422, "nothing_else")
server.end()
sys.exit(report.end())
