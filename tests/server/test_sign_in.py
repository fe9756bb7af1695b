#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_sign_in.py LIMMAT: one browser in several championships, its sign-ins, and how one comes back; in TAP."""
import html
import http.cookies
import pathlib
import re
import sys
import tempfile
import time

from contenders import Championship, instant
from served import Browser, Report, Server

report = Report()
work = pathlib.Path(tempfile.mkdtemp())
program = work / "mail"
program.write_text(f'#!/bin/sh\nat={work}/$$.$(date +%N)\ncat > "$at.part" && mv "$at.part" "$at.mail"\n')
program.chmod(0o755)
server = Server(sys.argv[1], "--clock", "2019-09-21T12:00:00Z", "--mail", str(program))
admin, nobody = Browser(server), Browser(server)
admin.begin(server.key, "Verena")


class Jar(Browser):
    """A browser that keeps every cookie by its name."""
    def __init__(self, server):
        super().__init__(server)
        self.jar = {}

    def ask(self, method, path, body=None, headers=None, form="application/x-www-form-urlencoded"):
        sent = {"Content-Type": form} if body is not None else {}
        if self.jar:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        answer, text = self.send(method, path, body, {**sent, **(headers or {})})
        for morsel in http.cookies.SimpleCookie(answer.headers.get("Set-Cookie") or "").values():
            self.jar.pop(morsel.key, None)
            if morsel.value:
                self.jar[morsel.key] = morsel.value
        return answer.status, text.decode("utf-8", "replace"), answer.headers

    def form(self, page, path, **fields):
        token = re.search(r'name="csrf" value="(\w+)"', self.get(page)[1])
        return self.post(path, fields, token=token.group(1) if token else "")


def plain(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


first, second = (Championship(server, admin, name, instant("2019-09-21T12:00:00Z")) for name in ("club-knock-out", "acwc-2019"))
ann = Jar(server)
facts = {"player": "ann", "created": "2016-01-01", "games": "500", "seeding": "1700", "act": "send", "zone": "Europe/Zurich"}
report([ann.post(f"{play.home}/apply", facts)[0] for play in (first, second)] == [303, 303], "a_player_applies_twice")
pages = [plain(ann.get(play.home)[1]) for play in (first, second)]
report(all("Your application" in page or "is looked at" in page or "To do for you" in page or "ann" in page for page in pages) and all("Sign out" in page for page in pages), "one_browser_is_signed_in_to_both", pages)
report(ann.form(first.home, f"{first.home}/mail", mail="ann@example.org")[0] == 303 and ann.form(second.home, f"{second.home}/zone", zone="Europe/Paris")[0] == 303, "and_acts_in_each")
first.confirm("ann@example.org", work)
report(ann.form(second.home, f"{second.home}/zone", zone="Europe/Nowhere")[0] == 422 and nobody.post(f"{second.home}/apply", {**facts, "player": "bob", "zone": "Mars/Olympus"})[0] == 422, "a_zone_that_is_none_is_refused")
first.director = first.key("director")
first.director.post(f"{first.home}/applications", {"act": "good"})
link = re.search(r"(http://\S+?/key/[\w-]+)", html.unescape(ann.form(first.home, f"{first.home}/key")[1])).group(1)
phone = Jar(server)
sent = phone.post("/sign-in", {"link": link})
report(sent[0] == 303 and sent[2]["Location"].startswith("/key/"), "a_link_is_pasted", sent)
phone.post(sent[2]["Location"], {"name": ""})
report("Sign out" in plain(phone.get(first.home)[1]) and "Sign out" not in plain(phone.get(second.home)[1]), "and_signs_in_there_alone")
report(phone.post("/sign-in", {"link": "javascript:alert(1)"})[0] == 422, "nothing_else_is_opened")
seen = ann.get(f"{first.home}/sign-ins")[1]
keys = re.findall(r'name="key" value="(\w+)"', seen)
report(len(keys) == 2 and "this browser" in plain(seen), "sign_ins_are_listed", plain(seen))
other = next(key for key, row in zip(keys, (row for row in seen.split("<li>") if "name=\"key\"" in row)) if "this browser" not in row)
report(first.director.post(f"{first.home}/sign-ins", {"key": other})[0] == 422 and nobody.get(f"{first.home}/sign-ins")[0] == 403, "nobody_ends_anothers")
report(ann.form(f"{first.home}/sign-ins", f"{first.home}/sign-ins", key=other)[0] == 303 and "Sign out" not in plain(phone.get(first.home)[1]) and "Sign out" in plain(ann.get(first.home)[1]), "one_is_ended")
page = plain(nobody.get("/sign-in")[1])
report("Club knock-out" in page and "Send me a link by mail" in page and "Sign in" in plain(nobody.get(first.home)[1]), "returning_players_find_the_page", page)
asked = [nobody.post(f"{first.home}/sign-in", {"player": name}) for name in ("ann", "nobody-here")]
report([one[0] for one in asked] == [200, 200] and "ann gave" in plain(asked[0][1]) and "nobody-here gave" in plain(asked[1][1]), "a_link_is_asked_for", asked[0][1][-300:])
until = time.monotonic() + 15
mails = []
while not mails and time.monotonic() < until:
    time.sleep(0.3)
    mails = [mail for mail in (path.read_text() for path in work.glob("*.mail")) if "/key/" in mail]
time.sleep(2.5)
mails = [mail for mail in (path.read_text() for path in work.glob("*.mail")) if "/key/" in mail]
report(len(mails) == 1 and "To: ann@example.org" in mails[0], "it_comes_once_and_to_the_address_alone", mails)
tablet = Jar(server)
tablet.post(re.search(r"(/key/[\w-]+)", mails[0]).group(1), {"name": ""})
report("Sign out" in plain(tablet.get(first.home)[1]), "and_signs_in")
report(ann.form(first.home, f"{first.home}/leave")[0] == 303 and "Sign out" not in plain(ann.get(first.home)[1]) and "Sign out" in plain(ann.get(second.home)[1]), "who_signs_out_of_one_stays_in_the_other")
server.end()
sys.exit(report.end())
