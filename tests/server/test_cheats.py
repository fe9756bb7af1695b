#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_cheats.py LIMMAT: a player who tries to gain a match, a point or a time by buttons and by forms of one's own, in TAP."""
import datetime
import html
import json
import lzma
import pathlib
import random
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

cup = Cup()
start = cup.agree()
cup.to(start + 5 * MINUTE)
cup.does(cup.a, "result", games="1", **{"from": "1"})
cup.to(start + 29 * MINUTE)
cup.does(cup.b, "wait")
cup.to(start + 30 * MINUTE)
report(not cup.does(cup.b, "absent", choice="claim") and f"{cup.b} wins" not in cup.page(nobody) and "has begun" in cup.why(), "nor_by_the_rule_for_those_who_never_came", (cup.page(nobody)[:500], cup.why()))

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
report(re.search(r"\w+ – \w+ waits for the director: no arrival in time is recorded", seen) and not re.search(r"match \w+ – \w+ waits", seen) and "the director rules" not in seen + case and "were absent" not in case, "no_ruling_is_put_in_the_directors_mouth", (seen, case))

KEPT = pathlib.Path(__file__).parent / "../vectors/kept/championship"


def verified(name):
    """What verify says of a journal that a former build took, which opens all the same."""
    (server.work / f"{name}.journal").write_bytes(lzma.decompress((KEPT / f"{name}.journal.xz").read_bytes()))
    opened, judged = (subprocess.run([limmat, "championship", verb, str(server.work / f"{name}.journal")], capture_output=True, text=True) for verb in ("status", "verify"))
    return opened.returncode, judged.returncode, judged.stderr


opened, judged, said = verified("left-at-once")
report((opened, judged) == (0, 6) and ":7:" in said and "VI.E" in said, "a_journal_of_before_opens_and_verify_names_the_line", (opened, judged, said))

# --- games reported before the agreed time can be denied

cup = Cup()
cup.does(cup.b, "result", games="11", **{"from": "1"})
seen = cup.page(cup.a)
report("This isn’t right" in seen and not cup.does(cup.b, "dispute", why="no"), "what_counts_for_nothing_can_be_denied", seen[-900:])
report(cup.does(cup.a, "dispute", why="We never played") and "it does not count" in cup.page(nobody) and "Games 1 to 2 are right" not in cup.page(cup.a), "and_is_gone", (cup.why(), cup.page(cup.a)[:900]))
report("does not count" in plain(cup.director.get(cup.home)[1]) and "We never played" not in cup.page(nobody) and cup.agree(), "the_director_knows_and_the_match_goes_on", plain(cup.director.get(cup.home)[1])[:900])

# --- the next game is not begun (VI.B)

cup = Cup("acwc-2019", chief_name="ProgramFOX")
cup.does(cup.director, "time", time=written(cup.now + HOUR), why="as both asked")
cup.to(cup.now + HOUR + MINUTE)
report(not cup.does(cup.b, "rematch"), "no_game_is_refused_before_the_first", cup.why())
cup.does(cup.a, "result", games="1", **{"from": "1"})
report(cup.does(cup.b, "rematch") and f"{cup.b} reports that {cup.a} does not begin the next game" in cup.page(cup.a), "a_delay_is_reported", cup.why())
report("does not begin" in plain(cup.people[cup.a].get(cup.home)[1]), "and_the_opponent_reads_it")
report(not cup.does(cup.b, "rematch") and "just reported" in cup.why(), "not_twice_at_once", cup.why())
cases = lambda: [due["do"] for due in cup.due(cup.director) if due.get("match") == cup.match]
report("decide_rematch" not in cases(), "once_is_no_case")
cup.to(cup.now + 11 * MINUTE)
report(cup.does(cup.b, "rematch") and "decide_rematch" in cases(), "twice_is_one_for_the_director", cases())
seen = plain(cup.director.get(cup.home)[1])
report(f"{cup.b} repeatedly reported that {cup.a} doesn’t begin the next game" in seen and "VI.B" in seen and "wins" not in cup.page(nobody), "who_reads_it_and_nobody_has_won", seen[:1500])
report(cup.does(cup.a, "result", games="1", **{"from": "2"}) and "decide_rematch" not in cases(), "a_game_ends_it", cases())
report(cup.does(cup.b, "rematch") and "decide_rematch" in cases() and cup.does(cup.director, "ruling", winner=cup.b, forfeited=cup.a, why="VI.B") and f"{cup.b} wins" in cup.page(nobody), "and_the_next_refusal_is_a_repeated_one", (cases(), cup.why()))

# --- one break of ten minutes (VI.A)

cup = Cup("acwc-2019", chief_name="ProgramFOX")
cup.does(cup.director, "time", time=written(cup.now + HOUR), why="as both asked")
cup.to(cup.now + HOUR + MINUTE)
cup.does(cup.a, "result", games="1", **{"from": "1"})
report(cup.does(cup.a, "break", minutes="10") and f"{cup.a} takes a break of 10 minutes VI.A" in cup.page(nobody), "a_break_is_called_once", cup.page(nobody)[-600:])
report(cup.does(cup.a, "break", minutes="5") and f"{cup.a} takes a break of 5 minutes against the rules" in cup.page(nobody), "a_second_one_is_against_the_rules", cup.page(nobody)[-600:])
report(cup.does(cup.b, "break", minutes="11") and f"{cup.b} takes a break of 11 minutes against the rules" in cup.page(nobody), "and_one_of_eleven_minutes", cup.page(nobody)[-600:])

# --- a match in two parts (VI.C)

cup = Cup("acwc-2019", chief_name="ProgramFOX")
cup.does(cup.director, "time", time=written(cup.now + HOUR), why="as both asked")
cup.to(cup.now + HOUR + MINUTE)
cup.does(cup.a, "result", games="1=", **{"from": "1"})
report("look_at_days" not in cases(), "games_in_one_go_are_no_finding", cases())
report(not cup.does(cup.a, "move", time=written(cup.now + 20 * HOUR)) and "has begun" in cup.why(), "a_match_of_a_week_is_played_in_one_go", cup.why())
cup.to(cup.now + 20 * HOUR)
cup.does(cup.a, "result", games="0", **{"from": "3"})
seen = plain(cup.director.get(cup.home)[1])
report("look_at_days" in cases() and "only matches without dates can be split" in seen and "VI.C" in seen, "what_was_split_is_named_to_the_director", seen[:1500])


class Final(Cup):
    """The final of 2019 alone, between the two who hold titles."""

    def __init__(self):
        rules = json.loads((pathlib.Path(__file__).parent / "../../data/championships/acwc-2019.json").read_text())
        final = {**rules["stages"][2], "matches": [{"name": "final", "seats": ["holder:champion", "holder:runner-up"]}], "leaving": {"rule": "opponent_wins", "article": "VIII.C"}}
        own = json.dumps({**rules, "stages": [final]})
        chief.post("/championships/clock", {"at": written(Cup.clock)})
        self.server, self.admin, self.now, self.random, self.refusals, self.offered = server, chief, Cup.clock, random.Random(1), [], {}
        self.home = chief.post("/championships", {"own": own})[2]["Location"]
        self.director = self.key("ProgramFOX")
        self.a, self.b = "arimakat", "Ogul1"
        self.people = {name: self.key(name) for name in (self.a, self.b)}
        assert self.do(self.director, "pair"), self.refusals
        self.match = "final/1/1"


cup = Final()
cup.to(cup.agree() + MINUTE)
cup.does(cup.a, "result", games="10", **{"from": "1"})
seen = cup.page(cup.a)
report("Go on another day" in seen, "the_final_can_go_on_another_day", seen[:1500])
later = cup.now + 30 * HOUR
report(cup.does(cup.a, "move", time=written(later)) and f"asks {cup.b} to continue at" in cup.page(nobody) and cup.does(cup.b, "move", answer="accept", time=written(later)), "when_both_agree", cup.why())
report("goes on" in cup.page(nobody) and any(due["do"] == "play" for due in cup.due(cup.people[cup.a])), "everybody_reads_when", cup.page(nobody)[:600])
report(not cup.does(cup.b, "wait") and not cup.does(cup.b, "rematch"), "nobody_is_absent_in_between", cup.why())
cup.to(later + MINUTE)
report(cup.does(cup.b, "wait") and f"reports that {cup.a} is not there" in cup.page(nobody), "who_is_there_says_so", cup.why())
cup.to(later + 12 * MINUTE)
report(not cup.does(cup.b, "left", player=cup.a), "who_has_not_come_back_has_not_left", cup.why())
cup.does(cup.b, "wait")
report(cup.does(cup.b, "absent", choice="claim") and "wins" not in cup.page(nobody) and "decide_result" in cases(), "and_the_director_rules", (cup.why(), cases()))
report("look_at_days" not in cases(), "the_days_of_a_final_are_no_finding")

# --- one player's time (V.A)

cup = Cup()
report(not cup.does(cup.a, "time", time=written(cup.now + 13 * HOUR)) and "No player can set the time alone" in cup.why(), "nobody_sets_a_time_alone", cup.why())
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
report(asked[0] == 409 and "can be disputed until" in plain(asked[1]), "a_director_pairs_knowingly", (asked[0], plain(asked[1])[-600:]))
report(cup.does(cup.b, "dispute", why="We never played", link="https://lichess.org/abcdefgh") and "disputed" in cup.page(nobody), "it_is_disputed", cup.why())
report("We never played" in plain(cup.director.get(cup.home)[1]) and "We never played" not in nobody.get(f"{cup.home}/log")[1] + nobody.get(f"{cup.home}/m/{cup.match}")[1], "only_the_director_reads_why")
report(not cup.do(cup.director, "pair"), "and_nothing_is_built_on_it", cup.why())
report(cup.does(cup.director, "ruling", winner=cup.b, why="they did not play") and f"{cup.b} wins" in cup.page(nobody) and cup.do(cup.director, "pair"), "until_the_director_rules", cup.why())
told = next(one for one in json.loads(nobody.get(f"{cup.home}/p/championship.json")[1])["matches"] if one["match"] == cup.match)
report(told["games"] == "" and told["winner"] == cup.b, "disputed_games_count_for_nothing_then", told)
cup = Cup()
start = cup.agree()
cup.to(start + MINUTE)
cup.does(cup.a, "result", games="11", **{"from": "1"})
cup.to(start + 25 * HOUR)
report(not cup.does(cup.b, "dispute", why="late") and f"your match with {cup.a} can no longer be disputed" in cup.why().lower(), "a_day_later_it_stands", cup.why())
cup.people[cup.b].get("/language/de?to=/")
report(not cup.does(cup.b, "dispute", why="late") and f"Ihr Wettkampf gegen {cup.a} kann nicht mehr bestritten werden" in cup.why(), "in_the_language_of_the_player_too", cup.why())

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
report("owner anna" in seen and "5 May 2019" in seen and "500 games" in seen, "the_director_sees_all_that_was_said", seen)
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
