#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_kills.py LIMMAT: a rating office is killed (-9) at any moment while it makes or publishes a list of 30,000 players, once
with the program that makes it and once without: afterwards there is the old list or the new one, whole.  TAP."""
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from served import Browser, Report, Server

report = Report()
random.seed(9)
work = pathlib.Path(tempfile.mkdtemp())
office, limmat = work / "office", pathlib.Path(sys.argv[1]).resolve()
subprocess.run([limmat, "rate", "simulate", "-n", "30000", "-m", "2", "--seed", "3", "--events", "-o", work / "made"], check=True, capture_output=True)
LISTS = sorted(path.name for path in (work / "made").iterdir() if re.fullmatch(r"\d{4}-\d\d", path.name))
OLD, NEW = LISTS[-2:]
office.mkdir()
shutil.copytree(work / "made" / OLD, office / OLD)
shutil.copytree(work / "made" / f"events-{NEW}", office / "events")
FILES = ("registry", "list.txt", "journal.txt", "events.txt")
whole = {name: [(folder / file).read_bytes() for file in FILES if (folder / file).exists()] for name, folder in ((OLD, office / OLD), (NEW, work / "same"))}
subprocess.run([limmat, "rate", "period", "-l", office / OLD, "-e", office / "events", "-o", work / "same", "-d", f"{NEW}-01", "--leave-earlier", "--leave-out"], check=True, capture_output=True)
whole[NEW] = [(work / "same" / file).read_bytes() for file in FILES]
server = Server(limmat, "--office", office)
officer = Browser(server)
officer.begin(server.key, "Olga")
MONTH = {"chess": "standard", "leave": "1"}


def children(pid):
    return [int(one) for one in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()] + [
        int(one) for task in pathlib.Path(f"/proc/{pid}/task").iterdir() for one in (task / "children").read_text().split()]


def kill(both):
    """The server, and what it runs where ${both}."""
    programs = children(server.process.pid) if both else []
    for pid in programs:
        os.kill(pid, signal.SIGKILL)
    server.end(signal.SIGKILL)
    return len(set(programs))


def looks(where):
    """What is wrong with the folder and the server now; and whether the new list is there."""
    names = {path.name for path in office.iterdir() if re.match(r"\d{4}-\d\d", path.name)}
    wrong = [name for name in names if name not in (OLD, NEW) or [(office / name / file).read_bytes() for file in FILES if (office / name / file).exists()] != whole[name]]
    status, page, _ = officer.get("/ratings")
    shown = NEW if NEW in names else OLD
    if status != 200 or f"{int(shown[:4])}" not in page or OLD not in names:
        wrong.append((status, names))
    return [(where, one) for one in wrong], NEW in names


began = time.monotonic()
assert officer.post("/office/month", {**MONTH, "act": "compute"})[0] == 303
takes = time.monotonic() - began
bad, midst, published, olds = [], 0, 0, 0
for turn in range(8):
    publish = turn % 4 == 3
    page = officer.get("/office/month")[1]
    digest = re.search(r'name="digest" value="(\w+)"', page)
    if publish and digest is None:
        officer.post("/office/month", {**MONTH, "act": "compute"})
        digest = re.search(r'name="digest" value="(\w+)"', officer.get("/office/month")[1])
    fields = {**MONTH, "act": "publish", "digest": digest[1]} if publish else {**MONTH, "act": "compute"}

    def ask():
        try:
            Browser.post(hand, "/office/month", fields)
        except OSError:
            pass

    hand = Browser(server)
    hand.cookie, hand.token = officer.cookie, officer.token
    request = threading.Thread(target=ask)
    request.start()
    time.sleep(random.random() * (0.02 if publish else takes))
    midst += kill(both=turn % 2 == 0)
    request.join()
    time.sleep(0.05 if turn % 2 == 0 else takes)  # a program that was left ends by itself
    server.start()
    wrong, new = looks((turn, publish))
    bad += wrong
    published, olds = published + new, olds + (not new)
    if new:  # as if it had never been
        shutil.rmtree(office / NEW)
        server.end()
        server.start()
report(not bad, "the_old_list_or_the_new_one_is_there_and_whole", bad)
report(midst >= 1, f"programs_were_killed_in_the_midst_of_a_list ({midst} of 4, {takes:.2f} s each)", midst)
report(olds + published == 8 and olds >= 6, f"kills_left_the_old_list_{olds}_times_and_the_new_one_{published}", (olds, published))
assert officer.post("/office/month", {**MONTH, "act": "compute"})[0] == 303
digest = re.search(r'name="digest" value="(\w+)"', officer.get("/office/month")[1])
answer = officer.post("/office/month", {**MONTH, "act": "publish", "digest": digest[1] if digest else ""})
report(answer[0] == 303 and [(office / NEW / file).read_bytes() for file in FILES] == whole[NEW], "afterwards_the_list_is_the_command_s", answer[0])
server.end()
report(server.db("check", "--data", server.data).returncode == 0, "the_store_holds_together")
shutil.rmtree(work)
sys.exit(report.end())
