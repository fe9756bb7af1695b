#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""test_desk.py LIMMAT: events run at a terminal, to their end, as an arbiter would.  TAP."""
import csv
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

LIMMAT = os.path.abspath(sys.argv[1])
done = 0


def ok(holds, name, note=""):
    global done
    done += 1
    print(("ok" if holds else "not ok"), done, "-", name, ("# " + note) if note and not holds else "", flush=True)


class Desk:
    def __init__(self, path):
        self.path = path
        self.acts = 0

    def run(self, *words, status=0, stdin=None):
        """One call; fails the test program when its status is another."""
        done = subprocess.run([LIMMAT, "desk", self.path, *words], input=stdin, capture_output=True, text=True)
        if status is not None and done.returncode != status:
            raise SystemExit(f"not ok - desk {' '.join(words)}: status {done.returncode}\n{done.stdout}\n{done.stderr}\n1..1")
        return done

    def say(self, lines):
        """Acts, one a line, in one call."""
        self.acts += len(lines)
        return self.run("-", stdin="\n".join(lines) + "\n").stdout

    def boards(self, section, round_number=None):
        words = [section, "pairings"] + ([str(round_number)] if round_number else []) + ["-f", "csv"]
        rows = list(csv.reader(io.StringIO(self.run(*words).stdout)))
        return [row for row in rows[1:] if row and row[0] != ""]

    def lines(self):
        with open(self.path, encoding="utf-8") as f:
            return [json.loads(line) for line in f if line.endswith("\n")]


def check(path):
    return subprocess.run([LIMMAT, "check", "-f", "json", path], capture_output=True, text=True)


def check_journal(path):
    return subprocess.run([LIMMAT, "check", path], capture_output=True, text=True)


def enter(number, chance, section):
    rating = 2400 - 17 * number - chance.randrange(10)
    return (f'{section} enter name="Spieler{number:03d}, {chance.choice(["Ana", "Bo", "Cla", "Ürs"])}" rating={rating} '
            f'federation=SUI birth={1950 + number % 60} fide_id={1300000 + number}')


def play_round(desk, section, chance, leave_out=()):
    """Random results on all boards but those left out."""
    desk.say([f"{section} r {row[0]} {chance.choice(['1', '0', '5', '1', '0'])}"
              for row in desk.boards(section) if row[0] not in leave_out])


def pair(desk, *sections):
    for section in sections:
        desk.say([f"{section} pair !", f"{section} publish !"])


def plain_event(folder):
    """No departures: everything is paired again the same, from the report and from the journal."""
    chance = random.Random(7)
    desk = Desk(os.path.join(folder, "plain.journal"))
    desk.say(['open "Plain Open" start=2026-08-01 end=2026-08-05 city=Bern federation=SUI arbiter="Hösli, Verena"',
              "section A rounds=5 colour=black"] + [enter(i, chance, "A") for i in range(1, 42)])
    for number in range(5):
        pair(desk, "A")
        play_round(desk, "A", chance)
        desk.say(["A close"])
    report = os.path.join(folder, "plain.trf")
    desk.run("A", "export", "-o", report)
    told = json.loads(check(report).stdout)
    witness(report, set())
    ok(told["rounds"] == 5 and told["differences"] == [] and not told.get("declared"), "plain/report_is_paired_the_same", str(told))
    again = check_journal(desk.path)
    ok(again.returncode == 0 and "5 published rounds: 0 differences" in again.stdout, "plain/journal_is_paired_the_same", again.stdout)
    as_json = check(desk.path)
    ok(as_json.returncode == 0 and json.loads(as_json.stdout)["rounds"] == 5, "plain/journal_is_checked_as_json", as_json.stdout)
    verified = subprocess.run([LIMMAT, "journal", "verify", desk.path], capture_output=True, text=True)
    ok(verified.returncode == 0 and " 0 faults" in verified.stdout, "plain/journal_verifies", verified.stdout)
    return desk


def open_event(folder):
    """Two sections, and everything that goes wrong in a hall."""
    chance = random.Random(26)
    desk = Desk(os.path.join(folder, "open.journal"))
    desk.say(['open "Sommer Open" start=2026-07-11 end=2026-07-19 city=Zürich federation=SUI arbiter="Hösli, Verena"',
              "section A title=Masters rounds=9 colour=white", "section B title=Amateurs rounds=9 colour=white"] +
             [enter(i, chance, "A") for i in range(1, 61)] + [enter(i, chance, "B") for i in range(61, 119)])
    desk.say(["A bye p12 2 half", "B bye p70 1 half"])
    pair(desk, "A", "B")
    play_round(desk, "A", chance)
    play_round(desk, "B", chance)
    desk.say(["A close", "B close"])
    late = desk.run("A", "enter", 'name=Verspätet, Vera', "rating=1711", "federation=SUI", "birth=1999", "--acknowledge", "all")
    ok("Verspätet" in late.stdout, "open/late_entry_is_taken", late.stderr)
    moved = desk.run("A", "move", "60", "B", "--acknowledge", "all")
    ok(moved.returncode == 0, "open/player_moves_between_sections", moved.stderr)
    desk.run("A", "withdraw", "59", "--acknowledge", "all")
    pair(desk, "A", "B")
    # one game is postponed, and its result comes two rounds later
    postponed = desk.boards("A")[5][0]
    play_round(desk, "A", chance, leave_out=(postponed,))
    play_round(desk, "B", chance)
    desk.run("A", "r", postponed, "postponed", "--acknowledge", "all")
    desk.say(["B close"])
    desk.run("A", "close", "--acknowledge", "all")
    pair(desk, "A", "B")
    play_round(desk, "B", chance)
    # a crash while results come in: what was answered is there, and the event goes on
    boards = desk.boards("A")
    results = "\n".join(f"A r {row[0]} {chance.choice('105')}" for row in boards) + "\n"
    process = subprocess.Popen([LIMMAT, "desk", desk.path, "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    process.stdin.write(results.encode())
    process.stdin.close()
    time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    with open(desk.path, "ab") as f:
        f.write(b'{"v":1,"n":99999,"half')  # and a power cut in the middle of a line
    desk.say(results.strip().split("\n"))
    text = open(desk.path, encoding="utf-8").read()
    ok('"n":99999' not in text and text.endswith("}\n"), "open/half_a_line_is_cut_off")
    desk.run("A", "result", f"2.{postponed}", "0", "--acknowledge", "all")
    desk.say(["A close", "B close"])
    desk.run("A", "return", "59", "--acknowledge", "all")
    # round 4 is published, then two pairs are changed by hand
    pair(desk, "A", "B")
    before = desk.boards("A")
    desk.run("A", "alter", "--acknowledge", "all")
    one, two = before[1], before[2]
    desk.run("A", "seat", one[1], two[7], "--acknowledge", "all")
    desk.run("A", "seat", two[1], one[7], "--acknowledge", "all")
    published = desk.run("A", "publish", "--acknowledge", "all")
    ok(published.returncode == 0, "open/published_round_is_altered", published.stderr)
    sheet = desk.run("A", "pairings", "4").stdout
    ok("version 2" in sheet, "open/sheet_names_its_version", sheet[:200])
    for number in range(4, 10):
        if number > 4:
            pair(desk, "A", "B")
        play_round(desk, "A", chance)
        play_round(desk, "B", chance)
        desk.say(["A close", "B close"])
        if number == 6:  # a wrong result two rounds back
            row = desk.boards("B", 4)[3]
            wanted = "0" if row[4].startswith("1") else "1"
            desk.run("B", "correct-rating", f"4.{row[0]}", wanted, "--acknowledge", "all")
    for section in "AB":
        report = os.path.join(folder, f"open-{section}.trf")
        desk.run(section, "export", "-o", report)
        told = check(report)
        found = json.loads(told.stdout)
        witness(report, {d["round"] for d in found["declared"]})
        ok(told.returncode == 0 and found["rounds"] == 9, f"open/report_of_{section}_has_no_undeclared_difference",
           f"{told.returncode} {found['differences']} {told.stderr}")
        if section == "A":
            ok(any(d["round"] == 4 for d in found["declared"]), "open/departure_is_declared", str(found))
    again = check_journal(desk.path)
    ok(again.returncode == 0 and " published rounds: 0 differences" in again.stdout, "open/journal_is_paired_the_same", again.stdout)
    desk.run("A", "standings")
    desk.run("B", "crosstable")
    return desk


def witness(report, declared):
    """What bbpPairings makes of ${report}, where a developer has it (BBPPAIRINGS names it): no complaint, and no round differs but
    those that ### lines declare."""
    program = os.environ.get("BBPPAIRINGS")
    if not program:
        return
    told = subprocess.run([program, "--dutch", report, "-c"], capture_output=True, text=True)
    parts = re.split(r"Round #(\d+)", told.stdout)
    differing = {int(parts[i]) for i in range(1, len(parts), 2) if "Checker pairings" in parts[i + 1]}
    name = os.path.basename(report)
    print(f"# bbpPairings: {name}: {(len(parts) - 1) // 2} rounds, differs in {sorted(differing)}, declared {sorted(declared)}")
    ok(told.returncode == 0 and told.stderr == "" and differing <= declared, f"witness/{name}", told.stderr)


def leaving_and_coming_back(folder):
    """In the middle of an event to any other program, and back: by TRF and JSON the event goes on as if nothing had happened."""
    chance = random.Random(11)
    desk = Desk(os.path.join(folder, "middle.journal"))
    desk.say(['open "Middle Open" start=2026-08-01 end=2026-08-05 city=Bern federation=SUI', "section A rounds=7 colour=white"] +
             [enter(i, chance, "A") for i in range(1, 24)])
    for number in range(4):
        if number == 2:
            desk.say(["A bye 5 3 half", "A withdraw 9"])
        pair(desk, "A")
        play_round(desk, "A", chance)
        desk.say(["A close"])
    desk.say(["A pair", "A publish"])
    boards = [row[1:3] + row[6:] for row in desk.boards("A")]
    play_round(desk, "A", chance, leave_out=("3",))
    files = {}
    for form in ("trf26", "trf16", "json", "csv"):
        files[form] = os.path.join(folder, f"middle-{form}." + {"json": "json", "csv": "csv"}.get(form, "trf"))
        desk.run("A", "export", form, "-o", files[form])
        read = subprocess.run([LIMMAT, "convert", "-t", "json", files[form]], capture_output=True, text=True)
        ok(read.returncode == 0, f"middle/leaves_as_{form}", read.stderr)
    desk.say(["A r 3 1", "A close", "A pair"])
    wanted = [row[1:3] + row[6:] for row in desk.boards("A")]
    for form in ("trf26", "trf16", "json"):
        back = Desk(os.path.join(folder, f"back-{form}.journal"))
        back.run("import", files[form], "!")
        ok([row[1:3] + row[6:] for row in back.boards("A", 5)][:2] == boards[:2], f"middle/{form}_comes_back", str(back.boards("A", 5)))
        back.say([f"A r {row[0]} 1" for row in back.boards("A", 5) if row[4] in ("-", "unknown")] + ["A close", "A pair !"])
        ok([row[1:3] + row[6:] for row in back.boards("A")] == wanted, f"middle/{form}_goes_on_the_same",
           f"{back.boards('A')}\n{wanted}")


def erasing(folder):
    """Who is erased is nowhere: journal, private file, published site, a backup that comes back; and the chain is whole."""
    desk = Desk(os.path.join(folder, "erased.journal"))
    private, site = desk.path[:-8] + ".private", os.path.join(folder, "erased-site")
    desk.say(['open "Small Open" start=2026-08-01', "section A rounds=3 colour=white",
              'A enter "Kowalczyk, Zuzanna" birth=2013-04-05 fide_id=1199887 contact=zk@example.org club="SK Nirgends" rating=1500',
              'A enter "Kowalczyk, Zuzana" birth=2013-04-05 note="the same girl, from the web form" !', "A merge p1 p2"] +
             [f'A enter "Spieler{i}, Bo" rating={1400 - i}' for i in range(5)] +
             ["A incident player=p1 text=\"zuzanna has lost her shoe\"", "A pair", "A publish"])
    ok(os.stat(private).st_mode & 0o77 == 0, "erase/the_private_file_is_its_owners_alone")
    play_round(desk, "A", random.Random(1))
    desk.say(["A close", "A withdraw 1 text=\"Zuzanna is ill\""])
    backup = open(private, "rb").read()
    subprocess.run([LIMMAT, "publish", "-o", site, desk.path], check=True, capture_output=True)

    def found(*paths):
        told = subprocess.run(["grep", "-rlaiE", "kowalczyk|zuzan|2013-04-05|1199887|zk@example|shoe|same girl", *paths],
                              capture_output=True, text=True)
        return told.stdout

    ok(private in found(private) and site in found(site) and not found(desk.path), "erased/was_there_before_but_not_in_the_journal")
    desk.run("erase", "p1", "!")
    subprocess.run([LIMMAT, "publish", "-o", site, desk.path], check=True, capture_output=True)
    ok(found(desk.path, private, site) == "", "erased/is_nowhere", found(desk.path, private, site))
    log = desk.run("log").stdout
    ok("shoe" not in log and "Zuz" not in log, "erased/nor_in_the_log", log)
    # the private file of yesterday is copied back
    with open(private, "wb") as f:
        f.write(backup)
    ok("Zuz" not in desk.run("A", "players").stdout, "erased/a_backup_shows_nothing")
    desk.say(["announce back"])
    ok(found(private) == "", "erased/a_backup_is_erased_again", found(private))
    told = subprocess.run([LIMMAT, "journal", "verify", desk.path], capture_output=True, text=True)
    ok(told.returncode == 0 and "of those erased" in told.stdout and " 0 faults" in told.stdout, "erased/the_chain_is_whole", told.stdout)
    ok("player 1" in desk.run("A", "crosstable").stdout, "erased/the_games_stay")
    desk.say(["A pair", "A publish"])


def refusals(folder):
    """What cannot be is refused with the way out, and nothing is written."""
    desk = Desk(os.path.join(folder, "plain.journal"))
    before = open(desk.path, "rb").read()
    for words in (("A", "r", "99", "1"), ("A", "withdraw", "77"), ("A", "section", "x"), ("nonsense",), ("A", "r", "1", "7"),
                  ("A", "bye", "3"), ("A", "pair"), ("C", "pairings")):
        told = desk.run(*words, status=3)
        if not told.stderr.startswith("limmat: "):
            ok(False, "refused/" + "_".join(words), told.stderr)
            return
    ok(open(desk.path, "rb").read() == before, "refused/nothing_is_written")
    empty = os.path.join(folder, "none.journal")
    Desk(empty).run("pair", status=3)
    Desk(empty).run("open", "status=9", status=3)
    ok(not os.path.exists(empty) and not os.path.exists(empty[:-8] + ".private"), "refused/no_file_is_left_behind")


def numbers_on_the_wall(folder):
    """What is typed as 2.4 is board 4 of round 2 as the wall has it, also where boards were paired anew; and "--" is a result."""
    desk = Desk(os.path.join(folder, "wall.journal"))
    desk.say(['open "Wall" start=2026-07-16', "section A rounds=3 colour=white"] +
             [f'enter "Spieler{i}, X" rating={2300 - 20 * i} birth=1990' for i in range(8)] + ["pair", "publish", "r 4 1", "moves 1"])
    desk.run("alter", "again=yes", "!")
    desk.run("publish", "!")
    ids = {board["number"]: board["id"] for board in json.loads(desk.run("state").stdout)["sections"][0]["played"][0]["boards"]}
    moved = [number for number, name in ids.items() if name != f"1.{number}"]
    ok(moved, "wall/boards_have_other_ids", str(ids))
    number = moved[0]
    who = {row[0]: row for row in desk.boards("A", 1)}[str(number)]
    desk.run("r", f"1.{number}", "=")
    now = {row[0]: row for row in desk.boards("A", 1)}
    ok(now[str(number)][4] == "1/2-1/2" and now[str(number)][1] == who[1], "wall/what_is_typed_is_what_hangs_there", str(now))
    ok(f"board {number}:" in desk.run("board", f"1.{number}").stdout, "wall/looked_at_by_the_same_name")
    other = next(row[0] for row in desk.boards("A", 1) if row[4] == "-" and ids[int(row[0])] != "1.1")
    desk.run("r", other, "--")
    ok({row[0]: row for row in desk.boards("A", 1)}[other][4] == "0F-0F", "wall/two_dashes_are_a_result")


def tampering(folder, desk):
    """A byte changed, a line left out, two swapped: each is named."""
    lines = open(desk.path, encoding="utf-8").read().splitlines(True)
    k = len(lines) // 2

    def verify(changed, name, word):
        path = os.path.join(folder, name + ".journal")
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(changed)
        with open(path[:-8] + ".private", "w", encoding="utf-8") as f:
            f.write(open(desk.path[:-8] + ".private", encoding="utf-8").read())
        told = subprocess.run([LIMMAT, "journal", "verify", path], capture_output=True, text=True)
        ok(told.returncode == 6 and word in told.stderr, "tampered/" + name, f"{told.returncode} {told.stderr[:300]}")

    verify(lines[:k] + [lines[k].replace('"by":"arbiter"', '"by":"arbitex"')] + lines[k + 1:], "byte_changed", f":{k + 1}")
    verify(lines[:k] + lines[k + 1:], "line_left_out", str(k + 1))
    verify(lines[:k] + [lines[k + 1], lines[k]] + lines[k + 2:], "lines_swapped", f":{k + 1}")


def matches(folder):
    """Double-Swiss: matches of two games, a bye, a withdrawal, a correction, a game open; then the same in another program's file."""
    desk, chance = Desk(os.path.join(folder, "matches.journal")), random.Random(45)
    desk.say(["open \"Match Cup\" start=2026-07-16 city=Chur", "section A rounds=5 system=double-swiss colour=white"])
    desk.say([enter(n, chance, "A") for n in range(1, 16)])
    desk.say(["bye p4 2 half"])
    typed = {"2-0": ("1-0", "1-0"), "0-2": ("0-1", "0-1"), "==": ("1/2-1/2", "1/2-1/2"), "1 =": ("1-0", "1/2-1/2"), "0 1": ("0-1", "1-0"),
             "+ -": ("1F-0F", "0F-1F"), "2-0f": ("1F-0F", "1F-0F")}
    for number in range(1, 6):
        desk.say(["A pair !", "A publish"])
        if number == 1:
            desk.say(["A r 1a 1", "A r 2 ==", "A r 2b 0"])
            ok([row[4] for row in desk.boards("A")[:2]] == ["1-0 none", "1/2-1/2 0-1"], "matches/each_game_has_a_letter", str(desk.boards("A")[:2]))
            ok("board 1 has no result of its second game" in desk.run("A", "due").stdout, "matches/the_second_game_is_due")
            ok("one game has two results" in desk.run("A", "r", "3a", "1", "=", status=3).stderr, "matches/two_results_of_one_game_are_refused")
        boards = desk.boards("A")
        words = [chance.choice(list(typed)) for _ in boards]
        desk.say([f"A r {row[0]} {word}" for row, word in zip(boards, words)])
        ok([row[4] for row in desk.boards("A")] == [" ".join(typed[word]) for word in words], f"matches/results_of_round_{number}")
        if number == 2:
            desk.say(["A c 1b 0" if boards and words[0] != "2-0f" else "A c 1 =", "A withdraw 9"])
        if number == 3:
            desk.say(["A r 2b p"])
            told = subprocess.run([LIMMAT, "convert", "-t", "json", "-o", os.path.join(folder, "matches.json"), desk.path], capture_output=True, text=True)
            ok(told.returncode == 0, "matches/a_half_played_round_leaves", told.stderr)
            subprocess.run([LIMMAT, "convert", "-t", "trf26", "-o", os.path.join(folder, "matches.trf"), desk.path], check=True, capture_output=True)
            for kind in ("json", "trf"):
                other = Desk(os.path.join(folder, f"matches-{kind}.journal"))
                other.run("import", os.path.join(folder, "matches." + kind), "!")
                ok([row[1:] for row in other.boards("A", 3)] == [row[1:] for row in desk.boards("A", 3)], f"matches/{kind}_comes_back_in_the_middle",
                   str(other.boards("A", 3)) + str(desk.boards("A", 3)))
                other.say(["A pair !", "A publish"])
                ok(check(other.path).returncode == 0, f"matches/{kind}_goes_on", check(other.path).stdout)
            desk.say(["A r 2b 1"])
        desk.say(["A close"])
    desk.say(["A finish"])
    told = check_journal(desk.path)
    ok("5 published rounds: 0 differences" in told.stdout, "matches/every_round_is_the_rules", told.stdout + told.stderr)
    report = subprocess.run([LIMMAT, "convert", "-t", "trf26", desk.path], capture_output=True, text=True).stdout
    path = os.path.join(folder, "matches-report.trf")
    with open(path, "w", encoding="utf-8") as f:
        f.write(report)
    ok("192 FIDE_DOUBLESWISS" in report and "142 10" in report, "matches/the_report_has_two_columns_a_match")
    told = check(path)
    ok(told.returncode == 0 and not json.loads(told.stdout)["differences"], "matches/the_report_is_paired_again", told.stdout[:300])
    slips = desk.run("A", "slips", "5", "1").stdout
    ok("Game 1" in slips and "Game 2" in slips and "White, then Black" in slips, "matches/slips_have_both_games", slips)
    points = [row for row in csv.reader(io.StringIO(desk.run("A", "standings", "-f", "csv").stdout))]
    ok(max(float(row[points[0].index("PTS")]) for row in points[1:] if len(row) > 3) > 5, "matches/points_of_both_games_count")


def table(folder):
    """A double round-robin of five: all rounds at once, a game ahead, left and gone on with in the middle."""
    desk, chance = Desk(os.path.join(folder, "table.journal")), random.Random(5)
    desk.say(['open "Club Round" start=2026-07-16', "section A rounds=10 system=round-robin exchanged=yes"])
    desk.say([enter(n, chance, "A") for n in range(1, 6)])
    desk.say(["A pair", "A publish"])
    rows = list(csv.reader(io.StringIO(desk.run("A", "table", "-f", "csv").stdout)))[1:]
    rows = [row for row in rows if row and row[0].isdigit()]
    meetings = sorted(tuple(sorted(pair.split("-"))) for row in rows for pair in row[1:3])
    ok(len(rows) == 10 and all(meetings.count(pair) == 2 for pair in meetings) and len(meetings) == 20, "table/everybody_meets_twice", str(rows))
    desk.say(["A r 9.1 ="])
    ok(desk.boards("A", 9)[0][4] == "1/2-1/2" and "round 1 of 10" in desk.run("A", "due").stdout, "table/a_game_is_played_ahead")
    for number in range(1, 11):
        if number == 4:
            desk.say(["A x 9.1"])
            for kind in ("trf26", "json"):
                path, other = os.path.join(folder, "table." + kind), Desk(os.path.join(folder, f"table-{kind}.journal"))
                subprocess.run([LIMMAT, "convert", "-t", kind, "-o", path, desk.path], check=True, capture_output=True)
                other.run("import", path, "!")
                other.say(["A pair !", "A publish !"])
                same = [[row[:8] for row in other.boards("A", n)] == [row[:8] for row in desk.boards("A", n)] for n in range(5, 11)]
                ok(all(same), f"table/{kind}_goes_on", str(same))
                ok(check(other.path).returncode == 0, f"table/{kind}_is_the_rules", check(other.path).stdout)
        desk.say([f"A r {row[0]} {chance.choice('105')}" for row in desk.boards("A", number)] + ["A close"])
    desk.say(["A finish"])
    told = check_journal(desk.path)
    ok("10 published rounds: 0 differences" in told.stdout, "table/every_round_is_the_rules", told.stdout + told.stderr)
    path = os.path.join(folder, "table-report.trf")
    subprocess.run([LIMMAT, "convert", "-t", "trf26", "-o", path, desk.path], check=True, capture_output=True)
    told = check(path)
    ok(told.returncode == 0 and json.loads(told.stdout)["rounds"] == 10, "table/the_report_is_the_rules", told.stdout[:300])
    ok("FIDE_DOUBLEROUNDROBIN" in open(path, encoding="utf-8").read(), "table/its_code_says_what_is_exchanged")


def empty_round(folder):
    """Of two who meet five times one is expelled from round 3 before the table is made: the rounds after are without games."""
    desk, chance = Desk(os.path.join(folder, "empty.journal")), random.Random(6)
    desk.say(['open "Two Friends" start=2026-07-16', "section A rounds=5 system=round-robin"])
    desk.say([enter(n, chance, "A") for n in range(1, 3)])
    desk.say(["A expel p1 from=3 !"])
    desk.say(["A pair !"])
    ok([len(desk.boards("A", n)) for n in range(1, 6)] == [1, 1, 0, 0, 0], "empty_round/the_table_is_made", str([desk.boards("A", n) for n in range(1, 6)]))
    desk.say(["A publish !", "A r 1.1 1", "A close !", "A r 2.1 0", "A close !", "A close !", "A close !", "A close !", "A finish !"])
    told = check(desk.path)
    ok(told.returncode == 0, "empty_round/and_played_to_the_end", told.stdout + told.stderr)


def kept_apart(folder):
    """Numbers of a table by federation: who is of one has one envelope of the annex, and meets early."""
    desk = Desk(os.path.join(folder, "apart.journal"))
    desk.say(['open "Two Nations" start=2026-07-16', "section A rounds=9 system=round-robin numbers_by=federation"])
    desk.say([f'A enter "Player {n:02d}" federation={"FRA" if n % 4 == 0 else "SUI" if n % 4 == 1 else "G" + chr(70 + n) + "X"}'
              for n in range(1, 11)])
    desk.say(["A pair", "A publish"])
    people = list(csv.reader(io.StringIO(desk.run("A", "players", "-f", "csv").stdout)))
    where = {head.lower(): i for i, head in enumerate(people[0])}
    nation = {row[where["no."]]: row[where["fed"]] for row in people[1:] if len(row) == len(people[0])}
    table_rows = list(csv.reader(io.StringIO(desk.run("A", "table", "-f", "csv").stdout)))[1:]
    late = [pair.split("-") for row in table_rows if row and row[0] in ("7", "8", "9") for pair in row[1:] if "-" in pair]
    same = [pair for pair in late if nation[pair[0]] == nation[pair[1]]]
    ok(len(late) == 15 and len(nation) == 10 and not same, "apart/one_federation_meets_early", f"{late} {nation}")


def two_teams(folder):
    """A Scheveningen match: two clubs of five and four are the teams; without two such clubs, the lot."""
    desk, chance = Desk(os.path.join(folder, "match.journal")), random.Random(8)
    desk.say(['open "Castle against Tower" start=2026-07-16', "section A rounds=9 system=scheveningen"])
    desk.say([enter(n, chance, "A") + f' club={"Tower" if n % 2 == 0 else "Castle"}' for n in range(1, 10)])
    desk.say(["A pair", "A publish"])
    people = list(csv.reader(io.StringIO(desk.run("A", "players", "-f", "csv").stdout)))
    where = {head.lower(): i for i, head in enumerate(people[0])}
    name = {row[where["no."]]: row[where["name"]] for row in people[1:] if len(row) == len(people[0])}
    castle = {no for no, who in name.items() if int(re.search(r"\d+", who).group()) % 2}
    rows = list(csv.reader(io.StringIO(desk.run("A", "table", "-f", "csv").stdout)))[1:]
    games = [cell.split("-") for row in rows if row for cell in row[1:] if "-" in cell]
    ok(len(rows) == 5 and len(games) == 20 and len({frozenset(g) for g in games}) == 20
       and all((a in castle) != (b in castle) for a, b in games), "two_teams/everybody_meets_everybody_of_the_other_club", f"{games} {castle}")
    told = desk.run("A", "enter", "Late, L", "club=Tower", "missed=forfeit", "!", status=None)
    ok(told.returncode == 0, "two_teams/the_free_number_may_still_be_taken", told.stdout + told.stderr)
    path = os.path.join(folder, "match.trf")
    desk.run("A", "export", "-o", path)
    ok("FIDE_SCHEVENINGEN" in open(path, encoding="utf-8").read(), "two_teams/its_code_is_in_the_report")
    drawn = Desk(os.path.join(folder, "drawn.journal"))
    drawn.say(['open "Evening" start=2026-07-16', "section A rounds=3 system=scheveningen"])
    drawn.say([enter(n, chance, "A") for n in range(1, 7)])
    pair = drawn.run("A", "pair")
    told = pair.stdout + pair.stderr
    ok("both teams are by plain lot" in told, "two_teams/without_two_clubs_the_lot_is_told", told)


def knock_out(folder):
    """No section is a knock-out; where one is opened is said."""
    desk = Desk(os.path.join(folder, "knock-out.journal"))
    desk.say(['open "Cup" start=2026-07-16'])
    for name in ("knockout", "Knock-out", "ko"):
        told = desk.run("section", "A", "rounds=4", f"system={name}", status=3).stderr
        ok("it is a championship" in told and "championship new club-knock-out" in told, f"knock_out/{name}_is_led_to_a_championship", told)


def season(folder):
    """A season of Keizer's system: who can comes, settings are kept by the files, all is worked out again."""
    desk, chance = Desk(os.path.join(folder, "season.journal")), random.Random(9)
    desk.say(['open "Club Season" start=2026-09-04', 'section A rounds=8 system=keizer keizer="top=40 own=50 apart=4"'])
    told = desk.run("section", "B", "rounds=3", "system=keizer", "keizer=tap=3", status=3).stderr
    ok("Keizer 5" in told and "excuses" in told, "season/a_setting_that_there_is_not_is_told", told)
    desk.say([enter(n, chance, "A") for n in range(1, 12)])
    for number in range(1, 7):
        away = chance.sample(range(1, 12), 3)
        desk.say([f"A bye {n} {number} {chance.choice(['full', 'half', 'zero'])} !" for n in away] if number > 1 else [])
        pair(desk, "A")
        play_round(desk, "A", chance)
        desk.say(["A close"])
    told = check_journal(desk.path)
    ok("6 published rounds: 0 differences" in told.stdout, "season/every_round_is_the_rules", told.stdout + told.stderr)
    standings = list(csv.reader(io.StringIO(desk.run("A", "standings", "-f", "csv").stdout)))
    heads = standings[0]
    scores = [float(row[heads.index("KEIZ")]) for row in standings[1:] if len(row) == len(heads)]
    ok(len(scores) == 11 and scores == sorted(scores, reverse=True), "season/the_keizer_score_ranks", str(standings))
    for kind in ("trf26", "json"):
        path, other = os.path.join(folder, "season." + kind), Desk(os.path.join(folder, f"season-{kind}.journal"))
        subprocess.run([LIMMAT, "convert", "-t", kind, "-o", path, desk.path], check=True, capture_output=True)
        told = check(path)
        ok(told.returncode == 0 and json.loads(told.stdout)["rounds"] == 6, f"season/{kind}_is_the_rules", told.stdout[:300])
        other.run("import", path, "!")
        again = list(csv.reader(io.StringIO(other.run("A", "standings", "-f", "csv").stdout)))
        of = heads.index("KEIZ")
        ok([row[of] for row in again[1:] if len(row) > of] == [row[of] for row in standings[1:] if len(row) > of],
           f"season/{kind}_keeps_the_settings", str(again))
    desk.say(["A settings keizer=top=20 !"])
    told = desk.run("A", "standings", "-f", "csv").stdout
    ok("KEIZ" in told and f",{scores[0]:.1f}," not in told, "season/other_settings_work_all_out_again", told)


def a_club_night(folder):
    """The first steps of somebody with a list from a spreadsheet, in his language and encoding."""
    desk = Desk(os.path.join(folder, "club.journal"))
    desk.say(["open Clubavond start=2026-11-20", "section A rounds=5"])
    due = desk.run().stdout
    ok("no players are entered yet" in due and "paste" in due and "can be paired" not in due, "club/nobody_can_be_paired_without_players", due)
    lists = {
        "dutch": ("cp1252", "Naam;Rating;Vereniging;Geboren\nØster, Jan;1850;SC Zürich;1990\nŠimek;;Léon;12-03-2011\n"),
        "german": ("utf-16", "Nachname;Vorname;DWZ;Verein;Jahrgang\nØster;Jan;1850;SC Zürich;1990\nŠimek;;;Léon;2011\n"),
        "french": ("utf-8-sig", "Nom et prénom,Elo,Club,Naissance\r\n\"Øster, Jan\",1850,\"SC Zürich\",1990\r\n\"Šimek\",,Léon,2011\r\n"),
        "italian": ("utf-8", "Cognome e nome\tElo\tSocietà\tNato\nØster, Jan\t1850\tSC Zürich\t1990\nŠimek\t\tLéon\t2011\n"),
        "spanish": ("utf-8", 'Apellidos y nombre;Elo;Club;Nacimiento\nØster, Jan;1850;"SC Zürich";1990\nŠimek;;Léon;2011\n')}
    for language, (encoding, text) in lists.items():
        path = os.path.join(folder, f"{language}.csv")
        with open(path, "wb") as f:
            f.write(text.encode(encoding))
        rows = desk.run("paste", path).stdout.splitlines()
        people = [row for row in rows if "Øster, Jan" in row or "Šimek" in row]
        ok(len(people) == 2 and all(word in people[0] for word in ("1850", "SC Zürich", "1990")) and "Léon" in people[1]
           and "2011" in people[1] and not any("Rating" in row or "Elo " in row for row in rows), f"club/a_{language}_list_is_understood", "\n".join(rows))
    told = desk.run("paste", os.path.join(folder, "no-such.csv"), status=None)
    ok(told.returncode != 0 and "no-such.csv" in told.stderr and "neither" not in told.stderr, "club/a_list_that_is_not_there_is_named", told.stderr)
    told = desk.run("ratings", os.path.join(folder, "no-such.csv"), "month=2026-07", status=None)
    ok(told.returncode != 0 and "no-such.csv" in told.stderr and "neither" not in told.stderr, "club/ratings_of_a_list_that_is_not_there_name_it", told.stderr)
    quoted = os.path.join(folder, "quoted.csv")
    with open(quoted, "w", encoding="utf-8") as f:
        f.write('Name,Rating,Club\n"Muster, Max",1850,"SC ""Turm"", Bern"\n"Bär, Eva",1700,\n')
    desk.run("paste", quoted, "!")
    told = desk.run("players").stdout
    ok("Muster, Max" in told and 'SC "Turm", Bern' in told, "club/quotes_hold_what_parts_columns", told)
    seen = []
    for words in (["undo"], ["redo"], ["undo"], ["redo"]):
        desk.run(*words)
        seen.append(sum(name in desk.run("players").stdout for name in ("Muster, Max", "Bär, Eva")))
    ok(seen == [0, 2, 0, 2], "club/a_paste_is_one_entry_to_undo_and_to_redo", str(seen))
    desk.say(["enter First", "enter Second", "undo"])
    told = desk.run("players").stdout
    ok("First" in told and "Second" not in told, "club/two_entries_of_one_second_are_two_to_undo", told)
    desk.say(["redo", "undo", "undo", "redo", "redo"])
    told = desk.run("players").stdout
    ok("First" in told and "Second" in told, "club/entries_are_redone_in_their_order", told)
    told = desk.run("redo", status=3).stderr
    ok("nothing to redo" in told, "club/there_is_nothing_more_to_redo", told)
    desk.say(["undo", "undo"])
    told = desk.run("import", quoted, status=3).stderr
    ok("paste" in told, "club/who_would_take_over_a_list_is_told_to_paste_it", told)
    told = desk.run("r", "1", "1", status=3).stderr
    ok("pair a round" in told, "club/a_result_before_the_first_round_is_told_what_to_do", told)
    told = desk.run("bye", "bar", "3", "half").stdout + desk.run("withdraw", "muster m").stdout
    ok("Bär, Eva" in told and "Muster, Max" in told, "club/players_are_called_by_a_part_of_their_name", told)
    desk.run("return", "max")
    desk.run("enter", "Muster, Moritz")
    told = desk.run("withdraw", "muster", status=3).stderr
    ok("2 players" in told and "Max" in told and "Moritz" in told, "club/who_is_not_alone_with_a_name_is_not_guessed", told)
    desk.run("remove", "moritz")
    desk.run("pair", "!")
    told = desk.run("r", "1", "1", status=3).stderr
    ok("publish the round first" in told, "club/and_one_before_it_is_published", told)
    other = os.path.join(folder, "other.trf")
    subprocess.run([LIMMAT, "generate", "-n", "8", "-R", "3", "-o", other], check=True, capture_output=True)
    desk.run("B", "import", other, "!")
    due = desk.run().stdout
    ok("  B  8 players" in due, "club/a_tournament_becomes_another_section", due)
    wants = [line.strip()[:2] for line in due.splitlines() if "for the report" in line]
    ok(wants == sorted(wants), "club/what_is_due_stands_by_section", due)


def local_times(folder):
    """Times are those of the clocks of the event; of an event without a zone they are shown in UTC."""
    desk = Desk(os.path.join(folder, "times.journal"))
    desk.say(['open "Times" start=2026-10-03 zone=Europe/Zurich', "section A rounds=3", "schedule 1 2026-10-03T14:00", 'schedule 2 "2026-10-31 14:00"'] +
             [f'enter "Player {i}"' for i in range(1, 5)])
    told = [(line["start"], line.get("offset")) for line in desk.lines() if line.get("event") == "schedule"]
    ok(told == [("2026-10-03T12:00:00Z", 120), ("2026-10-31T13:00:00Z", 60)], "times/schedule_takes_local_times", str(told))
    pair(desk, "A")
    sheet = desk.run("A", "pairings").stdout
    ok("2026-10-03 14:00 CEST" in sheet, "times/sheets_show_them", sheet)
    ok(re.search(r"\d\d:\d\d CES?T", desk.run("log").stdout) is not None, "times/the_log_is_in_local_time")
    told = desk.run("change", "zone=Europe/Zuerich", status=3).stderr
    ok("not a time zone" in told, "times/an_unknown_zone_is_refused", told)


def shortened(folder):
    """A round that was paired as no last one is named when it becomes the last; open games are named."""
    desk = Desk(os.path.join(folder, "shorter.journal"))
    desk.say(['open "Shorter" start=2026-07-01', "section A rounds=5 colour=white"] +
             [f'enter "P{i:02}" rating={2400 - 10 * i}' for i in range(1, 15)])
    for number, results in enumerate(['0050000', '0500010', '0155050'], 1):
        pair(desk, "A")
        desk.say([f"r {number}.{board} {result}" for board, result in enumerate(results, 1)])
        if number < 3:
            desk.say(["close"])
    desk.say(["correct 3.2 postponed"])
    told = desk.run("pair", status=3).stderr
    ok(re.search(r"round 3, board 2: P\d\d – P\d\d", told) is not None, "shorter/open_games_are_named", told)
    desk.say(["r 3.2 1", "close"])
    told = desk.run("settings", "rounds=3", status=3).stderr
    ok("other pairs would have come in round 3 (8-14 3-4 => 8-3 14-4)" in told, "shorter/the_last_round_is_compared", told)
    told = desk.run("finish", status=3).stderr
    ok("had 3 rounds been announced, other pairs would have come in round 3" in told, "shorter/at_an_early_end_too", told)
    told = desk.run("call-off", "It rains in.", status=3).stderr
    ok("other pairs would have come in round 3" in told, "shorter/and_when_it_is_called_off", told)


def typed(folder):
    """Slips are told, every view is JSON where that is asked for, the report is whole."""
    desk = Desk(os.path.join(folder, "typed.journal"))
    desk.say(['open "Typed" start=2026-07-01 federation=SUI arbiter="Hösli, Verena"', "section A rounds=2 colour=white"])
    told = desk.run("enter", "Muster, Hans ratng=1800", status=3).stderr
    ok('"ratng=1800" is not a field of enter; did you mean "rating="?' in told, "typed/a_slip_behind_a_name_is_told", told)
    told = desk.run("enter", "Muster,", "Hans", "ratng=1800", status=3).stderr
    ok('did you mean "rating="?' in told, "typed/also_as_a_word_of_its_own", told)
    told = desk.run("enter", "Muster, Hans colour=red", status=3).stderr
    ok('"colour=red" is not a field of enter' in told, "typed/and_where_no_field_is_near", told)
    lines = len(desk.lines())
    told = desk.run("settings", status=3).stderr
    ok("says nothing to change" in told and len(desk.lines()) == lines, "typed/settings_alone_write_nothing", told)
    desk.say([f'enter "Player, No{i}" rating={2000 - 10 * i}' for i in range(1, 5)])
    desk.say(["announce Round 2 = tomorrow"])
    pair(desk, "A")
    bad = []
    for view in ("due", "players", "log", "pairings", "names", "slips", "standings", "crosstable", "cards", "check-in", "byes", "prizes", "sweep",
                 "board 1", "outcomes", "check", "state", "export"):
        out = desk.run(*view.split(), "-f", "json").stdout
        try:
            json.loads(out)
        except ValueError:
            bad.append(view)
    ok(bad == [], "typed/every_view_is_json", " ".join(bad))
    sheet = json.loads(desk.run("players", "-f", "json").stdout)["tables"][0]
    ok([row[3] for row in sheet["rows"]] == [f"Player, No{i}" for i in range(1, 5)] and sheet["columns"][3]["head"] == "Name", "typed/with_its_columns", str(sheet))
    desk.say(["r 1 1", "r 2 1", "close"])
    pair(desk, "A")
    desk.say(["r 1 1", "r 2 5", "close"])
    before = desk.run("export").stdout
    desk.say(["finish !"])
    ranks = sorted(line[85:89].strip() for line in desk.run("export").stdout.splitlines() if line.startswith("001"))
    ok(ranks == ["1", "2", "3", "4"] and all(not line[85:89].strip() for line in before.splitlines() if line.startswith("001")),
       "typed/the_report_of_what_is_finished_has_ranks", str(ranks))
    desk = Desk(os.path.join(folder, "halves.journal"))
    desk.say(['open "Double" start=2026-07-01', "section A rounds=1 system=double-swiss colour=white"] + [f'enter "P{i}" rating={2000 - 10 * i}' for i in range(1, 5)])
    pair(desk, "A")
    desk.say(["r 1 1.5-0.5", "r 2 0-2"])
    points = {row[0] + row[1]: row[3] for row in csv.reader(io.StringIO(desk.run("standings", "-f", "csv").stdout))}
    ok(sorted(value for value in points.values() if value[:1].isdigit()) == ["0.0", "0.5", "1.5", "2.0"], "typed/matches_of_two_games_the_usual_way", str(points))
    desk = Desk(os.path.join(folder, "sides.journal"))
    desk.say(['open "Match" start=2026-07-01', "section A rounds=2 system=scheveningen"] +
             [f'enter "{name}" club={club}' for name, club in (("B1", "Bern"), ("B2", "Bern"), ("C1", "Basel"), ("C2", "Basel"))])
    pair(desk, "A")
    desk.say(["r 1.1 1", "r 1.2 5"])
    told = desk.run("standings").stdout
    ok(re.search(r"Match: (Bern|Basel) \d\.\d - (Bern|Basel) \d\.\d", told) is not None, "typed/a_scheveningen_match_has_its_score", told)


def languages(folder):
    """Sheets and views as their readers speak; files for programs stay as they are."""
    desk = Desk(os.path.join(folder, "languages.journal"))
    desk.say(['open "Open" start=2026-07-01', "section A rounds=3"] + [f'enter "P{i}" rating={2000 - 10 * i} federation=SUI birth=1990' for i in range(1, 6)] + ["bye p5 1 half"])
    begun = desk.run("--lang", "fr", "due").stdout
    pair(desk, "A")
    desk.say(["r 1 1", "withdraw p4 2"])
    seen = {view: {code: desk.run("--lang", code, *view.split()).stdout for code in ("en", "de", "fr", "it", "es")}
            for view in ("pairings", "names", "slips", "standings", "crosstable", "cards", "check-in", "byes", "players", "log", "due")}
    words = {"pairings": ("Weiß", "ronde 1", "Nero", "emparejamientos"), "names": ("Farbe", "Adversaire", "Avversario", "Rival"),
             "slips": ("Runde 1, Brett 1", "échiquier 1", "Firma", "tablero 1"), "standings": ("Rangliste nach Runde 1", "Provisoire", "Non definitiva", "Provisional"),
             "crosstable": ("Kreuztabelle", "Grille américaine", "Tabellone", "Cuadro"), "cards": ("Spielerkarten", "Fiches", "Schede", "Fichas"),
             "check-in": ("noch nicht da", "ne sont pas encore là", "non sono ancora presenti", "aún no están"), "byes": ("Freilos mit ½ Punkt", "bye à ½ point", "bye da ½ punto", "descanso de ½ punto"),
             "players": ("zurückgezogen", "retiré", "ritirato", "retirado"), "log": ("Runde 1", "ronde 1", "turno 1", "ronda 1"), "due": ("Runde 1 von 3", "ronde 1 sur 3", "turno 1 di 3", "ronda 1 de 3")}
    wrong = [f"{view} {code}: {wanted}" for view, each in words.items() for code, wanted in zip(("de", "fr", "it", "es"), each) if wanted.lower() not in seen[view][code].lower()]
    ok(wrong == [], "languages/each_sheet_and_view_has_its_words", str(wrong))
    english = [f"{view} {code}: {word}" for view, each in seen.items() for code, text in each.items() if code != "en"
               for word in ("pairings", "Opponent", "withdrawn", "absent,", "Line ", "Not final", "Needs attention", "fingerprint") if word in text]
    ok(english == [], "languages/and_none_of_english", str(english))
    ok("5 joueurs, 3 rondes" in begun and "paires" not in begun, "languages/what_is_due_before_round_1", begun)
    ok(desk.run("--lang", "de", "pairings", "-f", "csv").stdout == desk.run("pairings", "-f", "csv").stdout and desk.run("--lang", "de", "due", "-f", "json").stdout == desk.run("due", "-f", "json").stdout,
       "languages/files_for_programs_are_the_same_in_all")
    ok("Weiß" in desk.run("--lang", "de", "pairings", "-f", "html").stdout, "languages/paper_too")
    ok("unknown language" in desk.run("--lang", "xx", "pairings", status=3).stderr, "languages/another_is_refused")
    told = subprocess.run([LIMMAT, "desk", desk.path, "pairings"], capture_output=True, text=True, env={**os.environ, "LC_ALL": "it_IT.UTF-8"}).stdout
    ok("Risultato" in told, "languages/the_reader's_own_without_asking", told)


with tempfile.TemporaryDirectory() as home:
    languages(home)
    a_club_night(home)
    typed(home)
    shortened(home)
    local_times(home)
    table(home)
    empty_round(home)
    kept_apart(home)
    two_teams(home)
    knock_out(home)
    season(home)
    matches(home)
    numbers_on_the_wall(home)
    plain = plain_event(home)
    refusals(home)
    tampering(home, plain)
    open_event(home)
    leaving_and_coming_back(home)
    erasing(home)
print(f"1..{done}")
