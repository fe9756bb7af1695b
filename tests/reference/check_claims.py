#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_claims.py LIMMAT SOLVE SYSTEM TOURNAMENTS FIRST-SEED [--players LEAST-MOST] [--known FILE] [--mutate] [--keep FOLDER]
[--library FILE]: is every field of every answer true?

A second voice for answers.  Random tournaments are read from their TRF; groups, scores, colours due, floats and who may
meet are found from the articles (literal.py, rounds.py); what would have happened otherwise is solved again by the
literal references (SOLVE) with pairs kept apart.  Sentences are read for their length and for whom they name only.

--known has lines "SYSTEM COUNT TOURNAMENTS KIND": false today, and at most so often; whatever else is false fails.  --mutate changes
one fact of an answer at a time, and counts how many such changes are noticed.  --keep writes a small file of each kind, --files reads
those of a folder (TOURNAMENTS 0), --list prints the lines for --known.  --library asks liblimmat.so itself, through the Python
package, which saves a dozen processes a tournament.
"""
import argparse
import collections
import glob
import json
import os
import random
import sys
import tempfile

from asked import Asked, generate
from claims import Checked, Claims
from literal import HOUSE, TABLES, Event
from rounds import Round, Solver

RATES = ["", "ForbiddenPairs=3\nForfeits=5\nHalfPointByes=4\nZeroPointByes=4\nWithdrawals=3\nLateEntries=3\n",
         "Forfeits=10\nHalfPointByes=10\nZeroPointByes=12\nWithdrawals=4\n", "ForbiddenPairs=12\n", "DrawPercentage=80\nForbiddenPairs=2\nZeroPointByes=3\n"]


# --- a round

def asked_by(r, out):
    """Nobody is met with silence: who has an opponent, another score or the bye is told why."""
    answers = collections.defaultdict(set)
    for a in r.told["answers"]:
        if a["question"] != "wish" and a["question"] in answers[a["player"]]:
            note(r, out, "twice", a["player"], a["question"])
        answers[a["player"]].add(a["question"])
    for tpn in r.pos.was:
        has = answers[tpn]
        partner = r.pairing.partner.get(tpn)
        want = {"opponent", "colour", "board"} if partner else {"bye"} if tpn == r.pairing.bye else {"absence"}
        if r.system in TABLES and not partner:
            want = {"absence"}
        out.claims["silence"] += 1
        for question in want - has:
            note(r, out, "silence", tpn, f"no answer: {question}")
        if r.system in HOUSE + TABLES or not partner:
            continue
        if r.pos.scores[tpn] != r.pos.scores[partner] and "float" not in has:
            note(r, out, "silence:float", tpn, f"meets {partner}, who has other points: no answer")


def note(r, out, kind, tpn, what):
    out.false[kind] += 1
    out.found.append((kind, tpn, what))
    where = f"{os.path.basename(r.path)} round {r.number}: {tpn}: {kind}: {what}"
    out.examples.setdefault(kind, []).append((where, r.path, r.number))


def essence(answer):
    """An answer without its sentences, whichever of two is named first."""
    facts = {k: v for k, v in answer.items() if k not in ("text", "more", "others")}
    for pair in ("expected", "told"):
        if pair in facts:
            facts[pair] = {**facts[pair], "player": 0, "opponent": sorted((facts[pair]["player"], facts[pair]["opponent"]))}
    if "forced" in facts:
        facts["forced"] = {**facts["forced"], "pair": sorted(facts["forced"].get("pair", [])),
                           "hurt": sorted(sorted(h) for h in facts["forced"].get("hurt", []))}
    return facts


def check_asked(asked, r, out, chance):
    """One player asks alone, and why not somebody: the same answers, and one more."""
    player, other = chance.sample(sorted(r.pos.was), 2)
    if player not in r.pos.present:
        return
    told = asked.explain(r.number, player, other)
    if told is None:
        return note(r, out, "against:refused", player, f"-p {player} --against {other}")
    whole = [essence(a) for a in r.told["answers"] if a["player"] == player]
    asked = [a for a in told["answers"] if a["question"] == "against"]
    for a in told["answers"]:
        out.claims["asked"] += 1
        if a["question"] != "against" and essence(a) not in whole:
            note(r, out, "asked:otherwise", player, f"{a['question']} {a['template']}: {a['text']}")
    meets = r.pairing.partner.get(player) == other
    if r.system not in TABLES and not meets and other in r.pos.present and not asked:
        note(r, out, "against:silence", player, f"why not {other}?")
    for a in asked:
        Claims(r, a, out, True, other).check()


def check_round(r, out):
    for kind, tpn, what in r.problems:
        note(r, out, kind, tpn, what)
    asked_by(r, out)
    for answer in r.told["answers"]:
        Claims(r, answer, out).check()


# --- changing a fact

def leaves(value, path=()):
    if isinstance(value, dict):
        for k, v in value.items():
            if path or k not in ("text", "more", "question"):
                yield from leaves(v, path + (k,))
    elif isinstance(value, list):
        for i, v in enumerate(value):
            yield from leaves(v, path + (i,))
    else:
        yield path, value


def plain(path):
    return tuple("[]" if isinstance(p, int) else p for p in path)


def changed(answer, path, value):
    copy = json.loads(json.dumps(answer))
    at = copy
    for p in path[:-1]:
        at = at[p]
    at[path[-1]] = value
    return copy


PERSONS = {"player", "opponent", "pair", "leaves", "hurt", "barred", "first", "meets", "else", "up", "down", "own", "short", "left", "stays"}


def other_value(chance, r, path, value, seen):
    """Another value, as another answer might have it."""
    name = next((p for p in reversed(path) if not isinstance(p, int)), "")
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        pool = sorted(x for x in seen[plain(path)] if isinstance(x, str) and x != value)
        return chance.choice(pool) if pool else value + "x"
    if name in PERSONS:
        pool = [t for t in r.pos.was if t != value] + ([0] if value else [])
        return chance.choice(pool)
    if name in ("score", "higher", "sum"):
        return value + chance.choice([-0.5, 0.5, 1])
    return value + chance.choice([-1, 1, 2])


def mutate_round(r, chance, seen, tally, missed):
    """One fact of each answer is changed; is it noticed?"""
    for answer in r.told["answers"]:
        base = Checked()
        Claims(r, answer, base, False).check()
        facts = list(leaves(answer))
        if base.found or not facts:
            continue
        path, value = chance.choice(facts)
        new = other_value(chance, r, path, value, seen)
        if new == value:
            continue
        wrong = Checked()
        try:
            one = changed(answer, path, new)
            Claims(r, one, wrong, False).check()
            if path == ("player",):  # somebody is met with silence, or told twice
                told, r.told = r.told, {**r.told, "answers": [one if a is answer else a for a in r.told["answers"]]}
                asked_by(r, wrong)
                r.told = told
            noticed = bool(wrong.found)
        except (KeyError, TypeError, ValueError, IndexError):
            noticed = True  # such an answer can't be read at all
        tally["changed"] += 1
        tally["noticed"] += noticed
        if not noticed:
            missed[answer["question"], answer["template"], ".".join(plain(path))] += 1


# --- tournaments

def check_tournament(o, path, solver, out, chance=None, seen=None, tally=None, missed=None):
    with open(path, encoding="utf-8") as f:
        event = Event(f.read(), o.system)
    if event.totals() and o.system != "scheveningen":
        out.false["file"] += 1
        out.examples.setdefault("file", []).append((f"{path}: {event.totals()}", path, 1))
        return
    asked = Asked(o.limmat, o.system, path, o.library)
    for number in range(1, event.played + 1):
        told = asked.explain(number)
        if told is None:
            out.undecided["round without explanation"] += 1
            continue
        r = Round(path, event, number, solver, told)
        if tally is None:
            check_round(r, out)
            check_asked(asked, r, out, chance)
            continue
        for answer in told["answers"]:
            for at, value in leaves(answer):
                seen[plain(at)].add(value)
        if not r.problems:
            mutate_round(r, chance, seen, tally, missed)


def known_kinds(path, o):
    """How often each kind may be false: as listed, or, of another number of tournaments, at most twice as often."""
    known = {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            words = line.split()
            if len(words) == 4 and words[0] == o.system:
                count, of = int(words[1]), int(words[2])
                known[words[3]] = count if of == o.tournaments else 5 + 2 * count * o.tournaments // of
    return known


def keep_examples(o, out):
    os.makedirs(o.keep, exist_ok=True)
    for kind, examples in out.examples.items():
        where, path, number = min(examples, key=lambda e: (os.path.getsize(e[1]), e[2]))
        with open(path, encoding="utf-8") as f:
            text = f.read()
        with open(os.path.join(o.keep, f"{o.system}-{kind.replace(':', '-')}.trf"), "w", encoding="utf-8") as f:
            f.write(f"### Round {number}. {where.split(': ', 1)[1][:300]}\n" + text)


def main():
    p = argparse.ArgumentParser()
    for name in ("limmat", "solve", "system"):
        p.add_argument(name)
    p.add_argument("tournaments", type=int)
    p.add_argument("seed", type=int)
    p.add_argument("--players", default="7-16")
    p.add_argument("--known")
    p.add_argument("--mutate", action="store_true")
    p.add_argument("--keep")
    p.add_argument("--files")
    p.add_argument("--library")
    p.add_argument("--list", action="store_true")
    o = p.parse_args()
    least, most = (int(x) for x in o.players.split("-"))
    out, solver = Checked(), Solver(o.solve)
    tally, missed, seen = collections.Counter(), collections.Counter(), collections.defaultdict(set)
    kept = sorted(glob.glob(os.path.join(o.files, f"{o.system}-*.trf"))) if o.files else []
    for path in kept:
        check_tournament(o, path, solver, out, random.Random(path.rsplit("/", 1)[-1]))
    o.tournaments = o.tournaments or len(kept)
    with tempfile.TemporaryDirectory() as folder:
        for i in range(0 if kept else o.tournaments):
            seed = o.seed + i
            chance = random.Random(seed)
            players = chance.randint(least, most)
            path = os.path.join(folder, f"{o.system}-{seed}.trf")
            if not generate(o.limmat, o.system, seed, players, min(chance.randint(4, 9), players - 1), path, RATES[seed % len(RATES)]):
                out.undecided["no tournament"] += 1
                continue
            if o.mutate:
                check_tournament(o, path, solver, out, chance, seen, tally, missed)
            else:
                check_tournament(o, path, solver, out, chance)
        if o.keep:
            keep_examples(o, out)
    solver.close()
    print("1..1")
    sys.exit(report_mutations(o, tally, missed) if o.mutate else report(o, out))


def report_mutations(o, tally, missed):
    for what, n in missed.most_common(25):
        print(f"# not noticed {n}: {' '.join(what)}")
    share = tally["noticed"] / max(1, tally["changed"])
    good = tally["changed"] > 0 and share >= 0.98
    print(f"{'ok' if good else 'not ok'} 1 - {o.system}/changes_are_noticed # {tally['noticed']} of {tally['changed']} ({100 * share:.2f} %)")
    return 0 if good else 1


def report(o, out):
    known = known_kinds(o.known, o) if o.known else {}
    good = sum(out.claims.values()) > 0
    for kind, n in sorted(out.false.items()):
        if n > known.get(kind, 0):
            good = False
            print(f"# {n} false: {kind} (known: {known.get(kind, 0)})")
            for where, _, _ in out.examples.get(kind, [])[:3]:
                print(f"#   {where}")
    for kind, n in sorted(known.items()):
        if out.false[kind] < n:
            print(f"# fewer false than known: {kind}: {out.false[kind]} of {n}; lower the list")
    if o.list:
        for kind, n in sorted(out.false.items()):
            print(f"{o.system} {n} {o.tournaments} {kind}")
    print(f"# not decided: {', '.join(f'{k} {n}' for k, n in sorted(out.undecided.items()))}")
    print(f"{'ok' if good else 'not ok'} 1 - {o.system}/claims_are_true # {o.tournaments} tournaments, {sum(out.claims.values())} claims, "
          f"{sum(out.false.values())} false, {sum(out.undecided.values())} not decided")
    return 0 if good else 1


if __name__ == "__main__":
    main()
