#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_thieves.py LIMMAT [--phones TOOLS ENTRANTS STEPS] SEED…: a championship of 24 (or ENTRANTS), four of whom try at random moments whatever a
browser or a program can send; in TAP.  With phones all of them act in Chromium: the honest and the director by forms that a
page shows, the thieves by every button and by forms of others, too; it ends after so many steps.  What really happens is drawn beforehand: who comes (everybody), and each game.  In the
end every match of an honest player stands as it was played, at a time that the honest one wanted; no thief has read
what is others'; and the director pressed buttons and typed reasons."""
import collections
import datetime
import html
import json
import random
import re
import sys

from contenders import Championship, instant, written
from phones import Phones
from served import Browser, Report, Server

limmat, tools, entrants, most = sys.argv[1], *(sys.argv[3:6] if sys.argv[2] == "--phones" else (None, 24, 900))
seeds = [int(one) for one in sys.argv[6 if tools else 2:]]
report = Report()
HOUR = datetime.timedelta(hours=1)
BEGINS = instant("2019-09-30T00:00:00Z")
NEVER = ["/do/out", "/sign-ins", "/leave", "/clock"]  # who leaves steals nothing more; the clock is of the rehearsal


def plain(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def swapped(games):
    return games.translate(str.maketrans("10", "01"))


def forms(page):
    """Of each form its path, what is hidden in it, its buttons, and its text."""
    for form in page.split("<form")[1:]:
        form = form.split("</form>")[0]
        path = re.search(r'action="([^"]+)"', form)
        if path:
            fields = {name: html.unescape(value) for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form) if name != "csrf"}
            yield path[1], fields, re.findall(r'<button(?: class="\w+")?(?: name="([^"]*)" value="([^"]*)")?', form), form


class Thieves(Championship):
    def __init__(self, server, admin, seed, browser):
        admin.post("/championships/clock", {"at": "2019-09-20T12:00:00Z"})
        self.browser = browser
        super().__init__(server, admin, "acwc-2019", instant("2019-09-20T12:00:00Z"), seed)
        self.chance, self.seed, self.facts, self.wanted = random.Random(seed), seed, {}, collections.defaultdict(set)
        self.tried, self.taken, self.read, self.typed, self.secrets, self.resent = collections.Counter(), collections.Counter(), [], set(), {}, collections.Counter()
        names = [f"p{number:02}" for number in range(int(entrants))]
        for number, name in enumerate(names):
            self.apply(name, seeding=str(1900 - 13 * number))
        self.director = self.key("ProgramFOX")
        self.director.post(f"{self.home}/applications", {"act": "good", "req": "all"})
        self.thieves = self.chance.sample(names, 4)
        for name in self.thieves:
            self.people[name].forges = True
        self.honest = [name for name in names if name not in self.thieves]
        for name in self.honest[:6]:  # what nobody else reads
            secret = f"secret of {name} {self.chance.getrandbits(40):x}"
            accuses = {"kind": "accusation", "whom": self.chance.choice(self.thieves)} if self.chance.random() < 0.5 else {"kind": "question"}
            sent = [self.people[name].post(f"{self.home}/letters", {**accuses, "text": secret})[0], self.people[name].post(f"{self.home}/mail", {"mail": f"{name}.{seed}@hidden.example"})[0]]
            assert sent == [303, 303], sent
            self.secrets |= {secret: {name}, f"{name}.{seed}@hidden.example": {name}}

    def to(self, at):
        """By whole minutes, which is what a field for a time can say."""
        super().to(at + datetime.timedelta(seconds=-at.second % 60))

    # --- what is so

    def truth(self, match, first, second):
        """The games as they are played: the majority ends it."""
        drawn, games, half = random.Random(f"{self.seed} {match} {first} {second}"), "", [0, 0]
        while len(games) < 10 and max(half) < 11:
            games += drawn.choice("10=")
            half[0] += {"1": 2, "=": 1, "0": 0}[games[-1]]
            half[1] += {"1": 0, "=": 1, "0": 2}[games[-1]]
        return games

    def winner(self, one):
        points = sum({"1": 2, "=": 1, "0": 0}[game] for game in self.truth(one["match"], one["first"], one["second"]))
        length = len(self.truth(one["match"], one["first"], one["second"]))
        return "draw" if points == length else one["first"] if points > length else one["second"]

    def look(self):
        """The matches as everybody sees them."""
        self.facts = {one["match"]: one for one in json.loads(self.admin.get(f"{self.home}/p/championship.json")[1])["matches"]}

    # --- the honest

    def tell(self, who, name, match):
        """How far it is entered; what is missing or wrong."""
        one = self.facts[match]
        truth = self.truth(match, one["first"], one["second"])
        page = self.people[name].get(f"{self.home}/m/{match}")[1]
        confirm = re.search(r'name="from" value="(\d+)"><input type="hidden" name="games" value="([^"]+)"', page)
        own = truth if name == one["first"] else swapped(truth)
        entered = one["games"]
        if confirm and own[int(confirm[1]) - 1:][:len(confirm[2])] == confirm[2] and truth.startswith(entered):
            return self.do(who, "result", match=match, **{"from": confirm[1], "games": confirm[2]})
        if (confirm or not truth.startswith(entered)) and "/do/dispute" in page:
            return self.do(who, "dispute", match=match, why=f"Games were played as I say, {name} {self.seed}")
        if one["state"] == "open" and one["time"] and instant(one["time"]) <= self.now and truth.startswith(entered) and len(entered) < len(truth):
            some = self.chance.randrange(1, 6)
            return self.do(who, "result", match=match, **{"from": str(len(entered) + 1), "games": own[len(entered):len(entered) + some]})
        return False

    def act(self, name, due):
        who, match = self.people[name], due.get("match")
        if due["do"] in ("result", "confirm"):
            return self.tell(who, name, match)
        if due["do"] == "accept":
            self.wanted[match, name].add(due["time"])
        if due["do"] == "accept" and any(one["do"] == "accept" and one["time"] < due["time"] for one in self.due(who)):
            return False
        if due["do"] == "choose_time":
            self.wanted[match, "chosen"].add(written(self.now + 13 * HOUR))
        return super().act(name, due)

    def do(self, who, deed, **fields):
        if deed == "offer":
            name = next((name for name in self.honest if self.people[name] is who), None)
            self.wanted[fields["match"], name] |= {fields[key] for key in fields if key.startswith("time")}
        return super().do(who, deed, **fields)

    def sweep(self, name):
        """One thing of those that are due."""
        for one in self.facts.values():  # now and then they write to one another
            if name == one["first"] and one["second"] in self.honest and one["state"] == "open" and not any(one["match"] in secret for secret in self.secrets):
                secret = f"for you in {one['match']} {self.chance.getrandbits(40):x}"
                self.secrets[secret] = {name, one["second"]}
                assert self.do(self.people[name], "say", match=one["match"], text=secret), self.refusals[-1]
        return any(self.act(name, due) for due in self.due(self.people[name]))

    def guard(self, name):
        """What an honest player does at once: they are there when they said they would, and say so when asked;
        what was not played they deny."""
        did = False
        for one in self.facts.values():
            if name not in (one["first"], one["second"]) or not one["second"] or one["state"] == "void":
                continue
            if one["state"] == "open" and "/do/here" in self.people[name].get(f"{self.home}/m/{one['match']}")[1]:
                did |= self.do(self.people[name], "here", match=one["match"])
            if not self.truth(one["match"], one["first"], one["second"]).startswith(one["games"]) or (one["state"] == "over" and not one["games"]):
                did |= self.tell(self.people[name], name, one["match"])
        return did

    # --- the director: buttons of the queue, and reasons

    def press(self, match, verdict):
        """The form about a match whose button is ${verdict}, as it stands on the page."""
        page = self.director.get(self.home)[1]
        for path, fields, buttons, form in forms(page):
            button = next((one for one in buttons if verdict(path, one, fields)), None)
            if fields.get("match", match) != match or button is None or (match not in form and "name=\"line\"" not in form):
                continue
            visible = re.findall(r'<(?:input(?! type="hidden")|textarea|select)[^>]* name="([^"]+)"[^>]*>', form)
            self.typed |= {name for name in visible if name not in ("forfeited", "match")}  # boxes to tick
            if button[0]:
                fields[button[0]] = button[1]
            answer = self.director.post(path, {**fields, "why": "as the games on Lichess show"})
            if answer[0] == 409:
                ack = re.search(r'name="ack" value="([^"]+)"', answer[1])
                answer = self.director.post(path, {**fields, "why": "as the games on Lichess show", "ack": html.unescape(ack[1])}) if ack else answer
            return answer[0] == 303
        return False

    def decide(self, due):
        match = due.get("match")
        if due["do"] == "pair":
            return super().decide(due)
        self.look()
        one = self.facts.get(match)
        if one is None or due["do"] in ("decide_rematch", "look_at_days"):
            return False
        right = one["games"] == self.truth(match, one["first"], one["second"]) and one["state"] == "over"
        if due["do"] == "decide_dispute" and right:
            return self.press(match, lambda path, button, fields: path.endswith("/settle"))
        if due["do"] == "decide_finding":
            honest = [name for name in (one["first"], one["second"]) if name in self.honest]
            fault = "none" if len(honest) != 1 else one["second"] if honest[0] == one["first"] else one["first"]
            return self.press(match, lambda path, button, fields: button == ("at_fault", fault))
        if due["do"] == "assign_time":  # V.F: of two thieves alone, for the honest make their offers
            self.typed |= {"time"} if {one["first"], one["second"]} & set(self.honest) else set()
            return self.do(self.director, "time", match=match, time=written(self.now + 5 * HOUR), why="as the rules say")
        return self.press(match, lambda path, button, fields: path.endswith("/ruling") and button == ("winner", self.winner(one)))

    # --- the thieves

    def steal(self, name):
        """One thing that a thief sends; what comes back is kept."""
        who, chance = self.people[name], self.chance
        own = [one for one in self.facts.values() if name in (one["first"], one["second"]) and one["second"]]
        other = [one for one in self.facts.values() if name not in (one["first"], one["second"]) and one["second"]]
        if not own:
            return
        mine = next((one for one in own if one["state"] == "open"), own[-1])
        one = chance.choice(other) if other and chance.random() < 0.3 else mine
        victim = one["second"] if one["first"] == name else one["first"]
        when = written(self.now + datetime.timedelta(minutes=chance.choice((-600, -31, -11, -1, 1, 30, 300, 3000, 90000))))
        games = chance.choice(("1", "11", "111111", "1" * 10, "0" * 10, "=" * 10, "10" * 5))
        tries = {
            "result": {"from": str(chance.choice((1, 1, 2, 4, len(one["games"]) + 1))), "games": games}, "score": None, "wait": {}, "here": {},
            "rematch": {}, "absent": {"choice": chance.choice(("claim", "reschedule"))}, "left": {"player": victim, **chance.choice(({}, {"left": when}))},
            "offer": {"time1": when}, "accept": {"time": when}, "time": {"time": when, "why": "so"}, "move": {"time": when, **chance.choice(({}, {"answer": "accept"}))},
            "dispute": {"why": "I say otherwise"}, "break": {"minutes": "10", "player": victim}, "bid": {"seconds": "1"}, "armageddon": {"armageddon": "1-0"},
            "ruling": {"winner": name, "why": "mine"}, "correct": {"games": games}, "settle": {"why": "mine"}, "finding": {"at_fault": victim}, "white": {"player": name},
            "out": {"player": victim, "ground": chance.choice(("withdraw", "engine", "director"))}, "return": {"player": name}, "restore": {"line": str(chance.randrange(2, 300))},
            "unpublish": {}, "automatic": {"pairings": "on"}, "pair": {}, "order": {"stage": "qualification", "order": name}, "overdue": {"winner": "nobody"}, "seed": {"player": name, "seeding": "2900"},
            "application": {"player": victim, "article": "II.A.1", "verdict": "deny"}}
        deed = chance.choice(list(tries) + ["result", "score", "wait", "absent", "left", "offer", "time", "dispute", "accept", "here"] * 2)
        fields = {"match": one["match"], **(tries[deed] or {})}
        if deed == "score":
            deed, fields = "result", {"match": one["match"], "from": "1", "games": chance.choice(("10-0", "0-10", "6-0"))}
        if chance.random() < 0.25:
            fields[chance.choice(("player", "by", "who", "happened", "at", "alone", "arrived", "messages", "back", "forfeited"))] = chance.choice((victim, "ProgramFOX", when, "false"))
        fields["req"] = f"t{chance.getrandbits(60):x}"
        answer = who.post(f"{self.home}/do/{deed}", fields)
        if answer[0] == 409 and (ack := re.search(r'name="ack" value="([^"]+)"', answer[1])):
            answer = who.post(f"{self.home}/do/{deed}", {**fields, "ack": html.unescape(ack[1])})
        self.tried[deed] += 1
        self.taken[deed] += answer[0] == 303
        self.read.append((name, answer[1]))
        path = chance.choice(("/journal", "/private", "/people", "/outbox", "/letters", "/log", "/along", "/pairing", "/applications", "", "/due.json", "/p/championship.json",
                              "/p/championship.journal", f"/m/{one['match']}", f"/calendar/{victim}.ics", f"/mail/{victim}/x", "/sign-ins"))
        self.read.append((name, who.get(f"{self.home}{path}")[1]))
        sent = chance.choice((("/letters/answer", {"number": "1", "text": "read me"}), ("/do/say", {"match": one["match"], "text": "hello"}), ("/do/remove", {"match": one["match"], "number": "1"}), ("/letters", {"kind": "question", "match": one["match"], "text": "mine"}), ("/people/key", {"player": victim}), ("/zone", {"zone": "UTC"}),
                              ("/applications", {"act": "deny", "player": victim, "why": "no"}), ("/apply", {"player": victim, "act": "send", "created": "2016-01-01", "games": "500"}), ("/withdraw", {"player": victim})))
        if sent[0] != "/withdraw":
            self.read.append((name, who.post(f"{self.home}{sent[0]}", sent[1])[1]))
        if tools:
            page = chance.choice(("", "", f"/m/{mine['match']}", f"/m/{mine['match']}", f"/m/{one['match']}", "/letters", "/people", "/apply", "/log", "/pairing"))
            words = {"datetime-local": when[:16], "number": "1", "games": games, "email": f"{name}@thieves.example", "url": "https://lichess.org/abcdefgh", "player": victim, "zone": "UTC"}
            self.read.append((name, who.press(self.home + page, words, NEVER)))
            self.resend(name, page, {"match": mine["match"], "player": chance.choice((name, victim)), "time": when, "games": games, "winner": name, "from": "1"})

    def resend(self, name, page, mine):
        """A form that another one is shown, with what is wanted in it."""
        seen = list(forms(self.chance.choice((self.director, self.people[self.chance.choice(list(self.people))])).get(self.home + page)[1]))
        if not seen:
            return
        path, fields, buttons, _ = self.chance.choice(seen)
        fields |= {key: value for key, value in mine.items() if key in fields and self.chance.random() < 0.5}
        fields |= {key: value for key, value in [self.chance.choice(buttons)] if key} if buttons else {}
        deed = path.removeprefix(self.home)
        if deed not in NEVER:
            answer = self.people[name].post(path, {**fields, "why": "so it was"})
            self.tried[f"of another: {deed}"] += 1
            self.resent[deed] += answer[0] == 303
            self.read.append((name, answer[1]))

    def soon(self):
        """A match of a thief is at its time and not over: minutes count."""
        return any(one["state"] == "open" and one["time"] and instant(one["time"]) <= self.now and set(self.thieves) & {one["first"], one["second"]} for one in self.facts.values())

    def round(self):
        for name in self.thieves:
            for _ in range(self.chance.randrange(7 if self.soon() else 3)):
                self.look()
                self.steal(name)
        self.look()
        did = any([self.guard(name) for name in self.honest])
        did |= any([self.chance.random() < (0.25 if self.soon() else 0.7) and self.sweep(name) for name in self.honest])
        did |= any([self.chance.random() < 0.3 and self.sweep(name) for name in self.thieves])  # now and then they do what they should
        dues = self.due(self.director)
        did |= any([self.decide(due) for due in dues if due["do"] != "pair" and self.chance.random() < 0.7])
        pair = next((due for due in dues if due["do"] == "pair"), None)
        if pair is not None and pair["text"].endswith("of Qualification"):
            self.to(max(BEGINS, instant(pair["by"]) if pair["by"] else BEGINS))
            return self.do(self.director, "pair")
        if pair is not None:
            return False
        if self.soon():
            self.to(self.now + datetime.timedelta(minutes=self.chance.randrange(1, 9)))
        elif not did:
            moments = [instant(d["by"]) for name in self.people for d in self.due(self.people[name]) if d["by"]] + [self.now + 20 * HOUR]
            self.to(min(at for at in moments if at >= self.now) + datetime.timedelta(seconds=1))
        return True


def run(seed):
    server = Server(limmat, "--clock", "2019-09-20T12:00:00Z")
    admin = Browser(server)
    admin.begin(server.key, "Verena")
    phones = Phones(tools, server) if tools else None
    play = Thieves(server, admin, seed, phones.phone if phones else Browser)
    steps, limit = 0, int(most)
    while steps < limit and play.round():
        steps += 1
    play.look()
    # --- what came of it
    wrong, times, honest = [], [], 0
    for one in play.facts.values():
        players = [one["first"], one["second"]]
        if one["second"] is None or not set(players) & set(play.honest):
            continue
        if steps == limit and one["state"] == "open" and play.truth(one["match"], *players).startswith(one["games"]):
            continue
        honest += 1
        came = one.get("winner", "draw") if one["state"] == "over" else one["state"]
        if came != play.winner(one) or not play.truth(one["match"], *players).startswith(one["games"]):
            wrong.append((one, play.winner(one)))
        wanted = all(one["time"] in play.wanted[one["match"], name] for name in players if name in play.honest)
        if one["time"] and not wanted and one["time"] not in play.wanted[one["match"], "chosen"] and "assigned" not in plain(admin.get(f"{play.home}/m/{one['match']}")[1]):
            times.append(one)
    standings, people = (json.loads(admin.get(f"{play.home}/p/championship.json")[1])[part] for part in ("standings", "people"))
    whole = steps < limit
    report(honest > (45 if whole else 1) and not wrong, f"{seed}_every_match_stands_as_it_was_played ({honest} of honest players, {steps} steps)", wrong[:3])
    report(not times, f"{seed}_at_a_time_that_the_honest_wanted", times[:3])
    points = {name: 0 for name in play.people}
    for one in play.facts.values():
        for name in (one["first"], one["second"]):
            if name in points:
                won = 2 if one["second"] is None else 1 if one["state"] == "over" and "winner" not in one else 2 if one.get("winner") == name else 0
                points[name] += won
    listed = {row["player"]: 2 * row["points"] for group in standings[0]["groups"] for row in group}
    report(listed == points, f"{seed}_nobody_has_a_point_more", {name: (listed.get(name), points[name]) for name in points if listed.get(name) != points[name]})
    leaks = [(name, secret) for name, page in play.read for secret, owners in play.secrets.items() if name not in owners and secret in html.unescape(page)]
    salts = set(re.findall(r'"salt":"([^"]+)"', admin.get(f"{play.home}/private")[1]))
    leaks += [(name, salt) for name, page in play.read for salt in salts if salt in page]
    shown = play.director.get(f"{play.home}/letters")[1]
    report(len(play.read) > 100 and len(play.secrets) > 7 and sum(secret in shown for secret in play.secrets) == min(6, len(play.honest)) and not leaks, f"{seed}_no_thief_read_what_is_others ({len(play.read)} answers)", leaks[:3])
    report(play.typed == {"why"}, f"{seed}_the_director_typed_reasons", play.typed)
    out = [one for one in people if one["player"] in play.honest and ("out" in one or one["forfeits"])]
    report(not out, f"{seed}_nobody_honest_is_out", out)
    only_director = ("ruling", "correct", "settle", "finding", "white", "return", "restore", "unpublish", "automatic", "pair", "order", "overdue", "seed", "application")
    report(all(play.taken[deed] == 0 for deed in only_director) and sum(play.taken.values()) > (15 if whole else 0), f"{seed}_what_was_tried: {dict(play.tried)}, taken {dict(+play.taken)}", play.taken)
    if phones:
        honest = [path for phone in [play.director, *(play.people[name] for name in play.honest)] for path in phone.missing]
        report(not honest, f"{seed}_what_the_honest_did_was_on_their_pages", honest[:5])
        report(len(phones.pressed) > (12 if whole else 8), f"{seed}_thieves_pressed {phones.pressed}, of others {dict(+play.resent)}", play.refusals[-3:])
        phones.end()
    server.end()


for seed in seeds:
    run(seed)
sys.exit(report.end())
