#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rules.py LIMMAT: what championships cite, running numbers of games, and journals that outlive their engine, in TAP."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

limmat = pathlib.Path(sys.argv[1]).resolve()
folder = tempfile.TemporaryDirectory()
work = pathlib.Path(folder.name)
count = 0


def run(*arguments, at=None):
    extra = ["--at", at] if at else []
    return subprocess.run([limmat, "championship", *map(str, arguments), *extra], capture_output=True, text=True, cwd=work, timeout=60)


def report(good, name, why=""):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print("# " + str(why)[:2000].replace("\n", "\n# "))


# --- every end of a match, and every stage, by the article that says so (rules of 4 September 2019)
cited = [(r" wins against \S+$", {"VI.G"}), (r" draw their match$", {"VI.G"}), (r": the opponent did not come$", {"VI.D"}),
         (r": the opponent left and did not come back in time$", {"VI.E"}), (r" wins .* by ruling of the director$", {"I.C"}),
         (r" without play$", {"I.C"}), (r": the opponent is out of the championship$", {"VIII.A.1"}), (r"results are reversed$", {"VIII.A.2"}),
         (r" in the Armageddon game$", {"III.H.6"}), (r"^Qualification begins", {"III.F.2"}), (r"^Candidates begins", {"III.G.1"}),
         (r"^Final begins", {"III.H.1"}), (r" has no opponent in this round", {"III.F.4.ii"}), (r"are level for place", {"I.C"}),
         (r" is disregarded$", {"VIII.B"}), (r" moves up and meets ", {"VIII.C"})]
seen, wrong = {}, []
for seed in range(60):
    run("simulate", "acwc-2019", "-n", 7 + seed % 20, "--seed", seed, "--incidents", 250, "--replace", "-o", "sim.journal")
    stage = None
    for change in json.loads(run("explain", "sim.journal", "-f", "json").stdout):
        what, article = change["what"], change.get("article", "")
        stage = what.split()[0] if " begins: " in what else stage
        if re.search(r" meets .*", what) and "moves up" not in what:
            want = {"Qualification": {"III.F.4.iii"}, "Candidates": {"III.G.1"}, "Final": {"III.H.1"}}[stage]
            seen[f"meets in {stage}"] = 1
            wrong += [(seed, what, article)] if article not in want else []
        for pattern, want in cited:
            if re.search(pattern, what) and "meets" not in what.replace("moves up and meets", ""):
                seen[pattern] = 1
                wrong += [(seed, what, article)] if article not in want else []
missing = [p for p, _ in cited if p not in seen] + [s for s in ("Qualification", "Candidates", "Final") if f"meets in {s}" not in seen]
report(not wrong, "every_end_and_beginning_cites_its_own_article", wrong[:9])
report(not [m for m in missing if "Armageddon" not in m and "without play" not in m], "all_of_them_happened", missing)

# --- the Armageddon game
duel = json.loads((pathlib.Path(__file__).parents[2] / "data/championships/club-knock-out.json").read_text())
duel["articles"] = {"armageddon": "9.1", "bid": "9.2", "result": "7"}
duel["formats"] = {name: {"steps": [{"games": 2, "clock": "2+5"}], "armageddon": {"black_seconds": 180, "equal_bids": "higher_seed"}}
                   for name in duel["formats"]}
for stage in duel["stages"]:
    stage |= {"article": "5", "pairing_article": "5.1"}
(work / "duel.json").write_text(json.dumps(duel))
steps = [run("new", "duel.json", "duel.journal", "--suggested", at="2026-01-01T00:00:00Z")]
steps += [run("apply", "duel.journal", name, "--seeding", str(2000 - 10 * i), at="2026-01-02T00:00:00Z") for i, name in enumerate(["ann", "bob"])]
steps += [run("pair", "duel.journal", at="2026-01-03T00:00:00Z"), run("result", "duel.journal", "ann", "10", "--by", "director", at="2026-01-04T00:00:00Z"),
          run("bid", "duel.journal", "ann", "100", at="2026-01-04T01:00:00Z"), run("bid", "duel.journal", "bob", "120", at="2026-01-04T01:00:00Z"),
          run("result", "duel.journal", "ann", "1-0", "--armageddon", "--by", "director", at="2026-01-04T02:00:00Z")]
text = run("explain", "duel.journal").stdout
report(all(s.returncode == 0 for s in steps) and "in the Armageddon game [9.1]" in text and "ann meets bob [5.1]" in text and "[5]" in text,
       "the_armageddon_win_cites_its_article", ([s for s in steps if s.returncode], text))

# --- nobody offered enough times: one player late is V.E, both are V.F, and each is cited where it is meant
def late(journal):
    assert run("new", "acwc-2019", journal, at="2019-09-05T00:00:00Z").returncode == 0
    (work / "pair.csv").write_text("".join(f"{n},,2015-01-01T00:00:00Z,200,{2000 - i}\n" for i, n in enumerate(["ann", "bob"])))
    run("apply", journal, "pair.csv", "--csv", at="2019-09-10T00:00:00Z")
    run("pair", journal, at="2019-09-30T00:00:00Z")


late("both.journal")
risk = run("due", "both.journal", at="2019-10-01T00:00:00Z").stdout
report(risk.count("ann chooses the time [V.E], or the arbiter [V.F]") == 1 and risk.count("bob chooses the time [V.E], or the arbiter [V.F]") == 1,
       "the_risk_of_one_and_of_both_cites_two_articles", risk)
overdue = json.loads(run("due", "both.journal", "-f", "json", at="2019-10-03T12:00:00Z").stdout)["due"]
report([(d["who"], d["article"]) for d in overdue if "assign a time" in d["text"]] == [("director", "V.F")], "both_late_is_the_directors_by_its_article", overdue)
got = run("choose", "both.journal", "ann", "2019-10-05T18:00:00Z", at="2019-10-03T12:00:00Z")
report(got.returncode == 3 and "V.F" in got.stderr and "V.E" not in got.stderr, "of_both_late_neither_chooses", got)
got = run("assign", "both.journal", "ann", "2019-10-05T18:00:00Z", at="2019-10-03T12:00:00Z")
text = run("explain", "both.journal").stdout
report(got.returncode == 0 and re.search(r"assigned.*\[V\.F\]|\[V\.F\].*assigned", text), "the_time_of_both_late_is_assigned_by_its_article", (got, text[-600:]))
late("one.journal")
for day in ("04T18", "05T18", "06T12"):
    run("offer", "one.journal", "ann", f"2019-10-{day}:00:00Z", at="2019-10-01T00:00:00Z")
got = run("choose", "one.journal", "ann", "2019-10-05T18:00:00Z", at="2019-10-03T12:00:00Z")
text = run("explain", "one.journal").stdout
report(got.returncode == 0 and re.search(r"chosen.*\[V\.E\]|\[V\.E\].*chosen", text), "the_time_of_one_late_is_chosen_by_its_article", (got, text[-600:]))

# --- the running number of the game
assert run("new", "acwc-2019", "n.journal", at="2019-09-05T00:00:00Z").returncode == 0
(work / "four.csv").write_text("".join(f"{n},,2015-01-01T00:00:00Z,200,{2000 - i}\n" for i, n in enumerate(["ann", "bob", "cy", "di"])))
run("apply", "n.journal", "four.csv", "--csv", at="2019-09-10T00:00:00Z")
run("pair", "n.journal", at="2019-09-30T00:00:00Z")
run("offer", "n.journal", "ann", "2019-09-30T12:00:00Z", at="2019-09-30T01:00:00Z")
run("accept", "n.journal", "bob", "2019-09-30T12:00:00Z", at="2019-09-30T02:00:00Z")
run("result", "n.journal", "ann", "1=0", at="2019-10-01T00:00:00Z")


def games():
    """The score of the first match, and after how many games."""
    return re.findall(r" – \S+: (\S+) after (\d+) games", run("explain", "n.journal").stdout)[-1]


got = run("result", "n.journal", "bob", "0=1", at="2019-10-01T01:00:00Z")
report(got.returncode == 3 and "--from 4" in got.stderr and games()[1] == "3", "a_second_report_must_say_which_games", got)
got = run("result", "n.journal", "bob", "0=1", "--from", 1, at="2019-10-01T01:00:00Z")
report(got.returncode == 0 and "reported again, with the same results" in got.stdout and games()[1] == "3", "the_same_games_again_are_no_new_result", got)
got = run("result", "n.journal", "bob", "0==", "--from", 1, at="2019-10-01T01:10:00Z")
report(got.returncode == 3 and "game 3" in got.stderr and games()[1] == "3", "another_result_of_a_game_is_refused_with_its_number", got)
got = run("result", "n.journal", "bob", "=111", "--from", 2, at="2019-10-01T01:20:00Z")
report(got.returncode == 0 and games() == ("1½–3½", "5"), "what_overlaps_is_compared_and_the_rest_added", (got, games()))
got = run("result", "n.journal", "ann", "1", "--from", 7, at="2019-10-01T02:00:00Z")
report(got.returncode == 3 and "game 6 is missing" in got.stderr, "a_gap_is_refused", got)

# --- a journal opens for ever: what today's engine would pair otherwise stands
for name in ("acwc-2019", "swiss-plus-final"):
    run("simulate", name, "-n", 16, "--seed", 5, "--incidents", 0, "--replace", "-o", "whole.journal")
    lines = (work / "whole.journal").read_text().splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if json.loads(line).get("event") == "pair")
    event = json.loads(lines[first])
    pairs = event["pairs"]
    pairs[0][1], pairs[1][1] = pairs[1][1], pairs[0][1]
    (work / "other.journal").write_text("".join(lines[:first]) + json.dumps(event) + "\n")
    (work / "same.journal").write_text("".join(lines[:first + 1]))
    got, judged, same = run("status", "other.journal"), run("verify", "other.journal"), run("verify", "same.journal")
    report(got.returncode == 0 and all(n in run("explain", "other.journal").stdout for n in [f"{p[0]} meets {p[1]}" for p in pairs[:2]]),
           f"{name}_pairs_of_another_engine_are_read", got)
    report(judged.returncode == 6 and f"other.journal:{first + 1}" in judged.stderr and same.returncode == 0,
           f"{name}_and_verify_disagrees_with_the_line", (judged, same))
    pairs[0][1] = pairs[1][1]
    (work / "twice.journal").write_text("".join(lines[:first]) + json.dumps(event) + "\n")
    got = run("status", "twice.journal")
    report(got.returncode == 3 and "paired" in got.stderr, f"{name}_who_is_paired_twice_is_no_pairing_of_any_engine", got)

# --- a match is called by its players, and a stage by its title: no sentence has their ids, but where it quotes what was typed
def sentences(journal, *step, at, wish=None):
    """What a command says, and what is due after it."""
    if wish is not None:
        (work / "wish.json").write_text(json.dumps({"by": "ProgramFOX", "at": at, **wish}) + "\n")
    got = run(step[0], journal, *step[1:], at=at)
    due = [one["text"] for one in json.loads(run("due", journal, "-f", "json", at=at).stdout)["due"]]
    return re.sub(r"\(\w+, \"[^\"]*\"\)", "", got.stdout + got.stderr).splitlines() + due


def wished(at, *wishes):
    return [line for event, members in wishes for line in sentences("ids.journal", "take", "wish.json", at=at, wish={"event": event, **members})]


run("new", "acwc-2019", "ids.journal", at="2019-09-05T00:00:00Z")
run("apply", "ids.journal", "four.csv", "--csv", at="2019-09-10T00:00:00Z")
run("pair", "ids.journal", at="2019-09-30T00:00:00Z")
first = {"match": "qualification/1/1"}
refused = [("pair", {}), ("decide", first | {"what": "white", "player": "ann"}), ("decide", first | {"what": "finding", "at_fault": "none"}),
           ("wait", first | {"player": "cy"}), ("lapse", first)]
said = sentences("both.journal", "standings", at="2019-10-20T00:00:00Z") + sentences("ids.journal", "standings", at="2019-10-03T12:00:00Z")
said += wished("2019-09-30T01:00:00Z", *refused)
for step in [("offer", "ann", "2019-10-01T18:00Z"), ("accept", "bob", "2019-10-01T18:00Z")]:
    said += sentences("ids.journal", *step, at="2019-09-30T01:00:00Z")
for step in [("result", "ann", "111111"), ("dispute", "bob", "qualification/1/1"), ("result", "di", "111111"), ("dispute", "cy", "qualification/1/2")]:
    said += sentences("ids.journal", *step, at="2019-10-02T00:00:00Z")
said += wished("2019-10-02T00:00:00Z", *refused, ("result", first | {"games": "111111"}), ("time", first | {"clear": True}))
for step in [("unpublish",), ("unpublish", "--acknowledge", "all")]:
    said += sentences("ids.journal", *step, at="2019-10-02T01:00:00Z")
said += wished("2019-10-02T02:00:00Z", ("pair", {"round": 3}))
for form in duel["formats"].values():
    form["armageddon"]["equal_bids"] = "director"
(work / "equal.json").write_text(json.dumps(duel))
run("new", "equal.json", "equal.journal", "--suggested", at="2026-01-01T00:00:00Z")
for i, name in enumerate(["ann", "bob"]):
    run("apply", "equal.journal", name, "--seeding", 2000 - 10 * i, at="2026-01-02T00:00:00Z")
for step in [("pair",), ("result", "ann", "10", "--by", "director"), ("bid", "ann", "100"), ("bid", "bob", "100")]:
    said += sentences("equal.journal", *step, at="2026-01-03T00:00:00Z")
named = [line for line in said if re.search(r"[\w-]+/\d+/\d+|\bqualification\b", line)]
provoked = ["the colours of match", "is overdue", "no time was agreed", "rule on", "decide on", "is not over", "is disputed", "is over", "isn't possible then", "is undone with it",
            "next is round"]
report(not named, "no_sentence_has_the_id_of_a_match_or_stage", named)
missing = [p for p in provoked if not any(p in line for line in said)]
report(not missing, "all_of_these_sentences_were_provoked", (missing, said))

print(f"1..{count}")
