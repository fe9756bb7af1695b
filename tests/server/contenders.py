# SPDX-License-Identifier: Apache-2.0
"""People of a championship who do by themselves what is due for them, over the web: a player reads
/due.json and posts the forms of his match; a director decides; the clock of a rehearsal goes on
when nobody has anything to do."""
import datetime
import html
import http.client
import json
import random
import re
import time

from served import Browser

UTC = datetime.timezone.utc


def instant(text):
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def written(at):
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


class Championship:
    """One on a server, its people by name, and its clock.  ${seed} says how the games end."""

    browser = Browser  # what makes one for each of its people

    def __init__(self, server, admin, definition, now, seed=1):
        self.server, self.admin, self.now, self.random = server, admin, now, random.Random(seed)
        made = admin.post("/championships", {"definition": definition, "suggested": "1"})
        assert made[0] == 303, made
        self.home = made[2]["Location"]
        self.people, self.director, self.refusals, self.offered = {}, None, [], {}

    def key(self, name):
        """Somebody with a key that a director made."""
        page = self.admin.post(f"{self.home}/people/key", {"player": name})[1]
        who = self.browser(self.server)
        who.begin(re.search(r"(/key/[\w-]+)", page).group(1))
        return who

    def apply(self, name, **answers):
        who = self.browser(self.server)
        facts = {"player": name, "created": "2016-01-01", "games": "500", "seeding": "1700", "act": "send", **answers}
        answer = who.post(f"{self.home}/apply", facts)
        found = re.search(r'name="csrf" value="(\w+)"', who.get(self.home)[1])
        who.token = found.group(1) if found else ""
        self.people[name] = who
        return answer

    def mail(self, who, address, box):
        """Where news of ${who} go, confirmed by the link that comes into the folder ${box}."""
        assert who.post(f"{self.home}/mail", {"mail": address})[0] == 303
        self.confirm(address, box)

    def confirm(self, address, box):
        for _ in range(300):
            for path in box.glob("*.mail"):
                mail = path.read_text()
                link = re.search(rf"To: {re.escape(address)}\n.*({re.escape(self.home)}/mail/\S+)", mail, re.S)
                if link:
                    path.unlink()
                    assert Browser(self.server).post(link[1], {})[0] == 303
                    return
            time.sleep(0.05)
        raise AssertionError(f"no link came to {address}")

    def to(self, at):
        self.now = max(self.now, at)
        moved = self.admin.post("/championships/clock", {"at": written(self.now)})
        assert moved[0] == 303, moved

    def do(self, who, deed, **fields):
        """Post a form, again after the server came back: its number makes it one act."""
        fields["req"] = f"r{self.random.getrandbits(60):x}"
        for _ in range(100):
            try:
                answer = who.post(f"{self.home}/do/{deed}", fields)
                break
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
        if answer[0] == 409 and (asked := re.search(r'name="ack" value="([^"]+)"', answer[1])) and "ack" not in fields:
            return self.do(who, deed, **fields, ack=html.unescape(asked[1]))  # looked at, and gone on
        if answer[0] not in (303,):
            self.refusals.append((deed, fields, answer[0], re.findall(r"<(?:h1|li)>(.*?)</", answer[1])[:2]))
        return answer[0] == 303

    def due(self, who):
        for _ in range(100):
            try:
                return json.loads(who.get(f"{self.home}/due.json")[1])["due"]
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
        raise OSError("nobody there")

    # --- players

    def play(self, name, due):
        """The next game, by a coin; one reports it."""
        match, who = due["match"], self.people[name]
        page = who.get(f"{self.home}/m/{match}")[1]
        confirm = re.search(r'name="from" value="(\d+)"><input type="hidden" name="games" value="([^"]+)"', page)
        if confirm:
            return self.do(who, "result", match=match, **{"from": confirm.group(1), "games": confirm.group(2)})
        if 'name="armageddon"' in page:
            return self.do(who, "armageddon", match=match, armageddon=self.random.choice(("1-0", "0-1", "1/2")))
        start = re.search(r'name="from" value="(\d+)"', page)
        return start is not None and self.do(who, "result", match=match, games=self.random.choice("1=0"), **{"from": start.group(1)})

    def offer(self, who, name, match):
        at = self.now + datetime.timedelta(hours=3)
        self.offered[match, name] = at
        return self.do(who, "offer", match=match, time1=written(at))

    def act(self, name, due):
        who, match = self.people[name], due.get("match")
        if due["do"] == "accept":
            return self.do(who, "accept", match=match, time=due["time"])
        if due["do"] == "agree":  # no deadline rules it: offered by one, accepted by the other
            waits = any(one["do"] == "accept" and one.get("match") == match for one in self.due(who))
            return not waits and self.offered.get((match, name), self.now) <= self.now and self.offer(who, name, match)
        if due["do"] == "offer" and due["must"]:
            day = (self.now + datetime.timedelta(days=1)).replace(hour=9, minute=0, second=0)
            until = day + datetime.timedelta(days=2)
            times = [day, day + datetime.timedelta(hours=self.random.randint(4, 9)), until]
            return self.do(who, "offer", match=match, **{f"time{i + 1}": written(at) for i, at in enumerate(times)})
        if due["do"] == "choose_time":
            return self.do(who, "time", match=match, time=written(self.now + datetime.timedelta(hours=13)))
        if due["do"] in ("result", "confirm"):
            return self.play(name, due)
        if due["do"] == "bid":
            return self.do(who, "bid", match=match, seconds=str(self.random.randint(90, 170)))
        return False

    def sweep(self, name):
        """All that one can do now; whether it was anything."""
        did, again = False, True
        while again:
            again = any(self.act(name, due) for due in self.due(self.people[name]))
            did |= again
        return did

    # --- the director

    def decide(self, due):
        who, match = self.director, due.get("match")
        if due["do"] == "pair":
            return self.do(who, "pair")
        if due["do"] == "assign_time":
            return self.do(who, "time", match=match, time=written(self.now + datetime.timedelta(hours=5)), why="as the rules say")
        if due["do"] in ("decide_result", "decide_overdue", "decide_unagreed"):
            return self.do(who, "ruling", match=match, winner="draw", why="nobody could say more")
        if due["do"] == "decide_order":
            return self.order()
        if due["do"] == "decide_finding":
            return self.do(who, "finding", match=match, at_fault="none", why="both tried")
        return False

    def order(self):
        """Put players in order whom the rules leave level, by a button of the queue."""
        form = next(one for one in self.director.get(self.home)[1].split("<form")[1:] if "/do/order" in one)
        orders = re.findall(r'<button name="order" value="([^"]+)"', form)
        stage = re.search(r'name="stage" value="([^"]+)"', form).group(1)
        return self.do(self.director, "order", stage=stage, order=self.random.choice(orders))

    def pages(self):
        """The clock and a champion, as everybody sees them."""
        page = self.admin.get(self.home)[1]
        champion = re.search(r"Champion: <b>(.*?)</b>", page)
        return champion and re.sub("<.*?>", "", champion.group(1))

    def round(self):
        """Everybody once; then the director; else the clock goes on.  False: nothing is left."""
        did = any([self.sweep(name) for name in list(self.people)])
        if did:
            return True
        dues = self.due(self.director)
        if any(self.decide(due) for due in dues if due["do"] != "pair"):
            return True
        moments = [instant(d["by"]) for name in self.people for d in self.due(self.people[name]) if d["by"]]
        later = [at for at in moments if at >= self.now]
        begins = instant("2019-09-30T00:00:00Z")
        if any(due["do"] == "pair" for due in dues):
            self.to(begins)
            return self.decide(next(due for due in dues if due["do"] == "pair"))
        if not later:
            return False
        self.to(min(later) + datetime.timedelta(seconds=1))
        return True
