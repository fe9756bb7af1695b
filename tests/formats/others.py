#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files of other programs: workbooks as two writers make them, Swiss-Chess, what is refused by name, and damage.
Usage: others.py LIMMAT EXAMPLES CASES [CORPUS, into which files for the fuzzer are written]"""
import io
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zipfile
from xml.sax.saxutils import escape

limmat, examples, cases = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
folder = pathlib.Path(tempfile.mkdtemp())
number = 0


def say(good, name, detail=""):
    global number
    number += 1
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
    if not good:
        print("# " + "\n# ".join(str(detail).splitlines()[:30]))


def run(*arguments, data=None):
    return subprocess.run([limmat, *map(str, arguments)], input=data, capture_output=True, timeout=60)


def as_csv(data, name="file"):
    path = folder / name
    path.write_bytes(data)
    return run("convert", "-t", "csv", path)


# --- workbooks, not made by our writer

def zipped(parts, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts:
            archive.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else method)
    return out.getvalue()


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def column(i):
    return (column(i // 26 - 1) if i >= 26 else "") + chr(65 + i % 26)


def xlsx(sheets, method=zipfile.ZIP_DEFLATED):
    """Shared strings, a prefix for the names, a date format of its own, a part that is called otherwise."""
    strings, parts, list_, links = [], [], "", ""
    for n, rows in enumerate(sheets, 1):
        body = ""
        for r, row in enumerate(rows, 1):
            cells = ""
            for c, value in enumerate(row):
                place = f'r="{column(c)}{r}"'
                if isinstance(value, tuple):  # a date: days
                    cells += f'<x:c {place} s="1"><x:v>{value[0]}</x:v></x:c>'
                elif isinstance(value, (int, float)):
                    cells += f"<x:c {place}><x:v>{value}</x:v></x:c>"
                elif value.startswith("="):
                    cells += f'<x:c {place} t="str"><x:f>{value[1:]}</x:f><x:v>{value[1:]}</x:v></x:c>'
                elif value != "":
                    strings.append(value)
                    cells += f'<x:c {place} t="s"><x:v>{len(strings) - 1}</x:v></x:c>'
            if cells:
                body += f'<x:row r="{r}">{cells}</x:row>'
        parts.append((f"xl/worksheets/table{n}.xml", f'<?xml version="1.0"?><x:worksheet xmlns:x="{MAIN}"><x:sheetData>{body}'
                                                     "</x:sheetData></x:worksheet>"))
        list_ += f'<x:sheet name="S{n}" sheetId="{n}" r:id="rId{n}"/>'
        links += f'<Relationship Id="rId{n}" Type="{RELATIONS}/worksheet" Target="/xl/worksheets/table{n}.xml"/>'
    shared = "".join(f"<x:si><x:r><x:t>{escape(s[:2])}</x:t></x:r><x:r><x:t xml:space='preserve'>{escape(s[2:])}</x:t></x:r>"
                     "<x:rPh sb='0' eb='1'><x:t>spoken</x:t></x:rPh></x:si>" for s in strings)
    parts += [("xl/sharedStrings.xml", f'<x:sst xmlns:x="{MAIN}">{shared}</x:sst>'),
              ("xl/styles.xml", f'<x:styleSheet xmlns:x="{MAIN}"><x:numFmts><x:numFmt numFmtId="170" formatCode="dd/mm/yyyy"/>'
                                '</x:numFmts><x:cellStyleXfs><x:xf numFmtId="14"/></x:cellStyleXfs><x:cellXfs><x:xf numFmtId="0"/>'
                                '<x:xf numFmtId="170"/></x:cellXfs></x:styleSheet>'),
              ("xl/_rels/workbook.xml.rels", f"<Relationships>{links}</Relationships>"),
              ("xl/workbook.xml", f'<x:workbook xmlns:x="{MAIN}" xmlns:r="{RELATIONS}"><x:sheets>{list_}</x:sheets></x:workbook>')]
    return zipped(parts, method)


def ods(rows):
    body = ""
    for row in rows:
        cells, i = "", 0
        while i < len(row):
            times = 1
            while i + times < len(row) and row[i + times] == row[i]:
                times += 1
            repeated = f' table:number-columns-repeated="{times}"' if times > 1 else ""
            value = row[i]
            if isinstance(value, tuple):
                cells += (f'<table:table-cell{repeated} office:value-type="date" office:date-value="{value[1]}"><text:p>shown</text:p>'
                          "</table:table-cell>")
            elif isinstance(value, (int, float)):
                cells += f'<table:table-cell{repeated} office:value-type="float" office:value="{value}"><text:p>x</text:p></table:table-cell>'
            elif value == "":
                cells += f"<table:table-cell{repeated}/>"
            else:
                cells += (f'<table:table-cell{repeated} office:value-type="string"><office:annotation><text:p>a remark</text:p>'
                          f"</office:annotation><text:p>{escape(value)}</text:p></table:table-cell>")
            i += times
        body += f"<table:table-row>{cells}</table:table-row>"
    content = ('<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet><table:table table:name="T">'
               f'{body}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16000"/>'
               "</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>")
    return zipped([("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", content)])


PLAYERS = [["Nr", "Name", "Titel", "Elo", "Land", "Geburtsdatum", "FIDE-ID", "Verein"],
           [1, "Müller & Söhne, \"Hans\"", "FM", 2301, "SUI", (32874, "1990-01-01"), 1300001, "SK Bern"],
           [2, "Ødegård, Kari", "", 2250, "NOR", (25568, "1969-12-31"), 1.5e6, ""],
           [3, "\"Ibn\" Rušd, <A>", "IM", 2402.0, "ESP", (36585, "2000-02-29"), "0012345", "Club; de Ajedrez"],
           [], [4, "d'Este, Ugo", "", 0, "ITA", "1975", "", "a\tb\nc"]]
EXPECTED = ['1,,FM,"Müller & Söhne, ""Hans""",2301,SUI,1300001,1990/01/01,SK Bern', '2,,,"Ødegård, Kari",2250,NOR,1500000,1969/12/31,',
            '3,,IM,"""Ibn"" Rušd, <A>",2402,ESP,0012345,2000/02/29,"Club; de Ajedrez"', '4,,,"d\'Este, Ugo",,ITA,,1975,a b c']


def rows_of(run_):
    return [line[:line.rfind(",,,") if ",,," in line[-8:] else None].rstrip(",") for line in run_.stdout.decode().splitlines()[1:]]


for name, data in {"xlsx": xlsx([PLAYERS]), "xlsx stored": xlsx([PLAYERS], zipfile.ZIP_STORED), "ods": ods(PLAYERS),
                   "xlsx whose first sheet is empty": xlsx([[[""]], PLAYERS]),
                   "xlsx with titles above": xlsx([[["Open 2026"], [], ["Zürich"]] + PLAYERS])}.items():
    found = as_csv(data)
    say(found.returncode == 0 and rows_of(found) == [e.rstrip(",") for e in EXPECTED], f"players_of_{name}",
        found.stderr.decode() + "\n".join(rows_of(found)))

wrong = as_csv(xlsx([[["No", "Name", "Rtg"], [1, "A", 2000], [2, "B", "strong"], [2, "C", 1900]]]))
say(wrong.returncode == 3 and b":3:" in wrong.stderr and b":4:" in wrong.stderr, "a_mistake_is_told_with_its_row", wrong.stderr)
crosstable = xlsx([[["Open"], ["Rank", "SNo.", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "Pts"],
                    [1, 1, "Alpha, A", 2100, "SUI", "3w1", "2b½", 1.5], [2, 2, "Beta, B", 2000, "GER", "4b1", "1w½", 1.5],
                    [3, 3, "Gamma, C", 1900, "FRA", "1b0", "4w1", 1], [4, 4, "Delta, D", 1800, "ITA", "2w0", "3b0", 0]]])
found = as_csv(crosstable)
say(found.returncode == 0 and b"3w1" in found.stdout and b"1w=" in found.stdout, "a_crosstable_of_a_results_service", found.stderr + found.stdout)

for file in sorted(examples.glob("*.trf")) + sorted(examples.glob("*.json")):
    if file.name.endswith("prizes.json"):
        continue
    once, plain = run("convert", "-t", "xlsx", file), run("convert", "-t", "csv", file)
    again = as_csv(once.stdout)
    say(once.returncode == 0 and again.stdout == plain.stdout and run("convert", "-t", "xlsx", file).stdout == once.stdout,
        f"xlsx_goes_round: {file.name}", once.stderr + again.stderr)
archive = zipfile.ZipFile(io.BytesIO(once.stdout))
say(archive.testzip() is None and "xl/workbook.xml" in archive.namelist(), "another_program_opens_the_archive", archive.namelist())

(folder / "odd.csv").write_text('name,title,club,fide_id,points\nA,1.0,4.50,007,2.0\nB,=1+1,"a ""b""",12345678901234567890,1.5\n')
plain = run("convert", "-t", "csv", folder / "odd.csv").stdout
say(as_csv(run("convert", "-t", "xlsx", folder / "odd.csv").stdout).stdout == plain and b",1.0," in plain, "texts_that_look_like_numbers_stay",
    plain.decode() + as_csv(run("convert", "-t", "xlsx", folder / "odd.csv").stdout).stdout.decode())

# --- workbooks that break off, or would never end

def table(body):
    return zipped([("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
                   ("content.xml", f"<o:document-content><o:body><o:spreadsheet>{body}</o:spreadsheet></o:body></o:document-content>")])


def book(sheets, strings="", links=None):
    """An XLSX of ${sheets}, the text between <worksheet> and its end."""
    names = links or [f"s{i}.xml" for i in range(len(sheets))]
    return zipped([("xl/workbook.xml", "<workbook><sheets>" + "".join(f'<sheet r:id="r{i}"/>' for i in range(len(names))) + "</sheets></workbook>"),
                   ("xl/_rels/workbook.xml.rels", "<Relationships>" + "".join(f'<Relationship Id="r{i}" Target="{n}"/>' for i, n in enumerate(names))
                    + "</Relationships>"), ("xl/sharedStrings.xml", f"<sst>{strings}</sst>"),
                   *((f"xl/s{i}.xml", f"<worksheet><sheetData>{body}</sheetData></worksheet>") for i, body in enumerate(sheets))])


def lying(data, name, size):
    """${data} with another size of the part ${name} in the directory."""
    at = data.rindex(name) - 46 + 24
    return data[:at] + struct.pack("<I", size) + data[at + 4:]


def memory(data, name):
    """The status of reading ${data}, what is said of it, and the MB that it takes: measured by a small
    process, for a child begins with the memory of its parent."""
    path = folder / name
    path.write_bytes(data)
    program = ("import resource, subprocess, sys; r = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
               "print(r.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)")
    found = subprocess.run([sys.executable, "-c", program, limmat, "convert", "-t", "csv", str(path)], capture_output=True, timeout=120)
    return (*map(int, found.stdout.split()), found.stderr)


LINE = '<t:table-row t:number-rows-repeated="%d">%s</t:table-row>'
CELL = '<t:table-cell t:number-columns-repeated="%d"><p>%s</p></t:table-cell>'
REPEATED = '<row><c t="s"><v>0</v></c></row>'
floods = {
    "rows_times_columns.ods": table("<t:table>" + LINE % (1000, CELL % (1999, "A" * 1000)) + "</t:table>"),
    "rows.ods": table("<t:table>" + LINE % (1 << 29, CELL % (1, "A")) + "</t:table>"),
    "rows_of_many_lines.ods": table("<t:table>" + LINE % (100, CELL % (1999, "A")) * 100 + "</t:table>"),
    "columns.ods": table("<t:table>" + LINE % (1, CELL % (1 << 29, "A")) + "</t:table>"),
    "tables.ods": table(("<t:table>" + "<t:table-row><t:table-cell/></t:table-row>" * 1000 + "</t:table>") * 1100),
    "a_row_beyond.xlsx": book(['<row r="1"><c><v>1</v></c></row><row r="1048576"><c><v>1</v></c></row>']),
    "a_column_beyond.xlsx": book(['<row r="1"><c r="XFD1"><v>1</v></c></row>']),
    "gaps.xlsx": book(["".join(f'<row r="{i}"><c r="BXX{i}"><v>1</v></c></row>' for i in range(1, 30000))]),
    "one_string_often.xlsx": book([REPEATED * 100000], f"<si><t>{'A' * 100000}</t></si>"),
    "strings.xlsx": book([REPEATED], "<si/>" * 1100000),
    "cells.xlsx": book(["<row>" + "<c/>" * 1100000 + "</row>"]),
    "one_sheet_often.xlsx": book(["<row><c/></row>" * 200000], links=["s0.xml"] * 900),
    "sheets.xlsx": book([""], links=["s0.xml"] * 2000),
    "blanks.xlsx": book([" " * (150 << 20)]),
    "two_parts.xlsx": book([" " * (70 << 20)], " " * (70 << 20)),
}
for name, data in floods.items():
    status, used, told = memory(data, name)
    say(status == 3 and b"too large: at most 200000 rows, 2000 columns, 1000000 cells, 32 MB" in told and b"; " in told and used < 900, f"flood: {name}",
        f"{len(data)} bytes, status {status}, {used} MB: {told[:300]}")

deep = "<x>" * 200 + "</x>" * 200
ROW = '<row><c t="str"><v>Name</v></c></row><row><c t="str"><v>A</v></c></row>'
doctype = '<!DOCTYPE w [<!ENTITY a "AAAA"><!ENTITY b "&a;&a;&a;">]>'
for name, data in {"depth": book([ROW + deep]), "a_document_type": table(doctype + "<t:table/>"), "crossed": book([ROW + "<a><b></a></b>"]),
                   "an_unknown_string": book(['<row><c t="s"><v>7</v></c></row>'], "<si><t>A</t></si>"),
                   "declared_larger": lying(book([ROW]), b"xl/s0.xml", 100 << 20), "declared_smaller": lying(book([ROW]), b"xl/s0.xml", 40),
                   "a_sheet_missing": book([ROW], links=["s0.xml", "s1.xml"])}.items():
    status, used, told = memory(data, f"{name}.xlsx")
    say(status == 3 and b"damaged" in told and used < 200, f"damaged: {name}", f"status {status}, {used} MB: {told[:300]}")
attributes = "".join(f' a{i}="{i}"' for i in range(20000))
found = as_csv(book([f"<row{attributes}><c t='str'><v>Name</v></c></row><row><c t='str'><v>A &#65;&amp;&b;</v></c></row>"]), "attributes.xlsx")
say(found.returncode == 0 and b"A A&&b;" in found.stdout, "many_attributes_and_no_entities_of_its_own", found.stderr + found.stdout)
found = as_csv(book([ROW + '<row r="1048576"><c r="A1048576"/></row>']), "formats_below.xlsx")
say(found.returncode == 0 and b"A" in found.stdout, "empty_cells_far_below_are_nothing", found.stderr)

def changed(data, name, to):
    """The archive ${data} with other bytes in its part ${name}, and their checksum."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return zipped([(n, to if n == name else archive.read(n)) for n in archive.namelist()])


bad = []
for whole, name, part in ((xlsx([PLAYERS]), "cut.xlsx", "xl/worksheets/table1.xml"), (xlsx([PLAYERS]), "cut.xlsx", "xl/sharedStrings.xml"),
                          (ods(PLAYERS), "cut.ods", "content.xml")):
    text = zipfile.ZipFile(io.BytesIO(whole)).read(part)
    for length in range(len(text) // 3, len(text), len(text) // 12):
        found = as_csv(changed(whole, part, text[:length]), name)
        if found.returncode != 3 or b"incomplete" not in found.stderr or found.stdout:
            bad.append(f"{part} of {length} bytes: {found.returncode} {found.stderr[:200]}")
say(not bad, "a_sheet_that_breaks_off_is_refused_whole", "\n".join(bad))

# Each part of an archive has a checksum: one that doesn't fit is damage.
whole = xlsx([PLAYERS], zipfile.ZIP_STORED)
at = whole.index(b"1-2301") if b"1-2301" in whole else whole.index(b">2301<") + 1
found = as_csv(whole[:at] + b"9" + whole[at + 1:], "changed.xlsx")
say(found.returncode == 3 and b"damaged" in found.stderr and not found.stdout, "a_checksum_that_does_not_fit_is_refused", found.stderr + found.stdout)

found = as_csv((cases / "mimetype-not-first.ods").read_bytes(), "mimetype.ods")
say(found.returncode == 0 and "Müller" in found.stdout.decode(), "an_ods_whose_type_is_not_first", found.stderr)
for name, word in {"cut-sheet.xlsx": b"incomplete", "old-excel.xls": b"XLS"}.items():
    found = as_csv((cases / name).read_bytes(), name)
    say(found.returncode == 3 and word in found.stderr and b"; " in found.stderr and not found.stdout, f"refused: {name}", found.stderr)

# The list of a desk is read by the same rules.
journal = folder / "open.journal"
for words in (("open", "Open", "start=2026-07-16"), ("section", "A", "rounds=5")):
    assert run("desk", journal, *words).returncode == 0
for name, word in {"cut-sheet.xlsx": b"incomplete", "old-excel.xls": b"XLS"}.items():
    found = run("desk", journal, "paste", cases / name)
    say(found.returncode == 3 and word in found.stderr and b"PK" not in found.stdout, f"pasted: {name}", found.stderr + found.stdout)

# --- Swiss-Chess

RESULTS = {"1": 3, "=": 2, "0": 1}


def swt(players, rounds, drawn, version=883, **also):
    """players: (name, rating, sex, country, birth, fide, [(opponent, colour, result)])"""
    head, card = (13384, 655) if version >= 800 else (3894, 292)
    h = bytearray(head)
    h[1], h[3], h[5] = rounds, drawn, drawn
    struct.pack_into("<H", h, 7, len(players))
    struct.pack_into("<H", h, 609, version)
    h[597] = h[600] = 1
    for at, text in ((790, "Stadtmeisterschaft Köln"), (831, "Köln"), (1055, "01.03.2026"), (1076, "02.03.2026")):
        h[at:at + len(text)] = text.encode("latin-1")
    for at, value in also.items():
        h[int(at[1:])] = value
    pairings, cards = b"", b""
    for i, (name, rating, sex, country, birth, fide, games) in enumerate(players, 1):
        points = 0
        for r in range(rounds if drawn else 0):
            p = bytearray(19)
            if r < len(games):
                opponent, colour, result = games[r]
                p[8] = {"w": 1, "b": 3, "-": 2, " ": 0}[colour]
                struct.pack_into("<H", p, 9, opponent)
                p[11] = {"1": 3, "=": 2, "0": 1, "+": 3, "-": 1, "U": 3, "H": 2, "Z": 1, "?": 0}[result]
                p[15] = 2 if result in "+-" else 0
                points += {3: 2, 2: 1}.get(p[11], 0)
            pairings += bytes(p)
        c = bytearray(card)
        for at, text in ((0, name), (33, "SV Köln"), (66, "FM" if i == 1 else ""), (70, str(rating)), (75, "1900"), (105, country),
                         (128, birth), (324 if version >= 800 else 139, fide)):
            c[at:at + len(text)] = text.encode("latin-1")
        c[184] = ord(sex)
        c[217], c[221] = i, 0
        c[292 if version >= 800 else 233] = points
        cards += bytes(c)
    return bytes(h) + pairings + cards


FOUR = [("Jäger,Ulf", 2100, "m", "GER", "19700203", "4600000", [(3, "w", "1"), (2, "b", "="), (4, "w", "+")]),
        ("Öz, Ayse", 2000, "w", "TUR", "19990101", "", [(4, "b", "1"), (1, "w", "="), (0, "-", "U")]),
        ("Weiß,Tom", 1900, "m", "GER", "2001", "", [(1, "b", "0"), (4, "w", "0"), (0, "-", "H")]),
        ("Ünal,Can", 1800, "m", "", "", "", [(2, "w", "0"), (3, "b", "1"), (1, "b", "-")])]
CELLS = [",3w1,2b=,4w+", ",4b1,1w=,U", ",1b0,4w0,H", ",2w0,3b1,1b-"]
for version in 700, 883:
    found = as_csv(swt(FOUR, 3, 3, version))
    rows = found.stdout.decode().splitlines()[1:]
    say(found.returncode == 0 and all(r.endswith(c) for r, c in zip(rows, CELLS)) and len(rows) == 4, f"swiss_chess_{version}",
        found.stderr.decode() + "\n".join(rows))
    say(rows[0].startswith('1,m,FM,"Jäger, Ulf",2100,GER,4600000,1970/02/03,SV Köln,2.5'), f"its_players_{version}", rows[0] if rows else "")
(folder / "t.swt").write_bytes(swt(FOUR, 3, 3))
trf = run("convert", "-t", "trf26", folder / "t.swt").stdout.decode()
say(all(line in trf for line in ("012 Stadtmeisterschaft Köln", "022 Köln", "042 2026/03/01", "142 3")), "its_head", trf)
say("suspicious" not in run("check", folder / "t.swt").stderr.decode(), "its_points_are_those_of_the_results")
lie = bytearray(swt(FOUR, 3, 3))
lie[13384 + 4 * 3 * 19 + 292] += 1
say(b"2.5 points" in as_csv(bytes(lie)).stderr, "points_that_do_not_follow_are_told", as_csv(bytes(lie)).stderr)
say(as_csv(swt(FOUR, 5, 0)).returncode == 0, "before_the_first_round")
for name, options in {"team tournament": {"b606": 255}, "several games": {"b597": 2}, "points other than": {"b1336": 1}}.items():
    found = as_csv(swt(FOUR, 3, 3, **options))
    say(found.returncode == 3 and name.encode() in found.stderr and b"TRF" in found.stderr, f"refused: {name}", found.stderr)
nobody = [(*FOUR[0][:6], [(9, "w", "1")])] + FOUR[1:]
say(b"names a player who isn" in as_csv(swt(nobody, 3, 3)).stderr, "an_opponent_who_is_not_there")
for version in (700, 883):
    whole = swt(FOUR, 3, 3, version)
    early = [size for size in (700, len(whole) // 2, len(whole) - 1) if b"cut short" not in as_csv(whole[:size]).stderr]
    say(not early, f"a_file_of_version_{version}_that_is_cut_short")

# --- Swiss-Manager

def utf16(text):
    data = text.encode("utf-16-le")
    return struct.pack("<H", len(data) // 2) + data


def tunx(players, rounds, current, pairings, kind=0):
    """players: (surname, first name, title, club, federation, sex, rating, own rating, birth, FIDE's number);
    pairings: a list of (white, black, code) for each round, and one more for absences to come."""
    mark = lambda first: bytes([first, 0xFF, 0x89, 0x44])
    texts = [""] * 26
    texts[0], texts[5], texts[14], texts[20], texts[21] = "Städte-Open 𝔛", "Kreuzlingen", "90'+30\"", "SUI", "IA Muster, Eva"
    config = bytearray(200)
    struct.pack_into("<H", config, 0, rounds)
    config[0x0B], config[0x11] = kind, current
    struct.pack_into("<H", config, 0x13, len(players))
    struct.pack_into("<II", config, 0x47, 20260301, 20260302)
    out = mark(0x93) + bytes(104) + b"".join(map(utf16, texts)) + mark(0x95) + bytes(config)
    places = [len(out)]
    out += mark(0xA3) + bytes(50)
    places.append(len(out))
    out += mark(0xA5)
    for surname, first, title, club, federation, sex, rating, own, birth, fide in players:
        strings = [""] * 30
        strings[0], strings[1], strings[4], strings[9], strings[10] = surname, first, title, club, federation
        numbers = bytearray(110)
        numbers[6] = sex == "w"
        struct.pack_into("<HH", numbers, 8, rating, own)
        struct.pack_into("<I", numbers, 14, birth)
        struct.pack_into("<I", numbers, 24, fide)
        out += b"".join(map(utf16, strings)) + bytes(numbers)
    places.append(len(out))
    out += mark(0xB3) + b"".join(struct.pack("<HHH", *p) + bytes(15) for r in pairings for p in r)
    places.append(len(out))
    return out + mark(0xD3) + struct.pack("<4I", *places) + bytes(12) + mark(0xE3)


FIVE = [("Ødegård", "Kari", "WFM", "Ålesund", "NOR", "w", 2101, 0, 19990000, 1500001),
        ("Иванов", "Пётр", "", "", "FID", "m", 2050, 1990, 20010203, 0),
        ("Łukasz", "", "II", "", "POL", "m", 0, 1800, 0, 0),
        ("d'Este", "Ugo", "", "A \"B\"", "ITA", "m", 1850, 0, 19750000, 0), ("Zhou", "Li", "", "", "CHN", "w", 0, 0, 0, 0)]
ABSENT, NOBODY = 0xFFFE, 0xFFFF
ROUNDS = [[(1, 3, 1), (4, 2, 2), (5, NOBODY, 9)], [(2, 1, 3), (5, 4, 5), (3, ABSENT, 2)], [(1, 5, 0), (3, 2, 4), (4, ABSENT, 3)],
          [(4, ABSENT, 0)], [(4, ABSENT, 0)]]
SM_CELLS = [",3w1,2b1,5w", ",4b=,1w0,3b-", ",1b0,H,2w+", ",2w=,5b+,Z", ",U,4w-,1b"]
found = as_csv(tunx(FIVE, 5, 3, ROUNDS))
rows = found.stdout.decode().splitlines()[1:]
say(found.returncode == 0 and len(rows) == 5 and all(r.endswith(c) for r, c in zip(rows, SM_CELLS)), "swiss_manager",
    found.stderr.decode() + "\n".join(rows))
say(rows[0].startswith('1,w,WFM,"Ødegård, Kari",2101,NOR,1500001,1999,Ålesund') and
    rows[1].startswith('2,m,,"Иванов, Пётр",2050,FID,,2001/02/03') and rows[2].startswith("3,m,,Łukasz,,POL"), "its_people", "\n".join(rows))
(folder / "m.TUNX").write_bytes(tunx(FIVE, 5, 3, ROUNDS))
trf = run("convert", "-t", "trf26", folder / "m.TUNX").stdout.decode()
say(all(line in trf for line in ("012 Städte-Open 𝔛", "022 Kreuzlingen", "032 SUI", "042 2026/03/01", "052 2026/03/02",
                                 "102 IA Muster, Eva", "122 90'+30\"", "142 5")), "its_head_of_swiss_manager", trf)
say(as_csv(tunx(FIVE, 5, 0, [])).returncode == 0, "before_its_first_round")
found = as_csv(tunx(FIVE, 5, 1, [[(1, 3, 1), (4, 2, 17), (5, NOBODY, 9)]]))
say(found.returncode == 0 and b"(17)" in found.stderr and b"4b," not in found.stdout.split(b"\n")[2][-4:], "a_result_that_is_not_known", found.stderr)
for name, data, word in (("teams", tunx(FIVE, 5, 0, [], 2), b"team"), ("cut", tunx(FIVE, 5, 3, ROUNDS)[:-50], b"damaged"), ("head_cut", tunx(FIVE, 5, 3, ROUNDS)[:60], b"damaged"),
                         ("somebody_else", tunx(FIVE, 5, 1, [[(1, 9, 1)]]), b"names a player who isn"),
                         ("rounds_missing", tunx(FIVE, 5, 3, ROUNDS[:2]), b"it has 2 rounds")):
    found = as_csv(data)
    say(found.returncode == 3 and word in found.stderr and not found.stdout, f"swiss_manager_refused: {name}", found.stderr)

# --- what is known and not read

DOCX = zipped([("word/document.xml", "<w/>")])
for name, data, word in (("swiss-manager.TUNX", b"\x93\xff\x89\x44" + bytes(200), b"Swiss-Manager"),
                         ("t.papi", b"\0\1\0\0Standard Jet DB\0" + bytes(200), b"Papi"),
                         ("t.scd", b"SQLite format 3\0" + bytes(84), b"SQLite"),
                         ("t.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504), b"XLS"),
                         ("t.xlsb", zipped([("xl/workbook.bin", "\x83\x01\x00")]), b"XLSB"), ("old.xls", b"\x09\x08\x10\x00\x00\x06", b"XLS"),
                         ("t.docx", DOCX, b"document"), ("t.zip", zipped([("open.trf", "x")]), b"archive"),
                         ("t.html", b"\xef\xbb\xbf \r\n<!doctype HTML><html>", b"web page"), ("t.pdf", b"%PDF-1.7\n", b"document"),
                         ("t.pgn", b'[Event "Open"]\n', b"PGN"), ("t.gz", b"\x1f\x8b\x08" + bytes(40), b"archive"),
                         ("t.veg", b"anything", b"Vega"), ("t.trn", b"\x03" + bytes(60), b"SwissPerfect"),
                         ("t.swt", b"\xff" * 700, b"Swiss-Chess")):
    path = folder / name
    path.write_bytes(data)
    found = run("pair", path)
    say(found.returncode == 3 and word in found.stderr and b"; " in found.stderr and not found.stdout, f"refused_by_name: {name}",
        found.stderr)

# --- damage: always an answer

seeds = {"b.xlsx": xlsx([PLAYERS]), "b.ods": ods(PLAYERS), "b.swt": swt(FOUR, 3, 3, 700), "b.TUNX": tunx(FIVE, 5, 3, ROUNDS)}
rng = random.Random(7)
bad = []
for name, whole in seeds.items():
    for _ in range(60):
        data = bytearray(whole)
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)):]
        for _ in range(rng.randrange(4)):
            if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        found = as_csv(bytes(data), name)
        if found.returncode not in (0, 3, 4) or (found.returncode != 0 and not found.stderr):
            bad.append(f"{name}: {found.returncode} {found.stderr[:200]}")
say(not bad, "damaged_files_are_refused_or_read", "\n".join(bad))

if len(sys.argv) > 4:
    for name, data in {**seeds, "crosstable.xlsx": crosstable, "ours.xlsx": run("convert", "-t", "xlsx", examples / "open-2026.trf").stdout}.items():
        (pathlib.Path(sys.argv[4]) / name).write_bytes(data)
print(f"1..{number}")
