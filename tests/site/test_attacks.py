#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_attacks.py LIMMAT: whatever stands in a file, its pages are the same pages, in TAP.

A tournament is published twice: with harmless texts, and with the same attack in every text field.
The elements and attributes of each page must be the same, but for <bdi>, and the attack must be
found in the text of the page as it was written, as far as HTML can hold it."""
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

limmat = pathlib.Path(sys.argv[1]).resolve()
work = pathlib.Path(tempfile.mkdtemp())
count = 0

ATTACKS = {
    "a_script": "<script>alert(1)</script>",
    "an_end_of_the_title": "</title></h1></table><h1>x",
    "a_comment": "<!-- -->",
    "an_image_with_a_handler": "<img src=x onerror=alert(1)>",
    "a_quote_that_leaves_an_attribute": '" onmouseover="alert(1)',
    "a_single_quote_that_leaves_an_attribute": "' onfocus='alert(1)",
    "a_script_address": "javascript:alert(1)",
    "a_data_address": "data:text/html,<script>alert(1)</script>",
    "references_that_would_be_resolved": "&lt;b&gt; &amp; &#60;script&#62; &copy",
    "a_hole_of_a_template": "{{ page.title }} {% end %}",
    "format_specifiers": "%s%n%x %1$s %u.html",
    "right_to_left_marks": "abc\u202edef\u2066\u200f",
    "hebrew_and_arabic": "שלום مرحبا",
    "three_hundred_letters": "W" * 300,
    "many_words": "ab " * 100 + "c",
    "other_scripts": "Ξένη 李小龍 Чёрный 🙂 ẞ",
    "combining_marks": "Z" + "\u0301" * 60,
    "control_characters": "a\x01\x0b\x1b[31mb\x7f",
    "noncharacters": "a\ufffe\uffff\U0001ffff",
    "a_path": "../../../../etc/passwd",
    "an_end_of_cdata": "]]></svg></style><svg onload=alert(1)>",
    "lines_and_tabs": "a\r\nb\tc\u2028d",
}


def report(good, name, why=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + str(why)[:1500].replace("\n", "\n# "))


class Shape(html.parser.HTMLParser):
    """The elements of a page with their attributes; its text."""

    FREE = {"content", "title", "aria-label", "data-f", "data-follow"}  # may hold a text of the file

    def __init__(self, text):
        super().__init__()
        self.elements, self.text = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag != "bdi":
            self.elements.append((tag, [(name, "" if name in self.FREE else value)
                                        for name, value in attributes]))

    def handle_data(self, data):
        self.text.append(data)

    def handle_comment(self, data):
        self.elements.append(("comment", data))


def tournament(text):
    results = [["2w1", "3b=", "4w"], ["1b0", "4w1", "3b"], ["4w1", "1w=", "2w"], ["3b0", "2b0", "1b"]]
    return {
        "format": "limmat-tournament/1", "name": text, "city": text, "federation": text[:3],
        "start": "2026/11/14", "end": "2026/11/15", "type_code": "FIDE_DUTCH_2026", "rounds": 3,
        "chief_arbiter": text, "time_control": text, "dates": ["26/11/14", text, "26/11/15"],
        "players": [{"tpn": i + 1, "name": text, "title": text[:3], "federation": text[:3], "club": text,
                     "rating": 1500 + i, "fide_id": text, "birth": text, "results": row}
                    for i, row in enumerate(results)]}


def teams(text):
    """The same of two teams, who meet in each round."""
    results = [["3w1", "4b=", "3w"], ["4b0", "3w1", "4b"], ["1b0", "2b0", "1b"], ["2w1", "1w=", "2w"]]
    event = tournament(text)
    for player, row in zip(event["players"], results):
        player["results"] = row
    return event | {"type_code": "", "teams": [
        {"number": i + 1, "name": text, "nickname": text[:5], "strength": text[:6], "players": [2 * i + 1, 2 * i + 2]}
        for i in range(2)]}


def publish(text, out, name="event.json", of=tournament):
    (work / name).write_text(json.dumps(of(text)), encoding="utf-8")
    return subprocess.run([limmat, "publish", "-o", work / out, work / name], capture_output=True, text=True)


def shapes(out):
    return {str(path.relative_to(work / out)): Shape(path.read_text(encoding="utf-8"))
            for path in sorted((work / out).rglob("*.html"))}


def held(text):
    """The text as HTML can hold it: see site/hole.h."""
    text = re.sub("[\u202a-\u202e\u2066-\u2069]", "", text)
    text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\U0001ffff]", "\ufffd", text)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def attack_all(of, out, least, suffix):
    publish("Harmless", out, of=of)
    plain = shapes(out)
    report(len(plain) > least, "the_harmless_site" + suffix, sorted(plain))
    for name, attack in ATTACKS.items():
        name += suffix
        done = publish(attack, name, of=of)
        made = shapes(name)
        wrong = [path for path in plain if path not in made or made[path].elements != plain[path].elements]
        names = [path for path in made if re.search("player-|team", path)
                 and " ".join(held(attack).split()) not in " ".join("".join(made[path].text).split())]
        report(done.returncode == 0 and made.keys() == plain.keys() and not wrong and not names, name,
               (done.stderr, wrong[:3], names[:3]))
    return plain


attack_all(tournament, "plain", 15, "")
of_teams = attack_all(teams, "plain-teams", 18, "_in_an_event_of_teams")
report({"event/team-1.html", "event/teams.html", "event/round-3.html", "event/scores-2.html"} <= of_teams.keys(),
       "the_pages_of_teams_were_attacked", sorted(of_teams))

# --- files
site = {path: path.read_bytes() for path in (work / "plain").rglob("*") if path.is_file()}


def kept():
    return {path: path.read_bytes() for path in (work / "plain").rglob("*") if path.is_file()} == site


def refused(name, content, file="event.json"):
    (work / file).write_bytes(content)
    done = subprocess.run([limmat, "publish", "-o", work / "plain", work / file], capture_output=True, text=True)
    report(done.returncode == 3 and re.search(re.escape(file) + r":\d+:", done.stderr) and kept(), name, done.stderr)


refused("a_file_cut_off", json.dumps(tournament("x")).encode()[:400])
refused("a_file_with_a_NUL", json.dumps(tournament("x")).encode().replace(b"Dutch", b"\0").replace(b"name", b"na\0me", 1))
refused("a_file_of_bad_UTF_8", b'{"format": "limmat-tournament/1", "name": "\xff\xfe\xc0\xaf"}')
for name, file in {"a_file_name_of_dots": "....json", "a_file_name_of_markup": "<b>&\".json",
                   "a_file_name_of_another_script": "турнир.json", "a_long_file_name": "x" * 200 + ".json"}.items():
    done = publish("Harmless", "names", file)
    made = [path.name for path in (work / "names").iterdir() if path.is_dir()]
    report(done.returncode == 0 and len(made) == 1 and re.fullmatch(r"[a-z0-9-]{1,60}", made[0]), name, (made, done.stderr))

shutil.rmtree(work)
print(f"1..{count}")
