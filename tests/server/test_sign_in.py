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
from served import Browser, Report, Server, until

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


def mailed(to):
    return [mail for mail in (path.read_text() for path in work.glob("*.mail")) if f"To: {to}" in mail]


def links(to):
    return [mail for mail in mailed(to) if "/key/" in mail]


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
until(lambda: any("/key/" in path.read_text() for path in work.glob("*.mail")))
time.sleep(2.5)
mails = [mail for mail in (path.read_text() for path in work.glob("*.mail")) if "/key/" in mail]
report(len(mails) == 1 and "To: ann@example.org" in mails[0], "it_comes_once_and_to_the_address_alone", mails)
tablet = Jar(server)
tablet.post(re.search(r"(/key/[\w-]+)", mails[0]).group(1), {"name": ""})
report("Sign out" in plain(tablet.get(first.home)[1]), "and_signs_in")
report(ann.form(first.home, f"{first.home}/leave")[0] == 303 and "Sign out" not in plain(ann.get(first.home)[1]) and "Sign out" in plain(ann.get(second.home)[1]), "who_signs_out_of_one_stays_in_the_other")
# --- a name that a rejected applicant had: another takes it, and nothing of the first

cy, di = Jar(server), Jar(server)
report(cy.post(f"{second.home}/apply", {**facts, "player": "cy"})[0] == 303 and cy.form(second.home, f"{second.home}/mail", mail="first@example.org")[0] == 303, "one_applies")
second.confirm("first@example.org", work)
report(cy.form(f"{second.home}/letters", f"{second.home}/letters", kind="question", text="secret of the first")[0] == 303, "and_writes_to_the_director")
second.director = second.key("ProgramFOX")
deny = lambda: second.director.post(f"{second.home}/applications", {"act": "deny", "player": "cy", "why": "too new"})[0]
report(deny() == 303 and cy.post(f"{second.home}/apply", {**facts, "player": "cy"})[0] == 303 and "secret of the first" in cy.get(f"{second.home}/letters")[1] and "first@example.org" in cy.get(second.home)[1], "who_applies_again_keeps_everything")
report(deny() == 303 and di.post(f"{second.home}/apply", {**facts, "player": "cy"})[0] == 303, "another_applies_by_that_name")
read = "".join(di.get(second.home + path)[1] for path in ("", "/letters", "/due.json", "/sign-ins"))
report("Sign out" in plain(read) and not re.search("secret of the first|first@example.org|too new", read), "and_reads_nothing_of_the_first", read)
report("Sign out" not in plain(cy.get(second.home)[1]), "who_is_signed_out")
seen = plain(second.director.get(f"{second.home}/letters")[1])
report("secret of the first" in seen and "cy (earlier applicant)" in seen, "the_director_reads_it_as_before", seen)
number = re.search(r'name="number" value="(\d+)"', second.director.get(f"{second.home}/letters")[1]).group(1)
report(second.director.post(f"{second.home}/letters/answer", {"number": number, "text": "answer to the first"})[0] == 303 and "answer to the first" not in di.get(f"{second.home}/letters")[1], "the_answer_is_for_the_first_too")
report(second.director.post(f"{second.home}/applications", {"act": "good"})[0] == 303 and nobody.post(f"{second.home}/sign-in", {"player": "cy"})[0] == 200, "the_second_is_accepted")
report(nobody.post(f"{first.home}/sign-in", {"player": "ann"})[0] == 200 and until(lambda: len(links("ann@example.org")) == 2) and not until(lambda: links("first@example.org") or any("is accepted" in mail for mail in mailed("first@example.org")), 4), "no_link_and_no_news_go_to_the_first", mailed("first@example.org"))
for name in ("draw", "nobody", "none", "both", "limmat"):
    answer = nobody.post(f"{second.home}/apply", {**facts, "player": name})
    report(answer[0] == 200 and "has another meaning here" in plain(answer[1]), f"no_player_is_called_{name}", plain(answer[1])[-600:])
report([nobody.post(f"{second.home}/apply", {**facts, "player": "high", "seeding": rating})[0] for rating in ("99999", "4000.1")] == [422, 422], "no_rating_is_higher_than_any")
server.end()
sys.exit(report.end())
