#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_director.py LIMMAT: the day a round ends with matches that nobody played, and players whom the rules leave level: the
director's queue puts them together, says what each button leads to, and lots can be drawn again by anybody; TAP."""
import datetime
import html
import re
import subprocess
import sys

from contenders import Championship, instant
from served import Browser, Report, Server

report = Report()
limmat = sys.argv[1]
server = Server(limmat, "--clock", "2019-09-21T00:00:00Z")
chief, nobody = Browser(server), Browser(server)
chief.begin(server.key, "Verena")
play = Championship(server, chief, "acwc-2019", instant("2019-09-21T00:00:00Z"))
for number in range(6):
    play.apply(f"p{number}", seeding=str(1900 - 10 * number))
play.director = play.key("ProgramFOX")
play.director.post(f"{play.home}/applications", {"act": "good"})
play.to(instant("2019-09-30T08:00:00Z"))
play.do(play.director, "pair")


def plain(page):
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def home(who=None):
    return (who or play.director).get(play.home)[1]


def ticked(page):
    """What is ticked in the form of the queue that deals with several at once."""
    form = next((one for one in page.split("<form")[1:] if "/do/overdue" in one), "")
    return re.findall(r'name="match" value="([^"]+)" checked', form.split("</form>")[0])


def log():
    return plain(nobody.get(f"{play.home}/log")[1])


# --- a round that nobody played

play.to(instant("2019-10-07T00:01:00Z"))
page = home()
matches = ticked(page)
said = plain(page)
report(len(matches) == 3 and "3 matches are overdue" in said and page.count("/do/overdue") == 1, "overdue_matches_are_one_entry", said[:1500])
report("All drawn" in said and re.search(r"p\d and p\d draw their match without play", said) is not None and page.count("/do/ruling") == 3, "with_what_all_at_once_lead_to_and_each_below", said[:2500])
german = plain(play.director.get(play.home, **{"Accept-Language": "de"})[1])
report("3 Wettkämpfe sind überfällig" in german and "spielen ihren Wettkampf remis ohne Spiel" in german, "in_the_directors_language", german[:1500])
refused = [play.director.post(f"{play.home}/do/overdue", {"winner": "draw"})[0], play.director.post(f"{play.home}/do/overdue", {"match": matches[0], "winner": "p0"})[0],
           play.people["p0"].post(f"{play.home}/do/overdue", {"match": matches[0], "winner": "draw"})[0], nobody.post(f"{play.home}/do/overdue", {"match": matches[0], "winner": "draw"})[0]]
report(refused == [422, 400, 403, 403] and ticked(home()) == matches, "nothing_ticked_nobody_as_winner_no_player", refused)
two = [("match", matches[0]), ("match", matches[2]), ("winner", "nobody"), ("why", "neither answered a letter"), ("req", "both-at-once")]
pressed = [play.director.post(f"{play.home}/do/overdue", two)[0] for _ in range(2)]
report(pressed == [303, 303] and log().count("both lose their match without play") == 2 and log().count("neither answered a letter") == 2, "those_that_are_ticked_with_one_reason_once", (pressed, log()[:600]))
said = plain(home())
report(not ticked(home()) and re.search(r"the match of p\d and p\d is overdue", said) is not None and matches[1] in home(), "one_that_is_left_is_a_case_of_its_own", said[:900])
wrong = play.director.post(f"{play.home}/do/overdue", [("match", matches[1]), ("match", matches[0]), ("winner", "draw")])
report(wrong[0] == 422 and "is over" in plain(wrong[1]) and matches[1] in home(), "all_or_none", wrong[0])

# --- to the candidates, all of whom are level

for week in range(20):
    open_now = ticked(home()) or re.findall(r'name="match" value="([^"]+)"', home())
    if open_now:
        play.director.post(f"{play.home}/do/overdue", [*[("match", match) for match in dict.fromkeys(open_now)], ("winner", "draw"), ("why", "nobody played")])
    if 'name="lot"' in home() or not play.do(play.director, "pair"):
        break
    play.to(play.now + datetime.timedelta(days=7))
page = home()
said = plain(page)
forms = [one.split("</form>")[0] for one in page.split("<form")[1:] if "/do/order" in one]
names = re.search(r'name="lot" value="([^"]+)"', page).group(1).split() if forms else []
report(len(forms) == 1 and len(names) >= 3 and f"order {', '.join(names)}, level from place 1" in said, "all_who_are_level_are_one_case", (len(forms), said[:1500]))
report(forms and forms[0].count('name="order"') == len(names) and all(f"{name} first" in forms[0] for name in names) and f"tied by the rules: {', '.join(names)}" in said,
       "each_may_be_first_and_the_order_is_told", said[:1500])
report("Draw lots" in said and "seed" in said and "draws lots" not in said, "what_a_lot_brings_nobody_sees_before", said[:1500])


# --- lots, and whoever draws them again

def again(names, seed):
    """The lots of a seed, by the rule that the handbook states: SplitMix64, from the last place on."""
    state, drawn, mask = seed, sorted(names), (1 << 64) - 1

    def below(bound):
        nonlocal state
        while True:
            state = (state + 0x9E3779B97F4A7C15) & mask
            z = state
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
            z ^= z >> 31
            if z >= (-bound & mask) % bound:
                return z % bound

    for left in range(len(drawn), 1, -1):
        taken = below(left)
        drawn[left - 1], drawn[taken] = drawn[taken], drawn[left - 1]
    return drawn


stage = re.search(r'name="stage" value="([^"]+)"', forms[0]).group(1)
report(play.people["p0"].post(f"{play.home}/do/order", {"stage": stage, "lot": " ".join(names)})[0] == 403, "a_player_draws_nothing")
sent = {"stage": stage, "lot": " ".join(names), "why": "no rule is left", "req": "lots-once"}
pressed = [play.director.post(f"{play.home}/do/order", sent)[0] for _ in range(2)]
drawn = re.findall(r"with the seed (\d+): ([\w, ]+) \[", log())
report(pressed == [303, 303] and len(drawn) == 1 and drawn[0][1].split(", ") == again(names, int(drawn[0][0])), "lots_are_drawn_once_by_a_seed_that_is_told", (pressed, drawn))
report('name="lot"' not in home() and "no rule is left" in log(), "and_nobody_is_level_any_more")
journal = server.work / "play.journal"
journal.write_text(chief.get(f"{play.home}/journal")[1])
told = subprocess.run([limmat, "championship", "explain", str(journal)], capture_output=True, text=True)
report(drawn and f"with the seed {drawn[0][0]}: {drawn[0][1]}" in told.stdout, "the_command_draws_the_same", told.stdout[-600:] + told.stderr)
typed = subprocess.run([limmat, "championship", "decide", str(journal), "order", stage, *reversed(names), "lot=7", "--by", "ProgramFOX"], capture_output=True, text=True)
told = subprocess.run([limmat, "championship", "explain", str(journal)], capture_output=True, text=True)
report(typed.returncode == 0 and f"with the seed 7: {', '.join(again(names, 7))}" in told.stdout, "or_by_a_seed_that_is_given", typed.stderr + told.stdout[-600:])
report(play.do(play.director, "pair") and drawn[0][1].split(", ")[0] in plain(home()), "who_is_drawn_first_goes_on", plain(home())[:900])

# --- four have all met after three rounds of seven: the director pairs on, led there

cup = Championship(server, chief, "swiss-plus-final", play.now)
for name in ("ann", "bob", "cy", "di"):
    cup.apply(name)
cup.director = cup.key(re.search(r'<th scope="row">([^<]+)<td>director', chief.get(f"{cup.home}/people")[1]).group(1))
cup.director.post(f"{cup.home}/applications", {"act": "good"})
for _ in range(60):
    seen = plain(cup.director.get(cup.home)[1])
    if "Pair this round by hand" in seen or "not possible now: the director" in seen:
        break
    if not any([cup.sweep(name) for name in list(cup.people)]):
        pairs = any(due["do"] == "pair" for due in cup.due(cup.director))
        cup.do(cup.director, "pair") if pairs else cup.to(cup.now + datetime.timedelta(hours=4))
page = cup.director.get(cup.home)[1]
report("The rules find no pairing. Pair this round by hand" in seen and 'name="req"' not in page.split("find no pairing")[1].split("</li>")[0], "what_the_rules_cannot_pair_leads_to_the_pairs", seen[:900])
pairs = html.unescape(re.search(r'<textarea name="pairs"[^>]*>(.*?)</textarea>', cup.director.get(f"{cup.home}/pairing")[1], re.S).group(1))
report(cup.do(cup.director, "pair", pairs=pairs, act="publish"), "and_the_director_pairs_it", cup.refusals[-1:])
server.end()
sys.exit(report.end())
