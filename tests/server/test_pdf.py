#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_pdf.py LIMMAT: every sheet as PDF, on A4 and Letter, read back with pdftotext: heads on each page, pages numbered, everybody
once; slips and cards in cut stacks.  TAP; all is skipped where the server was built without PDF."""
import re
import subprocess
import sys

from served import Browser, Report, Server

PLAYERS = 131
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
report = Report()
server = Server(sys.argv[1])
chief, nobody = Browser(server), Browser(server)
chief.begin(server.key, "Verena")
chief.post("/new", {"name": "Limmat Open", "start": "2026-07-14", "rounds": "7"})
DESK = "/e/limmat-open/main/"
names = [f"Žofie{LETTERS[i // 26]}{LETTERS[i % 26]}x, Ngọc" for i in range(PLAYERS)]
chief.post(DESK + "people/enter", {"text": "\n".join(f"{name}\t{2500 - 7 * i}\tSUI" for i, name in enumerate(names))})
chief.post(DESK + "round/1/pair", {})
chief.post(DESK + "round/1/publish", {"was": "0"})


def fetch(who, path):
    """The bytes of a page or file."""
    answer, text = who.send("GET", path, None, {"Cookie": who.cookie} if who.cookie else {})
    return answer, text


def text_of(pdf, *options):
    run = subprocess.run(["pdftotext", *options, "-", "-"], input=pdf, capture_output=True, check=False)
    return run.stdout.decode("utf-8", "replace").removesuffix("\f").split("\f") if run.returncode == 0 else []


def size_of(pdf):
    run = subprocess.run(["pdfinfo", "-"], input=pdf, capture_output=True, check=False)
    return re.search(r"Page size: +([\d.]+) x ([\d.]+)", run.stdout.decode()).groups()


answer, pdf = fetch(chief, DESK + "paper/boards/1?pdf=a4")
if answer.status == 404 and b"make a PDF" in pdf:
    report("pdf=" not in chief.get(DESK + "paper/boards/1")[1], "without_pdf_none_is_offered")
    server.end()
    raise SystemExit(report.end())

PAPER = {"a4": (595, 842), "letter": (612, 792)}
sheets = {"paper/boards/1": ["Board", "White", "Result", "Black"], "paper/names/1": ["Name", "Board", "Against"],
          "paper/check-in": ["Here", "Name", "Remark"]}
for sheet, heads in sheets.items():
    for paper, size in PAPER.items():
        answer, pdf = fetch(chief, f"{DESK}{sheet}?pdf={paper}")
        pages = text_of(pdf, "-layout")
        named = f"{sheet.split('/')[1].replace('-', '_')}_on_{paper}"
        report(answer.headers["Content-Type"] == "application/pdf" and answer.headers["Content-Disposition"].endswith('.pdf"')
               and [round(float(x)) for x in size_of(pdf)] == list(size), f"{named}_is_a_file_of_that_size", (answer.status, answer.headers))
        report(len(pages) > 1 and all("Limmat Open · " in page and all(head in page for head in heads) for page in pages),
               f"{named}_has_heads_on_every_page", (len(pages), pages[-1:]))
        report(all(re.search(rf"\b{i + 1} ?/ ?{len(pages)}\b", page) and "ingerprint" in page for i, page in enumerate(pages)),
               f"{named}_has_numbers_and_the_fingerprint", pages[-1:])
        if sheet == "paper/names/1":
            report([page.count("Against") for page in pages[:-1]] == [2] * (len(pages) - 1) and len(pages) > 1,
                   f"{named}_has_two_columns_of_names", [page.count("Against") for page in pages])
        rows = "\n".join(pages)
        # By name everybody stands once on the left, and where he has an opponent once as that.
        once = 1 if sheet != "paper/names/1" else 2
        counts = [rows.count(name) for name in names]
        left = sum(count != once for count in counts)
        report(left == (0 if once == 1 else PLAYERS % 2), f"{named}_has_everybody", [n for n, c in zip(names, counts) if c != once][:5])

answer, pdf = fetch(nobody, DESK + "standings?pdf=a4")
report(answer.status == 200 and text_of(pdf)[0].startswith("Limmat Open"), "visitors_have_what_they_may_look_at", answer.status)
report(fetch(nobody, DESK + "paper/slips/1?pdf=a4")[0].status in (401, 403) and fetch(nobody, DESK + "paper/check-in?pdf=a4")[0].status in (401, 403),
       "and_nothing_else")

# --- cut: the k-th slip of a sheet belongs to the k-th stack

boards = PLAYERS // 2
for paper in PAPER:
    _, pdf = fetch(chief, f"{DESK}paper/slips/1?pdf={paper}")
    pages = text_of(pdf)
    places = [text_of(pdf, "-x", str(x), "-y", str(y), "-W", "290", "-H", "380") for y in (0, 400) for x in (0, 300)]
    stacks = [int(number) for stack in places for page in stack for number in re.findall(r"Board (\d+)", page)]
    report(stacks == list(range(1, boards + 1)), f"slips_on_{paper}_lie_in_the_order_of_the_boards_when_cut", stacks)
    report(sum(page.count("No slip") for page in pages) == 1 and "bye" in "".join(places[-1]), f"slips_on_{paper}_end_with_who_needs_none", places[-1][-1:])
answer, pdf = chief.send("GET", DESK + "paper/slips/1?pdf=a4", None, {"Cookie": chief.cookie, "Accept-Language": "de"})
zettel = "".join(text_of(pdf))
report("Brett 7" in zettel and "Runde 1" in zettel and "Weiß" in zettel and "Kein Zettel" in zettel and "Fassung 1" in zettel
       and "Board" not in zettel and "Version" not in zettel, "slips_speak_the_language_of_the_page", zettel[:300])
slips = text_of(fetch(chief, DESK + "paper/slips/1?boards=7%2C14-16&pdf=a4")[1])
report(re.findall(r"Board (\d+)", "".join(slips)) == ["7", "14", "15", "16"], "some_slips_again", slips)
page = chief.get(DESK + "paper/slips/1?boards=7")[1]
report("boards=7" in page and "pdf=letter" in page, "the_page_offers_the_same_as_pdf")

cards = text_of(fetch(chief, DESK + "paper/cards?pdf=a4")[1])
report(len(cards) == (PLAYERS + 1) // 2 and sum(card.count("Žofie") for card in cards) == PLAYERS, "place_cards_two_a_sheet", len(cards))
codes = text_of(fetch(chief, DESK + "paper/cards?look=codes&pdf=letter")[1])
report(len(codes) == (PLAYERS + 7) // 8 and sum(code.count("Žofie") for code in codes) == PLAYERS, "small_cards_eight_a_sheet", len(codes))

# --- nothing is a sheet

chief.post("/new", {"name": "Empty", "start": "2026-07-14", "rounds": "5"})
empty = text_of(fetch(chief, "/e/empty/main/paper/check-in?pdf=a4")[1])
report(len(empty) == 1 and "Empty · Check-in list" in empty[0], "a_sheet_without_rows_is_one_page", empty)
report(fetch(chief, DESK + "paper/boards/1?pdf=a5")[0].status == 400, "other_papers_are_refused")

# Last, as a result changes the sheets.
chief.post(DESK + "round/1/result", {"board": "1.1", "was": "none", "result": "1-0"})
chief.post(DESK + "prizes", {"currency": "CHF", "sharing": "equal", "award": "highest", "groups": "General: 500 300\nU18 [U18]: 50"})
answer, pdf = fetch(chief, DESK + "prizes?pdf=a4")
report(answer.headers["Content-Type"] == "application/pdf" and "General" in "".join(text_of(pdf, "-layout")) and "prizes?pdf=a4" in chief.get(DESK + "prizes")[1],
       "prizes_are_a_file", (answer.status, text_of(pdf, "-layout")))
server.end()
raise SystemExit(report.end())
