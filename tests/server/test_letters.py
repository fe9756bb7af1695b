#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_letters.py LIMMAT: what people of a championship write, and who reads it; how a player withdraws; in TAP."""
import html
import re
import sys

from contenders import Championship, instant
from served import Browser, Report, Server

report = Report()
server = Server(sys.argv[1], "--clock", "2019-09-21T12:00:00Z")
admin, nobody = Browser(server), Browser(server)
admin.begin(server.key, "Verena")
play = Championship(server, admin, "acwc-2019", instant("2019-09-21T12:00:00Z"))
players = ("ann", "bob", "cy", "di")
for number, name in enumerate(players):
    play.apply(name, seeding=str(1900 - 10 * number))
play.director = play.key("ProgramFOX")
play.director.post(f"{play.home}/applications", {"act": "good"})
play.to(instant("2019-09-30T08:00:00Z"))
assert play.do(play.director, "pair"), play.refusals
match = next(due["match"] for due in play.due(play.people["ann"]) if "match" in due)
a, b = re.search(r"<h1>([\w-]+) – ([\w-]+)", nobody.get(f"{play.home}/m/{match}")[1]).groups()
c, d = [name for name in players if name not in (a, b)]


def plain(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def page(who, path):
    browser = who if isinstance(who, Browser) else play.people[who]
    return plain(browser.get(play.home + path)[1])


def everything(who):
    """All that somebody can read."""
    return " ".join(page(who, path) for path in ("", "/log", "/letters", "/due.json", f"/m/{match}", "/p/index.html", "/p/stage-1.html", "/journal", "/private"))


report(play.do(play.people[a], "say", match=match, text="Is Saturday fine?\nOr Sunday?"), "a_player_writes", play.refusals)
report("Or Sunday?" in page(b, f"/m/{match}") and "Or Sunday?" in page(play.director, f"/m/{match}"), "the_opponent_and_the_director_read_it", page(b, f"/m/{match}")[-800:])
report(f"{a} wrote to you" in page(b, "") and f"wrote to you" not in page(a, ""), "and_the_opponent_is_told", page(b, ""))
report(not any("Sunday" in everything(who) for who in (c, d, nobody)) and "Messages between" not in page(c, f"/m/{match}"), "nobody_else_reads_it")
report(not play.do(play.people[c], "say", match=match, text="hello") and not play.do(nobody, "say", match=match, text="hello"), "nor_writes", play.refusals)
report(play.do(play.people[b], "say", match=match, text="<script>alert(1)</script><b>yes</b>") and "<script>alert" not in play.people[a].get(f"{play.home}/m/{match}")[1], "text_alone")
report(not play.do(play.people[b], "say", match=match, text=" \n ") and not play.do(play.people[b], "say", match=match, text="x" * 1001), "not_nothing_and_not_too_much", play.refusals[-2:])
long = play.people[b].post(f"{play.home}/do/say", {"match": match, "text": "ö" * 1001})
report(long[0] == 400 and "too long: at most 1000 characters" in plain(long[1]), "and_says_how_much", plain(long[1])[-300:])
report(play.do(play.people[b], "say", match=match, text="ö" * 999 + "\r\n"), "a_page_counts_characters", play.refusals[-1:])
sent = sum(play.do(play.people[b], "say", match=match, text=f"again {n}") for n in range(30))
report(sent == 18, "no_flood", sent)
report(not play.do(play.people[a], "remove", match=match, number="2") and play.do(play.director, "remove", match=match, number="2"), "a_director_removes_one", play.refusals[-1:])
seen = page(a, f"/m/{match}")
report("alert(1)" not in everything(play.director) and "The director removed this message" in seen and "again 3" in seen, "and_its_text_is_gone", seen[-600:])

wrote = play.people[a].post(f"{play.home}/letters", {"kind": "question", "match": match, "text": "The clock was wrong"})
report(wrote[0] == 303 and "The clock was wrong" in page(play.director, "/letters") and "1 message waits" in page(play.director, ""), "a_letter_to_the_director", wrote[1][-400:])
accused = play.people[a].post(f"{play.home}/letters", {"kind": "accusation", "whom": b, "match": match, "text": "Engine moves from move nine"})
report(accused[0] == 303 and f"{a} reports {b}" in page(play.director, "/letters") and "2 messages wait" in page(play.director, ""), "an_accusation", accused[1][-400:])
report("move nine" in page(a, "/letters") and not any(re.search("move nine|reports", everything(who)) for who in (b, c, d, nobody)), "reads_the_director_alone")
report(not re.search("letter|accus|nine", (admin.get(f"{play.home}/journal")[1] + admin.get(f"{play.home}/private")[1]).split("\n", 1)[1]), "no_line_of_the_journal_shows_it")
report(play.people[a].post(f"{play.home}/letters", {"kind": "accusation", "text": "him"})[0] == 422, "it_says_of_whom")
report(nobody.post(f"{play.home}/letters", {"kind": "question", "text": "hello"})[0] == 403 and nobody.get(f"{play.home}/letters")[0] == 403, "visitors_write_nothing")
number = re.search(r'name="number" value="(\d+)"', play.director.get(f"{play.home}/letters")[1]).group(1)
report(play.people[b].post(f"{play.home}/letters/answer", {"number": number, "text": "no"})[0] == 403, "nobody_answers_for_the_director")
report(play.director.post(f"{play.home}/letters/answer", {"number": number, "text": "I look at the games"})[0] == 303 and "I look at the games" in page(a, "/letters") and "The director answered you" in page(a, ""), "the_director_answers", page(a, ""))
report("I look at" not in everything(b) and "1 message waits" in page(play.director, ""), "to_the_writer_alone", page(play.director, ""))

seen = page(c, "/withdraw")
report("this follows" in seen and f"{c} withdraws" in seen and f"{d} wins against {c}" in seen, "what_a_withdrawal_leads_to", seen)
report(f"{c} withdraws" not in page(nobody, "/log") and "Withdraw" in page(c, "") and "Withdraw" not in page(nobody, ""), "nothing_happened_yet")
report(not play.do(play.people[d], "out", player=c, ground="withdraw") and not play.do(play.people[c], "out", player=c, ground="cheating"), "nobody_else_and_no_other_ground", play.refusals[-2:])
report(play.do(play.people[c], "out", player=c, ground="withdraw") and f"{d} wins against {c}" in page(nobody, "/log") and play.people[c].get(f"{play.home}/withdraw")[0] == 422, "a_player_withdraws", play.refusals[-1:])
kept = plain(nobody.get("/privacy")[1])
report("Messages between the two players of a match these players and the directors" in kept and "also reports of cheating" in kept and not re.search(r"\b(he|his|whoever)\b", kept), "what_is_kept_names_the_messages", kept[:3000])

# --- taken along to another server, and once more

other = Server(sys.argv[1], "--clock", "2019-09-30T08:00:00Z")
owner = Browser(other)
owner.begin(other.key, "Otto")


def give(text):
    boundary = "----along"
    parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{value}\r\n' for name, more, value in
             (("csrf", "", owner.token), ("file", '; filename="a.limmat"\r\nContent-Type: application/octet-stream', text))]
    return owner.ask("POST", "/import", ("".join(parts) + f"--{boundary}--\r\n").encode(), form=f"multipart/form-data; boundary={boundary}")[0]


def key(at, name):
    who = Browser(at)
    who.begin(re.search(r"(/key/[\w-]+)", owner.post(f"{play.home}/people/key", {"player": name})[1]).group(1))
    return who


assert play.do(play.director, "remove", match=match, number="4"), play.refusals
file = admin.get(f"{play.home}/along")[1]
report(give(file) == 303, "a_championship_goes_to_another_server_with_its_messages", file[:300])
far = {name: key(other, name) for name in (a, b, c, "ProgramFOX")}
seen = {name: plain(far[name].get(f"{play.home}/m/{match}")[1]) for name in far}
report("Or Sunday?" in seen[a] and "Or Sunday?" in seen[b] and "The director removed this message" in seen[b] and "Sunday" not in seen[c] and "alert(1)" not in file, "the_players_of_the_match_read_on_there", seen[a][-900:])
report("move nine" in plain(far["ProgramFOX"].get(f"{play.home}/letters")[1]) and "I look at the games" in plain(far[a].get(f"{play.home}/letters")[1])
       and "move nine" not in plain(far[b].get(f"{play.home}/letters")[1]), "and_the_director_the_letters")
before = owner.get(f"{play.home}/along")[1]
report(before == file and give(file) == 303 and owner.get(f"{play.home}/along")[1] == file, "what_came_twice_is_there_once", (len(file), len(before)))
said = far[a].post(f"{play.home}/do/say", {"match": match, "text": "From the other server"})[0]
removed = far["ProgramFOX"].post(f"{play.home}/do/remove", {"match": match, "number": "1"})[0]
assert play.do(play.director, "say", match=match, text="And from this one"), play.refusals
later = admin.get(f"{play.home}/along")[1]
report((said, removed, give(later)) == (303, 303, 303), "messages_written_at_both_come_together", (said, removed))
seen = plain(far[b].get(f"{play.home}/m/{match}")[1])
report(seen.count("From the other server") == 1 and seen.count("And from this one") == 1 and "Or Sunday?" not in seen and "again 3" in seen, "and_what_was_removed_there_stays_so", seen[-1500:])
number = re.search(r'name="number" value="(\d+)"><button[^>]*>Remove', far["ProgramFOX"].get(f"{play.home}/m/{match}")[1].split("And from this one")[1])[1]
assert far["ProgramFOX"].post(f"{play.home}/do/remove", {"match": match, "number": number})[0] == 303
back = owner.get(f"{play.home}/along")[1]
owner = admin
report("And from this one" in page(b, f"/m/{match}") and give(back) == 303 and "And from this one" not in page(b, f"/m/{match}") and page(b, f"/m/{match}").count("From the other server") == 1, "a_removal_comes_back", page(b, f"/m/{match}")[-900:])
exported, third = str(other.work / "acwc-2019.limmat"), str(other.work / "third")
here = admin.get(f"{play.home}/along")[1]
server.end()
for verb, at in (("export", str(server.data)), ("import", third), ("export", third)):
    done = server.db(verb, exported, "--data", at)
    report(done.returncode == 0 and open(exported).read().splitlines()[:9] == here.splitlines()[:9], f"messages_{verb}_by_the_command", (done.stderr, here[:900]))
other.end()
sys.exit(report.end())
