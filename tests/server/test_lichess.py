#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_lichess.py LIMMAT: people log in by Lichess, in TAP.  A stand-in on the loopback speaks its documented API:
/oauth and /api/token (authorization code with PKCE S256, each code once), /api/account, rating history, games."""
import base64
import concurrent.futures
import hashlib
import html
import http.server
import json
import re
import secrets
import signal
import sys
import threading
import time
import urllib.parse

from contenders import Championship, instant
from served import Browser, Report, Server

report = Report()
USERS = {"Ann": {}, "bob": {}, "arimakat": {}, "mark": {"tosViolation": True}, "gone": {"disabled": True}, "robot": {"title": "BOT"},
         "ProgramFOX": {}, "young": {"createdAt": 1567000000000}, "slow": {}}


class Lichess(http.server.BaseHTTPRequestHandler):
    codes, tokens, asked, exchanged, ended, games, mood = {}, {}, [], [], [], [], ""
    held, holding = threading.Event(), threading.Event()  # somebody waits; answers are held back
    release = threading.Event()

    def log_message(self, *_):
        pass

    def answer(self, status, thing=None, kind="application/json", **headers):
        body = thing if isinstance(thing, bytes) else json.dumps(thing).encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    @staticmethod
    def hold():
        """As long as answers are held back; true when one was: who asked is gone by then."""
        if not Lichess.holding.is_set():
            return False
        Lichess.held.set()
        while Lichess.holding.is_set():
            time.sleep(0.02)
        return True

    def owner(self):
        return Lichess.tokens.get(self.headers.get("Authorization", "").removeprefix("Bearer "))

    def do_POST(self):
        form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        Lichess.exchanged.append(form)
        if Lichess.hold():
            return None
        if Lichess.mood == "elsewhere":
            return self.answer(307, {}, Location="http://127.0.0.1:9/api/token")
        if Lichess.mood == "broken":
            return self.answer(200, b"{")
        login = Lichess.codes.pop(form.get("code"), None)
        proof = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest()).rstrip(b"=").decode()
        good = (login and self.path == "/api/token" and form.get("grant_type") == "authorization_code" and
                form.get("redirect_uri") == login["redirect_uri"] and form.get("client_id") == login["client_id"] and proof == login["code_challenge"])
        if not good:
            return self.answer(400, {"error": "invalid_grant", "error_description": "hash of code_verifier does not match code_challenge"})
        if login["who"] == "slow":
            Lichess.release.wait(30)
        token = "lio_" + secrets.token_hex(8)
        Lichess.tokens[token] = login["who"]
        return self.answer(200, {"token_type": "Bearer", "access_token": token, "expires_in": 31536000})

    def do_DELETE(self):
        Lichess.ended.append(Lichess.tokens.pop(self.headers.get("Authorization", "").removeprefix("Bearer "), None))
        return self.answer(204, b"")

    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        parts, query = url.path.split("/"), dict(urllib.parse.parse_qsl(url.query))
        Lichess.asked.append(self.path)
        if Lichess.hold():
            return None
        if url.path == "/api/account":
            if not self.owner():
                return self.answer(401, {"error": "No such token"})
            return self.answer(200, self.user(self.owner()))
        name = parts[3] if parts[2] == "user" else parts[4]
        if name not in USERS:
            return self.answer(404, {"error": "Not found"})
        if parts[2] == "games" and "vs" in query:
            return self.answer(200, b"".join(json.dumps(game).encode() + b"\n" for game in Lichess.games), "application/x-ndjson")
        if parts[2] == "games":
            return self.answer(200, b'{"id":"x"}\n' * min(int(query["max"]), 150), "application/x-ndjson")
        return self.answer(200, [{"name": "Blitz", "points": [[2019, 0, 1, 2900]]}, {"name": "Antichess", "points": [[2018, 0, 5, 1700], [2019, 5, 30, 1801]]}])

    @staticmethod
    def user(name):
        return {"id": name.lower(), "username": name, "createdAt": 1400000000000, "count": {"all": 4321, "rated": 4000},
                "perfs": {"antichess": {"games": 812, "rating": 1834, "rd": 60, "prog": 3}, "blitz": {"games": 3, "rating": 1500, "rd": 200, "prov": True},
                          "puzzle": {"games": 0, "rating": 1500}, "storm": {"runs": 4, "score": 9}}, **USERS[name]}


stand_in = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Lichess)
threading.Thread(target=stand_in.serve_forever, daemon=True).start()
ADDRESS = f"http://127.0.0.1:{stand_in.server_port}"
server = Server(sys.argv[1], "--clock", "2019-09-10T12:00:00Z", "--lichess", ADDRESS)
admin = Browser(server)
admin.begin(server.key, "Verena")
play = Championship(server, admin, "acwc-2019", instant("2019-09-10T12:00:00Z"))
home = play.home
report(Browser(server).get(f"{home}/lichess/begin")[0] == 404 and "Sign in with Lichess" not in Browser(server).get(home)[1], "nobody_logs_in_by_it_before_a_director_says_so")
report(admin.post(f"{home}/lichess/use", {"variant": "antichess"})[0] == 303 and admin.post(f"{home}/lichess/use", {"variant": "x"})[0] == 400,
       "a_director_lets_them")


def begin(who):
    """Where the browser is sent: the fields of the request."""
    status, _, headers = who.get(f"{home}/lichess/begin")
    assert status == 303 and headers["Location"].startswith(ADDRESS + "/oauth?"), headers.items()
    assert "SameSite=Lax" in headers["Set-Cookie"] and "HttpOnly" in headers["Set-Cookie"], headers["Set-Cookie"]
    return dict(urllib.parse.parse_qsl(urllib.parse.urlparse(headers["Location"]).query))


def agree(asked, name):
    """What Lichess does when its user says yes: a code, which comes back with the state."""
    code = "liu_" + secrets.token_hex(8)
    Lichess.codes[code] = {**asked, "who": name}
    return f"{home}/lichess/back?" + urllib.parse.urlencode({"code": code, "state": asked["state"]})


def settled(who):
    until = time.monotonic() + 30
    while 'http-equiv="refresh"' in (page := who.get(f"{home}/lichess")[1]) and time.monotonic() < until:
        time.sleep(0.05)
    return html.unescape(page)


def arrive(name):
    """Through Lichess, up to the page that shows what it says."""
    who = Browser(server)
    back = agree(begin(who), name)
    assert who.get(back)[0] == 303
    return who, settled(who), back


def confirm(who, page, **fields):
    form = re.search(r'action="[^"]*/lichess".*?name="csrf" value="(\w+)"', page, re.S)
    return who.post(f"{home}/lichess", {"zone": "Europe/Zurich", **fields}, token=form.group(1) if form else "")


ann = Browser(server)
asked = begin(ann)
report(asked["response_type"] == "code" and asked["code_challenge_method"] == "S256" and len(asked["code_challenge"]) == 43
       and asked["redirect_uri"] == f"http://127.0.0.1:{server.port}{home}/lichess/back" and "scope" not in asked, "the_browser_is_sent_with_a_challenge", asked)
back = agree(asked, "Ann")
went = ann.get(back)
report(went[0] == 303 and went[2]["Location"] == f"{home}/lichess" and "code=" not in went[2]["Location"], "it_comes_back_and_the_code_leaves_its_address", went)
page = settled(ann)
report(all(text in page for text in ("<b>Ann</b>", "13 May 2014", "4321", "100 or more", "1834", "812", "1500?", "counts here")) and "storm" not in page,
       "it_sees_what_Lichess_says", page[-3000:])
report("It meets every article" in page and "II.A.1" in page, "and_what_the_articles_say_of_it")
report(any("until=1567295999999" in path and "max=100" in path for path in Lichess.asked) and Lichess.ended == ["Ann"] and not Lichess.tokens,
       "asked_is_what_the_articles_need_and_the_token_is_given_back", (Lichess.asked, Lichess.ended))
report("Apply" in ann.get(home)[1], "nothing_is_done_before_he_says_yes")
report(confirm(ann, page)[0] == 303 and "Application sent" in ann.get(home)[1], "he_confirms_and_is_logged_in")
queue = html.unescape(admin.get(home)[1])
report("Ann" in queue and "It meets every article" in queue, "a_director_sees_the_application")
play.director = play.key("ProgramFOX")
report(play.director.post(f"{home}/applications", {"act": "good"})[0] == 303 and "Ann" in admin.get(f"{home}/people")[1], "and_takes_it")
line = next(json.loads(line) for line in admin.get(f"{home}/journal")[1].splitlines() if '"player":"Ann"' in line)
report(line["created"] == "2014-05-13T16:53:20Z" and line["games"] == 100 and line["history"][-1] == ["2019-06-30T00:00:00Z", 1801] and line["source"] == ADDRESS,
       "the_journal_has_the_facts_and_whence_they_come", line)
again, page, _ = arrive("Ann")
report("Go on as Ann" in page and confirm(again, page)[0] == 303 and "New for you" in again.get(home)[1], "later_it_is_a_log_in", page[-1500:])
marked, page, _ = arrive("mark")
report("violation of the terms of service" in page, "a_mark_is_said", page[-1500:])
young, robot = arrive("young")[1], arrive("robot")[1]
report("don’t meet the requirements" in young and "A bot<dd>yes" in robot, "a_young_account_and_a_bot_are_judged", young[-1500:] + robot[-1500:])
report("is closed" in arrive("gone")[1], "a_closed_account_does_not_come_in")
holder, page, _ = arrive("arimakat")
report("That is right: apply" in page and confirm(holder, page)[0] == 303 and "Due for you, arimakat" in holder.get(home)[1], "who_is_in_it_by_right_says_his_facts")

# --- attacks: whoever tries, no code goes to Lichess, nobody is logged in
tried = len(Lichess.exchanged)


def refused(who, path, name, status=403):
    answer = who.get(path)
    report(answer[0] == status and len(Lichess.exchanged) == tried, name, (answer[0], answer[1][-300:], Lichess.exchanged[tried:]))


mine = Browser(server)
asked = begin(mine)
back = agree(asked, "bob")
code = urllib.parse.parse_qs(urllib.parse.urlparse(back).query)["code"][0]
forged = {"code": code, "state": secrets.token_hex(32)}
refused(mine, f"{home}/lichess/back?" + urllib.parse.urlencode(forged), "a_forged_state")
refused(mine, f"{home}/lichess/back?code={code}", "no_state")
refused(mine, f"{home}/lichess/back?state={asked['state']}", "no_code")
refused(mine, f"{home}/lichess/back?error=access_denied&state={asked['state']}", "who_says_no_at_Lichess")
refused(Browser(server), back, "anothers_callback_in_a_browser_that_began_nothing")
victim = Browser(server)
begin(victim)
refused(victim, back, "anothers_callback_in_a_browser_that_began_its_own")
twice = Browser(server)
first = begin(twice)
second = Browser(server)
second.kept, second.cookie = twice.kept, twice.cookie
other = Championship(server, admin, "acwc-2019", play.now)
admin.post(f"{other.home}/lichess/use", {"variant": "antichess"})
refused(twice, agree(first, "bob").replace(home + "/", other.home + "/"), "the_callback_of_another_championship")
report(mine.get(back)[0] == 303 and "<b>bob</b>" in settled(mine), "his_own_is_taken_after_all_that")
tried = len(Lichess.exchanged)
report(mine.get(back)[0] == 303 and mine.get(back)[0] == 303 and len(Lichess.exchanged) == tried, "a_replayed_code_goes_nowhere", Lichess.exchanged[tried:])
thief = Browser(server)
page = settled(mine)
report(confirm(thief, page)[0] == 403 and confirm(victim, page)[0] == 403 and thief.get(f"{home}/lichess")[1].count("bob") == 0, "anothers_facts_cannot_be_confirmed_or_seen")
report(mine.post(f"{home}/lichess", {"zone": "UTC"}, token="0" * 64)[0] == 403, "a_form_without_its_token")
form = re.search(r'action="[^"]*/lichess".*?name="csrf" value="(\w+)"', page, re.S).group(1)
report(mine.post(f"{home}/lichess", {"zone": "UTC"}, token=form, headers={"Origin": "https://evil.example"})[0] == 403, "a_form_of_another_site")
with concurrent.futures.ThreadPoolExecutor(8) as pool:
    answers = list(pool.map(lambda _: confirm(mine, page)[0], range(8)))
report(sorted(answers) == [303] + [403] * 7, "confirmed_eight_times_at_once_counts_once", answers)
impostor = Browser(server)
impostor.post(f"{home}/apply", {"player": "slow", "created": "2016-01-01", "games": "500", "seeding": "1700", "act": "send"})
impostor.token = re.search(r'name="csrf" value="(\w+)"', impostor.get(home)[1]).group(1)
fox, page, _ = arrive("ProgramFOX")
report(confirm(fox, page)[0] == 403, "nobody_directs_by_a_log_in")

# The address to come back to is ours, whatever is asked for.
away = Browser(server)
for extra in ("?redirect_uri=https://evil.example/", "?back=//evil.example"):
    location = away.get(f"{home}/lichess/begin{extra}")[2]["Location"]
    report("evil" not in location, f"redirect_elsewhere_{extra[1:5]}", location)
report(away.ask("GET", f"{home}/lichess/begin", headers={"Host": "evil.example"})[0] == 421, "nor_by_a_name_that_is_not_ours")

# --- Lichess in bad moods
for mood, said in (("elsewhere", "answers 307"), ("broken", "t JSON")):
    Lichess.mood = mood
    report(said in arrive("bob")[1], f"an_answer_that_is_{mood}_is_said")
Lichess.mood = ""
stale = Browser(server)
asked = begin(stale)
back = agree(asked, "bob")
Lichess.codes.clear()
stale.get(back)
report("does not accept this log-in" in settled(stale), "a_code_that_Lichess_does_not_know_is_said")
told = {language: html.unescape(stale.get(f"{home}/lichess", **{"Accept-Language": language})[1]) for language in ("de", "fr", "it", "es")}
report("nimmt diese Anmeldung nicht an" in told["de"] and "n’accepte pas cette connexion" in told["fr"] and "non accetta questo accesso" in told["it"] and "no acepta este acceso" in told["es"],
       "in_the_language_of_who_asked", told["de"][-900:])

# --- nobody waits while Lichess is slow
slow = Browser(server)
slow.get(agree(begin(slow), "slow"))
longest = 0.0
for _ in range(40):
    began = time.monotonic()
    assert slow.get(f"{home}/lichess")[0] == 200 and impostor.get(home)[0] == 200
    longest = max(longest, (time.monotonic() - began) / 2)
report('http-equiv="refresh"' in slow.get(f"{home}/lichess")[1] and longest < 2, f"pages_are_answered_meanwhile ({longest * 1000:.0f} ms)")
Lichess.release.set()
page = settled(slow)
report(confirm(slow, page)[0] == 303, "it_comes_in_the_end", page[-1500:])
report("Sign in with Lichess" in impostor.get(home)[1], "who_only_said_that_he_was_he_is_out")
# --- the games of a match
for name in ("p1", "p2"):
    play.apply(name)
play.director.post(f"{home}/applications", {"act": "good"})
play.to(instant("2019-09-30T08:00:00Z"))
play.do(play.director, "pair")
match = next(m for m in re.findall(rf"{home}/m/([\w/]+)", admin.get(home)[1]) if "Ann" in admin.get(f"{home}/m/{m}")[1].split("</h1>")[0])
sides = re.search(r"<h1>(\w+) – (\w+)", admin.get(f"{home}/m/{match}")[1]).groups()
other = next(name for name in sides if name != "Ann")
play.do(play.director, "time", match=match, time="2019-09-30T08:01:00Z")
play.to(instant("2019-09-30T08:02:00Z"))
won = ["white" if i % 2 == 0 else "black" for i in range(3)]  # Ann wins three, as White, Black, White
USERS[other] = {}
CLOCK = {"initial": 120, "increment": 5}  # 2+5, as the stage asks; another clock, another variant, unrated: no game of the match
Lichess.games = [{"status": "mate", "clock": CLOCK, "rated": True, "variant": "antichess", "winner": won[i], "players": {"white": {"user": {"id": ("ann", other)[i % 2]}}, "black": {"user": {"id": (other, "ann")[i % 2]}}}} for i in range(3)]
Lichess.games += [{"status": "mate", "winner": "white", "clock": clock, "players": Lichess.games[0]["players"], **other_kind} for clock, other_kind in
                  (({"initial": 900, "increment": 10}, {}), ({"initial": 120, "increment": 0}, {}), ({"initial": 120, "increment": 5}, {"rated": False}), ({"initial": 120, "increment": 5}, {"variant": "atomic"}))]
Lichess.games += [{"status": "aborted", "players": {}}, {"status": "draw", "clock": CLOCK, "players": {"white": {"user": {"id": "ann"}}}}]


def fetched(who, player):
    answer = who.post(f"{home}/do/fetch", {"match": match}, **({} if player else {"token": "x"}))
    until = time.monotonic() + 20
    while 'http-equiv="refresh"' in (page := who.get(f"{home}/m/{match}")[1]) and time.monotonic() < until:
        time.sleep(0.05)
    return answer[0], html.unescape(page)


again.token = re.search(r'name="csrf" value="(\w+)"', again.get(home)[1]).group(1)
status, page = fetched(again, True)
report(status == 303 and "Lichess has 4 games more, from game 1 on: 111=" in page, "a_player_asks_for_the_games_of_his_match", page[-2500:])
report(any("vs=" in path and "perfType=antichess" in path and "since=" in path for path in Lichess.asked), "of_the_two_since_it_could_begin", Lichess.asked[-2:])
report(play.do(again, "result", match=match, games="111=", **{"from": "1"}) and "Lichess has no more games" in again.get(f"{home}/m/{match}")[1], "and_enters_them_by_a_button", play.refusals)
Lichess.games = Lichess.games[1:]
report("other games than were entered" in fetched(again, True)[1], "other_games_are_said")

# --- stopped, or killed, while Lichess holds its answer
def cut_off(how):
    """End the server while it waits, and start it; the seconds that it took to end, and how many questions and codes there were."""
    assert Lichess.held.wait(20)
    began = time.monotonic()
    server.end(how)
    before = time.monotonic() - began, len(Lichess.asked), len(Lichess.exchanged)
    Lichess.holding.clear()
    Lichess.held.clear()
    server.start()  # which asks again at once
    return before


for name, how in (("stopped", signal.SIGTERM), ("killed", signal.SIGKILL)):
    USERS[f"{name}-ann"] = {}
    waiting = Browser(server)
    Lichess.holding.set()
    code = agree(begin(waiting), f"{name}-ann")
    waiting.get(code)
    took, _, tried = cut_off(how)
    page = settled(waiting)
    report(took < 5 and f"<b>{name}-ann</b>" in page and len(Lichess.exchanged) == tried + 1 and not Lichess.tokens,
           f"a_log_in_goes_on_after_the_server_was_{name} ({took:.1f} s)", (took, page[-800:], len(Lichess.exchanged) - tried))
    report(settled(waiting) == page or f"{name}-ann" in settled(waiting) and len(Lichess.exchanged) == tried + 1, f"and_once_{name}")
    Lichess.holding.set()
    again.post(f"{home}/do/fetch", {"match": match})
    took, tried, _ = cut_off(how)
    until = time.monotonic() + 20
    while 'http-equiv="refresh"' in (page := again.get(f"{home}/m/{match}")[1]) and time.monotonic() < until:
        time.sleep(0.05)
    report(took < 5 and "other games than were entered" in html.unescape(page) and len(Lichess.asked) == tried + 1,
           f"and_a_question_about_games_{name} ({took:.1f} s)", (took, page[-1500:], Lichess.asked[tried:]))

outsider = play.people["p1"] if other != "p1" else play.people["p2"]
report(outsider.post(f"{home}/do/fetch", {"match": match})[0] == 403 and again.post(f"{home}/do/fetch", {"match": match}, token="x")[0] == 403
       and Browser(server).post(f"{home}/do/fetch", {"match": match})[0] == 403, "nobody_else_does")

logs = (server.work / "log").read_text()
report(all(secret not in logs for secret in ("liu_", "lio_", asked["state"])), "no_log_has_a_code_a_state_or_a_token")
store = b"".join(path.read_bytes() for path in server.data.glob("limmat.db*"))
report(b"lio_" not in store and b"liu_" not in store and mine.kept.split("=")[1].encode() not in store, "nor_has_the_store")
server.end()
stand_in.shutdown()
sys.exit(report.end())
