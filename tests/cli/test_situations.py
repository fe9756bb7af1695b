#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test_situations.py LIMMAT DOCUMENT [keep]: what happens in a hall, each situation in as few lines
as an arbiter can bear.  A line typed is an act; looking is free, and so is what went before.  TAP.
DOCUMENT lists situations, lines and counts; it is made by this program ("keep" writes it anew)."""
import csv
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile

LIMMAT = os.path.abspath(sys.argv[1])
SITUATIONS = []
HOME = tempfile.mkdtemp(prefix="limmat-situations-")
READY = {}


class Fault(Exception):
    pass


class Hall:
    """An event at a terminal, and the lines that were typed."""

    def __init__(self, path):
        self.path = path
        self.lines = []

    def call(self, words, status=0, stdin=None, options=()):
        done = subprocess.run([LIMMAT, "desk", *options, self.path, *words], input=stdin, capture_output=True, text=True)
        if status is not None and done.returncode != status:
            raise Fault(f"desk {' '.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def before(self, *lines):
        """What went before, in one call; not counted."""
        return self.call(["-"], stdin="\n".join(lines) + "\n")

    def type(self, line, *expected, asks=None, by=None, options=()):
        """One line as it is typed; with ${asks} it is answered by that question or refusal."""
        self.lines.append(line)
        extra = list(options) + (["--by", by] if by else [])
        told = self.call(shlex.split(line), status=3 if asks else 0, options=extra)
        for text in ([asks] if asks else []) + list(expected):
            if text not in told:
                raise Fault(f"{line}: no \"{text}\" in:\n{told}")
        return told

    def see(self, view, *expected, absent=(), options=()):
        told = self.call(shlex.split(view), options=options)
        for text in expected:
            if text not in told:
                raise Fault(f"{view}: no \"{text}\" in:\n{told}")
        for text in absent:
            if text in told:
                raise Fault(f"{view}: \"{text}\" in:\n{told}")
        return told

    def boards(self, number=None, section="A"):
        """{board: (white's number, white, result, black, black's number)}, and who has no game."""
        text = self.call([section, "pairings"] + ([str(number)] if number else []), options=["-f", "csv"])
        rows = list(csv.reader(io.StringIO(text)))
        skip = 1 if rows[0][1] == "Table" else 0
        found, idle = {}, {}
        for row in rows[1:]:
            row = row[:1] + row[1 + skip:]
            if row[0]:
                found[int(row[0])] = (int(row[1]), row[2], row[4], row[6], int(row[7]))
            elif row[1]:
                idle[int(row[1])] = row[4]
        return found, idle

    def board_of(self, player, number=None):
        for board, row in self.boards(number)[0].items():
            if player in (row[0], row[4]):
                return board, row
        return None, None

    def state(self, public=False):
        return json.loads(self.call(["state"], options=["--public"] if public else []))

    def player(self, who):
        return next(p for s in self.state()["sections"] for p in s["players"] if p["id"] == who and p.get("standing") != "removed")

    def report(self, section="A"):
        return self.call([section, "export"])

    def play(self, number=1, results="1", close=True):
        """Results of the open round, White's win if nothing else is said."""
        for _ in range(number):
            found, _ = self.boards()
            self.before(*[f"A r {b} {results[i % len(results)]}" for i, b in enumerate(found) if not found[b][2].strip("-")],
                        *(["A close"] if close else []))
            number -= 1
            if number:
                self.before("A pair !", "A publish !")

    def right(self):
        """The journal is whole, and every round is what the rules give or says that it is not."""
        if not os.path.exists(self.path):
            return
        for words in (["journal", "verify", self.path], ["check", self.path]):
            done = subprocess.run([LIMMAT, *words], capture_output=True, text=True)
            if done.returncode != 0:
                raise Fault(f"{' '.join(words)}: {done.returncode} {done.stdout}{done.stderr}")


def hall(players=8, rounds=5, played=0, published=False, settings="", more=()):
    """An event with so many players, whose first rounds are played; the same again is copied."""
    key = (players, rounds, played, published, settings, tuple(more))
    name = os.path.join(HOME, f"event{len(os.listdir(HOME))}.journal")
    if key not in READY:
        h = Hall(os.path.join(HOME, f"ready{len(READY)}.journal"))
        h.before('open "Winter Open" start=2026-07-16 end=2026-07-19 city=Bern federation=SUI',
                 f"section A rounds={rounds} colour=white {settings}",
                 *[f'A enter "Spieler{i}, Eva" rating={2400 - 50 * i} federation=SUI birth={1960 + i} '
                   f'fide_id={1300000 + i} club="SK {"Bern" if i % 2 else "Thun"}"' for i in range(1, players + 1)], *more)
        for n in range(played + published):
            h.before("A pair !", "A publish !")
            if n < played:
                h.play()
        READY[key] = h.path
    for end in (".journal", ".private"):
        shutil.copy(READY[key][:-8] + end, name[:-8] + end)
    return Hall(name)


def write(name, text):
    path = os.path.join(HOME, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def situation(number, most, words):
    def keep(run):
        SITUATIONS.append((number, most, words, run))
        return run
    return keep


def needs(holds, what):
    if not holds:
        raise Fault(what)


# ---- before the first round

@situation(1, 2, "entries come in spreadsheets, each with other columns")
def entries_are_pasted(_):
    tables = ["Name\tElo\tFed\tJahrgang\nMeier, Max\t1850\tSUI\t1990\nOrelli, Ugo\t1780\tITA\t1999\n",
              "Vorname;Nachname;Verein\nAnna;Huber;SK Bern\nReto;Escher;SK Thun\n",
              "GM Caflisch, Urs  2450\nGamper, Eva  1200\n"]
    for i, text in enumerate(tables):
        h = hall(players=0)
        path = write(f"table{i}.txt", text)
        h.type(f"A paste {path}", "nothing has been entered yet", ["Meier, Max", "Huber, Anna", "Caflisch, Urs"][i])
        needs(len(h.state()["sections"][0]["players"]) == 0, "somebody is entered before the look")
        h.type(f"A paste {path} !")
        needs(len(h.state()["sections"][0]["players"]) == 2, "not both are entered")
        h.lines = [line.replace(path, "entries.txt") for line in h.lines]
    needs(h.player("p1")["title"] == "GM", "the title is not read")
    return h


@situation(2, 2, "two entrants have the same name and year of birth")
def two_of_one_name(_):
    h = hall(players=0)
    h.before('A enter "Meier, Anna" birth=1999 club="SK Bern" rating=1700')
    h.type('A enter "Meier, Anna" birth=1999 club="SK Thun" rating=1600', asks="look-alike:p1")
    h.type('A enter "Meier, Anna" birth=1999 club="SK Thun" rating=1600 !')
    h.before("A pair !", "A publish !")
    for view in ("A pairings", "A names", "A slips", "A players"):
        h.see(view, "Meier, Anna (SK Bern, 1999)", "Meier, Anna (SK Thun, 1999)")
    h.see("A names", "Meier, Anna (SK Thun, 2)", absent=["1999"], options=["--public"])
    needs("(SK Thun" not in h.report(), "the report holds more than the name")
    return h


@situation(3, 2, "one person is entered twice, spelt differently, and has paid")
def entries_are_merged(_):
    h = hall(players=1, settings="fee=60")
    h.before('A enter "Müller, Jörg" birth=1980 rating=1700', "A pay p2 60",
             'A enter "Muller, J." birth=1980 contact=jorg@example.org', 'A edit p3 name="Muller, Jorg"', "A present p3")
    h.see("due", "is entered twice: one person or two?")
    h.type("A merge p2 p3")
    p = h.player("p2")
    needs(p["paid"] == 60 and p["present"] and p["contact"] == "jorg@example.org", f"something got lost: {p}")
    h.see("due", absent=["is entered twice"])
    return h


@situation(4, 2, "a newer rating list came out after entries closed")
def ratings_of_a_newer_list(_):
    h = hall(players=3)
    path = write("list.csv", "ID;Name;Rating\n1300001;Spieler1;2361\n1300002;Spieler2;2333\n1300003;Spieler3;2250\n")
    h.type(f"A ratings {path} month=2026-07", "2350", "2361", "2333", "by hand")
    h.type(f"A ratings {path} month=2026-07 p1 !")
    one, two = h.player("p1"), h.player("p2")
    needs(one["rating"] == 2361 and one["source"] == "list 2026-07", f"not the new rating: {one}")
    needs(two["rating"] == 2300, "one that was not ticked has changed")
    h.lines = [line.replace(path, "list.csv") for line in h.lines]
    return h


def lists_of_fide_are_read():
    """XML, columns and the zipped XML alike; tables that only look like them are still tables."""
    xml = ('<?xml version="1.0" ?>\n<playerslist>\n<player>\n<fideid>1300001</fideid>\n<name>Spieler1</name>\n'
           "<country>SUI</country>\n<sex>M</sex>\n<rating>2361</rating>\n<games>0</games>\n<k>20</k>\n"
           "<birthday>1980</birthday>\n<flag></flag>\n</player>\n</playerslist>\n")  # fmt: skip
    head = "ID Number      Name".ljust(76) + "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK B-day Flag"
    row = "1300001        Spieler1".ljust(76) + "SUI M"
    columns = f"{head}\n{row.ljust(head.index('SRtng'))}2361  0   20 1980\n"
    for name, text in (("list.xml", xml), ("list.txt", columns),
                       ("table.csv", "ID Number,Name,Rating\n1300001,Spieler1,2361\n")):  # fmt: skip
        h = hall(players=2)
        path = write(name, text)
        if name == "list.xml":
            with zipfile.ZipFile(path + ".zip", "w") as archive:
                archive.write(path, "players_list_xml_foa.xml")
            h.type(f"A ratings {path}.zip month=2026-07", "2350", "2361")
        h.type(f"A ratings {path} month=2026-07", "2350", "2361")
        h.type(f"A ratings {path} month=2026-07 !")
        needs(h.player("p1")["rating"] == 2361 and h.player("p2")["rating"] == 2300, f"{name} was not read")
    told = h.call(["A", "ratings", write("half.xml", xml[:-60])], status=3)
    needs("half.xml" in told, f"half a list was taken: {told}")


@situation(5, 1, "the event begins in one month and ends in the next")
def the_list_of_the_first_day(_):
    h = hall(players=2)
    path = write("august.csv", "ID;Name;Rating\n1300001;Spieler1;2361\n")
    h.type(f"A ratings {path} month=2026-08", "2361", "begins on 2026-07-16", "2026-08 is not the one in force")
    told = h.call(["A", "ratings", path, "month=2026-08", "--acknowledge", "none"], status=3)
    needs("other-month:2026-08" in told, "a list of another month is taken without a question")
    h.lines = [line.replace(path, "august.csv") for line in h.lines]
    return h


@situation(6, 1, "an unrated child has no FIDE ID")
def a_child_without_id(_):
    h = hall(players=1)
    h.type('A enter "Kind, Kim" birth=2015-05-06 contact="079 555 01 02"')
    h.see("due", "for the report birth or federation of Kind, Kim is missing")
    public = h.call(["state"], options=["--public"])
    needs("05-06" not in public and "079 555" not in public, "private data is public")
    return h


@situation(7, 2, "a player says that the national rating is the right one")
def a_rating_by_hand(_):
    h = hall(players=4)
    h.type('A enter "Gross, Gustav" national=2320 fide=1900 rating=2320', "by hand 2320: number 2", "FIDE 1900: number 5")
    needs(h.player("p5")["source"] == "by hand", "the source is not said")
    h.type('A edit p5 rating=1900 source="FIDE standard 2026-07"')
    needs(h.player("p5")["rating"] == 1900, "the change before round 1 is not free")
    return h


@situation(8, 2, "sisters, or players of a club, ask to be kept apart")
def who_must_not_meet(_):
    h = hall(players=8)
    h.type("A forbid p1 p5 until=3")
    h.type('A forbid club="SK Thun" wished=yes')
    h.before("A pair !", "A publish")
    _, row = h.board_of(1)
    needs({row[0], row[4]} != {1, 5}, "the sisters meet")
    for row in h.boards()[0].values():
        needs(row[0] % 2 or row[4] % 2, "two of the club meet")
    told = h.call(["A", "forbid", "all=club"], status=3)
    needs("prohibition-late" in told, "it is not too late")
    h = hall(players=4)
    h.type("A forbid p1 p2 p3 p4", asks="may meet 0 players in 5 rounds")
    h.lines = ["A forbid p1 p5 until=3", 'A forbid club="SK Thun" wished=yes']
    return h


@situation(9, 1, "the same wish comes after round 2")
def a_wish_that_comes_late(_):
    h = hall(played=2)
    h.type("A forbid 1 2", "C.05 art. 5.2", "this leaves FIDE mode, for good", asks="prohibition-late")
    needs(h.state()["sections"][0]["fide_mode"], "FIDE mode is left")
    views = ["A pairings", "A names", "A slips", "A standings", "A crosstable", "A cards", "A players", "A check-in", "A byes", "due"]
    for view in views:
        h.see(view, absent=["FIDE mode"])
    h.before("A forbid 1 2 !")
    for view in views:
        h.see(view, "Not in FIDE mode since round 3 (prohibition-late)")
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.trf")
        with open(report, "w", encoding="utf-8") as file:
            file.write(h.report())
        subprocess.run([LIMMAT, "publish", report, "-o", os.path.join(folder, "site")], check=True, capture_output=True)
        pages = [os.path.join(at, name) for at, _, names in os.walk(os.path.join(folder, "site")) for name in names
                 if name.endswith(".html") and at != os.path.join(folder, "site")]
        needs(len(pages) > 10, f"only {pages}")
        for page in pages:
            with open(page, encoding="utf-8") as file:
                needs("Not in FIDE mode since round 3" in file.read(), f"not on {page}")
    return h


@situation(10, 2, "a player needs the same table in every round")
def a_fixed_table(_):
    h = hall()
    h.type("A edit p8 table=2")
    before = h.report()
    h.before("A pair", "A publish")
    board, row = h.board_of(8)
    told = h.see("A pairings", "Table")
    needs(board == 4 and [line for line in told.splitlines() if line.split()[:2] == ["4", "2"]], f"he is not at table 2:\n{told}")
    needs([line for line in told.splitlines() if line.split()[:2] == ["2", "3"]], f"the others do not close up:\n{told}")
    needs("192 " in before and "Spieler8, Eva" in h.report(), "the report changes")
    return h


@situation(11, 2, "a blind player brings their own board")
def a_note_for_arbiters(_):
    h = hall()
    h.type('A edit p8 table=1 note="blind, own board, assistant; large type"')
    h.before("A pair", "A publish")
    h.see("A slips", "board 4, table 1 (large type)")
    needs("blind" not in h.call(["state"], options=["--public"]), "the note is public")
    return h


@situation(12, 2, "a player is on a list of sanctioned players")
def a_sanctioned_player(_):
    h = hall(players=2)
    h.before('sanction "Falsch, Fritz" fide_id=990099 until=2027-01-01 text="federation, decision of 3 May"')
    h.type('A enter "Falsch, Fritz" fide_id=990099', "decision of 3 May", "until 2027-01-01", asks="sanction:")
    h.type('A enter "Falsch, Fritz" fide_id=990099 note="admitted by the president, by telephone" !')
    needs("telephone" not in open(h.path, encoding="utf-8").read(), "the reason stands in the journal")
    return h


@situation(13, 1, "more rounds are announced than players can play")
def too_many_rounds(_):
    h = hall(players=8, rounds=9)
    h.type("A pair", "8 players can play at most 7 rounds, 9 are announced", 'announce fewer rounds ("settings"), or a round robin',
           asks="too-many-rounds")
    return h


@situation(14, 2, "a player moves up a section an hour before the start")
def a_move_between_sections(_):
    h = hall(settings="fee=60")
    h.before("section B rounds=5 fee=80", "A pay p3 60")
    h.type("A move p3 B", "the fee of section B is 80 instead of 60, 60 are paid")
    h.see("due", "has paid 60 of 80")
    h.type("B pay p3 20")
    h.see("due", absent=["has paid 60 of 80"])
    needs(len([p for s in h.state()["sections"] for p in s["players"] if p["id"] == "p3" and p.get("standing") != "removed"]) == 1,
          "he is entered twice")
    return h


@situation(15, 3, "another program's event is imported after round 4")
def an_event_is_taken_over(_):
    other = hall(rounds=7, played=3)
    other.before("A pair", "A turn 1 !", "A publish !")
    other.play()
    path = write("other.trf", "\n".join(line for line in other.report().splitlines() if not line.startswith("###") and line[:3] != "152") + "\n")
    h = Hall(os.path.join(HOME, f"event{len(os.listdir(HOME))}.journal"))
    h.type(f"import {path}", "round 4 is not what the rules give", "the file does not say the first colour", asks="import-differs:4")
    codes = "import-differs:4,assumed:1"
    h.type(f"import {path} --acknowledge {codes}")
    h.type("A pair")
    needs(len(h.boards()[0]) == 4 and "### Import @ Round 4" in h.report(), "the difference is not kept")
    h.before("A publish")
    h.lines = [line.replace(path, "other.trf") for line in h.lines]
    return h


@situation(16, 0, "the clock of the laptop is years off")
def a_wrong_clock(_):
    h = Hall(os.path.join(HOME, "clock.journal"))
    h.before('open "Old Open" start=1999-07-16 end=1999-07-19', "section A rounds=3 colour=white",
             *[f'A enter "Spieler{i}" rating={2000 - i}' for i in range(4)], "A pair", "A publish")
    h.see("due", "the clock of this machine says", "far from the days of the event")
    h.before("A r 1 1")
    return h


# ---- check-in and round 1

@situation(17, 1, "a whole club is present")
def a_club_checks_in(_):
    h = hall()
    h.before("A check-in yes")
    h.type('A present club="sk bern"')
    needs([bool(h.player(f"p{i}").get("present")) for i in (1, 2, 3)] == [True, False, True], "not the whole club, or more")
    h.before("A present p3 no")
    h.see("A check-in", "5 of 8 are not here yet")
    return h


@situation(18, 2, "some players are missing when check-in closes")
def some_are_missing(_):
    h = hall()
    h.before("A check-in yes", "A present p1 p2 p3 p4 p5 p6")
    h.type("A check-in no", "2 are not here; no player is left out automatically")
    h.see("due", "is not there: absent, late or withdrawn?")
    h.type("A absent")
    h.before("A pair", "A publish")
    found, idle = h.boards()
    needs(len(found) == 3 and list(idle.values()) == ["absent", "absent"], f"not only those who are there: {idle}")
    return h


@situation(19, 1, "more than half of the players are missing, because no one opened check-in")
def half_the_hall_is_missing(_):
    h = hall()
    h.type("A absent", "8 of 8 players are not checked in", asks="half-missing:8")
    told = h.call(["A", "check-in", "no"], status=3)
    needs("half-missing:8" in told, "check-in closes without a question")
    return h


@situation(20, 1, "a player phones: twenty minutes late")
def a_player_is_expected(_):
    h = hall(published=True)
    h.type("A expect 2 14:20")
    needs(":20:00Z" in h.see("A sweep"), "the sweep does not show when he comes")
    return h


@situation(21, 2, "odd number of players, pairing published: a latecomer comes before the clocks start")
def onto_the_bye(_):
    h = hall(players=7, published=True)
    alone = next(iter(h.boards()[1]))
    h.type('A enter "Spät, Susi" rating=1500 !')
    h.type(f"A reseat 8-{alone} !", "loses the bye of the pairing")
    found, idle = h.boards()
    needs(len(found) == 4 and not idle and found[4][0] == 8, f"not both play: {found} {idle}")
    h.see("A pairings", "version 2")
    needs("departure" not in h.state()["sections"][0]["played"][0] or "### MPA @ Round 1" in h.report(),
          "the departure is not declared")
    h.play()
    return h


@situation(22, 3, "two latecomers come together")
def two_latecomers(_):
    h = hall(published=True)
    h.type('A enter "Spät, Susi" rating=1500 !')
    h.type('A enter "Später, Sam" rating=1400 !')
    h.type("A reseat 9-10 !")
    found, _ = h.boards()
    needs(found[5][:1] + found[5][4:] == (9, 10), f"no new board at the end: {found}")
    needs("### MPA @ Round 1" in h.report(), "the departure is not declared")
    h.play()
    return h


@situation(23, 2, "a latecomer comes during the games, and no player is free")
def a_latecomer_waits(_):
    h = hall(published=True)
    h.before("A moves 1 2 3 4")
    before = h.boards()
    h.type('A enter "Spät, Susi" rating=2220', "from round 2 on", "gets number 4", asks="late-entry")
    h.type('A enter "Spät, Susi" rating=2220 --acknowledge late-entry')
    after = h.boards()
    needs([row[1] + row[3] for row in before[0].values()] == [row[1] + row[3] for row in after[0].values()], "round 1 has moved")
    h.play()
    h.before("A pair", "A publish")
    return h


@situation(24, 2, "a late entry was promised a half-point bye, and the number of players is odd")
def a_promised_bye(_):
    h = hall(players=7, played=1)
    h.type('A enter "Spät, Susi" rating=1500 !')
    h.type("A bye p8 2 half")
    h.before("A pair", "A publish")
    found, idle = h.boards()
    needs(idle[8] == "half-point bye" and sorted(idle.values()) == ["bye", "half-point bye"], f"not both byes: {idle}")
    return h


@situation(25, 3, "a wrong rating is found after round 1 is published")
def a_wrong_seed(_):
    h = hall(published=True)
    h.type('A edit 4 rating=2500 !')
    h.type("A pair 1", "version 1 of round 1 is published", asks="unpublish:1.1")
    h.lines.pop()
    h.type("A pair 1 !")
    h.type("A publish")
    needs(h.player("p4")["number"] == 1, "the number does not follow")
    h.see("A pairings", "version 2")
    # games have begun: the round stays, numbers move from the next pairing on
    h2 = hall(published=True)
    h2.before("A moves 1")
    h2.type("A edit 4 rating=2500 !")
    h2.type("A number", "Spieler4, Eva 4 => 1", "Spieler1, Eva 1 => 2", asks="numbers")
    h2.type("A number !")
    needs(h2.player("p4")["number"] == 1, "the number does not follow")
    h2.play()
    h2.before("A pair", "A publish")
    h2.right()
    return h


@situation(26, 1, "a parent does not want the name on a screen")
def a_pseudonym(_):
    h = hall(published=True)
    h.type('A edit 1 pseudonym="E. S."')
    h.see("A pairings", "E. S.", absent=["Spieler1,"], options=["--public"])
    h.see("A pairings", "Spieler1, Eva")
    return h


@situation(27, 2, "sheet and file differ in the first colour")
def the_first_colour(_):
    h = hall(published=True)
    told = h.call(["A", "settings", "colour=black"], status=3)
    needs("unpublish round 1 first" in told, "the way out is not told")
    h.type("A unpublish !")
    h.type("A settings colour=black")
    h.before("A pair", "A publish")
    needs(h.boards()[0][1][4] == 1 and "152 B" in h.report(), "not Black for number 1")
    return h


@situation(28, 1, "the printer eats some of the slips")
def only_some_slips(_):
    h = hall(published=True)
    told = h.type("A slips 1 2,4", "board 2", "board 4")
    needs("board 1" not in told and "board 3" not in told, "more slips than asked for")
    return h


# ---- while a round is played

@situation(29, 4, "three players are missing at the default time (a line each, one for the forfeits)")
def empty_chairs(_):
    h = hall(published=True, settings="default_time=30", more=("A schedule 1 2026-07-16T14:00:00Z",))
    found, _ = h.boards()
    for board in (1, 2, 3):
        h.type(f"A empty {found[board][4]}")
    h.see("A sweep", "Black empty", "2026-07-16T14:30:00Z")
    told = h.call(["A", "forfeits", "--happened", "2026-07-16T14:10:00Z"], status=3)
    needs("too-early" in told, "the default time is not looked at")
    h.see("due", "players are missing at 3 boards: forfeits?")
    h.type("A forfeits !")
    needs([row[2] for row in h.boards()[0].values()] == ["1F-0F"] * 3 + ["-"], "not these forfeits")
    return h


@situation(30, 2, "both players of a board are missing")
def nobody_came(_):
    h = hall(published=True)
    h.type("A r 4 ff")
    h.play()
    row = h.boards()[0][4]
    h.see("due", row[1] + " did not appear in round 1", row[3] + " did not appear in round 1")
    h.type("A pair", "still in?", asks="still-in:")
    return h


@situation(31, 2, "neither reported a result, and both went home")
def an_unknown_result(_):
    h = hall(published=True)
    h.type("A r 4 ?", "then the two may meet again")
    h.type("A r 4 0F-0F")
    h.play()
    return h


@situation(32, 3, "a phone rings in the middle of a game")
def a_phone_rings(_):
    h = hall(published=True)
    row = h.boards()[0][4]
    h.type(f"A incident player={row[0]} round=1 text=\"phone rang in a bag, move 14\"")
    h.type("A r 4 0")
    needs(h.boards()[0][4][2] == "0-1", "not lost")
    needs("phone rang" not in h.call(["log"], options=["--public"]) + open(h.path, encoding="utf-8").read(), "the incident is public")
    return h


@situation(33, 2, "a phone rings before both have moved")
def a_phone_before_the_first_move(_):
    h = hall(published=True)
    h.type("A r 4 0 moved=no", "1-0U, played but not rated", asks="without a move of both 0-1 is not rated")
    h.type("A r 4 0u")
    needs(h.boards()[0][4][2] == "0-1U", "not unrated")
    return h


@situation(34, 0, "reversed colours are found on move 6")
def wrong_colours_early(_):
    h = hall(published=True)
    h.see("A board 4", "fewer than ten moves", "Laws 7.3")
    return h


@situation(35, 2, "reversed colours are found with the result")
def wrong_colours_late(_):
    h = hall(published=True)
    row = h.boards()[0][4]
    h.type(f"A r 4 winner={row[0]} turned=yes", "their next colours follow that")
    now = h.boards()[0][4]
    needs((now[0], now[2], now[4]) == (row[4], "0-1", row[0]), f"the point has moved: {row} {now}")
    return h


@situation(36, 3, "two players sit at each other's boards, and both games are on move 20")
def swapped_tables(_):
    h = hall(published=True)
    found, _ = h.boards()
    h.type("A moves 1 2")
    h.type(f"A reseat {found[1][0]}-{found[2][4]} {found[2][0]}-{found[1][4]}", "the rules give another pairing", asks="reseat:1.1")
    h.type(f"A reseat {found[1][0]}-{found[2][4]} {found[2][0]}-{found[1][4]} !")
    now, _ = h.boards()
    needs({now[1][0], now[1][4]} == {found[1][0], found[2][4]} and "### MPA @ Round 1" in h.report(), f"not as they sit: {now}")
    h.play()
    return h


@situation(37, 2, "a player of another section plays in this one")
def a_stranger_at_the_board(_):
    h = hall(published=True)
    h.before("section B rounds=5", 'B enter "Irr, Ida" rating=1500', 'B enter "Wahr, Wim" rating=1400')
    h.type("A r 4 winner=p9", asks="use the id or the number of a player of this section")
    h.type('B incident player=p9 text="played at board 4 of section A, stopped on move 8"')
    return h


@situation(38, 3, "a player was wrongly marked absent, and the games have begun")
def who_was_forgotten(_):
    h = hall(players=8)
    h.before("A absent p8", "A pair", "A publish", "A moves 1 2 3")
    alone = next(n for n, why in h.boards()[1].items() if why == "bye")
    told = h.call(["A", "excuse", "8", "pab"], status=3)
    needs("a round has one" in told and "reseat" in told, "a second bye of the pairing")
    told = h.call(["A", "excuse", "8", "full"], status=3)
    needs("full-bye" in told, "a full-point bye is given without a word")
    h.type(f"A reseat {alone}-8", asks="reseat:1.1")
    h.type(f"A reseat {alone}-8 !")
    needs(len(h.boards()[0]) == 4, "he does not play")
    h.play()
    return h


def two_who_have_met():
    """Round 1 all lost by forfeit, so round 2 is the same; then one was played after all."""
    h = hall(players=4, rounds=3)
    h.before("A pair", "A publish", "A r 1 --", "A r 2 --", "A close", "A pair !", "A publish")
    needs({h.board_of(1)[1][0], h.board_of(1)[1][4]} == {1, 3}, "the field of this test is another")
    return h


@situation(39, 4, "two players meet again, because their game was entered as a forfeit")
def a_repeated_game(_):
    h = two_who_have_met()
    h.type("A correct 1.1 1", asks="next-pairing:1.1:1-0")
    h.type("A correct 1.1 1 !")
    h.see("due", "have met before")
    h.type("A alter again=yes !")
    h.type("A publish !")
    needs({h.board_of(1)[1][0], h.board_of(1)[1][4]} != {1, 3}, "they still sit there")
    h.see("due", absent=["have met before"])
    return h


@situation(40, 5, "a published round is wrong, and half of its games have begun")
def half_a_round_again(_):
    h = hall(played=1, published=True)
    before, _ = h.boards()
    h.type("A correct 1.4 0 !")
    h.type("A moves 1")
    h.type("A alter again=yes !")
    h.type("A publish !")
    after, _ = h.boards()
    needs(after[1] == before[1], "a game that runs was changed")
    needs([r[0] for r in after.values()] != [r[0] for r in before.values()], "nothing was paired again")
    h.see("A pairings", "version 2")
    h.play()
    return h


@situation(41, 2, "a fire alarm stops the round for two hours")
def a_fire_alarm(_):
    h = hall(published=True, settings="default_time=30", more=("A schedule 1 2026-07-16T14:00:00Z",))
    h.type('announce "The round goes on at 16:20"')
    h.type("A delay 120")
    h.see("A sweep", "Default time ends at 2026-07-16T16:30:00Z")
    return h


@situation(42, 2, "the evening round can't be played")
def a_round_is_cancelled(_):
    h = hall(played=1, published=True)
    row = h.boards()[0][1]
    h.type("A cancel", "this leaves FIDE mode, for good", "4 rounds are left instead of 5", asks="round-cancelled")
    h.type("A cancel !")
    needs(h.state()["sections"][0]["rounds"] == 4, "the last round has not moved")
    h.before("A pair", "A publish")
    needs(h.boards(2)[0][1][:2] == row[:2], "the pairs may not meet again")
    return h


@situation(43, 1, "a slip is signed on the wrong side")
def a_second_pass(_):
    h = hall(published=True)
    h.before("A r 4 1")
    h.type("A report 4 0", "1-0 is on board 4", by="helper-2")
    h.see("due", "helper-2 reported 0-1, recorded is 1-0")
    return h


@situation(44, 2, "one player of a drawn game is punished")
def a_split_result(_):
    h = hall(published=True)
    h.type("A r 4 50")
    needs(h.boards()[0][4][2] == "1/2-0", "not split")
    told = h.call(["A", "r", "4", "1-1/2"], status=3)
    needs("result" in told, "more than a game")
    return h


@situation(45, 1, "a player's second illegal move")
def a_second_illegal_move(_):
    h = hall(published=True)
    row = h.boards()[0][4]
    h.before(f"A illegal {row[0]}")
    h.type(f"A illegal {row[0]}", "illegal move 2", "Laws 7.5.5", "enter that Black has won, or the draw")
    return h


@situation(46, 1, "a parent whispers at the board")
def a_warning(_):
    h = hall(published=True)
    h.type('A incident player=5 text="the father whispers, warned"')
    needs("whispers" not in h.call(["state"], options=["--public"]), "the warning is public")
    h.see("log", "whispers")
    return h


@situation(47, 1, "two helpers enter a board differently in the same second")
def two_helpers_differ(_):
    h = hall(published=True)
    h.call(["A", "r", "4", "1"], options=["--by", "helper-1"])
    h.type("A r 4 0", "it was kept as a report", "helper-1 entered 1-0", asks="overwrites:1.4:1-0", by="helper-2")
    needs(h.boards()[0][4][2] == "1-0", "it was overwritten")
    h.see("due", "helper-2 reported 0-1, recorded is 1-0")
    # a telephone that sends late what it had seen
    told = h.call(["A", "r", "3", "1"], options=["--by", "helper-1"])
    told = h.call(["A", "r", "3", "0"], status=3, options=["--by", "helper-3", "--was", "none"])
    needs("it was kept as a report" in told and h.boards()[0][3][2] == "1-0", "a late entry overwrites")
    return h


@situation(48, 2, "a helper's phone is lost: what did it enter?")
def entries_of_a_helper(_):
    h = hall(published=True)
    h.call(["A", "r", "4", "1"], options=["--by", "helper-3"])
    told = h.type("log by=helper-3 since=2026-01-01T13:40Z", "helper-3")
    needs(len(told.splitlines()) == 1, "more than his lines")
    return h


@situation(49, 0, "the network dies, and a tablet sends again")
def a_retry_is_one_entry(_):
    h = hall(published=True)
    h.call(["A", "r", "4", "1"], options=["--request", "tablet-7"])
    needs("already entered" in h.call(["A", "r", "4", "1"], options=["--request", "tablet-7"]), "entered twice")
    return h


# ---- wrong results, later

@situation(50, 1, "a wrong result is found before the next round is paired")
def a_correction_in_time(_):
    h = hall(played=1)
    h.type("A correct 1.4 0", "it counts for everything")
    needs("Correction" not in h.report(), "it is declared")
    return h


@situation(51, 2, "the same after the next round is published, before its games")
def a_correction_before_the_games(_):
    h = hall(played=1, published=True)
    h.type("A correct 1.4 0", "with it round 2 would be paired otherwise:", "pairs it again", asks="next-pairing:1.4:0-1")
    h.type("A correct 1.4 0 !")
    h.play()
    return h


@situation(52, 2, "the same during the next round")
def a_correction_for_the_next_pairing(_):
    h = hall(played=1, published=True)
    h.before("A moves 1 2 3 4")
    before = h.boards()
    h.type("A correct 1.4 0", asks="next-pairing:1.4:0-1")
    h.type("A correct 1.4 0 --acknowledge next-pairing:1.4:0-1")
    needs([r[0] for r in h.boards()[0].values()] == [r[0] for r in before[0].values()], "the round has moved")
    needs("### Correction @ Round 1:" in h.report(), "it is not declared")
    # corrected in time, entered when that round was over: judged by when it was said
    late = hall(played=1, published=True)
    late.before("A r 1 1", "A r 2 1", "A r 3 1", "A r 4 1")
    late.before("A close")
    told = late.call(["A", "correct", "1.4", "0"], status=3, options=["--happened", "2026-01-01T00:00:00Z"])
    needs("corrected in time" in told and "late-correction" not in told, f"judged by when it was entered: {told}")
    told = late.call(["A", "correct", "1.4", "0"], status=3)
    needs("was paired and played since" in told, "the window does not close")
    return h


@situation(53, 2, "the same two rounds later")
def a_correction_for_rating_only(_):
    h = hall(played=3)
    h.type("A correct 1.4 0", '"correct-rating" keeps it for the rating report only', "C.04.2 art. 4.3", asks="round 2 was paired and played since")
    before = h.see("A standings")
    row = h.boards(1)[0][4]
    h.type("A correct-rating 1.4 0 !")
    needs(h.boards(1)[0][4][2] == "1-0", "the standings change")
    now = h.see("A standings")
    needs([line for line in now.splitlines() if "Eva" in line] == [line for line in before.splitlines() if "Eva" in line],
          "the standings change")
    line = next(text for text in h.report().splitlines() if text.startswith(f"001 {row[0]:4d}"))
    needs(line[91:99].split()[-1] == "0" and "### Rating correction @ Round 1" in h.report(), f"the report keeps the old: {line}")
    return h


@situation(54, 0, "the player who lost by it ends half a point short of a prize")
def what_the_rules_allow_is_said(_):
    h = hall(played=3)
    h.see("A board 1.4", "rating report only", "C.04.2 art. 4.3", "can appeal")
    return h


@situation(55, 3, "a forfeit becomes a played game, and the same two are paired now")
def a_correction_that_makes_a_repeat(_):
    h = two_who_have_met()
    h.type("A correct 1.1 1 !")
    h.see("due", "round 2:", "have met before", "[alter correct]")
    h.type("A alter again=yes !")
    h.type("A publish !")
    return h


@situation(56, 2, "the points for a draw were wrong in all rounds")
def wrong_points(_):
    h = hall(settings="draw=0.0 win=1.0")
    h.before("A pair", "A publish", "A r 1 5", "A r 2 1", "A r 3 5", "A r 4 1", "A close", "A pair", "A publish")
    h.play()
    h.type("A settings draw=0.5", "this leaves FIDE mode, for good", "other pairs would come in round 2", asks="points-changed")
    h.type("A settings draw=0.5 !")
    needs("### FIDE mode exited" in h.report(), "it is not declared")
    return h


# ---- coming and going

@situation(57, 2, "a player leaves in round 3 and is back for round 5")
def away_for_a_round(_):
    h = hall(played=2, published=True)
    board, row = h.board_of(5)
    h.type(f"A r {board} {0 if row[0] == 5 else 1}")
    h.type("A bye 5 4 zero")
    h.play()
    h.before("A pair", "A publish")
    needs(h.boards()[1].get(5) == "absent", "he is paired in round 4")
    h.play()
    h.before("A pair", "A publish")
    needs(h.board_of(5)[0], "he is not back in round 5")
    return h


@situation(58, 1, "a player withdrew on Saturday and comes on Sunday before the pairing")
def a_return(_):
    h = hall(played=1)
    h.before("A withdraw 5", "A pair", "A publish")
    h.see("A standings", "Spieler5, Eva (withdrawn)")
    h.play()
    h.type("A return 5")
    h.before("A pair", "A publish")
    needs(h.board_of(5)[0] and h.player("p5")["number"] == 5, "he is not back")
    return h


@situation(59, 2, "the same, after the pairing is published")
def a_return_onto_the_bye(_):
    h = hall(played=1)
    h.before("A withdraw 5", "A pair", "A publish")
    alone = next(n for n, why in h.boards()[1].items() if why == "bye")
    h.type("A return 5")
    h.type(f"A reseat {alone}-5 !")
    needs(h.board_of(5)[0] and not h.boards()[1], "he does not play")
    h.play()
    return h


def one_who_did_not_come():
    h = hall(played=1, published=True)
    board, row = h.board_of(5)
    h.before(f"A r {board} {'-' if row[0] == 5 else '+'}")
    h.play()
    return h


@situation(60, 1, "a player is absent without notice in round 2")
def absent_without_notice(_):
    h = one_who_did_not_come()
    h.see("due", "Spieler5, Eva did not appear in round 2: still in?", "[stay withdraw bye]")
    told = h.call(["A", "pair"], status=3)
    needs("still-in:p5:2" in told, "he is paired without a question")
    h.type('A stay 5 text="missed the train"')
    h.before("A pair", "A publish")
    needs(h.board_of(5)[0], "he is not paired")
    return h


@situation(61, 1, "the same a second time")
def absent_twice(_):
    h = one_who_did_not_come()
    h.before("A pair !", "A publish")
    board, row = h.board_of(5)
    h.before(f"A r {board} {'-' if row[0] == 5 else '+'}")
    h.play()
    told = h.call(["A", "pair"], status=3)
    needs("(game 2 lost by forfeit)" in told, "it is not counted")
    h.type("A withdraw 5")
    h.before("A pair", "A publish")
    needs(not h.board_of(5)[0], "he is paired")
    return h


@situation(62, 2, "a player is expelled after round 2 of 5")
def an_expulsion(_):
    h = hall(played=2)
    h.type('A expel 2 text="telephone in the toilet"', "the games still count for the opponents", asks="expel:p2")
    h.type('A expel 2 text="telephone in the toilet" !')
    h.see("A standings", "Spieler2, Eva (expelled): expelled; no rank")
    public = h.call(["state"], options=["--public"])
    needs('"standing": "withdrawn"' in public and "expelled" not in public and "toilet" not in public, "it is public")
    h.before("A pair", "A publish")
    needs(not h.board_of(2)[0], "he is paired")
    return h


@situation(63, 1, "a player asks for a second half-point bye")
def a_second_half_point_bye(_):
    h = hall(played=1)
    h.before("A bye 5 2 half", "A edit 6 no_half_bye=yes")
    h.type("A bye 5 3 half", "would have 2 half-point byes; 1 were announced", asks="second-half-bye:p5")
    told = h.call(["A", "bye", "6", "3", "half"], status=3)
    needs("cannot have a half-point bye" in told, "conditions do not count")
    return h


@situation(64, 1, "a player no longer wants a granted bye, before the pairing")
def a_bye_is_taken_back(_):
    h = hall(played=1)
    h.before("A bye 5 2 half")
    h.type("A bye 5 2 none")
    h.before("A pair", "A publish")
    needs(h.board_of(5)[0], "he is not paired")
    return h


@situation(65, 3, "a player withdraws an hour before a published round")
def a_withdrawal_after_the_pairing(_):
    h = hall(players=7, published=True)
    alone = next(iter(h.boards()[1]))
    board, row = h.board_of(2)
    left = row[4] if row[0] == 2 else row[0]
    h.type("A withdraw 2 from=1", "free to play", f'"reseat {left}-{alone}"', asks="is-paired:")
    h.type("A withdraw 2 from=1 !")
    h.type(f"A reseat {left}-{alone} !")
    needs(h.board_of(left)[1] and h.board_of(alone)[0], "they do not play")
    needs("### MPA @ Round 1" in h.report() or not h.state()["sections"][0]["played"][0].get("departure"), "not declared")
    h.play()
    return h


@situation(66, 1, "a player leaves and promises a share of the prize to someone")
def a_note_in_the_prize_list(_):
    h = hall(played=1)
    h.type('A edit 5 note="half of it to his wife"')
    h.before('A prize 5 "Best of the club" value=100')
    h.see("A prizes", "half of it to his wife")
    h.see("A prizes", "Best of the club", absent=["wife"], options=["--public"])
    return h


# ---- pairing

@situation(67, 3, "no legal pairing exists")
def no_legal_pairing(_):
    h = hall(players=4, rounds=5)
    h.before("A pair !", "A publish")
    h.play(3)
    h.type("A pair", "the rules allow no pairing of round 4", "pair least=yes",
           asks="no-legal-pairing:4")
    h.type("A pair least=yes !")
    h.type("A publish !")
    needs(len(h.boards()[0]) == 2 and "### MPA @ Round 4: none => " in h.report(), "the least breach is not proposed and declared")
    h.play()
    return h


@situation(68, 1, "the pairing looks wrong, and the crowd waits")
def why_these_two(_):
    h = hall(played=2, published=True)
    h.lines.append("limmat explain -r 3 -p 5 open.journal")
    done = subprocess.run([LIMMAT, "explain", "-r", "3", "-p", "5", h.path], capture_output=True, text=True)
    needs(done.returncode == 0 and "Spieler5" in done.stdout, done.stdout + done.stderr)
    return h


@situation(69, 1, "a sponsor wants the local hero at board 1")
def a_hero_at_table_1(_):
    h = hall(played=1, published=True)
    before = h.report()
    h.type("A edit 8 table=1")
    h.see("A pairings", "Table")
    needs(h.report() == before, "the tournament has changed")
    return h


def one_game_later():
    h = hall(played=1, published=True)
    h.before("A r 3 postponed")
    h.play()
    return h


@situation(70, 1, "a game is postponed, and the next round must be paired")
def a_postponed_game(_):
    h = one_game_later()
    told = h.call(["A", "pair"], status=3)
    needs("open-games" in told and "C.04.2 art. 3.1" in told, "it is not told")
    h.type("A pair !")
    h.see("A standings", "Not final: 1 game is open")
    told = h.call(["A", "finish"], status=3)
    needs("is still open" in told or "round-open" in told or "being paired" in told, "an end with an open game")
    needs("### " not in h.report() and " X" in h.report(), "the open game is not in the report")
    return h


@situation(71, 1, "it is lost after two rounds were paired with a draw")
def a_late_result(_):
    h = one_game_later()
    h.before("A pair !", "A publish")
    h.play()
    h.before("A pair !", "A publish")
    h.type("A r 2.3 0 !")
    needs("### Postponed @ Round 2" in h.report(), "it is not declared")
    h.see("due", absent=["round 2, board 3 is open"])
    return h


# ---- the end

@situation(77, 1, "players are tied after all tie-breaks, and there is one trophy")
def lots_are_drawn(_):
    h = hall(rounds=5, played=3)
    h.before("A finish !")
    h.see("A standings", "  1=    8")
    h.type("A lots 1 3 6 8")
    first = [h.player(p).get("lot") for p in ("p1", "p3", "p6", "p8")]
    h.see("A standings", "LOT", absent=["  1="])
    h.before("A lots 8 6 3 1")
    needs(sorted(first) == [1, 2, 3, 4] and first == [h.player(p).get("lot") for p in ("p1", "p3", "p6", "p8")], "drawn again, drawn otherwise")
    return h


@situation(78, 1, "prize-giving is in ten minutes, and one game is in progress")
def what_may_still_come_out(_):
    h = hall(rounds=3, played=2, published=True)
    h.before("A r 2 1", "A r 3 1", "A r 4 1")
    before = open(h.path, "rb").read()
    h.type("A outcomes", "board 1: 1-0", "board 1: 1/2-1/2", "board 1: 0-1", "Nothing is final")
    needs(open(h.path, "rb").read() == before, "a question was written down")
    return h


@situation(79, 2, "the federation returns the report: an id is another player's")
def a_wrong_id_in_the_report(_):
    h = hall(rounds=2, played=2)
    h.before("A finish", "A sent")
    h.type("A edit 5 fide_id=1399999")
    told = h.type("A since-sent", "2 lines differ")
    needs("- 001    5" in told and "+ 001    5" in told and "1399999" in told, told)
    return h


@situation(80, 2, "a month later a child's name is to be removed")
def a_person_is_erased(_):
    h = hall(rounds=2, played=2, more=('A enter "Kind, Kuno" birth=2014-02-03 contact=kuno@example.org rating=1200',
                                      'A enter "Zweit, Zoe" rating=1100'))
    public = os.path.join(HOME, "site80")
    h.before("A finish", "A incident player=p9 text=\"Kuno cried\"")
    h.type("erase p9", "reports already sent and paper cannot be changed", asks="erase:p9")
    h.type("erase p9 !")
    subprocess.run([LIMMAT, "publish", "-o", public, h.path], check=True, capture_output=True)
    found = subprocess.run(["grep", "-rlaiE", "kuno|2014-02-03", h.path, h.path[:-8] + ".private", public], capture_output=True, text=True)
    needs(found.stdout == "", f"still there: {found.stdout}")
    h.see("A standings", "player 9")
    return h


# ---- round-robins

@situation(75, 1, "a player leaves a round-robin after three of nine games")
def leaves_before_half(_):
    h = Hall(os.path.join(HOME, "round-robin.journal"))
    h.before('open "Club Round" start=2026-07-16', "section A rounds=9 system=round-robin",
             *[f'A enter "Player{n:02d}, X" rating={2200 - 10 * n} federation=SUI birth=1990' for n in range(1, 11)], "A pair", "A publish")
    for number in (1, 2, 3):
        h.before(*[f"A r {board} 1" for board in range(1, 6)], "A close")
    before = {row["number"]: row for row in h.state()["sections"][0]["players"]}
    told = h.call(["A", "withdraw", "4"], status=3)
    needs("3 of 9 games, less than half" in told and "count for no one" in told, told)
    h.type("A withdraw 4 !")
    h.see("A standings", "left before half of the games", "(withdrawn)")
    rows = list(csv.DictReader(io.StringIO(h.call(["A", "standings"], options=["-f", "csv"]))))
    needs(sum(float(row["PTS"]) for row in rows if row["PTS"]) == 12, f"three games of fifteen still count: {rows}")
    crosstable = h.see("A crosstable")
    needs(crosstable.count("1") > 12 and "-" in crosstable and "+" in crosstable, "the games are not in the table")
    report = h.report()
    needs(report.count(" w 1") + report.count(" b 1") == 15, "the games are not in the report")
    needs(before[4]["number"] == 4, "the number is another")
    return h


@situation(76, 2, "a friend steps in for the missing tenth player after round 1")
def steps_in(_):
    h = Hall(os.path.join(HOME, "stepping-in.journal"))
    h.before('open "Club Round" start=2026-07-16', "section A rounds=9 system=round-robin",
             *[f'A enter "Player{n:02d}, X" rating={2200 - 10 * n} federation=SUI birth=1990' for n in range(1, 10)], "A pair", "A publish")
    h.before(*[f"A r {board} 1" for board in range(1, 5)], "A close")
    h.type('A enter "Friend, A" rating=1900 missed=postponed', asks="steps-in:10")
    h.type('A enter "Friend, A" rating=1900 missed=postponed !')
    rows = [row for row in csv.reader(io.StringIO(h.call(["A", "table"], options=["-f", "csv"]))) if row and row[0].isdigit()]
    games = [pair for row in rows for pair in row[1:6] if "10" in pair.split("-")]
    needs(len(rows) == 9 and len(games) == 9 and len(set(games)) == 9, f"he does not meet everybody: {rows}")
    h.see("A due", "round 1, board 5 is open", "board 5 has no result")
    return h


@situation(72, 1, "half of the names of the last round must be printed tonight, while games are in progress")
def a_preview(_):
    h = hall(players=16, rounds=5, played=2, published=True)
    h.before(*[f"A r {b} {'105'[b % 3]}" for b in range(1, 8)])
    told = " ".join(h.see("A preview", "The same in every outcome", "May shift").split())
    needs("Preview only: nothing is final before the round is published. 1 open, 3 outcomes: board 8." in told, f"it is not said what it is: {told}")
    text = h.call(["A", "preview"], options=[])
    certain = set(re.findall(r"^ *[0-9-]+  (\S+, Eva) +(\S+, Eva)$", text, re.M))
    may = dict(re.findall(r"^(\S+, Eva)  +([wb] .*)$", text, re.M))
    followed = []
    for result in "105":
        copy = Hall(h.path.replace(".journal", f"-{result}.journal"))
        for end in (".journal", ".private"):
            shutil.copy(h.path[:-8] + end, copy.path[:-8] + end)
        copy.before(f"A r 8 {result}", "A close", "A pair !")
        followed.append({(white, black) for _, white, _, black, _ in copy.boards()[0].values()})
    needs(certain and certain == set.intersection(*followed), f"other pairs are certain: {certain} {told}")
    for pairs in followed:
        for white, black in pairs - certain:
            needs(f"w {black} " in may[white] and f"b {white} " in may[black], f"{white} - {black} is not among what may be: {told}")
    needs(len(h.state()["sections"][0]["played"]) == 3, "a preview has paired a round")
    return h


# ---- teams

def league(boards=4, teams=6, published=True, settings="", persons=None):
    """Teams of strong and weak persons, round 1 on the wall."""
    h = Hall(os.path.join(HOME, f"teams{len(os.listdir(HOME))}.journal"))
    h.before('open "Team Cup" start=2026-07-16 end=2026-07-19',
             f"section A system=team rounds=4 boards={boards} colour=white {settings}",
             *[f'A team "SK {chr(64 + t)}"' for t in range(1, teams + 1)],
             *[f'A enter "{chr(64 + t)}{b}, Eva" team=t{t} rating={2400 - 60 * t - 20 * b} federation=SUI birth=1990 fide_id={1000 * t + b}'
               for t in range(1, teams + 1) for b in range(1, (persons or boards + 1) + 1)],
             *(["A schedule 1 2026-07-16T14:00:00Z", "A pair", "A publish"] if published else []))
    return h


def match_of(h, number, round_=1):
    return h.state()["sections"][0]["played"][round_ - 1]["boards"][number - 1]


@situation(73, 3, "a captain hands in the line-up ten minutes late, in the wrong order")
def a_late_line_up(_):
    h = league(settings="line_up_minutes=30")
    first = h.boards()[0][1][0]
    team = next(p for p in h.state()["sections"][0]["players"] if p["number"] == first)
    at = ("--happened", "2026-07-16T13:40:00Z")
    persons = team["members"]
    letter = team["name"][3]
    h.see("A due", f"SK {letter} has not handed in its line-up for round 1")
    h.type(f"A line-up {first} 1 3 2 5", f"{letter}3, Eva (3 in the team) on board 2 comes before {letter}2, Eva (2)",
           "handed in 10 minutes after the time for it", asks=f"wrong-order:{team['id']}", options=at)
    h.type(f"A line-up {first} 1 3 2 5 !", options=at)
    needs(match_of(h, 1)["first"] == [persons[i] for i in (0, 2, 1, 4)], f"others sit there: {match_of(h, 1)}")
    h.type("A r 1:2 -")
    b = match_of(h, 1)
    needs(b["games"] == ["none", "0F-1F", "none", "none"] and "result" not in b, f"more than one board is lost: {b}")
    h.see("A teams", "handed in at 2026-07-16T13:40:00Z")
    h.before("A r 1:1 1", "A r 1:3 1", "A r 1:4 1", "A r 2 +", *[f"A r {b} ====" for b in (3,)], "A close")
    b = match_of(h, 1)
    needs(b["score"] == [3, 1] and b["result"] == "played", f"a lost board is a lost match: {b}")
    report = h.report()
    needs(report.count("\n330 ") == 1 and f"300 001 {first:03}" in report, f"the forfeited match is not apart from the board: {report}")
    return h


@situation(74, 3, "a reserve has played under the name of another")
def a_reserve_under_another_name(_):
    h = league()
    first, _, _, _, second = h.boards()[0][1]
    h.before("A r 1 1111", "A r 2 ====", "A r 3 1=0=", "A close")
    team = next(p for p in h.state()["sections"][0]["players"] if p["number"] == first)
    fourth, reserve = team["members"][3:5]
    h.type(f"A substitute 1:4 {reserve}", "the result stays, and is rated for the player who played", asks="substitute:1.1:4")
    h.type(f"A substitute 1:4 {reserve} !")
    b = match_of(h, 1)
    needs(b["first"][3] == reserve and b["games"] == ["1-0"] * 4, f"he did not play, or the result is another: {b}")
    h.type("A decide 1.1 0 2 !")
    b = match_of(h, 1)
    needs(b["score"] == [4, 0] and b["by_decision"] == [0, 2], f"the boards are others: {b}")
    report = h.report()
    numbers = {p["id"]: p["number"] for p in h.state()["sections"][0]["persons"]}
    line = {p: next(row for row in report.splitlines() if row.startswith(f"001 {numbers[p]:>4} ")) for p in (fourth, reserve)}
    needs(" w 1" in line[reserve] or " b 1" in line[reserve], f"it is not rated for who played: {line}")
    needs(" 1.0 " not in line[fourth], f"it is rated for who did not play: {line}")
    needs(f"### Correction @ Round 1: {first}-{second}, board 4" in report and "\n299 " in report, f"the report does not say it: {report}")
    h.see("A standings", f"SK {team['name'][3]}")
    rows = list(csv.DictReader(io.StringIO(h.call(["A", "standings"], options=["-f", "csv"]))))
    points = {row["name"]: float(row["PTS"]) for row in rows if row["PTS"]}
    needs(points[team["name"]] == 0, f"the decision does not count: {rows}")
    h.before("A pair", "A publish")
    path = write("decided.trf", h.report())
    done = subprocess.run([LIMMAT, "check", path], capture_output=True, text=True)
    needs(done.returncode == 0 and "0 differences" in done.stdout, f"the report is not what the rules give: {done.stdout}{done.stderr}")
    return h


# ---- the document

def name_of(number, run):
    return f"situations/{number:02d}_{run.__name__}"


HEAD = """# Situations of an arbiter's weekend

What happens in a hall, and the lines to type at `limmat desk open.journal`. An *act* is a line; views (`due`, `pairings`, `board 7`, …) are free.
A line that Limmat answers with a question counts, and so does the line that confirms it; a `!` at the end confirms in advance.
The numbers are those of a collection of eighty situations; the limit is the number of acts that it allows. Each situation is a test that counts
the lines (`tests/cli/test_situations.py` writes this page). After each the journal is verified, and every round follows the rules
or declares that it doesn't.

| | situation | acts | limit | lines | test |
|---|---|---|---|---|---|
"""


def document(rows):
    out = HEAD
    for number, most, words, run, lines in rows:
        typed = "<br>".join(f"`{line}`" for line in lines) or "-"
        out += f"| {number} | {words} | {len(lines)} | {most} | {typed} | `{run.__name__}` |\n"
    return out


def names_that_exist():
    """The tests that docs/thp-checklist.md names are there."""
    top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(top, "docs", "thp-checklist.md"), encoding="utf-8") as f:
        text = f.read()
    with open(os.path.join(top, "tests", "unit", "test_desk.c"), encoding="utf-8") as f:
        unit = f.read()
    numbers = {number for number, *_ in SITUATIONS}
    missing = [n for n in re.findall(r"situations/(\d+)", text) if int(n) not in numbers]
    missing += [name for name in re.findall(r"desk/([a-z_0-9]+)", text) if name != "simulate" and f"void {name}(void" not in unit]
    print("not ok" if missing else "ok", len(SITUATIONS) + 2, "- checklist/its_tests_are_there", " ".join(missing))
    return not missing


def listed_formats():
    note = ""
    try:
        lists_of_fide_are_read()
    except (Fault, subprocess.CalledProcessError, KeyError) as fault:
        note = f"# {type(fault).__name__} {fault}".replace("\n", "\n# ")
    print("not ok" if note else "ok", len(SITUATIONS) + 1, "- ratings/lists_of_fide_are_read")
    if note:
        print(note)
    return not note


def main():
    rows, good = [], True
    try:
        for count, (number, most, words, run) in enumerate(SITUATIONS, 1):
            note = ""
            try:
                h = run(None)
                h.right()
                lines = h.lines
                if len(lines) > most:
                    note = f"{len(lines)} acts, at most {most}: {lines}"
                rows.append((number, most, words, run, lines))
            except (Fault, subprocess.CalledProcessError, StopIteration, KeyError, IndexError) as fault:
                note = f"{type(fault).__name__} {fault}"
            print("not ok" if note else "ok", count, "-", name_of(number, run), flush=True)
            for line in note.splitlines():
                print("#", line)
            good &= not note
        good &= listed_formats()
    finally:
        shutil.rmtree(HOME)
    path = sys.argv[2]
    if len(sys.argv) > 3 and good:
        with open(path, "w", encoding="utf-8") as f:
            f.write(document(rows))
    good &= names_that_exist()
    same = good and open(path, encoding="utf-8").read() == document(rows)
    print("ok" if same else "not ok", len(SITUATIONS) + 3, "- situations/document_lists_them")
    print(f"1..{len(SITUATIONS) + 3}")


if __name__ == "__main__":
    main()
