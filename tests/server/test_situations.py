#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_situations.py LIMMAT: what the command does in the eighty situations of a weekend (tests/cli/test_situations.py), played once more by the
forms of the desk, act by act, with every question confirmed.  The tournament comes to the same as in the command's journal.  TAP."""
import html
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys

from arbiter import Arbiter, hidden, text_of
from served import Report, Server

path = pathlib.Path(__file__).resolve().parent.parent / "cli/test_situations.py"
spec = importlib.util.spec_from_file_location("situations", path)
cli = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cli)

report = Report()
server = Server(sys.argv[1], "--quiet")
chief = Arbiter(server)
chief.begin(server.key, "Verena")
schema = json.loads(chief.get("/openapi.json")[1])["paths"]
# What a journal has beside the fields of the act.
ENTRY = {"v", "n", "at", "by", "req", "event", "section", "prev", "sealed", "ack", "acknowledged", "happened"}
# What an erased line lacks.
ERASED = {"enter": {"name": "Erased"}, "incident": {"text": "Erased"}}
# Acts of another page than their own form.  {kind: (path, fields)} of a line.
OWN = {
    "pair": lambda line: ("do/pair", {"least": True}) if line.get("least") else (f"round/{line['now']}/pair", {}),
    "publish": lambda line: (f"round/{line['now']}/publish", {}),
    "unpair": lambda line: (f"round/{line['now']}/drop", {}),
    "close": lambda line: (f"round/{line['now']}/close", {}),
    "reopen": lambda line: (f"round/{line['now']}/reopen", {}),
    "finish": lambda line: (f"round/{line['now']}/finish", {}),
    "withdraw": lambda line: (f"player/{line['player']}/withdraw", {"from": line.get("from", line["next"])}),
    "return": lambda line: (f"player/{line['player']}/return", {"from": line.get("from", line["next"])}),
    "report": lambda line: (f"round/{line['now']}/second", {"board": line["board"], "result": line["result"]}),
    "absent": lambda line: ("players/many", {"who": line["players"], "do": "zero"}),
    "bye": lambda line: (f"player/{line['player']}/bye", {"rounds": line["rounds"][0], "kind": line["kind"]}),
    "check-in": lambda line: ("check-in/open" if line.get("open", True) else None, {}),  # who is absent is an act of its own
    "present": lambda line: ("present", {"who": line["players"], "here": "0" if line.get("here") is False else "1"}),
}


# Acts that are no forms: the page of a list, of a file, of prizes.  Which test plays them.
ELSEWHERE = {4: "serve-lists", 15: "serve-event", 66: "serve-event"}
BY_LOT = (75, 76)  # numbers are drawn anew: that all is taken is what can be compared
# What an act does to the number of the last round that is paired, published, closed.
STEPS = {"pair": [("paired", 1)], "unpair": [("paired", -1)], "publish": [("published", 1)], "unpublish": [("paired", -1), ("published", -1)],
         "alter": [("published", -1)], "cancel": [("paired", -1), ("published", -1)], "close": [("closed", 1)], "reopen": [("closed", -1)]}


def typed(value):
    """A value of a journal as its field has it."""
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, list):
        return [str(each) for one in value for each in (one if isinstance(one, list) else [one])]
    return [str(value)]


def lines_of(journal):
    """The acts, with their private parts, and of each the round that was open before it."""
    private = {}
    beside = pathlib.Path(str(journal).removesuffix(".journal") + ".private")
    for one in beside.read_text().splitlines() if beside.exists() else []:
        part = json.loads(one)
        private.setdefault(part["n"], {}).update(part.get("data") or {})
    paired, published, closed = {}, {}, {}  # {section: round}
    for one in pathlib.Path(journal).read_text().splitlines():
        line = json.loads(one)
        section, kind = line.get("section", ""), line["event"]
        for counts, change in STEPS.get(kind, ()):
            of = {"paired": paired, "published": published, "closed": closed}[counts]
            of[section] = of.get(section, 0) + change
        if kind == "pair" and "round" in line:  # once more, a published one
            paired[section], published[section] = line["round"], line["round"] - 1
        if kind == "publish":
            published[section] = max(published.get(section, 0), 1)
        now = paired if kind == "pair" else closed if kind in ("close", "reopen") else published
        after = max(counts.get(section, 0) for counts in (published, closed)) + 1
        acts = [{**line, "board": f"{line['board']}{'abcdefgh'[i]}", "result": game} for i, game in enumerate(line["games"])] if kind == "result" and line.get("games") else [line]
        for line in acts:  # of a match each board by itself
            line.pop("games", None)
            yield {**line, **private.get(line["n"], {}), "next": after, "now": line.get("round", now.get(section, 0) + (kind in ("reopen", "unpair")))}


def confirmed(path, fields):
    answer = chief.post(path, fields)[:2]
    for _ in range(6):
        if answer[0] != 409:
            break
        ack, link = hidden(answer[1], "ack"), "leave-fide-mode" in answer[1]
        more = {"sure": "leave FIDE mode"} if 'name="sure"' in answer[1] else {}
        if not ack:
            break
        fields = [*[(k, v) for k, v in fields if k not in ("ack", "sure")], ("ack", ack), *more.items()]
        answer = chief.post(path, fields)[:2]
    return answer


def play(journal, name):
    """All acts of ${journal} in a new event; what could not be entered."""
    at = None
    for line in lines_of(journal):
        kind, section = line["event"], line.get("section", "A")
        if kind == "open":
            at = chief.post("/new", {"name": name, "start": line.get("start", "2026-07-16"), "rounds": "1"})[2]["Location"].removesuffix("main/players")
            fields = {key: value for key, value in line.items() if key in ("end", "city", "federation", "arbiter")}
            if fields:
                confirmed(f"{at}main/do/change", [(k, v) for k, v in fields.items()])
            continue
        page = "main" if kind == "section" else section
        if kind in OWN:
            path, fields = OWN[kind](line)
            fields = [(k, v) for k, values in fields.items() for v in typed(values)]
        else:
            row = schema.get(f"/e/{{event}}/{{section}}/do/{kind}")
            if row is None:
                return f"{kind} has no form"
            form = next(iter(row["post"]["requestBody"]["content"].values()))["schema"]["properties"]
            path, fields = f"do/{kind}", []
            for key, value in {**ERASED.get(kind, {}), **line}.items():
                if key in form and key not in ENTRY:
                    fields += [(key, one) for one in (typed(value) if "x-many" in form[key] else [("," if key == "games" else " ").join(typed(value))])]
        if path is None:
            continue
        status, said = confirmed(f"{at}{page}/{path}", fields)
        if status != 303:
            return f"{path} {fields}: {status} {text_of(said.split('<main')[-1])[:400]}"
    return at


def tournament(text):
    """The report without what depends on the name."""
    return [one for one in text.splitlines() if not one.startswith(("012", "102", "103", "XXC"))]


for number, _, words, run in cli.SITUATIONS:
    if len(sys.argv) > 2 and str(number) not in sys.argv[2:]:
        continue
    if number in ELSEWHERE:
        print(f"# {number}: {ELSEWHERE[number]}")
        continue
    called = cli.name_of(number, run).removeprefix("situations/")
    h = run(None)
    if not pathlib.Path(h.path).exists():
        continue
    done = play(h.path, f"Hall {number} {run.__name__}")
    if not done.startswith("/e/"):
        report(False, called, done)
        continue
    if number in BY_LOT:
        report(True, called)
        continue
    mine = subprocess.run([sys.argv[1], "desk", h.path, "A", "export"], capture_output=True, text=True).stdout
    theirs = chief.get(f"{done}A/tournament.trf")[1]
    report(tournament(mine) == tournament(theirs), called, "\n".join(f"{a}\n{b}" for a, b in zip(tournament(mine), tournament(theirs)) if a != b)[:1500])
shutil.rmtree(cli.HOME)
report(server.end() == 0, "it_ends_properly")
sys.exit(report.end())
