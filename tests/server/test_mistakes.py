#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_mistakes.py LIMMAT: the twenty mistakes of tests/rating/month.sh, each planted alone into a month of the office on the
server.  None passes in silence: the organiser or the officer reads what is wrong, and what is to be refused is not rated.  TAP."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from arbiter import text_of
from served import Browser, Report, Server

report = Report()
work = pathlib.Path(tempfile.mkdtemp())
office, limmat = work / "office", pathlib.Path(sys.argv[1]).resolve()


def rate(*words):
    done = subprocess.run([limmat, "rate", *words], capture_output=True, text=True, cwd=work)
    assert done.returncode == 0, (words, done.stderr)


# --- FIDE's list of April, and four players

LISTED = [(1300003, "Keller, Anna", "SUI", "F", 1820, 20, 1995), (1300004, "Brunner, Beat", "SUI", "M", 1900, 20, 1980), (1300005, "O'Connor, Pat", "IRL", "M", 2010, 20, 1985), (1300006, "Favre, Luc", "FRA", "M", 1750, 20, 2001),
          (1300007, "Rossi, Carla", "ITA", "F", 2100, 20, 1999), (1300008, "van den Berg, Jan", "NED", "M", 2200, 20, 1970), (1300009, "Novák, Petr", "CZE", "M", 0, 0, 2012), (1300010, "Kovář, Jan", "CZE", "M", 0, 0, 2011), (1300012, "Frei, Max", "SUI", "M", 1600, 20, 1950)]
(work / "april.xml").write_text("<?xml version='1.0' encoding='UTF-8'?><playerslist>" + "".join(
    f"<player><fideid>{number}</fideid><name>{name}</name><country>{fed}</country><sex>{sex}</sex><title></title>" + (f"<rating>{rating}</rating><games>0</games><k>{k}</k>" if rating else "") + f"<birthday>{born}</birthday><flag></flag></player>\n"
    for number, name, fed, sex, rating, k, born in LISTED) + "</playerslist>")
ANNA, BEAT, PAT, LUC, CARLA, _, PETR, JAN, MAX = ({"id": number, "name": name, "fed": fed, "sex": sex, "rating": rating, "born": born} for number, name, fed, sex, rating, _, born in LISTED)
GAMES = [(1, 0, 1, "1"), (1, 2, 3, "="), (2, 1, 2, "0"), (2, 3, 0, "1"), (3, 0, 2, "0"), (3, 1, 3, "1")]
OTHER = {"1": "0", "0": "1", "=": "="}


def trf(players=(ANNA, BEAT, PAT, LUC), games=GAMES, start="2026-04-10", name="Open", control="90 min + 30 sec from move 1", encoded="5400+30", arbiter=True):
    days = [f"{start[:8]}{int(start[8:]) + i:02}" for i in range(3)]
    cells, scores = {i: {} for i in range(len(players))}, dict.fromkeys(range(len(players)), 0.0)
    for turn, white, black, result in games:
        for who, other, colour, mark in ((white, black, "w", result), (black, white, "b", OTHER[result])):
            cells[who][turn] = f"  {other + 1:4} {colour} {mark}"
            scores[who] += {"1": 1, "=": 0.5, "0": 0}[mark]
    order = sorted(cells, key=lambda i: (-scores[i], i))
    text = f"012 {name}\n022 Bern\n032 SUI\n042 {days[0].replace('-', '/')}\n052 {days[2].replace('-', '/')}\n062 {len(players)}\n072 {sum(p['rating'] > 0 for p in players)}\n092 Individual: Swiss System\n" + \
           ("102 IA Muster, Max (1399199)\n" if arbiter else "") + f"122 {control}\n132" + " " * 88 + "  ".join(one[2:].replace("-", "/") for one in days) + \
           f"\n142 3\n152 W\n162 W 1.0     D 0.5     L 0.0\n182 Limmat\n192 FIDE_DUTCH_2026\n202 BH:GP/C1, BH:GP\n222 {encoded}\n"
    for i, p in enumerate(players):
        text += f"001 {i + 1:4} {'w' if p['sex'] == 'F' else 'm'}    {p['name']:<33} {p['rating'] or '':>4} {p['fed']} {p['id']:>11} {p['born']}/00/00 {scores[i]:4.1f} {order.index(i) + 1:4}" + \
                "".join(cells[i].get(turn, "  0000 - Z") for turn in (1, 2, 3)) + "\n"
    return text


def with_luc(**wrong):
    return trf((ANNA, BEAT, PAT, {**LUC, **wrong}))


class Month:
    """An office with the list of April, begun anew; the clock stands in March."""

    def __init__(self, clock="2026-03-01"):
        shutil.rmtree(office, ignore_errors=True)
        (office / "2026-04").mkdir(parents=True)
        rate("import", "-d", "2026-04-01", "-o", work / "registry", work / "april.xml")
        (work / "registry").rename(office / "2026-04" / "registry")
        self.server = Server(limmat, "--office", office, "--clock", f"{clock}T12:00:00Z", "--submission-limit", "1000")
        self.officer, self.organiser = Browser(self.server), Browser(self.server)
        self.officer.begin(self.server.key, "Olga")

    def at(self, day):
        assert self.officer.post("/championships/clock", {"at": f"{day}T12:00"})[0] == 303

    def register(self, name="Open", start="2026-04-10", end="2026-04-12", **more):
        fields = {"name": name, "city": "Bern", "federation": "SUI", "start": start, "end": end, "chess": "standard", "organiser": "O", "laws": "1", "licensed": "1", **more}
        link = self.organiser.post("/ratings/register", {k: v for k, v in fields.items() if v}, token="")[2]["Location"]
        return link, re.search(r'href="(/office/events/\d+)">' + name + "<", self.officer.get("/office")[1])[1]

    def send(self, event, text, day="2026-04-14"):
        """What organiser and officer read, and whether it can be accepted."""
        self.at(day)
        body = '--x\r\nContent-Disposition: form-data; name="act"\r\n\r\nreport\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.trf"\r\n\r\n' + text + "\r\n--x--\r\n"
        assert self.organiser.ask("POST", event[0], body.encode(), form="multipart/form-data; boundary=x")[0] == 303
        page = self.officer.get(event[1])[1]
        accepted = self.officer.post(event[1], {"act": "accept", "version": re.search(r'name="version" value="(\d+)"', page)[1]})
        return text_of(self.organiser.get(event[0])[1]), text_of(page), accepted[0] == 303

    def preview(self):
        assert self.officer.post("/office/month", {"act": "compute", "chess": "standard"})[0] == 303
        page = self.officer.get("/office/month")[1]
        return text_of(page), re.search(r'name="digest" value="(\w+)"', page)

    def publish(self):
        assert self.officer.post("/office/month", {"act": "publish", "chess": "standard", "digest": self.preview()[1][1]})[0] == 303

    def end(self):
        self.server.end()


month = Month()
event = month.register()
seen, _, accepted = month.send(event, trf())
told, made = month.preview()
report(accepted and "Nothing to correct" in seen and made and "1 event rated" in told, "a_good_month_has_no_findings", (seen, told))
month.end()


def found(name, text, *words, refused=True, **more):
    """Organiser and officer read ${words}; a grave finding is not accepted."""
    one = Month()
    theirs, ours, good = one.send(one.register(**more), text)
    missing = [word for word in words if word not in theirs or word not in ours]
    report(not missing and good != refused, name, (missing, good, theirs[:2500]))
    return one


found("mistake_01_a_wrong_id", with_luc(id=1300060), "1300060", "likely 1300006 Favre, Luc FRA 2001").end()
found("mistake_02_the_id_of_another", with_luc(id=1300007), "is not the person of that", "likely 1300006 Favre, Luc").end()
month = Month()
add = {"act": "add", "id": "1300021", "name": "Anna Keller", "federation": "SUI", "sex": "F", "born": "1995", "reason": "a new member"}
answer = month.officer.post("/office/people", add)
forced = month.officer.post("/office/people", {**add, "anyway": "1"})
seen = text_of(month.officer.get("/office/people?doubles=SUI")[1])
merged = month.officer.post("/office/people/1300021", {"act": "merge", "id": "1300003", "reason": "one person"})
report(answer[0] == 422 and "1300003" in answer[1] and "--anyway" not in answer[1] and "tick the last box" in answer[1] and forced[0] == 303 and "1300003 Keller, Anna SUI 1995 and 1300021 Anna Keller SUI 1995 are probably one person" in seen and merged[0] == 303
       and "No players with two IDs" in text_of(month.officer.get("/office/people?doubles=SUI")[1]), "mistake_03_two_ids_of_one", (answer[0], text_of(answer[1]), forced[0], seen[-900:], merged[0]))
month.end()
found("mistake_04_a_name_spelt_otherwise", with_luc(name="Faivre, Lucas"), "Favre, Luc", "Faivre, Lucas", refused=False).end()
found("mistake_05_a_wrong_birth", trf((ANNA, BEAT, PAT, {**CARLA, "born": 1989})), "born 1989, on the list 1999", refused=False).end()

month = Month()
for event in [month.register(name) for name in ("Open", "Twin")]:
    month.send(event, trf())
told, made = month.preview()
report(made is None and re.search(r"event e\d+ \(Twin\) has 100 % of its games in common with e\d+ \(Open\)", told) is not None, "mistake_06_an_event_twice", told[-1200:])
month.end()

month = Month("2026-01-20")
event = month.register(start="2026-02-10", end="2026-02-12")
month.at("2026-04-13")
waiting = text_of(month.officer.get("/office")[1])
seen, _, accepted = month.send(event, trf(start="2026-02-10"))
told, made = month.preview()
report("No report 60 days after the end (9.1)" in waiting and "14 April" in seen and accepted and made and "1 event rated" in told, "mistake_07_an_event_of_an_earlier_list", (waiting, seen, told[-900:]))
month.end()

month = Month("2025-12-20")
event = month.register(start="2026-01-10", end="2026-01-12")
seen, _, accepted = month.send(event, trf(start="2026-01-10"))
report("submitted in time for the third list after the end" in seen and "9.1" in seen and not accepted, "mistake_08_a_report_after_the_third_list", seen[:2000])
month.end()

month = Month()
event = month.register(start="2026-05-10", end="2026-05-12")
_, _, accepted = month.send(event, trf(start="2026-05-10"), "2026-05-14")
told, made = month.preview()
report(accepted and made and "0 events rated" in told and "not in the preview: of another list" in told and "of other lists: e1 (Open) of 2026-06-01" in told, "mistake_09_an_event_of_the_next_list", told[-1200:])
month.end()

month = Month()
event = month.register()
month.send(event, trf())
month.publish()
wrong = [game if game[:3] != (2, 3, 0) else (2, 3, 0, "0") for game in GAMES]
month.send(event, trf(games=wrong), "2026-05-05")
month.officer.post("/office/past", {"act": "compute", "base": "2026-04"})
seen = text_of(month.officer.get("/office/past")[1])
report("1300003 Keller, Anna SUI: 1815 -> 1835" in seen, "mistake_10_a_result_corrected_later", seen[-1500:])
month.end()

found("mistake_11_a_game_against_oneself", trf().replace("     4 b 0     3 w 0", "     1 w 1     3 w 0"), "1").end()
month = Month()
seen, _, accepted = month.send(month.register(), trf((PETR, JAN), [(1, 0, 1, "1"), (2, 1, 0, "1"), (3, 0, 1, "=")]))
told, _ = month.preview()
told = f"{accepted} {seen} {told}"
report("no player has a rating: no game can be rated" in told and "7.1.4, 8.3.1" in told and not accepted, "mistake_12_unrated_opponents_only", told[-1500:])
month.end()
month = Month()
seen, ours, _ = month.send(month.register(start="2026-04-11", end="2026-04-13"), trf())
same = month.register("Other", start="2026-04-20", end="2026-04-22")
report("The report’s days differ from the registration’s: 10–12 April 2026 (0.2)" in seen and "days differ" in ours and "days differ" not in text_of(month.officer.get(same[1])[1]), "days_that_were_not_registered_are_named", seen[:900])
month.end()
# Many at a time are named to the last: forty events of which each is there twice.
month = Month()
both = [month.register(f"Open {number:02}") for number in range(40)]
for event in both:
    month.send(event, trf())
told, made = month.preview()
named = set(re.findall(r"event (e\d+) \(Open \d\d\) has 100 %", told))
report(made is None and len(named) == 39, "all_repeats_of_a_month_are_named", (len(named), len(told)))
month.end()
# A tournament file has no K: the office takes that of its list, and the page of the preview shows it.
month = Month()
month.send(month.register(), trf())
told, _ = month.preview()
report(re.search(r"Keller, Anna SUI 1820 1815 20 ", told) is not None, "mistake_13_k_is_the_list_s_own", told[-1500:])
month.end()
found("mistake_14_the_rating_of_another_month", with_luc(rating=1731), "1731", "1750", refused=False).end()
found("mistake_15_rapid_in_the_standard_list", trf(control="15 min + 10 sec from move 1", encoded="900+10"), "25 minutes for 60 moves").end()
found("mistake_16_a_report_without_arbiter", trf(arbiter=False), "the chief arbiter is missing", "TRF26 102", "name the chief arbiter").end()
found("mistake_17_a_transfer", with_luc(fed="SUI"), "SUI", "FRA", refused=False).end()
month = Month()
report(month.officer.post("/office/people/1300012", {"act": "deceased", "reason": "told by the club"})[0] == 303, "a_death_is_entered")
seen, ours, accepted = month.send(month.register(), trf((ANNA, BEAT, PAT, MAX)))
report("is deceased (10.2)" in seen and "is deceased (10.2)" in ours and not accepted, "mistake_18_a_deceased_player", seen[:2000])
month.end()
month = Month("2026-04-09")
event = month.register()
waiting = text_of(month.officer.get("/office")[1])
seen, _, accepted = month.send(event, trf())
report("Decide about the late registration" in waiting and "Registered later than the rules ask" in seen and not accepted, "mistake_19_registered_on_the_eve", (waiting, seen[:1500]))
month.end()
found("mistake_20_house_rules", trf(), "2.1", laws="").end()
sys.exit(report.end())
