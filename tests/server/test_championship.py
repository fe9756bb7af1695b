#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_championship.py LIMMAT: a championship on the web, by its addresses alone, in TAP."""
import html
import json
import re
import subprocess
import sys

from served import Browser, Report, Server

report = Report()
limmat = sys.argv[1]
server = Server(limmat, "--clock", "2019-09-20T12:00:00Z")
chief, nobody = Browser(server), Browser(server)
chief.begin(server.key, "Verena")
HOME = "/c/acwc-2019"


def key_of(page):
    return re.search(r"(/key/[\w-]+)", page).group(1)


def enter(name):
    """Somebody with the key that a director made."""
    who = Browser(server)
    who.begin(key_of(chief.post(f"{HOME}/people/key", {"player": name})[1]))
    return who


def command(*words):
    return subprocess.run([limmat, "championship", *words], capture_output=True, text=True)


# --- made

said = chief.post("/championships", {"own": '{"definition": "x",\n "title": 3}'})
report(said[0] == 422 and "line 2, column 11: " in said[1] and chief.get("/c/x")[0] == 404, "what_is_wrong_with_own_rules_is_told_by_its_line", said[1][-800:])
said = chief.post("/championships", {"definition": "acwc-2022"})
report(said[0] == 422 and "lead_in_extra_games" in said[1], "what_rules_leave_open_is_asked")
report(chief.post("/championships", {"definition": "acwc-2022", "suggested": "1"})[0] == 303, "or_taken_as_they_suggest")
report(chief.post("/championships", {"definition": "acwc-2019"})[2]["Location"] == HOME, "a_championship_comes_along")
report("Antichess World Championship 2019" in nobody.get("/")[1], "it_stands_in_the_list")

# --- its pages

for language in ("", ".de", ".fr", ".it", ".es"):
    status, page, _ = nobody.get(f"{HOME}/p/rules{language}.html")
    cited = re.findall(r"<cite>([^<]*)</cite>", page)
    wanted = {"I.C", "I.D", "II.A.1", "II.A.2", "II.C.1", "II.C.4", "III.C", "III.E", "III.F.2", "III.H.6", "III.H.6.iii", "IV.E", "IV.F", "V.A",
              "V.C", "V.D", "V.E", "V.F", "V.G", "V.H", "V.I", "VI.A", "VI.B", "VI.D", "VI.E", "VI.F", "VI.G", "VII.A", "VII.B", "VII.C", "VIII.B"}
    report(status == 200 and wanted <= set(cited), f"the_rules_page{language}_cites_every_article", wanted - set(cited))
    report(nobody.get(f"{HOME}/p/index{language}.html")[0] == nobody.get(f"{HOME}/p/stage-1{language}.html")[0] == 200, f"public_pages{language}")
style = re.search(r'href="\.\./(style[^"]*)"', nobody.get(f"{HOME}/p/index.html")[1]).group(1)
report(nobody.get(f"{HOME}/{style}")[0] == 200, "and_what_they_need")
report(nobody.get(f"{HOME}/journal")[0] == 403 and nobody.get(f"{HOME}/people")[0] == 403, "the_journal_is_nobodys_download")

# --- who is who

director, champion = enter("ProgramFOX"), enter("arimakat")
report("ProgramFOX · director" in director.get(HOME)[1] and "arimakat · player" in champion.get(HOME)[1], "a_key_makes_one_person")
report(champion.post(f"{HOME}/do/pair", {})[0] == 403 and champion.get(f"{HOME}/people")[0] == 403, "a_player_directs_nothing")
report(champion.get("/c/acwc-2022/journal")[0] == director.get("/c/acwc-2022/journal")[0] == 403, "nor_does_a_director_elsewhere")
report(champion.post(f"{HOME}/zone", {"zone": "Europe/Zurich"})[0] == 303 and "14:00 CEST" in champion.get(HOME)[1], "by_a_clock_of_ones_own")
report(champion.post(f"{HOME}/zone", {"zone": "Europe/Nowhere"})[0] == 422, "which_there_must_be")
phone = Browser(server)
phone.begin(key_of(champion.post(f"{HOME}/key", {})[1]))
report("arimakat · player" in phone.get(HOME)[1], "on_another_device_too")

# --- the same by the command

director.post(f"{HOME}/do/out", {"player": "Ogul1", "ground": "withdraw", "why": "he wrote to us"})
work = server.work
(work / "acwc.journal").write_text(director.get(f"{HOME}/journal")[1])
(work / "acwc.private").write_text(director.get(f"{HOME}/private")[1])
seen = command("explain", str(work / "acwc.journal"), "Ogul1")
report(seen.returncode == 0 and "Ogul1 withdraws" in seen.stdout, "the_command_reads_what_the_web_wrote", seen)
report("he wrote to us" in nobody.get(f"{HOME}/log")[1], "every_act_is_public_with_its_reason")
line = json.loads((work / "acwc.journal").read_text().splitlines()[-1])["n"]
asked = director.post(f"{HOME}/do/restore", {"line": str(line)})
report(asked[0] == 303, "and_can_be_taken_back", html.unescape(asked[1])[-600:])
server.end()
moved = subprocess.run([limmat, "db", "import", "--data", str(server.data), str(work / "acwc.journal")], capture_output=True, text=True)
report(moved.returncode == 0 and "acwc is a championship" in moved.stdout, "a_journal_of_the_command_becomes_one_of_the_web", moved)
server.start()
chief.begin(server.key, "Verena")
report("<td>withdraw" in chief.get("/c/acwc/people")[1] and "<td>withdraw" not in chief.get(f"{HOME}/people")[1], "after_a_restart_all_is_there")
server.end()
sys.exit(report.end())
