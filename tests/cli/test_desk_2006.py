#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_desk_2006.py LIMMAT: an event by the Dutch rules of 2006 is judged by their section F, not by C.04.2 of today; the same
event of 2026 is judged by today's; TAP."""
import os
import subprocess
import sys
import tempfile

LIMMAT = sys.argv[1]
count, good = 0, True


def report(holds, name, note=""):
    global count, good
    count, good = count + 1, good and holds
    print("ok" if holds else "not ok", count, "-", name)
    if not holds:
        print("# " + str(note).replace("\n", "\n# "))


class Desk:
    def __init__(self, home, name, day, system):
        self.path = os.path.join(home, name + ".journal")
        self.call("-", stdin=f'open "Open" start={day} end={day} city=Bern federation=SUI\n'
                             f"section A rounds=6 colour=white system={system} half_byes=2\n"
                  + "".join(f'A enter "Spieler{i}, Eva" rating={2400 - 50 * i} federation=SUI\n' for i in range(1, 9)))

    def call(self, *words, stdin=None):
        done = subprocess.run([LIMMAT, "desk", self.path, *words], input=stdin, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def round(self, results="10101010"):
        self.call("A", "pair", "!")
        self.call("A", "publish", "!")
        for board in range(1, 5):
            self.call("A", "r", str(board), results[board - 1])
        return self.call("A", "close")


with tempfile.TemporaryDirectory() as home:
    old, new = Desk(home, "old", "2006-08-12", "dutch-2006"), Desk(home, "new", "2026-08-12", "dutch-2026")
    asked = old.call("A", "bye", "p8", "rounds=2", "kind=half")
    report(asked[0] == 3 and "scores 0" in asked[1] and "Dutch 2006 F5" in asked[1] and "half-bye-2006" in asked[1], "half_a_point_is_asked_about", asked)
    report(old.call("A", "bye", "p8", "rounds=2", "kind=half", "!")[0] == 0, "and_never_refused")
    report(new.call("A", "bye", "p8", "rounds=2", "kind=half")[0] == 0, "today_it_is_no_question")

    for desk in (old, new):
        desk.call("A", "pair", "!")
        desk.call("A", "publish", "!")
    asked = old.call("A", "alter")
    report(asked[0] == 3 and "B1 nor B2" in asked[1] and "Dutch 2006 F6" in asked[1] and "C.04.2" not in asked[1], "a_published_round_without_a_breach_stays", asked)
    asked = new.call("A", "alter")
    report(asked[0] == 3 and "B1" not in asked[1] and "C.04.2 art. 4.4" in asked[1], "today_it_is_asked_by_c_04_2", asked)
    for desk in (old, new):
        for board in range(1, 5):
            desk.call("A", "r", str(board), "1")
        desk.call("A", "close")
        desk.round()
        desk.round()
    asked = old.call("A", "correct", "1.1", "0")
    report(asked[0] == 3 and "next-pairing" in asked[1] and "Dutch 2006 F7" in asked[1], "a_wrong_result_counts_for_all_pairings_to_come", asked)
    report(old.call("A", "correct", "1.1", "0", "!")[0] == 0, "and_can_be_entered")
    asked = new.call("A", "correct", "1.1", "0")
    report(asked[0] == 3 and "correct-rating" in asked[1], "today_it_is_for_the_rating_report_only", asked)

    for desk in (old, new):
        desk.call("A", "pair", "!")
        desk.call("A", "publish", "!")
        for board in range(1, 5):
            desk.call("A", "r", str(board), "+" if board == 1 else "1")
        desk.call("A", "close")
    asked = old.call("A", "pair")
    report(asked[0] == 3 and "counts as withdrawn" in asked[1] and "Dutch 2006 F8" in asked[1], "absence_without_notice_counts_as_withdrawal", asked)
    asked = new.call("A", "pair")
    report(asked[0] == 3 and "still in" in asked[1] and "C.05" in asked[1], "today_it_is_a_question", asked)
    for desk in (old, new):
        kept = subprocess.run([LIMMAT, "journal", "verify", desk.path], capture_output=True, text=True)
        report(kept.returncode == 0, f"{os.path.basename(desk.path)}_is_whole", kept.stdout + kept.stderr)
print(f"1..{count}")
sys.exit(not good)
