#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_thieves.py LIMMAT [--phones TOOLS ENTRANTS STEPS] SEED…: a championship of 24 (or ENTRANTS) to its champion, four of whom try
whatever a browser or a program can send; in TAP.  They try at random, and by schemes: each is tried when the match is in the
state in which a guard stops it.  With phones the thieves, the director and some honest players act in Chromium: the honest by
forms that a page shows, the thieves by every button and by forms of others, too; it ends after so many steps.

What really happens is drawn beforehand: who comes (everybody), and each game.  After each act of a thief no match of an
honest player has another time than that player wanted, is over without its games, or has false games that can't be disputed.
In the end every match of an honest player stands as it was played; no thief has read what is others'; and the director
pressed buttons and typed reasons."""
import collections
import datetime
import html
import json
import random
import re
import sys
import time

from contenders import Championship, instant, written
from phones import Phones
from served import Browser, Report, Server

limmat, tools, entrants, most = sys.argv[1], *(sys.argv[3:6] if sys.argv[2] == "--phones" else (None, 24, 900))
seeds = [int(one) for one in sys.argv[6 if tools else 2:]]
report = Report()
HOUR = datetime.timedelta(hours=1)
BEGINS = instant("2019-09-30T00:00:00Z")
MINUTE = datetime.timedelta(minutes=1)
LENGTHS = {"qualification": (10, True, 0), "candidates": (10, False, 0), "final": (12, False, 2)}  # games, until the majority, the lead
HOLDERS = ["arimakat", "Ogul1"]  # who come in later, and are honest
LATE = 9 * MINUTE  # an honest player who is reported absent answers so late, which is in time
BY_PHONE = 3  # so many of the honest act in Chromium
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
    def __init__(self, server, admin, seed, phone):
        admin.post("/championships/clock", {"at": "2019-09-20T12:00:00Z"})
        super().__init__(server, admin, "acwc-2019", instant("2019-09-20T12:00:00Z"), seed)
        self.set_at, self.champion, self.accused, self.stolen, self.known = time.monotonic(), None, {}, [], set()
        self.chance, self.seed, self.facts, self.wanted, self.played = random.Random(seed), seed, {}, collections.defaultdict(set), {}
        self.agreed, self.denied, self.last, self.schemed, self.checked = set(), set(), "", collections.Counter(), 0
        self.tried, self.taken, self.read, self.typed, self.secrets, self.resent = collections.Counter(), collections.Counter(), [], set(), {}, collections.Counter()
        names = [f"p{number:02}" for number in range(int(entrants))]
        self.thieves = self.chance.sample(names, 4)
        self.honest = [name for name in names if name not in self.thieves]
        for number, name in enumerate(names):
            self.browser = phone if name in self.thieves + self.honest[:BY_PHONE] else Browser
            self.apply(name, seeding=str(1900 - 13 * number))
        self.browser = Browser
        for name in HOLDERS:
            self.people[name] = self.key(name)
            self.honest.append(name)
        self.browser = phone
        self.director = self.key("ProgramFOX")
        self.director.post(f"{self.home}/applications", {"act": "good", "req": "all"})
        for name in self.thieves:
            self.people[name].forges = True
        for name in self.honest[:6]:  # what nobody else reads
            secret = f"secret of {name} {self.chance.getrandbits(40):x}"
            accuses = {"kind": "accusation", "whom": self.chance.choice(self.thieves)} if self.chance.random() < 0.5 else {"kind": "question"}
            sent = [self.people[name].post(f"{self.home}/letters", {**accuses, "text": secret})[0], self.people[name].post(f"{self.home}/mail", {"mail": f"{name}.{seed}@hidden.example"})[0]]
            assert sent == [303, 303], sent
            self.secrets |= {secret: {name}, f"{name}.{seed}@hidden.example": {name}}

    def clock(self):
        """What the server's clock shows: it goes on from where it was set."""
        return self.now + datetime.timedelta(seconds=time.monotonic() - self.set_at)

    def to(self, at):
        """By whole minutes, which is what a field for a time can say."""
        at = max(at, self.clock())
        super().to(at + datetime.timedelta(seconds=-at.second % 60, microseconds=-at.microsecond))
        self.set_at = time.monotonic()

    # --- what is so

    def truth(self, match, first, second):
        """The games as they are played: in the qualification the majority ends it, in the final a lead of two is played."""
        length, stops, lead = LENGTHS[match.split("/")[0]]
        drawn, games = random.Random(f"{self.seed} {match} {first} {second}"), self.played.get((match, first, second))
        while games is None:
            games, half = "", [0, 0]
            while len(games) < length and not (stops and max(half) > length):
                games += drawn.choice("10=")
                half[0] += {"1": 2, "=": 1, "0": 0}[games[-1]]
                half[1] += {"1": 0, "=": 1, "0": 2}[games[-1]]
            games = games if abs(half[0] - half[1]) >= 2 * lead else None
        self.played[match, first, second] = games
        return games

    def winner(self, one):
        truth = self.truth(one["match"], one["first"], one["second"])
        points = sum({"1": 2, "=": 1, "0": 0}[game] for game in truth)
        return "draw" if points == len(truth) else one["first"] if points > len(truth) else one["second"]

    def victims(self, one):
        return [name for name in (one["first"], one["second"]) if name in self.honest] if one["second"] else []

    def look(self):
        """The matches as everybody sees them, and what is stolen of them."""
        told = json.loads(self.admin.get(f"{self.home}/p/championship.json")[1])
        self.facts, self.champion = {one["match"]: one for one in told["matches"]}, told.get("champion")
        for theft in [*self.thefts(), *self.leaks(), *((one["player"], "is out") for one in told["people"] if one["player"] in self.honest and ("out" in one or one["forfeits"]))]:
            if theft not in self.known:
                self.known.add(theft)
                self.stolen.append((*theft, self.last))

    def thefts(self):
        """What no thief may have brought about, even until somebody notices it."""
        for match, one in self.facts.items():
            for name in self.victims(one):
                truth, wanted = self.truth(match, one["first"], one["second"]), self.wanted[match, name] | self.wanted[match, "chosen"] | self.wanted[match, "assigned"]
                false = not truth.startswith(one["games"])
                if one["time"] and one["time"] not in wanted:
                    yield match, name, "has a time of another's", one["time"]
                if one["state"] == "open" and not one["time"] and (match, name) in self.agreed:
                    yield match, name, "has lost the agreed time", ""
                if one["time"]:
                    self.agreed.add((match, name))
                if one["state"] == "over" and not false and one["games"] != truth and one.get("winner", "draw") != self.winner(one):
                    yield match, name, "has lost without a game", one["games"]
                if false and (not one["time"] or instant(one["time"]) > self.clock()):
                    yield match, name, "has games before the time", one["games"], one["time"], written(self.clock())
                elif false and "waits for a ruling" not in one["text"] and (match, one["games"]) not in self.denied and "/do/dispute" not in self.people[name].get(f"{self.home}/m/{match}")[1]:
                    yield match, name, "can't deny false games", one["games"]

    def leaks(self):
        """What thieves read, since the last look, that is for others."""
        for name, page in self.read[self.checked:]:
            yield from ((name, "has read", secret) for secret, owners in self.secrets.items() if name not in owners and secret in html.unescape(page))
        self.checked = len(self.read)

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
            self.denied.add((match, entered))
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

    def answers_by(self, one):
        """When who was reported absent answers at the latest."""
        since = self.accused.setdefault((one["match"], one["games"]), self.clock())
        return LATE + (since if one["games"] else min(since, instant(one["time"])))

    def guard(self):
        """What honest players do against thieves: they are there when they said they would, and say so when asked, late but in
        time; what was not played they deny."""
        did = False
        for one in list(self.facts.values()):
            victims = self.victims(one)
            if len(victims) != 1 or one["state"] == "void":
                continue
            name, match = victims[0], one["match"]
            if one["state"] == "open" and one["time"] and instant(one["time"]) <= self.now and "/do/here" in self.people[name].get(f"{self.home}/m/{match}")[1] and self.answers_by(one) <= self.clock() + MINUTE:
                did |= self.do(self.people[name], "here", match=match)
            if not self.truth(match, one["first"], one["second"]).startswith(one["games"]) or (one["state"] == "over" and not one["games"]):
                did |= self.tell(self.people[name], name, match)
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
        if due["do"] in ("pair", "decide_order"):
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
            self.typed |= {"time"} if self.victims(one) else set()
            self.wanted[match, "assigned"].add(written(self.now + 5 * HOUR))
            return self.do(self.director, "time", match=match, time=written(self.now + 5 * HOUR), why="as the rules say")
        return self.press(match, lambda path, button, fields: path.endswith("/ruling") and button == ("winner", self.winner(one)))

    # --- the thieves

    def schemes(self, name, one, victim):
        """What gains something in this state of the match if its guard is missing: of each its name and its acts."""
        soon, games = written(self.now + 30 * MINUTE + datetime.timedelta(seconds=-self.now.second % 60)), len(one["games"]) + 1
        win = "1" * 10
        begun, due = one["games"] != "", one["time"] and instant(one["time"]) <= self.clock()
        other = {"player": victim}
        if one["state"] == "over":
            return {"a result after the end": [("result", {"from": "1", "games": win}), ("result", {"from": "1", "games": win, **other})],
                    "a claim after the end": [("left", other), ("absent", {"choice": "claim"})],
                    "a ruling of one's own": [("ruling", {"winner": name, "forfeited": victim, "why": "mine"}), ("settle", {"why": "mine"}), ("correct", {"games": win, "why": "mine"})]}
        always = {"the victim is taken out": [("out", {**other, "ground": "withdraw", "why": "so"}), ("out", {**other, "ground": "engine", "why": "so"})],
                  "a ruling of one's own": [("ruling", {"winner": name, "forfeited": victim, "why": "mine"}), ("finding", {"at_fault": victim, "why": "mine"})],
                  "what nobody offered is accepted": [("accept", {"time": soon})]}
        if not one["time"]:
            return always | {"a time by oneself": [("offer", {"time1": soon}), ("time", {"time": soon}), ("time", {"time": written(self.now + 13 * HOUR)})],
                             "one's own offer is accepted": [("offer", {"time1": soon}), ("accept", {"time": soon}), ("accept", {"time": soon, **other})],
                             "an offer in another's name": [("offer", {"time1": soon, **other}), ("accept", {"time": soon})],
                             "games before a time": [("result", {"from": "1", "games": win}), ("result", {"from": "1", "games": "0" * 10, **other}), ("result", {"from": "1", "games": win})],
                             "absent before a time": [("wait", {}), ("left", other), ("absent", {"choice": "claim"})]}
        move = {"the time moves by itself": [("move", {"time": soon}), ("move", {"answer": "accept", "time": soon}), ("time", {"time": soon, "clear": "1"})]}
        if not due:
            return always | move | {"games before the time": [("result", {"from": "1", "games": win}), ("result", {"from": "1", "games": win})],
                                    "absent before the time": [("wait", {}), ("left", other), ("absent", {"choice": "claim"}), ("absent", {"choice": "reschedule"})]}
        claims = {"left at once": [("wait", {}), ("left", other)],
                  "absent at once": [("wait", {}), ("absent", {"choice": "claim"}), ("absent", {"choice": "reschedule"})],
                  "left some minutes ago": [("left", other)], "absent some minutes ago": [("wait", {}), ("absent", {"choice": "claim"})],
                  "left, nobody reported it": [("left", {**other, "left": written(self.now - 20 * MINUTE)})]}
        false = {"false games are confirmed by oneself": [("result", {"from": str(games), "games": win[games - 1:]}), ("result", {"from": str(games), "games": win[games - 1:]}), ("dispute", {"why": "mine"})]}
        return always | move | claims | (false if begun or self.chance.random() < 0.2 else {})

    def scheme(self, name, own):
        """The scheme tried least, on a match of this thief with an honest player, now and then in one of others."""
        with_honest = [one for one in own if self.victims(one)]
        foreign = [one for one in self.facts.values() if self.victims(one) and one not in own and one["state"] == "open"]
        if self.chance.random() < 0.15 and foreign:
            one = self.chance.choice(foreign)
            choice = self.schemes(name, one, self.victims(one)[0])
            kind = self.chance.choice(list(choice))
            acts = [*choice[kind], ("result", {"from": str(len(one["games"]) + 1), "games": "1"}), ("accept", {"time": one["time"] or "2019-10-05T12:00"})]
            kind = f"of others: {kind}"
        elif with_honest:
            one = next((one for one in with_honest if one["state"] == "open"), with_honest[-1])
            choice = self.schemes(name, one, self.victims(one)[0])
            kind = min(choice, key=lambda kind: (self.schemed[kind], self.chance.random()))
            acts = choice[kind]
        else:
            return
        self.schemed[kind] += 1
        for deed, fields in acts:
            self.send(name, deed, {"match": one["match"], **fields}, kind)
            self.look()

    def send(self, name, deed, fields, kind):
        """One act of a thief, by a form or forged; it is insisted on."""
        who, fields = self.people[name], {**fields, "req": f"t{self.chance.getrandbits(60):x}"}
        self.last = f"{name}: {deed} {fields} ({kind})"
        answer = who.post(f"{self.home}/do/{deed}", fields)
        if answer[0] == 409 and (ack := re.search(r'name="ack" value="([^"]+)"', answer[1])):
            answer = who.post(f"{self.home}/do/{deed}", {**fields, "ack": html.unescape(ack[1])})
        self.tried[deed] += 1
        self.taken[deed] += answer[0] == 303
        self.read.append((name, answer[1]))

    def steal(self, name):
        """What a thief tries now: a scheme, or anything; what comes back is kept."""
        who, chance = self.people[name], self.chance
        own = [one for one in self.facts.values() if name in (one["first"], one["second"]) and one["second"]]
        other = [one for one in self.facts.values() if name not in (one["first"], one["second"]) and one["second"]]
        if not own:
            return
        if chance.random() < 0.5:
            self.scheme(name, own)
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
        self.send(name, deed, fields, "at random")
        path = chance.choice(("/journal", "/private", "/people", "/outbox", "/letters", "/letters", "/log", "/along", "/pairing", "/applications", "", "/due.json", "/p/championship.json",
                              "/p/championship.journal", f"/m/{one['match']}", f"/calendar/{victim}.ics", f"/mail/{victim}/x", "/sign-ins"))
        self.read.append((name, who.get(f"{self.home}{path}")[1]))
        extra = chance.choice((self.meddle, self.press_one, self.resend)) if tools else self.meddle
        self.last = f"{name}: {extra.__name__} after {deed}"
        extra(name, one, mine, {"match": mine["match"], "player": chance.choice((name, victim)), "time": when, "games": games, "winner": name, "from": "1"})

    def meddle(self, name, one, _, wish):
        """Something besides matches."""
        victim = wish["player"]
        path, fields = self.chance.choice((("/letters/answer", {"number": "1", "text": "read me"}), ("/do/say", {"match": one["match"], "text": "hello"}), ("/do/remove", {"match": one["match"], "number": "1"}), ("/letters", {"kind": "question", "match": one["match"], "text": "mine"}), ("/people/key", {"player": victim}), ("/zone", {"zone": "UTC"}),
                              ("/applications", {"act": "deny", "player": victim, "why": "no"}), ("/apply", {"player": victim, "act": "send", "created": "2016-01-01", "games": "500"})))
        self.tried[path] += 1
        self.read.append((name, self.people[name].post(f"{self.home}{path}", fields)[1]))

    def pages(self, one, mine):
        return self.chance.choice(("", "", f"/m/{mine['match']}", f"/m/{mine['match']}", f"/m/{one['match']}", "/letters", "/people", "/apply", "/log", "/pairing"))

    def press_one(self, name, one, mine, wish):
        """The button of a page that was pressed least."""
        words = {"datetime-local": wish["time"][:16], "number": "1", "games": wish["games"], "email": f"{name}@thieves.example", "url": "https://lichess.org/abcdefgh", "player": wish["player"], "zone": "UTC"}
        self.read.append((name, self.people[name].press(self.home + self.pages(one, mine), words, NEVER)))

    def resend(self, name, one, mine, wish):
        """A form that another one is shown, with what is wanted in it."""
        page = self.pages(one, mine)
        seen = list(forms(self.chance.choice((self.director, self.people[self.chance.choice(list(self.people))])).get(self.home + page)[1]))
        if not seen:
            return
        path, fields, buttons, _ = self.chance.choice(seen)
        fields |= {key: value for key, value in wish.items() if key in fields and self.chance.random() < 0.5}
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
            did = self.guard()
        did |= any([self.chance.random() < (0.25 if self.soon() else 0.7) and self.sweep(name) for name in self.honest])
        did |= any([self.chance.random() < 0.3 and self.sweep(name) for name in self.thieves])  # now and then they do what they should
        dues = self.due(self.director)
        ruled = [self.decide(due) for due in dues if due["do"] != "pair" and self.chance.random() < 0.7]
        pair = next((due for due in dues if due["do"] == "pair"), None)
        if pair is not None and not ruled:
            self.to(max(BEGINS, instant(pair["by"]) if pair["by"] else BEGINS))
            return self.do(self.director, "pair")
        if self.champion:
            return False
        if self.soon():
            asked = [self.answers_by(one) for one in self.facts.values() if one["state"] == "open" and one["time"] and (one["match"], one["games"]) in self.accused]
            later = [at for at in asked if at > self.clock()]
            self.to(min([self.clock() + self.chance.randrange(1, 9) * MINUTE, *later]))
        elif not did and not any(ruled):
            moments = [instant(d["by"]) for name in self.people for d in self.due(self.people[name]) if d["by"]] + [self.clock() + 20 * HOUR]
            self.to(min(at for at in moments if at >= self.now) + datetime.timedelta(seconds=1))
        return True


def run(seed):
    server = Server(limmat, "--clock", "2019-09-20T12:00:00Z")
    admin = Browser(server)
    admin.begin(server.key, "Verena")
    phones = Phones(tools, server) if tools else None
    play = Thieves(server, admin, seed, phones.phone if phones else Browser)
    steps, limit, since = 0, int(most), time.monotonic()
    while steps < limit and play.round():
        steps += 1
    play.look()
    whole = steps < limit
    # --- what came of it
    wrong, honest = [], 0
    for one in play.facts.values():
        if not play.victims(one) or (not whole and one["state"] == "open"):
            continue
        honest += 1
        came = one.get("winner", "draw") if one["state"] == "over" else one["state"]
        if came != play.winner(one) or not play.truth(one["match"], one["first"], one["second"]).startswith(one["games"]):
            wrong.append((one, play.winner(one)))
    report(not play.stolen, f"{seed}_nothing_was_stolen_even_for_a_moment", play.stolen[:5])
    report(honest > (1.8 * int(entrants) if whole else 1) and not wrong, f"{seed}_every_match_stands_as_it_was_played ({honest} of honest players, {steps} steps, {time.monotonic() - since:.0f} s, champion {play.champion})", wrong[:3])
    standings, people = (json.loads(admin.get(f"{play.home}/p/championship.json")[1])[part] for part in ("standings", "people"))
    points = {name: 0 for name in play.people if name not in HOLDERS}
    for one in play.facts.values():
        for name in (one["first"], one["second"]):
            if name in points and one["match"].startswith("qualification/"):
                won = 2 if one["second"] is None else 1 if one["state"] == "over" and "winner" not in one else 2 if one.get("winner") == name else 0
                points[name] += won
    listed = {row["player"]: 2 * row["points"] for group in standings[0]["groups"] for row in group}
    report(listed == points, f"{seed}_nobody_has_a_point_more", {name: (listed.get(name), points[name]) for name in points if listed.get(name) != points[name]})
    salts = set(re.findall(r'"salt":"([^"]+)"', admin.get(f"{play.home}/private")[1]))
    leaks = [(name, salt) for name, page in play.read for salt in salts if salt in page]
    shown = play.director.get(f"{play.home}/letters")[1]
    report(len(play.read) > 100 and len(play.secrets) > 7 and sum(secret in shown for secret in play.secrets) == min(6, len(play.honest)) and not leaks, f"{seed}_no_thief_read_what_is_others ({len(play.read)} answers)", leaks[:3])
    report(play.typed == {"why"}, f"{seed}_the_director_typed_reasons", play.typed)
    out = [one for one in people if one["player"] in play.honest and ("out" in one or one["forfeits"])]
    report(not out, f"{seed}_nobody_honest_is_out", out)
    only_director = ("out", "ruling", "correct", "settle", "finding", "white", "return", "restore", "unpublish", "automatic", "pair", "order", "overdue", "seed", "application")
    report(all(play.taken[deed] == 0 for deed in only_director) and sum(play.taken.values()) > (15 if whole else 0), f"{seed}_what_was_tried: {dict(play.tried)}, taken {dict(+play.taken)}, refused {sum(play.tried.values()) - sum(play.taken.values())}", play.taken)
    if whole:
        report(len(play.schemed) > 25, f"{seed}_schemes: {dict(play.schemed)}", play.schemed)
    if phones:
        honest = [path for phone in [play.director, *(play.people[name] for name in play.honest)] for path in getattr(phone, "missing", [])]
        report(not honest, f"{seed}_what_the_honest_did_was_on_their_pages", honest[:5])
        report(len(phones.pressed) > (12 if whole else 8), f"{seed}_thieves_pressed {phones.pressed}, of others {dict(+play.resent)}", play.refusals[-3:])
        phones.end()
    server.end()


for seed in seeds:
    run(seed)
sys.exit(report.end())
