#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_cheats.py LIMMAT: a player who tries to gain a match, a point or a time by buttons and by forms of one's own, in TAP."""
import datetime
import html
import lzma
import pathlib
import re
import subprocess
import sys
import time

from contenders import Championship, instant, written
from served import Browser, Report, Server

report = Report()
limmat = sys.argv[1]
server = Server(limmat, "--clock", "2019-09-20T12:00:00Z")
chief, nobody = Browser(server), Browser(server)
chief.begin(server.key, "Verena")
MINUTE, HOUR = datetime.timedelta(minutes=1), datetime.timedelta(hours=1)


def plain(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


class Cup(Championship):
    """Four players in a knock-out, paired, with the match of the first; the clock of the server goes on from cup to cup."""

    clock = instant("2019-09-21T00:00:00Z")

    def __init__(self, definition="club-knock-out", players=("ann", "bob", "cy", "di"), chief_name="director"):
        super().__init__(server, chief, definition, Cup.clock)
        for number, name in enumerate(players):
            self.apply(name, seeding=str(1900 - 10 * number))
        self.director = self.key(chief_name)
        self.director.post(f"{self.home}/applications", {"act": "good"})
        self.to(Cup.clock.replace(hour=8, minute=0, second=0) + 24 * HOUR)
        assert self.do(self.director, "pair"), self.refusals
        self.match = next(due["match"] for due in self.due(self.people[players[0]]) if "match" in due)
        self.a, self.b = re.search(r"<h1>([\w-]+) – ([\w-]+)", nobody.get(f"{self.home}/m/{self.match}")[1]).groups()

    def to(self, at):
        super().to(at)
        Cup.clock = self.now

    def page(self, who):
        return plain((self.people[who] if isinstance(who, str) else who).get(f"{self.home}/m/{self.match}")[1])

    def does(self, who, deed, **fields):
        return self.do(self.people[who] if isinstance(who, str) else who, deed, match=self.match, **fields)

    def why(self):
        return html.unescape(str(self.refusals[-1])) if self.refusals else ""

    def agree(self):
        at = self.now + HOUR
        assert self.does(self.a, "offer", time1=written(at)) and self.does(self.b, "accept", time=written(at)), self.refusals
        return at


# --- "he left" (VI.E)

cup = Cup()
report(not cup.does(cup.b, "left", player=cup.a) and "was not being played" in cup.why(), "who_left_without_a_time_is_no_claim", cup.why())
report(not cup.does(cup.b, "left", player=cup.a, left="2019-10-04T00:00") and "wins" not in cup.page(nobody), "nor_at_a_time_of_ones_own", cup.why())
start = cup.agree()
cup.to(start + 5 * MINUTE)
report(cup.does(cup.a, "result", games="1", **{"from": "1"}), "a_game_is_played", cup.why())
report(not cup.does(cup.b, "left", player=cup.a), "nobody_leaves_who_was_not_reported", cup.why())
report(cup.does(cup.b, "wait") and "You reported" in cup.page(cup.b), "the_report_is_noted", cup.page(cup.b))
seen = cup.page(cup.a)
report("reported at" in seen and "that you left" in seen and "I’m here" in seen, "the_other_sees_it_at_once", seen)
cup.to(cup.now + 9 * MINUTE)
report(not cup.does(cup.b, "left", player=cup.a) and "can still come back" in cup.why(), "nine_minutes_are_not_ten", cup.why())
report(cup.does(cup.a, "here") and "that was their break" in cup.page(nobody), "who_comes_back_has_had_the_break", cup.page(nobody))
cup.to(cup.now + 20 * MINUTE)
report(not cup.does(cup.b, "left", player=cup.a), "and_has_lost_nothing", cup.why())
report(cup.does(cup.b, "wait"), "it_is_reported_again", cup.why())
cup.to(cup.now + 10 * MINUTE)
report("Claim the match" in cup.page(cup.b) and cup.does(cup.b, "left", player=cup.a) and f"{cup.b} wins" in cup.page(nobody), "after_ten_minutes_the_match_is_claimed", cup.why())

# --- a win before the time, and a claim against somebody who was never asked

cup = Cup()
report(cup.does(cup.b, "result", games="1", **{"from": "1"}), "games_before_a_time_are_a_proposal", cup.why())
seen = cup.page(cup.a)
report(f"{cup.b} reported before an agreed time: {cup.a} – {cup.b} 0–1. That counts only when you confirm it" in seen and "Game 1 is right" in seen and "write to the director" in seen, "which_says_who_won_what", seen)
start = cup.agree()
seen = cup.page(cup.a)
report(f"{cup.a} offers " in seen and "0 of 0" not in seen, "where_no_number_of_offers_is_asked_none_is_counted", seen)
report(f"play {cup.b} at " in seen and not re.search(r"\b(must|may) (at|by)\b", seen), "and_when_in_plain_words", seen)
cup.to(start + 35 * MINUTE)
report("has not come" not in cup.page(cup.a) and "reported before an agreed time" in cup.page(cup.a), "and_says_no_more_than_it_was_when_the_time_has_come", cup.page(cup.a))
assert cup.does(cup.b, "wait") and cup.does(cup.b, "absent", choice="claim"), cup.why()
seen, case = plain(nobody.get(f"{cup.home}/log")[1]), plain(cup.director.get(cup.home)[1])
report("waits for the director: no arrival in time is recorded" in seen and "the director rules" not in seen + case and "were absent" not in case, "no_ruling_is_put_in_the_directors_mouth", (seen, case))

KEPT = pathlib.Path(__file__).parent / "../vectors/kept/championship"


def verified(name):
    """What verify says of a journal that a former build took, which opens all the same."""
    (server.work / f"{name}.journal").write_bytes(lzma.decompress((KEPT / f"{name}.journal.xz").read_bytes()))
    opened, judged = (subprocess.run([limmat, "championship", verb, str(server.work / f"{name}.journal")], capture_output=True, text=True) for verb in ("status", "verify"))
    return opened.returncode, judged.returncode, judged.stderr


opened, judged, said = verified("left-at-once")
report((opened, judged) == (0, 6) and ":7:" in said and "VI.E" in said, "a_journal_of_before_opens_and_verify_names_the_line", (opened, judged, said))

# --- one player's time (V.A)

cup = Cup()
report(not cup.does(cup.a, "time", time=written(cup.now + 13 * HOUR)) and "no player sets the time alone" in cup.why(), "nobody_sets_a_time_alone", cup.why())
seen = cup.page(cup.a)
report("We have agreed" not in seen and "Choose" not in seen, "and_has_no_button_for_it", seen[-1500:])
report(not cup.does(cup.a, "offer", time1=written(cup.now + 61 * 24 * HOUR)) and "60 days ahead" in cup.why(), "nor_one_for_next_year", cup.why())
report(cup.does(cup.director, "time", time=written(cup.now + 2 * HOUR), why="they asked me") and "10:00 UTC" in cup.page(nobody), "the_director_sets_it_at_any_time", cup.why())
report(cup.does(cup.director, "time", time=written(cup.now + 3 * HOUR)) and "11:00 UTC" in cup.page(nobody), "and_anew", cup.why())
report(not cup.does(cup.a, "time", clear="1") and cup.does(cup.director, "time", clear="1") and "no time yet" in cup.page(nobody), "or_takes_it_away", cup.page(nobody))

# --- who does not come (VI.D)

cup = Cup()
start = cup.agree()
report(not cup.does(cup.a, "wait"), "nobody_waits_before_the_time", cup.why())
cup.to(start + MINUTE)
report(not cup.does(cup.a, "absent", choice="claim"), "nor_claims_without_a_report", cup.why())
report(cup.does(cup.a, "wait") and not cup.does(cup.a, "absent", choice="claim") and "can still come" in cup.why(), "nor_at_once", cup.why())
seen = cup.page(cup.b)
report("you aren’t there" in seen and "I’m here" in seen, "the_other_sees_it", seen)
report("reported at" in cup.page(cup.director), "and_the_director", cup.page(cup.director))
cup.to(start + 20 * MINUTE)
report(cup.does(cup.b, "here"), "and_answers", cup.why())
cup.to(start + 31 * MINUTE)
cup.does(cup.a, "wait")
report(cup.does(cup.a, "absent", choice="claim") and "wins" not in cup.page(nobody) and "rule" in plain(cup.director.get(cup.home)[1]), "both_pressed_and_the_director_rules", cup.page(nobody))
cup = Cup()
start = cup.agree()
cup.to(start + MINUTE)
cup.does(cup.a, "wait")
cup.to(start + 31 * MINUTE)
cup.does(cup.a, "wait")
report(cup.does(cup.a, "absent", choice="reschedule") and "wins" not in cup.page(nobody), "who_came_may_reschedule", cup.why())
cup.to(cup.now + 7 * 24 * HOUR + MINUTE)
for _ in range(100):
    if f"{cup.a} wins" in cup.page(nobody):
        break
    time.sleep(0.1)
report(f"{cup.a} wins" in cup.page(nobody), "and_has_won_by_itself_when_that_fails", cup.page(nobody))
forged = Cup()
start = forged.agree()
forged.to(start + 45 * MINUTE)
said = written(start)
report(not forged.does(forged.a, "absent", choice="claim", arrived=f'{{"{forged.a}":"{said}"}}', messages=said), "times_of_ones_own_are_no_report", forged.why())

# --- one player's report (VI.G)

cup = Cup()
report(cup.does(cup.a, "result", games="11", **{"from": "1"}) and "wins" not in cup.page(nobody) and "0.0" not in cup.page(nobody), "without_a_time_a_report_is_no_result", cup.page(nobody))
seen = cup.page(cup.b)
report(f"{cup.a} – {cup.b} 1–0, 1–0. That counts only when you confirm it" in seen and "Games 1 to 2 are right" in seen, "the_opponent_is_asked", seen)
report(cup.does(cup.b, "result", games="00", **{"from": "1"}) and f"{cup.a} wins" in cup.page(nobody) and "reported by one player" not in cup.page(nobody), "and_consents", cup.page(nobody))
cup = Cup()
start = cup.agree()
cup.to(start + MINUTE)
report(cup.does(cup.a, "result", games="11", **{"from": "1"}) and "reported by one player" in cup.page(nobody), "one_report_is_marked", cup.page(nobody))
report("reported by one player" in plain(nobody.get(f"{cup.home}/p/stage-1.html")[1]), "on_public_pages_too", plain(nobody.get(f"{cup.home}/p/stage-1.html")[1]))
seen = cup.page(cup.b)
report("Is what" in seen and "This isn’t right" in seen and any(due["do"] == "confirm" for due in cup.due(cup.people[cup.b])), "the_opponent_can_dispute_it", seen)
report(not cup.does(cup.a, "dispute", why="I never") and not cup.does("cy" if "cy" not in (cup.a, cup.b) else "bob", "dispute", why="no"), "nobody_else_can", cup.why())
other = [name for name in cup.people if name not in (cup.a, cup.b)]
second = next(due["match"] for due in cup.due(cup.people[other[0]]) if "match" in due)
cup.do(cup.director, "ruling", match=second, winner=other[0], why="agreed with both")
asked = cup.director.post(f"{cup.home}/do/pair", {"req": "early"})
report(asked[0] == 409 and "can dispute it until" in plain(asked[1]), "a_director_pairs_knowingly", (asked[0], plain(asked[1])[-600:]))
report(cup.does(cup.b, "dispute", why="We never played", link="https://lichess.org/abcdefgh") and "disputed" in cup.page(nobody), "it_is_disputed", cup.why())
report("We never played" in plain(cup.director.get(cup.home)[1]) and "We never played" not in nobody.get(f"{cup.home}/log")[1] + nobody.get(f"{cup.home}/m/{cup.match}")[1], "only_the_director_reads_why")
report(not cup.do(cup.director, "pair"), "and_nothing_is_built_on_it", cup.why())
report(cup.does(cup.director, "ruling", winner=cup.b, why="they did not play") and f"{cup.b} wins" in cup.page(nobody) and cup.do(cup.director, "pair"), "until_the_director_rules", cup.why())
cup = Cup()
start = cup.agree()
cup.to(start + MINUTE)
cup.does(cup.a, "result", games="11", **{"from": "1"})
cup.to(start + 25 * HOUR)
report(not cup.does(cup.b, "dispute", why="late") and "too late" in cup.why(), "a_day_later_it_stands", cup.why())

# --- another's account (II.C.4), and what becomes of an application

opened, judged, said = verified("foreign-owner")
report((opened, judged) == (0, 6) and ":3:" in said and "anna" in said, "two_spellings_are_one_account", (opened, judged, said))
server.end()
server = Server(limmat, "--clock", "2019-09-20T12:00:00Z")
chief, nobody = Browser(server), Browser(server)
chief.begin(server.key, "Verena")
play = Championship(server, chief, "acwc-2019", instant("2019-09-20T12:00:00Z"))
report([play.apply(name)[0] for name in ("anna", "troll")] == [303, 303] and play.apply("ANNA")[0] == play.apply("programfox")[0] == play.apply("Arimakat")[0] == 422, "nobody_is_two")
play.apply("troll2", owner="anna")
play.apply("late", created="2019-05-05")
play.apply("unwanted", created="2019-05-05")
play.director = play.key("ProgramFOX")
seen = plain(play.director.get(play.home)[1])
report("owner: anna" in seen and "5 May 2019" in seen and "500 games" in seen, "the_director_sees_all_that_was_said", seen)
play.director.post(f"{play.home}/applications", {"act": "good", "req": "good"})
people = plain(chief.get(f"{play.home}/people")[1])
report(people.count("accepted") == 3, "nobody_is_expelled_by_anothers_word", people)
asked = lambda act, who, **more: play.director.post(f"{play.home}/applications", {"act": act, "player": who, **more})[0]
report(asked("except", "late") == asked("deny", "unwanted") == 422, "an_exception_has_a_reason")
report(asked("except", "late", why="known since 2010") == 303 and plain(chief.get(f"{play.home}/people")[1]).count("accepted") == 4, "and_is_one_act")
report(asked("deny", "unwanted", why="too new") == 303 and "too new" in play.people["unwanted"].get(play.home)[1], "who_is_rejected_reads_why")
report("unwanted" not in nobody.get(f"{play.home}/log")[1], "and_nobody_else")
report(play.do(play.director, "seed", player="arimakat", seeding="2310.5") and "2310.5" in chief.get(f"{play.home}/people")[1], "a_holder_has_a_seed", play.refusals)
line = next(n for n in range(2, 20) if "troll2" in chief.get(f"{play.home}/journal")[1].splitlines()[n - 1])
play.director.post(f"{play.home}/do/restore", {"line": str(line)})
report("troll2" not in nobody.get(f"{play.home}/log")[1], "what_was_taken_back_names_nobody")

# --- what anybody can download

status, public = nobody.get(f"{play.home}/p/championship.journal")[:2]
(server.work / "public.journal").write_text(public)
judged = subprocess.run([limmat, "championship", "verify", str(server.work / "public.journal")], capture_output=True, text=True)
report(status == 200 and judged.returncode == 0 and '"anna"' in public, "anybody_can_verify_the_public_journal", (status, judged.stderr, public[-400:]))
said = public + nobody.get(f"{play.home}/p/championship.json")[1]
report(not re.search(r"troll2|unwanted|2019-05-05|2016-01-01|too new|known since", said), "which_has_no_account_and_no_reason", said)
seen = nobody.get(f"{play.home}/p/index.html")[1]
report('href="championship.journal"' in seen and nobody.get(f"{play.home}/journal")[0] == 403, "its_page_leads_there_and_not_to_the_whole", seen[-900:])

server.end()
sys.exit(report.end())
