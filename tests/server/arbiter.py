# SPDX-License-Identifier: Apache-2.0
"""A browser in which an arbiter runs events, as tests need them."""
import html
import re

from served import Browser


def hidden(page, name):
    found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', page)
    return html.unescape(found.group(1)) if found else ""


def text_of(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", page)))


class Arbiter(Browser):
    def open_event(self, name, players, rounds=5, **more):
        """An event of ${players} whose numbers are in the order of their names; where its section is."""
        slug = name.lower().replace(" ", "-")
        self.post("/new", {"name": name, "start": "2026-07-14", "rounds": str(rounds), **more})
        self.post(f"/e/{slug}/main/people/enter", {"text": "\n".join(f"Name{i:02}, First\t{2400 - 10 * i}\tSUI" for i in range(1, players + 1))})
        return f"/e/{slug}/main"

    def act(self, at, kind, fields, sure=True):
        """The act ${kind}, confirmed when it is ${sure} as its page asks for that; (status, page)."""
        answer = self.post(f"{at}/{kind}", fields)[:2]
        return self.confirm(f"{at}/{kind}", fields, answer) if sure else answer

    def confirm(self, path, fields, answer):
        while answer[0] == 409 and hidden(answer[1], "ack"):
            fields = {**fields, "ack": hidden(answer[1], "ack")}
            answer = self.post(path, fields)[:2]
        return answer

    def play(self, at, number, results):
        """Pair and publish round ${number}; the results of its boards in their order; close it."""
        self.act(at, f"round/{number}/pair", {})
        self.act(at, f"round/{number}/publish", {"was": "0"})
        for board, result in enumerate(results, 1):
            self.post(f"{at}/round/{number}/result", {"board": f"{number}.{board}", "result": result})
        self.act(at, f"round/{number}/close", {})
