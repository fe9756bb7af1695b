#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_compare.py LIMMAT: the office's list beside FIDE's and beside those of earlier months; each figure is the command's.  TAP."""
import csv
import html
import io
import json
import pathlib
import re
import sys

from arbiter import text_of
from served import Browser, Report, Server, simulated_office

report = Report()
rate, work, LISTS = simulated_office(sys.argv[1], 300, 5)
office, limmat = work / "office", pathlib.Path(sys.argv[1]).resolve()
NOW = LISTS[-1]
server = Server(limmat, "--office", office)
officer, nobody = Browser(server), Browser(server)
officer.begin(server.key, "Olga")
DRIFT, COMPARE = "/office/drift", "/office/compare"


def rows_of(page, heading):
    """The cells of the table below ${heading}."""
    body = page[page.index(f"{heading}"):].split("<tbody>", 1)[1].split("</tbody>", 1)[0]
    return [[html.unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in re.split(r"<t[dh][^>]*>", row)[1:]] for row in body.split("<tr>") if row.strip()]


# --- drift

told = json.loads(rate("drift", "-f", "json", *(office / name for name in LISTS)))
page = officer.get(DRIFT)[1]
shown = rows_of(page, "Past lists</h2>")
empty = {"0.00": ""}
expected = [[row["list"][:7], *(empty.get(row[name], row[name]) for name in ("listed", "mean", "spread", "first year", "older", "published", "their mean", "games", "gained"))] for row in reversed(told["lists"])]
report(shown == expected and len(shown) == len(LISTS) == 5, "the_drift_is_the_command_s", (shown, expected))
by_difference = rows_of(page, "by the higher rated, by difference</h2>")
report(len(by_difference) > 20 and [row[1] for row in by_difference] == [row["games"] for row in told["calibration"]] and [row[4] for row in rows_of(page, "by rating</h2>")] == [row["surplus per 100 games"] for row in told["bands"]],
       "so_are_scores_beside_expectations", by_difference[:3])
lines = re.findall(r'<polyline class="(\w+)" points="([^"]*)"', page)
report([name for name, _ in lines] == ["own", "rapid", "own"] and all(len(points.split()) == 5 for _, points in lines), "charts_have_a_point_for_each_list", lines)
heights = [float(point.split(",")[1]) for point in lines[0][1].split()]
means = [float(row["mean"]) for row in told["lists"]]
report(sorted(range(5), key=lambda i: -heights[i]) == sorted(range(5), key=lambda i: means[i]) or all((heights[i] - heights[j]) * (means[j] - means[i]) >= 0 for i in range(5) for j in range(5)), "higher_means_are_drawn_higher", (heights, means))
report("10.3, 11.2" in text_of(page) and officer.get(DRIFT + "?chess=rapid")[0] == 200 and [nobody.get(path)[0] for path in (DRIFT, COMPARE, COMPARE + ".csv")] == [403] * 3, "officers_alone_see_it")

# --- FIDE's list: three ratings differ, one player has a title, one is not in it

fide = work / "fide.xml"
rate("export", "-t", "xml", "-o", fide, office / NOW)
text = fide.read_text()
players = re.findall(r"<player>.*?</player>", text, re.S)
rated = [one for one in players if re.search(r"<rating>\d", one)]
for one in rated[:3]:
    text = text.replace(one, re.sub(r"<rating>(\d+)", lambda m: f"<rating>{int(m[1]) + 7}", one))
text = text.replace(rated[3], re.sub(r"<title>\w*</title>|<title/>", "<title>FM</title>", rated[3])).replace(rated[4], "")
fide.write_text(text)


def post(act, file=None, **fields):
    parts = {"csrf": officer.token, "act": act, "day": f"{NOW}-01", **fields}
    body = "".join(f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in parts.items())
    if file is not None:
        body += f'--x\r\nContent-Disposition: form-data; name="file"; filename="a.xml"\r\n\r\n{file}\r\n'
    return officer.ask("POST", COMPARE, (body + "--x--\r\n").encode(), form="multipart/form-data; boundary=x")


report(post("compute")[0] == 422 and post("compute", "no list at all")[0] == 422 and post("compute", kept="../registry")[0] == 422 and post("publish", digest="x")[0] == 409, "what_is_no_list_is_not_compared")
answer = post("compute", text)
page = officer.get(COMPARE)[1]
command = rate("reconcile", "-l", office / NOW, "-d", f"{NOW}-01", "-f", "csv", fide)
expected = [row[1:] for row in csv.reader(io.StringIO(command))][1:]
report(answer[0] == 303 and rows_of(page, "Differences") == expected and len(expected) >= 5 and f"{len(expected)} differences" in text_of(page), "differences_and_their_causes_are_the_command_s", (answer[0], rows_of(page, "Differences") if "<tbody>" in page else page[-500:], expected))
report(officer.get(COMPARE + ".csv")[1] == command, "they_are_downloaded_as_a_table")
same = work / "same"
rate("reconcile", "-l", office / NOW, "-d", f"{NOW}-01", "-o", same, fide)
digest = re.search(r'name="digest" value="(\w+)"', page)[1]
report(post("publish", digest="0" * 64)[0] == 409, "what_was_not_seen_is_not_adopted")
answer = post("publish", digest=digest)
made = office / f"{NOW}-2-fide"
report(answer[0] == 303 and all((made / name).read_bytes() == (same / name).read_bytes() for name in ("registry", "journal.txt", "list.txt")), "the_office_adopts_fide_s_figures_as_the_command_does", answer)
changed = re.search(r"<fideid>(\d+)</fideid>", rated[0])[1], int(re.search(r"<rating>(\d+)", rated[0])[1]) + 7
report(str(changed[1]) in text_of(nobody.get(f"/ratings/{changed[0]}")[1]) and "adopted as" in text_of(officer.get("/office/log")[1]), "everybody_sees_them")
report("Adopt FIDE" not in officer.get(COMPARE)[1] and not (office / "preview" / "fide-list").exists(), "the_preview_is_gone")
report(officer.post("/office/month", {"act": "compute", "chess": "standard"})[0] == 303 and 'value="publish"' in officer.get("/office/month")[1], "the_next_list_goes_on_from_them", text_of(officer.get("/office/month")[1]))
(office / "fide" / "march.xml").write_text(text)
report(post("compute", kept="march.xml")[0] == 303 and "march.xml" in officer.get(COMPARE)[1], "a_list_in_the_folder_is_compared_too")
report(post("discard")[0] == 303 and not (office / "preview" / "fide.csv").exists(), "and_discarded")
shown = rows_of(officer.get(DRIFT)[1], "Past lists</h2>")
again = json.loads(rate("drift", "-f", "json", *(office / name for name in LISTS[:-1]), made))["lists"][-1]
report(shown[0][2] == again["mean"] != told["lists"][-1]["mean"], "the_drift_follows_the_lists", (shown[0], again))
server.end()
sys.exit(report.end())
