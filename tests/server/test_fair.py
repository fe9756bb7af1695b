#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_fair.py LIMMAT VECTORS: what a results service makes public of people who are named in files of others: the order as
it was sent, no judgement on a guess, no version that is about something else.  In TAP."""
import json
import pathlib
import re
import subprocess
import sys

from served import Browser, Report, Server

limmat, vectors = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
root = pathlib.Path(__file__).parents[2]
report = Report()
server = Server(limmat, "--submissions", "--submission-limit", "1000000")
nobody, owner = Browser(server), Browser(server)
owner.begin(server.key, "Owner")
SUMMER = (root / "examples/summer-open-2026.trf").read_text()
WEEKEND = (root / "examples/weekend-2026.trf").read_text()


def put(path, body, who=nobody, **headers):
    return who.ask("PUT", path, body if isinstance(body, bytes) else body.encode(), headers=headers, form="application/octet-stream")


def link_in(text):
    return re.search(r"/s/[\w-]{43}", text).group(0)


def slug_of(link):
    return re.search(r"/t/([\w%-]+)/index", nobody.get(link)[1]).group(1)


def publish(body, path="/submit/x.trf"):
    link = link_in(put(path, body)[1])
    nobody.post(link + "/publish", {})
    return link, slug_of(link)


def plain(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def without(text, *records):
    return "".join(line for line in text.splitlines(keepends=True) if line[:3] not in records)


def computed(text, *options):
    """Rank by number, as `limmat standings` computes them."""
    run = subprocess.run([limmat, "standings", "-f", "json", *options, "-"], input=text, capture_output=True, text=True, check=True)
    return {row["tpn"]: row["rank"] for row in json.loads(run.stdout)["standings"]}


def with_ranks(text, rank):
    lines = []
    for line in text.splitlines(keepends=True):
        number = int(line[4:8]) if line.startswith("001") else 0
        lines.append(line[:85] + f"{rank[number]:4}" + line[89:] if number in rank else line)
    return "".join(lines)


def ranks_on(page):
    return {int(number): int(rank) for rank, number in re.findall(r"<tr><td[^>]*>(\d+).*?player-(\d+)\.html", page, re.S)}


def last_standings(slug):
    found = re.findall(r"standings-(\d+)\.html", nobody.get(f"/t/{slug}/index.html")[1])
    return nobody.get(f"/t/{slug}/standings-{max(map(int, found))}.html")[1]


# --- the order as it was sent

BARE = without(WEEKEND, "202", "212", "###")
usual = computed(BARE, "-t", "PTS,BH,SB,TPN")
default = computed(BARE)
points = computed(BARE, "-t", "PTS")
# The tied in an order that no tie-break gives: alternating from both ends of the numbers.
odd = {}
for rank in sorted(set(points.values())):
    tied = sorted(number for number in points if points[number] == rank)
    turned = [tied.pop(0 if k % 3 == 1 else -1) for k in range(len(tied))]
    odd.update({number: rank + k for k, number in enumerate(turned)})

for what, sent, said in (("a_usual_order", usual, "BH, SB"), ("any_order", odd, "Order as sent; the file names no tie-breaks."),
                         ("shared_ranks", points, "points alone give exactly these ranks")):
    link, slug = publish(with_ranks(BARE, sent))
    page = last_standings(slug)
    report(ranks_on(page) == sent, f"{what}_stays_as_it_was_sent", {n: (sent[n], ranks_on(page).get(n)) for n in sent if ranks_on(page).get(n) != sent[n]})
    report("Order as sent" in plain(page) and said in plain(page), f"{what}_is_named_if_a_usual_list_gives_it", plain(page)[:900])
    cross = nobody.get(f"/t/{slug}/crosstable.html")[1]
    report(ranks_on(cross) == sent, f"{what}_is_that_of_the_crosstable", plain(cross)[:600])
    trf = nobody.get(f"/t/{slug}/tournament.trf")[1]
    report({int(line[4:8]): int(line[85:89]) for line in trf.splitlines() if line.startswith("001")} == sent, f"{what}_is_that_of_the_file_to_take_away")
    view = json.loads(nobody.get(f"/t/{slug}/standings.json")[1])
    rows = next(value for value in view.values() if isinstance(value, list) and value and "rank" in value[0])
    report({row["player"]: row["rank"] for row in rows} == sent, f"{what}_is_that_of_the_view", json.dumps(rows[:2]))

def facts(**more):
    return {"name": "Weekend Open", "city": "", "federation": "", "start": "2026-05-23", "end": "", "rounds": "5", "births": "1", "minors": "1", **more}


draft = link_in(put("/submit/x.trf", with_ranks(BARE, odd).replace("Weekend Open", "Evening Open"))[1])
page = nobody.get(draft)[1]
report("As sent; the file names no tie-breaks." in page and 'value="BH/C1,BH,SB"' in page, "the_draft_says_so_and_offers_usual_lists", plain(page)[:1500])
nobody.post(draft + "/facts", facts(order="BH,SB"))
chosen = computed(BARE, "-t", "PTS,BH,SB")
found = ranks_on(nobody.get(draft + "/pages/standings-5.html")[1])
report(found == chosen, "what_the_sender_chooses_orders_the_standings", found)
report(nobody.post(draft + "/facts", facts(order="BH,nonsense"))[0] == 422, "what_are_no_tie_breaks_is_refused")
nobody.post(draft + "/publish", {})
nobody.post(draft + "/facts", facts(city="Rapperswil"))
again = put(draft + "/x.trf", with_ranks(BARE, odd).replace("Weekend Open", "Weekend  Open"))
slug = slug_of(draft)
report(again[0] == 200 and ranks_on(last_standings(slug)) == chosen, "the_choice_holds_for_later_versions", again[1])

sys.exit(report.end())
